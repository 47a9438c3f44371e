"""Charts of how hands go: who wins, when, how long it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hupai.reports import numbers
from hupai.reports.charts.canvas import (
    BLUE,
    DARK,
    GREEN,
    PURPLE,
    RED,
    SKY,
    blank,
    legend,
    patch,
    whiskers,
    whole_ticks,
)
from hupai.reports.words import need_label

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from hupai.analysis.document import Document
    from hupai.reports.words import Words


def outcomes(document: Document, words: Words) -> tuple[Figure, str]:
    """Draw how each position wins and deals in."""
    figure, axes = blank(2.5)
    kinds = (
        ("self_draw_rate", BLUE),
        ("discard_rate", SKY),
        ("rob_rate", GREEN),
        ("fed_rate", RED),
        ("robbed_rate", PURPLE),
    )
    rows = range(4)
    for row in rows:
        place = document.positions[row]
        right, left = 0.0, 0.0
        for kind, color in kinds:
            value = place.estimates[kind].value or 0.0
            if kind in ("fed_rate", "robbed_rate"):
                axes.barh(row, -value, left=-left, color=color, height=0.6)
                left += value
            else:
                axes.barh(row, value, left=right, color=color, height=0.6)
                right += value
    axes.set_yticks(list(rows), [words(f"position.{place}") for place in rows])
    axes.invert_yaxis()
    axes.axvline(0, color=DARK, linewidth=0.8)
    axes.grid(visible=False, axis="y")
    axes.xaxis.set_major_formatter(lambda value, _: f"{abs(value) * 100:.0f}%")
    axes.set_xlabel(words("axis.outcomes"))
    handles = [patch(color) for _, color in kinds]
    legend(figure, handles, [words(f"outcome.{kind}") for kind, _ in kinds])
    dealer = document.positions[0].estimates
    others = [place.estimates["win_rate"].value or 0.0 for place in document.positions[1:]]
    sentence = words(
        "sentence.outcomes",
        dealer=numbers.percent(dealer["win_rate"]),
        low=f"{100 * min(others):.1f}%",
        high=f"{100 * max(others):.1f}%",
        fed=numbers.percent(dealer["fed_rate"]),
    )
    return figure, sentence


def lengths(document: Document, words: Words) -> tuple[Figure, str] | None:
    """Draw how long hands last."""
    hands = sum(held.count for held in document.lengths)
    if not hands:
        return None
    figure, axes = blank(2.4)
    axes.bar(
        [b.low for b in document.lengths], [b.count / hands for b in document.lengths], color=BLUE, width=0.8
    )
    axes.set_xlabel(words("axis.draws"))
    axes.set_ylabel(words("axis.share_of_hands"))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value * 100:g}%")
    axes.grid(visible=False, axis="x")
    whole_ticks(axes, "x")
    measures = {m.key: m.estimate for m in document.headline}
    return figure, words(
        "sentence.lengths",
        mean=numbers.amount(measures["length"]),
        drawn=numbers.percent(measures["draw_rate"]),
    )


def turns(document: Document, words: Words) -> tuple[Figure, str] | None:
    """Draw when seats are ready and when they win."""
    wins = sum(held.count for bins in document.win_turns.values() for held in bins)
    if not wins:
        return None
    figure, axes = blank(2.7)
    base: dict[int, float] = {}
    for way, color in (("self", BLUE), ("discard", SKY), ("rob", GREEN)):
        for index, held in enumerate(document.win_turns[way]):
            share = held.count / wins
            label = words(f"by.{way}") if index == 0 else None
            axes.bar(held.low, share, bottom=base.get(held.low, 0.0), color=color, width=0.8, label=label)
            base[held.low] = base.get(held.low, 0.0) + share
    ready = sum(held.count for held in document.ready_turns)
    if ready:
        turns, shares = zip(*((b.low, b.count / ready) for b in document.ready_turns), strict=True)
        axes.plot(turns, shares, "o-", color=RED, markersize=3.5, linewidth=1.4, label=words("turn.ready"))
    axes.set_xlabel(words("axis.own_draws"))
    axes.set_ylabel(words("axis.share_of_each"))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value * 100:g}%")
    axes.grid(visible=False, axis="x")
    legend(figure, *axes.get_legend_handles_labels())
    whole_ticks(axes, "x")
    measures = {m.key: m.estimate for m in [*document.headline, *document.ready]}
    return figure, words(
        "sentence.turns",
        win=numbers.amount(measures["win_turn"]),
        ready=numbers.amount(measures["ready_turn"]),
        rate=numbers.percent(measures["ready_win_rate"]),
    )


def needs(document: Document, words: Words) -> tuple[Figure, str] | None:
    """Draw the win rate by the need of the dealt hand."""
    rows = [place for place in document.needs if place.estimates["win_rate"].value is not None]
    if len(rows) < 2:
        return None
    figure, axes = blank(2.4)
    whiskers(axes, [place.place for place in rows], [place.estimates["win_rate"] for place in rows], BLUE)
    axes.set_xticks([p.place for p in rows], [need_label(p.place, document, words) for p in rows])
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value * 100:g}%")
    axes.set_xlabel(words("axis.need"))
    axes.set_ylabel(words("axis.win_rate"))
    axes.grid(visible=False, axis="x")
    common = max(rows, key=lambda place: place.estimates["rate"].value or 0.0)
    return figure, words(
        "sentence.needs",
        need=need_label(common.place, document, words),
        share=numbers.percent(common.estimates["rate"]),
        rate=numbers.percent(common.estimates["win_rate"]),
    )
