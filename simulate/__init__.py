"""Options, plan, engine and Parquet: plays hands and keeps what happened.

`simulate` makes a run, `open_run` opens one, `status` and `verify` say whether it is whole, `replay` gives
hand logs, `settle` gives the same hands under other options of kind score. docs/run-folder.md describes a
run.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from hupai.ext.rules import Rules
    from hupai.ext.seats import Seat
    from hupai.simulate.manifest import Manifest
    from hupai.simulate.replaying import replay, replays
    from hupai.simulate.run import Recorded, Run, open_run, recorded
    from hupai.simulate.settling import Settled, settle, settled_parts
    from hupai.simulate.simulation import Judge
    from hupai.simulate.survey import Status, status, verify

# Public name -> the module that defines it. Each stands in the imports above too, for type checkers.
_HOMES = {
    "Judge": "simulation",
    "Manifest": "manifest",
    "Recorded": "run",
    "Run": "run",
    "Settled": "settling",
    "Status": "survey",
    "open_run": "run",
    "recorded": "run",
    "replay": "replaying",
    "replays": "replaying",
    "settle": "settling",
    "settled_parts": "settling",
    "status": "survey",
    "verify": "survey",
}

__all__ = [
    "Judge",
    "Manifest",
    "Recorded",
    "Run",
    "Settled",
    "Status",
    "open_run",
    "recorded",
    "replay",
    "replays",
    "settle",
    "settled_parts",
    "simulate",
    "status",
    "verify",
]


def simulate(
    rules: Rules,
    *,
    hands: int,
    out: str | os.PathLike[str],
    seed: int = 1,
    seats: str | Sequence[Seat] = "speed",
    hands_per_table: int = 16,
    workers: int | None = None,
    until: Judge | None = None,
    facts: bool = True,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Run:
    """Play hands and write them to a run.

    A run that is there and of the same settings is gone on with where it stopped, or added to where more
    hands are asked for; a part that is missing is played again. The bytes of a run depend on nothing but
    rules, seats, seed, hands per table, hands and the program's version.

    Parameters
    ----------
    rules
        The variant under its options.
    hands
        How many hands the run is to have; with `until`, at most.
    out
        The run's folder.
    seed
        Key of all random streams, 0 … 2⁶⁴ − 1.
    seats
        One strategy for all four seats, or four, as the command line takes them or as (name, parameters).
    hands_per_table
        Hands of a sitting, 1 … 10,000.
    workers
        How many parts are played at a time; by default the number of processors.
    until
        Called after each whole part, in order, with the files of its hands and wins; the run ends where it
        returns true.
    facts
        Whether to record what `settle` needs.
    progress
        Called from time to time with the hands that are there and those asked for.
    executor
        Where parts are played, if not in threads of this process; it must reach the folder under the same
        path.

    Returns
    -------
    Run
        The run, opened.

    Raises
    ------
    UsageError
        If an argument is out of range.
    RunError
        If `out` is no run, one of other settings, damaged, or in use; nothing in it is touched. If there is
        no room to write; what was written stays, and the same call goes on.
    KeyboardInterrupt
        After a clean stop; the same call goes on.
    """
    from hupai.simulate.simulation import play

    return play(
        rules,
        hands=hands,
        out=out,
        seed=seed,
        seats=seats,
        hands_per_table=hands_per_table,
        workers=workers,
        until=until,
        facts=facts,
        progress=progress,
        executor=executor,
    )


def __getattr__(name: str) -> Any:
    # pyarrow, polars and pydantic models are loaded when they are needed, not by `import hupai`.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"hupai.simulate.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
