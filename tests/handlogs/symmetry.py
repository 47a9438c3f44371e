"""The same hand seen otherwise: suits exchanged, or the seats moved on around the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .settings import Log


def with_suits(value: Any, suits: Mapping[str, str]) -> Any:
    """A log, or any part of one, with the tiles of each suit in another.

    Horses stay as they are: they are drawn from a deck of their own, in which one suit may lack its nines.
    """
    if isinstance(value, dict) and value.get("do") == "horses":
        return value
    if isinstance(value, dict):
        return {
            name: with_suits(entry, suits) if name != "options" else entry for name, entry in value.items()
        }
    if isinstance(value, list):
        return [with_suits(entry, suits) for entry in value]
    if isinstance(value, str) and len(value) == 2 and value[0].isdigit():
        return value[0] + suits.get(value[1], value[1])
    return value


def seat_on(seat: int, steps: int) -> int:
    return (seat + steps) % 4


def by_seat(amounts: list[Any], steps: int) -> list[Any]:
    """Four entries by seat, each at the seat `steps` on."""
    return [amounts[seat_on(seat, -steps)] for seat in range(4)]


def turned_event(event: Any, steps: int) -> Any:
    if event["do"] == "horses":
        return {**event, "tiles": by_seat(event["tiles"], steps)}
    return {**event, "seat": seat_on(event["seat"], steps)}


def turned(log: Log, steps: int) -> Log:
    """A log, without its result, in which every seat is `steps` on."""
    stakes = log.get("stakes")
    return {
        **{name: value for name, value in log.items() if name not in ("result", "next")},
        "dealer": seat_on(log["dealer"], steps),
        "stakes": None if stakes is None else by_seat(stakes, steps),
        "deal": by_seat(log["deal"], steps),
        "events": [turned_event(event, steps) for event in log["events"]],
    }


def turned_outcome(outcome: dict[str, Any], steps: int) -> dict[str, Any]:
    """What `read_log` gives, with every seat `steps` on."""
    result = outcome["result"]
    winners = [
        {
            **winner,
            "seat": seat_on(winner["seat"], steps),
            "from": None if winner["from"] is None else seat_on(winner["from"], steps),
        }
        for winner in result["winners"]
    ]
    return {
        "result": {
            **result,
            "winners": winners,
            "payments": by_seat(result["payments"], steps),
            "parts": {name: by_seat(part, steps) for name, part in result["parts"].items()},
        },
        "next": {**outcome["next"], "dealer": seat_on(outcome["next"]["dealer"], steps)},
    }
