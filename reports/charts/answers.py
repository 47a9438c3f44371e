"""Charts of a variant's topics: measures over the rows of a table."""

from __future__ import annotations

import re
from textwrap import fill
from typing import TYPE_CHECKING

from hupai.reports import answers
from hupai.reports.charts.canvas import BLUE, DARK, ORANGE, WIDTH, plain_numbers, whiskers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hupai.analysis.document import Document, TopicMeasure, TopicRow, TopicTable
    from hupai.reports.words import Words

COLORS = (BLUE, ORANGE)


def topic_charts(document: Document, words: Words) -> Iterator[tuple[str, str, Figure, str]]:
    """Draw every table of a topic that is to be drawn: its key, title, picture and sentence."""
    for topic in document.topics:
        for table in topic.tables:
            rows = [row for row in table.rows if _shown(table, row)]
            if not table.chart or not topic.seen or len(rows) < 2 or table.says is None:
                continue
            sentence = answers.filled(table.says, topic, words)
            key = answers.chart_key(topic.key, table.key)
            yield key, words.of(table.title), _drawn(table, rows, words), sentence


def _shown(table: TopicTable, row: TopicRow) -> bool:
    drawn = [measure for measure in table.measures if measure.key in table.chart]
    return any(measure.estimates[row.key].value is not None for measure in drawn)


def _drawn(table: TopicTable, rows: list[TopicRow], words: Words) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, 2.5), layout="constrained")
    panels = figure.subplots(1, len(table.chart), squeeze=False)[0]
    by_key = {measure.key: measure for measure in table.measures}
    for index, key in enumerate(table.chart):
        _panel(panels[index], by_key[key], rows, words, COLORS[index % len(COLORS)])
    if table.head is not None:
        figure.supxlabel(words.of(table.head), fontsize=9, color="#333333")
    return figure


def _lines(label: str) -> str:
    """Break a long label, so that neighbours do not meet."""
    return "\n".join(fill(part, 10) for part in re.split("[，,] ?", label))


def _panel(axes: Axes, measure: TopicMeasure, rows: list[TopicRow], words: Words, color: str) -> None:
    whiskers(axes, range(len(rows)), [measure.estimates[row.key] for row in rows], color)
    axes.set_xticks(range(len(rows)), [_lines(words.of(row.title)) for row in rows])
    axes.set_xlim(-0.5, len(rows) - 0.5)
    axes.set_title(words.of(measure.title))
    axes.grid(visible=False, axis="x")
    if measure.signed:
        axes.axhline(0, color=DARK, linewidth=0.8)
    else:
        axes.set_ylim(bottom=0)
    if measure.kind == "share":
        axes.yaxis.set_major_formatter(lambda value, _: f"{value * 100:g}%")
    else:
        plain_numbers(axes, "y")
