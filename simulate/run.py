"""A run that is there, opened for reading."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from hupai.ext.errors import RunError
from hupai.simulate.layout import Layout
from hupai.simulate.survey import status

if TYPE_CHECKING:
    import os

    import polars as pl

    from hupai.ext.rules import Rules
    from hupai.ext.seats import Seat
    from hupai.simulate.layout import Table
    from hupai.simulate.manifest import Manifest


class Run:
    """A run on disk.

    Of a run that is not finished, the parts that are there.

    Attributes
    ----------
    path
        Its folder.
    manifest
        Everything that is needed to make it again.
    rules
        The variant with every option in force.
    """

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest
        self.rules: Rules = manifest.rules()

    @property
    def seed(self) -> int:
        """Key of all random streams."""
        return self.manifest.seed

    @property
    def seats(self) -> tuple[Seat, ...]:
        """For each seat the strategy's name and its parameters."""
        return tuple((seat.strategy, dict(seat.parameters)) for seat in self.manifest.seats)

    @cached_property
    def hands(self) -> pl.LazyFrame:
        """One row a hand, sorted by hand."""
        return self._table("hands")

    @cached_property
    def wins(self) -> pl.LazyFrame:
        """One row a winner, by hand, then in the order of the wins."""
        return self._table("wins")

    @cached_property
    def facts(self) -> pl.LazyFrame:
        """One row a hand: what settlement needs, coded as docs/run-folder.md says.

        Raises
        ------
        RunError
            If the run was made without facts.
        """
        return self._table("facts")

    def files(self, table: Table) -> list[Path]:
        """Return the files of a table, in order.

        Raises
        ------
        RunError
            If the run has no such table.
        """
        layout = Layout(self.path)
        if table == "facts" and not self.manifest.facts:
            raise RunError(
                f"{self.path} was made with --no-facts; what needs facts must play its hands again."
            )
        return [layout.part(table, part.part) for part in self.manifest.parts]

    def _table(self, table: Table) -> pl.LazyFrame:
        import polars as pl

        files = self.files(table)
        if not files:
            raise RunError(f"{self.path} has no hands yet.")
        if not _is_text(self.path):
            raise RunError(
                f"The folder's name {self.path} is no text in Unicode; its tables cannot be opened."
            )
        return pl.scan_parquet(files)

    def __repr__(self) -> str:
        return f"Run({str(self.path)!r}, {self.rules.name}, {self.manifest.reached:,} hands)"


def _is_text(path: Path) -> bool:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def open_run(path: str | os.PathLike[str]) -> Run:
    """Open a run.

    Files are looked for by name and size; `verify` re-reads them.

    Raises
    ------
    RunError
        If `path` is no run, or a part is missing, damaged or foreign; all such files are named.
    """
    found = status(path)
    if found.faults:
        listed = "; ".join(str(fault) for fault in found.faults[:5])
        more = f"; and {len(found.faults) - 5} more" if len(found.faults) > 5 else ""
        raise RunError(f"{found.path} is not as its manifest says: {listed}{more}.")
    return Run(Path(path), found.manifest)
