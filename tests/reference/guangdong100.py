"""A plain Python twin of 广东100张: reads a hand log by the clauses of its page and says what it comes to.

Slow and literal on purpose, and independent of the engine: `tests` compare the two. The parts:
`guangdong100_options` (GD-13), `guangdong100_score` (GD-5, GD-6), `guangdong100_play` (GD-1 to GD-4, GD-8,
GD-10, GD-14.3) and `guangdong100_settle` (GD-7, GD-9, GD-10, GD-12).
"""

from __future__ import annotations

from typing import Any

from .common import Event, Illegal
from .guangdong100_options import KINDS
from .guangdong100_play import SEATS, Table, apply, begin, refusal, unfinished
from .guangdong100_settle import next_deal, settle

__all__ = ["Illegal", "Steps", "legal_events", "next_hand", "read"]


def read(log: dict[str, Any]) -> dict[str, Any]:
    """{"result": …, "next": {"dealer": …, "streak": …}} of a complete hand log; raises Illegal."""
    table = play(log)
    missing = unfinished(table)
    if missing is not None:
        raise Illegal(len(log["events"]), *missing)
    result = settle(table)
    deal = next_deal(log["dealer"], log["streak"], result["winners"], table.options)
    return {"result": result, "next": deal}


def next_hand(log: dict[str, Any]) -> dict[str, int]:
    """{"dealer": …, "streak": …} of the hand after this complete log (GD-12); raises Illegal."""
    deal: dict[str, int] = read(log)["next"]
    return deal


def play(log: dict[str, Any]) -> Table:
    """The table after the events of a log, whole or begun; raises Illegal at the first that may not stand."""
    table = begin(log)
    for index, event in enumerate(log["events"]):
        refused = refusal(table, event)
        if refused is not None:
            raise Illegal(index, *refused)
        apply(table, event)
    return table


def legal_events(log_prefix: dict[str, Any]) -> list[Event]:
    """Every event that may stand after a legal prefix of a log; empty when the hand is over.

    Of a draw only the seat and the end of the wall are named (no `tile`), of the horses only that they are
    due (no `tiles`): what they bring is chance.
    """
    return legal_events_at(play(log_prefix))


def legal_events_at(table: Table) -> list[Event]:
    return [event for event in imaginable_events() if refusal(table, completed(table, event)) is None]


def imaginable_events() -> list[Event]:
    """Every event of the variant, legal or not, in a fixed order."""
    events: list[Event] = [{"do": "horses"}]
    for seat in SEATS:
        events += [{"seat": seat, "do": "draw"}, {"seat": seat, "do": "draw", "from": "tail"}]
        events += [{"seat": seat, "do": "win", "by": by} for by in ("self", "discard", "rob")]
        events += [{"seat": seat, "do": "pung"}, {"seat": seat, "do": "kong", "kind": "melded"}]
        for kind in ("concealed", "added"):
            events += [{"seat": seat, "do": "kong", "kind": kind, "tile": tile} for tile in KINDS]
        events += [{"seat": seat, "do": "discard", "tile": tile} for tile in KINDS]
    return events


def completed(table: Table, event: Event) -> Event:
    """The event with tiles that chance could bring."""
    if event["do"] == "draw":
        return event | {"tile": next((kind for kind in KINDS if table.unseen[kind]), KINDS[0])}
    if event["do"] == "horses":
        return event | {"tiles": possible_horses(table)}
    return event


def possible_horses(table: Table) -> list[list[str]]:
    """Horses that GD-9.2–9.4 let stand: no nine, as those may be taken out, and four of a kind at most."""
    winners = {winner.seat for winner in table.winners}
    deck = [kind for kind in KINDS if kind[0] != "9" for _ in range(4)]
    lists = []
    for seat in SEATS:
        count = table.options["horses"] if table.options["horse_buyers"] == "all" or seat in winners else 0
        lists.append([deck.pop() for _ in range(count)])
    return lists


class Steps:
    """A hand event by event (`twins.Steps`)."""

    def __init__(self, log: dict[str, Any]) -> None:
        self.table = begin(log)

    def refusal(self, event: Any) -> tuple[Any, str] | None:
        return refusal(self.table, event)

    def apply(self, event: Event) -> None:
        apply(self.table, event)

    def end_refusal(self) -> tuple[Any, str] | None:
        return unfinished(self.table)

    def legal_events(self) -> list[Event]:
        return legal_events_at(self.table)

    def lots(self) -> list[Event]:
        """A `horses` event that may stand where horses are due."""
        return [completed(self.table, {"do": "horses"})]
