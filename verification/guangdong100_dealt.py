"""广东100张: the dealer's first 14 tiles win as often as counting says: no joker, one turned over, one fixed.

The counting goes through all holdings of a block and joins three of them; nothing of it is simulated.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from frame import run

if TYPE_CHECKING:
    from argparse import Namespace

VARIANT = "guangdong100"


def check(variant: str, given: Namespace) -> int:
    from hupai.ext.engine.deals import deal_counts
    from hupai.ext.rules import rules
    from reference.guangdong100_dealt import fixed, flipped, no_joker

    if variant != VARIANT:
        return 0
    counted = {
        "none": no_joker(),
        "flip": flipped(),
        **{f"fixed:{rank + 1}p": fixed(rank, honor=False) for rank in range(9)},
        "fixed:1z": fixed(0, honor=True),
    }
    differing = 0
    for joker, wins in counted.items():
        print(f"{joker}: {wins.shapes} by shape, {wins.four_jokers} with 四鬼, {wins.either} of {wins.all}")
        for what, values, count in (("all", {}, wins.either), ("by shape", {"four_jokers": 0}, wins.shapes)):
            chance = count / wins.all
            book = rules(VARIANT, joker=joker, fan_values=values).book()
            needs, _ = deal_counts(book, given.seed, 0, given.deals)
            expected = chance * given.deals
            off = (needs[0] - expected) / sqrt(expected * (1 - chance))
            print(f"    {what}: {chance:.6e}; {needs[0]} dealt, {expected:.1f} expected, off by {off:+.2f}")
            differing += abs(off) > 4
    return differing


if __name__ == "__main__":
    run(check, __doc__, deals=10_000_000)
