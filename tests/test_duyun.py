"""都匀麻将: exact counts, succession, leaving, own columns, what the strategies know, the largest amounts."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from scipy.stats import binomtest

from handlogs.accounts import account
from handlogs.settings import LINE_UPS, declared, engine, replays
from hupai.ext.engine import settle_facts
from hupai.ext.reading import open_log, read_log
from hupai.ext.rules import definition, rules
from hupai.ext.rules.duyun.hands import hand_facts
from hupai.ext.tiles import TILE_NAMES
from reference import duyun
from reference.duyun_dealt import complete_deals

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hupai.ext.rules import Rules

Log = dict[str, Any]
NULL = np.iinfo(np.int32).min
COMPLETE = 7_402_104_845_520
CHANCE = COMPLETE / comb(108, 14)


# -- exact probabilities


def test_complete_hands_counted_by_suits() -> None:
    assert complete_deals() == declared("duyun")["dealt"]["complete"] == COMPLETE
    assert pytest.approx(5.297e-5, rel=1e-3) == CHANCE


def test_heavenly_hands_are_won_as_often_as_counted() -> None:
    """天胡: the dealer's first 14 win, and every strategy wins when it can."""
    hands = 200_000
    block = engine(rules("duyun"), "greedy", seed=8).play(0, hands, facts=False)
    heavenly = block.wins["fans"][:, definition("duyun").fan_index["heavenly_hand"]].sum()
    interval = binomtest(int(heavenly), hands).proportion_ci(0.9999)
    assert interval.low < CHANCE < interval.high


# -- succession (DY-10)


def plain_successor(log: Log) -> dict[str, int]:
    """Who deals after a hand, by its result alone."""
    result, dealer = log["result"], log["dealer"]
    then = dealer
    if len(result["winners"]) == 1:
        then = result["winners"][0]["seat"]
    elif result["winners"]:
        then = result["winners"][0]["from"]
    stays = then == dealer and result["end"] != "leave"
    return {"dealer": then, "streak": log["streak"] + 1 if stays else 0}


