"""What the readable twins share: the refusal of a log, and plain recursion over groupings.

Tiles are the names of the hand log ("3m", "7z"). A hand is a list or tuple of names in any order; an element
of a grouping is a tuple of names in ascending order: a pair ("5m", "5m"), a triplet ("5m", "5m", "5m") or a
chow ("5m", "6m", "7m").
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Element = tuple[str, ...]
Grouping = tuple[Element, ...]
Event = dict[str, Any]


class Illegal(Exception):  # noqa: N818 (an answer that is asked for, not a fault)
    """A log is refused: at which event (-1 is the head), for which seat, and by which clause."""

    def __init__(self, event: int, seat: Any, rule: str) -> None:
        super().__init__(f"event {event}, seat {seat}: {rule}")
        self.event = event
        self.seat = seat
        self.rule = rule


def is_int(value: Any) -> bool:
    """Whether a JSON value is a whole number (true and 1.0 are not)."""
    return type(value) is int


def without(tiles: Iterable[str], taken: Iterable[str]) -> list[str] | None:
    """`tiles` less those `taken`, or None where one of them is not there."""
    rest = list(tiles)
    for tile in taken:
        if tile not in rest:
            return None
        rest.remove(tile)
    return rest


def by_suit(tiles: Iterable[str]) -> tuple[str, ...]:
    """The tiles in the order in which `groupings` wants them: suit by suit, numbers ascending."""
    return tuple(sorted(tiles, key=lambda tile: (tile[1], tile[0])))


def is_triplet(element: Element) -> bool:
    return len(element) == 3 and element[0] == element[1]


def is_chow(element: Element) -> bool:
    return len(element) == 3 and element[0] != element[1]


@lru_cache(maxsize=100_000)
def groupings(tiles: tuple[str, ...]) -> frozenset[Grouping]:
    """Every way to read `tiles` (sorted by `by_suit`) as one pair and, for the rest, triplets and chows.

    Plain recursion: the first tile is the lowest of its suit, so it stands in the pair, in a triplet of its
    kind, or at the low end of a chow.
    """
    return _groupings(tiles, 1)


@lru_cache(maxsize=200_000)
def _groupings(tiles: tuple[str, ...], pairs: int) -> frozenset[Grouping]:
    if not tiles:
        return frozenset([()]) if pairs == 0 else frozenset()
    first = tiles[0]
    number, suit = int(first[0]), first[1]
    pair = (first, first)
    triplet = (first, first, first)
    chow = (first, f"{number + 1}{suit}", f"{number + 2}{suit}")
    found = set()
    for element in (pair, triplet, chow):
        if (element is pair and pairs == 0) or (element is chow and suit == "z"):
            continue
        rest = without(tiles, element)
        if rest is None:
            continue
        for others in _groupings(tuple(rest), pairs - 1 if element is pair else pairs):
            found.add(tuple(sorted((element, *others))))
    return frozenset(found)


def paid(receiver: int, payers: Sequence[int], amount: int) -> list[int]:
    """Four amounts by seat: each of `payers` pays `amount` to `receiver`."""
    amounts = [0, 0, 0, 0]
    for payer in payers:
        amounts[payer] -= amount
        amounts[receiver] += amount
    return amounts


def added(*many: Sequence[int]) -> list[int]:
    """Amounts by seat, added up."""
    return [sum(column) for column in zip(*many, strict=True)]
