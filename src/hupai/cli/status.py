"""``hupai status RUN`` and ``hupai verify RUN``: what is there, and whether it is whole."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

from hupai.cli.arguments import RunFolder
from hupai.cli.frame import Screen, command
from hupai.cli.tables import counted
from hupai.ext.errors import EXIT_FAILED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hupai.ext.rules.definition import Definition
    from hupai.ext.rules.options import Option
    from hupai.simulate import Status
    from hupai.simulate.survey import Fault


def register(app: typer.Typer) -> None:
    """Hang the commands on `app`."""
    app.command("status")(status)
    app.command("verify")(verify)


@command
def status(screen: Screen, run: RunFolder) -> None:
    """Tell what is there of a run and what is missing, by the names and sizes of its files."""
    from hupai.simulate import status as look

    _tell(screen, look(run))


@command
def verify(screen: Screen, run: RunFolder) -> None:
    """Re-read every file of a run against its checksum; exits with 1 if anything is wrong."""
    from hupai.simulate import verify as look

    found = look(run)
    _tell(screen, found)
    if found.faults:
        raise typer.Exit(EXIT_FAILED)


def _tell(screen: Screen, found: Status) -> None:
    from hupai.ext.engine import STRATEGIES
    from hupai.ext.seats import format_seats

    if screen.json:
        screen.write_json(found.to_json())
        return
    manifest = found.manifest
    screen.line(
        screen.say(
            zh=f"{found.path}：{_rules_zh(found)}", en=f"{found.path}: {manifest.variant}{_given(found)}"
        )
    )
    seats = [(seat.strategy, seat.parameters) for seat in manifest.seats]
    told = format_seats(seats, STRATEGIES)
    screen.line(
        screen.say(
            zh=f"座位 {told}，种子 {manifest.seed}，每桌 {manifest.hands_per_table} 局",
            en=f"seats {told}, seed {manifest.seed}, {manifest.hands_per_table} hands per table",
        )
    )
    versions = manifest.versions
    screen.line(
        screen.say(
            zh=f"hupai {versions.program}，表格版本 {versions.schema_}，随机流版本 {versions.stream}",
            en=f"hupai {versions.program}, schema {versions.schema_}, stream {versions.stream}",
        )
    )
    screen.line(_extent(screen, found))
    for fault in found.faults:
        screen.line(_fault(screen, fault))
    if not found.faults:
        screen.line(
            screen.say(
                zh=f"{found.files} 个文件的校验和全部相符",
                en=f"all {found.files} files match their checksums",
            )
            if found.checked
            else screen.say(zh="没有缺失或多余的文件", en="no file is missing or foreign")
        )


def _extent(screen: Screen, found: Status) -> str:
    manifest = found.manifest
    there, parts, size = f"{manifest.reached:,}", f"{len(manifest.parts):,}", f"{found.bytes / 1e6:,.1f} MB"
    if manifest.complete:
        return screen.say(
            zh=f"{there} 局，{parts} 个部分，{size}",
            en=f"{counted(manifest.reached, 'hand')} in {counted(len(manifest.parts), 'part')}, {size}",
        )
    hands, all_parts = f"{manifest.hands:,}", f"{found.parts_in_all:,}"
    return screen.say(
        zh=f"未完成：{hands} 局中已有 {there} 局，{all_parts} 个部分中已有 {parts} 个，{size}",
        en=f"not finished: {there} of {hands} hands, {parts} of {all_parts} parts, {size}",
    )


def _fault(screen: Screen, fault: Fault) -> str:
    zh = {"missing": "缺失", "damaged": "损坏", "foreign": "不属于此运行"}[fault.what]
    return screen.say(zh=f"{zh}：{fault.file}（{fault.why_zh}）", en=str(fault))


def _rules_zh(found: Status) -> str:
    """Return the variant and the options given by their 中文 names, or as they are where they are unknown."""
    from hupai.ext.errors import UsageError
    from hupai.ext.rules import definition

    manifest = found.manifest
    try:
        known = definition(manifest.variant)
    except UsageError:  # a run of another version's variant can be looked at
        return manifest.variant + _given(found)
    told = [f"{known.variant.zh}（{known.name}）"]
    for name, value in manifest.given.items():
        told += _set_zh(known, name, value)
    return "，".join(told)


def _set_zh(known: Definition, name: str, value: Any) -> Iterator[str]:
    from hupai.ext.rules.options import MapOption

    option = known.option(name)
    title = name if option is None else option.zh
    if isinstance(value, dict):
        keys = {key.name: key.zh for key in option.keys} if isinstance(option, MapOption) else {}
        for key, entry in value.items():
            yield f"{title}.{keys.get(key, key)} = {entry}"
        return
    yield f"{title} = {_value_zh(option, value)}"


def _value_zh(option: Option | None, value: Any) -> str:
    if isinstance(value, bool):
        return "是" if value else "否"
    if value is None and option is not None and option.null is not None:
        return option.null.zh
    # Of the kinds of option only words have a list of named choices.
    words: dict[str, str] = {
        word.name: word.zh for word in getattr(option, "values", ()) if hasattr(word, "zh")
    }
    if isinstance(value, str):
        return words.get(value, value)
    return json.dumps(value, ensure_ascii=False)


def _given(found: Status) -> str:
    given = found.manifest.given
    return (
        ", " + ", ".join(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in given.items())
        if given
        else ""
    )
