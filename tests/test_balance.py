"""The balance of a run: every number against a plain recomputation, hand by hand."""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import pytest
from recorded.made_up import make_up

from hupai.analysis import Precision, balance
from hupai.analysis.assemble import assemble
from hupai.analysis.credit import FanWorth, shapley
from hupai.analysis.distributions import distribution, histogram
from hupai.analysis.document import Document
from hupai.analysis.tally import count, first_of_each, tally
from hupai.ext.errors import UsageError
from hupai.ext.rules import rules

if TYPE_CHECKING:
    from pathlib import Path

    from recorded.made_up import MadeUp

    from hupai.analysis import Balance


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> MadeUp:
    return make_up(tmp_path_factory.mktemp("run"), hands=1_606, fan_values={"seven_pairs": 20})


@pytest.fixture(scope="module")
def hands(run: MadeUp) -> list[dict[str, Any]]:
    return run.hands.collect().to_dicts()


@pytest.fixture(scope="module")
def wins(run: MadeUp) -> list[dict[str, Any]]:
    return run.wins.collect().to_dicts()


@pytest.fixture(scope="module")
def found(run: MadeUp) -> Balance:
    return balance(run)


def seat_at(hand: dict[str, Any], position: int) -> int:
    return int(hand["dealer"] + position) % 4


