"""都匀麻将 in plain Python: a second, slow and readable reading of the rules, to hold the engine against.

It shares no code with the engine. Clause ids (`DY-x.y`) are those of the variant's rules page. The parts:
`duyun_head` (options, the head of a log), `duyun_hands` (shapes, fans, waits), `duyun_table` (the hand as it
is played), `duyun_checks` (why an event is refused), `duyun_settlement` (fans, payments, the next dealer).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .duyun_checks import refusal, refusal_of_end
from .duyun_head import KINDS, SEATS, Illegal, Log, read_head
from .duyun_settlement import next_deal, settle
from .duyun_table import Event, Table, advance, new_table, waits_in_play

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "Illegal",
    "Steps",
    "legal_events",
    "legal_events_along",
    "may_end",
    "next_hand",
    "read",
    "replay",
    "waits_in_play",
]


def read(log: Log) -> dict[str, Any]:
    """What a whole hand comes to: `{"result": …, "next": …}` as the log format has them.

    The log is an object with a list of `events`. Raises `Illegal` at its first refusal (DY-12).
    """
    table = finished(log)
    return {"result": settle(table), "next": next_deal(table)}


def next_hand(log: Log) -> dict[str, int]:
    """Dealer and streak of the hand after this one (DY-10). Raises `Illegal` as `read` does."""
    return next_deal(finished(log))


def legal_events(log: Log) -> list[Event]:
    """Every event that may stand next after the events of `log`, a legal prefix of a hand.

    A draw is given by its seat and end only, without the tile. Empty once nothing can follow; a hand may also
    be over while events are listed (further wins on the same tile): `may_end` tells. Raises `Illegal` for a
    prefix that is none.
    """
    return legal_events_at(replay(log))


def legal_events_along(log: Log) -> Iterator[list[Event]]:
    """`legal_events` of every prefix of a legal log, from the empty one to the whole: events + 1 lists."""
    table = new_table(log, read_head(log))
    yield legal_events_at(table)
    for index, event in enumerate(log["events"]):
        step(table, index, event)
        yield legal_events_at(table)


def may_end(log: Log) -> bool:
    """Whether the hand is over after the events of `log`, a legal prefix."""
    return refusal_of_end(replay(log)) is None


def replay(log: Log) -> Table:
    """The table after all events of a log, which may stop anywhere."""
    table = new_table(log, read_head(log))
    for index, event in enumerate(log["events"]):
        step(table, index, event)
    return table


def step(table: Table, index: int, event: Event) -> None:
    refused = refusal(table, event)
    if refused is not None:
        raise Illegal(index, *refused)
    advance(table, event)


def finished(log: Log) -> Table:
    """The table after a log that has to be a whole hand."""
    table = replay(log)
    refused = refusal_of_end(table)
    if refused is not None:
        raise Illegal(len(log["events"]), *refused)
    return table


def legal_events_at(table: Table) -> list[Event]:
    return [shown(event) for event in candidates(table) if refusal(table, event) is None]


def candidates(table: Table) -> list[Event]:
    """Every event that could be legal at some state: each seat with each act, with each tile it holds.

    A draw takes some tile that is left, since which tile it is does not bear on whether the draw may stand.
    """
    left = next((kind for kind in KINDS if table.seen[kind] < 4), KINDS[0])
    events: list[Event] = []
    for seat in SEATS:
        held = sorted(set(table.hands[seat]))
        events.append({"seat": seat, "do": "draw", "tile": left})
        events.append({"seat": seat, "do": "draw", "tile": left, "from": "tail"})
        events += [{"seat": seat, "do": "discard", "tile": tile} for tile in held]
        events += [{"seat": seat, "do": act} for act in ("ready", "pung", "leave")]
        events.append({"seat": seat, "do": "kong", "kind": "melded"})
        events += [
            {"seat": seat, "do": "kong", "kind": kind, "tile": tile}
            for kind in ("added", "concealed")
            for tile in held
        ]
        events += [{"seat": seat, "do": "win", "by": by} for by in ("discard", "self", "rob")]
    return events


def shown(event: Event) -> Event:
    """A draw without its tile, any other event as it is."""
    return {key: value for key, value in event.items() if event["do"] != "draw" or key != "tile"}


class Steps:
    """A hand event by event (`twins.Steps`)."""

    def __init__(self, log: Log) -> None:
        self.table = new_table(log, read_head(log))

    def refusal(self, event: Any) -> tuple[Any, str] | None:
        return refusal(self.table, event)

    def apply(self, event: Event) -> None:
        advance(self.table, event)

    def end_refusal(self) -> tuple[Any, str] | None:
        return refusal_of_end(self.table)

    def legal_events(self) -> list[Event]:
        return legal_events_at(self.table)
