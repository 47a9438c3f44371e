"""``hupai variants``: the variants, 中文 and English, deck, sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hupai.cli.frame import Screen, command
from hupai.cli.tables import table

if TYPE_CHECKING:
    import typer


def register(app: typer.Typer) -> None:
    """Hang the command on `app`."""
    app.command("variants")(variants)


@command
def variants(screen: Screen) -> None:
    """List the variants: 中文 and English names, deck, sources."""
    from hupai.ext.rules import definition
    from hupai.ext.rules import variants as names

    declared = [definition(name).variant for name in names()]
    if screen.json:
        screen.write_json([variant.model_dump(exclude={"short", "prefix"}) for variant in declared])
        return
    listed = table(screen.say(zh="名称 中文 英文 牌 规则来源", en="Name 中文 English Deck Sources").split())
    for variant in declared:
        listed.add_row(
            variant.name,
            variant.zh,
            variant.en,
            variant.deck.say(screen.lang),
            variant.sources.say(screen.lang),
        )
    screen.show(listed)
