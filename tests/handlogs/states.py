"""Every moment of a hand: what the reader accepts, what the loop offers, what the twin allows."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from hupai.ext.reading import open_log
from reference.twins import lots_of, twin_of

from .events import candidates, keys

if TYPE_CHECKING:
    from random import Random

    from hupai.ext.engine.reader import Reading
    from reference.twins import Refusal, Steps

    from .events import Event
    from .settings import Log


def check_moments(log: Log, rng: Random, sample: int) -> int:
    """Compare the three at every moment of a legal log; return the number of moments.

    The refusals are compared with the twin's, clause and seat, too: of candidates that name no tile (wins,
    claims, 报听), of a sample of the others, and before the last event and after it of all.
    """
    reading = open_log(log)
    steps = twin_of(log["variant"]).Steps(log)
    last = len(log["events"]) - 1
    for index, event in enumerate([*log["events"], None]):
        tried = [*candidates(), *lots_of(steps)]
        moment = f"before event {index} of {log}"
        compare(reading, steps, tried, moment)
        asked = tried if index >= last else [*tileless(), *rng.sample(tried, sample)]
        for other in asked:
            assert refused(reading.refusal(other)) == steps.refusal(other), f"{other} {moment}"
        if event is not None:
            reading.apply(event)
            steps.apply(event)
    return len(log["events"]) + 1


@cache
def tileless() -> tuple[Event, ...]:
    return tuple(event for event in candidates() if "tile" not in event and "tiles" not in event)


def compare(reading: Reading, steps: Steps, tried: list[Event], moment: str) -> None:
    accepted = keys(event for event in tried if reading.accepts(event))
    assert accepted == keys(reading.offers()), moment
    assert accepted == keys(steps.legal_events()), moment
    assert refused(reading.end_refusal()) == steps.end_refusal(), moment


def refused(refusal: Any) -> Refusal | None:
    return None if refusal is None else (refusal.seat, refusal.rule)
