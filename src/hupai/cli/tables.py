"""Tables as all commands show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table


def counted(number: int, what: str) -> str:
    """Return ``1 hand`` or ``20,000 hands``."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def table(headings: Sequence[str], *, title: str | None = None) -> Table:
    """Return an empty table of these columns.

    It has no case on either side and folds words rather than cutting them, so that eight columns stay legible
    on a narrow terminal.
    """
    from rich import box
    from rich.table import Table

    made = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        made.add_column(heading, overflow="fold")
    return made
