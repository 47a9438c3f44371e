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
    """Places that the indicator may have come from, so that the draws follow the wall; -1: from none.

    An indicator that lies turned over and is drawn is the last tile of all, from whichever end.
    """
    events = [event for event in log["events"] if event["do"] == "draw"]
    places = {-1, *(place for place in range(52, len(wall)) if wall[place] == log["indicator"])}
    found = set()
    for place in places:
        rest = [tile for at, tile in enumerate(wall) if at >= 52 and at != place]
        if len(events) > len(rest) and events[-1]["tile"] != log["indicator"]:
            continue
        front, tail = (
            [event["tile"] for event in events[: len(rest)] if (event.get("from") == "tail") is end]
            for end in (False, True)
        )
        if rest[: len(front)] == front and rest[::-1][: len(tail)] == tail:
            found.add(place)
    return found


def with_indicator_back(wall: list[str], place: int) -> list[str]:
    """The wall after its last tile, which was turned over, has changed places with another."""
    changed = list(wall)
    changed[place], changed[-1] = wall[-1], wall[place]
    return changed


@pytest.mark.parametrize("setting", ALL_SETTINGS, ids=str)
def test_deal_and_draws_are_the_plain_shuffle(setting: Setting) -> None:
    deck = setting.rules.book().deck
    fixed: set[int] | None = None
    for line_up, first in zip(LINE_UPS, (0, 1, 2**20, 2**40), strict=True):
        for number, log in enumerate(logs_of(setting, line_up, first, 3), start=first):
            wall = [TILE_NAMES[kind] for kind in shuffled(SEED, STREAM_NAMES["wall"], number, deck)]
            for seat in range(4):
                assert sorted(log["deal"][seat]) == sorted(wall[13 * seat : 13 * seat + 13])
            if setting.indicator_back:
                assert log["indicator"] == wall[-1]
                walls = [with_indicator_back(wall, place) for place in range(52, len(wall))]
                assert any(-1 in indicator_places(log, changed) for changed in walls)
                places = {-1}
            else:
                places = indicator_places(log, wall)
            fixed = places if fixed is None else fixed & places
    assert fixed


@pytest.mark.parametrize("variant", VARIANTS)
def test_nobody_changes_the_wall(variant: str) -> None:
    """The deal; and of two lists of draws the shorter begins the longer, but for an indicator put back."""
    seen: dict[int, tuple[Any, list[str]]] = {}
    for setting in settings(variant):
        for line_up in LINE_UPS:
            for number, log in enumerate(logs_of(setting, line_up, 0, 4)):
                front = drawn(log, tail=False)
                start = (log["dealer"], log["deal"])
                known, draws = seen.setdefault(number, (start, front))
                assert start == known
                same = min(len(front), len(draws))
                moved = sum(tile != other for tile, other in zip(front, draws, strict=False))
                assert front[:same] == draws[:same] or (setting.indicator_back and moved == 1)
