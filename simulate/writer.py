"""Plays the hands of a part and writes its files: what is handed to threads, processes or a cluster."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hupai.ext.engine import Engine
from hupai.simulate.encoding import encoded
from hupai.simulate.facts import FactColumns
from hupai.simulate.files import write_durably
from hupai.simulate.layout import Layout
from hupai.simulate.manifest import FileRecord, PartRecord
from hupai.simulate.parts import HandColumns, win_table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pyarrow as pa

    from hupai.ext.rules import Rules
    from hupai.ext.seats import Seat
    from hupai.simulate.layout import Table
    from hupai.simulate.plan import PartPlan

BLOCK = 512
"""Hands that are played at a time, to the whole table: their rows are spread over columns while they are in
the processor's cache."""


class Stopped(Exception):  # noqa: N818 - no error: the part is not wanted any more
    """The part was given up, because the run is to stop."""


@dataclass(frozen=True, slots=True)
class Work:
    """What does not change from part to part; plain values, so that it can be sent anywhere."""

    root: Path
    rules: Rules
    seats: tuple[Seat, ...]
    seed: int
    hands_per_table: int
    facts: bool


def write_part(
    work: Work,
    plan: PartPlan,
    played: Callable[[int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> PartRecord:
    """Play the hands of a part and write its files where parts are staged.

    Parameters
    ----------
    work, plan
        What to play.
    played
        Is told of hands that have been played.
    stop
        Says whether to give up.

    Raises
    ------
    Stopped
        If `stop` said so; nothing is left of the part.
    RunError
        If there is no room to write.
    """
    layout = Layout(work.root)
    tables = play_part(work, plan, played, stop)
    files: dict[Table, FileRecord] = {}
    for name, table in tables.items():
        content = encoded(table)
        write_durably(layout.staged(name, plan.index), content)
        digest = hashlib.sha256(content).hexdigest()
        files[name] = FileRecord(rows=table.num_rows, bytes=content.size, sha256=digest)
    return PartRecord(part=plan.index, first=plan.first, stop=plan.stop, files=files)


def play_part(
    work: Work,
    plan: PartPlan,
    played: Callable[[int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> dict[Table, pa.Table]:
    """Play the hands of a part and return its tables; see `write_part`."""
    engine = Engine(work.rules.book(), work.seats, seed=work.seed, hands_per_table=work.hands_per_table)
    size = plan.stop - plan.first
    hands = HandColumns(work.rules, size)
    facts = FactColumns(work.rules, size) if work.facts else None
    wins = []
    step = max(1, BLOCK // work.hands_per_table) * work.hands_per_table
    for at in range(0, size, step):
        if stop is not None and stop():
            raise Stopped
        block = engine.play(plan.first + at, min(step, size - at), facts=work.facts)
        hands.put(at, block.hands)
        wins.append(block.wins)
        if facts is not None and block.facts is not None:
            facts.put(at, block.facts)
        if played is not None:
            played(len(block.hands))
    tables: dict[Table, pa.Table] = {
        "hands": hands.table(),
        "wins": win_table(work.rules, np.concatenate(wins)),
    }
    if facts is not None:
        tables["facts"] = facts.table()
    return tables
