"""The chapters of a balance report, in the order in which a designer asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hupai.reports import answers, tables
from hupai.reports.blocks import Charts, Code, Points, Prose, Section, Table, Tables
from hupai.reports.verdict import balance_line

if TYPE_CHECKING:
    from hupai.analysis.document import Document
    from hupai.reports.blocks import Block
    from hupai.reports.charts import Chart
    from hupai.reports.words import Words


def sections(document: Document, charts: dict[str, Chart], words: Words) -> list[Section]:
    """Return all chapters below the first screen.

    Parameters
    ----------
    document
        What `report.json` holds.
    charts
        As `hupai.reports.charts.draw` made them, in the same language.
    words
        The language.
    """

    def drawn(*keys: str) -> list[Block]:
        present = [charts[key] for key in keys if key in charts]
        return [Charts(present)] if present else []

    topics = answers.blocks(document, charts, words)
    chapters: list[tuple[str, list[Block]]] = [
        (
            "rates",
            [
                Prose(words("lead.rates")),
                *drawn("outcomes", "lengths"),
                tables.positions(document, words),
                tables.seats(document, words),
                Tables([tables.headline(document, words), tables.streaks(document, words)]),
            ],
        ),
        *([("topics", [Prose(words("lead.topics")), *topics])] if topics else []),
        (
            "scores",
            [
                Prose(words("lead.scores")),
                *drawn("scores", "money"),
                tables.scores(document, words),
                tables.money(document, words),
                tables.parts(document, words),
                Prose(balance_line(document, words)[1]),
            ],
        ),
        (
            "fans",
            [Prose(words("lead.fans")), *drawn("fan_rates", "fan_shares"), tables.fans(document, words)],
        ),
        (
            "spread",
            [
                Prose(words("lead.spread")),
                *drawn("points", "tails"),
                Tables([tables.quantiles(document, words), tables.histogram(document, words)]),
            ],
        ),
        (
            "flow",
            [
                Prose(words("lead.flow")),
                *drawn("turns", "needs"),
                Tables([tables.needs(document, words), tables.ready(document, words)]),
                tables.turns(document, words),
            ],
        ),
    ]
    if document.own:
        own = (
            tables.own(document, words),
            tables.own_places(document, words),
            tables.own_values(document, words),
        )
        blocks: list[Block] = [table for table in own if table is not None]
        chapters.append(("own", [Prose(words("lead.own")), *blocks]))
    chapters += [
        (
            "origin",
            [
                Prose(words("lead.origin")),
                Code(words("command.simulate"), document.origin.simulate),
                Code(words("command.report"), f"{document.origin.report} --lang {words.lang}"),
                tables.provenance(document, words),
                tables.options(document, words),
                tables.replays(document, words),
            ],
        ),
        (
            "limits",
            [
                Points(
                    [
                        words(f"limit.{key}")
                        for key in ("players", "precision", "tables", "many", "rare", "credit")
                    ]
                ),
                Prose(words("method.intervals")),
            ],
        ),
    ]
    return [Section(key, words(f"section.{key}"), blocks) for key, blocks in chapters]


def all_tables(chapters: list[Section]) -> list[Table]:
    """Return every table of the page."""
    found: list[Table] = []
    for block in (block for chapter in chapters for block in chapter.blocks):
        if isinstance(block, Table):
            found.append(block)
        elif isinstance(block, Tables):
            found += block.tables
    return found
