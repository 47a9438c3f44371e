"""Estimates with 95 % intervals from sums over tables.

Hands of one table depend on each other (dealer, streak), so the table is the unit of resampling: every
interval here comes from how much the tables differ. What is kept of the tables are exact integer sums
(:class:`Moments`), so that an estimate is the same whatever the order in which they were added up.

Sources: Wilson (1927) for proportions, on the effective number of observations (Kish 1965: n over the
design effect); Clopper and Pearson (1934) below ten events, on the same number as Korn and Graubard (1998)
do; the rule of three where nothing was seen; the linearised ratio with a t quantile for means (Cochran
1977, section 6.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEVEL = 0.95
"""The coverage that every interval is made for."""
RARE = 10
"""Below so many events (or non-events) an interval is exact instead of Wilson's, and a mean has none."""
FEW_TABLES = 30
"""Below so many tables their differences say little, and a design effect under 1 is not believed."""

How = Literal["wilson", "exact", "none_seen", "all_seen", "tables", "too_few", "empty"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval.

    Attributes
    ----------
    value
        The estimate; None where nothing was observed that it could rest on.
    low, high
        The ends of its 95 % interval; None where there are too few observations to tell.
    n
        How many observations it rests on (hands, wins, a seat's hands …); for ``too_few`` those that count.
    events
        How many of them are events, for a proportion.
    how
        How the interval was made: ``wilson``, ``exact`` (Clopper–Pearson), ``none_seen`` and ``all_seen``
        (rule of three), ``tables`` (cluster-robust), ``too_few`` (fewer than `RARE` observations, or than two
        tables: no interval), ``empty``.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    events: int | None
    how: How

    @property
    def half_width(self) -> float | None:
        """Half of the interval's width, or None where there is no interval."""
        if self.low is None or self.high is None:
            return None
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Moments:
    """Exact sums over tables of k quantities and of their products.

    Attributes
    ----------
    tables
        How many tables were added up.
    totals
        The k sums.
    products
        The k × k sums of products, row by row, symmetric.
    """

    tables: int
    totals: tuple[int, ...]
    products: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, *columns: NDArray[Any]) -> Moments:
        """Sum k integer columns with one entry a table."""
        # Columns of Python's own integers come where 64 bits do not hold an entry.
        wide = [column if column.dtype == object else column.astype(np.int64) for column in columns]
        sizes = [int(np.abs(column).max(initial=0)) for column in wide]
        tables = len(wide[0])
        products = [[0] * len(wide) for _ in wide]
        for i, left in enumerate(wide):
            for j in range(i, len(wide)):
                if sizes[i] * sizes[j] * tables < 2**63:
                    cross = int(left @ wide[j])
                else:  # options can make amounts so large that 64 bits overflow
                    cross = int(left.astype(object) @ wide[j].astype(object))
                products[i][j] = products[j][i] = cross
        totals = (
            int(column.sum()) if size * tables < 2**63 else int(column.astype(object).sum())
            for column, size in zip(wide, sizes, strict=True)
        )
        return cls(tables, tuple(totals), tuple(map(tuple, products)))

    def __add__(self, other: Moments) -> Moments:
        return Moments(
            self.tables + other.tables,
            tuple(a + b for a, b in zip(self.totals, other.totals, strict=True)),
            tuple(
                tuple(a + b for a, b in zip(mine, theirs, strict=True))
                for mine, theirs in zip(self.products, other.products, strict=True)
            ),
        )

    def quadratic(self, weights: tuple[Fraction, ...]) -> Fraction:
        """Return the sum over tables of (Σ weight × quantity)², exactly."""
        return sum(
            (a * b * self.products[i][j] for i, a in enumerate(weights) for j, b in enumerate(weights)),
            Fraction(0),
        )


def _t_quantile(degrees: int, level: float) -> float:
    from scipy.special import ndtri, stdtrit

    upper = (1 + level) / 2
    return float(stdtrit(degrees, upper)) if degrees < 10_000 else float(ndtri(upper))


def _variance(moments: Moments) -> float | None:
    """Return the variance of the ratio of the first quantity to the second, or None for a single table."""
    if moments.tables < 2:
        return None
    y, x = moments.totals[:2]
    residual = moments.quadratic((Fraction(1), Fraction(-y, x)))
    return float(residual * moments.tables / ((moments.tables - 1) * x * x))


def design_effect(moments: Moments) -> float:
    """Return by how much clustering in tables widens the variance of a proportion.

    Parameters
    ----------
    moments
        Of events and observations, by table.

    Returns
    -------
    float
        Variance over tables ÷ binomial variance. 1 where it cannot be told (one table, or no variance);
        with fewer than `FEW_TABLES` tables at least 1; never under 0.25.
    """
    y, x = moments.totals[:2]
    variance = _variance(moments) if x else None
    if variance is None or not 0 < y < x:
        return 1.0
    effect = variance / (y * (x - y) / x**3)
    return max(effect, 1.0 if moments.tables < FEW_TABLES else 0.25)


def proportion(moments: Moments, *, level: float = LEVEL) -> Estimate:
    """Estimate a proportion.

    Parameters
    ----------
    moments
        Of events and observations, by table (0 ≤ events ≤ observations).
    level
        Coverage of the interval.

    Returns
    -------
    Estimate
        Wilson's interval on the effective number of observations; below `RARE` effective events or
        non-events Clopper and Pearson's; with none seen 0 … 3/n, with all seen 1 − 3/n … 1.
    """
    events, n = moments.totals[:2]
    if n == 0:
        return Estimate(None, None, None, 0, 0, "empty")
    if events == 0:
        return Estimate(0.0, 0.0, min(1.0, 3 / n), n, 0, "none_seen")
    if events == n:
        return Estimate(1.0, max(0.0, 1 - 3 / n), 1.0, n, n, "all_seen")
    value = events / n
    effect = design_effect(moments)
    normal = _t_quantile(10**9, level)
    critical = _t_quantile(moments.tables - 1, level) if moments.tables > 1 else normal
    if min(events, n - events) < RARE * max(effect, 1.0):
        # Korn and Graubard: fewer observations where few tables tell how like their hands are.
        low, high = _clopper_pearson(value, n / max(effect, 1.0) * (normal / critical) ** 2, level)
        return Estimate(value, low, high, n, events, "exact")
    low, high = _wilson(value, n / effect, critical)
    return Estimate(value, low, high, n, events, "wilson")


def _wilson(value: float, n: float, critical: float) -> tuple[float, float]:
    square = critical * critical
    centre = (value + square / (2 * n)) / (1 + square / n)
    half = critical * sqrt(value * (1 - value) / n + square / (4 * n * n)) / (1 + square / n)
    return max(0.0, centre - half), min(1.0, centre + half)


def _clopper_pearson(value: float, n: float, level: float) -> tuple[float, float]:
    from scipy.special import betaincinv

    events, tail = value * n, (1 - level) / 2
    return (
        float(betaincinv(events, n - events + 1, tail)),
        float(betaincinv(events + 1, n - events, 1 - tail)),
    )


def ratio(moments: Moments, *, support: int | None = None, level: float = LEVEL) -> Estimate:
    """Estimate a ratio of two sums, such as a mean per hand or the mean points of a win.

    Parameters
    ----------
    moments
        Of the amount and of what it is counted over (hands, wins …), by table.
    support
        How many observations the amount comes from, where that is fewer than what it is counted over.
    level
        Coverage of the interval.

    Returns
    -------
    Estimate
        Cluster-robust by linearisation over tables, with a t quantile. What it is counted over bounds the
        degrees of freedom too: fifty wins in a million hands are fifty observations. Below `RARE` of them
        there is no interval: amounts of wins are too skew for t, whose ends would lie where no amount can.
    """
    y, x = moments.totals[:2]
    if x == 0:
        return Estimate(None, None, None, 0, None, "empty")
    value = y / x
    variance = _variance(moments)
    observed = x if support is None else min(x, support)
    if variance is None or observed < RARE:
        return Estimate(value, None, None, observed, None, "too_few")
    half = _t_quantile(min(moments.tables, observed) - 1, level) * sqrt(variance)
    return Estimate(value, value - half, value + half, x, None, "tables")


def spread(moments: Moments, *, level: float = LEVEL) -> Estimate:
    """Estimate the standard deviation of an amount per hand.

    Parameters
    ----------
    moments
        Of the sum of squares, the sum, and the number of hands, by table.
    level
        Coverage of the interval.

    Returns
    -------
    Estimate
        √(mean square − squared mean), its interval by the delta method over tables.
    """
    squares, amounts, hands = moments.totals
    if hands == 0:
        return Estimate(None, None, None, 0, None, "empty")
    mean, mean_square = Fraction(amounts, hands), Fraction(squares, hands)
    variance = mean_square - mean * mean
    value = sqrt(variance)
    if moments.tables < 2 or value == 0:
        return Estimate(value, None, None, hands, None, "too_few")
    influence = moments.quadratic((Fraction(1), -2 * mean, 2 * mean * mean - mean_square))
    error = sqrt(influence * moments.tables / ((moments.tables - 1) * hands * hands)) / (2 * value)
    half = _t_quantile(moments.tables - 1, level) * error
    return Estimate(value, max(0.0, value - half), value + half, hands, None, "tables")


def quantile(counts: dict[int, int], share: float, *, level: float = LEVEL) -> tuple[int, int, int]:
    """Return a quantile of counted values with its order-statistic interval.

    Parameters
    ----------
    counts
        How often each value was seen; not empty.
    share
        Which quantile, between 0 and 1.
    level
        Coverage of the interval (binomial, normal approximation; values are taken as independent).

    Returns
    -------
    tuple of int
        The quantile and the two observed values that bound it.
    """
    values = np.array(sorted(counts), dtype=object)
    below = np.cumsum([counts[value] for value in values])
    n = int(below[-1])
    half = _t_quantile(10**9, level) * sqrt(n * share * (1 - share))
    ranks = np.clip([share * n, share * n - half, share * n + half + 1], 1, n)
    at = np.searchsorted(below, np.ceil(ranks - 1e-9))
    return int(values[at[0]]), int(values[at[1]]), int(values[at[2]])
