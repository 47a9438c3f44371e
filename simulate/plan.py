"""Which hands make which part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ABOUT = 32_768
"""Hands of a part, to the whole table: some megabytes of memory, about one of disk, a second of play."""


@dataclass(frozen=True, slots=True)
class PartPlan:
    """A part: its number, and its hands from `first` up to, not including, `stop`."""

    index: int
    first: int
    stop: int


def part_size(hands_per_table: int) -> int:
    """Return how many hands a part has: a fixed number of whole tables, whoever plays them."""
    return max(1, ABOUT // hands_per_table) * hands_per_table


def part_plans(hands: int, hands_per_table: int, start: int = 0) -> Iterator[PartPlan]:
    """Yield the parts of a run from number `start` on; only the last may be short."""
    size = part_size(hands_per_table)
    for index in range(start, -(-hands // size)):
        yield PartPlan(index, index * size, min(hands, (index + 1) * size))
