"""Events that could be tried at any moment of a hand, and what is compared of them."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

from hupai.ext.tiles import TILE_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

Event = dict[str, Any]
Key = tuple[tuple[str, Any], ...]

SUITED = [name for name in TILE_NAMES if name[1] != "z"]
PAIRS = [
    [low, high]
    for low in SUITED
    for high in SUITED
    if low[1] == high[1] and 1 <= int(high[0]) - int(low[0]) <= 2
]


@cache
def candidates() -> tuple[Event, ...]:
    """Every event of a seat that a log can hold: each act with each tile, kind and way."""
    events: list[Event] = []
    for seat in range(4):
        acts: list[Event] = [
            {"do": "ready"},
            {"do": "leave"},
            {"do": "pung"},
            {"do": "kong", "kind": "melded"},
        ]
        acts += [{"do": "win", "by": by} for by in ("discard", "self", "rob")]
        acts += [{"do": "draw", "tile": tile} for tile in TILE_NAMES]
        acts += [{"do": "draw", "tile": tile, "from": "tail"} for tile in TILE_NAMES]
        acts += [{"do": "discard", "tile": tile} for tile in TILE_NAMES]
        acts += [
            {"do": "kong", "kind": kind, "tile": tile}
            for kind, tile in product(("concealed", "added"), TILE_NAMES)
        ]
        acts += [{"do": "chow", "tiles": pair} for pair in PAIRS]
        events += [{"seat": seat, **act} for act in acts]
    return tuple(events)


def key(event: Event) -> Key:
    """An event without the tiles that chance decides, of a draw and of horses; a chow's tiles sorted."""
    if event["do"] == "horses":
        return (("do", "horses"),)
    kept = {name: value for name, value in event.items() if event["do"] != "draw" or name != "tile"}
    if event["do"] == "chow":
        kept["tiles"] = tuple(sorted(event["tiles"]))
    return tuple(sorted(kept.items()))


def keys(events: Iterable[Event]) -> list[Key]:
    """The different events, in an order that can be compared."""
    return sorted({key(event) for event in events})
