"""``hupai options VARIANT``: every option, what it takes, and what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hupai.cli.arguments import VariantName
from hupai.cli.frame import Screen, command
from hupai.cli.tables import table, wrapped

if TYPE_CHECKING:
    import typer
    from rich.table import Table

    from hupai.ext.rules.definition import Definition
    from hupai.ext.rules.options import Key, MapOption, Option

WIDE = 120
"""Columns from which on options stand in tables; on a narrower terminal they stand below each other."""


def register(app: typer.Typer) -> None:
    """Hang the command on `app`."""
    app.command("options")(options)


@command
def options(screen: Screen, variant: VariantName) -> None:
    """List a variant's options: name, 中文, type, default, allowed values, kind, clause and meaning.

    On a terminal of fewer than 120 columns each option has lines of its own instead of a row.
    """
    from hupai.ext.rules import definition
    from hupai.ext.rules.options import MapOption

    known = definition(variant)
    if screen.json:
        screen.write_json(_as_json(known))
        return
    maps = [option for option in known.options if isinstance(option, MapOption)]
    for line in wrapped(_kinds(screen), screen.width):
        screen.line(line)
    screen.line("")
    if screen.width >= WIDE:
        screen.show(
            _options_table(screen, known), *(_entries_table(screen, known, option) for option in maps)
        )
        return
    _list_options(screen, known)
    for option in maps:
        _list_entries(screen, known, option)


def _kinds(screen: Screen) -> str:
    return screen.say(
        zh="种类：play 影响一局怎么打；score 只影响各项值多少，已有的牌局可按它重新结算；"
        "next 只影响下一局谁坐庄。",
        en="Kinds: play can change what happens in a hand; score only what things are worth, so that "
        "recorded hands can be settled again under it; next only who deals the next hand.",
    )


def _list_options(screen: Screen, known: Definition) -> None:
    from hupai.ext.rules.options import MapOption, shown

    screen.line(f"{known.variant.zh} {known.variant.en}")
    below = screen.say(zh="见下", en="see below")
    for option in known.options:
        entries = isinstance(option, MapOption)
        default = below if entries else shown(option.default)
        allowed = below if entries else _listed(screen, option)
        kind = _kind(screen, option)
        _list(
            screen,
            f"{option.name}  {option.zh}  {option.clause}",
            screen.say(
                zh=f"{option.type}，默认 {default}，种类 {kind}",
                en=f"{option.type}, default {default}, kind {kind}",
            ),
            screen.say(zh=f"可取：{allowed}", en=f"allowed: {allowed}"),
            option.meaning.say(screen.lang),
        )


def _list_entries(screen: Screen, known: Definition, option: MapOption) -> None:
    screen.line("")
    screen.line(f"{option.name} {option.zh}")
    for key in option.keys:
        fan = known.fan(key.name)
        low, high = option.limits(key)
        how = f", {fan.how}" if fan else ""
        default = _default(screen, key)
        _list(
            screen,
            f"{option.name}.{key.name}  {key.zh}  {fan.clause if fan else option.clause}",
            screen.say(
                zh=f"默认 {default}，可取 {low}–{high}{how.replace(', ', '，算法 ')}",
                en=f"default {default}, allowed {low}–{high}{how}",
            ),
            fan.meaning.say(screen.lang) if fan else "",
        )


def _list(screen: Screen, name: str, *told: str) -> None:
    screen.line("")
    for line in wrapped(name, screen.width):
        screen.line(line)
    for text in told:
        for line in wrapped(text, screen.width, indent=2):
            screen.line(line)


def _options_table(screen: Screen, known: Definition) -> Table:
    from hupai.ext.rules.options import MapOption, shown

    headings = screen.say(
        zh="选项 中文 类型 默认 可取 种类 条款 含义",
        en="Option 中文 Type Default Allowed Kind Clause Meaning",
    )
    listed = table(headings.split(), whole=2, title=f"{known.variant.zh} {known.variant.en}")
    for option in known.options:
        entries = isinstance(option, MapOption)
        listed.add_row(
            option.name,
            option.zh,
            option.type,
            screen.say(zh="见下表", en="see below") if entries else shown(option.default),
            screen.say(zh="见下表", en="see below") if entries else _allowed(screen, option),
            _kind(screen, option),
            option.clause,
            option.meaning.say(screen.lang),
        )
    return listed


def _entries_table(screen: Screen, known: Definition, option: MapOption) -> Table:
    headings = screen.say(
        zh="名称 中文 默认 可取 算法 条款 含义", en="Entry 中文 Default Allowed How Clause Meaning"
    )
    listed = table(headings.split(), whole=2, title=f"{option.name} {option.zh}")
    for key in option.keys:
        fan = known.fan(key.name)
        low, high = option.limits(key)
        listed.add_row(
            f"{option.name}.{key.name}",
            key.zh,
            _default(screen, key),
            f"{low}–{high}",
            fan.how if fan else "",
            fan.clause if fan else option.clause,
            fan.meaning.say(screen.lang) if fan else "",
        )
    return listed


def _allowed(screen: Screen, option: Option) -> str:
    return "\n".join(option.allowed(screen.lang))


def _listed(screen: Screen, option: Option) -> str:
    # A space to either side, so that lines break between words and not within them.
    return " / ".join(option.allowed(screen.lang)) if screen.lang == "zh" else ", ".join(option.allowed())


def _default(screen: Screen, key: Key) -> str:
    return screen.say(zh="随其他选项", en="by other options") if key.default is None else str(key.default)


def _kind(screen: Screen, option: Option) -> str:
    also = [kind for kind in option.kinds if kind != option.kind]
    return option.kind + "".join(
        screen.say(zh=f"；变为或不再为0时 {kind}", en=f"; {kind} to or from 0") for kind in also
    )


def _as_json(known: Definition) -> dict[str, Any]:
    return {
        "variant": known.name,
        "zh": known.variant.zh,
        "en": known.variant.en,
        "options": [
            {
                **option.model_dump(exclude_none=False),
                "default": option.default,
                "allowed": {"zh": list(option.allowed("zh")), "en": list(option.allowed("en"))},
            }
            for option in known.options
        ],
        "fans": [fan.model_dump() for fan in known.fans],
        "constraints": [constraint.model_dump() for constraint in known.constraints],
    }
