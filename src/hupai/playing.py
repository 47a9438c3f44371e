"""`hupai.simulate`: as the floor below has it, and `until` may be written as on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from hupai.ext.rules import Rules
    from hupai.ext.seats import Seat
    from hupai.simulate import Judge, Run


def simulate(
    rules: Rules | str,
    *,
    hands: int,
    out: str | os.PathLike[str],
    seed: int = 1,
    seats: str | Sequence[Seat] = "speed",
    hands_per_table: int = 16,
    workers: int | None = None,
    until: str | Judge | None = None,
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
        The variant under its options; a variant's name is the variant at its defaults.
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
        Metrics and half-widths of their 95 % intervals, such as ``"win_rate±0.001 and points±0.2"``, judged
        on whole parts in order; the run ends as soon as all are reached. Or a function that is called after
        each whole part with the files of its hands and wins, and says whether the run may end.
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
        If there is no such variant, an argument is out of range, or `until` cannot be read.
    RunError
        If `out` is no run, one of other settings, damaged, or in use; nothing in it is touched. If there is
        no room to write; what was written stays, and the same call goes on.
    KeyboardInterrupt
        After a clean stop; the same call goes on.

    Examples
    --------
    >>> run = simulate(rules("hefei"), hands=1_000_000, seed=7, out="runs/hefei")  # doctest: +SKIP
    """
    from hupai.ext.rules import rules as at_defaults
    from hupai.simulate import simulate as play

    if isinstance(rules, str):
        rules = at_defaults(rules)
    if isinstance(until, str):
        from hupai.analysis.precision import Precision

        until = Precision(rules, until)
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
