"""The options of 广东100张 (GD-13), their defaults and what each may be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

SUITS = ("p", "s")
KINDS = tuple(f"{n}{suit}" for suit in SUITS for n in range(1, 10)) + tuple(f"{n}z" for n in range(1, 8))
"""The 25 kinds of the deck (GD-1.2): 筒, 条, 东南西北中发白; four copies of each."""

PATTERN_VALUES = {
    "triple_luxury_seven_pairs": 36,
    "four_kongs": 36,
    "big_three_dragons": 32,
    "big_four_winds": 32,
    "heavenly_hand": 24,
    "earthly_hand": 24,
    "double_luxury_seven_pairs": 24,
    "all_honors": 24,
    "four_jokers": 18,
    "little_three_dragons": 18,
    "little_four_winds": 18,
    "luxury_seven_pairs": 12,
    "all_terminals_and_honors": 12,
    "full_flush_pungs": 12,
    "seven_pairs": 8,
    "full_flush": 8,
    "half_flush_pungs": 8,
    "half_flush": 4,
    "all_pungs": 4,
    "all_chows": 3,
    "chicken_hand": 2,
}
"""The pattern fans in the order of GD-6.4, which also decides between equal values (GD-6.2)."""

FACTORS = {"self_draw": 1, "discard_win": 1, "out_with_replacement": 2, "robbing_the_kong": 3, "no_jokers": 2}
"""GD-6.5 and GD-6.6."""

AT_LEAST_ONE = {"chicken_hand", "all_chows", "all_pungs", *FACTORS}
"""GD-6.8: one of the three patterns holds for every standard hand."""


def whole(lowest: int, highest: int | None = None) -> Callable[[Any], bool]:
    """A whole number in a range; true and false are no numbers."""
    return lambda value: type(value) is int and value >= lowest and (highest is None or value <= highest)


def choice(*allowed: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in allowed


def flag(value: Any) -> bool:
    return type(value) is bool


def joker_choice(value: Any) -> bool:
    return choice("flip", "none", *(f"fixed:{kind}" for kind in KINDS))(value)


OPTIONS: dict[str, tuple[Any, Callable[[Any], bool]]] = {
    "base_stake": (1, whole(1)),
    "joker": ("flip", joker_choice),
    "indicator_in_play": (False, flag),
    "chicken_hand_wins": ("self", choice("self", "self_or_rob", "any")),
    "any_wait_wins": ("self", choice("self", "self_or_rob", "any")),
    "multiple_winners": (True, flag),
    "pass_lock": ("same_tile", choice("same_tile", "any_tile", "none")),
    "forced_first_win": (True, flag),
    "forced_all_jokers": ("drawn", choice("drawn", "held")),
    "claims_on_empty_wall": (False, flag),
    "four_jokers_first_turn": (True, flag),
    "no_jokers_when_none": (False, flag),
    "points_cap": (0, whole(0)),
    "pay_passed_kong": (False, flag),
    "pay_late_kong": (False, flag),
    "follow_dealer": (1, whole(0)),
    "horses": (2, whole(0, 12)),
    "horse_buyers": ("all", choice("all", "winner")),
    "horse_nines": ("9p", choice("9p", "9s", "none")),
    "horses_count_follow": (False, flag),
    "rob_liability": (True, flag),
    "twelve_liability": (True, flag),
    "kong_bloom_liability": (True, flag),
    "liability_horses": ("shifted", choice("shifted", "after")),
    "dealer_next": ("winner", choice("winner", "stay", "rotate")),
    "dealer_after_draw": ("stay", choice("stay", "next")),
}

MAPPINGS: dict[str, dict[str, tuple[int, Callable[[Any], bool]]]] = {
    "fan_values": {
        name: (value, whole(1 if name in AT_LEAST_ONE else 0))
        for name, value in (PATTERN_VALUES | FACTORS).items()
    },
    "kong_points": {"melded": (3, whole(0)), "added": (1, whole(0)), "concealed": (2, whole(0))},
}
"""The two options that are mappings; they may be given in part (GD-13.1)."""


def complete_options(given: Any) -> dict[str, Any] | None:
    """Every option in force, or None if a name is unknown or a value not allowed (GD-13.1)."""
    plain = filled(given, OPTIONS, also=MAPPINGS.keys())
    if plain is None:
        return None
    for name, entries in MAPPINGS.items():
        mapping = filled(given.get(name, {}), entries)
        if mapping is None:
            return None
        plain[name] = mapping
    return plain


def filled(given: Any, table: dict[str, Any], also: Any = ()) -> dict[str, Any] | None:
    """The given values over the table's defaults; None if something in them is wrong."""
    if not isinstance(given, dict) or any(name not in table and name not in also for name in given):
        return None
    if any(name in given and not allowed(given[name]) for name, (_, allowed) in table.items()):
        return None
    return {name: given.get(name, default) for name, (default, _) in table.items()}
