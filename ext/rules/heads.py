"""What heads of hand logs are checked by; a variant's `head.py` says in which order and by which clause."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from hupai.ext.errors import HupaiError
from hupai.ext.rules.ruleset import rules
from hupai.ext.tiles import TILE_NAMES

if TYPE_CHECKING:
    from collections.abc import Collection

SEATS = 4
DEALT = 13
COPIES = 4
Fault = tuple[str, int | None]
"""The clause that a head breaks, and the seat where one is meant."""


def is_whole(value: Any, *, least: int = 0, most: int | None = None) -> bool:
    """Whether `value` is an integer (no bool, no 1.0) from `least` to `most`."""
    return type(value) is int and value >= least and (most is None or value <= most)


def options_fault(log: dict[str, Any]) -> bool:
    """Whether the options are anything but options of the variant with values that they take."""
    options = log.get("options", {})
    if not isinstance(options, dict):
        return True
    try:
        rules(log["variant"], options)
    except HupaiError:
        return True
    return False


def place_fault(log: dict[str, Any], *, streak_may_be_missing: bool = False) -> bool:
    """Whether dealer (0–3) or streak (≥ 0) is missing or out of range."""
    if not is_whole(log.get("dealer"), most=SEATS - 1):
        return True
    if streak_may_be_missing and "streak" not in log:
        return False
    return not is_whole(log.get("streak"), most=1_000_000)


def hands_fault(log: dict[str, Any]) -> bool:
    """Whether the deal is anything but four lists of thirteen."""
    deal = log.get("deal")
    return not (
        isinstance(deal, list)
        and len(deal) == SEATS
        and all(isinstance(hand, list) and len(hand) == DEALT for hand in deal)
    )


def is_tile(name: Any, deck: Collection[str] = TILE_NAMES) -> bool:
    """Whether `name` is the name of a tile of the deck."""
    return isinstance(name, str) and name in deck


def first_wrong_tile(log: dict[str, Any], deck: Collection[str], *, out: Collection[str] = ()) -> int | None:
    """The seat, read from seat 0, in whose hand the first tile not of the deck or fifth copy stands.

    `out` are tiles that are already out of the wall: an indicator.
    """
    seen = Counter(out)
    for seat, hand in enumerate(log["deal"]):
        for name in hand:
            if not is_tile(name, deck):
                return seat
            seen[name] += 1
            if seen[name] > COPIES:
                return seat
    return None
