"""Every column of the three tables against a plain count of replayed logs."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from frame import run

if TYPE_CHECKING:
    from argparse import Namespace

LINE_UPS = ("speed", "speed:slip=0.3,greedy,random,speed", "greedy", "random")


def check(variant: str, given: Namespace) -> int:
    import pyarrow.parquet as pq

    from handlogs.columns import KNOWN, decoded, fact_row, hand_row, win_rows
    from handlogs.settings import settings
    from hupai.simulate import replays, simulate

    if variant not in KNOWN:
        print(f"{variant}: no reference/{variant}_columns.py")
        return 0
    differing = compared = 0
    known = settings(variant)
    hands = -(-given.hands // len(known))
    for number, setting in enumerate(known):
        rules, line_up, k = setting.rules, LINE_UPS[number % len(LINE_UPS)], (16, 1, 5)[number % 3]
        with TemporaryDirectory() as folder:
            made = simulate(
                rules,
                hands=hands,
                out=Path(folder) / "run",
                seed=given.seed,
                seats=line_up,
                hands_per_table=k,
            )
            found: dict[str, list[dict[str, Any]]] = {
                table: [row for file in made.files(table) for row in pq.read_table(file).to_pylist()]
                for table in ("hands", "wins", "facts")
            }
            wins = iter(found["wins"])
            for n, log in enumerate(replays(made, [range(hands)])):
                expected = win_rows(log, n, rules)
                same = (
                    found["hands"][n] == hand_row(log, n, k, rules)
                    and [next(wins) for _ in expected] == expected
                    and decoded(found["facts"][n]) == fact_row(log, n, rules)
                )
                compared += 1
                if not same:
                    differing += 1
                    print(f"{setting}, {line_up}, hand {n}: {log}")
            differing += sum(1 for _ in wins)
    print(f"{compared} hands")
    return differing


if __name__ == "__main__":
    run(check, __doc__, hands=10_000)
