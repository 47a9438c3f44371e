"""合肥麻将, the twin of the engine's rules: reads a hand log and says what it comes to, or why it is refused.

The clauses are in three files: `hefei_options` (deck, fan values, options), `hefei_play` (the course of a
hand and its refusals), `hefei_score` (shapes, fans, payments, the next dealer).
"""

from __future__ import annotations

from typing import Any

from .common import Event, Illegal, is_int
from .hefei_options import FAN_VALUES, OPTIONS, options_in_force
from .hefei_play import Play, deal_refusal, seat_of
from .hefei_score import Meld, Win, complete, next_hand, score, settle, waits

__all__ = [
    "FAN_VALUES", "OPTIONS", "Illegal", "Meld", "Play", "Steps", "Win", "complete", "legal_events",
    "next_hand", "options_in_force", "play", "read", "score", "settle", "start", "waits",
]  # fmt: skip


def start(log: dict[str, Any]) -> Play:
    """The hand before its first event; raises Illegal for its head or deal (section 12, step 0)."""
    options = options_in_force(log.get("options", {}))
    dealer: Any = log.get("dealer")
    streak: Any = log.get("streak")
    if (
        log.get("variant") != "hefei"
        or options is None
        or not (is_int(dealer) and dealer in range(4))
        or not (is_int(streak) and streak >= 0)
        or any(log.get(key) is not None for key in ("joker", "indicator", "stakes"))
    ):
        raise Illegal(-1, None, "HF-1.5")
    refused = deal_refusal(log.get("deal"))
    if refused:
        raise Illegal(-1, *refused)
    return Play(log["deal"], dealer, streak, options)


def play(log: dict[str, Any]) -> Play:
    """The hand after all events of the log, over or not; raises Illegal at the first that is refused."""
    hand = start(log)
    for index, event in enumerate(log["events"]):
        rule = hand.refusal(event)
        if rule:
            raise Illegal(index, seat_of(event), rule)
        hand.apply(event)
    return hand


def read(log: dict[str, Any]) -> dict[str, Any]:
    """`{"result": ..., "next": ...}` of a whole hand; raises Illegal (event, seat, rule)."""
    hand = play(log)
    to_act = hand.seat_to_act()
    if to_act is not None:
        raise Illegal(len(log["events"]), to_act, "HF-2.8")
    winners = [win.seat for win in hand.wins]
    giver = hand.wins[0].giver if hand.wins else None
    return {
        "result": settle(hand.wins, hand.options),
        "next": next_hand(hand.options["dealer_rule"], hand.dealer, hand.streak, winners, giver),
    }


def legal_events(log: dict[str, Any]) -> list[Event]:
    """Every event that may stand next after the legal prefix `log`.

    A draw is given without its tile: `{"seat": 1, "do": "draw"}`, from the back of the wall with
    `"from": "tail"`. Where the log may also end as it stands, `play(log).seat_to_act()` is None.
    """
    return play(log).legal_events()


class Steps:
    """A hand event by event (`twins.Steps`)."""

    def __init__(self, log: dict[str, Any]) -> None:
        self.hand = start(log)

    def refusal(self, event: Any) -> tuple[Any, str] | None:
        rule = self.hand.refusal(event)
        return (seat_of(event), rule) if rule else None

    def apply(self, event: Event) -> None:
        self.hand.apply(event)

    def end_refusal(self) -> tuple[Any, str] | None:
        seat = self.hand.seat_to_act()
        return None if seat is None else (seat, "HF-2.8")

    def legal_events(self) -> list[Event]:
        return self.hand.legal_events()
