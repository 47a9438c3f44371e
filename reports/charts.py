"""The charts of a balance report, drawn from the document alone.

Colours are those of Okabe and Ito, which stay apart under colour blindness and in print. Every chart comes
with the sentence that it is there for.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hupai.reports import numbers
from hupai.reports.fonts import lettering

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hupai.analysis.document import Bin, Document, Estimate, Money, Tail
    from hupai.reports.words import Words

BLUE, ORANGE, GREEN, RED = "#0072B2", "#E69F00", "#009E73", "#D55E00"
PURPLE, SKY, GREY, DARK = "#CC79A7", "#56B4E9", "#8c8c8c", "#333333"
WIDTH = 5.2
"""Inches: a chart fills a phone's width at its own size, and half a desk's."""
PNG_DPI = 200


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
        The picture in both forms; the SVG stands in HTML as it is.
    """

    key: str
    title: str
    sentence: str
    svg: str
    png: bytes


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
    with lettering():
        for key, painter in PAINTERS.items():
            painted = painter(document, words)
            if painted is None:
                continue
            figure, sentence = painted
            charts[key] = Chart(
                key=key,
                title=words(f"chart.{key}"),
                sentence=sentence,
                svg=_svg(figure, key, words(f"chart.{key}")),
                png=_png(figure) if png else b"",
            )
    return charts


def _figure(height: float) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.subplots()


def _svg(figure: Figure, key: str, label: str) -> str:
    held = io.StringIO()
    figure.savefig(held, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    text = held.getvalue()
    text = text[text.index("<svg") :]
    # Several pictures stand in one page: their identifiers must not meet.
    text = re.sub(r'id="([^"]+)"', rf'id="{key}-\1"', text)
    text = re.sub(r'href="#([^"]+)"', rf'href="#{key}-\1"', text)
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#{key}-\1)", text)
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    # Without a fixed size the picture takes the width that the page has.
    return re.sub(
        r'<svg ([^>]*?)width="[^"]*" height="[^"]*"',
        rf'<svg role="img" aria-label="{label}" \1',
        text,
        count=1,
    )


def _png(figure: Figure) -> bytes:
    held = io.BytesIO()
    figure.savefig(held, format="png", dpi=PNG_DPI, metadata={"Software": None})
    return held.getvalue()


def _whiskers(axes: Axes, at: Sequence[float], estimates: Sequence[Estimate], color: str) -> None:
    """Draw estimates as dots with their intervals, upright."""
    shown = [(x, e) for x, e in zip(at, estimates, strict=True) if e.value is not None]
    for x, estimate in shown:
        if estimate.low is not None and estimate.high is not None:
            axes.plot(
                [x, x], [estimate.low, estimate.high], color=color, linewidth=1.6, solid_capstyle="butt"
            )
            for end in (estimate.low, estimate.high):
                axes.plot([x - 0.06, x + 0.06], [end, end], color=color, linewidth=1.2)
    axes.plot([x for x, _ in shown], [e.value or 0.0 for _, e in shown], "o", color=color, markersize=5)


def _scores(document: Document, words: Words) -> tuple[Figure, str]:
    figure, axes = _figure(2.7)
    axes.axhline(0, color=DARK, linewidth=0.8)
    estimates = [place.estimates["score"] for place in document.positions]
    _whiskers(axes, range(4), estimates, BLUE)
    seats = [place.estimates["score"] for place in document.seats]
    _whiskers(axes, [5.0, 6.0, 7.0, 8.0], seats, ORANGE)
    labels = [words(f"position.{place}") for place in range(4)]
    labels += [words("seat.short", seat=place.place) for place in document.seats]
    axes.set_xticks([0, 1, 2, 3, 5, 6, 7, 8], labels)
    axes.axvline(4, color="#cccccc", linewidth=0.8)
    axes.grid(visible=False, axis="x")
    axes.set_ylabel(words("axis.score", unit=words("unit.money")))
    _plain_numbers(axes, "y")
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


def _outcomes(document: Document, words: Words) -> tuple[Figure, str]:
    figure, axes = _figure(2.5)
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
    handles = [_patch(color) for _, color in kinds]
    _legend(figure, handles, [words(f"outcome.{kind}") for kind, _ in kinds])
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


def _money(document: Document, words: Words) -> tuple[Figure, str]:
    lines = [(line, _way_color(line.key), words(f"way.{line.key}")) for line in document.ways]
    lines = [entry for entry in lines if any(estimate.value for estimate in entry[0].positions)]
    figure, axes = _figure(2.9 + 0.12 * len(lines))
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
    _plain_numbers(axes, "y")
    handles: list[Any] = [_patch(color) for _, color, _ in lines]
    handles.append(_marker("D", "white", DARK))
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
        "self_of_others": ORANGE, "discard_of_others": "#F0E442", "nobody_won": GREY,
    }  # fmt: skip
    return colors[key]


