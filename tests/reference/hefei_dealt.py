"""Counted, not simulated: how many first hands of the dealer win at 合肥麻将.

A hand of 14 of the 84 tiles falls into three suits. Of each suit every way to hold its seven kinds, 0 to 4
tiles of each, is written down with the number of ways to choose the tiles; three suits then make a hand if
they hold four sets and a pair between them, or seven pairs, and one of them holds eight tiles.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from math import comb, prod

KINDS = 7
COPIES = 4


@cache
def in_sets(counts: tuple[int, ...], pairs: int) -> bool:
    """Whether the tiles of a suit are triplets and chows, and this many pairs."""
    lowest = next((kind for kind, count in enumerate(counts) if count), None)
    if lowest is None:
        return pairs == 0

    def rest(*taken: int) -> tuple[int, ...]:
        left = list(counts)
        for kind in taken:
            left[kind] -= 1
        return tuple(left)

    if counts[lowest] >= 3 and in_sets(rest(lowest, lowest, lowest), pairs):
        return True
    if pairs and counts[lowest] >= 2 and in_sets(rest(lowest, lowest), pairs - 1):
        return True
    chow = lowest <= KINDS - 3 and counts[lowest + 1] and counts[lowest + 2]
    return bool(chow) and in_sets(rest(lowest, lowest + 1, lowest + 2), pairs)


def suit_holdings() -> Counter[tuple[int, bool, bool, bool]]:
    """Ways to hold a suit, by: tiles, whether they are sets, sets and a pair, pairs only."""
    ways: Counter[tuple[int, bool, bool, bool]] = Counter()
    for counts in product(range(COPIES + 1), repeat=KINDS):
        if sum(counts) <= 14:
            even = all(count % 2 == 0 for count in counts)
            kind = (sum(counts), in_sets(counts, 0), in_sets(counts, 1), even)
            ways[kind] += prod(comb(COPIES, count) for count in counts)
    return Counter({kind: number for kind, number in ways.items() if any(kind[1:])})


def complete_deals(needed: int = 8) -> int:
    """Sets of 14 of the 84 tiles that win with `needed` tiles of a suit (HF-5.1, HF-5.2)."""
    total = 0
    for suits in product(suit_holdings().items(), repeat=3):
        sizes = [kind[0] for kind, _ in suits]
        if sum(sizes) != 14 or max(sizes) < needed:
            continue
        in_four_sets = any(
            all(kind[2] if suit == with_pair else kind[1] for suit, (kind, _) in enumerate(suits))
            for with_pair in range(3)
        )
        if in_four_sets or all(kind[3] for kind, _ in suits):
            total += prod(ways for _, ways in suits)
    return total
