"""What a variant records of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hupai.reports.blocks import Cell, Column, Table, amount_cell, count_cell, share_cell, words_cell

if TYPE_CHECKING:
    from hupai.analysis.document import Document, Estimate, Own
    from hupai.reports.words import Words


def own(document: Document, words: Words) -> Table:
    """What the variant records of its own, over all seats, and what came of it."""
    rows = []
    for column in document.own:
        after: list[Estimate | None] = [column.win_rate, column.fed_rate]
        rows.append(
            [
                words_cell(words.of(column.title), small=column.name, raw=column.name),
                words_cell(words("per.seat" if column.per_seat else "per.hand")),
                count_cell(column.count),
                share_cell(column.rate),
                _mean_cell(column, words),
                *(Cell("", raw=(None,) * 4) if e is None else share_cell(e) for e in after),
                Cell("", raw=(None,) * 4) if column.score is None else amount_cell(column.score, plus=True),
            ]
        )
    columns = [
        Column.words(words("column.own"), "column"),
        Column.words(words("column.per"), "per"),
        Column.count(words("column.count"), "count"),
        Column.estimate(words("column.happened"), "rate"),
        Column.estimate(words("column.mean"), "mean"),
        Column.estimate(words("column.won_after"), "win_rate"),
        Column.estimate(words("column.fed_after"), "fed_rate"),
        Column.estimate(words("column.score_after", unit=words("unit.money")), "score"),
    ]
    return Table("own", words("table.own"), columns, rows, note=words("note.own"))


def _mean_cell(column: Own, words: Words) -> Cell:
    """Write a mean with its unit; codes have none."""
    if column.mean is None or column.unit is None:
        return Cell("", raw=(None,) * 4)
    cell = amount_cell(column.mean)
    shown = cell.shown if column.mean.value is None else f"{cell.shown} {words.of(column.unit)}"
    return Cell(shown, cell.small, cell.raw)


def own_values(document: Document, words: Words) -> Table | None:
    """How often each code of what the variant records occurs; a plain mark needs no such lines."""
    rows = [
        [
            words_cell(words.of(column.title), small=column.name, raw=column.name),
            count_cell(int(measure.key)),
            count_cell(measure.estimate.events),
            share_cell(measure.estimate),
        ]
        for column in document.own
        for measure in column.values
        if column.nullable or not {measure.key for measure in column.values} <= {"0", "1"}
    ]
    if not rows:
        return None
    columns = [
        Column.words(words("column.own"), "column"),
        Column.count(words("column.code"), "code"),
        Column.count(words("column.count"), "count"),
        Column.estimate(words("column.happened"), "rate"),
    ]
    return Table("own_values", words("table.own_values"), columns, rows, wide=False, folded=len(rows) > 12)


def own_places(document: Document, words: Words) -> Table | None:
    """What the variant records of each seat, by position and by seat."""
    columns_of = [column for column in document.own if column.per_seat]
    if not columns_of:
        return None
    rows = []
    for column in columns_of:
        for which in column.positions[0]:
            estimates = [place[which] for place in (*column.positions, *column.seats)]
            write = share_cell if which == "rate" else amount_cell
            label = words("own.line", column=words.of(column.title), which=words(f"own.{which}"))
            rows.append([words_cell(label, raw=f"{column.name} {which}"), *map(write, estimates)])
    columns = [
        Column.words(words("column.own"), "column"),
        *(Column.estimate(words(f"position.{place}"), f"position_{place}") for place in range(4)),
        *(Column.estimate(words("seat.short", seat=seat), f"seat_{seat}") for seat in range(4)),
    ]
    return Table("own_places", words("table.own_places"), columns, rows)
