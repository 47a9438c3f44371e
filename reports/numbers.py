"""How numbers are written: as many digits as their interval allows, the same in both languages."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING

from hupai.analysis.estimates import RARE

if TYPE_CHECKING:
    from hupai.analysis.document import Estimate

NOTHING = "–"
"""Stands where there is no number."""
MOST_DECIMALS = 6


def decimals(estimate: Estimate, *, scale: float = 1.0) -> int:
    """Return how many decimals an estimate deserves.

    As many as its half-width's first digit takes, and one more if that digit is 1. Without a width two
    significant digits after the point, or none for a whole number.
    """
    if estimate.low is None or estimate.high is None or estimate.high <= estimate.low:
        value = (estimate.value or 0.0) * scale
        return 0 if value.is_integer() else min(MOST_DECIMALS, max(2, 1 - floor(log10(abs(value)))))
    half = (estimate.high - estimate.low) / 2 * scale
    first = floor(log10(half))
    return min(MOST_DECIMALS, max(0, -first + (half < 2 * 10.0**first)))


def fixed(value: float | None, places: int) -> str:
    """Write a number with so many decimals, thousands separated, with a true minus sign."""
    if value is None:
        return NOTHING
    text = f"{value:,.{places}f}"
    if text.strip("-0.,") == "":
        text = text.lstrip("-")
    return text.replace("-", "−")


def signed(value: float | None, places: int) -> str:
    """Write a number with its sign, + too."""
    text = fixed(value, places)
    return f"+{text}" if value is not None and value > 0 and text.strip("0.,") else text


def whole(value: float | None) -> str:
    """Write an integer, thousands separated."""
    return fixed(value, 0)


def percent(estimate: Estimate) -> str:
    """Write a share as a percentage."""
    if estimate.value is None:
        return NOTHING
    if estimate.value in (0, 1):
        return f"{100 * estimate.value:.0f}%"
    return f"{fixed(100 * estimate.value, decimals(estimate, scale=100))}%"


def percent_interval(estimate: Estimate) -> str:
    """Write the interval of a share; where nothing else was seen, its open end."""
    if estimate.low is None or estimate.high is None:
        return NOTHING
    if estimate.how == "none_seen":
        return f"< {significant(100 * estimate.high, 2)}%"
    if estimate.how == "all_seen":
        return f"> {fixed(100 * estimate.low, decimals(estimate, scale=100))}%"
    return interval(estimate, scale=100, unit="%")


def amount(estimate: Estimate, *, plus: bool = False) -> str:
    """Write a mean; with `plus` its sign too."""
    write = signed if plus else fixed
    return write(estimate.value, decimals(estimate))


def interval(estimate: Estimate, *, scale: float = 1.0, unit: str = "", plus: bool = False) -> str:
    """Write the interval as ``low–high``, or ``low … high`` where signs stand in it."""
    if estimate.low is None or estimate.high is None:
        return NOTHING
    places = decimals(estimate, scale=scale)
    write = signed if plus else fixed
    dash = " … " if plus or estimate.low < 0 else "–"
    return f"{write(estimate.low * scale, places)}{dash}{write(estimate.high * scale, places)}{unit}"


def few(estimate: Estimate) -> str:
    """Return what stands in place of an interval where there are too few observations for one, else ""."""
    return f"n = {estimate.n}" if estimate.how == "too_few" and estimate.n < RARE else ""


def one_in(rate: float | None) -> float | None:
    """Return the N of "1 in N"."""
    return None if not rate else 1 / rate


def significant(value: float | None, digits: int = 3) -> str:
    """Write a number to so many significant digits, thousands separated and without an exponent."""
    if value is None:
        return NOTHING
    if value == 0:
        return "0"
    places = digits - 1 - floor(log10(abs(value)))
    rounded = round(value, places)
    return fixed(rounded, max(0, places))
