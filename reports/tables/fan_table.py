"""The fan table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hupai.reports import numbers
from hupai.reports.blocks import (
    Cell,
    Column,
    Table,
    amount_cell,
    count_cell,
    one_in_cell,
    share_cell,
    words_cell,
)

if TYPE_CHECKING:
    from hupai.analysis.document import Document, Fan
    from hupai.reports.words import Words


def fans(document: Document, words: Words) -> Table:
    """The fan table."""
    unit = words.of(document.rules.unit)
    rows = [
        [
            words_cell(words.of(fan.title), small=fan.id, raw=fan.id),
            Cell(worth(fan), raw=(fan.value,)),
            count_cell(fan.count),
            share_cell(fan.rate),
            one_in_cell(fan.rate),
            share_cell(fan.of_wins),
            amount_cell(fan.times),
            amount_cell(fan.points),
            share_cell(fan.share, strong=True),
        ]
        for fan in document.fans
    ]
    other = [
        words_cell(words("fan.other"), raw="other"),
        *_blank((1, 1, 4, 4, 4, 4, 4)),
        share_cell(document.fan_other),
    ]
    columns = [
        Column.words(words("column.fan"), "fan"),
        Column.count(words("column.fan_value"), "value"),
        Column.count(words("column.count"), "count"),
        Column.estimate(words("column.rate"), "rate"),
        Column.estimate(words("column.one_in"), "one_in"),
        Column.estimate(words("column.of_wins"), "of_wins"),
        Column.estimate(words("column.times"), "times"),
        Column.estimate(words("column.fan_points", unit=unit), "points"),
        Column.estimate(words("column.share"), "share"),
    ]
    return Table("fans", words("table.fans"), columns, rows, note=words("note.fans"), total=other)


def worth(fan: Fan) -> str:
    """Write what a fan is worth: an amount, or a factor."""
    return f"×{fan.value}" if fan.how in ("multiply", "factor") else numbers.whole(fan.value)


def _blank(widths: tuple[int, ...]) -> list[Cell]:
    return [Cell("", raw=(None,) * width) for width in widths]
