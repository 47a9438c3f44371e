"""嵊州105, the options (SZ-7), the four modes (SZ-6.1), and what every fan is then worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

Options = dict[str, Any]
Test = Callable[[Any], bool]

FANS = (
    "self_draw",  # 自摸
    "joker_bird",  # 财鸟
    "flying_bird",  # 飞鸟
    "double_flying_bird",  # 双飞
    "triple_flying_bird",  # 三飞
    "out_with_replacement",  # 杠开
    "robbing_the_kong",  # 抢杠
)


class Mode(NamedTuple):
    """A row of the table of SZ-6.1."""

    self_draw: int
    joker_bird: int
    discarder: int
    other: int
    solo: int
    streak_discarder: int
    streak_other: int
    solo_pay: bool


MODES = {
    "1-3-10": Mode(3, 10, 3, 1, 10, 10, 5, True),  # noqa: FBT003 - a row of the table
    "1-3-7": Mode(3, 7, 3, 1, 5, 6, 3, False),  # noqa: FBT003
    "1-3-5": Mode(3, 5, 3, 1, 5, 6, 3, False),  # noqa: FBT003
    "1-2-5": Mode(2, 5, 2, 1, 4, 4, 2, False),  # noqa: FBT003
}
DISCARD_POINTS = ("other", "discarder", "solo", "streak_discarder", "streak_other")
KONG_POINTS = {"melded": 1, "melded_solo": 3, "added": 1, "concealed": 3}


def is_whole(value: object) -> bool:
    """A whole number; true and false are none."""
    return type(value) is int


def _whole(low: int, high: int) -> Test:
    return lambda value: is_whole(value) and low <= value <= high


def _one_of(*values: str) -> Test:
    return lambda value: isinstance(value, str) and value in values


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _null_or(test: Test) -> Test:
    return lambda value: value is None or test(value)


def _mapping(*keys: str) -> Test:
    amount = _whole(0, 100_000)
    return lambda value: isinstance(value, dict) and all(k in keys and amount(v) for k, v in value.items())


def _stake_choice(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) == 4 and all(is_whole(wish) and wish >= 0 for wish in value)
    return bool(value == "random")


# SZ-7.1: what may stand in a log, and what holds where nothing does.
TABLE: dict[str, tuple[Test, Any]] = {
    "mode": (_one_of(*MODES), "1-3-7"),
    "fan_values": (_mapping(*FANS), {}),
    "discard_points": (_mapping(*DISCARD_POINTS), {}),
    "stake_values": (_mapping("discard_win", *FANS), {}),
    "solo_pay": (_null_or(_flag), None),
    "solo_in_streak": (_one_of("shared", "sum", "double"), "shared"),
    "streak_factor": (_whole(1, 100), 2),
    "streak_scope": (_one_of("all", "dealer"), "all"),
    "kong_points": (_mapping(*KONG_POINTS), {}),
    "added_kong_solo": (_one_of("each", "pung_feeder"), "each"),
    "kong_pay": (_one_of("always", "win_only", "winner_only"), "always"),
    "kong_stack": (_one_of("highest", "multiply"), "highest"),
    "rob_base": (_one_of("self_draw", "joker_bird"), "self_draw"),
    "rob_multiplier": (_null_or(_whole(1, 100)), None),
    "rob_max_jokers": (_whole(0, 4), 2),
    "discard_win_max_jokers": (_whole(0, 4), 0),
    "joker_limits": (_flag, True),
    "three_melds": (_one_of("any", "same_seat", "off"), "any"),
    "three_melds_concealed": (_flag, False),
    "liability_claims": (_whole(1, 4), 3),
    "liability_multiplier": (_whole(1, 100), 5),
    "mutual_multiplier": (_whole(1, 100), 2),
    "liability_others": (_one_of("free", "pay"), "free"),
    "liability_on_discard": (_flag, True),
    "flight_forfeit": (_one_of("total", "share", "off"), "total"),
    "refly": (_one_of("any", "drawn"), "any"),
    "joker_ban": (_one_of("any", "fly", "off"), "any"),
    "win_by_discard_under_ban": (_flag, False),
    "head_bump_from": (_one_of("dealer", "discarder"), "dealer"),
    "chow_discard_ban": (_one_of("same", "ends", "off"), "same"),
    "pung_pass": (_one_of("same_tile", "any", "off"), "same_tile"),
    "win_pass": (_one_of("any", "same_tile", "off"), "any"),
    "pass_lift": (_one_of("turn", "draw"), "turn"),
    "added_kong_tile": (_one_of("any", "drawn"), "any"),
    "honour_cycle": (_one_of("one", "two"), "one"),
    "indicator_in_play": (_flag, False),
    "dead_wall": (_whole(0, 82), 0),
    "stake_mode": (_one_of("auto", "choose", "none"), "auto"),
    "stake_max": (_whole(0, 100), 2),
    "stake_dealer_min": (_whole(0, 100), 1),
    "stake_choice": (_stake_choice, [0, 0, 0, 0]),
    "streak_stakes": (_one_of("keep", "none"), "keep"),
}


def read_options(given: Any) -> Options | None:
    """Every option in force, or None where a name or a value is not of SZ-7.1."""
    if not isinstance(given, dict):
        return None
    if not all(name in TABLE and TABLE[name][0](value) for name, value in given.items()):
        return None
    options = {name: given.get(name, default) for name, (_, default) in TABLE.items()}
    return options if options["stake_dealer_min"] <= options["stake_max"] else None


@dataclass(frozen=True)
class Values:
    """What counts, and how much, once SZ-7.1 has been worked through."""

    fan: dict[str, int]  # 牌型番
    stake: dict[str, int]  # 炮子分
    discard: dict[str, int]  # 推倒胡, SZ-6.2
    kong: dict[str, int]  # 杠分, SZ-6.10
    solo_pay: bool  # 独赔
    rob_multiplier: int  # SZ-6.8


def resolve(options: Options) -> Values:
    """The mode's numbers, each replaced by what the log names, in the order of SZ-7.1."""
    mode = MODES[options["mode"]]

    fan = dict(options["fan_values"])
    fan.setdefault("self_draw", mode.self_draw)
    fan.setdefault("joker_bird", mode.joker_bird)
    fan.setdefault("flying_bird", 2 * fan["joker_bird"])
    fan.setdefault("double_flying_bird", 2 * fan["flying_bird"])
    fan.setdefault("triple_flying_bird", 2 * fan["double_flying_bird"])
    fan.setdefault("out_with_replacement", fan["joker_bird"])
    fan.setdefault("robbing_the_kong", fan[options["rob_base"]])

    y = fan["self_draw"]
    stake = {"discard_win": 0, "flying_bird": 2 * y, "double_flying_bird": 4 * y, "triple_flying_bird": 8 * y}
    stake |= dict.fromkeys(("self_draw", "joker_bird", "out_with_replacement", "robbing_the_kong"), y)
    stake |= options["stake_values"]

    solo = options["solo_pay"]
    multiplier = options["rob_multiplier"]
    usual_multiplier = {"self_draw": 5, "joker_bird": 3}[options["rob_base"]]
    return Values(
        fan=fan,
        stake=stake,
        discard={name: getattr(mode, name) for name in DISCARD_POINTS} | options["discard_points"],
        kong=KONG_POINTS | options["kong_points"],
        solo_pay=mode.solo_pay if solo is None else solo,
        rob_multiplier=usual_multiplier if multiplier is None else multiplier,
    )
