"""广东100张: what can be counted exactly of a deal and of the horses, and the hands that the engine deals."""

from __future__ import annotations

from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest, hypergeom

from hupai.ext.engine import Engine
from hupai.ext.engine.deals import deal_counts
from hupai.ext.rules import definition, rules
from reference.guangdong100_dealt import fixed, flipped, no_joker

DEALS = 1_000_000
NO_FOUR_JOKERS = {"four_jokers": 0}
CONFIDENCE = 0.9999


def test_without_jokers_as_published() -> None:
    wins = no_joker()
    assert wins.shapes == wins.either == 1_032_287_302_992
    assert wins.all == comb(100, 14)
    assert wins.shapes / wins.all == pytest.approx(2.336e-5, rel=5e-4)


def test_with_jokers_as_counted() -> None:
    wins = flipped()
    assert wins == (836_873_350_094_476, 252_623_352_935_525, 1_059_083_184_078_476, 25 * comb(99, 14))
    assert wins.four_jokers / wins.all == pytest.approx(comb(95, 10) / comb(99, 14))
    assert fixed(6, honor=True).shapes == 47_995_156_200_432
    assert fixed(0, honor=False).shapes == 39_071_109_506_784


@pytest.mark.parametrize(
    ("options", "chance"),
    [
        ({"joker": "none"}, no_joker),
        ({"joker": "flip"}, flipped),
        ({"joker": "fixed:7z"}, lambda: fixed(6, honor=True)),
        ({"joker": "fixed:1p"}, lambda: fixed(0, honor=False)),
    ],
    ids=["none", "flip", "fixed:7z", "fixed:1p"],
)
def test_first_fourteen_complete(options: dict[str, Any], chance: Any) -> None:
    """The dealer's first 14, with 四鬼 and with it switched off."""
    wins = chance()
    for given, count in ((options, wins.either), ({**options, "fan_values": NO_FOUR_JOKERS}, wins.shapes)):
        needs, _ = deal_counts(rules("guangdong100", given).book(), 20, 0, DEALS)
        interval = binomtest(int(needs[0]), DEALS).proportion_ci(CONFIDENCE)
        assert interval.low < count / wins.all < interval.high


@pytest.mark.parametrize(
    ("options", "wall"), [({}, 99), ({"indicator_in_play": True}, 99), ({"joker": "fixed:5s"}, 100)]
)
def test_jokers_dealt_are_hypergeometric(options: dict[str, Any], wall: int) -> None:
    """The tile turned over is never dealt; it may go back into the wall."""
    _, jokers = deal_counts(rules("guangdong100", options).book(), 21, 0, DEALS // 2)
    for seat in range(4):
        for count in range(5):
            interval = binomtest(int(jokers[seat, count]), DEALS // 2).proportion_ci(CONFIDENCE)
            assert interval.low < hypergeom(wall, 4, 13).pmf(count) < interval.high


@pytest.mark.parametrize(
    ("nines", "tiles", "of_position"),
    [("9p", 96, (24, 24, 24, 24)), ("9s", 96, (24, 24, 24, 24)), ("none", 100, (28, 24, 24, 24))],
)
def test_horses_hit_as_often_as_counted(nines: str, tiles: int, of_position: tuple[int, ...]) -> None:
    """Eight horses a won hand, out of the second deck without replacement, by the position that they hit."""
    played = rules("guangdong100", horse_nines=nines)
    block = Engine(played.book(), [("greedy", {})] * 4, seed=22, hands_per_table=1).play(0, 30_000)
    won = block.hands["winners"] > 0
    fields = [field for column in definition("guangdong100").columns for field in column.fields]
    hits = block.hands["own"][won][:, [fields.index(f"gd_hit_{seat}") for seat in range(4)]]
    assert (hits.sum(axis=1) == 8).all()
    by_position = np.take_along_axis(hits, (block.hands["dealer"][won, None] + np.arange(4)) % 4, axis=1)
    for position, hitting in enumerate(of_position):
        law = hypergeom(tiles, hitting, 8)
        assert abs(by_position[:, position].mean() - law.mean()) < 4 * law.std() / sqrt(won.sum())
        assert law.mean() / 8 == hitting / tiles
