"""合肥麻将, the twin: deck, options and fan values (HF-1, HF-7, HF-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .common import is_int

if TYPE_CHECKING:
    from collections.abc import Callable

# HF-1.3: the numbers 2-8 of three suits, four of each.
DECK = [f"{number}{suit}" for suit in "mps" for number in range(2, 9)]
COPIES = 4
HAND = 13  # HF-1.4
SEA = 4  # HF-6.1
WALL = COPIES * len(DECK) - 4 * HAND  # HF-1.6: 32

# HF-7, the table. What is not multiplied is added; the last two replace everything.
FAN_VALUES = {
    "win_base": 15,  # 胡牌
    "long_suit": 1,  # 支
    "same_number": 1,  # 同
    "concealed_pung": 1,  # 坎
    "dealer_by_discard": 1,  # 庄, 点炮胡
    "dealer_by_self": 2,  # 庄, 自摸胡
    "one_voided_suit": 2,  # 缺门
    "open_pure_double_chow": 2,  # 明双铺子
    "closed_pure_double_chow": 4,  # 暗双铺子
    "single_wait": 4,  # 卡
    "tile_hog": 4,  # 活
    "kong": 4,  # 杠
    "seven_pairs": 10,  # 七对
    "luxury_seven_pairs": 50,  # 豪华七对
    "double_luxury_seven_pairs": 100,  # 双豪华七对
    "triple_luxury_seven_pairs": 150,  # 三豪华七对
    "full_flush": 100,  # 清一色
    "ten_same": 100,  # 十同
    "pure_shifted_pungs": 100,  # 三连坎
    "four_concealed_pungs": 100,  # 四暗刻
    "last_tile_draw": 15,  # 海底捞月
    "out_with_replacement": 2,  # 杠开
    "kong_discard": 2,  # 杠炮
    "robbing_the_kong": 2,  # 抢杠
    "earthly_hand": 150,  # 地胡
    "heavenly_hand": 200,  # 天胡
}
MULTIPLIERS = ("out_with_replacement", "kong_discard", "robbing_the_kong")


def _fan_values_allowed(values: Any) -> bool:
    return isinstance(values, dict) and all(
        fan in FAN_VALUES and is_int(value) and value >= (1 if fan in MULTIPLIERS else 0)
        for fan, value in values.items()
    )


def _between(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: is_int(value) and low <= value <= high


def _one_of(*words: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in words


def _switch(value: Any) -> bool:
    return isinstance(value, bool)


# HF-11: the default, and what is allowed.
OPTIONS: dict[str, tuple[Any, Callable[[Any], bool]]] = {
    "base": (1, lambda value: is_int(value) and value >= 1),
    "fan_values": ({}, _fan_values_allowed),
    "cap_points": (None, lambda value: value is None or (is_int(value) and value >= 1)),
    "dealer_rule": ("win_or_draw", _one_of("win_or_draw", "win", "winner", "rotate")),
    "min_suit_tiles": (8, _between(5, 14)),
    "kong_tiles": (4, _between(3, 4)),
    "same_number_free": (4, _between(3, 8)),
    "same_number_scope": ("every", _one_of("every", "most")),
    "ten_same_min": (11, _between(8, 13)),
    "kan_by_discard": (False, _switch),
    "concealed_kong_is_kan": (False, _switch),
    "four_concealed_counts_kan": (True, _switch),
    "dealer_count_from": (1, _between(0, 1)),
    "dealer_fan_scope": ("winner", _one_of("winner", "winner_and_payer")),
    "discard_needs_ready": (True, _switch),
    "rob_needs_ready": (False, _switch),
    "rob_pays": (1, lambda value: is_int(value) and value in (1, 3)),
    "multi_win": ("all", _one_of("all", "nearest")),
    "ready_kong": (True, _switch),
    "earthly_break": ("none", _one_of("none", "any_meld")),
    "limit_takes_best": (False, _switch),
    "sea_stage": (True, _switch),
    "pass_lock": ("none", _one_of("none", "until_draw")),
}


def options_in_force(given: Any) -> dict[str, Any] | None:
    """Every option with its value, `fan_values` complete; None if one is unknown or not allowed (HF-1.5)."""
    if not isinstance(given, dict):
        return None
    for name, value in given.items():
        if name not in OPTIONS or not OPTIONS[name][1](value):
            return None
    options = {name: default for name, (default, _) in OPTIONS.items()} | given
    options["fan_values"] = FAN_VALUES | options["fan_values"]
    return options
