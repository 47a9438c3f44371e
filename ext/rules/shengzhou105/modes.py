"""嵊州105: the four score tables, and every number that follows from other options (SZ-6.1, SZ-7.1)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hupai.ext.rules.options import Value


class Mode(NamedTuple):
    """One row of the table of SZ-6.1."""

    self_draw: int
    """自摸, Y: also 买庄 and the usual 炮子分."""
    joker_bird: int
    """财鸟."""
    other: int
    """推倒胡: each seat that did not discard."""
    discarder: int
    solo: int
    """独赔: the discarder alone."""
    streak_discarder: int
    streak_other: int
    solo_pay: bool
    """Whether the mode is played 独赔 where the option says nothing."""


MODES = {
    "1-3-7": Mode(3, 7, 1, 3, 5, 6, 3, solo_pay=False),
    "1-3-5": Mode(3, 5, 1, 3, 5, 6, 3, solo_pay=False),
    "1-2-5": Mode(2, 5, 1, 2, 4, 4, 2, solo_pay=False),
    "1-3-10": Mode(3, 10, 1, 3, 10, 10, 5, solo_pay=True),
}
ROB_MULTIPLIERS = {"self_draw": 5, "joker_bird": 3}
"""5 × 自摸 or 3 × 财鸟."""


def resolve(options: Mapping[str, Value]) -> dict[str, Value]:
    """Return `options` with everything filled in that follows from others, in the order of SZ-7.1."""
    mode = MODES[str(options["mode"])]
    rob_base = str(options["rob_base"])
    solo_pay, rob_multiplier = options["solo_pay"], options["rob_multiplier"]
    fans = _fan_values(mode, _mapping(options, "fan_values"), rob_base)
    points = {name: int(getattr(mode, name)) for name in _DISCARD_POINTS}
    return {
        **options,
        "fan_values": fans,
        "stake_values": _stake_values(fans["self_draw"]) | _mapping(options, "stake_values"),
        "discard_points": points | _mapping(options, "discard_points"),
        "solo_pay": mode.solo_pay if solo_pay is None else solo_pay,
        "rob_multiplier": ROB_MULTIPLIERS[rob_base] if rob_multiplier is None else rob_multiplier,
    }


def shares(
    points: Mapping[str, int], *, solo: bool, solo_in_streak: str, streak_factor: int
) -> list[list[int]]:
    """Return what a payer owes for 推倒胡 (SZ-6.2): ``[streak hand][is the discarder]``."""
    plain = [0, points["solo"]] if solo else [points["other"], points["discarder"]]
    if solo and solo_in_streak == "sum":
        streak = [0, points["streak_discarder"] + 2 * points["streak_other"]]
    elif solo and solo_in_streak == "double":
        streak = [0, streak_factor * points["solo"]]
    else:
        streak = [points["streak_other"], points["streak_discarder"]]
    return [plain, streak]


_DISCARD_POINTS = ("other", "discarder", "solo", "streak_discarder", "streak_other")


def _mapping(options: Mapping[str, Value], name: str) -> dict[str, int]:
    return cast("dict[str, int]", options[name])


def _fan_values(mode: Mode, given: Mapping[str, int], rob_base: str) -> dict[str, int]:
    fans = {"self_draw": mode.self_draw, "joker_bird": mode.joker_bird, **given}
    doubled = ("joker_bird", "flying_bird", "double_flying_bird", "triple_flying_bird")
    for lower, higher in pairwise(doubled):
        fans.setdefault(higher, 2 * fans[lower])
    fans.setdefault("out_with_replacement", fans["joker_bird"])
    fans.setdefault("robbing_the_kong", fans[rob_base])
    return fans


def _stake_values(self_draw: int) -> dict[str, int]:
    once = ("self_draw", "joker_bird", "out_with_replacement", "robbing_the_kong")
    return {
        "discard_win": 0,
        **dict.fromkeys(once, self_draw),
        "flying_bird": 2 * self_draw,
        "double_flying_bird": 4 * self_draw,
        "triple_flying_bird": 8 * self_draw,
    }
