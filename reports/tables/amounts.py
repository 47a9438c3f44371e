"""What each position and seat wins and loses, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hupai.reports.blocks import Column, Table, amount_cell, share_cell, words_cell
from hupai.reports.tables.ends import place_label

if TYPE_CHECKING:
    from hupai.analysis.document import Document
    from hupai.reports.words import Words


def scores(document: Document, words: Words) -> Table:
    """Expected score and standard deviation by position and seat."""
    unit = words("unit.money")
    rows = []
    for kind, places in (("position", document.positions), ("seat", document.seats)):
        for place in places:
            score, spread = place.estimates["score"], place.estimates["spread"]
            rows.append(
                [
                    words_cell(place_label(kind, place, words), raw=f"{kind} {place.place}"),
                    amount_cell(score, plus=True, strong=True),
                    amount_cell(spread),
                    share_cell(place.estimates["lost_rate"]),
                ]
            )
    columns = [
        Column.words(words("column.place"), "place"),
        Column.estimate(words("column.score", unit=unit), "score"),
        Column.estimate(words("column.spread", unit=unit), "spread"),
        Column.estimate(words("column.lost"), "lost_rate"),
    ]
    return Table("scores", words("table.scores"), columns, rows, note=words("note.scores"))


def money(document: Document, words: Words) -> Table:
    """Where the money comes from and goes to, by position; the last row is the expected score."""
    lines = [line for line in document.ways if any(estimate.value for estimate in line.positions)]
    rows = [
        [
            words_cell(words(f"way.{line.key}"), raw=line.key),
            *(amount_cell(e, plus=True) for e in line.positions),
        ]
        for line in lines
    ]
    total = [
        words_cell(words("way.sum"), raw="total"),
        *(amount_cell(e, plus=True, strong=True) for e in document.total.positions),
    ]
    return Table(
        "money", words("table.money", unit=words("unit.money")), _position_columns(words), rows,
        note=words("note.money"), total=total,
    )  # fmt: skip


def parts(document: Document, words: Words) -> Table:
    """The same money by cause: received, paid and net of each part, by position."""
    rows = []
    for line in document.parts:
        part, flow = line.key.rsplit("/", 1)
        if line.title is None or not any(estimate.value for estimate in line.positions):
            continue
        label = words("part.line", part=words.of(line.title), flow=words(f"flow.{flow}"))
        estimates = [amount_cell(e, plus=True, strong=flow == "net") for e in line.positions]
        rows.append([words_cell(label, raw=f"{part} {flow}"), *estimates])
    total = [
        words_cell(words("way.sum"), raw="total"),
        *(amount_cell(e, plus=True, strong=True) for e in document.total.positions),
    ]
    return Table(
        "parts", words("table.parts", unit=words("unit.money")), _position_columns(words), rows,
        note=words("note.parts"), total=total,
    )  # fmt: skip


def _position_columns(words: Words) -> list[Column]:
    return [
        Column.words(words("column.line"), "line"),
        *(Column.estimate(words(f"position.{place}"), f"position_{place}") for place in range(4)),
    ]
