"""The readable twin of each variant, by one interface: `reference.<variant>` has what `Twin` names."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from .common import Event

Refusal = tuple[Any, str]
"""The seat that is named, and the clause."""


class Refused(Protocol):
    """The exception by which a twin refuses a log."""

    event: int
    seat: Any
    rule: str


class Steps(Protocol):
    """A hand that is read event by event."""

    def __init__(self, log: dict[str, Any]) -> None:
        """Begin the hand of a log; its events are not looked at. Raises Illegal for its head."""

    def refusal(self, event: Any) -> Refusal | None:
        """Why the event may not come next, or None."""

    def apply(self, event: Event) -> None:
        """Let a legal event take effect."""

    def end_refusal(self) -> Refusal | None:
        """Why the log may not end here, or None."""

    def legal_events(self) -> list[Event]:
        """Every event that may come next; draws without their tile, horses without theirs."""


class Twin(Protocol):
    Illegal: type[Exception]
    Steps: type[Steps]

    def read(self, log: dict[str, Any]) -> dict[str, Any]:
        """`{"result": …, "next": …}` of a whole log; raises Illegal."""


def twin_of(variant: str) -> Twin:
    return cast("Twin", import_module(f"reference.{variant}"))


def lots_of(steps: Steps) -> list[Event]:
    """Horses that may be named at this moment, in a variant that has them."""
    found: list[Event] = steps.lots() if hasattr(steps, "lots") else []
    return found
