"""Where everything of a run stands in its folder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from pathlib import Path

Table = Literal["hands", "wins", "facts"]
TABLES: tuple[Table, ...] = get_args(Table)
"""The tables of a run, in the order in which a part's files appear."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The paths of one run.

    Attributes
    ----------
    root
        The run's folder.
    """

    root: Path

    @property
    def manifest(self) -> Path:
        """What the run is, and what it consists of."""
        return self.root / "manifest.json"

    @property
    def unfinished(self) -> Path:
        """Present only while the run is not complete: files being written, and the journal."""
        return self.root / "unfinished"

    @property
    def journal(self) -> Path:
        """One line for each part that came after the manifest was written."""
        return self.unfinished / "journal.jsonl"

    @property
    def parts(self) -> Path:
        """Holds the folders of the tables, and nothing but parts below them."""
        return self.root / "data"

    def part(self, table: Table, index: int) -> Path:
        """Where a part stands once it is whole."""
        return self.parts / table / part_name(index)

    def staged(self, table: Table, index: int) -> Path:
        """Where a part is written."""
        return self.unfinished / f"{table}-{part_name(index)}"


def part_name(index: int) -> str:
    """Return the name of a part's file."""
    return f"part-{index:06}.parquet"