class TestAgainstPlainRecomputation:
    def test_rates_of_hands(self, found: Balance, hands: list[dict[str, Any]]) -> None:
        ends = Counter(hand["end"] for hand in hands)
        for end in ("win", "draw"):
            assert found.headline.loc[f"{end}_rate", "events"] == ends[end]
        several = sum(hand["winners"] > 1 for hand in hands)
        assert found.headline.loc["several_rate", "value"] == pytest.approx(several / len(hands))
        draws = sum(hand["draws"] for hand in hands)
        assert found.headline.loc["length", "value"] == pytest.approx(draws / len(hands))

    def test_scores_and_spread(self, found: Balance, hands: list[dict[str, Any]]) -> None:
        for place in range(4):
            by_position = [hand[f"pay_{seat_at(hand, place)}"] for hand in hands]
            assert found.positions.loc[place, "score"] == pytest.approx(np.mean(by_position))
            assert found.positions.loc[place, "spread"] == pytest.approx(np.std(by_position))
            by_seat = [hand[f"pay_{place}"] for hand in hands]
            assert found.seats.loc[place, "score"] == pytest.approx(np.mean(by_seat))
        assert found.positions["score"].sum() == pytest.approx(0, abs=1e-8)

    def test_wins_and_deal_ins(
        self, found: Balance, hands: list[dict[str, Any]], wins: list[dict[str, Any]]
    ) -> None:
        seen: Counter[tuple[str, int]] = Counter()
        fed = set()
        for win in wins:
            seen["won", win["position"]] += 1
            seen[win["by"], win["position"]] += 1
            if win["by"] == "discard":
                dealer = hands[win["hand"]]["dealer"]
                fed.add((win["hand"], (win["from"] - dealer) % 4))
        n = len(hands)
        for place in range(4):
            row = found.positions.loc[place]
            assert row["win_rate"] == pytest.approx(seen["won", place] / n)
            assert row["self_draw_rate"] == pytest.approx(seen["self", place] / n)
            assert row["rob_rate"] == pytest.approx(seen["rob", place] / n)
            assert row["fed_rate"] == pytest.approx(sum(position == place for _, position in fed) / n)

    def test_money_adds_up_to_the_score(self, found: Balance) -> None:
        ways = [way.key for way in found.document.ways]
        nets = [part.key for part in found.document.parts if part.key.endswith("/net")]
        for place in range(4):
            score = found.positions.loc[place, "score"]
            assert found.money.loc[ways, str(place)].sum() == pytest.approx(score)
            assert found.money.loc[nets, str(place)].sum() == pytest.approx(score)

    def test_fans(self, run: MadeUp, found: Balance, wins: list[dict[str, Any]]) -> None:
        values = {fan.id: fan.value for fan in run.rules.definition.fans} | {"seven_pairs": 20}
        how = {fan.id: fan.how for fan in run.rules.definition.fans}
        share: defaultdict[str, float] = defaultdict(float)
        points: defaultdict[str, list[int]] = defaultdict(list)
        for win in wins:
            added = {f: values[f] * win["fans"].count(f) for f in win["fans"] if how[f] != "multiply"}
            factors = sorted({f for f in win["fans"] if how[f] == "multiply"})
            base = sum(added.values())
            # By hand for at most three factors of 2: 1, 3/2 or 7/3 of the base for each.
            each = {0: 0.0, 1: 1.0, 2: 1.5, 3: 7 / 3}[len(factors)]
            for fan, worth in (added | dict.fromkeys(factors, base * each)).items():
                share[fan] += worth * win["gain"] / win["points"]
                points[fan].append(win["points"])
        total = sum(win["gain"] for win in wins)
        for fan, row in found.fans.drop("other").iterrows():
            assert row["count"] == len(points[str(fan)])
            if points[str(fan)]:
                assert row["points"] == pytest.approx(np.mean(points[str(fan)]))
                assert row["share"] == pytest.approx(share[str(fan)] / total, rel=1e-6)
        assert found.fans["share"].sum() == pytest.approx(1)
        assert found.fans.loc["other", "share"] == pytest.approx(0, abs=1e-7)

    def test_first_hand_of_a_fan(self, found: Balance, wins: list[dict[str, Any]]) -> None:
        for fan, row in found.fans.drop("other").iterrows():
            first = next((win["hand"] for win in wins if fan in win["fans"]), None)
            assert first == (None if math.isnan(row["first_hand"]) else row["first_hand"])

    def test_hands_worth_replaying(
        self, found: Balance, hands: list[dict[str, Any]], wins: list[dict[str, Any]]
    ) -> None:
        replays = {replay.why: replay for replay in found.document.replays}
        largest = max(wins, key=lambda win: win["points"])
        assert (replays["largest"].hand, replays["largest"].seat) == (largest["hand"], largest["seat"])
        worst = min(min(hand[f"pay_{seat}"] for seat in range(4)) for hand in hands)
        loss = replays["greatest_loss"]
        assert loss.amount == worst == hands[loss.hand][f"pay_{loss.seat}"]
        assert hands[replays["longest"].hand]["draws"] == max(hand["draws"] for hand in hands)

    def test_ready_and_need(self, found: Balance, hands: list[dict[str, Any]]) -> None:
        ready = [hand[f"ready_{seat}"] for hand in hands for seat in range(4)]
        turns = [turn for turn in ready if turn is not None]
        assert found.headline.loc["ready_rate", "value"] == pytest.approx(len(turns) / len(ready))
        assert found.headline.loc["ready_turn", "value"] == pytest.approx(np.mean(turns))
        needs = Counter(hand[f"need_{seat}"] for hand in hands for seat in range(4))
        for need, row in found.needs.iterrows():
            assert row["rate"] == pytest.approx(needs[int(str(need))] / len(ready))

    def test_own_columns(self, found: Balance, hands: list[dict[str, Any]]) -> None:
        declared = [
            (hand, seat) for hand in hands for seat in range(4) if hand[f"hf_ready_{seat}"] is not None
        ]
        overall = found.own[(found.own["column"] == "hf_ready") & (found.own["of"] == "all")].iloc[0]
        assert overall["rate"] == pytest.approx(len(declared) / (4 * len(hands)))
        assert overall["mean"] == pytest.approx(
            np.mean([hand[f"hf_ready_{seat}"] for hand, seat in declared])
        )
        assert overall["score"] == pytest.approx(np.mean([hand[f"pay_{seat}"] for hand, seat in declared]))
        values = found.own[(found.own["column"] == "hf_sea") & (found.own["of"] == "value")]
        assert values["rate"].sum() == pytest.approx(1)
        sea = found.own[found.own["column"] == "hf_sea"].iloc[0]
        assert sea["rate"] == pytest.approx(sum(hand["hf_sea"] for hand in hands) / len(hands))

    def test_distributions_lose_nothing(self, found: Balance, wins: list[dict[str, Any]]) -> None:
        spread = found.document.points
        assert sum(held.count for held in spread.bins) == spread.n == len(wins)
        assert (spread.least, spread.greatest) == (
            min(win["points"] for win in wins),
            max(win["points"] for win in wins),
        )
        for held in spread.tail:
            assert held.count == sum(win["points"] >= held.at for win in wins)
        assert found.turns[found.turns["of"] != "ready"]["count"].sum() == len(wins)


def test_pieces_of_any_size_give_the_same_report(run: MadeUp) -> None:
    whole = assemble(run, tally(run, about=10**9))
    assert assemble(run, tally(run, about=100)) == whole


def test_the_document_survives_json(found: Balance) -> None:
    text = json.dumps(found.to_json(), allow_nan=False)
    assert Document.model_validate(json.loads(text)) == found.document


def test_every_estimate_has_an_interval(found: Balance) -> None:
    for table in (found.positions, found.seats):
        for name in ("win_rate", "fed_rate", "score", "spread"):
            assert (table[f"{name}_low"] < table[name]).all()
            assert (table[f"{name}_high"] > table[name]).all()
            assert (table[f"{name}_n"] == found.document.origin.hands).all()


