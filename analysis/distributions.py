"""Counted values as histograms, tails and quantiles."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING

from hupai.analysis.document import Bin, Distribution, Quantile, Tail
from hupai.analysis.estimates import quantile

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_BINS = 60
"""A histogram has at most about so many bars."""
MOST_TAIL = 160
"""A tail is kept at no more than so many values."""
REST = 0.004
"""The share of all values that the open bin at an end may hold."""
SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999)
"""Quantiles that a distribution is told by."""


def distribution(counts: Mapping[int, int]) -> Distribution:
    """Sum up how an amount is spread.

    Parameters
    ----------
    counts
        How often each value was seen.

    Returns
    -------
    Distribution
        Histogram with open bins at its thin ends, the two tails on which a logarithmic scale is of use,
        quantiles from 1 % to 99.9 %.
    """
    if not counts:
        return Distribution(
            n=0, mean=None, least=None, greatest=None, bins=[], tail=[], losses=[], quantiles=[]
        )
    values = sorted(counts)
    n = sum(counts.values())
    exact = dict(counts)
    return Distribution(
        n=n,
        mean=sum(value * often for value, often in counts.items()) / n,
        least=values[0],
        greatest=values[-1],
        bins=histogram(counts),
        tail=_tail([value for value in reversed(values) if value > 0], exact)[::-1],
        losses=_tail([value for value in values if value < 0], exact)[::-1],
        quantiles=[
            Quantile(share=share, value=value, low=low, high=high)
            for share in SHARES
            for value, low, high in [quantile(exact, share)]
        ],
    )


def histogram(counts: Mapping[int, int]) -> list[Bin]:
    """Sort counted values into bins of one round width; what lies in the thin ends shares an open bin."""
    values = sorted(counts)
    below = list(accumulate(counts[value] for value in values))
    n = below[-1]
    first = values[bisect_left(below, REST * n)] if values[0] < 0 else values[0]
    last = values[min(bisect_left(below, (1 - REST) * n), len(values) - 1)]
    width = _round_width(last - first + 1)
    start = first // width * width
    stop = last // width * width + width
    sorted_in: dict[int, int] = {}
    for value in values:
        at = max(start - width, min(value // width * width, stop))
        sorted_in[at] = sorted_in.get(at, 0) + counts[value]
    bins = []
    for low in range(start - width, stop + 1, width):
        if low in sorted_in or start <= low < stop:
            open_low, open_high = low < start, low >= stop
            bins.append(
                Bin(
                    low=values[0] if open_low else low,
                    high=values[-1] if open_high else low + width - 1,
                    count=sorted_in.get(low, 0),
                )
            )
    return bins


def single(counts: Mapping[int, int]) -> list[Bin]:
    """Return one bin a value, gaps filled."""
    if not counts:
        return []
    return [Bin(low=v, high=v, count=counts.get(v, 0)) for v in range(min(counts), max(counts) + 1)]


def _round_width(span: int) -> int:
    """Return the least of 1, 2, 5, 10, 20, 50 … that needs no more than `MOST_BINS` bins."""
    scale = 1
    while True:
        for step in (1, 2, 5):
            if span <= step * scale * MOST_BINS:
                return step * scale
        scale *= 10


def _tail(outward: list[int], counts: Mapping[int, int]) -> list[Tail]:
    """Return how often values reach as far as each of `outward` (farthest first), thinned where many."""
    reached = list(accumulate(counts[value] for value in outward))
    keep = set(range(0, len(outward), max(1, -(-len(outward) // MOST_TAIL))))
    # The thin end is where single values matter; the last one anchors the curve at its top.
    keep |= set(range(min(10, len(outward)))) | ({len(outward) - 1} if outward else set())
    return [Tail(at=outward[i], count=reached[i]) for i in sorted(keep)]
