"""Charts of scores and money."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hupai.reports import numbers
from hupai.reports.charts.canvas import (
    BLUE,
    DARK,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    YELLOW,
    bars,
    blank,
    marker,
    one_in_label,
    patch,
    plain_numbers,
    whiskers,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from hupai.analysis.document import Document, Money, Tail
    from hupai.reports.words import Words


def scores(document: Document, words: Words) -> tuple[Figure, str]:
    """Draw the expected score by position and seat."""
    figure, axes = blank(2.7)
    axes.axhline(0, color=DARK, linewidth=0.8)
    estimates = [place.estimates["score"] for place in document.positions]
    whiskers(axes, range(4), estimates, BLUE)
    seats = [place.estimates["score"] for place in document.seats]
    whiskers(axes, [5.0, 6.0, 7.0, 8.0], seats, ORANGE)
    labels = [words(f"position.{place}") for place in range(4)]
    labels += [words("seat.short", seat=place.place) for place in document.seats]
    axes.set_xticks([0, 1, 2, 3, 5, 6, 7, 8], labels)
    axes.axvline(4, color="#cccccc", linewidth=0.8)
    axes.grid(visible=False, axis="x")
    axes.set_ylabel(words("axis.score", unit=words("unit.money")))
    plain_numbers(axes, "y")
    order = sorted(document.positions, key=lambda place: place.estimates["score"].value or 0.0)
    worst, best = order[0], order[-1]
    sentence = words(
        "sentence.scores",
        best=words(f"position.{best.place}"),
        best_score=numbers.amount(best.estimates["score"], plus=True),
        worst=words(f"position.{worst.place}"),
        worst_score=numbers.amount(worst.estimates["score"], plus=True),
        money=words("unit.money"),
    )
    return figure, sentence


def money(document: Document, words: Words) -> tuple[Figure, str]:
    """Draw where each position's money comes from and goes to."""
    lines = [(line, _way_color(line.key), words(f"way.{line.key}")) for line in document.ways]
    lines = [entry for entry in lines if any(estimate.value for estimate in entry[0].positions)]
    figure, axes = blank(2.9 + 0.12 * len(lines))
    for place in range(4):
        up = down = 0.0
        for line, color, _ in lines:
            value = line.positions[place].value or 0.0
            axes.bar(place, value, bottom=up if value > 0 else down, color=color, width=0.62)
            up, down = (up + value, down) if value > 0 else (up, down + value)
    totals = [place.estimates["score"] for place in document.positions]
    axes.plot(
        range(4), [t.value or 0.0 for t in totals], "D", color="white", markeredgecolor=DARK, markersize=6
    )
    axes.axhline(0, color=DARK, linewidth=0.8)
    axes.set_xticks(range(4), [words(f"position.{place}") for place in range(4)])
    axes.grid(visible=False, axis="x")
    axes.set_ylabel(words("axis.score", unit=words("unit.money")))
    plain_numbers(axes, "y")
    handles: list[Any] = [patch(color) for _, color, _ in lines]
    handles.append(marker("D", "white", DARK))
    names = [name for _, _, name in lines] + [words("way.sum")]
    figure.legend(handles, names, loc="outside lower center", ncols=2 if words.lang == "en" else 3,
                  handlelength=1.0, handletextpad=0.5)  # fmt: skip
    income = max(document.ways[:3], key=lambda line: _mean(line))
    cost = min(document.ways[3:], key=lambda line: _mean(line))
    sentence = words("sentence.money", income=words(f"way.{income.key}"), cost=words(f"way.{cost.key}"))
    return figure, sentence


def _mean(line: Money) -> float:
    return sum(estimate.value or 0.0 for estimate in line.positions)


def _way_color(key: str) -> str:
    colors = {
        "won_self": BLUE, "won_discard": SKY, "won_rob": GREEN, "fed": RED, "robbed": PURPLE,
        "self_of_others": ORANGE, "discard_of_others": YELLOW, "nobody_won": GREY,
    }  # fmt: skip
    return colors[key]


def points(document: Document, words: Words) -> tuple[Figure, str] | None:
    """Draw what wins are worth."""
    spread = document.points
    if not spread.n:
        return None
    figure, axes = blank(2.6)
    bars(axes, spread.bins, spread.n, BLUE)
    axes.set_xlabel(words("axis.points", unit=words.of(document.rules.unit)))
    axes.set_ylabel(words("axis.share_of_wins"))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value * 100:g}%")
    axes.grid(visible=False, axis="x")
    at = {quantile.share: quantile for quantile in spread.quantiles}
    return figure, words(
        "sentence.points",
        median=numbers.whole(at[0.5].value),
        high=numbers.whole(at[0.99].value),
        greatest=numbers.whole(spread.greatest),
        unit=words.of(document.rules.unit),
    )


def tails(document: Document, words: Words) -> tuple[Figure, str] | None:
    """Draw how often a hand brings or costs at least so much."""
    results, points = document.results, document.points
    if not results.n or not points.n:
        return None
    figure, axes = blank(2.7)
    series: tuple[tuple[Sequence[Tail], int, str, str], ...] = (
        (results.tail, results.n, BLUE, "tail.gain"),
        ([held.model_copy(update={"at": -held.at}) for held in results.losses], results.n, RED, "tail.loss"),
    )
    for tail, n, color, name in series:
        if not tail:
            continue
        held = sorted(tail, key=lambda entry: entry.at)
        axes.step([0, *(t.at for t in held)], [held[0].count / n, *(t.count / n for t in held)], where="pre",
                  color=color, linewidth=1.6, label=words(name))  # fmt: skip
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: one_in_label(value))
    axes.yaxis.set_minor_formatter(lambda *_: "")
    axes.set_xlim(left=0)
    axes.set_xlabel(words("axis.at_least", unit=words("unit.money")))
    axes.set_ylabel(words("axis.per_seat_hand"))
    axes.legend(loc="upper right")
    plain_numbers(axes, "x")
    at = {quantile.share: quantile.value for quantile in results.quantiles}
    return figure, words(
        "sentence.tails",
        loss=numbers.whole(-min(at[0.01], 0)),
        gain=numbers.whole(max(at[0.99], 0)),
        worst=numbers.whole(-(results.least or 0)),
        money=words("unit.money"),
    )