def test_the_checks_count_what_is_wrong(tmp_path: Path) -> None:
    run = make_up(tmp_path, hands=160)
    assert balance(run).document.checks.unbalanced_hands == 0
    run.hands = run.hands.with_columns(
        pl.when(pl.col("hand") == 7).then(99).otherwise("pay_0").alias("pay_0")
    )
    checks = balance(run).document.checks
    assert (checks.unbalanced_hands, checks.parts_differ) == (1, 1)
    run.wins = run.wins.filter(pl.col("hand") != pl.col("hand").min())
    assert balance(run).document.checks.winners_differ == 1


def test_a_run_in_which_nobody_wins(tmp_path: Path) -> None:
    run = make_up(tmp_path, hands=64)
    zeros = [pl.lit(0).alias(f"{name}_{seat}") for name in ("pay", "win", "dealer") for seat in range(4)]
    run.hands = run.hands.with_columns(*zeros, pl.lit("draw").alias("end"), pl.lit(0).alias("winners"))
    run.wins = run.wins.clear()
    found = balance(run)
    assert found.headline.loc["win_rate", "high"] == pytest.approx(3 / 64)
    assert found.document.points.mean is None
    assert found.document.points.n == 0


def test_the_largest_streaks_and_needs_are_counted_together(found: Balance) -> None:
    assert found.streaks["rate"].sum() == pytest.approx(1)


class TestFindings:
    def test_one_for_each_question(self, found: Balance) -> None:
        assert {finding.question for finding in found.document.findings} == {"fair", "pace", "price"}
        weights = [finding.weight for finding in found.document.findings]
        assert weights == sorted(weights, reverse=True)

    def test_the_favoured_dealer_is_found(self, found: Balance) -> None:
        kinds = {finding.question: finding.kind for finding in found.document.findings}
        assert kinds["fair"] == "dealer_gains"
        assert kinds["price"] == "one_fan_pays"

    def test_an_even_table_is_not_accused(self, tmp_path: Path) -> None:
        run = make_up(tmp_path, hands=320)
        turned = {f"pay_{seat}": pl.lit(0) for seat in range(4)}
        run.hands = run.hands.with_columns(**turned).with_columns(
            pl.when(pl.col("hand") % 2 == 0).then(10).otherwise(-10).alias("pay_0"),
            pl.when(pl.col("hand") % 2 == 0).then(-10).otherwise(10).alias("pay_1"),
        )
        kinds = {finding.question: finding.kind for finding in balance(run).document.findings}
        assert kinds["fair"] == "dealer_even"


class TestCredit:
    def credit(self, worth: FanWorth, fans: list[str], points: int) -> dict[str, float]:
        listed = sorted(set(fans))
        codes = np.array([worth.identifiers.index(fan) for fan in listed])
        times = np.array([fans.count(fan) for fan in listed])
        counted = (np.zeros(len(listed), dtype=np.int64), codes, times)
        return dict(zip(listed, worth.credit(counted, np.array([points])).tolist(), strict=True))

    def test_out_with_replacement_doubles(self) -> None:
        # HF-13, example 5: (15 + 支 1 + 杠 4) × 2 = 40.
        fans = ["win_base", "long_suit", "kong", "out_with_replacement"]
        credited = self.credit(FanWorth.of(rules("hefei")), fans, 40)
        assert credited == {"win_base": 15, "long_suit": 1, "kong": 4, "out_with_replacement": 20}

    def test_a_fan_counts_as_often_as_it_stands(self) -> None:
        credited = self.credit(FanWorth.of(rules("hefei")), ["win_base", "long_suit", "long_suit"], 17)
        assert credited == {"win_base": 15, "long_suit": 2}

    def test_values_in_force(self) -> None:
        worth = FanWorth.of(rules("hefei", fan_values={"seven_pairs": 50}))
        assert self.credit(worth, ["win_base", "seven_pairs"], 65)["seven_pairs"] == 50

    def test_what_replaces_all_is_worth_all(self) -> None:
        assert self.credit(FanWorth.of(rules("hefei")), ["heavenly_hand"], 200) == {"heavenly_hand": 200}

    def test_a_cap_makes_the_sum_exceed_the_points(self) -> None:
        credited = self.credit(FanWorth.of(rules("hefei", cap_points=50)), ["win_base", "full_flush"], 50)
        assert sum(credited.values()) == 115

    def test_pattern_times_factors(self) -> None:
        worth = FanWorth(
            ("half_flush", "no_jokers", "robbing_the_kong"),
            np.array([4, 2, 3]),
            ("pattern", "factor", "factor"),
        )
        credited = self.credit(worth, ["half_flush", "no_jokers", "robbing_the_kong"], 24)
        # What both add is 20; orders: 2 first adds 4 then 3 adds 16, or 3 first adds 8 then 2 adds 12.
        assert credited == {"half_flush": 4, "no_jokers": 8, "robbing_the_kong": 12}

    def test_base_and_additions(self) -> None:
        worth = FanWorth(("seven_pairs", "ready_declaration"), np.array([6, 6]), ("base", "addition"))
        assert self.credit(worth, ["seven_pairs", "ready_declaration"], 12) == {
            "seven_pairs": 6,
            "ready_declaration": 6,
        }

    def test_a_pattern_without_a_value_takes_what_is_left(self) -> None:
        worth = FanWorth(("flight_forfeit", "self_draw"), np.array([0, 3]), ("pattern", "pattern"))
        assert self.credit(worth, ["flight_forfeit", "flight_forfeit"], 42) == {"flight_forfeit": 42}

    def test_shapley_of_three(self) -> None:
        shares = shapley([2, 2, 5])
        assert sum(shares) == pytest.approx(19)
        assert shares[0] == shares[1]


