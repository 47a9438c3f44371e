"""都匀麻将: the head of a hand log (DY-12.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hupai.ext.rules.heads import first_wrong_tile, hands_fault, options_fault, place_fault

if TYPE_CHECKING:
    from hupai.ext.rules.heads import Fault

DECK = frozenset(f"{number}{suit}" for suit in "mps" for number in range(1, 10))


def head_fault(log: dict[str, Any]) -> Fault | None:
    """Return the first clause that the head breaks, or None."""
    if options_fault(log):
        return "DY-12.1", None
    if any(log.get(key) is not None for key in ("joker", "indicator", "stakes")):
        return "DY-1.4", None
    if place_fault(log):
        return "DY-12.1", None
    if hands_fault(log):
        return "DY-1.2", None
    seat = first_wrong_tile(log, DECK)
    return None if seat is None else ("DY-1.1", seat)
