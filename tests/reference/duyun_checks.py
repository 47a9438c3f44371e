"""都匀麻将, plain twin: why an event may not stand where it does. Reads like the table of DY-12.3.

Each check gives None where the event is legal, else (seat, clause) of its first refusal.
"""

from __future__ import annotations

from typing import Any

from .duyun_head import is_kind, is_seat
from .duyun_table import (
    Event,
    Table,
    may_declare,
    must_win,
    offered_seats,
    ready_without,
    win_refusal,
)

Refusal = tuple[Any, str] | None
EVENTS = ("draw", "discard", "ready", "chow", "pung", "kong", "win", "leave")  # DY-12.2


def refusal(table: Table, event: Any) -> Refusal:
    """The first refusal of `event` at `table`, None if it may stand."""
    if not isinstance(event, dict):
        return None, "DY-12.2"
    seat = event.get("seat")
    if event.get("do") not in EVENTS or not is_seat(seat):
        return seat, "DY-12.2"
    if table.state == "over":
        return seat, "DY-2.7"
    if table.state == "drawn" and must_win(table, table.turn):
        won = is_win(event, by="self") and seat == table.turn
        return None if won else forced(table, table.turn)
    if table.state in ("discard", "added"):
        return on_offer(table, event)
    clause = {
        "start": at_start,
        "drawn": having_drawn,
        "punged": after_pung,
        "declaring": after_ready,
        "replacement": replacement_due,
    }[table.state](table, event)
    return None if clause is None else (seat, clause)


def refusal_of_end(table: Table) -> Refusal:
    """Why the log may not stop here, None if the hand is over."""
    if table.state == "over":
        return None
    if table.state == "drawn" and must_win(table, table.turn):
        return forced(table, table.turn)
    if table.state in ("discard", "added"):
        for seat in offered_seats(table):
            if must_win(table, seat):
                return forced(table, seat)
        if table.winners or (table.state == "discard" and table.wall == 0):  # DY-9.1
            return None
    to_act = (table.turn + 1) % 4 if table.state == "discard" else table.turn
    return to_act, "DY-2.7"


def forced(table: Table, seat: int) -> Refusal:
    return seat, "DY-5.4" if table.declared[seat] else "DY-6.4"


def is_win(event: Event, *, by: str) -> bool:
    return bool(event["do"] == "win" and event.get("by") == by)


def is_draw(event: Event, seat: int, *, from_tail: bool) -> bool:
    """A draw of `seat` from that end; a front draw has no `from` (contract)."""
    from_right_end = event.get("from") == "tail" if from_tail else event.get("from") is None
    return bool(event["do"] == "draw" and event["seat"] == seat and from_right_end)


def drawn_tile(table: Table, event: Event) -> str | None:
    """A drawn tile exists and is no fifth of its kind (DY-1.1)."""
    tile: Any = event.get("tile")
    return None if is_kind(tile) and table.seen[tile] < 4 else "DY-1.1"


def discarded_tile(table: Table, event: Event) -> str | None:
    tile = event.get("tile")
    if not is_kind(tile):
        return "DY-1.1"
    return None if tile in table.hands[table.turn] else "DY-2.3"


def at_start(table: Table, event: Event) -> str | None:
    if not is_draw(event, table.dealer, from_tail=False):
        return "DY-2.1"
    return drawn_tile(table, event)


def having_drawn(table: Table, event: Event) -> str | None:
    seat, do = table.turn, event["do"]
    if event["seat"] != seat:
        return "DY-2.1"
    if do == "win":
        return win_refusal(table, seat) if event.get("by") == "self" else "DY-6.1"
    if do == "discard":
        clause = discarded_tile(table, event)
        if clause is None and table.declared[seat] and event["tile"] != table.tile:
            return "DY-5.3"
        return clause
    if do == "kong":
        return own_kong(table, event)
    if do == "ready":
        return None if may_declare(table, seat) else "DY-5.1"
    if do == "chow":
        return "DY-2.5"
    return None if do == "leave" else "DY-2.2"  # draw, pung


def own_kong(table: Table, event: Event) -> str | None:
    seat, kind, tile = table.turn, event.get("kind"), event.get("tile")
    if kind not in ("concealed", "added"):
        return "DY-3.2"
    if not isinstance(tile, str) or not is_kind(tile):
        return "DY-1.1"
    if table.declared[seat]:
        return "DY-5.3"
    if kind == "concealed" and table.hands[seat].count(tile) < 4:
        return "DY-4.4"
    if kind == "added":
        if ("pung", tile) not in table.melds[seat] or tile not in table.hands[seat]:
            return "DY-4.3"
        if tile != table.tile and not table.options["late_added_kong"]:
            return "DY-4.3"
    return None if table.wall else "DY-4.5"


def after_pung(table: Table, event: Event) -> str | None:
    if event["seat"] != table.turn:
        return "DY-2.1"
    if event["do"] == "chow":
        return "DY-2.5"
    if event["do"] == "discard":
        return discarded_tile(table, event)
    return None if event["do"] == "leave" else "DY-2.4"


def after_ready(table: Table, event: Event) -> str | None:
    if event["seat"] != table.turn or event["do"] != "discard":
        return "DY-5.2"
    clause = discarded_tile(table, event)
    if clause is None and not ready_without(table, table.turn, event["tile"]):
        return "DY-5.1"
    return clause


def replacement_due(table: Table, event: Event) -> str | None:
    if not is_draw(event, table.turn, from_tail=True):
        return "DY-4.5"
    return drawn_tile(table, event)


def on_offer(table: Table, event: Event) -> Refusal:
    """A discard, or the tile of an added kong: who wins on it, else how play goes on."""
    seat = event["seat"]
    remaining = offered_seats(table)
    if event["do"] == "win":
        if not is_win(event, by="discard" if table.state == "discard" else "rob") or seat == table.turn:
            return seat, "DY-6.1"
        if seat not in remaining:
            return seat, "DY-3.4"
        for between in remaining[: remaining.index(seat)]:
            if must_win(table, between):
                return forced(table, between)
        clause = win_refusal(table, seat)
        return None if clause is None else (seat, clause)
    for other in remaining:
        if must_win(table, other):
            return forced(table, other)
    if table.winners:
        return seat, "DY-6.6"
    clause = after_discard(table, event) if table.state == "discard" else replacement_due(table, event)
    return None if clause is None else (seat, clause)


def after_discard(table: Table, event: Event) -> str | None:
    """A discard that nobody wins."""
    do = event["do"]
    if do == "draw":
        if table.wall == 0:
            return "DY-9.1"
        return drawn_tile(table, event) if is_draw(event, (table.turn + 1) % 4, from_tail=False) else "DY-2.1"
    if do in ("pung", "kong"):
        return claim(table, event)
    return {"chow": "DY-2.5", "ready": "DY-5.1", "leave": "DY-11.1", "discard": "DY-2.1"}[do]


def claim(table: Table, event: Event) -> str | None:
    seat = event["seat"]
    needs, clause = (2, "DY-3.1") if event["do"] == "pung" else (3, "DY-3.2")
    if event["do"] == "kong" and event.get("kind") != "melded":
        return "DY-2.1"
    if seat == table.turn:
        return clause
    if table.declared[seat]:
        return "DY-5.3"
    if table.hands[seat].count(table.tile) < needs:
        return clause
    return None if table.wall else "DY-3.6"
