"""Charts of the fans."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hupai.reports import numbers
from hupai.reports.charts.canvas import BLUE, GREY, blank, one_in_label

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from hupai.analysis.document import Document, Estimate
    from hupai.reports.words import Words


def fan_rates(document: Document, words: Words) -> tuple[Figure, str] | None:
    """Draw how often each fan comes."""
    fans = sorted((fan for fan in document.fans if fan.count), key=lambda fan: fan.rate.value or 0.0)
    if not fans:
        return None
    figure, axes = blank(0.9 + 0.2 * len(fans))
    for row, fan in enumerate(fans):
        if fan.rate.low and fan.rate.high:
            axes.plot(
                [fan.rate.low, fan.rate.high], [row, row], color=BLUE, linewidth=2.2, solid_capstyle="butt"
            )
        axes.plot(fan.rate.value or 0.0, row, "o", color=BLUE, markersize=4)
    axes.set_xscale("log")
    axes.set_yticks(range(len(fans)), [words.of(fan.title) for fan in fans])
    axes.set_ylim(-0.7, len(fans) - 0.3)
    axes.xaxis.set_major_formatter(lambda value, _: one_in_label(value))
    axes.xaxis.set_minor_formatter(lambda *_: "")
    axes.set_xlabel(words("axis.fan_rate"))
    rarest = fans[0]
    return figure, words(
        "sentence.fan_rates",
        fan=words.of(rarest.title),
        n=numbers.significant(numbers.one_in(rarest.rate.value)),
        never=sum(1 for fan in document.fans if not fan.count),
    )


def fan_shares(document: Document, words: Words) -> tuple[Figure, str] | None:
    """Draw what share of the points each fan makes."""
    paid = [fan for fan in document.fans if fan.share.value]
    if not paid:
        return None
    fans = sorted(paid, key=lambda fan: fan.share.value or 0.0)
    figure, axes = blank(1.1 + 0.2 * (len(fans) + 1))
    bars: list[tuple[str, Estimate, str]] = [(words.of(fan.title), fan.share, BLUE) for fan in fans]
    if document.fan_other.value:
        bars.insert(0, (words("fan.other"), document.fan_other, GREY))
    widest = max(abs(estimate.value or 0.0) for _, estimate, _ in bars)
    for row, (_, estimate, color) in enumerate(bars):
        value = estimate.value or 0.0
        axes.barh(row, value, color=color, height=0.66)
        axes.text(max(value, 0) + 0.012 * widest, row, numbers.percent(estimate), va="center", fontsize=7.5)
    axes.set_yticks(range(len(bars)), [name for name, _, _ in bars])
    axes.set_ylim(-0.7, len(bars) - 0.3)
    axes.set_xlim(right=widest * 1.16)
    axes.grid(visible=False, axis="y")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value * 100:.0f}%".replace("-", "−"))
    axes.set_xlabel(words("axis.fan_share"))
    top = fans[::-1][:3]
    return figure, words(
        "sentence.fan_shares",
        fans=words.listing([words.of(fan.title) for fan in top]),
        share=f"{100 * sum(fan.share.value or 0.0 for fan in top):.0f}%",
    )
