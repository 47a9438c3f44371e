"""The wall's shuffle in plain Python, from numpy's raw words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WORD = 2**32


def philox(seed: int, stream: int, hand: int) -> np.random.Philox:
    """Return numpy's generator for the stream (seed, stream, hand)."""
    key = np.array([seed, stream], dtype=np.uint64)
    counter = np.array([0, hand, 0, 0], dtype=np.uint64)
    return np.random.Philox(key=key, counter=counter)


def halves(seed: int, stream: int, hand: int) -> Iterator[int]:
    """Yield 32-bit words without end: the low half of each 64-bit word, then its high half."""
    generator = philox(seed, stream, hand)
    while True:
        word = int(generator.random_raw())
        yield word % WORD
        yield word // WORD


def pick(word: int, n: int, size: int = WORD) -> int | None:
    """Return what `word`, one of `size`, chooses among `n`, or None if it must be thrown away.

    Word w stands for w·n/size. Each whole part holds floor(size/n) or one more words; the first of the larger
    ones goes, which is the one whose fraction is below size mod n.
    """
    whole, fraction = divmod(word * n, size)
    return None if fraction < size % n else whole


def below(words: Iterator[int], n: int) -> int:
    """Return a number from 0 to n − 1, each equally likely."""
    while True:
        choice = pick(next(words), n)
        if choice is not None:
            return choice


def shuffled(seed: int, stream: int, hand: int, deck: Sequence[int]) -> list[int]:
    """Return `deck` as the stream shuffles it: from the end, each place swaps with one up to it."""
    words = halves(seed, stream, hand)
    tiles = list(deck)
    for last in range(len(tiles) - 1, 0, -1):
        chosen = below(words, last + 1)
        tiles[last], tiles[chosen] = tiles[chosen], tiles[last]
    return tiles
