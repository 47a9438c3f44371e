"""嵊州105: exact counts, stakes, succession, own columns, numbers in force, the strategies, the wall."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from scipy.stats import binomtest

from handlogs.settings import LINE_UPS, engine, golden, replays
from hupai.ext.engine import settle_facts
from hupai.ext.engine.deals import deal_counts
from hupai.ext.errors import IllegalLog
from hupai.ext.reading import open_log, read_log
from hupai.ext.rules import definition, rules
from hupai.ext.rules.options import IntOption, MapOption
from hupai.ext.rules.shengzhou105.head import joker_after
from hupai.ext.streams import STREAM_NAMES, choices
from hupai.simulate import settle, simulate
from reference import shengzhou105
from reference.shengzhou105_dealt import COPIES, all_deals, complete_deals, jokers_dealt
from reference.shengzhou105_score import Settlement
from reference.shengzhou105_shape import KINDS, is_bird_wait, is_complete

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference.shengzhou105_play import Hand

Log = dict[str, Any]
NULL = np.iinfo(np.int32).min
VARIANT = "shengzhou105"
COMPLETE = 43_268_110_309_459_608
DEALS = 3_000_000


# -- exact probabilities


def test_complete_hands_counted_by_suits() -> None:
    assert complete_deals() == COMPLETE
    assert all_deals() / complete_deals() == pytest.approx(11_984.3, rel=1e-5)


def test_first_fourteen_are_complete_as_often_as_counted_and_jokers_hypergeometric() -> None:
    needs, jokers = deal_counts(rules(VARIANT).book(), 20, 0, DEALS)
    interval = binomtest(int(needs[0]), DEALS).proportion_ci(0.9999)
    assert interval.low < COMPLETE / all_deals() < interval.high
    assert sum(jokers_dealt(held) for held in range(COPIES + 1)) == 1
    for seat in range(4):
        for held in range(COPIES + 1):
            interval = binomtest(int(jokers[seat, held]), DEALS).proportion_ci(0.9999)
            assert interval.low < float(jokers_dealt(held)) < interval.high


# -- stakes (SZ-2.3 to SZ-2.5)


def stakes_played(options: dict[str, Any]) -> Iterator[tuple[Log, list[int]]]:
    """Ten tables of twenty hands."""
    for log in engine(rules(VARIANT, options), "greedy", seed=5, hands_per_table=20).replay(0, 200):
        yield log, log["stakes"]


def drawn_wishes(hand: int, most: int) -> list[int]:
    return list(choices(5, STREAM_NAMES["stakes"], hand, [most + 1] * 4))


def test_fixed_wishes_are_cut_and_the_dealer_raised() -> None:
    for log, stakes in stakes_played({"stake_choice": [0, 1, 2, 9], "stake_dealer_min": 2, "stake_max": 3}):
        wishes = [0, 1, 2, 3]
        wishes[log["dealer"]] = max(wishes[log["dealer"]], 2)
        assert stakes == wishes


@pytest.mark.parametrize(("mode", "most"), [("auto", 2), ("choose", 2), ("auto", 7)])
def test_random_wishes_come_from_the_stream_of_stakes(mode: str, most: int) -> None:
    options = {"stake_choice": "random", "stake_mode": mode, "stake_max": most}
    seen = set()
    for number, (log, stakes) in enumerate(stakes_played(options)):
        chosen = number - number % 20 if mode == "auto" else number - log["streak"]
        wishes = drawn_wishes(chosen, most)
        wishes[log["dealer"]] = max(wishes[log["dealer"]], 1)
        assert stakes == wishes
        seen |= set(stakes)
    assert seen == set(range(most + 1))


def test_no_stakes_and_none_in_a_streak() -> None:
    assert all(stakes == [0] * 4 for _, stakes in stakes_played({"stake_mode": "none"}))
    for log, stakes in stakes_played({"stake_choice": [2, 2, 2, 2], "streak_stakes": "none"}):
        assert stakes == ([0] * 4 if log["streak"] else [2] * 4)


# -- succession (SZ-2.1, SZ-2.2)


@pytest.mark.parametrize("line_up", LINE_UPS)
def test_succession_over_long_tables(line_up: str) -> None:
    longest, expected = 0, {}
    for number, log in enumerate(engine(rules(VARIANT), line_up, seed=3, hands_per_table=300).replay(0, 900)):
        if number % 300 == 0:
            expected = {"dealer": number // 300 % 4, "streak": 0}
        assert {"dealer": log["dealer"], "streak": log["streak"]} == expected
        won = [winner["seat"] for winner in log["result"]["winners"]]
        if won == [log["dealer"]]:
            expected = {"dealer": log["dealer"], "streak": log["streak"] + 1}
        else:
            expected = {"dealer": (log["dealer"] + 1) % 4, "streak": 0}
        assert log["next"] == expected
        longest = max(longest, log["streak"])
    assert longest >= 2


# -- own columns


def plain_columns(log: Log) -> dict[str, int]:
    """What the own columns say, counted along the log with the twin."""
    hand = shengzhou105.begin(log)
    joker = log["joker"]
    own: dict[str, int] = {}
    draws, flights = [0] * 4, [0] * 4
    for seat in range(4):
        own |= {f"sz_{name}_{seat}": 0 for name in PLAIN}
        own[f"sz_jokers_{seat}"] = log["deal"][seat].count(joker)
        own[f"sz_stakes_{seat}"] = log["stakes"][seat]
        own[f"sz_bird_{seat}"] = 0 if is_bird_wait(log["deal"][seat], joker) else NULL
    for event in log["events"]:
        seat, do = event["seat"], event["do"]
        hand.apply(event)
        draws[seat] += do == "draw"
        own[f"sz_jokers_drawn_{seat}"] += do == "draw" and event["tile"] == joker
        if do in ("discard", "kong"):
            note_bird(own, hand, seat, draws)
        if do == "discard":
            note_discard(own, hand, event, flights)
    for seat in range(4):
        note_melds(own, hand, seat)
        own[f"sz_flight_end_{seat}"] = flight_end(hand, seat, flights[seat])
        own[f"sz_liable_{seat}"] = liable(hand, seat)
    return own


PLAIN = (
    *("jokers_drawn", "jokers_discarded", "flights_first", "flights_second", "flights_third"),
    *("claims_next", "claims_opposite", "claims_previous", "melded", "added", "concealed"),
)


def note_bird(own: dict[str, int], hand: Hand, seat: int, draws: list[int]) -> None:
    if is_bird_wait(hand.seats[seat].tiles.elements(), hand.joker) and own[f"sz_bird_{seat}"] == NULL:
        own[f"sz_bird_{seat}"] = draws[seat]


def note_discard(own: dict[str, int], hand: Hand, event: dict[str, Any], flights: list[int]) -> None:
    seat = event["seat"]
    own[f"sz_jokers_discarded_{seat}"] += event["tile"] == hand.joker
    if event["tile"] == hand.joker and is_bird_wait(hand.seats[seat].tiles.elements(), hand.joker):
        own[f"sz_flights_{('first', 'second', 'third')[flights[seat]]}_{seat}"] += 1
        flights[seat] += 1
    else:
        flights[seat] = 0


def flight_end(hand: Hand, seat: int, flights: int) -> int:
    if not flights:
        return NULL
    if hand.win is None:
        return 20 + flights
    return flights if hand.win.seat == seat and hand.win.by == "self" else 10 + flights


def liable(hand: Hand, seat: int) -> int:
    accounts = Settlement(hand)
    win = hand.win
    failed = [other for other in range(4) if win and other != win.seat and hand.seats[other].flights]
    if win is None or win.seat == seat or win.by == "rob" or not accounts.is_liable(win.seat, seat):
        return 0
    if failed and hand.options["flight_forfeit"] != "off":
        return 0
    if win.by == "discard":
        streak = accounts.in_streak(win.seat, seat)
        share = accounts.discard_share(discarder=seat == win.source, streak=streak)
        if not share or not hand.options["liability_on_discard"]:
            return 0
    return 2 if accounts.is_mutual(win.seat, seat) else 1


def note_melds(own: dict[str, int], hand: Hand, seat: int) -> None:
    player = hand.seats[seat]
    for steps, name in enumerate(("next", "opposite", "previous"), start=1):
        own[f"sz_claims_{name}_{seat}"] = player.claims_from[(seat + steps) % 4]
    for meld in player.melds:
        if meld.kind in ("melded", "added", "concealed"):
            own[f"sz_{meld.kind}_{seat}"] += 1


COLUMN_SETTINGS: dict[str, dict[str, Any]] = {
    "defaults": {},
    # Flights are counted in a row whatever `refly`, which is about worth alone.
    "drawn": {"stake_choice": "random", "refly": "drawn", "liability_claims": 1, "streak_scope": "dealer"},
    "solo": {"mode": "1-3-10", "liability_claims": 1, "flight_forfeit": "off", "joker_ban": "off"},
    "unliable": {"liability_claims": 2, "liability_on_discard": False, "flight_forfeit": "share"},
}


@pytest.mark.parametrize("line_up", LINE_UPS)
@pytest.mark.parametrize("options", COLUMN_SETTINGS.values(), ids=COLUMN_SETTINGS)
def test_own_columns_say_what_the_logs_say(line_up: str, options: dict[str, Any]) -> None:
    played = rules(VARIANT, options)
    block = engine(played, line_up, seed=7).play(0, 96)
    for number, log in enumerate(replays(played, line_up, 96, seed=7)):
        row = dict(zip(played.book().columns, block.hands["own"][number].tolist(), strict=True))
        assert row == plain_columns(log)


def test_settling_gives_the_own_columns_that_playing_gives(tmp_path: Path) -> None:
    """Stakes and 承包 are worked out again, whatever else stands as it was."""
    other: dict[str, Any] = {"stake_choice": "random", "liability_claims": 1, "flight_forfeit": "off"}
    run = simulate(rules(VARIANT), hands=640, seed=3, out=tmp_path / "run")
    played = simulate(rules(VARIANT, other), hands=640, seed=3, out=tmp_path / "other")
    settled = settle(run, other)
    assert settled.hands.collect().equals(played.hands.collect())
    assert settled.wins.collect().equals(played.wins.collect())
    bound = settled.hands.select(f"sz_liable_{seat}" for seat in range(4)).collect()
    assert {value for column in bound for value in column} == {0, 1, 2}


@pytest.mark.parametrize(
    ("case", "flights"),
    [
        ("014_flying_bird", 1),
        ("015_double_flying_bird", 2),
        ("016_triple_flying_bird", 3),
        ("019_refly_drawn", 2),
    ],
)
def test_flights_of_the_golden_cases(case: str, flights: int) -> None:
    """The plain count finds the flights that the cases are about."""
    own = plain_columns(golden(VARIANT)[case])
    assert max(own[f"sz_flight_end_{seat}"] for seat in range(4)) == flights


# -- the numbers in force (SZ-6.1, SZ-7.1)


@pytest.mark.parametrize(
    ("mode", "fans", "points", "solo"),
    [
        ("1-3-7", (3, 7, 14, 28, 56, 7, 3), (1, 3, 5, 6, 3), False),
        ("1-3-5", (3, 5, 10, 20, 40, 5, 3), (1, 3, 5, 6, 3), False),
        ("1-2-5", (2, 5, 10, 20, 40, 5, 2), (1, 2, 4, 4, 2), False),
        ("1-3-10", (3, 10, 20, 40, 80, 10, 3), (1, 3, 10, 10, 5), True),
    ],
)
def test_modes(mode: str, fans: tuple[int, ...], points: tuple[int, ...], *, solo: bool) -> None:
    force: dict[str, Any] = rules(VARIANT, mode=mode).options
    valued = [fan.id for fan in definition(VARIANT).fans if fan.id in force["fan_values"]]
    assert [force["fan_values"][fan] for fan in valued] == list(fans)
    names = ("other", "discarder", "solo", "streak_discarder", "streak_other")
    assert [force["discard_points"][name] for name in names] == list(points)
    assert force["solo_pay"] is solo
    assert force["stake_values"]["triple_flying_bird"] == 8 * force["fan_values"]["self_draw"]


def test_what_follows_from_a_given_value() -> None:
    given = {"flying_bird": 9, "self_draw": 4}
    force: dict[str, Any] = rules(VARIANT, fan_values=given, rob_base="joker_bird").options
    assert force["fan_values"]["double_flying_bird"] == 18
    assert force["fan_values"]["robbing_the_kong"] == force["fan_values"]["joker_bird"] == 7
    assert (force["rob_multiplier"], force["stake_values"]["joker_bird"]) == (3, 4)
    assert force["discard_points"]["discarder"] == 3


def test_saying_what_the_mode_has_changes_nothing() -> None:
    plain = rules(VARIANT)
    said = rules(VARIANT, solo_pay=False, rob_multiplier=5, fan_values={"joker_bird": 7})
    assert plain == said
    assert plain.kinds(said) == set()
    assert plain.changed(mode="1-3-10").options == rules(VARIANT, mode="1-3-10").options


def test_amounts_stay_far_within_64_bits_whatever_the_options() -> None:
    known = definition(VARIANT)

    def most(name: str) -> int:
        option = known.option(name)
        assert isinstance(option, IntOption | MapOption)
        assert option.max is not None
        return option.max

    # The third flight follows from 财鸟 by three doublings, 炮子分 likewise; a bird on a kong counts twice.
    value = 2 * 8 * most("fan_values") * most("streak_factor")
    stakes = 2 * most("stake_max") * max(most("stake_values"), 8 * most("fan_values"))
    once = (value + stakes) * most("liability_multiplier") * most("mutual_multiplier")
    robbed = (value + stakes) * most("rob_multiplier") * most("mutual_multiplier")
    forfeit = 3 * 3 * once
    assert max(3 * once, robbed, forfeit) + 16 * 3 * most("kong_points") < 10**14 < 2**63


def test_the_largest_values_settle() -> None:
    values: Any = rules(VARIANT).options["fan_values"]
    played = rules(
        VARIANT,
        fan_values=dict.fromkeys(values, 100_000),
        liability_claims=1,
        liability_multiplier=100,
        mutual_multiplier=100,
        liability_others="pay",
        streak_factor=100,
        stake_max=100,
        stake_choice=[100] * 4,
    )
    block = engine(played, "greedy", seed=2).play(0, 3200)
    assert block.facts is not None
    flows, _ = settle_facts(played.book(), block.facts)
    assert (flows >= 0).all()
    assert block.hands["pay"].max() >= 3 * 10**11
    assert (block.hands["pay"].sum(axis=1) == 0).all()


# -- what the strategies do


def acts(log: Log) -> Iterator[tuple[Hand, list[dict[str, Any]], dict[str, Any]]]:
    """Each event with the twin before it and all that was offered."""
    hand, reading = shengzhou105.begin(log), open_log(log)
    for event in log["events"]:
        yield hand, reading.offers(), event
        hand.apply(event)
        reading.apply(event)


def check_discard(hand: Hand, offers: list[dict[str, Any]], event: dict[str, Any]) -> str:
    """What a discard was for: a flight, 财鸟 in place of a win, or none of these."""
    seat, tile, joker = event["seat"], event["tile"], hand.joker
    tiles = hand.seats[seat].tiles
    left = list(tiles.elements())
    left.remove(tile)
    bird = is_bird_wait(left, joker)
    wins = any(offer["do"] == "win" for offer in offers)
    if tile == joker:
        assert bird, "a joker is thrown for a flight only"
        return "flight"
    assert not wins or bird, "a win is put off for 财鸟 only"
    if joker in tiles and not wins:
        return "bird" if bird else ""
    return "waited" if wins else ""


def check_win(hand: Hand, event: dict[str, Any]) -> None:
    """Who wins by self early had nothing better in reach."""
    seat, joker = event["seat"], hand.joker
    if event["by"] != "self" or hand.wall < 8:
        return
    tiles = hand.seats[seat].tiles
    plain = not hand.was_bird_wait() and not hand.replacement
    for tile in tiles:
        left = list(tiles.elements())
        left.remove(tile)
        assert not (is_bird_wait(left, joker) and (tile == joker or plain))


@pytest.mark.parametrize("name", ["speed", "greedy"])
def test_they_wait_for_birds_and_fly(name: str) -> None:
    seen = dict.fromkeys(("flight", "bird", "waited"), 0)
    for log in replays(rules(VARIANT), name, 1500, seed=4):
        for hand, offers, event in acts(log):
            if event["do"] == "discard":
                what = check_discard(hand, offers, event)
                seen[what] = seen.get(what, 0) + 1
            elif event["do"] == "win":
                check_win(hand, event)
            elif event["do"] in ("chow", "pung"):
                before = hand.seats[event["seat"]].tiles.elements()
                assert not is_bird_wait(before, hand.joker), "a 财鸟 wait is not claimed away"
    assert min(seen.values()) > 0


def is_ready(tiles: list[str], joker: str) -> bool:
    return any(is_complete([*tiles, kind], joker) for kind in KINDS)


def test_a_third_claim_from_one_seat_leaves_a_ready_hand() -> None:
    thirds = 0
    for log in replays(rules(VARIANT), "speed", 1000, seed=6):
        bound: int | None = None
        for hand, _, event in acts(log):
            if event["do"] in ("chow", "pung") and hand.seats[event["seat"]].claims_from[hand.turn] == 2:
                bound = event["seat"]
            elif bound is not None and event["do"] == "discard":
                thirds += 1
                left = list(hand.seats[bound].tiles.elements())
                left.remove(event["tile"])
                assert is_ready(left, hand.joker)
                bound = None
    assert thirds > 5


# -- the wall


def test_the_indicator_in_play_is_drawn_last_from_either_end() -> None:
    """The drawn hands of random players reach it, some by a replacement draw."""
    played = rules(VARIANT, indicator_in_play=True)
    ends = set()
    for log in replays(played, "random", 900, seed=12):
        events = log["events"]
        places = [place for place, event in enumerate(events) if event["do"] == "draw"]
        if len(places) == 84:
            last = events[places[-1]]
            assert last["tile"] == log["indicator"]
            ends.add(last.get("from"))
            spoilt = [*events[: places[-1]], last | {"tile": log["joker"]}]
            with pytest.raises(IllegalLog) as refused:
                read_log(log | {"events": spoilt})
            assert (refused.value.event, refused.value.rule) == (places[-1], "SZ-1.3")
    assert ends == {None, "tail"}


@pytest.mark.parametrize(
    ("cycle", "indicator", "joker"),
    [("one", "9s", "1s"), ("one", "4z", "5z"), ("one", "7z", "1z"), ("two", "4z", "1z"), ("two", "7z", "5z")],
)
def test_jokers_follow_the_indicator(cycle: str, indicator: str, joker: str) -> None:
    assert joker_after(indicator, cycle) == joker
    follow: dict[str, str] = {}
    for log in engine(rules(VARIANT, honour_cycle=cycle), "greedy", hands_per_table=1).replay(0, 400):
        assert follow.setdefault(log["indicator"], log["joker"]) == log["joker"]
    assert len(follow) == 34
    assert follow[indicator] == joker


# -- the page


def test_the_page_names_every_option_fan_column_and_clause() -> None:
    page = (Path(__file__).parents[1] / "docs" / "variants" / "shengzhou105.md").read_text(encoding="utf-8")
    known = definition(VARIANT)
    named = [option.name for option in known.options] + [fan.id for fan in known.fans]
    named += [f"{column.name}_s" if column.per_seat else column.name for column in known.columns]
    assert [name for name in named if f"`{name}`" not in page] == []
    clauses = {*known.clauses, *(item.clause for item in (*known.options, *known.fans))}
    assert [
        clause for clause in sorted(clauses) if f"**{clause} " not in page and f"**{clause}**" not in page
    ] == []
