"""Tables as all commands show them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

_PIECE = re.compile(r"\s+|(?:[!-~]+|[（“「]*.)[，。；：、）”」？！]*")
"""What a line may break between: spaces, words of ASCII, single 中文 signs; closing marks stay with them."""


def counted(number: int, what: str) -> str:
    """Return ``1 hand`` or ``20,000 hands``."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def wrapped(text: str, width: int, *, indent: int = 0) -> list[str]:
    """Break a text into lines of at most so many columns; no word of ASCII is broken, however narrow.

    Parameters
    ----------
    text
        One paragraph.
    width
        Columns of a terminal, of which a 中文 sign takes two.
    indent
        Spaces before each line.
    """
    from rich.cells import cell_len

    lines, line = [], ""
    for piece in _PIECE.findall(text):
        if line and indent + cell_len(line + piece.rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece if line else piece.lstrip()
    return [" " * indent + part for part in [*lines, line.rstrip()] if part]


def table(headings: Sequence[str], *, title: str | None = None, whole: int = 0) -> Table:
    """Return an empty table of these columns, with no case on either side.

    Parameters
    ----------
    headings
        Of the columns.
    title
        Stands above it.
    whole
        How many of the first columns, those of names, are never broken; others fold words that are too long.
    """
    from rich import box
    from rich.table import Table

    made = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for at, heading in enumerate(headings):
        made.add_column(heading, overflow="fold", no_wrap=at < whole)
    return made
