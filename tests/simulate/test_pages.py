"""The page on a run's folder and the columns that there are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from handlogs.settings import VARIANTS
from hupai.ext.rules import rules
from hupai.simulate.schema import fact_schema, hand_schema, part_column, win_schema

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).parents[2] / "docs" / "run-folder.md"


def listed(table: str, parts: tuple[str, ...]) -> Iterator[str]:
    """The columns that the page lists for a table."""
    text = PAGE.read_text(encoding="utf-8").split(f"### `{table}`")[1].split("\n###")[0]
    for line in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE):
        for name in re.findall(r"`(\w+)`", line):
            names = [part_column(part) + "_s" for part in parts] if name == "PART_s" else [name]
            for each in names:
                stem = each.removesuffix("_s")
                yield from [each] if stem == each else [f"{stem}_{seat}" for seat in range(4)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_page_lists_every_column_in_order(variant: str) -> None:
    played = rules(variant)
    parts = tuple(part.key for part in played.definition.parts)
    own = [name for column in played.definition.columns for name in column.fields]
    hands = hand_schema(played).names
    assert sorted(hands) == sorted([*listed("hands", parts), *own])
    assert hands[-len(own) :] == own
    assert win_schema(played).names == list(listed("wins", parts))
    assert fact_schema(played).names == list(listed("facts", parts))
