"""``hupai options VARIANT``: every option, what it takes, and what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hupai.cli.arguments import VariantName
from hupai.cli.frame import Screen, command
from hupai.cli.tables import table

if TYPE_CHECKING:
    import typer
    from rich.table import Table

    from hupai.ext.rules.definition import Definition
    from hupai.ext.rules.options import MapOption, Option


def register(app: typer.Typer) -> None:
    """Hang the command on `app`."""
    app.command("options")(options)


@command
def options(screen: Screen, variant: VariantName) -> None:
    """List a variant's options: name, 中文, type, default, allowed values, kind, clause and meaning."""
    from hupai.ext.rules import definition
    from hupai.ext.rules.options import MapOption

    known = definition(variant)
    if screen.json:
        screen.write_json(_as_json(known))
        return
    maps = [option for option in known.options if isinstance(option, MapOption)]
    screen.show(_options_table(screen, known), *(_entries_table(screen, known, option) for option in maps))


def _options_table(screen: Screen, known: Definition) -> Table:
    from hupai.ext.rules.options import MapOption, shown

    headings = screen.say(
        zh="选项 中文 类型 默认 可取 种类 条款 含义",
        en="Option 中文 Type Default Allowed Kind Clause Meaning",
    )
    listed = table(headings.split(), title=f"{known.variant.zh} {known.variant.en}")
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
    listed = table(headings.split(), title=f"{option.name} {option.zh}")
    derived = screen.say(zh="随其他选项", en="by other options")
    for key in option.keys:
        fan = known.fan(key.name)
        low, high = option.limits(key)
        listed.add_row(
            f"{option.name}.{key.name}",
            key.zh,
            derived if key.default is None else str(key.default),
            f"{low}–{high}",
            fan.how if fan else "",
            fan.clause if fan else option.clause,
            fan.meaning.say(screen.lang) if fan else "",
        )
    return listed


def _allowed(screen: Screen, option: Option) -> str:
    return "\n".join(option.allowed(screen.lang))


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
