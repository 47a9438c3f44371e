"""都匀麻将, plain twin: the head of a log and the options (DY-1, DY-12.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

SUITS = "mps"  # 万 筒 条, DY-1.1
KINDS = tuple(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10))
SEATS = range(4)

Log = dict[str, Any]
Options = dict[str, Any]


class Illegal(Exception):  # noqa: N818 (the word of the hand log)
    """A log that the rules forbid: the index of the event, the seat, the clause (`DY-…`)."""

    def __init__(self, event: int, seat: Any, rule: str) -> None:
        super().__init__(event, seat, rule)
        self.event, self.seat, self.rule = event, seat, rule


def is_whole(value: Any, least: int) -> bool:
    """A whole number not below `least`; neither 6.0 nor true is one (DY-12.1)."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def is_seat(value: Any) -> bool:
    return is_whole(value, 0) and value in SEATS


def is_kind(value: Any) -> bool:
    return isinstance(value, str) and value in KINDS


Allowed = Callable[[Any], bool]


def whole(least: int) -> Allowed:
    return lambda value: is_whole(value, least)


def flag(value: Any) -> bool:
    return isinstance(value, bool)


def one_of(*words: str) -> Allowed:
    return lambda value: isinstance(value, str) and value in words


def share(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


# The fans table. Base fans stand in the order of DY-7.2.
BASE_FANS = {
    "heavenly_hand": 18,  # 天胡
    "earthly_hand": 18,  # 地胡
    "pure_luxury_seven_pairs": 18,  # 青龙七对
    "pure_outside_hand": 12,  # 清幺九
    "pure_seven_pairs": 12,  # 清七对
    "luxury_seven_pairs": 12,  # 龙七对
    "all_pungs_of_258": 9,  # 将对
    "pure_all_pungs": 9,  # 清对
    "seven_pairs": 6,  # 七对
    "full_flush": 6,  # 清一色
    "all_pungs": 3,  # 对对胡
    "basic_hand": 1,  # 平胡
}
ADDITIONS = {
    "ready_declaration": 6,  # 报听
    "out_with_replacement": 1,  # 杠上花
    "discard_after_kong": 1,  # 杠上炮
    "robbing_the_kong": 0,  # 抢杠
}

# The options table: name, what is allowed, default.
SIMPLE_OPTIONS: dict[str, tuple[Allowed, Any]] = {
    "base_score": (whole(1), 6),
    "fan_cap": (whole(0), 0),
    "kong_in_base": (flag, True),
    "kong_transfer": (one_of("last", "turn", "none"), "last"),
    "late_added_kong": (flag, False),
    "bean_required": (flag, True),
    "ready_needs_bean": (flag, False),
    "allow_ready": (flag, True),
    "ready_discarder_fan": (whole(0), 6),
    "ready_pays_self_draw": (flag, False),
    "last_tiles": (whole(0), 4),
    "pass_lock": (flag, False),
    "earthly_broken_by_claims": (flag, False),
    "streak_fan": (whole(0), 1),
    "streak_cap": (whole(0), 0),
    "streak_in_draw": (flag, False),
    "draw_check": (flag, True),
    "draw_counts_ready": (flag, True),
    "refund_kongs": (flag, True),
    "flower_pig_fan": (whole(0), 0),
    "leave_rate": (share, 0),
    "leave_multiplier": (whole(0), 16),
    "leave_to": (one_of("seats", "house"), "seats"),
}
MAPPING_OPTIONS: dict[str, dict[str, tuple[Allowed, int]]] = {
    "fan_values": {
        fan: (whole(1 if fan == "basic_hand" else 0), value) for fan, value in (BASE_FANS | ADDITIONS).items()
    },
    "kong_values": {"melded": (whole(0), 1), "added": (whole(0), 1), "concealed": (whole(0), 2)},
}


def in_force(given: Any, table: dict[str, tuple[Allowed, Any]]) -> dict[str, Any] | None:
    """The entries of `table` with those of `given` in their place; None if one is unknown or not allowed."""
    if not isinstance(given, dict):
        return None
    for name, value in given.items():
        if name not in table or not table[name][0](value):
            return None
    return {name: given.get(name, default) for name, (_, default) in table.items()}


def options_in_force(given: Any) -> Options | None:
    """Every option with its value, mappings filled up with their defaults; None if `given` is not allowed."""
    if not isinstance(given, dict):
        return None
    options = in_force({name: v for name, v in given.items() if name not in MAPPING_OPTIONS}, SIMPLE_OPTIONS)
    if options is None:
        return None
    for name, table in MAPPING_OPTIONS.items():
        mapping = in_force(given.get(name, {}), table)
        if mapping is None:
            return None
        options[name] = mapping
    return options


def read_head(log: Log) -> Options:
    """The options in force. A bad head is refused as event -1, in the order of DY-12.1."""
    if log.get("variant") != "duyun":
        raise Illegal(-1, None, "DY-12.1")
    options = options_in_force(log.get("options", {}))
    if options is None:
        raise Illegal(-1, None, "DY-12.1")
    if any(log.get(key) is not None for key in ("joker", "indicator", "stakes")):
        raise Illegal(-1, None, "DY-1.4")
    if not is_seat(log.get("dealer")) or not is_whole(log.get("streak"), 0):
        raise Illegal(-1, None, "DY-12.1")
    deal = log.get("deal")
    if not isinstance(deal, list) or len(deal) != 4:
        raise Illegal(-1, None, "DY-1.2")
    if any(not isinstance(hand, list) or len(hand) != 13 for hand in deal):
        raise Illegal(-1, None, "DY-1.2")
    seen: Counter[str] = Counter()
    for seat in SEATS:
        for tile in deal[seat]:
            if not is_kind(tile) or seen[tile] == 4:
                raise Illegal(-1, seat, "DY-1.1")
            seen[tile] += 1
    return options