def _fan_rates(document: Document, words: Words) -> tuple[Figure, str] | None:
    fans = sorted((fan for fan in document.fans if fan.count), key=lambda fan: fan.rate.value or 0.0)
    if not fans:
        return None
    figure, axes = _figure(0.9 + 0.2 * len(fans))
    for row, fan in enumerate(fans):
        if fan.rate.low and fan.rate.high:
            axes.plot(
                [fan.rate.low, fan.rate.high], [row, row], color=BLUE, linewidth=2.2, solid_capstyle="butt"
            )
        axes.plot(fan.rate.value or 0.0, row, "o", color=BLUE, markersize=4)
    axes.set_xscale("log")
    axes.set_yticks(range(len(fans)), [words.of(fan.title) for fan in fans])
    axes.set_ylim(-0.7, len(fans) - 0.3)
    axes.xaxis.set_major_formatter(lambda value, _: _one_in_label(value))
    axes.xaxis.set_minor_formatter(lambda *_: "")
    axes.set_xlabel(words("axis.fan_rate"))
    rarest = fans[0]
    return figure, words(
        "sentence.fan_rates",
        fan=words.of(rarest.title),
        n=numbers.significant(numbers.one_in(rarest.rate.value)),
        never=sum(1 for fan in document.fans if not fan.count),
    )


def _one_in_label(value: float) -> str:
    if value <= 0 or value > 1.0001:
        return ""
    n = 1 / value
    return f"1:{round(n):,}" if n < 1e6 else f"1:{n / 1e6:g}M"


def _fan_shares(document: Document, words: Words) -> tuple[Figure, str] | None:
    paid = [fan for fan in document.fans if fan.share.value]
    if not paid:
        return None
    fans = sorted(paid, key=lambda fan: fan.share.value or 0.0)
    figure, axes = _figure(1.1 + 0.2 * (len(fans) + 1))
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


def _histogram(document: Document, words: Words) -> tuple[Figure, str] | None:
    spread = document.points
    if not spread.n:
        return None
    figure, axes = _figure(2.6)
    _bars(axes, spread.bins, spread.n, BLUE)
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


def _bars(axes: Axes, bins: Sequence[Bin], n: int, color: str) -> None:
    """Draw a histogram whose open bins at the ends are as wide as the others, and pale."""
    if not bins:
        return
    closed = bins[1] if len(bins) > 1 else bins[0]
    width = closed.high - closed.low + 1
    labels: dict[float, str] = {}
    for index, held in enumerate(bins):
        span = held.high - held.low + 1
        # A bar for one whole number stands over it.
        left = held.low - (0.5 if width == 1 else 0.0)
        open_low = index == 0 and span != width and len(bins) > 2
        open_high = index == len(bins) - 1 and span != width
        if open_low:
            left = held.high + 1 - width - (0.5 if width == 1 else 0.0)
            labels[left + width / 2] = f"≤{held.high:,}".replace("-", "−")
        if open_high:
            labels[left + width / 2] = f"≥{held.low:,}".replace("-", "−")
        pale = 0.45 if open_low or open_high else 1.0
        axes.bar(left, held.count / n, width=width * 0.94, align="edge", color=color, alpha=pale)
        if open_low or open_high:
            axes.annotate(
                labels[left + width / 2], (left + width / 2, held.count / n), ha="center", va="bottom",
                fontsize=7.5, xytext=(0, 2), textcoords="offset points",
            )  # fmt: skip
    _plain_numbers(axes, "x")


