"""How hands begin, when they are ready, when they are won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hupai.reports import numbers
from hupai.reports.blocks import Cell, Column, Table, amount_cell, count_cell, share_cell
from hupai.reports.tables.ends import named
from hupai.reports.words import need_label

if TYPE_CHECKING:
    from hupai.analysis.document import Document
    from hupai.reports.words import Words


def turns(document: Document, words: Words) -> Table:
    """Wins by the winner's own draws, seats by the draw that first made them ready."""
    held = {way: {b.low: b.count for b in bins} for way, bins in document.win_turns.items()}
    ready = {b.low: b.count for b in document.ready_turns}
    every = sorted({turn for counts in [*held.values(), ready] for turn in counts})
    wins = sum(sum(counts.values()) for counts in held.values())
    gone = 0
    rows = []
    for turn in every:
        here = [held[way].get(turn, 0) for way in held]
        gone += sum(here)
        rows.append(
            [
                count_cell(turn),
                *(count_cell(often) for often in here),
                Cell(
                    f"{100 * gone / wins:.1f}%" if wins else numbers.NOTHING,
                    raw=(gone / wins if wins else None,),
                ),
                count_cell(ready.get(turn, 0)),
            ]
        )
    columns = [
        Column.count(words("column.turn"), "turn"),
        *(Column.count(words(f"by.{way}"), way) for way in held),
        Column.count(words("column.won_so_far"), "won_so_far"),
        Column.count(words("column.first_ready"), "first_ready"),
    ]
    return Table("turns", words("table.turns"), columns, rows, wide=False, folded=True)


def ready(document: Document, words: Words) -> Table:
    """How many seats become ready, when, and what comes of it."""
    rows = [
        [
            named("ready", m.key, words),
            amount_cell(m.estimate) if m.key == "ready_turn" else share_cell(m.estimate),
        ]
        for m in document.ready
    ]
    columns = [
        Column.words(words("column.measure"), "measure"),
        Column.estimate(words("column.value"), "value"),
    ]
    return Table("ready", words("table.ready"), columns, rows, wide=False)


def needs(document: Document, words: Words) -> Table:
    """What hands begin with, and what becomes of them."""
    rows = [
        [
            Cell(need_label(place.place, document, words), raw=(place.place,)),
            share_cell(place.estimates["rate"]),
            share_cell(place.estimates["win_rate"]),
            amount_cell(place.estimates["score"], plus=True),
        ]
        for place in document.needs
    ]
    columns = [
        Column.count(words("column.need"), "need"),
        Column.estimate(words("column.need_rate"), "rate"),
        Column.estimate(words("column.win_rate"), "win_rate"),
        Column.estimate(words("column.score", unit=words("unit.money")), "score"),
    ]
    return Table("needs", words("table.needs"), columns, rows, wide=False)
