"""What all charts share: size, colours, marks, and the forms in which they are written.

Colours are those of Okabe and Ito, which stay apart under colour blindness and in print.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hupai.analysis.document import Bin, Estimate

BLUE, ORANGE, GREEN, RED = "#0072B2", "#E69F00", "#009E73", "#D55E00"
PURPLE, SKY, YELLOW, GREY, DARK = "#CC79A7", "#56B4E9", "#F0E442", "#8c8c8c", "#333333"
WIDTH = 5.2
"""Inches: a chart fills a phone's width at its own size, and half a desk's."""
PNG_DPI = 200
ABOVE, BELOW, MARGIN = 0.3, 0.2, 0.08
"""Inches of a PNG's title, of its foot, and beside both."""


def blank(height: float) -> tuple[Figure, Axes]:
    """Return an empty figure of so many inches, and its axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.subplots()


def as_svg(figure: Figure, key: str, label: str) -> str:
    """Return a figure as SVG that can stand in a page beside others."""
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


def as_png(figure: Figure, title: str, foot: str) -> bytes:
    """Return a figure as a PNG file that tells by itself what it shows: a title above, its origin below."""
    import numpy as np
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure.set_dpi(PNG_DPI)
    drawn: Any = FigureCanvasAgg(figure)  # matplotlib says nothing of the types of its canvas
    drawn.draw()
    picture = np.asarray(drawn.buffer_rgba())
    # Set around the finished picture: within it they would meet the legends, which stand outside of axes.
    height, width = picture.shape[:2]
    above, below = round(ABOVE * PNG_DPI), round(BELOW * PNG_DPI)
    sheet = Figure(figsize=(width / PNG_DPI, (height + above + below) / PNG_DPI), dpi=PNG_DPI)
    canvas: Any = FigureCanvasAgg(sheet)
    sheet.figimage(picture, 0, below)
    middle = below + height + above / 2
    for words, y, size, color in ((title, middle, 10.5, DARK), (foot, below / 2, 6.5, "#777777")):
        written = sheet.text(
            MARGIN * PNG_DPI / width, y / (height + above + below), words,
            fontsize=size, color=color, va="center", parse_math=False,
        )  # fmt: skip
        # A long line is written smaller, rather than cut off.
        reach = written.get_window_extent(canvas.get_renderer()).width
        written.set_fontsize(size * min(1.0, (width - 2 * MARGIN * PNG_DPI) / reach))
    held = io.BytesIO()
    canvas.print_png(held, metadata={"Software": None})
    return held.getvalue()


def whiskers(axes: Axes, at: Sequence[float], estimates: Sequence[Estimate], color: str) -> None:
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


def bars(axes: Axes, bins: Sequence[Bin], n: int, color: str) -> None:
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
    plain_numbers(axes, "x")


def plain_numbers(axes: Axes, which: str) -> None:
    """Write the numbers of an axis without exponents, thousands separated."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter(lambda value, _: f"{value:,g}".replace("-", "−"))


def whole_ticks(axes: Axes, which: str) -> None:
    """Mark whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(MaxNLocator(integer=True))


def legend(figure: Figure, handles: list[Any], names: list[str]) -> None:
    """Put a legend in one row above the picture."""
    figure.legend(handles, names, loc="outside upper center", ncols=len(names), columnspacing=1.0,
                  handlelength=1.0, handletextpad=0.4)  # fmt: skip


def patch(color: str) -> Any:
    """Return a swatch for a legend."""
    from matplotlib.patches import Patch

    return Patch(facecolor=color)


def marker(shape: str, face: str, edge: str) -> Any:
    """Return a marker for a legend."""
    from matplotlib.lines import Line2D

    return Line2D([], [], linestyle="", marker=shape, markerfacecolor=face, markeredgecolor=edge)


def one_in_label(value: float) -> str:
    """Write a rate as 1:N."""
    if value <= 0 or value > 1.0001:
        return ""
    n = 1 / value
    return f"1:{round(n):,}" if n < 1e6 else f"1:{n / 1e6:g}M"
