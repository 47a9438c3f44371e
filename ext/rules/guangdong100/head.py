"""广东100张: the head of a hand log (GD-14.3, the first rows)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hupai.ext.rules.heads import first_wrong_tile, hands_fault, is_tile, options_fault, place_fault
from hupai.ext.rules.ruleset import rules

if TYPE_CHECKING:
    from hupai.ext.rules.heads import Fault

DECK = frozenset(f"{number}{suit}" for suit in "psz" for number in range(1, 8 if suit == "z" else 10))


def successor(name: str) -> str:
    """Return the tile that is the joker when `name` is turned over (GD-2.2)."""
    number, suit = int(name[0]), name[1]
    return f"{number % (7 if suit == 'z' else 9) + 1}{suit}"


def joker_fault(log: dict[str, Any], setting: str) -> bool:
    """Whether joker and indicator are not as GD-2.7 has them under the option `joker`."""
    joker, indicator = log.get("joker"), log.get("indicator")
    if setting == "flip":
        return not is_tile(indicator, DECK) or joker != successor(str(indicator))
    return indicator is not None or joker != (None if setting == "none" else setting.removeprefix("fixed:"))


def head_fault(log: dict[str, Any]) -> Fault | None:
    """Return the first clause that the head breaks, or None."""
    if options_fault(log):
        return "GD-13.1", None
    if place_fault(log) or log.get("stakes") is not None or hands_fault(log):
        return "GD-14.1", None
    if not all(is_tile(name, DECK) for hand in log["deal"] for name in hand):
        return "GD-14.1", None
    options = rules(log["variant"], log.get("options", {})).options
    if joker_fault(log, str(options["joker"])):
        return "GD-2.2", None
    indicator = log.get("indicator")
    out = [indicator] if indicator is not None and not options["indicator_in_play"] else []
    return None if first_wrong_tile(log, DECK, out=out) is None else ("GD-1.2", None)
