"""嵊州105: how often the strategies' waits for 财鸟 and their flights win, against what they must to pay.

Without stakes between the two a 财鸟 wait won one round later is worth more than the 自摸 turned down if
nobody else wins first with a chance above 3 / 7, with one stake above 6 / 10. A flight of twice the value
that pays as much when it is beaten needs 3 / 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from frame import run

if TYPE_CHECKING:
    from argparse import Namespace

VARIANT = "shengzhou105"
BREAK_EVEN = {"财鸟 waits": 6 / 10, "first flights": 3 / 4, "second flights": 3 / 4}
FEWEST = 100


def outcomes(block: Any, fields: list[str]) -> dict[str, tuple[int, int]]:
    """Won and lost to another seat, by what was tried."""
    own = {field: block.hands["own"][:, place] for place, field in enumerate(fields)}
    won_by = np.full(len(block.hands), -1)
    won_by[block.wins["hand"]] = block.wins["seat"]
    by_self = np.zeros(len(block.hands), bool)
    by_self[block.wins["hand"]] = block.wins["by"] == 1
    counted = dict.fromkeys(BREAK_EVEN, (0, 0))
    for seat in range(4):
        ended = own[f"sz_flight_end_{seat}"]
        held = {
            "财鸟 waits": own[f"sz_bird_{seat}"] >= 0,
            "first flights": np.isin(ended, (1, 11)),
            "second flights": np.isin(ended, (2, 12)),
        }
        for what, there in held.items():
            won = int((there & (won_by == seat) & by_self).sum())
            lost = int((there & (won_by >= 0) & (won_by != seat)).sum())
            counted[what] = (counted[what][0] + won, counted[what][1] + lost)
    return counted


def check(variant: str, given: Namespace) -> int:
    from handlogs.settings import engine
    from hupai.ext.rules import rules

    if variant != VARIANT:
        return 0
    played, differing = rules(VARIANT), 0
    for name in ("greedy", "speed"):
        block = engine(played, name, seed=given.seed).play(0, given.hands, facts=False)
        for what, (won, lost) in outcomes(block, list(played.book().columns)).items():
            if won + lost < FEWEST:
                continue
            rate = won / (won + lost)
            error = (rate * (1 - rate) / (won + lost)) ** 0.5
            print(f"    {name}, {what}: {won} won, {lost} lost: {rate:.3f} ± {1.96 * error:.3f}")
            differing += rate - 4 * error < BREAK_EVEN[what]
    return differing


if __name__ == "__main__":
    run(check, __doc__, hands=480_000)
