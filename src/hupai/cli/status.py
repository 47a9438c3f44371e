"""``hupai status RUN`` and ``hupai verify RUN``: what is there, and whether it is whole."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import typer

from hupai.cli.arguments import RunFolder
from hupai.cli.frame import Screen, command
from hupai.cli.tables import counted
from hupai.ext.errors import EXIT_FAILED

if TYPE_CHECKING:
    from hupai.simulate import Status


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
    screen.line(f"{found.path}: {manifest.variant}{_given(found)}")
    seats = [(seat.strategy, seat.parameters) for seat in manifest.seats]
    told = format_seats(seats, STRATEGIES)
    screen.line(
        screen.say(
            zh=f"座位 {told}，种子 {manifest.seed}，每桌 {manifest.hands_per_table} 局",
            en=f"seats {told}, seed {manifest.seed}, {manifest.hands_per_table} hands per table",
        )
    )
    versions = manifest.versions
    screen.line(f"hupai {versions.program}, schema {versions.schema_}, stream {versions.stream}")
    screen.line(_extent(screen, found))
    for fault in found.faults:
        screen.line(_fault(screen, fault.what, fault.file, fault.why))
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
            zh=f"{there} 局，{parts} 部分，{size}",
            en=f"{counted(manifest.reached, 'hand')} in {counted(len(manifest.parts), 'part')}, {size}",
        )
    hands, all_parts = f"{manifest.hands:,}", f"{found.parts_in_all:,}"
    return screen.say(
        zh=f"未完成：{hands} 局中已有 {there} 局，{all_parts} 部分中已有 {parts}，{size}",
        en=f"not finished: {there} of {hands} hands, {parts} of {all_parts} parts, {size}",
    )


def _fault(screen: Screen, what: str, file: str, why: str) -> str:
    zh = {"missing": "缺失", "damaged": "损坏", "foreign": "不属于此运行"}[what]
    return screen.say(zh=f"{zh}：{file}（{why}）", en=f"{what}: {file}: {why}")


def _given(found: Status) -> str:
    given = found.manifest.given
    return (
        ", " + ", ".join(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in given.items())
        if given
        else ""
    )
