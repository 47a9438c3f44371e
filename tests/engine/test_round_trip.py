"""Played, written, read back and settled again: all the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from handlogs.accounts import account
from handlogs.settings import (
    ALL_SETTINGS,
    LINE_UPS,
    VARIANTS,
    Setting,
    engine,
    replays,
    settings,
    values_of,
)
from hupai.ext.engine import settle_facts
from hupai.ext.errors import OptionError
from hupai.ext.reading import read_log
from hupai.ext.rules import Rules, definition
from hupai.ext.tiles import TILE_NAMES

HANDS = 16
BLOCK = 512
ENDS = ("win", "draw", "leave")
WAYS = ("discard", "self", "rob")


@pytest.mark.parametrize("setting", ALL_SETTINGS, ids=str)
@pytest.mark.parametrize("line_up", LINE_UPS)
def test_a_replay_reads_back_to_the_same(setting: Setting, line_up: str) -> None:
    for log in replays(setting.rules, line_up, HANDS, seed=3):
        assert read_log(log) == {"result": log["result"], "next": log["next"]}


@pytest.mark.parametrize("setting", ALL_SETTINGS, ids=str)
def test_each_hand_follows_from_the_one_before(setting: Setting) -> None:
    following: Any = None
    for number, log in enumerate(replays(setting.rules, LINE_UPS[1], 2 * 16, seed=4)):
        if number % 16 == 0:
            following = {"dealer": number // 16 % 4, "streak": 0}
        assert {"dealer": log["dealer"], "streak": log["streak"]} == following
        following = log["next"]


def nets(flows: Any) -> Any:
    """What each seat wins, by hand and part, from transfers of shape (hands, parts, payers, receivers)."""
    return flows[..., :4].sum(axis=2) - flows.sum(axis=3)


@pytest.mark.parametrize("setting", ALL_SETTINGS, ids=str)
def test_settling_the_facts_is_playing(setting: Setting) -> None:
    for line_up in LINE_UPS[1:3]:
        block = engine(setting.rules, line_up, seed=5).play(0, BLOCK)
        assert block.facts is not None
        flows, wins = settle_facts(setting.rules.book(), block.facts)
        assert np.array_equal(wins, block.wins)
        parts = nets(flows)
        assert np.array_equal(parts, block.hands["parts"][:, : parts.shape[1]])
        assert np.array_equal(parts.sum(axis=1), block.hands["pay"])
        assert (flows >= 0).all()
        # Money is lost only where somebody leaves.
        house = flows[..., 4].sum(axis=(1, 2))
        assert np.array_equal(block.hands["pay"].sum(axis=1), -house)
        assert (block.hands["end"][house != 0] == ENDS.index("leave")).all()


def score_changes() -> list[Any]:
    """Every option of kind score of every variant, under its defaults and under another setting."""
    found = []
    for variant in VARIANTS:
        known = settings(variant)
        scoring = [option for option in definition(variant).options if option.kind == "score"]
        for number, option in enumerate(scoring):
            bases = dict.fromkeys((known[0], known[number % len(known)]))
            found += [pytest.param(base.rules, option, id=f"{base}-{option.name}") for base in bases]
    return found


def changed_rules(base: Rules, option: Any) -> list[Rules]:
    """The same rules with other values of the option, those that the other options allow."""
    changed = []
    for value in values_of(option):
        try:
            changed.append(base.changed({option.name: value}))
        except OptionError:
            continue
    return [other for other in changed if base.kinds(other) == {"score"}]


def played_events(log: dict[str, Any]) -> list[Any]:
    return [event for event in log["events"] if event["do"] != "horses"]


@pytest.mark.parametrize(("base", "option"), score_changes())
def test_a_score_option_changes_no_event_and_settles_as_it_plays(base: Rules, option: Any) -> None:
    line_up = LINE_UPS[1]
    before = list(replays(base, line_up, HANDS, seed=6))
    facts = engine(base, line_up, seed=6).play(0, BLOCK).facts
    assert facts is not None
    assert changed_rules(base, option)
    for other in changed_rules(base, option):
        for log, same in zip(before, replays(other, line_up, HANDS, seed=6), strict=True):
            assert played_events(log) == played_events(same)
            assert (log["deal"], log["next"]) == (same["deal"], same["next"])
        block = engine(other, line_up, seed=6).play(0, BLOCK)
        flows, wins = settle_facts(other.book(), facts)
        assert np.array_equal(wins, block.wins)
        assert np.array_equal(nets(flows).sum(axis=1), block.hands["pay"])


@pytest.mark.parametrize("setting", ALL_SETTINGS, ids=str)
def test_rows_say_what_the_logs_say(setting: Setting) -> None:
    line_up = LINE_UPS[1]
    block = engine(setting.rules, line_up, seed=7).play(0, 48)
    assert block.facts is not None
    winning = 0
    for number, log in enumerate(replays(setting.rules, line_up, 48, seed=7)):
        row, facts, result, own = block.hands[number], block.facts[number], log["result"], account(log)
        assert (row["hand"], row["table"], row["round"]) == (number, number // 16, number % 16)
        assert (row["dealer"], row["streak"]) == (log["dealer"], log["streak"])
        assert ENDS[row["end"]] == result["end"]
        assert (row["winners"], row["draws"]) == (len(result["winners"]), own.draws)
        assert row["pay"].tolist() == result["payments"]
        assert row["parts"][: len(result["parts"])].tolist() == list(result["parts"].values())
        for seat in range(4):
            kinds = own.kinds(seat)
            counted = [kinds.count("chow"), kinds.count("pung")]
            counted.append(len(kinds) - sum(counted))
            assert [row[name][seat] for name in ("chows", "pungs", "kongs")] == counted
        for winner in result["winners"]:
            check_win(block.wins[winning], winner, log)
            check_tiles(facts, winner["seat"], own, by_self=winner["by"] == "self")
            winning += 1
    assert winning == len(block.wins)


def check_win(row: Any, winner: dict[str, Any], log: dict[str, Any]) -> None:
    seat = winner["seat"]
    assert (row["seat"], row["position"]) == (seat, (seat - log["dealer"]) % 4)
    assert (WAYS[row["by"]], row["points"]) == (winner["by"], winner["points"])
    assert row["source"] == (-1 if winner["from"] is None else winner["from"])
    assert row["turn"] == sum(event["do"] == "draw" and event["seat"] == seat for event in log["events"])
    named = [event["tile"] for event in log["events"] if "tile" in event]
    assert TILE_NAMES[row["tile"]] == named[-1]


def check_tiles(facts: Any, seat: int, own: Any, *, by_self: bool) -> None:
    recorded = [TILE_NAMES[kind] for kind in facts["tiles"][seat][: facts["sizes"][seat]]]
    if by_self:
        recorded.append(TILE_NAMES[facts["tile"]])
    assert sorted(recorded) == sorted(own.hands[seat].elements())
