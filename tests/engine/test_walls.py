"""The walls are those of numpy's generator, and the same under all options and strategies."""

from __future__ import annotations

from typing import Any

import pytest

from handlogs.settings import ALL_SETTINGS, LINE_UPS, VARIANTS, Setting, engine, settings
from hupai.ext.streams import STREAM_NAMES
from hupai.ext.tiles import TILE_NAMES
from reference.shuffle import shuffled

SEED = 2**63 + 11


def logs_of(setting: Setting, line_up: str, first: int, hands: int) -> Any:
    """Tables of one hand, so that the dealer does not depend on play."""
    return engine(setting.rules, line_up, seed=SEED, hands_per_table=1).replay(first, first + hands)


def drawn(log: dict[str, Any], *, tail: bool) -> list[str]:
    draws = [event for event in log["events"] if event["do"] == "draw"]
    return [event["tile"] for event in draws if (event.get("from") == "tail") is tail]


def indicator_places(log: dict[str, Any], wall: list[str]) -> set[int]:
    """Places that the indicator may have come from, so that the draws follow the wall; -1: from none."""
    front, tail = drawn(log, tail=False), drawn(log, tail=True)
    places = {-1, *(place for place in range(52, len(wall)) if wall[place] == log["indicator"])}
    found = set()
    for place in places:
        rest = [tile for at, tile in enumerate(wall) if at >= 52 and at != place]
        if rest[: len(front)] == front and rest[::-1][: len(tail)] == tail:
            found.add(place)
    return found


@pytest.mark.parametrize("setting", ALL_SETTINGS, ids=str)
def test_deal_and_draws_are_the_plain_shuffle(setting: Setting) -> None:
    deck = setting.rules.book().deck
    fixed: set[int] | None = None
    for line_up, first in zip(LINE_UPS, (0, 1, 2**20, 2**40), strict=True):
        for number, log in enumerate(logs_of(setting, line_up, first, 3), start=first):
            wall = [TILE_NAMES[kind] for kind in shuffled(SEED, STREAM_NAMES["wall"], number, deck)]
            for seat in range(4):
                assert sorted(log["deal"][seat]) == sorted(wall[13 * seat : 13 * seat + 13])
            places = indicator_places(log, wall)
            fixed = places if fixed is None else fixed & places
    assert fixed


@pytest.mark.parametrize("variant", VARIANTS)
def test_nobody_changes_the_wall(variant: str) -> None:
    """The deal, the dealer's first tile, and of two lists of draws the shorter begins the longer."""
    seen: dict[int, tuple[Any, list[str]]] = {}
    for setting in settings(variant):
        for line_up in LINE_UPS:
            for number, log in enumerate(logs_of(setting, line_up, 0, 4)):
                front = drawn(log, tail=False)
                start = (log["dealer"], log["deal"], front[0])
                known, draws = seen.setdefault(number, (start, front))
                assert start == known
                same = min(len(front), len(draws))
                assert front[:same] == draws[:same]
