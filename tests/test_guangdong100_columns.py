"""广东100张: its own columns against the logs of the same hands; the largest amounts there can be."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from handlogs.settings import engine, settings
from hupai.ext.rules import Rules, definition, rules
from hupai.ext.tiles import TILE_NAMES
from reference.guangdong100_settle import seat_hit

HANDS = 400
LINE_UP = "speed:slip=0.2,random,greedy,speed"
NULL = -(2**31)
FIELDS = [field for column in definition("guangdong100").columns for field in column.fields]

Row = dict[str, int | None]


def seats_row(name: str, values: list[int]) -> Row:
    return {f"gd_{name}_{seat}": value for seat, value in enumerate(values)}


def expected(log: dict[str, Any], options: dict[str, Any]) -> Row:
    """What the columns must say, counted along the events."""
    hands = [list(hand) for hand in log["deal"]]
    melds: list[list[dict[str, Any]]] = [[], [], [], []]
    wall = 48 if log["indicator"] is None or options["indicator_in_play"] else 47
    tile, turn, robbed, bloom = "", log["dealer"], False, False
    discards = []
    before = ""
    for event in log["events"]:
        seat, do, before, last = event.get("seat"), event["do"], event["do"], before
        if do == "draw":
            hands[seat].append(event["tile"])
            wall -= 1
            if event.get("from") != "tail":
                bloom = False
            turn = seat
        elif do == "discard":
            tile = event["tile"]
            if wall and last == "draw":
                for meld in melds[seat]:
                    meld["late"] |= meld["kind"] == "pung" and meld["tile"] in hands[seat]
            hands[seat].remove(tile)
            discards.append((seat, tile))
            turn = seat
        elif do == "pung" or (do == "kong" and event["kind"] == "melded"):
            passed = do == "pung" and hands[seat].count(tile) == 3 and wall > 0
            for _ in range(2 if do == "pung" else 3):
                hands[seat].remove(tile)
            kind = event.get("kind", "pung")
            melds[seat].append({"kind": kind, "tile": tile, "source": turn, "passed": passed, "late": False})
            bloom = kind == "melded"
            turn = seat
        elif do == "kong" and event["kind"] == "concealed":
            hands[seat] = [held for held in hands[seat] if held != event["tile"]]
            melds[seat].append(
                {"kind": "concealed", "tile": event["tile"], "source": None, "passed": False, "late": False}
            )
            bloom = False
        elif do == "kong":
            hands[seat].remove(event["tile"])
            next(meld for meld in melds[seat] if meld["tile"] == event["tile"])["kind"] = "added"
            tile, bloom = event["tile"], False
        elif do == "win" and event["by"] == "rob":
            robbed = True
    if robbed:
        next(meld for meld in melds[turn] if meld["tile"] == tile)["kind"] = "pung"
    row = seats_row("dealt_jokers", [hand.count(log["joker"]) for hand in log["deal"]])
    row |= seats_row("jokers", [hand.count(log["joker"]) for hand in hands])
    for kind in ("melded", "added", "concealed"):
        row |= seats_row(kind, [[meld["kind"] for meld in own].count(kind) for own in melds])
    added = [[meld for meld in own if meld["kind"] == "added"] for own in melds]
    row |= seats_row("passed", [sum(meld["passed"] for meld in own) for own in added])
    row |= seats_row("late", [sum(meld["late"] and not meld["passed"] for meld in own) for own in added])
    in_turn = [(log["dealer"] + step) % 4 for step in range(4)]
    followed = len(discards) >= 4 and discards[:4] == [(seat, discards[0][1]) for seat in in_turn]
    row["gd_joker"] = None if log["joker"] is None else TILE_NAMES.index(log["joker"])
    row |= {"gd_follow": int(followed), "gd_robbed": int(robbed)}
    return row | horses_and_liability(log, melds, options, bloom=bloom)


def horses_and_liability(log: dict[str, Any], melds: Any, options: dict[str, Any], *, bloom: bool) -> Row:
    winners = log["result"]["winners"]
    won = {winner["seat"] for winner in winners}
    liable, kind = None, 0
    for winner in winners:
        own = melds[winner["seat"]]
        if winner["by"] == "rob" and options["rob_liability"]:
            kind, liable = 1, winner["from"]
        if winner["by"] == "self" and len(own) == 4 and own[3]["source"] is not None:
            kind += 2 * options["twelve_liability"]
        if winner["by"] == "self" and bloom:
            kind += 4 * options["kong_bloom_liability"]
        if kind & 6:
            liable = own[-1]["source"]
    payers = {winner["from"] for winner in winners} - {None}
    if winners and not payers:
        payers = {liable} if kind and options["liability_horses"] == "shifted" else set(range(4)) - won
    lists: list[list[str]] = next(
        (event["tiles"] for event in log["events"] if event["do"] == "horses"), [[]] * 4
    )
    hit = [[seat_hit(horse, log["dealer"]) for horse in own] for own in lists]
    row = seats_row("hit", [sum(own.count(seat) for own in hit) for seat in range(4)])
    row |= seats_row("on_winner", [sum(seat in won for seat in own) for own in hit])
    row |= seats_row("on_payer", [sum(seat in payers for seat in own) for own in hit])
    return row | {"gd_liability": kind, "gd_liable": liable}


@pytest.mark.parametrize("setting", settings("guangdong100"), ids=str)
def test_own_columns_say_what_the_logs_say(setting: Any) -> None:
    playing = engine(setting.rules, LINE_UP, seed=31)
    rows = playing.play(0, HANDS).hands["own"]
    for log, values in zip(playing.replay(0, HANDS), rows, strict=True):
        named = zip(FIELDS, values.tolist(), strict=False)
        found = {name: None if value == NULL else value for name, value in named}
        forced = found.pop("gd_forced")
        assert found == expected(log, setting.rules.options), log
        if forced:
            assert [winner["by"] for winner in log["result"]["winners"]] == ["self"]


def test_liability_and_unpaid_kongs_occur() -> None:
    """Enough hands for each of them; jokers and horses are compared above."""
    block = engine(rules("guangdong100"), "speed:slip=0.3", seed=5).play(0, 40_000)
    seen = {name: Counter(block.hands["own"][:, place].tolist()) for place, name in enumerate(FIELDS)}
    assert {0, 1, 2, 4} <= set(seen["gd_liability"])
    for name in ("gd_follow", "gd_robbed", "gd_forced"):
        assert seen[name][1]
    for name in ("gd_passed", "gd_late"):
        assert sum(seen[f"{name}_{seat}"][1] for seat in range(4))


def test_the_largest_amounts_stay_within_64_bits() -> None:
    """Every value at its limit: one transfer, 48 horses on each, and kongs and 跟庄 beside them."""
    declared = definition("guangdong100")
    limit: dict[str, Any] = {}
    for option in declared.options:
        if option.type == "int":
            limit[option.name] = option.max
        elif option.type == "map":
            limit[option.name] = {key.name: option.limits(key)[1] for key in option.keys}
    base, values, kongs = limit["base_stake"], limit["fan_values"], limit["kong_points"]
    factors = ("self_draw", "discard_win", "out_with_replacement", "robbing_the_kong")
    way = max(values[name] for name in factors)
    points = max(fan_value(values)) * way * values["no_jokers"]
    transfers = 3 * points
    horses = 4 * limit["horses"] * (transfers + 3 * limit["follow_dealer"])
    largest = base * (transfers + horses + 16 * 3 * max(kongs.values()) + 3 * limit["follow_dealer"])
    assert largest < 2**63
    played = Rules.changed(rules("guangdong100"), {**limit, "points_cap": 0, "horses_count_follow": True})
    block = engine(played, "speed").play(0, 5_000)
    assert abs(block.hands["pay"]).max() > 10**15
    assert (block.hands["pay"].sum(axis=1) == 0).all()


def fan_value(values: dict[str, int]) -> list[int]:
    return [values[fan.id] for fan in definition("guangdong100").fans if fan.how == "pattern"]
