"""Legal logs made by choosing at random among what is offered: they let wins go, as no strategy does."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from hupai.ext.reading import open_log
from hupai.ext.tiles import TILE_NAMES

from .events import Event

if TYPE_CHECKING:
    from random import Random

    from hupai.ext.engine.reader import Reading

    from .settings import Log

WON = 0.3
"""How often a walk takes a win that is offered."""


def swerved(log: Log, rng: Random) -> Log:
    """The log up to some event, and from there on at random to the end of the hand."""
    kept = rng.randrange(len(log["events"]) + 1)
    walked: Log = {**{name: value for name, value in log.items() if name not in ("result", "next")}}
    walked["events"] = list(log["events"][:kept])
    reading = open_log(walked)
    pool = undrawn(walked)
    for event in walked["events"]:
        reading.apply(event)
    while True:
        event = chosen(reading, pool, rng)
        if event is None:
            return walked
        reading.apply(event)
        walked["events"].append(event)
        if event["do"] == "draw":
            pool[event["tile"]] -= 1


def undrawn(log: Log) -> Counter[str]:
    """Tiles that a log has not named: four of each kind, less the deal and the draws."""
    pool = Counter(dict.fromkeys(TILE_NAMES, 4))
    pool.subtract(tile for hand in log["deal"] for tile in hand)
    pool.subtract(event["tile"] for event in log["events"] if event["do"] == "draw")
    return pool


def chosen(reading: Reading, pool: Counter[str], rng: Random) -> Event | None:
    """One of the events that are offered, with tiles that may come; None where the hand is over."""
    offers = reading.offers()
    if reading.end_refusal() is None and (not offers or rng.random() < WON):
        return None
    wins = [event for event in offers if event["do"] == "win"]
    others = [event for event in offers if event["do"] != "win"]
    if wins and (not others or rng.random() < WON):
        return rng.choice(wins)
    # By act first: otherwise discards, of which there are many, would leave claims and kongs too rare.
    act = rng.choice(sorted({event["do"] for event in others}))
    return named(reading, rng.choice([event for event in others if event["do"] == act]), pool, rng)


def named(reading: Reading, event: Event, pool: Counter[str], rng: Random) -> Event:
    """The event with tiles that chance could bring."""
    tiles = sorted(pool.elements())
    if event["do"] == "draw":
        for tile in rng.sample(tiles, len(tiles)):
            if reading.refusal({**event, "tile": tile}) is None:
                return {**event, "tile": tile}
    elif event["do"] == "horses":
        suits = {tile[1] for own in event["tiles"] for tile in own}
        second = [tile for tile in TILE_NAMES if tile[1] in suits] * 4
        for _ in range(100):
            drawn = rng.sample(second, len(second))
            horses: Any = [[drawn.pop() for _ in own] for own in event["tiles"]]
            if reading.refusal({**event, "tiles": horses}) is None:
                return {**event, "tiles": horses}
    else:
        return event
    raise AssertionError(f"{event} is offered, but no tiles may come with it")
