"""How points and results are spread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hupai.reports import numbers
from hupai.reports.blocks import Cell, Column, Table, count_cell

if TYPE_CHECKING:
    from hupai.analysis.document import Document, Quantile
    from hupai.reports.words import Words


def quantiles(document: Document, words: Words) -> Table:
    """Quantiles of a win's points and of a seat's result in a hand."""
    units = {"points": words.of(document.rules.unit), "result": words("unit.money")}
    points = {q.share: q for q in document.points.quantiles}
    results = {q.share: q for q in document.results.quantiles}
    rows = [
        [
            Cell(f"{100 * share:g}%", raw=(share,)),
            _quantile_cell(points.get(share)),
            _quantile_cell(results[share]),
        ]
        for share in results
    ]
    columns = [
        Column.count(words("column.quantile"), "share"),
        *(
            Column(words(f"column.quantile_{of}", unit=unit), (of, f"{of}_low", f"{of}_high"))
            for of, unit in units.items()
        ),
    ]
    return Table(
        "quantiles", words("table.quantiles"), columns, rows, note=words("note.quantiles"), wide=False
    )


def _quantile_cell(quantile: Quantile | None) -> Cell:
    if quantile is None:
        return Cell(numbers.NOTHING, raw=(None, None, None))
    small = "" if quantile.low == quantile.high else _span(quantile.low, quantile.high)
    return Cell(numbers.whole(quantile.value), small, (quantile.value, quantile.low, quantile.high))


def histogram(document: Document, words: Words) -> Table:
    """Wins by their points, in bins."""
    n = document.points.n
    rows = [
        [
            Cell(_span(held.low, held.high), raw=(held.low, held.high)),
            count_cell(held.count),
            Cell(f"{100 * held.count / n:.2f}%", raw=(held.count / n,)),
        ]
        for held in document.points.bins
    ]
    columns = [
        Column(words("column.points_bin", unit=words.of(document.rules.unit)), ("low", "high")),
        Column.count(words("column.count_wins"), "count"),
        Column.count(words("column.share_wins"), "share"),
    ]
    return Table("points", words("table.points"), columns, rows, wide=False, folded=True)


def _span(low: int, high: int) -> str:
    if low == high:
        return numbers.whole(low)
    return f"{numbers.whole(low)}{' … ' if low < 0 else '–'}{numbers.whole(high)}"
