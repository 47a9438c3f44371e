"""The dealer's first 14 tiles are a winning hand as often as counting says."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

from handlogs.settings import VARIANTS, declared, engine, settings
from hupai.ext.engine.deals import deal_counts
from reference.hefei_dealt import complete_deals

HANDS = 4_000_000
COUNTED = [variant for variant in VARIANTS if "dealt" in declared(variant)]


def test_hefei_counted_by_suits() -> None:
    assert complete_deals() == declared("hefei")["dealt"]["complete"] == 304_998_759_612


@pytest.mark.parametrize("variant", COUNTED)
def test_complete_hands_are_dealt_as_often_as_counted(variant: str) -> None:
    book = settings(variant)[0].rules.book()
    chance = declared(variant)["dealt"]["complete"] / comb(len(book.deck), 14)
    needs, _ = deal_counts(book, 2024, 0, HANDS)
    assert needs.sum() == HANDS
    interval = binomtest(int(needs[0]), HANDS).proportion_ci(0.9999)
    assert interval.low < chance < interval.high


@pytest.mark.parametrize("variant", VARIANTS)
def test_deals_are_those_that_are_played(variant: str) -> None:
    """Hands that are won by the first draw, and jokers, as the logs of the same hands show them."""
    played = settings(variant)[0].rules
    hands = 200
    needs, jokers = deal_counts(played.book(), 9, 0, hands)
    held: Any = np.zeros_like(jokers)
    for log in engine(played, "speed", seed=9, hands_per_table=1).replay(0, hands):
        if log["joker"] is not None:
            for seat, tiles in enumerate(log["deal"]):
                held[seat, tiles.count(log["joker"])] += 1
    assert needs.sum() == hands
    assert np.array_equal(jokers, held)
