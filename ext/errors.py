"""Every error that a user may meet, each with the exit code that the command line gives for it.

A message is one short paragraph: what is wrong, where, what is allowed, and the nearest right name.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

EXIT_DONE = 0
"""All went well."""
EXIT_FAILED = 1
"""A check, comparison or target failed."""
EXIT_USAGE = 2
"""Wrong usage, configuration or input, or no room to write."""
EXIT_FAULT = 101
"""A fault of hupai's own."""
EXIT_INTERRUPTED = 130
"""Interrupted, after a clean stop."""


class HupaiError(Exception):
    """Base of all errors that are the user's to mend.

    Parameters
    ----------
    message
        One paragraph that says what is wrong, where, and what is allowed.

    Attributes
    ----------
    message
        That paragraph.
    exit_code
        What the command line exits with.
    """

    exit_code: int = EXIT_USAGE

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message


class UsageError(HupaiError):
    """An argument, a tile or a file that cannot be understood."""


class OptionError(HupaiError):
    """An unknown option, or a value that it does not take.

    Parameters
    ----------
    message
        What is wrong, and where.
    key
        The option as the user wrote it.
    allowed
        What would be right: names of options, values, or a sentence such as ``an integer from 1 to 14``.
    nearest
        The right name that is most like the wrong one, if any is.
    """

    def __init__(
        self, message: str, *, key: str, allowed: Iterable[str] | str = (), nearest: str | None = None
    ) -> None:
        self.key = key
        self.allowed = (allowed,) if isinstance(allowed, str) else tuple(allowed)
        self.nearest = nearest
        sentences = [message.rstrip(". ") + "."]
        if nearest is not None:
            sentences.append(f"Did you mean {nearest}?")
        if self.allowed:
            sentences.append(f"Allowed: {', '.join(self.allowed)}.")
        super().__init__(" ".join(sentences))

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.message, self.__dict__.copy())


class RunError(HupaiError):
    """A run folder that is broken, foreign, in use, or of other settings."""


class CheckError(HupaiError):
    """A check, comparison or target that failed."""

    exit_code = EXIT_FAILED


class IllegalLog(HupaiError):  # noqa: N818 - a public name
    """A hand log that breaks a rule; the first event that does is named.

    Parameters
    ----------
    event
        The event's index from 0; −1 for the head; the number of events where the log stops too early.
    seat
        The seat that acted, or had to act; None where the head is at fault.
    rule
        The clause that forbids it, such as ``HF-3.2``.
    reason
        Why, in a few words.
    """

    exit_code = EXIT_FAILED

    def __init__(self, *, event: int, seat: int | None, rule: str, reason: str) -> None:
        self.event = event
        self.seat = seat
        self.rule = rule
        self.reason = reason
        where = f"event {event}" if seat is None else f"event {event}, seat {seat}"
        super().__init__(f"{where}, {rule}: {reason}")

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.message, self.__dict__.copy())


def _restored(kind: type[HupaiError], message: str, state: dict[str, object]) -> HupaiError:
    # Errors cross process borders (a cluster's workers); pickle cannot pass keywords to a constructor.
    error = kind.__new__(kind, message)
    error.__dict__.update(state)
    return error


def nearest(name: str, names: Iterable[str]) -> str | None:
    """Return the one of `names` that is most like `name`, or None where none is near.

    Case, hyphens and spaces do not count; a short 中文 name is near if half of its characters agree.
    """
    plain = {_folded(known): known for known in names}
    close = get_close_matches(_folded(name), plain, n=1, cutoff=0.5 if not name.isascii() else 0.6)
    return plain[close[0]] if close else None


def _folded(name: str) -> str:
    return name.strip().casefold().replace("-", "_").replace(" ", "_")


class EngineFault(HupaiError):  # noqa: N818 - a public name
    """The engine could not go on: a fault of hupai's own, unless it is an `AmountsTooLarge`.

    Parameters
    ----------
    hand
        The hand's number in the run.
    seat
        The seat whose turn it was.
    reason
        Why, in a few words.
    """

    exit_code = EXIT_FAULT

    def __init__(self, hand: int, seat: int, reason: str) -> None:
        self.hand = hand
        self.seat = seat
        self.reason = reason
        super().__init__(f"Hand {hand}, seat {seat}: {reason}.")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.hand, self.seat, self.reason)


class AmountsTooLarge(EngineFault):
    """Options make an amount larger than can be counted: the user's to mend, by smaller options."""

    exit_code = EXIT_USAGE
