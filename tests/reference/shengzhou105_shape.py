"""嵊州105, the tiles (SZ-1.1, 1.2) and the shape of a hand (SZ-4.1, 5.3), by plain recursion.

A hand is looked at as its natural tiles, sorted, and the number of its jokers. Every set that the first
natural tile could stand in is tried, jokers filling what is missing; nothing is counted or looked up.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Tiles = tuple[str, ...]

SUITS = "mps"
HONOURS: Tiles = ("1z", "2z", "3z", "4z", "5z", "6z", "7z")  # 东南西北中发白
KINDS: Tiles = (*(f"{n}{suit}" for suit in SUITS for n in range(1, 10)), *HONOURS)
PLACE = {tile: i for i, tile in enumerate(KINDS)}


def is_tile(tile: object) -> bool:
    """Whether this is one of the 34 kinds as logs write them."""
    return isinstance(tile, str) and tile in PLACE


def neighbour(tile: str, steps: int) -> str | None:
    """The tile so many steps up (or down) in the same suit; None for honours and past 1 or 9."""
    number = int(tile[0]) + steps
    return f"{number}{tile[1]}" if tile[1] in SUITS and 1 <= number <= 9 else None


def joker_after(indicator: str, honour_cycle: str) -> str:
    """SZ-1.2: the kind after the indicator, 9 followed by 1, honours by `one` or `two` cycles."""
    number, suit = int(indicator[0]), indicator[1]
    if suit in SUITS:
        return f"{number % 9 + 1}{suit}"
    if honour_cycle == "one":  # 东南西北中发白东
        return f"{number % 7 + 1}z"
    if number <= 4:  # 东南西北东
        return f"{number % 4 + 1}z"
    return f"{(number - 4) % 3 + 5}z"  # 中发白中


def split(hand: Iterable[str], joker: str) -> tuple[Tiles, int]:
    """The natural tiles of a hand, sorted, and how many jokers it holds."""
    tiles = list(hand)
    natural = sorted((tile for tile in tiles if tile != joker), key=PLACE.__getitem__)
    return tuple(natural), len(tiles) - len(natural)


def is_complete(hand: Iterable[str], joker: str) -> bool:
    """SZ-4.1: the concealed tiles are sets and one pair, jokers standing for anything."""
    natural, jokers = split(hand, joker)
    return _splits(natural, jokers, 1)


def is_bird_wait(hand: Iterable[str], joker: str) -> bool:
    """SZ-5.3 财鸟: without one joker all the rest is complete sets, further jokers standing in them."""
    natural, jokers = split(hand, joker)
    return jokers >= 1 and _splits(natural, jokers - 1, 0)


def _sets_with(tile: str) -> Iterator[list[str]]:
    """Every pung and chow that this tile can stand in."""
    yield [tile, tile, tile]
    for first in (-2, -1, 0):
        run = [neighbour(tile, first + step) for step in range(3)]
        chow = [part for part in run if part is not None]
        if len(chow) == 3:
            yield chow


@lru_cache(maxsize=200_000)
def _splits(natural: Tiles, jokers: int, pairs: int) -> bool:
    """Whether these tiles and jokers fall apart into sets and exactly so many pairs (0 or 1)."""
    if (len(natural) + jokers) % 3 != 2 * pairs:
        return False
    if not natural:
        return True  # jokers alone make any set and any pair
    first = natural[0]
    groups = list(_sets_with(first)) + [[first, first]] * pairs
    for group in groups:
        rest, missing = _without(natural, group)
        if missing <= jokers and _splits(rest, jokers - missing, pairs - (len(group) == 2)):
            return True
    return False


def _without(natural: Tiles, group: list[str]) -> tuple[Tiles, int]:
    """What is left when the group is taken out, and how many of its tiles were not there."""
    rest = list(natural)
    missing = 0
    for tile in group:
        if tile in rest:
            rest.remove(tile)
        else:
            missing += 1
    return tuple(rest), missing
