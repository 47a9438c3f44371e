"""嵊州105: the head of a hand log (SZ-8, order 9)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from hupai.ext.rules.heads import COPIES, SEATS, hands_fault, is_tile, is_whole, options_fault, place_fault
from hupai.ext.rules.ruleset import rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hupai.ext.rules.heads import Fault

ONE_CYCLE = ("123456789m", "123456789p", "123456789s", "1234567z")
TWO_CYCLES = (*ONE_CYCLE[:3], "1234z", "567z")


def joker_after(indicator: str, honour_cycle: str) -> str:
    """Return the kind that follows the indicator (SZ-1.2)."""
    for cycle in ONE_CYCLE if honour_cycle == "one" else TWO_CYCLES:
        numbers, suit = cycle[:-1], cycle[-1]
        if indicator[1] == suit and indicator[0] in numbers:
            return numbers[(numbers.index(indicator[0]) + 1) % len(numbers)] + suit
    raise ValueError(f"{indicator} is no tile")


def head_fault(log: dict[str, Any]) -> Fault | None:
    """Return the first clause that the head breaks, or None."""
    if log.get("joker") is None:
        return "SZ-1.2", None
    if options_fault(log) or place_fault(log, streak_may_be_missing=True):
        return "SZ-1.7", None
    options = rules("shengzhou105", log.get("options", {})).options
    indicator = log.get("indicator")
    if not is_tile(indicator) or log["joker"] != joker_after(str(indicator), str(options["honour_cycle"])):
        return "SZ-1.2", None
    return _stakes_fault(log, options) or _deal_fault(log)


def _stakes_fault(log: dict[str, Any], options: Mapping[str, Any]) -> Fault | None:
    stakes = log.get("stakes")
    without = options["stake_mode"] == "none"
    if stakes is None and without:
        return None
    if (
        not isinstance(stakes, list)
        or len(stakes) != SEATS
        or any(type(stake) is not int for stake in stakes)
    ):
        return "SZ-1.7", None
    streak = log.get("streak", 0) >= 1 and options["streak_stakes"] == "none"
    for seat, stake in enumerate(stakes):
        if without or streak:
            if stake != 0:
                return "SZ-2.4" if without else "SZ-2.5", seat
            continue
        least = options["stake_dealer_min"] if seat == log["dealer"] else 0
        if not is_whole(stake, least=least, most=options["stake_max"]):
            return "SZ-2.3", seat
    return None


def _deal_fault(log: dict[str, Any]) -> Fault | None:
    if hands_fault(log):
        return "SZ-1.5", None
    dealt = [name for hand in log["deal"] for name in hand]
    if not all(is_tile(name) for name in dealt):
        return "SZ-1.7", None
    if max(Counter([*dealt, log["indicator"]]).values()) > COPIES:
        return "SZ-1.8", None
    return None if isinstance(log.get("events"), list) else ("SZ-1.7", None)