class TestDistributions:
    def test_bins_are_of_one_width_but_at_the_open_ends(self) -> None:
        counts = Counter(np.random.default_rng(2).geometric(0.02, 20_000).tolist())
        bins = histogram(counts)
        assert sum(held.count for held in bins) == 20_000
        assert {held.high - held.low + 1 for held in bins[:-1]} == {5}
        assert bins[-1].high == max(counts)
        assert all(a.high + 1 == b.low for a, b in pairwise(bins))

    def test_single_value(self) -> None:
        spread = distribution({7: 3})
        assert (spread.mean, spread.least, spread.greatest) == (7, 7, 7)
        assert [(held.low, held.count) for held in spread.bins] == [(7, 3)]

    def test_losses_and_gains_have_their_own_tails(self) -> None:
        spread = distribution({-20: 1, -5: 2, 0: 4, 5: 3})
        assert [(held.at, held.count) for held in spread.tail] == [(5, 3)]
        assert [(held.at, held.count) for held in spread.losses] == [(-5, 3), (-20, 1)]

    def test_counting_and_first_places(self) -> None:
        for values in (np.array([5, 3, 5, -1]), np.array([5, 3, 5, -(10**7)])):
            counter: Counter[int] = Counter()
            count(counter, values)
            assert counter == Counter(values.tolist())
            assert first_of_each(values) == {5: 0, 3: 1, int(values[3]): 3}


class TestPrecision:
    def test_is_met_when_every_half_width_is_reached(self, run: MadeUp, tmp_path: Path) -> None:
        judge = Precision(run.rules, "win_rate±0.02 and dealer.score+-4")
        met = []
        for first in range(0, 1_600, 400):
            here = pl.col("hand").is_between(first, first + 399)
            paths = tmp_path / "hands.parquet", tmp_path / "wins.parquet"
            run.hands.filter(here).collect().write_parquet(paths[0])
            run.wins.filter(here).collect().write_parquet(paths[1])
            met.append(judge(*paths))
        assert met[0] is False
        assert met[-1] is True
        assert met == sorted(met)

    def test_says_the_same_as_the_report(self, run: MadeUp, found: Balance, tmp_path: Path) -> None:
        judge = Precision(run.rules, "a3.fed_rate±1 and fan.kong.share±1 and seat2.spread±1 and points±1")
        run.hands.collect().write_parquet(tmp_path / "h")
        run.wins.collect().write_parquet(tmp_path / "w")
        judge(tmp_path / "h", tmp_path / "w")
        low = [judge.estimate(target).low for target in judge.targets]
        assert low == pytest.approx(
            [
                found.positions.loc[2, "fed_rate_low"],
                found.fans.loc["kong", "share_low"],
                found.seats.loc[2, "spread_low"],
                found.headline.loc["points", "low"],
            ]
        )

    @pytest.mark.parametrize(
        ("expression", "says"),
        [
            ("win_rat±0.1", "win_rate"),
            ("win_rate", "METRIC±HALF_WIDTH"),
            ("win_rate±-1", "METRIC±HALF_WIDTH"),
            ("win_rate±0.1 and", "METRIC±HALF_WIDTH"),
            ("fan.seven_pair.rate±0.1", "fan.seven_pairs.rate"),
        ],
    )
    def test_what_cannot_be_read_is_refused(self, run: MadeUp, expression: str, says: str) -> None:
        with pytest.raises(UsageError, match=says):
            Precision(run.rules, expression)
