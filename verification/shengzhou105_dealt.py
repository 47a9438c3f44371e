"""嵊州105: the dealer's first 14 tiles are complete, and jokers are dealt, as often as counting says.

The counting reads the tiles of each suit kind by kind and joins the suits; nothing of it is simulated.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from frame import run

if TYPE_CHECKING:
    from argparse import Namespace

VARIANT = "shengzhou105"


def check(variant: str, given: Namespace) -> int:
    from hupai.ext.engine.deals import deal_counts
    from hupai.ext.rules import rules
    from reference.shengzhou105_dealt import all_deals, complete_deals, jokers_dealt

    if variant != VARIANT:
        return 0
    complete, deals = complete_deals(), all_deals()
    print(f"{complete} of {deals} deals are complete, 1 in {deals / complete:.1f}")
    needs, jokers = deal_counts(rules(VARIANT).book(), given.seed, 0, given.deals)
    counted = [("complete", needs[0], complete / deals)]
    counted += [
        (f"seat {seat}, {held} jokers", jokers[seat, held], float(jokers_dealt(held)))
        for seat in range(4)
        for held in range(5)
    ]
    differing = 0
    for what, times, chance in counted:
        expected = chance * given.deals
        off = (times - expected) / sqrt(expected * (1 - chance))
        print(f"    {what}: {times} dealt, {expected:.1f} expected, {off:+.2f} deviations")
        differing += abs(off) > 4
    return differing


if __name__ == "__main__":
    run(check, __doc__, deals=20_000_000)
