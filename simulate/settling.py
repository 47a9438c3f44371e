"""The recorded hands of a run under other options of kind score, with no hand played again."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from hupai.ext.engine import settle_facts, settled_columns
from hupai.ext.engine.columns import nets
from hupai.ext.errors import OptionError
from hupai.simulate.facts import fact_rows
from hupai.simulate.parts import NULL, numbers, too_wide, win_table
from hupai.simulate.run import run_of
from hupai.simulate.schema import SEATS, amount_type, hand_schema, part_column
from hupai.simulate.simulation import processors

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    import polars as pl
    from numpy.typing import NDArray

    from hupai.ext.rules import Rules
    from hupai.ext.seats import Seat
    from hupai.simulate.manifest import Manifest
    from hupai.simulate.run import Run

Item = TypeVar("Item")
Made = TypeVar("Made")

CHUNK = 1024
"""Hands that are settled at a time, so that their transfers are summed up while they are in the cache."""


@dataclass(frozen=True, slots=True)
class SettledPart:
    """One part of a run, settled."""

    hands: pa.Table
    wins: pa.Table
    transfers: pl.DataFrame | None


@dataclass(frozen=True)
class Settled:
    """The hands of a run under other options of kind score.

    It offers what a `Run` does, so that whatever reads a run reads it too.

    Attributes
    ----------
    hands, wins
        As the tables of the run, payments, points and fans being those of `rules`.
    rules
        The options under which the hands are settled.
    transfers
        If asked for: one row for each payment, with ``hand``, ``part``, ``payer``, ``receiver`` (null: it
        leaves the table) and ``amount``.
    path, manifest, seats, seed
        As of the run.
    """

    rules: Rules
    manifest: Manifest
    path: Path
    hands: pl.LazyFrame
    wins: pl.LazyFrame
    seats: tuple[Seat, ...]
    seed: int
    transfers: pl.DataFrame | None = None

    def __repr__(self) -> str:
        hands = f"{self.manifest.reached:,} hands"
        return f"Settled({str(self.path)!r}, {hands}, {self.rules!r})"


def settle(
    run: Run | str | os.PathLike[str],
    changes: Mapping[str, object] | None = None,
    /,
    *,
    transfers: bool = False,
    **options: object,
) -> Settled:
    """Settle the hands of a run under other options of kind score.

    Exactly what playing under these options gives, held in memory; `settled_parts` goes through a run part by
    part instead.

    Parameters
    ----------
    run
        A run that was made with facts, or its folder.
    changes, options
        Options that differ from those of the run; of a mapping only the entries that are named.
    transfers
        Whether to give each payment too.

    Returns
    -------
    Settled
        The tables as they would have been, which `balance` and `report` take like a run.

    Raises
    ------
    OptionError
        If an option is unknown, does not take its value, or is not of kind score, so that hands would be
        played otherwise.
    AmountsTooLarge
        If the options make an amount that 64 bits do not hold.
    RunError
        If the folder is no run or is not whole, or the run has no facts.
    UsageError
        If `run` is neither a run nor a folder.

    Examples
    --------
    >>> settle(run, fan_values={"seven_pairs": 50}).hands.select("pay_0")  # doctest: +SKIP
    """
    import polars as pl

    opened = run_of(run)
    rules = opened.rules.changed(changes, **options)
    parts = list(settled_parts(opened, rules, transfers=transfers))
    listed = [part.transfers for part in parts if part.transfers is not None]
    return Settled(
        rules=rules,
        manifest=opened.manifest,
        path=opened.path,
        hands=pl.concat([_frame(part.hands) for part in parts]).lazy(),
        wins=pl.concat([_frame(part.wins) for part in parts]).lazy(),
        seats=opened.seats,
        seed=opened.seed,
        transfers=pl.concat(listed) if listed else None,
    )


def settled_parts(run: Run, rules: Rules, *, transfers: bool = False) -> Iterator[SettledPart]:
    """Return the parts of a run, in order, settled under `rules`; see `settle`."""
    _same_play(run, rules)
    rules.book()  # once, and not in each thread
    files = list(zip(run.files("hands"), run.files("facts"), strict=True))
    return _ahead(files, lambda part: _settled(run, rules, *part, transfers=transfers))


def _ahead(items: Sequence[Item], work: Callable[[Item], Made]) -> Iterator[Made]:
    """Yield what `work` makes of each item, in order, a few of them made ahead in threads."""
    workers = processors()
    pending: deque[Future[Made]] = deque()
    with ThreadPoolExecutor(workers, thread_name_prefix="hupai") as pool:
        try:
            for item in items:
                pending.append(pool.submit(work, item))
                if len(pending) > workers:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()


def _same_play(run: Run, rules: Rules) -> None:
    kinds = run.rules.kinds(rules)
    settled_again = {"score", "next"} if run.manifest.hands_per_table == 1 else {"score"}
    if not kinds <= settled_again:
        before, after = run.rules.options, rules.options
        names = [
            option.name
            for option in rules.definition.options
            if before[option.name] != after[option.name] and not set(option.kinds) <= settled_again
        ]
        raise OptionError(
            f"{', '.join(names)} can change how hands are played; recorded hands cannot be settled under it. "
            f"Simulate a run under it",
            key=names[0],
            allowed=f"options of kind score, as `hupai options {rules.name}` lists them",
        )


def _settled(run: Run, rules: Rules, hands: Path, facts: Path, *, transfers: bool) -> SettledPart:
    played = pq.read_table(hands, page_checksum_verification=True)
    recorded = pq.read_table(facts, page_checksum_verification=True)
    rows = fact_rows(recorded, seed=run.seed, hands_per_table=run.manifest.hands_per_table)
    parts = rules.definition.parts
    by_part = np.empty((len(parts), SEATS, len(rows)), np.int64)
    wins, listed = [], []
    for at in range(0, len(rows), CHUNK):
        flows, won = settle_facts(rules.book(), rows[at : at + CHUNK])
        by_part[:, :, at : at + CHUNK] = nets(flows)
        wins.append(won)
        if transfers:
            listed.append(_transfers(flows, [part.key for part in parts], int(rows["hand"][at])))
    columns = {f"pay_{seat}": amounts for seat, amounts in enumerate(by_part.sum(axis=0))}
    for part, by_seat in zip(parts, by_part, strict=True):
        columns |= {f"{part_column(part.key)}_{seat}": amounts for seat, amounts in enumerate(by_seat)}
    schema, kind = hand_schema(rules), amount_type(rules)
    own = _own(rules, schema, rows)
    arrays = [
        _amounts(columns[name], kind) if name in columns else own.get(name, played.column(name))
        for name in schema.names
    ]
    return SettledPart(
        hands=pa.Table.from_arrays(arrays, schema=schema),
        wins=win_table(rules, np.concatenate(wins)),
        transfers=_concatenated(listed) if transfers else None,
    )


def _own(rules: Rules, schema: pa.Schema, rows: NDArray[np.void]) -> dict[str, pa.Array]:
    """Return the variant's own columns that options of kind score change."""
    fields = [(column, name) for column in rules.definition.columns for name in column.fields]
    values = settled_columns(rules.book(), rows)
    found = {}
    for index, (column, name) in enumerate(fields):
        if column.settled:
            held = values[:, index]
            kind = schema.field(name).type
            found[name] = numbers(held.astype(str(kind)), null=held == NULL if column.nullable else None)
    return found


def _amounts(amounts: NDArray[np.int64], kind: pa.DataType) -> pa.Array:
    held = amounts.astype(str(kind))
    if not np.array_equal(held, amounts):
        raise too_wide()
    return numbers(held)


def _transfers(flows: NDArray[np.int64], keys: list[str], first: int) -> pl.DataFrame:
    import polars as pl

    hand, part, payer, receiver = np.nonzero(flows)
    return pl.DataFrame(
        {
            "hand": hand + first,
            "part": pl.Series(np.array(keys)[part], dtype=pl.Enum(keys)),
            "payer": payer.astype(np.int8),
            "receiver": pl.Series(receiver.astype(np.int8)).replace(SEATS, None),
            "amount": flows[hand, part, payer, receiver],
        }
    )


def _concatenated(frames: list[pl.DataFrame]) -> pl.DataFrame:
    import polars as pl

    return pl.concat(frames)


def _frame(table: pa.Table) -> pl.DataFrame:
    import polars as pl

    frame: Any = pl.from_arrow(table)
    held: pl.DataFrame = frame
    return held
