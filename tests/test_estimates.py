"""Estimates: known answers, and intervals that cover as often as they say."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy import stats

from hupai.analysis.estimates import Moments, design_effect, proportion, quantile, ratio, spread

if TYPE_CHECKING:
    from numpy.typing import NDArray


def column(*values: int) -> NDArray[np.int64]:
    return np.array(values, dtype=np.int64)


def independent(events: int, n: int) -> Moments:
    """`n` tables of one hand, `events` of which have it."""
    seen = np.zeros(n, dtype=np.int64)
    seen[:events] = 1
    return Moments.of(seen, np.ones(n, dtype=np.int64))


class TestMoments:
    def test_sums_and_products(self) -> None:
        moments = Moments.of(column(1, 2, 3), column(4, 5, 6))
        assert moments.totals == (6, 15)
        assert moments.products == ((14, 32), (32, 77))

    def test_adding_up_in_pieces_is_adding_up_at_once(self) -> None:
        rng = np.random.default_rng(3)
        y, x = rng.integers(-(10**6), 10**6, 90), rng.integers(1, 17, 90)
        pieces = [Moments.of(y[at : at + 30], x[at : at + 30]) for at in (0, 30, 60)]
        assert pieces[2] + (pieces[0] + pieces[1]) == Moments.of(y, x)

    def test_amounts_beyond_64_bits_stay_exact(self) -> None:
        large = 3_000_000_000_000_000_000
        moments = Moments.of(column(large, large, -1), column(1, 1, 1))
        assert moments.totals[0] == 2 * large - 1
        assert moments.products[0][0] == 2 * large**2 + 1

    def test_quadratic_form(self) -> None:
        moments = Moments.of(column(1, 2, 4), column(1, 1, 1))
        mean = Fraction(7, 3)
        assert moments.quadratic((Fraction(1), -mean)) == sum((v - mean) ** 2 for v in (1, 2, 4))


class TestProportion:
    def test_wilson_on_independent_hands(self) -> None:
        # Tables of one hand: nothing but the divisor n − 1 is different.
        found = proportion(independent(400, 4_000))
        wanted = stats.binomtest(400, 4_000).proportion_ci(method="wilson")
        assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), rel=1e-3)
        assert (found.value, found.n, found.events, found.how) == (0.1, 4_000, 400, "wilson")

    def test_clopper_pearson_below_ten_events(self) -> None:
        found = proportion(independent(3, 5_000))
        wanted = stats.binomtest(3, 5_000).proportion_ci(method="exact")
        assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), rel=1e-3)
        assert found.how == "exact"

    def test_clopper_pearson_below_ten_non_events(self) -> None:
        found = proportion(independent(4_996, 5_000))
        wanted = stats.binomtest(4_996, 5_000).proportion_ci(method="exact")
        assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), rel=1e-3)

    def test_none_seen_is_three_over_n_at_most(self) -> None:
        found = proportion(independent(0, 600))
        assert (found.value, found.low, found.high, found.how) == (0.0, 0.0, 3 / 600, "none_seen")

    def test_all_seen(self) -> None:
        found = proportion(independent(600, 600))
        assert (found.value, found.low, found.high, found.how) == (1.0, 1 - 3 / 600, 1.0, "all_seen")

    def test_nothing_observed(self) -> None:
        found = proportion(Moments.of(column(0, 0), column(0, 0)))
        assert (found.value, found.low, found.high, found.how) == (None, None, None, "empty")

    def test_one_table_takes_hands_for_independent(self) -> None:
        found = proportion(Moments.of(column(40), column(100)))
        wanted = stats.binomtest(40, 100).proportion_ci(method="wilson")
        assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), rel=1e-6)


class TestDesignEffect:
    def test_tables_all_alike_or_all_different(self) -> None:
        # Every table has either all of its 16 hands or none: 16 hands tell as much as one.
        tables = 400
        seen = np.where(np.arange(tables) < 200, 16, 0)
        effect = design_effect(Moments.of(seen, np.full(tables, 16)))
        assert effect == pytest.approx(16, rel=0.01)

    def test_few_tables_are_not_believed_below_one(self) -> None:
        alike = Moments.of(column(*[8] * 20), column(*[16] * 20))
        assert design_effect(alike) == 1.0
        many = Moments.of(column(*[8] * 100), column(*[16] * 100))
        assert design_effect(many) == 0.25

    def test_one_table(self) -> None:
        assert design_effect(Moments.of(column(5), column(16))) == 1.0


class TestRatio:
    def test_mean_of_equal_tables_is_the_textbook_interval(self) -> None:
        rng = np.random.default_rng(5)
        amounts = rng.integers(-50, 60, 40)
        found = ratio(Moments.of(amounts, np.full(40, 16)))
        wanted = stats.t.interval(0.95, 39, loc=amounts.mean() / 16, scale=stats.sem(amounts) / 16)
        assert (found.low, found.high) == pytest.approx(wanted)
        assert found.value == pytest.approx(amounts.sum() / 640)

    def test_linearisation_by_hand(self) -> None:
        y, x = column(30, 10, 0, 44), column(4, 2, 0, 6)
        value = 84 / 12
        error = sqrt(4 / 3 * float(((y - value * x) ** 2).sum())) / 12
        half = stats.t.ppf(0.975, 3) * error
        found = ratio(Moments.of(y, x))
        assert (found.value, found.low, found.high) == pytest.approx((value, value - half, value + half))

    def test_ten_wins_in_many_tables_are_ten_observations(self) -> None:
        y, x = np.zeros(1_000, dtype=np.int64), np.zeros(1_000, dtype=np.int64)
        y[:10], x[:10] = [100, 120] * 5, 1
        found = ratio(Moments.of(y, x))
        half = stats.t.ppf(0.975, 9) * sqrt(1_000 / 999 * 1_000) / 10
        assert found.high == pytest.approx(110 + half)

    @pytest.mark.parametrize("wins", [1, 2, 9])
    def test_a_mean_of_few_wins_has_no_interval(self, wins: int) -> None:
        y, x = np.zeros(1_000, dtype=np.int64), np.zeros(1_000, dtype=np.int64)
        y[:wins], x[:wins] = 18, 1
        found = ratio(Moments.of(y, x))
        assert (found.value, found.low, found.high, found.n, found.how) == (18.0, None, None, wins, "too_few")

    @pytest.mark.parametrize("wins", [0, 9])
    def test_a_share_to_which_few_wins_bring_anything_has_none_either(self, wins: int) -> None:
        found = ratio(Moments.of(column(wins, 0), column(500, 500)), support=wins)
        assert (found.value, found.low, found.n, found.how) == (wins / 1000, None, wins, "too_few")

    def test_nothing_to_divide_by(self) -> None:
        assert ratio(Moments.of(column(0, 0), column(0, 0))).value is None


def test_spread_is_the_standard_deviation() -> None:
    rng = np.random.default_rng(8)
    results = rng.normal(2, 30, (500, 16)).astype(np.int64)
    found = spread(
        Moments.of((results**2).sum(axis=1), results.sum(axis=1), np.full(500, 16, dtype=np.int64))
    )
    assert found.value == pytest.approx(results.std())
    # For a normal law the standard error of a standard deviation is σ / √(2n).
    assert found.half_width == pytest.approx(1.96 * results.std() / sqrt(2 * results.size), rel=0.15)


class TestQuantile:
    def test_of_one_to_hundred(self) -> None:
        counts = dict.fromkeys(range(1, 101), 1)
        assert quantile(counts, 0.5) == (50, 41, 61)

    def test_all_alike(self) -> None:
        assert quantile({7: 10}, 0.999) == (7, 7, 7)


RUNS = 1_000
TABLES, HANDS = 120, 16


def beta_tables(rng: np.random.Generator, rate: float, likeness: float) -> NDArray[np.int64]:
    """Events by table, (runs, tables): hands of one table share a chance, which is drawn from a beta law."""
    a, b = rate * (1 / likeness - 1), (1 - rate) * (1 / likeness - 1)
    return rng.binomial(HANDS, rng.beta(a, b, (RUNS, TABLES)))


class TestCoverage:
    """95 % intervals cover 93–97 % of 1,000 small runs whose hands depend on each other at a table."""

    @pytest.mark.parametrize(("rate", "likeness"), [(0.3, 0.05), (0.12, 0.1), (0.5, 0.2), (0.02, 0.02)])
    def test_proportion(self, rate: float, likeness: float) -> None:
        size = np.full(TABLES, HANDS)
        runs = beta_tables(np.random.default_rng(11), rate, likeness)
        intervals = [proportion(Moments.of(seen, size)) for seen in runs]
        assert_covers([(found.low, found.high) for found in intervals], rate)

    def test_hands_taken_for_independent_would_not_cover(self) -> None:
        runs = beta_tables(np.random.default_rng(12), 0.3, 0.2)
        plain = [proportion(independent(int(seen.sum()), TABLES * HANDS)) for seen in runs[:300]]
        hits = np.mean([(found.low or 0) <= 0.3 <= (found.high or 0) for found in plain])
        assert hits < 0.85

    def test_rare_events_are_covered_at_least_so_often(self) -> None:
        rng, size, rate = np.random.default_rng(13), np.full(TABLES, HANDS), 1 / 800
        intervals = [proportion(Moments.of(seen, size)) for seen in rng.binomial(HANDS, rate, (RUNS, TABLES))]
        hits = np.mean([(found.low or 0) <= rate <= (found.high or 0) for found in intervals])
        assert hits >= 0.95

    def test_mean_of_skewed_results(self) -> None:
        rng, size = np.random.default_rng(14), np.full(TABLES, HANDS)
        lean = rng.normal(0, 3, (RUNS, TABLES, 1))
        results = np.rint(lean + rng.exponential(30, (RUNS, TABLES, HANDS)) - 30).astype(np.int64)
        intervals = [ratio(Moments.of(seen, size)) for seen in results.sum(axis=2)]
        assert_covers([(found.low, found.high) for found in intervals], 0.0)

    def test_ratio_of_points_to_wins(self) -> None:
        rng = np.random.default_rng(15)
        wins = beta_tables(rng, 0.25, 0.1)
        # Tables with many wins have small ones: a mean of table means would be wrong.
        mean = 20 + 10 * (wins < 4)
        points = rng.poisson(mean * np.maximum(wins, 0))
        truth = float(points.sum() / wins.sum())
        intervals = [ratio(Moments.of(*pair)) for pair in zip(points, wins, strict=True)]
        assert_covers([(found.low, found.high) for found in intervals], truth)

    def test_standard_deviation(self) -> None:
        rng, size = np.random.default_rng(16), np.full(TABLES, HANDS)
        results = np.rint(rng.normal(0, 40, (RUNS, TABLES, HANDS))).astype(np.int64)
        sums, squares = results.sum(axis=2), (results**2).sum(axis=2)
        intervals = [spread(Moments.of(q, s, size)) for q, s in zip(squares, sums, strict=True)]
        assert_covers([(found.low, found.high) for found in intervals], sqrt(1600 + 1 / 12))


def assert_covers(intervals: list[tuple[float | None, float | None]], truth: float) -> None:
    hits = [low <= truth <= high for low, high in intervals if low is not None and high is not None]
    assert len(hits) == len(intervals)
    assert 0.93 <= np.mean(hits) <= 0.97
