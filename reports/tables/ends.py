"""How hands end: rates by position and seat, streaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hupai.reports.blocks import Cell, Column, Table, amount_cell, share_cell, words_cell

if TYPE_CHECKING:
    from hupai.analysis.document import Document, Place
    from hupai.reports.words import Words

HEADLINE_SHARES = ("win_rate", "draw_rate", "self_draw_rate", "discard_rate", "rob_rate", "several_rate")


PLACE_SHARES = (
    "win_rate",
    "self_draw_rate",
    "discard_rate",
    "rob_rate",
    "fed_rate",
    "robbed_rate",
    "ready_rate",
)


def headline(document: Document, words: Words) -> Table:
    """How hands end, and what a win is like."""
    measures = {measure.key: measure.estimate for measure in [*document.headline, *document.claims]}
    keys = [*HEADLINE_SHARES, "several_share", "self_draw_share", "streak_rate"]
    if measures["leave_rate"].events:
        keys.insert(2, "leave_rate")
    rows = [[named("measure", key, words), share_cell(measures[key])] for key in keys]
    means = ["points", "gain", "moved", "length", "win_turn"]
    means += [kind for kind in ("chows", "pungs", "kongs") if measures[kind].value]
    rows += [[named("measure", key, words), amount_cell(measures[key])] for key in means]
    columns = [
        Column.words(words("column.measure"), "measure"),
        Column.estimate(words("column.value"), "value"),
    ]
    return Table("headline", words("table.headline"), columns, rows, wide=False)


def positions(document: Document, words: Words) -> Table:
    """Rates by position relative to the dealer."""
    return _places("positions", document.positions, words)


def seats(document: Document, words: Words) -> Table:
    """Rates by seat, with who sat there."""
    return _places("seats", document.seats, words)


def _places(key: str, places: list[Place], words: Words) -> Table:
    kind = key.removesuffix("s")
    shares = [name for name in PLACE_SHARES if any(place.estimates[name].events for place in places)]
    rows = [
        [
            words_cell(place_label(kind, place, words), raw=f"{kind} {place.place}"),
            *(share_cell(place.estimates[name]) for name in shares),
            amount_cell(place.estimates["score"], plus=True, strong=True),
        ]
        for place in places
    ]
    columns = [
        Column.words(words(f"column.{kind}"), kind),
        *(Column.estimate(words(f"column.{name}"), name) for name in shares),
        Column.estimate(words("column.score", unit=words("unit.money")), "score"),
    ]
    return Table(key, words(f"table.{key}"), columns, rows, note=words(f"note.{key}"))


def place_label(kind: str, place: Place, words: Words) -> str:
    """Write a position, or a seat with who sat there."""
    if kind == "position":
        return words(f"position.{place.place}")
    return words("seat.long", seat=place.place, strategy=place.strategy)


def streaks(document: Document, words: Words) -> Table:
    """How often the dealer had dealt in a row before."""
    rows = []
    for measure in document.streaks:
        length = int(measure.key)
        last = length == len(document.streaks) - 1
        label = words("or_more", n=length) if last else str(length)
        rows.append([Cell(label, raw=(length,)), share_cell(measure.estimate)])
    columns = [
        Column.count(words("column.streak"), "streak"),
        Column.estimate(words("column.share_of_hands"), "rate"),
    ]
    note = words("note.streaks", hands=document.origin.hands_per_table)
    return Table("streaks", words("table.streaks"), columns, rows, note=note, wide=False)


def named(kind: str, key: str, words: Words) -> Cell:
    """Make the first cell of a line that tells one measure."""
    return words_cell(words(f"{kind}.{key}"), raw=key)
