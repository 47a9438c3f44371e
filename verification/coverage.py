"""Does a 95 % interval cover its truth 95 % of the time? Simulated tables, many laws, a table of answers.

    python verification/coverage.py [--runs 4000]

Each run draws tables of hands that depend on each other within a table, estimates, and asks whether the
interval holds the truth. The short form stands in ``tests/test_estimates.py``; this one varies the number of
tables, the likeness of hands at a table and the law, and takes a few minutes. Beside each answer stands what
the textbook interval for independent hands would have covered.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hupai.analysis.estimates import Estimate, Moments, proportion, ratio, spread

HANDS = 16
"""Hands of a table."""
Tables = tuple[NDArray[np.int64], ...]
Case = tuple[str, float, Callable[[Moments], Estimate], Callable[[np.random.Generator], Tables], float]
"""What is estimated, its truth, how, one run's columns by table, and the lowest coverage that is right."""


def proportions(tables: int) -> Iterator[Case]:
    """Yield proportions from common to rare, with hands of a table from unlike to very like."""
    for rate in (0.5, 0.25, 0.12, 0.02, 0.002):
        for likeness in (0.001, 0.05, 0.2):

            def draw(rng: np.random.Generator, rate: float = rate, likeness: float = likeness) -> Tables:
                a, b = rate * (1 / likeness - 1), (1 - rate) * (1 / likeness - 1)
                return rng.binomial(HANDS, rng.beta(a, b, tables)), np.full(tables, HANDS)

            yield f"rate {rate:g}, likeness {likeness:g}", rate, proportion, draw, _least(rate, likeness)


def _least(rate: float, likeness: float) -> float:
    # A rare event that fills a few tables and no others is known from those few tables only. No interval made
    # from tables does well there; runs of mahjong are far from it (a likeness of some thousandths).
    return 0.85 if rate <= 0.02 and likeness >= 0.2 else 0.92


def means(tables: int) -> Iterator[Case]:
    """Yield means and a standard deviation of results that are skewed as a hand's are."""
    size = np.full(tables, HANDS)

    def skewed(rng: np.random.Generator) -> NDArray[np.int64]:
        won = rng.random((tables, HANDS)) < 0.25
        amounts = np.where(won, 15 + rng.geometric(0.1, (tables, HANDS)), -10)
        return amounts + np.rint(rng.normal(0, 3, (tables, 1))).astype(np.int64)

    mean = 0.25 * (15 + 10) - 0.75 * 10
    variance = 0.25 * (25**2 + 90) + 0.75 * 100 - mean**2 + 9 + 1 / 12
    yield "mean of a skewed result", mean, ratio, lambda rng: (skewed(rng).sum(axis=1), size), 0.93

    def squares(rng: np.random.Generator) -> Tables:
        results = skewed(rng)
        return (results**2).sum(axis=1), results.sum(axis=1), size

    yield "its standard deviation", sqrt(variance), spread, squares, 0.91

    def points(rng: np.random.Generator) -> Tables:
        wins = rng.binomial(HANDS, rng.beta(2, 6, tables))
        return rng.poisson(20 * wins), wins

    yield "points given a win", 20.0, ratio, points, 0.93


def main() -> int:
    """Print a line for each case; return 1 if one is out of its band."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=4_000)
    runs: int = parser.parse_args().runs
    wrong = 0
    print(f"{'tables':>7}  {'what':32} {'covered':>8} {'if independent':>15}")
    for tables in (20, 60, 250, 1000):
        for what, truth, estimate, draw, least in (*proportions(tables), *means(tables)):
            rng = np.random.default_rng(20_240_601)
            hits = plain = told = 0
            for _ in range(runs):
                moments = Moments.of(*draw(rng))
                found = estimate(moments)
                if found.low is None or found.high is None:
                    continue
                told += 1
                hits += found.low <= truth <= found.high
                plain += _independent(moments, estimate, truth)
            covered = hits / told
            # Exact intervals and few tables may cover more than they promise, never much less.
            slack = 3 * sqrt(0.05 * 0.95 / told)
            fails = covered < least - slack
            wrong += fails
            beside = f"{100 * plain / told:14.1f}%" if estimate is proportion else f"{'':>15}"
            print(f"{tables:7}  {what:32} {100 * covered:7.1f}% {beside}{'  <- too low' if fails else ''}")
    return 1 if wrong else 0


def _independent(moments: Moments, estimate: Any, truth: float) -> bool:
    """Return whether Wilson's interval for independent hands would hold the truth."""
    if estimate is not proportion:
        return False
    events, n = moments.totals
    share, square = events / n, 1.96**2
    centre = (share + square / (2 * n)) / (1 + square / n)
    half = 1.96 * sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n)
    return centre - half <= truth <= centre + half


if __name__ == "__main__":
    sys.exit(main())
