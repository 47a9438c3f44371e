"""Seats as a user writes them: ``speed``, or ``speed:slip=0.05,greedy,greedy,random``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeAlias

from hupai.ext.errors import UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SEATS = 4

Seat: TypeAlias = "tuple[str, dict[str, float]]"
"""A strategy's name and all its parameters, those not given at their defaults."""


Strategies: TypeAlias = "Mapping[str, Mapping[str, Any]]"
"""Name -> ``zh``, ``en`` (its rule in a phrase) and ``parameters``: name -> (lowest, highest, default).

A parameter whose default is an ``int`` takes whole numbers only.
"""


def parse_seats(text: str, strategies: Strategies) -> tuple[Seat, Seat, Seat, Seat]:
    """Return the four seats that `text` names.

    Parameters
    ----------
    text
        One seat for all four, or four separated by commas, each ``name`` or ``name:key=value;key=value``.
    strategies
        The strategies there are, such as `hupai.ext.engine.strategies.STRATEGIES`.

    Raises
    ------
    UsageError
        If there are not one or four, or a strategy, parameter or value is not there, with the nearest name.
    """
    written = [seat.strip() for seat in text.split(",")]
    if len(written) not in (1, SEATS):
        raise UsageError(
            f'The seats "{text}" are {len(written)}. Allowed: one strategy for all four seats, or four.'
        )
    seats = [_parse_seat(seat, strategies) for seat in written]
    if len(seats) == 1:
        name, parameters = seats[0]
        seats = [(name, dict(parameters)) for _ in range(SEATS)]
    first, second, third, fourth = seats
    return first, second, third, fourth


def format_seats(seats: Sequence[Seat], strategies: Strategies) -> str:
    """Return the shortest text that `parse_seats` reads as `seats`."""
    texts = [_format_seat(seat, strategies) for seat in seats]
    return texts[0] if len(set(texts)) == 1 else ",".join(texts)


def _parse_seat(text: str, strategies: Strategies) -> Seat:
    name, colon, rest = text.partition(":")
    name = name.strip()
    strategy = strategies.get(name)
    if strategy is None:
        raise UsageError(_unknown(f'There is no strategy "{name}"', name, strategies, "Strategies"))
    known: Mapping[str, tuple[float, float, float]] = strategy["parameters"]
    parameters = {key: default for key, (_, _, default) in known.items()}
    given: set[str] = set()
    for item in rest.split(";") if colon else ():
        key, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not key:
            raise UsageError(f'"{item}" in the seat "{text}" is no key=value, such as slip=0.05.')
        if key not in known:
            fault = f'The strategy {name} has no parameter "{key}"'
            raise UsageError(_unknown(fault, key, known, "Parameters"))
        if key in given:
            raise UsageError(f'{key} is given twice in the seat "{text}".')
        given.add(key)
        parameters[key] = _parse_number(value, known[key], f'{key} in the seat "{text}"')
    return name, parameters


def _parse_number(text: str, limits: tuple[float, float, float], what: str) -> float:
    low, high, default = limits
    is_whole = isinstance(default, int)
    try:
        number: float = int(text) if is_whole else float(text)
    except ValueError:
        number = math.nan
    if not low <= number <= high:
        kind = "a whole number" if is_whole else "a number"
        raise UsageError(f'{what} cannot be "{text}". Allowed: {kind} from {low:g} to {high:g}.')
    return number


def _unknown(fault: str, name: str, known: Iterable[str], what: str) -> str:
    names = list(known)
    near = nearest(name, names)
    hint = f" Did you mean {near}?" if near else ""
    return f"{fault}.{hint} {what}: {', '.join(names) or 'none'}."


def _format_seat(seat: Seat, strategies: Strategies) -> str:
    name, parameters = seat
    known = strategies[name]["parameters"]
    told = [f"{key}={value!r}" for key, value in parameters.items() if value != known[key][2]]
    return f"{name}:{';'.join(told)}" if told else name
