"""Counted, not simulated: how many first hands of the dealer win at 广东100张, with jokers and without.

A hand of 14 tiles falls into jokers and the natural tiles of three blocks: 筒, 条 and the honours. Of each
block every way to hold its kinds is written down with the number of ways to choose the tiles. It is a part of
a winning hand if its tiles, all of them, fit into some sets and perhaps the pair, jokers filling the gaps.
What it can fit into is a set of *lanes* (2 * sets + pairs); three blocks make a hand if lanes of theirs add
up to four sets and a pair. The gaps are then as many as the jokers: both are 14 less the natural tiles. Seven
pairs need a joker for every odd kind.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

HAND = 14
COPIES = 4
LANES = 10
WHOLE = 9
"""The lane of four sets and a pair."""

Copies = tuple[int, ...]
"""How many natural tiles of each kind of a block are in the wall; none of the joker's kind."""

SUIT: Copies = (COPIES,) * 9
HONORS: Copies = (COPIES,) * 7


class Part(NamedTuple):
    """What matters of the natural tiles in one block, or in several."""

    tiles: int
    odd: int
    """Kinds held an odd number of times."""
    lanes: int
    """Bit L: they fit into lane L."""


class Wins(NamedTuple):
    """Sets of 14 tiles."""

    shapes: int
    """Those that make four sets and a pair or seven pairs (GD-5.1, GD-5.2)."""
    four_jokers: int
    """Those with four jokers, whatever the others are (GD-5.3)."""
    either: int
    all: int


@cache
def fits(kinds: int, lane: int) -> NDArray[np.bool_]:
    """Whether counts 0–4 of each kind fit into the sets and pair of a lane: bool of shape (5,) * kinds."""
    one = np.eye(kinds, dtype=np.int64)
    sets = [3 * one[kind] for kind in range(kinds)]
    if kinds == 9:
        sets += [one[low] + one[low + 1] + one[low + 2] for low in range(7)]
    fitting = np.zeros((COPIES + 1,) * kinds, dtype=bool)
    for chosen in combinations_with_replacement(sets, lane // 2):
        whole = sum(chosen, np.zeros(kinds, dtype=np.int64))
        for layout in [whole + 2 * pair for pair in one] if lane % 2 else [whole]:
            fitting[tuple(np.minimum(layout, COPIES))] = True
    for kind in range(kinds):
        along = np.moveaxis(fitting, kind, 0)
        for count in range(COPIES - 1, -1, -1):
            along[count] |= along[count + 1]
    return fitting


@cache
def counts_of(kinds: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Counts of at most 14 tiles, int64 of shape (n, kinds), and their lanes as bits, int64 of shape (n,)."""
    counts = np.indices((COPIES + 1,) * kinds).reshape(kinds, -1).T
    lanes = sum(fits(kinds, lane).reshape(-1).astype(np.int64) << lane for lane in range(LANES))
    few = counts.sum(axis=1) <= HAND
    return counts[few], np.asarray(lanes)[few]


@cache
def block(copies: Copies) -> Counter[Part]:
    """The parts that a block can be, with the number of ways to choose the tiles."""
    counts, lanes = counts_of(len(copies))
    ways = np.ones(len(counts), dtype=np.int64)
    for kind, there in enumerate(copies):
        ways *= np.array([comb(there, count) for count in range(COPIES + 1)])[counts[:, kind]]
    tiles, odd = counts.sum(axis=1), (counts % 2).sum(axis=1)
    useful = ((lanes > 0) | (odd <= COPIES)) & (ways > 0)
    found: Counter[Part] = Counter()
    for *part, number in np.stack([tiles, odd, lanes, ways])[:, useful].T.tolist():
        found[Part(*part)] += number
    return found


def joined(ones: Counter[Part], others: Counter[Part]) -> Counter[Part]:
    """Two blocks together."""
    found: Counter[Part] = Counter()
    for one, ways in ones.items():
        for other, more in others.items():
            if one.tiles + other.tiles <= HAND:
                lanes = lanes_joined(one.lanes, other.lanes)
                found[Part(one.tiles + other.tiles, one.odd + other.odd, lanes)] += ways * more
    return found


@cache
def lanes_joined(ones: int, others: int) -> int:
    """The lanes of both together, no more than one pair among them."""
    return sum(
        1 << lane
        for lane in range(LANES)
        if any(
            ones >> own & 1 and others >> (lane - own) & 1 and not (own % 2 and (lane - own) % 2)
            for own in range(lane + 1)
        )
    )


@cache
def winning_deals(dots: Copies, bamboos: Copies, honors: Copies, jokers: int) -> Wins:
    """Sets of 14 of these natural tiles and so many jokers that win as the dealer's first fourteen."""
    shapes = either = 0
    for part, ways in joined(joined(block(dots), block(bamboos)), block(honors)).items():
        held = HAND - part.tiles
        if held <= jokers and (part.lanes >> WHOLE & 1 or part.odd <= held):
            shapes += ways * comb(jokers, held)
            either += ways * comb(jokers, held) if held < COPIES else 0
    natural = sum(dots) + sum(bamboos) + sum(honors)
    four = comb(natural, HAND - COPIES) if jokers == COPIES else 0
    return Wins(shapes, four, either + four, comb(natural + jokers, HAND))


def without(copies: Copies, kind: int, taken: int) -> Copies:
    """The copies with some tiles of a kind taken out."""
    return tuple(there - (taken if place == kind else 0) for place, there in enumerate(copies))


def no_joker() -> Wins:
    """`joker` = "none": 14 of 100 tiles."""
    return winning_deals(SUIT, SUIT, HONORS, 0)


def fixed(rank: int, *, honor: bool) -> Wins:
    """`joker` = "fixed:…": the kind of that rank (from 0) in a suit or among the honours."""
    if honor:
        return winning_deals(SUIT, SUIT, without(HONORS, rank, COPIES), COPIES)
    return winning_deals(without(SUIT, rank, COPIES), SUIT, HONORS, COPIES)


def flipped() -> Wins:
    """`joker` = "flip": the sums over the 25 kinds that the tile turned over, out of play, can be of."""
    suits = [
        winning_deals(without(without(SUIT, rank, 1), (rank + 1) % 9, COPIES), SUIT, HONORS, COPIES)
        for rank in range(9)
    ]
    honor = winning_deals(SUIT, SUIT, without(without(HONORS, 0, 1), 1, COPIES), COPIES)
    return Wins(*(2 * sum(column) + 7 * seven for *column, seven in zip(*suits, honor, strict=True)))
