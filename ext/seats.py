"""Seats as a user writes them: ``speed``, or ``speed:slip=0.05,greedy,greedy,random``."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from hupai.ext.errors import UsageError, nearest
from hupai.ext.rules.options import quoted, shown, whole

if TYPE_CHECKING:
    from collections.abc import Iterable

SEATS = 4

Seat: TypeAlias = "tuple[str, dict[str, float]]"
"""A strategy's name and all its parameters, those not given at their defaults."""


Limits: TypeAlias = "tuple[float, float, float]"
"""Lowest, highest and default value of a parameter."""

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
    return _four([_parse_seat(seat, strategies) for seat in written] if _fit(len(written)) else written)


def read_seats(seats: str | Sequence[str | Seat], strategies: Strategies) -> tuple[Seat, Seat, Seat, Seat]:
    """Return the four seats that a caller names: a text, or a sequence of texts or of (name, parameters).

    Raises
    ------
    UsageError
        As `parse_seats`.
    """
    if isinstance(seats, str):
        return parse_seats(seats, strategies)
    if isinstance(seats, bytes) or not isinstance(seats, Sequence):
        raise UsageError(f"Seats are a text such as speed,greedy,greedy,random, not {shown(seats)}.")
    return _four([_read_seat(seat, strategies) for seat in seats] if _fit(len(seats)) else seats)


def _fit(number: int) -> bool:
    return number in (1, SEATS)


def _four(seats: Sequence[Any]) -> tuple[Seat, Seat, Seat, Seat]:
    if not _fit(len(seats)):
        told = shown(",".join(str(seat) for seat in seats))
        raise UsageError(
            f'The seats "{told}" are {len(seats)}. Allowed: one strategy for all four seats, or four.'
        )
    if len(seats) == 1:
        name, parameters = seats[0]
        seats = [(name, dict(parameters)) for _ in range(SEATS)]
    first, second, third, fourth = seats
    return first, second, third, fourth


def _read_seat(seat: object, strategies: Strategies) -> Seat:
    if isinstance(seat, str):
        return _parse_seat(seat, strategies)
    match seat:
        case (str(name), Mapping() as given):
            known = _parameters_of(name, strategies)
        case _:
            raise UsageError(
                f"A seat is a text such as speed:slip=0.05, or (name, parameters), not {shown(seat)}."
            )
    parameters = {key: default for key, (_, _, default) in known.items()}
    for key, value in given.items():
        limits = _limits_of(name, key, known)
        number = whole(value) if isinstance(limits[2], int) else _real(value)
        parameters[key] = _within(math.nan if number is None else number, limits, f"{key} of {name}", value)
    return name, parameters


def _real(value: object) -> float | None:
    if isinstance(value, bool | str) or not hasattr(value, "__float__"):
        return None
    try:
        return float(value)
    except (OverflowError, TypeError, ValueError):
        return None


def format_seats(seats: Sequence[Seat], strategies: Strategies) -> str:
    """Return the shortest text that `parse_seats` reads as `seats`."""
    texts = [_format_seat(seat, strategies) for seat in seats]
    return texts[0] if len(set(texts)) == 1 else ",".join(texts)


def _parse_seat(text: str, strategies: Strategies) -> Seat:
    name, colon, rest = text.partition(":")
    name = name.strip()
    known = _parameters_of(name, strategies)
    parameters = {key: default for key, (_, _, default) in known.items()}
    given: set[str] = set()
    for item in rest.split(";") if colon else ():
        key, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not key:
            raise UsageError(
                f'"{shown(item)}" in the seat "{shown(text)}" is no key=value, such as slip=0.05.'
            )
        limits = _limits_of(name, key, known)
        if key in given:
            raise UsageError(f'{key} is given twice in the seat "{shown(text)}".')
        given.add(key)
        parameters[key] = _parse_number(value, limits, f'{key} in the seat "{shown(text)}"')
    return name, parameters


def _parameters_of(name: str, strategies: Strategies) -> Mapping[str, Limits]:
    strategy = strategies.get(name)
    if strategy is None:
        raise UsageError(_unknown(f'There is no strategy "{shown(name)}"', name, strategies, "Strategies"))
    known: Mapping[str, Limits] = strategy["parameters"]
    return known


def _limits_of(name: str, key: object, known: Mapping[str, Limits]) -> Limits:
    if isinstance(key, str) and key in known:
        return known[key]
    fault = f'The strategy {name} has no parameter "{shown(key)}"'
    raise UsageError(_unknown(fault, str(key), known, "Parameters"))


def _parse_number(text: str, limits: Limits, what: str) -> float:
    number = math.nan
    if text.isascii() and "_" not in text:  # Python takes digits of any script, and 0_1
        try:
            number = int(text) if isinstance(limits[2], int) else float(text)
        except ValueError:
            number = math.nan
    return _within(number, limits, what, text)


def _within(number: float, limits: Limits, what: str, given: object) -> float:
    low, high, default = limits
    if not low <= number <= high:
        kind = "a whole number" if isinstance(default, int) else "a number"
        raise UsageError(f"{what} cannot be {quoted(given)}. Allowed: {kind} from {low:g} to {high:g}.")
    return number + 0  # −0.0 is 0.0: equal seats must have equal bytes


def _unknown(fault: str, name: str, known: Iterable[str], what: str) -> str:
    names = list(known)
    near = nearest(name, names)
    hint = f" Did you mean {near}?" if near else ""
    return f"{fault}.{hint} {what}: {', '.join(names) or 'none'}."


def _format_seat(seat: Seat, strategies: Strategies) -> str:
    name, parameters = seat
    # A strategy that is not there (of a run that another program made) can be named all the same.
    known = strategies[name]["parameters"] if name in strategies else {}
    told = [
        f"{key}={value!r}" for key, value in parameters.items() if key not in known or value != known[key][2]
    ]
    return f"{name}:{';'.join(told)}" if told else name
