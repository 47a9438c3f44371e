"""Progress on standard error: a bar on a terminal, else a plain line every few seconds."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hupai.cli.faults import aside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hupai.cli.frame import Screen

EVERY = 5.0
"""Seconds between two plain lines."""
WARM = 1.0
"""Seconds before a rate is told."""


@contextmanager
def hands_progress(screen: Screen) -> Iterator[Callable[[int, int], None] | None]:
    """Give what is to be called with the hands that are there and those asked for; None under ``--quiet``."""
    if screen.quiet:
        yield None
    elif screen.animated:
        with _bar(screen) as told:
            yield told
    else:
        yield _Lines(screen)


class Pace:
    """How fast hands come, over the whole of a command."""

    def __init__(self) -> None:
        self._first: tuple[float, int] | None = None

    def rate(self, done: int) -> float | None:
        """Return hands a second, or None as long as it cannot be told."""
        now = time.monotonic()
        if self._first is None:
            self._first = now, done
        started, before = self._first
        return (done - before) / (now - started) if now - started >= WARM else None


class _Lines:
    """A plain line every few seconds."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._pace = Pace()
        self._next = time.monotonic() + EVERY

    def __call__(self, done: int, total: int) -> None:
        rate = self._pace.rate(done)
        if time.monotonic() < self._next or done >= total:
            return
        self._next = time.monotonic() + EVERY
        text = self._screen.say(zh=f"{done:,} / {total:,} 局", en=f"{done:,} of {total:,} hands")
        aside(text + told_rate(self._screen, done, total, rate))


def told_rate(screen: Screen, done: int, total: int, rate: float | None) -> str:
    """Return hands a second and the time left, as a continuation of a line; empty as long as unknown."""
    if not rate:
        return ""
    left = clock((total - done) / rate)
    return screen.say(zh=f"，每秒 {rate:,.0f} 局，还需 {left}", en=f", {rate:,.0f} hands/s, {left} left")


def clock(seconds: float) -> str:
    """Return a time as m:ss or h:mm:ss."""
    whole = max(0, round(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


@contextmanager
def _bar(screen: Screen) -> Iterator[Callable[[int, int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    with Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        console=Console(file=sys.stderr),
        transient=True,
    ) as progress:
        pace = Pace()
        task = progress.add_task("", total=None, rate="")

        def told(done: int, total: int) -> None:
            rate = told_rate(screen, done, total, pace.rate(done)).lstrip("，, ")
            progress.update(task, completed=done, total=total, rate=rate)

        yield told
