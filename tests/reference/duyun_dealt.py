"""Counted, not simulated: how many first hands of the dealer win at 都匀麻将.

A hand of 14 of the 108 tiles falls into three suits. The holdings of a suit that can be part of a winning
hand are built up from chows, pungs and pairs, each with the number of ways to choose its tiles; three suits
then make a hand if they hold four sets and a pair between them, or seven pairs (DY-6.2).
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb, prod

KINDS = 9
COPIES = 4
TILES = 14
Holding = tuple[int, ...]  # tiles of each number of a suit


def built_up(groups: list[Holding], most: int) -> set[Holding]:
    """Every holding that `most` groups or fewer make, no number five times."""
    found = latest = {(0,) * KINDS}
    for _ in range(most):
        sums = (
            tuple(a + b for a, b in zip(holding, group, strict=True))
            for holding in latest
            for group in groups
        )
        latest = {holding for holding in sums if max(holding) <= COPIES}
        found = found | latest
    return found


def suit_holdings() -> Counter[tuple[int, bool, bool, bool]]:
    """Ways to hold a suit, by: tiles, whether they are sets, sets and a pair, pairs only."""
    pungs = [tuple(3 * (kind == low) for kind in range(KINDS)) for low in range(KINDS)]
    chows = [tuple(int(low <= kind < low + 3) for kind in range(KINDS)) for low in range(KINDS - 2)]
    pairs = [tuple(2 * (kind == low) for kind in range(KINDS)) for low in range(KINDS)]
    in_sets = built_up(pungs + chows, 4)
    with_pair = {
        tuple(a + b for a, b in zip(holding, pair, strict=True)) for holding in in_sets for pair in pairs
    }
    even = built_up(pairs, 7)
    ways: Counter[tuple[int, bool, bool, bool]] = Counter()
    for holding in in_sets | with_pair | even:
        if max(holding) <= COPIES:
            kind = (sum(holding), holding in in_sets, holding in with_pair, holding in even)
            ways[kind] += prod(comb(COPIES, count) for count in holding)
    return ways


def complete_deals() -> int:
    """Sets of 14 of the 108 tiles that win: 7,402,104,845,520."""
    total = 0
    for suits in product(suit_holdings().items(), repeat=3):
        if sum(kind[0] for kind, _ in suits) != TILES:
            continue
        in_four_sets = any(
            all(kind[2] if suit == with_pair else kind[1] for suit, (kind, _) in enumerate(suits))
            for with_pair in range(3)
        )
        if in_four_sets or all(kind[3] for kind, _ in suits):
            total += prod(ways for _, ways in suits)
    return total
