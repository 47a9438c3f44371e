"""Tiles needed by plain recursion and small sums: the readable twin of ``hupai.ext.shapes``, without tables.

A hand is a list of blocks (a suit or the honours), a block a tuple of counts by rank.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

Counts = tuple[int, ...]
NEVER = 99


class Kind(NamedTuple):
    """What may be laid out in a block."""

    ranks: int
    chows: bool
    copies: int
    """Most tiles of one kind in a target: 4, or more where jokers may stand for further copies."""


SUIT7 = Kind(7, chows=True, copies=4)
SUIT9 = Kind(9, chows=True, copies=4)
SUIT9_FREE = Kind(9, chows=True, copies=14)
HONOURS = Kind(7, chows=False, copies=4)
HONOURS_FREE = Kind(7, chows=False, copies=14)


def block_need(kind: Kind, counts: Counts, sets: int, pairs: int) -> int:
    """Tiles that a block lacks for so many sets and pairs (0 or 1)."""
    return _need_from(counts, 0, 0, sets, pairs, chows=kind.chows, copies=kind.copies)


@cache
def _need_from(
    counts: Counts, owed: int, owed_next: int, sets: int, pairs: int, *, chows: bool, copies: int
) -> int:
    """Tiles lacking from this rank on; chows begun below take `owed` tiles here and `owed_next` above."""
    if not counts:
        return NEVER if owed or owed_next or sets or pairs else 0
    best = NEVER
    for pungs, begun, pair in product(range(sets + 1), range(sets + 1 if chows else 1), range(pairs + 1)):
        taken = owed + 3 * pungs + begun + 2 * pair
        if pungs + begun > sets or taken > copies:
            continue
        sets_left, pairs_left = sets - pungs - begun, pairs - pair
        rest = _need_from(
            counts[1:], owed_next + begun, begun, sets_left, pairs_left, chows=chows, copies=copies
        )
        best = min(best, max(0, taken - counts[0]) + rest)
    return best


def hand_need(kinds: list[Kind], hand: list[Counts], sets: int, floors: list[int] | None = None) -> int:
    """Tiles that a hand lacks for so many sets and a pair, over all ways to share them out among its blocks.

    With `floors`, only ways in which some block b makes 2 * sets + pairs of at least floors[b] count.
    """
    shares = [(m, p) for m in range(sets + 1) for p in range(2)]
    lack = [{s: block_need(k, c, *s) for s in shares} for k, c in zip(kinds, hand, strict=True)]
    best = NEVER
    for way in product(shares, repeat=len(hand) - 1):
        last = (sets - sum(m for m, _ in way), 1 - sum(p for _, p in way))
        if last not in lack[-1]:
            continue
        full = (*way, last)
        if floors is None or any(2 * m + p >= floor for (m, p), floor in zip(full, floors, strict=True)):
            best = min(best, sum(block[share] for block, share in zip(lack, full, strict=True)))
    return best


def is_complete(kinds: list[Kind], hand: list[Counts], jokers: int) -> bool:
    """Whether all tiles of the hand and all jokers, each standing for anything, make sets and one pair."""
    flat = tuple(c for block in hand for c in block)
    chow_starts = frozenset(
        sum(k.ranks for k in kinds[:b]) + r
        for b, kind in enumerate(kinds)
        if kind.chows
        for r in range(kind.ranks - 2)
    )
    return _splits(flat, chow_starts, jokers, pair=True)


def _splits(flat: Counts, chow_starts: frozenset[int], jokers: int, *, pair: bool) -> bool:
    """Takes the lowest tile out with everything that it may belong to."""
    low = next((i for i, c in enumerate(flat) if c), None)
    if low is None:
        return jokers % 3 == (2 if pair else 0)
    groups: list[tuple[int, ...]] = [(low, low, low)]
    if pair:
        groups.append((low, low))
    groups += [(s, s + 1, s + 2) for s in (low - 2, low - 1, low) if s in chow_starts]
    for group in groups:
        left, lacking = list(flat), 0
        for tile in group:
            if left[tile]:
                left[tile] -= 1
            else:
                lacking += 1
        if lacking <= jokers and _splits(
            tuple(left), chow_starts, jokers - lacking, pair=pair and len(group) == 3
        ):
            return True
    return False


def pairs_need(hand: list[Counts], quota: list[int] | None = None, *, copies: int = 4) -> int:
    """Tiles that a hand lacks for seven pairs, with quota[b] of them in some block b."""
    if quota is None:
        return _pairs_costs([c for block in hand for c in block], copies)[7]
    best = NEVER
    for b, least in enumerate(quota):
        inside = _pairs_costs(list(hand[b]), copies)
        outside = _pairs_costs([c for i, block in enumerate(hand) if i != b for c in block], copies)
        best = min([best, *(inside[x] + outside[7 - x] for x in range(max(least, 0), 8))])
    return best


def _pairs_costs(counts: list[int], copies: int) -> list[int]:
    """Tiles lacking for 0 to 7 pairs of these kinds."""
    costs = [0] + [NEVER] * 7
    for held in counts:
        most = copies // 2
        costs = [min(costs[n - x] + max(0, 2 * x - held) for x in range(min(n, most) + 1)) for n in range(8)]
    return costs
