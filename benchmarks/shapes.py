"""Nanoseconds a call of the hand analysis, tables hot and cold: ``python benchmarks/shapes.py``."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from hupai.ext.shapes import TWIN, Hands

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

Blocks = tuple[tuple[str, str, int], ...]

DECKS: dict[str, tuple[Blocks, tuple[int, ...]]] = {
    "84 tiles, 3 suits of 7": ((("suit7", "m", 2), ("suit7", "p", 2), ("suit7", "s", 2)), (6, 6, 6)),
    "108 tiles, 3 suits of 9": ((("suit9", "m", 1), ("suit9", "p", 1), ("suit9", "s", 1)), (6, 6, 6)),
    "136 tiles, free copies": (
        (("suit9_free", "m", 1), ("suit9_free", "p", 1), ("suit9_free", "s", 1), ("honours_free", "z", 1)),
        (6, 6, 6, 99),
    ),
}
"""Blocks, and floors for the restricted calls: three sets of one suit."""
HOT, COLD = 1 << 10, 1 << 16
ROUNDS = 25


def deal(blocks: Blocks, hands: int) -> NDArray[np.int8]:
    """Random concealed hands of 14 tiles: int8 of shape (hands, 34)."""
    numbers = {"suit7": 7, "suit9": 9, "suit9_free": 9, "honours_free": 7}
    kinds = [9 * "mpsz".index(s) + first - 1 + r for name, s, first in blocks for r in range(numbers[name])]
    wall = np.repeat(kinds, 4)
    rng = np.random.default_rng(7)
    counts = np.zeros((hands, 34), dtype=np.int8)
    for row in counts:
        np.add.at(row, rng.choice(wall, 14, replace=False), 1)
    return counts


def nanoseconds(call: Callable[[], object], calls: int) -> float:
    """Least time of one call over many short rounds: what is more is the machine's other work."""
    repeats = max(1, (1 << 15) // calls)
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for _ in range(repeats):
            call()
        times.append((time.perf_counter() - begin) / (repeats * calls) * 1e9)
    return min(times)


def main() -> None:
    print(f"ns a call, least of {ROUNDS} rounds ({TWIN}); hot: {HOT} hands over and over, cold: {COLD}")
    print(f"{'':44}{'hot':>8}{'cold':>8}")
    for deck, (blocks, floors) in DECKS.items():
        dealt = deal(blocks, COLD)
        hot, cold = Hands(blocks, dealt[:HOT]), Hands(blocks, dealt)
        quota = [5 if floor < 10 else 99 for floor in floors]
        print(deck)
        for name, form, limits in (
            ("standard", "standard", ()),
            ("restricted", "restricted", (floors,)),
            ("pairs", "pairs", ()),
            ("restricted pairs", "restricted_pairs", (quota,)),
        ):
            for masks, what in ((False, "need"), (True, "keeps and lowers")):
                spent = [
                    nanoseconds(partial(getattr(hands, form), *limits, masks=masks), len(hands))
                    for hands in (hot, cold)
                ]
                print(f"  {name + ', ' + what:42}{spent[0]:8.1f}{spent[1]:8.1f}")


if __name__ == "__main__":
    main()
