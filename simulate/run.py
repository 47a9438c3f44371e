"""A run that is there, opened for reading."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from hupai.ext.errors import RunError, UsageError
from hupai.ext.rules.options import quoted
from hupai.simulate.layout import Layout
from hupai.simulate.survey import status

if TYPE_CHECKING:
    import polars as pl

    from hupai.ext.rules import Rules
    from hupai.ext.seats import Seat
    from hupai.simulate.layout import Table
    from hupai.simulate.manifest import Manifest


class Recorded(Protocol):
    """Hands that were recorded, as whatever reads a run takes them: a `Run` or a `Settled`.

    Attributes
    ----------
    path
        The run's folder.
    manifest
        Everything that is needed to make the run again.
    rules
        The options under which the hands are worth what they say.
    seed, seats
        As of the run.
    hands, wins
        The tables (docs/run-folder.md).
    """

    @property
    def path(self) -> Path: ...  # noqa: D102 - the attributes are told above

    @property
    def manifest(self) -> Manifest: ...  # noqa: D102

    @property
    def rules(self) -> Rules: ...  # noqa: D102

    @property
    def seed(self) -> int: ...  # noqa: D102

    @property
    def seats(self) -> tuple[Seat, ...]: ...  # noqa: D102

    @property
    def hands(self) -> pl.LazyFrame: ...  # noqa: D102

    @property
    def wins(self) -> pl.LazyFrame: ...  # noqa: D102


class Run:
    """A run on disk.

    Of a run that is not finished, the parts that are there. docs/run-folder.md has the columns of its tables.

    Attributes
    ----------
    path
        Its folder.
    manifest
        Everything that is needed to make it again: what was asked for (`hands`, `hands_per_table`, `facts`),
        what is there (`reached` hands in `parts`, whether `complete`), and the `versions` that wrote it.
    rules
        The variant with every option in force.
    seed
        Key of all random streams, 0 … 2⁶⁴ − 1.
    seats
        For seats 0 to 3 the strategy's name and all its parameters.
    hands
        polars LazyFrame, one row a hand, sorted by hand: who dealt, how the hand ended, and what each seat
        won or lost, by cause.
    wins
        polars LazyFrame, one row a winner, by hand, then in the order of the wins.
    facts
        polars LazyFrame, one row a hand: what `settle` needs. A run made without facts has none.

    Notes
    -----
    `open_run` and `simulate` make it. To ask for a table raises `RunError` where the run has no such table or
    no hands yet.
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


def recorded(run: Recorded | str | os.PathLike[str]) -> Recorded:
    """Return what is read: a run or settled hands as they are, the run in a folder opened.

    Raises
    ------
    UsageError
        If `run` is none of these.
    RunError
        If the folder is no run, or a part is missing, damaged or foreign.
    """
    if isinstance(run, str | os.PathLike):
        return open_run(run)
    if not hasattr(run, "manifest"):
        raise UsageError(f"What is read is a run or its folder, not {quoted(run)}.")
    return run


def run_of(run: Run | str | os.PathLike[str]) -> Run:
    """Return the run, opened if its folder is given; settled hands are none, for they have no facts.

    Raises
    ------
    UsageError
        If `run` is neither.
    RunError
        If the folder is no run, or a part is missing, damaged or foreign.
    """
    if isinstance(run, Run):
        return run
    if not isinstance(run, str | os.PathLike):
        raise UsageError(f"What is asked for is a run or its folder, not {quoted(run)}.")
    return open_run(run)


def open_run(path: str | os.PathLike[str]) -> Run:
    """Open a run.

    Files are looked for by name and size; `verify` re-reads them.

    Parameters
    ----------
    path
        The run's folder.

    Returns
    -------
    Run
        The run; of one that is not finished, the parts that are there.

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
