"""Logs with a mistake in them, made from legal ones: every reader must refuse them for the same reason."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import TYPE_CHECKING, Any

from hupai.ext.tiles import TILE_NAMES

from .events import candidates

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from .events import Event
    from .settings import Log

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    4,
    1.0,
    "",
    "0",
    "tail",
    [],
    {},
    "9x",
    "10m",
    "5M",
    "0m",
    "8z",
    ["5m"],
)
"""Values that stand nowhere in a log."""
WORDS = ("draw", "discard", "ready", "chow", "pung", "kong", "win", "leave", "horses", "flower")
FIELDS = ("seat", "do", "tile", "from", "kind", "by", "tiles")
KINDS = ("melded", "added", "concealed", "open")
WAYS = ("discard", "self", "rob", "draw")


def mutant(log: Log, rng: Random) -> Log:
    """A copy of a log with one mistake, sometimes two."""
    made = deepcopy({name: value for name, value in log.items() if name not in ("result", "next")})
    for _ in range(1 if rng.random() < 0.8 else 2):
        mutate = rng.choice(EVENTS if rng.random() < 0.85 else HEADS)
        mutate(made, rng)
    return made


def outcome(read: Callable[[Log], dict[str, Any]], refusal: type[Exception], log: Log) -> Any:
    """What a reader makes of a log: result and next hand, or event, seat and clause of the refusal."""
    try:
        return read(log)
    except refusal as illegal:
        told: Any = illegal
        return told.event, told.seat, told.rule


# -- events


def place(log: Log, rng: Random) -> int:
    """An event of the log; the later half more often, where more may be at stake."""
    events = len(log["events"])
    return (
        rng.randrange(events // 2, events) if rng.random() < 0.5 and events else rng.randrange(max(1, events))
    )


def cut_short(log: Log, rng: Random) -> None:
    del log["events"][place(log, rng) :]


def take_out(log: Log, rng: Random) -> None:
    at = place(log, rng)
    del log["events"][at : at + 1]


def double(log: Log, rng: Random) -> None:
    at = place(log, rng)
    log["events"][at:at] = deepcopy(log["events"][at : at + 1])


def swap(log: Log, rng: Random) -> None:
    at = place(log, rng)
    log["events"][at : at + 2] = log["events"][at : at + 2][::-1]


@cache
def by_act() -> list[list[Event]]:
    """The candidates, by act, kind and way."""
    acts: dict[Any, list[Event]] = {}
    for event in candidates():
        acts.setdefault((event["do"], event.get("kind"), event.get("by")), []).append(event)
    return list(acts.values())


def stranger(log: Log, at: int, rng: Random) -> Any:
    """Some event, each act as often as another; its tile often one of those that have just been named."""
    events = rng.choice(by_act())
    named = {
        str(event.get("tile")) for event in log["events"][max(0, at - 4) : at + 2] if isinstance(event, dict)
    }
    near = [event for event in events if str(event.get("tile")) in named]
    return dict(rng.choice(near if near and rng.random() < 0.7 else events))


def put_in(log: Log, rng: Random) -> None:
    at = rng.randrange(len(log["events"]) + 1)
    log["events"].insert(at, stranger(log, at, rng))


def put_at_end(log: Log, rng: Random) -> None:
    log["events"].append(stranger(log, len(log["events"]), rng))


def exchange(log: Log, rng: Random) -> None:
    at = place(log, rng)
    log["events"][at : at + 1] = [stranger(log, at, rng)]


def no_object(log: Log, rng: Random) -> None:
    at = place(log, rng)
    log["events"][at : at + 1] = [rng.choice([*ODD, "draw", 3])]


def field(name: str, values: tuple[Any, ...]) -> Any:
    """A mutation that sets a field of an event that has it."""

    def change(log: Log, rng: Random) -> None:
        having = [event for event in log["events"] if isinstance(event, dict) and name in event]
        if having:
            rng.choice(having)[name] = deepcopy(rng.choice(values))

    return change


def odd_field(log: Log, rng: Random) -> None:
    """Any field of any event, present or not, with a value of any sort."""
    event = log["events"][place(log, rng)] if log["events"] else None
    if isinstance(event, dict):
        event[rng.choice(FIELDS)] = deepcopy(rng.choice(ODD))


def take_field(log: Log, rng: Random) -> None:
    event = log["events"][place(log, rng)] if log["events"] else None
    if isinstance(event, dict) and event:
        del event[rng.choice(sorted(event))]


EVENTS: tuple[Any, ...] = (
    cut_short, take_out, take_out, double, swap, swap, put_in, put_in, put_at_end, exchange, exchange,
    no_object, field("seat", (0, 1, 2, 3)), field("seat", (0, 1, 2, 3)), field("seat", ODD),
    field("tile", TILE_NAMES), field("tile", TILE_NAMES), field("tile", ODD), field("do", WORDS),
    field("kind", KINDS), field("by", WAYS), field("from", ("tail", "front", None)),
    odd_field, odd_field, take_field,
)  # fmt: skip


# -- heads


def odd_head(log: Log, rng: Random) -> None:
    name = rng.choice(("dealer", "streak", "joker", "indicator", "stakes", "options", "deal"))
    log[name] = deepcopy(rng.choice((*ODD, *range(5), "5m", "1z", [0, 1, 2, 3], {"no_such": 1})))


def take_head(log: Log, rng: Random) -> None:
    log.pop(rng.choice(("dealer", "streak", "joker", "indicator", "stakes", "options", "deal")), None)


def odd_option(log: Log, rng: Random) -> None:
    options = log.get("options")
    if isinstance(options, dict):
        options[rng.choice([*options, "no_such"])] = deepcopy(
            rng.choice((*ODD, False, 2, "none", {"win": 1}))
        )


def lists_in(log: Log) -> list[list[Any]]:
    """The hands of the deal that are lists with tiles in them."""
    deal = log.get("deal")
    return [hand for hand in deal if isinstance(hand, list) and hand] if isinstance(deal, list) else []


def other_tile(log: Log, rng: Random) -> None:
    if dealt := lists_in(log):
        hand = rng.choice(dealt)
        hand[rng.randrange(len(hand))] = rng.choice([*TILE_NAMES, *TILE_NAMES, *ODD])


def hand_size(log: Log, rng: Random) -> None:
    if dealt := lists_in(log):
        hand = rng.choice(dealt)
        rng.choice((hand.pop, hand.clear, lambda: hand.append("5m")))()


def hands(log: Log, rng: Random) -> None:
    deal = log.get("deal")
    if isinstance(deal, list) and deal:
        rng.choice(
            (deal.pop, lambda: deal.append(deal[0]), deal.reverse, lambda: deal.__setitem__(0, "5m"))
        )()


def turn_head(log: Log, rng: Random) -> None:
    """Another dealer, streak or stakes, which may be legal."""
    name = rng.choice(("dealer", "streak", "stakes"))
    log[name] = [rng.randrange(4) for _ in range(4)] if name == "stakes" else rng.randrange(4)


HEADS: tuple[Any, ...] = (
    odd_head,
    odd_head,
    take_head,
    odd_option,
    other_tile,
    other_tile,
    hand_size,
    hands,
    turn_head,
)
