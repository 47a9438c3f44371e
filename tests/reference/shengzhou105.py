"""嵊州105 read from its page, plainly: a second opinion on every hand log of the variant.

    read(log)          what a log comes to, or Illegal
    begin(log)         the head alone: a Hand to feed events to
    legal_events(log)  all that may stand next after a log that stops early
    next_hand(log)     who deals next

Nothing here is fast, and nothing is shared with the engine. The tiles and the shape stand in
`shengzhou105_shape`, the options in `shengzhou105_options`, play in `shengzhou105_play`, settlement in
`shengzhou105_score`; SZ-n.m names the clause of the variant's page.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NoReturn

from .shengzhou105_options import Options, is_whole, read_options
from .shengzhou105_play import SEATS, Event, Hand
from .shengzhou105_score import settle
from .shengzhou105_shape import is_tile, joker_after

__all__ = ["Hand", "Illegal", "Steps", "begin", "legal_events", "next_hand", "play", "read"]

Log = dict[str, Any]


class Illegal(Exception):  # noqa: N818 - the word of the hand log
    """A log that is refused: at which event (-1 the head), for which seat, by which clause."""

    def __init__(self, event: int, seat: Any, rule: str) -> None:
        super().__init__(f"event {event}, seat {seat}: {rule}")
        self.event, self.seat, self.rule = event, seat, rule


def read(log: Log) -> dict[str, Any]:
    """`{"result": …, "next": …}` of a legal log; raises Illegal for any other."""
    hand = play(log)
    if stopped := hand.stopped_early():
        raise Illegal(len(log["events"]), *stopped)
    return {"result": settle(hand), "next": succession(hand)}


def next_hand(log: Log) -> dict[str, int]:
    """SZ-2.1, 2.2: dealer and streak of the hand after this one."""
    return dict(read(log)["next"])


def legal_events(log_prefix: Log) -> list[Event]:
    """Every event that may stand after the events of this log; none when the hand is over.

    Draws name seat and end only, a chow its two tiles in ascending order. A prefix that is not legal
    raises Illegal.
    """
    return play(log_prefix).legal_events()


def play(log: Log) -> Hand:
    """The state after all events of a log, whole or not."""
    hand = begin(log)
    for index, event in enumerate(log["events"]):
        if rule := hand.refusal(event):
            raise Illegal(index, event.get("seat") if isinstance(event, dict) else None, rule)
        hand.apply(event)
    return hand


def succession(hand: Hand) -> dict[str, int]:
    """SZ-2.1: a dealer that wins deals again, else the next seat deals."""
    if hand.win is not None and hand.win.seat == hand.dealer:
        return {"dealer": hand.dealer, "streak": hand.streak + 1}
    return {"dealer": (hand.dealer + 1) % 4, "streak": 0}


def begin(log: Log) -> Hand:
    """The state before the first event. The head is tried in the order of SZ-8.9."""
    if log.get("variant") != "shengzhou105":
        refuse_head("SZ-1.7")
    if log.get("joker") is None:
        refuse_head("SZ-1.2")
    options = read_options(log.get("options", {}))
    if options is None:
        refuse_head("SZ-1.7")
    dealer: Any = log.get("dealer")
    streak: Any = log.get("streak", 0)
    if not is_whole(dealer) or dealer not in SEATS or not is_whole(streak) or streak < 0:
        refuse_head("SZ-1.7")
    indicator: Any = log.get("indicator")
    if not is_tile(indicator) or log["joker"] != joker_after(indicator, options["honour_cycle"]):
        refuse_head("SZ-1.2")
    check_stakes(log.get("stakes"), dealer, streak, options)
    check_deal(log.get("deal"), indicator)
    if not isinstance(log.get("events"), list):
        refuse_head("SZ-1.7")
    return Hand(log, options)


def check_stakes(stakes: Any, dealer: int, streak: int, options: Options) -> None:
    """SZ-2.3 to 2.5, by seat."""
    if stakes is None and options["stake_mode"] == "none":
        return
    if not isinstance(stakes, list) or len(stakes) != 4 or not all(is_whole(stake) for stake in stakes):
        refuse_head("SZ-1.7")
    for seat, stake in enumerate(stakes):
        if options["stake_mode"] == "none":
            if stake != 0:
                refuse_head("SZ-2.4", seat)
        elif options["streak_stakes"] == "none" and streak >= 1:
            if stake != 0:
                refuse_head("SZ-2.5", seat)
        elif not (options["stake_dealer_min"] if seat == dealer else 0) <= stake <= options["stake_max"]:
            refuse_head("SZ-2.3", seat)


def check_deal(deal: Any, indicator: str) -> None:
    """SZ-1.5, 1.8."""
    if not isinstance(deal, list) or len(deal) != 4:
        refuse_head("SZ-1.5")
    if not all(isinstance(tiles, list) and len(tiles) == 13 for tiles in deal):
        refuse_head("SZ-1.5")
    dealt = [tile for tiles in deal for tile in tiles]
    if not all(is_tile(tile) for tile in dealt):
        refuse_head("SZ-1.7")
    if max(Counter([*dealt, indicator]).values()) > 4:
        refuse_head("SZ-1.8")


def refuse_head(rule: str, seat: int | None = None) -> NoReturn:
    """An illegal head is event -1."""
    raise Illegal(-1, seat, rule)


class Steps:
    """A hand event by event (`twins.Steps`)."""

    def __init__(self, log: Log) -> None:
        self.hand = begin(log)

    def refusal(self, event: Any) -> tuple[Any, str] | None:
        rule = self.hand.refusal(event)
        return (event.get("seat") if isinstance(event, dict) else None, rule) if rule else None

    def apply(self, event: Event) -> None:
        self.hand.apply(event)

    def end_refusal(self) -> tuple[Any, str] | None:
        return self.hand.stopped_early()

    def legal_events(self) -> list[Event]:
        return self.hand.legal_events()
