"""The dealer's first 14 tiles win as often as counting says, where the settings file has the count."""

from __future__ import annotations

from math import comb, sqrt
from typing import TYPE_CHECKING

from frame import run

if TYPE_CHECKING:
    from argparse import Namespace


def check(variant: str, given: Namespace) -> int:
    from handlogs.settings import declared, settings
    from hupai.ext.engine.deals import deal_counts

    if "dealt" not in declared(variant):
        return 0
    book = settings(variant)[0].rules.book()
    chance = declared(variant)["dealt"]["complete"] / comb(len(book.deck), 14)
    needs, _ = deal_counts(book, given.seed, 0, given.deals)
    expected = chance * given.deals
    off = (needs[0] - expected) / sqrt(expected * (1 - chance))
    print(f"{given.deals} deals, {needs[0]} complete, {expected:.1f} expected, {off:+.2f} deviations")
    print("needed: " + ", ".join(f"{need}: {times}" for need, times in enumerate(needs) if times))
    return int(abs(off) > 4)


if __name__ == "__main__":
    run(check, __doc__, deals=50_000_000)
