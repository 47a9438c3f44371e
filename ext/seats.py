"""Seats as a user writes them: ``speed``, or ``speed:slip=0.05,greedy,greedy,random``."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from hupai.ext.errors import UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SEATS = 4

Seat: TypeAlias = "tuple[str, dict[str, float]]"
"""A strategy's name and all its parameters, those not given at their defaults."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that tunes a strategy."""

    default: float
    low: float
    high: float
    zh: str
    en: str
    type: Literal["number", "int"] = "number"

    @property
    def allowed(self) -> str:
        """What it takes, in a phrase."""
        return f"a {'whole ' if self.type == 'int' else ''}number from {self.low:g} to {self.high:g}"


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way of playing that can be seated."""

    zh: str
    en: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


def parse_seats(text: str, strategies: Mapping[str, Strategy]) -> tuple[Seat, Seat, Seat, Seat]:
    """Return the four seats that `text` names.

    Parameters
    ----------
    text
        One seat for all four, or four separated by commas, each ``name`` or ``name:key=value;key=value``.
    strategies
        The strategies there are, by name.

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


def format_seats(seats: Sequence[Seat], strategies: Mapping[str, Strategy]) -> str:
    """Return the shortest text that `parse_seats` reads as `seats`."""
    texts = [_format_seat(seat, strategies) for seat in seats]
    return texts[0] if len(set(texts)) == 1 else ",".join(texts)


def _parse_seat(text: str, strategies: Mapping[str, Strategy]) -> Seat:
    name, colon, rest = text.partition(":")
    name = name.strip()
    strategy = strategies.get(name)
    if strategy is None:
        raise UsageError(_unknown(f'There is no strategy "{name}"', name, strategies, "Strategies"))
    parameters = {key: parameter.default for key, parameter in strategy.parameters.items()}
    given: set[str] = set()
    for item in rest.split(";") if colon else ():
        key, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not key:
            raise UsageError(f'"{item}" in the seat "{text}" is no key=value, such as slip=0.05.')
        parameter = strategy.parameters.get(key)
        if parameter is None:
            fault = f'The strategy {name} has no parameter "{key}"'
            raise UsageError(_unknown(fault, key, strategy.parameters, "Parameters"))
        if key in given:
            raise UsageError(f'{key} is given twice in the seat "{text}".')
        given.add(key)
        parameters[key] = _parse_number(value, parameter, f'{key} in the seat "{text}"')
    return name, parameters


def _parse_number(text: str, parameter: Parameter, what: str) -> float:
    try:
        number: float = int(text) if parameter.type == "int" else float(text)
    except ValueError:
        number = math.nan
    if not parameter.low <= number <= parameter.high:
        raise UsageError(f'{what} cannot be "{text}". Allowed: {parameter.allowed}.')
    return number


def _unknown(fault: str, name: str, known: Iterable[str], what: str) -> str:
    names = list(known)
    near = nearest(name, names)
    hint = f" Did you mean {near}?" if near else ""
    return f"{fault}.{hint} {what}: {', '.join(names) or 'none'}."


def _format_seat(seat: Seat, strategies: Mapping[str, Strategy]) -> str:
    name, parameters = seat
    known = strategies[name].parameters
    told = [f"{key}={value!r}" for key, value in parameters.items() if value != known[key].default]
    return f"{name}:{';'.join(told)}" if told else name
