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
    """The log up to some event, and from there on at random to the end of the hand.

    Every other walk leaves the log shortly before its end, where hands are ready and wins can be let go.
    """
    events = log["events"]
    kept = rng.randrange(len(events) + 1) if rng.random() < 0.5 else max(0, len(events) - rng.randrange(1, 8))
    walked: Log = {name: value for name, value in log.items() if name not in ("result", "next")}
    walked["events"] = list(events[:kept])
    reading = open_log(walked)
    pool = undrawn(walked)
    for event in walked["events"]:
        reading.apply(event)
    keeping = rng.random()
    while True:
        offers = reading.offers()
        if reading.end_refusal() is None and (not offers or rng.random() < WON):
            return walked
        event = named(reading, chosen(offers, walked["events"], keeping, rng), pool, rng)
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


def chosen(offers: list[Event], before: list[Event], keeping: float, rng: Random) -> Event:
    """One of the events that are offered; `keeping` is the chance that the hand stays as it is."""
    wins = [event for event in offers if event["do"] == "win"]
    others = [event for event in offers if event["do"] != "win"]
    if wins and (not others or rng.random() < WON):
        return rng.choice(wins)
    if rng.random() < keeping and before:
        idle = [event for event in others if event["do"] == "draw" or is_drawn(event, before[-1])]
        if idle:
            return idle[0]
    # By act first: otherwise discards, of which there are many, would leave claims and kongs too rare.
    act = rng.choice(sorted({event["do"] for event in others}))
    return rng.choice([event for event in others if event["do"] == act])


def is_drawn(event: Event, before: Event) -> bool:
    """Whether the event discards the tile that has just been drawn."""
    return (event["do"], before["do"]) == ("discard", "draw") and bool(event["tile"] == before["tile"])


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
