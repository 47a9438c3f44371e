"""What holds of every hand: tiles and money are kept, seats and suits are alike, rows repeat."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as checks
from hypothesis import strategies as st

from handlogs.accounts import account
from handlogs.events import keys
from handlogs.settings import ALL_SETTINGS, LINE_UPS, VARIANTS, Setting, engine, replays, settings
from handlogs.symmetry import turned, turned_event, turned_outcome, with_suits
from hupai.ext.reading import open_log, read_log
from hupai.ext.tiles import TILE_NAMES

SEEDS = st.integers(0, 2**64 - 1)


@st.composite
def hands(draw: Any, variant: str) -> tuple[Setting, dict[str, Any]]:
    """A hand of a variant under one of its settings, by any line-up, from any wall."""
    setting = draw(st.sampled_from(settings(variant)))
    line_up = draw(st.sampled_from(LINE_UPS))
    first = draw(st.integers(0, 2**40)) * 16
    (log,) = replays(setting.rules, line_up, 1, seed=draw(SEEDS), first=first)
    return setting, log


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_tile_is_lost_or_made(variant: str) -> None:
    deck = Counter(TILE_NAMES[kind] for kind in settings(variant)[0].rules.book().deck)

    @checks(max_examples=30, deadline=None)
    @given(hands(variant))
    def check(hand: tuple[Setting, dict[str, Any]]) -> None:
        log = hand[1]
        own = account(log)
        out = own.all_tiles()
        assert all(count >= 0 for counts in (*own.hands, own.discards) for count in counts.values())
        assert out.total() == 52 + own.draws
        assert all(deck[tile] >= count for tile, count in out.items())
        assert set(own.sizes()) <= {13, 14}
        if log["indicator"] is not None and not hand[0].indicator_back:
            assert out[log["indicator"]] < 4 or (deck - out).total() == 0

    check()


@pytest.mark.parametrize("variant", VARIANTS)
def test_money_is_kept(variant: str) -> None:
    @checks(max_examples=30, deadline=None)
    @given(hands(variant))
    def check(hand: tuple[Setting, dict[str, Any]]) -> None:
        result = hand[1]["result"]
        parts = result["parts"].values()
        assert [sum(column) for column in zip(*parts, strict=True)] == result["payments"]
        if result["end"] != "leave":
            assert all(sum(part) == 0 for part in parts)

    check()


@pytest.mark.parametrize("variant", VARIANTS)
def test_suits_are_alike(variant: str) -> None:
    """The offers at every moment, so waits, what may be declared and konged; and what the hand comes to."""

    @checks(max_examples=12, deadline=None)
    @given(hands(variant), st.data())
    def check(hand: tuple[Setting, dict[str, Any]], data: st.DataObject) -> None:
        setting, log = hand
        order = data.draw(st.permutations(setting.suits))
        suits = dict(zip(setting.suits, order, strict=True))
        other = with_suits(log, suits)
        reading, same = open_log(log), open_log(other)
        for event in log["events"]:
            assert keys(with_suits(reading.offers(), suits)) == keys(same.offers())
            reading.apply(event)
            same.apply(with_suits(event, suits))
        assert same.result() == {"result": log["result"], "next": log["next"]}

    check()


@pytest.mark.parametrize("variant", VARIANTS)
def test_seats_are_alike(variant: str) -> None:
    @checks(max_examples=12, deadline=None)
    @given(hands(variant), st.integers(1, 3))
    def check(hand: tuple[Setting, dict[str, Any]], steps: int) -> None:
        log = hand[1]
        other = turned(log, steps)
        reading, same = open_log(log), open_log(other)
        for event in log["events"]:
            moved = [turned_event(offer, steps) for offer in reading.offers() if offer["do"] != "horses"]
            assert keys(moved) == keys(offer for offer in same.offers() if offer["do"] != "horses")
            reading.apply(event)
            same.apply(turned_event(event, steps))
        assert same.result() == turned_outcome(read_log(log), steps)

    check()


@pytest.mark.parametrize("setting", ALL_SETTINGS, ids=str)
def test_rows_repeat_however_the_hands_are_blocked(setting: Setting) -> None:
    line_up = LINE_UPS[3]
    whole = engine(setting.rules, line_up).play(0, 64)
    again = engine(setting.rules, line_up).play(0, 64)
    player = engine(setting.rules, line_up)
    late, early = player.play(32, 32), player.play(0, 32)
    for name in ("hands", "wins", "facts"):
        rows = getattr(whole, name)
        # By fields: between them a row has bytes that mean nothing.
        assert np.array_equal(rows, getattr(again, name))
        assert np.array_equal(rows, np.concatenate([getattr(early, name), getattr(late, name)]))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_seed_decides(variant: str) -> None:
    played = settings(variant)[0].rules
    pays = [
        engine(played, "speed", seed=seed).play(0, 64).hands["pay"].tobytes() for seed in (1, 2, 2**64 - 1)
    ]
    assert len(set(pays)) == 3