def _tails(document: Document, words: Words) -> tuple[Figure, str] | None:
    results, points = document.results, document.points
    if not results.n or not points.n:
        return None
    figure, axes = _figure(2.7)
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
    axes.yaxis.set_major_formatter(lambda value, _: _one_in_label(value))
    axes.yaxis.set_minor_formatter(lambda *_: "")
    axes.set_xlim(left=0)
    axes.set_xlabel(words("axis.at_least", unit=words("unit.money")))
    axes.set_ylabel(words("axis.per_seat_hand"))
    axes.legend(loc="upper right")
    _plain_numbers(axes, "x")
    at = {quantile.share: quantile.value for quantile in results.quantiles}
    return figure, words(
        "sentence.tails",
        loss=numbers.whole(-min(at[0.01], 0)),
        gain=numbers.whole(max(at[0.99], 0)),
        worst=numbers.whole(-(results.least or 0)),
        money=words("unit.money"),
    )


def _turns(document: Document, words: Words) -> tuple[Figure, str] | None:
    wins = sum(held.count for bins in document.win_turns.values() for held in bins)
    if not wins:
        return None
    figure, axes = _figure(2.7)
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
    _legend(figure, *axes.get_legend_handles_labels())
    _whole_ticks(axes, "x")
    measures = {m.key: m.estimate for m in [*document.headline, *document.ready]}
    return figure, words(
        "sentence.turns",
        win=numbers.amount(measures["win_turn"]),
        ready=numbers.amount(measures["ready_turn"]),
        rate=numbers.percent(measures["ready_win_rate"]),
    )


def _lengths(document: Document, words: Words) -> tuple[Figure, str] | None:
    hands = sum(held.count for held in document.lengths)
    if not hands:
        return None
    figure, axes = _figure(2.4)
    axes.bar(
        [b.low for b in document.lengths], [b.count / hands for b in document.lengths], color=BLUE, width=0.8
    )
    axes.set_xlabel(words("axis.draws"))
    axes.set_ylabel(words("axis.share_of_hands"))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value * 100:g}%")
    axes.grid(visible=False, axis="x")
    _whole_ticks(axes, "x")
    measures = {m.key: m.estimate for m in document.headline}
    return figure, words(
        "sentence.lengths",
        mean=numbers.amount(measures["length"]),
        drawn=numbers.percent(measures["draw_rate"]),
    )


def _needs(document: Document, words: Words) -> tuple[Figure, str] | None:
    rows = [place for place in document.needs if place.estimates["win_rate"].value is not None]
    if len(rows) < 2:
        return None
    figure, axes = _figure(2.4)
    _whiskers(axes, [place.place for place in rows], [place.estimates["win_rate"] for place in rows], BLUE)
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


def need_label(need: int, document: Document, words: Words) -> str:
    """Write a number of tiles needed; the last one stands for more, too."""
    return words("or_more", n=need) if need == document.last_need else str(need)


def _plain_numbers(axes: Axes, which: str) -> None:
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter(lambda value, _: f"{value:,g}".replace("-", "−"))


def _whole_ticks(axes: Axes, which: str) -> None:
    from matplotlib.ticker import MaxNLocator

    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(MaxNLocator(integer=True))


def _legend(figure: Figure, handles: list[Any], names: list[str]) -> None:
    """Put a legend in one row above the picture."""
    figure.legend(handles, names, loc="outside upper center", ncols=len(names), columnspacing=1.0,
                  handlelength=1.0, handletextpad=0.4)  # fmt: skip


def _patch(color: str) -> Any:
    from matplotlib.patches import Patch

    return Patch(facecolor=color)


def _marker(shape: str, face: str, edge: str) -> Any:
    from matplotlib.lines import Line2D

    return Line2D([], [], linestyle="", marker=shape, markerfacecolor=face, markeredgecolor=edge)


PAINTERS: dict[str, Callable[[Document, Words], tuple[Figure, str] | None]] = {
    "scores": _scores,
    "outcomes": _outcomes,
    "money": _money,
    "fan_rates": _fan_rates,
    "fan_shares": _fan_shares,
    "points": _histogram,
    "tails": _tails,
    "turns": _turns,
    "lengths": _lengths,
    "needs": _needs,
}
"""Chart -> what paints it: a figure and its sentence, or None where there is nothing to show."""
