"""The charts of a balance report, drawn from the document alone; each comes with its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hupai.reports import numbers
from hupai.reports.charts import answers, fans, money, play
from hupai.reports.charts.canvas import as_png, as_svg
from hupai.reports.fonts import lettering

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.figure import Figure

    from hupai.analysis.document import Document
    from hupai.reports.words import Words


@dataclass(frozen=True)
class Chart:
    """A chart as a page holds it.

    Attributes
    ----------
    key
        Its name, also of its PNG file.
    title, sentence
        What it shows, and what is to be seen in it.
    svg, png
        The picture in both forms; the SVG stands in HTML as it is, the PNG has its title and origin in it.
    """

    key: str
    title: str
    sentence: str
    svg: str
    png: bytes


PAINTERS: dict[str, Callable[[Document, Words], tuple[Figure, str] | None]] = {
    "scores": money.scores,
    "outcomes": play.outcomes,
    "money": money.money,
    "fan_rates": fans.fan_rates,
    "fan_shares": fans.fan_shares,
    "points": money.points,
    "tails": money.tails,
    "turns": play.turns,
    "lengths": play.lengths,
    "needs": play.needs,
}
"""Chart -> what paints it: a figure and its sentence, or None where there is nothing to show."""


def draw(document: Document, words: Words, *, png: bool = False) -> dict[str, Chart]:
    """Draw every chart for which there is something to show.

    Parameters
    ----------
    document
        What `report.json` holds.
    words
        The language.
    png
        Whether PNG files are wanted too; without, `Chart.png` is empty.
    """
    charts = {}
    foot = words(
        "chart.foot",
        variant=words.of(document.rules.title),
        hands=numbers.whole(document.origin.hands),
        seed=document.origin.seed,
        hash=document.rules.hash,
    )
    with lettering():
        for key, painter in PAINTERS.items():
            painted = painter(document, words)
            if painted is None:
                continue
            figure, sentence = painted
            title = words(f"chart.{key}")
            charts[key] = Chart(
                key=key,
                title=title,
                sentence=sentence,
                svg=as_svg(figure, key, title),
                png=as_png(figure, title, foot) if png else b"",
            )
        for key, title, figure, sentence in answers.topic_charts(document, words):
            charts[key] = Chart(
                key=key,
                title=title,
                sentence=sentence,
                svg=as_svg(figure, key, title),
                png=as_png(figure, title, foot) if png else b"",
            )
    return charts