@pytest.mark.parametrize("line_up", LINE_UPS)
def test_succession_over_long_tables(line_up: str) -> None:
    """Tables of 500 hands: each hand is dealt by whom the twin and the plain rule name, with their streak."""
    played = rules("duyun", leave_rate=0.001)
    expected = {}
    longest = 0
    for number, log in enumerate(engine(played, line_up, seed=3, hands_per_table=500).replay(0, 1000)):
        if number % 500 == 0:
            expected = {"dealer": number // 500 % 4, "streak": 0}
        assert {"dealer": log["dealer"], "streak": log["streak"]} == expected
        expected = plain_successor(log)
        assert log["next"] == expected
        if number % 25 == 0:
            assert duyun.next_hand(log) == expected
        longest = max(longest, log["streak"])
    assert longest >= 4


def test_several_winners_make_the_discarder_dealer() -> None:
    """DY-10.4, on the rows of many hands."""
    block = engine(rules("duyun"), "greedy", seed=2, hands_per_table=5000).play(0, 20_000)
    assert block.facts is not None
    rows, following = block.hands[:-1], block.hands[1:]
    same_table = following["round"] > 0
    several = same_table & (rows["winners"] > 1)
    assert several.sum() > 20
    assert np.array_equal(following["dealer"][several], block.facts["source"][:-1][several])
    drawn = same_table & (rows["end"] == 1)
    assert np.array_equal(following["dealer"][drawn], rows["dealer"][drawn])
    stayed = same_table & (following["dealer"] == rows["dealer"])
    assert np.array_equal(following["streak"], np.where(stayed, rows["streak"] + 1, 0))


def test_short_tables_cut_streaks_short() -> None:
    streaks = [
        engine(rules("duyun"), "greedy", seed=7, hands_per_table=hands).play(0, 48_000).hands["streak"].mean()
        for hands in (16, 200)
    ]
    assert streaks[1] > streaks[0] * 1.05


# -- leaving (DY-11.5)


def own_turns(events: list[dict[str, Any]]) -> int:
    """Turns begun: by a front draw, a pung, or the replacement of a melded kong."""
    begun = 0
    for before, event in zip([{}, *events], events, strict=False):
        begun += event["do"] == "pung" or (event["do"] == "draw" and "from" not in event)
        begun += event.get("from") == "tail" and before.get("kind") == "melded"
    return begun


def test_a_seat_is_asked_once_a_turn_whether_it_leaves() -> None:
    rate = 0.02
    leaves = turns = 0
    for log in replays(
        rules("duyun", leave_rate=rate, last_tiles=0, allow_ready=False), "random", 1500, seed=5
    ):
        leaves += log["result"]["end"] == "leave"
        turns += own_turns(log["events"])
        # A turn that was won by self draw at once was not asked.
        turns -= (
            log["result"]["end"] == "win"
            and log["events"][-1].get("by") == "self"
            and "from" not in log["events"][-2]
        )
    interval = binomtest(leaves, turns).proportion_ci(0.9999)
    assert interval.low < rate < interval.high


def test_leaving_shifts_nothing_else() -> None:
    """Up to the moment of leaving the same hand is played as when nobody leaves."""
    left = replays(rules("duyun", leave_rate=0.01), "speed", 64, seed=6)
    stayed = engine(rules("duyun"), "speed", seed=6, hands_per_table=1)
    same = 0
    for log, other in zip(left, stayed.replay(0, 64), strict=True):
        if log["dealer"] == other["dealer"]:
            events = log["events"][:-1] if log["result"]["end"] == "leave" else log["events"]
            assert other["events"][: len(events)] == events
            same += 1
    assert same > 10


# -- own columns


def column_values(block: Any, number: int) -> dict[str, int | None]:
    fields = [field for column in definition("duyun").columns for field in column.fields]
    row = block.hands[number]["own"]
    return {name: None if row[place] == NULL else int(row[place]) for place, name in enumerate(fields)}


def declared_at(log: Log, seat: int) -> int | None:
    draws = 0
    for event in log["events"]:
        if event.get("seat") == seat and event["do"] == "ready":
            return draws
        draws += event.get("seat") == seat and event["do"] == "draw"
    return None


@pytest.mark.parametrize(
    "options", [{}, {"leave_rate": 0.01}, {"allow_ready": False, "bean_required": False}], ids=str
)
@pytest.mark.parametrize("line_up", LINE_UPS[1:])
def test_own_columns_say_what_the_logs_say(options: dict[str, Any], line_up: str) -> None:
    played = rules("duyun", **options)
    block = engine(played, line_up, seed=13).play(0, 320)
    met: Counter[str] = Counter()
    for number, log in enumerate(replays(played, line_up, 320, seed=13)):
        own, found, end = account(log), column_values(block, number), log["result"]["end"]
        table = duyun.replay(log)
        for seat in range(4):
            assert found[f"dy_ready_{seat}"] == declared_at(log, seat)
            for kind in ("melded", "added", "concealed"):
                assert found[f"dy_{kind}_{seat}"] == own.kinds(seat).count(kind)
                met[kind] += own.kinds(seat).count(kind)
            ready = int(bool(duyun.waits_in_play(table, seat))) if end == "draw" else None
            assert found[f"dy_waiting_{seat}"] == ready
            met["declared"] += declared_at(log, seat) is not None
            met["waiting"] += ready == 1
        assert found["dy_left"] == (log["events"][-1]["seat"] if end == "leave" else None)
        assert found["dy_robbed"] == (log["events"][-1].get("by") == "rob")
        met[end] += 1
    assert met["melded"]
    assert met["concealed"]
    assert met["draw"]
    assert met["waiting"]
    assert bool(met["leave"]) == ("leave_rate" in options)


# -- facts


def test_a_drawn_hand_shows_all_four_hands() -> None:
    block = engine(rules("duyun"), "random", seed=4).play(0, 400)
    assert block.facts is not None
    drawn = block.facts[block.facts["end"] == 1]
    assert len(drawn) > 300
    assert (drawn["shown"] == 15).all()
    for row in drawn[:50]:
        melds = [0, 0, 0, 0]
        for meld in row["melds"][: row["n_melds"]]:
            melds[meld["seat"]] += 1
        assert [size + 3 * made for size, made in zip(row["sizes"], melds, strict=True)] == [13] * 4


def largest_options() -> Rules:
    """Every score option as large as it may be, with what adds to payments in force."""
    chosen: dict[str, Any] = {}
    for option in definition("duyun").options:
        if option.kind != "score":
            continue
        if option.type == "map":
            chosen[option.name] = {key.name: option.limits(key)[1] for key in option.keys}
        elif option.type == "int" and option.name not in ("fan_cap", "streak_cap"):
            chosen[option.name] = option.max
        elif option.type == "bool" and option.name != "earthly_broken_by_claims":
            chosen[option.name] = True
    chosen["kong_transfer"] = "turn"
    return rules("duyun", chosen)


def test_the_largest_amounts_are_counted_exactly() -> None:
    """Every option at its largest, the longest streak a log may have: nothing leaves 64 bits."""
    largest = largest_options()
    largest_seen = 0
    for log in replays(largest, "greedy:slip=0.2", 48, seed=2):
        long = {**log, "streak": 1_000_000}
        outcome = read_log(long)
        assert outcome == duyun.read(long)
        largest_seen = max(largest_seen, *outcome["result"]["payments"])
    assert largest_seen > 10**18
    block = engine(largest, "greedy", seed=2, hands_per_table=10_000).play(0, 10_000)
    assert block.facts is not None
    flows, _ = settle_facts(largest.book(), block.facts)
    assert (flows >= 0).all()


# -- what the strategies know


@cache
def speed_logs(hands: int) -> tuple[Log, ...]:
    return tuple(replays(rules("duyun"), "speed", hands, seed=21))


def moments(log: Log) -> Iterator[tuple[Any, list[dict[str, Any]], dict[str, Any]]]:
    """Before each event: the twin's table, what is offered, and the event."""
    reading, steps = open_log(log), duyun.Steps(log)
    for event in log["events"]:
        yield steps.table, reading.offers(), event
        reading.apply(event)
        steps.apply(event)


def test_speed_declares_as_soon_as_it_can() -> None:
    declared_hands = 0
    for log in speed_logs(400):
        for _, offers, event in moments(log):
            acts = {offer["do"] for offer in offers}
            if "ready" in acts and not acts & {"win", "kong"}:
                assert event["do"] == "ready", json.dumps(log)
                declared_hands += 1
    assert declared_hands


def needs(tiles: list[str], melds: int) -> int:
    """Tiles needed by concealed tiles beside so many melds (their kinds do not matter)."""
    kinds = [TILE_NAMES.index(tile) for tile in tiles]
    return hand_facts(rules("duyun").book(), kinds, [(0, False)] * melds)["need"]


def less(tiles: list[str], taken: list[str]) -> list[str]:
    rest = list(tiles)
    for tile in taken:
        rest.remove(tile)
    return rest


def test_speed_makes_a_kong_to_have_a_bean() -> None:
    """One tile more may be needed for the first kong, if the hand is no nearer to seven pairs."""
    dearer = made = 0
    for log in speed_logs(400):
        for table, offers, event in moments(log):
            kongs = [offer for offer in offers if offer["do"] == "kong"]
            if not kongs or any(offer["do"] == "win" for offer in offers) or table.wall < 12:
                continue
            offer = kongs[0]
            seat, tile = offer["seat"], offer.get("tile", table.tile)
            if any(kong.seat == seat for kong in table.kongs):
                continue
            tiles, melds = table.hands[seat], len(table.melds[seat])
            taken = {"melded": 3, "concealed": 4, "added": 1}[offer["kind"]]
            # With a meld that it has not, the hand is judged by its sets alone.
            after = needs(less(tiles, [tile] * taken), melds + (offer["kind"] != "added"))
            before = needs(tiles, melds)
            if melds == 0 and seven_pairs_are_nearer(tiles):
                continue
            assert (event["do"] == "kong") == (after <= before + 1), (offer, event, json.dumps(log))
            made += event["do"] == "kong"
            dearer += event["do"] == "kong" and after == before + 1
    assert made > 50
    assert dearer


def seven_pairs_are_nearer(tiles: list[str]) -> bool:
    """Whether the hand needs fewer tiles with seven pairs in play than by sets alone."""
    no_pairs = {
        "seven_pairs",
        "luxury_seven_pairs",
        "pure_seven_pairs",
        "pure_luxury_seven_pairs",
        "full_flush",
    }
    book = rules("duyun", fan_values=dict.fromkeys(no_pairs, 0)).book()
    kinds = [TILE_NAMES.index(tile) for tile in tiles]
    return needs(tiles, 0) < hand_facts(book, kinds, [])["need"]


def test_a_bean_that_opens_nothing_costs_nothing() -> None:
    """With `bean_required` off no kong is made that needs more tiles."""
    made = 0
    for log in replays(rules("duyun", bean_required=False), "speed", 300, seed=21):
        for table, _, event in moments(log):
            if event["do"] != "kong":
                continue
            seat, tile = event["seat"], event.get("tile", table.tile)
            taken = {"melded": 3, "concealed": 4, "added": 1}[event["kind"]]
            tiles, melds = table.hands[seat], len(table.melds[seat])
            after = needs(less(tiles, [tile] * taken), melds + (event["kind"] != "added"))
            assert after <= needs(tiles, melds), json.dumps(log)
            made += 1
    assert made > 50


# -- the page

PAGE = Path(__file__).parents[1] / "docs" / "variants" / "duyun.md"


def rows_of(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading of the page, without its head."""
    below = PAGE.read_text(encoding="utf-8").partition(f"\n{heading}\n")[2]
    lines = iter(below.splitlines())
    table = []
    for line in lines:
        if line.startswith("|"):
            table.append([cell.strip() for cell in line.strip("|").split("|")])
        elif table:
            break
    return table[2:]


def test_the_page_has_every_option_with_its_kind_and_default() -> None:
    known = {option.name: option for option in definition("duyun").options}
    rows = {row[0].strip("`"): row for row in rows_of("## Options")}
    assert list(rows) == list(known)
    for name, option in known.items():
        default, kind = rows[name][3].strip("`"), rows[name][4]
        assert kind.split(";")[0] == option.kind
        if option.type == "number":
            assert float(default) == option.default
        elif option.type != "map":
            assert default == str(option.default).lower()


def test_the_page_has_every_fan_with_its_value() -> None:
    fans = {fan.id: fan for fan in definition("duyun").fans}
    rows = {row[0].strip("`"): row for row in rows_of("### Fans table")}
    assert list(rows) == list(fans)
    for name, fan in fans.items():
        assert rows[name][2:4] == [str(fan.value), fan.how]
        assert fan.zh.partition("（")[0] in rows[name][1]


def test_the_page_explains_every_clause_that_refuses() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for clause in definition("duyun").clauses:
        assert f"**{clause}**" in text
