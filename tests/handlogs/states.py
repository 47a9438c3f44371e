"""Every moment of a hand: what the reader accepts, what the loop offers, what the twin allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hupai.ext.reading import open_log
from reference.twins import lots_of, twin_of

from .events import candidates, keys

if TYPE_CHECKING:
    from random import Random

    from hupai.ext.engine.reader import Reading
    from reference.twins import Refusal, Steps

    from .settings import Log


def check_moments(log: Log, rng: Random, share: float) -> int:
    """Compare the three at every moment of a legal log; return the number of moments.

    At a `share` of them the refusals of all candidates are compared with the twin's, clause and seat, too.
    """
    reading = open_log(log)
    steps = twin_of(log["variant"]).Steps(log)
    for index, event in enumerate([*log["events"], None]):
        compare(reading, steps, clauses=rng.random() < share, moment=f"before event {index} of {log}")
        if event is not None:
            reading.apply(event)
            steps.apply(event)
    return len(log["events"]) + 1


def compare(reading: Reading, steps: Steps, *, clauses: bool, moment: str) -> None:
    tried = [*candidates(), *lots_of(steps)]
    accepted = [event for event in tried if reading.accepts(event)]
    assert keys(accepted) == keys(reading.offers()), moment
    assert keys(accepted) == keys(steps.legal_events()), moment
    assert refused(reading.end_refusal()) == steps.end_refusal(), moment
    if clauses:
        for event in tried:
            assert refused(reading.refusal(event)) == steps.refusal(event), f"{event} {moment}"


def refused(refusal: Any) -> Refusal | None:
    return None if refusal is None else (refusal.seat, refusal.rule)
