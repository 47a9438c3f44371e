"""Noto Sans SC: for charts, without a trace in the user's matplotlib, and for readers without a 中文 font."""

from __future__ import annotations

import base64
import io
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

FAMILY = "Noto Sans SC"
LAST_WESTERN = 0x2E7F
"""Characters up to here are in any font."""

SETTINGS: dict[str, Any] = {
    "font.family": [FAMILY],
    "font.size": 9.0,
    "axes.titlesize": 9.0,
    "axes.labelsize": 9.0,
    "xtick.labelsize": 8.0,
    "ytick.labelsize": 8.5,
    "legend.fontsize": 8.5,
    "axes.unicode_minus": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#555555",
    "axes.labelcolor": "#333333",
    "xtick.color": "#555555",
    "ytick.color": "#333333",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e3e3e3",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "figure.dpi": 100.0,
    "svg.fonttype": "path",
    # Identifiers in an SVG follow from its content, so that the same numbers give the same page.
    "svg.hashsalt": "hupai",
}
"""What charts change of matplotlib's defaults."""


@contextmanager
def lettering() -> Iterator[None]:
    """Draw charts with the report's font and settings; afterwards everything is as it was."""
    import matplotlib as mpl
    from matplotlib import font_manager
    from pylopdf_fonts_zh_cn import sans_path

    manager = font_manager.fontManager
    path = str(sans_path())
    there = any(entry.fname == path for entry in manager.ttflist)
    if not there:
        manager.addfont(path)
    # From the defaults, not from the user's settings: a report looks the same everywhere.
    settings: dict[Any, Any] = {k: v for k, v in mpl.rcParamsDefault.items() if not k.startswith("backend")}
    settings |= SETTINGS
    try:
        with mpl.rc_context(settings):
            yield
    finally:
        if not there:
            manager.ttflist = [entry for entry in manager.ttflist if entry.fname != path]


def font_face(text: str) -> str:
    """Return a CSS rule with those 中文 characters of `text` that a page needs, as a font of its own.

    The page uses it for these characters alone, so that they look as they do in the charts, and on a machine
    without any 中文 font too.

    Parameters
    ----------
    text
        Whatever the page shows.
    """
    from fontTools import subset  # type: ignore[import-untyped]
    from pylopdf_fonts_zh_cn import sans_path

    wanted = sorted({ord(character) for character in text if ord(character) > LAST_WESTERN})
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.name_IDs = []
    options.recalc_timestamp = False
    font = subset.load_font(str(sans_path()), options, lazy=True, dontLoadGlyphNames=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=wanted)
    held = io.BytesIO()
    with closing(font):
        subsetter.subset(font)
        font.flavor = "woff"
        font.save(held)
    packed = base64.b64encode(held.getvalue()).decode()
    source = f'url(data:font/woff;base64,{packed}) format("woff")'
    reach = f"unicode-range: U+{LAST_WESTERN + 1:X}-FFFFF"
    return f'@font-face {{ font-family: "hupai-han"; src: {source}; {reach}; font-display: block; }}'
