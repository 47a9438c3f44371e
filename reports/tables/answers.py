"""The tables of a variant's topics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hupai.reports import answers
from hupai.reports.blocks import Cell, Column, Table, amount_cell, count_cell, share_cell, words_cell

if TYPE_CHECKING:
    from hupai.analysis.document import Estimate, Topic, TopicMeasure, TopicTable
    from hupai.reports.words import Words

PLACES = tuple(f"{kind}_{place}" for kind in ("position", "seat") for place in range(4))
MOST_NARROW = 3
"""So many columns of estimates fit beside another table."""


def topic_tables(topic: Topic, words: Words) -> list[Table]:
    """Return the tables of a topic."""
    return [
        _by_rows(topic, table, words) if table.rows else _by_measures(topic, table, words)
        for table in topic.tables
    ]


def _by_measures(topic: Topic, table: TopicTable, words: Words) -> Table:
    """Measures below each other, overall and by places."""
    cells = ["all", *PLACES] if table.places else ["all"]
    rows = [
        [
            words_cell(words.of(measure.title), raw=measure.key),
            *(_cell(measure, measure.estimates[cell]) for cell in cells),
            *([] if table.places else [count_cell(measure.estimates["all"].n)]),
        ]
        for measure in table.measures
    ]
    columns = [
        Column.words(words("column.measure"), "measure"),
        Column.estimate(words("column.overall" if table.places else "column.value"), "value"),
    ]
    if table.places:
        columns += [Column.estimate(words(f"position.{place}"), f"position_{place}") for place in range(4)]
        columns += [Column.estimate(words("seat.short", seat=seat), f"seat_{seat}") for seat in range(4)]
    else:
        columns.append(Column.count(words("column.rests_on"), "n"))
    return _table(topic, table, columns, rows, words, wide=table.places)


def _by_rows(topic: Topic, table: TopicTable, words: Words) -> Table:
    """Measures side by side, row by row."""
    rows = [
        [
            Cell(words.of(row.title), raw=(row.key if row.at is None else row.at,)),
            *(_cell(measure, measure.estimates[row.key]) for measure in table.measures),
        ]
        for row in table.rows
    ]
    head = words("column.what") if table.head is None else words.of(table.head)
    columns = [Column.words(head, "row")]
    columns += [Column.estimate(words.of(measure.title), measure.key) for measure in table.measures]
    return _table(topic, table, columns, rows, words, wide=len(table.measures) > MOST_NARROW)


def _table(
    topic: Topic,
    table: TopicTable,
    columns: list[Column],
    rows: list[list[Cell]],
    words: Words,
    *,
    wide: bool,
) -> Table:
    note = answers.filled(table.says, topic, words) if table.says is not None and not table.chart else ""
    title = words.of(table.title)
    return Table(answers.chart_key(topic.key, table.key), title, columns, rows, note=note, wide=wide)


def _cell(measure: TopicMeasure, estimate: Estimate) -> Cell:
    if measure.kind == "share":
        return share_cell(estimate)
    return amount_cell(estimate, plus=measure.signed)
