"""Counted, not simulated: how many first hands of the dealer are complete at 嵊州105, and jokers dealt.

One tile is turned over, so a hand is 14 of the other 135: four are jokers, and of the indicator's kind
three are left. A hand is complete if its natural tiles lack no more tiles of four sets and a pair than it
has jokers (SZ-4.1); the tiles that a joker stands for may be a fifth of their kind.

The tiles of a suit are read kind by kind, in ascending order. All that matters of those read so far is a
`Reading`: for each number of sets and pairs begun, and of chows still open, the fewest tiles they lack. So
hands that read alike are counted together, each with the number of ways to choose its tiles; then the four
suits are joined.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

COPIES = 4
HAND = 14
SETS = 4
KINDS = 9
HONOURS = 7
TILES = 136

Open = tuple[int, int, int, int]
"""Chows begun at the kind before last, at the last kind; sets and pairs begun in all."""
Reading = tuple[tuple[Open, int], ...]
"""The fewest tiles lacking (at most four) for each way to have begun."""
Lacks = tuple[int | None, ...]
"""The fewest tiles lacking for sets 0 … 4 without a pair, then with one; None: more than four."""
Holdings = Counter[tuple[int, Lacks]]
"""Ways to hold the tiles of a suit, by their number and by what they lack."""

EMPTY: Reading = (((0, 0, 0, 0), 0),)


@cache
def read(before: Reading, count: int, *, chows: bool) -> Reading:
    """What is read after one more kind, of which `count` tiles are held."""
    found: dict[Open, int] = {}
    for ((early, late, sets, pairs), lacking), pair, begun in product(
        before, (0, 1), range(SETS + 1 if chows else 1)
    ):
        for triplets in range(SETS + 1 - sets - begun):
            if pairs + pair > 1:
                break
            wanted = early + late + begun + 3 * triplets + 2 * pair
            missing = lacking + max(0, wanted - count)
            if missing <= COPIES:
                way = (late, begun, sets + begun + triplets, pairs + pair)
                found[way] = min(found.get(way, missing), missing)
    return tuple(sorted(found.items()))


def lacks(reading: Reading) -> Lacks:
    """What a suit lacks once all its kinds are read, no chow still open."""
    found = dict(reading)
    return tuple(found.get((0, 0, sets, pairs)) for pairs in (0, 1) for sets in range(SETS + 1))


def holdings(copies: tuple[int, ...], *, chows: bool) -> Holdings:
    """Every way to hold tiles of a suit that has these copies of its kinds."""
    ways: Counter[tuple[int, Reading]] = Counter({(0, EMPTY): 1})
    for there in copies:
        more: Counter[tuple[int, Reading]] = Counter()
        for (tiles, reading), number in ways.items():
            for count in range(min(there, HAND - tiles) + 1):
                more[tiles + count, read(reading, count, chows=chows)] += number * comb(there, count)
        ways = more
    found: Holdings = Counter()
    for (tiles, reading), number in ways.items():
        found[tiles, lacks(reading)] += number
    return found


@cache
def joined_lacks(one: Lacks, other: Lacks) -> Lacks:
    """What two suits lack together."""
    best: list[int | None] = [None] * len(one)
    for (first, a), (second, b) in product(enumerate(one), enumerate(other)):
        sets, pairs = first % 5 + second % 5, first // 5 + second // 5
        if a is None or b is None or sets > SETS or pairs > 1 or a + b > COPIES:
            continue
        known = best[5 * pairs + sets]
        best[5 * pairs + sets] = a + b if known is None else min(known, a + b)
    return tuple(best)


def joined(one: Holdings, other: Holdings) -> Holdings:
    """Every way to hold tiles of two suits."""
    found: Holdings = Counter()
    for (tiles, lacking), number in one.items():
        for (more, also), times in other.items():
            if tiles + more <= HAND:
                found[tiles + more, joined_lacks(lacking, also)] += number * times
    return found


def complete_hands(naturals: Holdings) -> int:
    """Complete hands of these natural tiles and the four jokers."""
    total = 0
    for (tiles, lacking), number in naturals.items():
        jokers, needed = HAND - tiles, lacking[-1]
        if jokers <= COPIES and needed is not None and needed <= jokers:
            total += number * comb(COPIES, jokers)
    return total


def copies_left(kinds: int, indicator: int) -> tuple[int, ...]:
    """Natural tiles of each kind of the suit of the indicator: the kind after it is the joker."""
    joker = (indicator + 1) % kinds
    return tuple(0 if kind == joker else COPIES - (kind == indicator) for kind in range(kinds))


@cache
def complete_deals() -> int:
    """Pairs of a turned tile and 14 of the other 135 that are complete, of 136 × C(135, 14).

    The honours are alike, so it does not matter how they cycle (SZ-1.2).
    """
    suit = holdings((COPIES,) * KINDS, chows=True)
    honours = holdings((COPIES,) * HONOURS, chows=False)
    two_suits = joined(suit, suit)
    rest = joined(two_suits, honours)
    total = HONOURS * complete_hands(
        joined(joined(two_suits, suit), holdings(copies_left(HONOURS, 0), chows=False))
    )
    for indicator in range(KINDS):
        total += 3 * complete_hands(joined(rest, holdings(copies_left(KINDS, indicator), chows=True)))
    return COPIES * total


def all_deals() -> int:
    return TILES * comb(TILES - 1, HAND)


def jokers_dealt(jokers: int, tiles: int = 13) -> Fraction:
    """The chance that so many of a seat's tiles are jokers."""
    return Fraction(comb(COPIES, jokers) * comb(TILES - 1 - COPIES, tiles - jokers), comb(TILES - 1, tiles))
