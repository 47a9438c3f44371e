"""Every column of the three tables against a plain count of replayed logs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest

from handlogs.columns import KNOWN, decoded, fact_row, hand_row, win_rows
from handlogs.settings import Setting, settings
from hupai.simulate import replays, simulate

if TYPE_CHECKING:
    from pathlib import Path

    from hupai.simulate import Run
    from hupai.simulate.layout import Table

HANDS = 24
LINE_UPS = ("speed", "speed:slip=0.3,greedy,random,speed", "random")
CASES = [
    (setting, LINE_UPS[number % 3], (16, 1, 5)[number % 3])
    for variant in KNOWN
    for number, setting in enumerate(settings(variant))
]


def rows(run: Run, table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for file in run.files(table):
        found += pq.read_table(file).to_pylist()
    return found


@pytest.mark.parametrize(("setting", "seats", "hands_per_table"), CASES, ids=str)
def test_columns_say_what_the_logs_say(
    setting: Setting, seats: str, hands_per_table: int, tmp_path: Path
) -> None:
    run = simulate(
        setting.rules,
        hands=HANDS,
        out=tmp_path / "run",
        seed=11,
        seats=seats,
        hands_per_table=hands_per_table,
    )
    logs = list(enumerate(replays(run, [range(HANDS)])))
    assert rows(run, "hands") == [hand_row(log, n, hands_per_table, setting.rules) for n, log in logs]
    assert rows(run, "wins") == [row for n, log in logs for row in win_rows(log, n, setting.rules)]
    found = [decoded(row) for row in rows(run, "facts")]
    assert found == [fact_row(log, n, setting.rules) for n, log in logs]
