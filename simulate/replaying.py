"""Hands of a run, played again with their logs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from hupai.ext.engine import Engine
from hupai.ext.errors import RunError, UsageError
from hupai.ext.rules.options import quoted, shown, whole
from hupai.simulate.manifest import Versions
from hupai.simulate.run import run_of

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

    from hupai.simulate.run import Run

RANGE = re.compile(r"(?P<first>[0-9]{1,18})(?::(?P<stop>[0-9]{1,18}))?")


def replay(run: Run | str | os.PathLike[str], hand: int) -> dict[str, Any]:
    """Return the log of one hand of a run.

    Parameters
    ----------
    run
        A run or its folder.
    hand
        Its number, from 0. The hand's table is played from its first hand.

    Returns
    -------
    dict
        A hand log (docs/hand-log.md), with its result and the next dealer.

    Raises
    ------
    UsageError
        If `run` is neither a run nor a folder, or the run has no such hand.
    RunError
        If the folder is no run or is not whole, or the run was written under another version of the random
        streams.
    """
    number = whole(hand)
    if number is None:
        raise UsageError(
            f"hand cannot be {quoted(hand)}. Allowed: the number of a hand; `replays` takes ranges."
        )
    return next(iter(replays(run, [range(number, number + 1)])))


def replays(run: Run | str | os.PathLike[str], hands: Iterable[range]) -> Iterator[dict[str, Any]]:
    """Return the logs of ranges of hands, one after another.

    Parameters
    ----------
    run
        A run or its folder.
    hands
        Ranges of their numbers in steps of 1, such as ``[range(10), range(500, 501)]``; each range's first
        table is played from its first hand.

    Yields
    ------
    dict
        A hand log (docs/hand-log.md), with its result and the next dealer, for each hand as it is played.

    Raises
    ------
    UsageError
        If `run` is neither a run nor a folder, a range is none or has another step, or the run has no such
        hand; at once, before the first log is asked for.
    RunError
        If the folder is no run or is not whole, or the run was written under another version of the random
        streams; at once.
    """
    opened = run_of(run)
    asked = list(hands)
    manifest, here = opened.manifest, Versions.here()
    if manifest.versions.stream != here.stream:
        raise RunError(
            f"{opened.path} was written with stream version {manifest.versions.stream}; this program has "
            f"{here.stream}, which deals other walls."
        )
    for numbers in asked:
        if not isinstance(numbers, range) or numbers.step != 1:
            raise UsageError(f"Hands are asked for by ranges in steps of 1, not by {shown(numbers)}.")
        if numbers.start < 0 or numbers.stop > manifest.hands:
            wrong = numbers.start if numbers.start < 0 else numbers.stop - 1
            raise UsageError(f"{opened.path} has no hand {shown(wrong)}. Allowed: 0 to {manifest.hands - 1}.")
    return _replayed(opened, asked)


def _replayed(run: Run, asked: list[range]) -> Iterator[dict[str, Any]]:
    engine = Engine(run.rules.book(), run.seats, seed=run.seed, hands_per_table=run.manifest.hands_per_table)
    for numbers in asked:
        yield from engine.replay(numbers.start, numbers.stop)


def hand_ranges(text: str) -> list[range]:
    """Return the hands that a user names: ``N``, ``A:B`` (half open), or several joined by commas.

    Raises
    ------
    UsageError
        If `text` is anything else.
    """
    found = []
    for item in text.split(","):
        read = RANGE.fullmatch(item.strip())
        first = int(read["first"]) if read else 0
        stop = int(read["stop"]) if read and read["stop"] else first + 1
        if read is None or stop <= first:
            raise UsageError(
                f'"{shown(item.strip())}" names no hands. Allowed: a number N, a range A:B (A to B - 1), or '
                f"several joined by commas."
            )
        found.append(range(first, stop))
    return found
