"""Measures speed and memory; `make bench` runs it, benchmarks/README.md says what is measured and how.

Machines differ and are shared, so ratios taken within one run are what to trust.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hupai.ext.engine import STRATEGIES, Engine
from hupai.ext.rules import rules, variants

if TYPE_CHECKING:
    from collections.abc import Callable

BLOCK = 32_000
"""Hands of one measured block: whole tables of 16."""
FOLDER = Path(__file__).parent


def best(measure: Callable[[], float], times: int) -> float:
    """Return the least of several measurements: what the machine can do when left alone."""
    return min(measure() for _ in range(times))


def engine_rates(variant: str, strategy: str, *, repeats: int) -> dict[str, float]:
    """Hands and drawn tiles a second of CPU time on one core, played and settled, nothing written."""
    engine = Engine(rules(variant).book(), [(strategy, {})] * 4, seed=7, hands_per_table=16)
    draws = float(engine.play(0, BLOCK).hands["draws"].mean())

    def once() -> float:
        began = time.thread_time()
        engine.play(0, BLOCK)
        return time.thread_time() - began

    seconds = best(once, repeats)
    return {"hands_per_s": BLOCK / seconds, "draws_per_s": BLOCK * draws / seconds, "draws_per_hand": draws}


def written(variant: str, strategy: str, hands: int, workers: int) -> dict[str, float]:
    """Wall-clock seconds and peak memory (MiB) of a whole run in a process of its own, its start left out."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--child", variant, strategy, str(hands), str(workers), folder]
        answer = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(answer.stdout)
    return found


def child(variant: str, strategy: str, hands: int, workers: int, folder: str) -> None:
    """What `written` measures, in the process that it starts."""
    from hupai.simulate import simulate

    game = rules(variant)
    simulate(game, hands=16, seats=strategy, out=Path(folder, "warm"), workers=1)
    wall, cpu = time.perf_counter(), time.process_time()
    simulate(game, hands=hands, seed=7, seats=strategy, out=Path(folder, "run"), workers=workers)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    size = sum(path.stat().st_size for path in Path(folder, "run").rglob("*.parquet"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"seconds": wall, "cpu_seconds": cpu, "peak_mib": peak, "bytes_per_hand": size / hands}))


def import_seconds() -> float:
    """Seconds that `import hupai` adds to the start of Python, the median of nine."""

    def start(code: str) -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - began

    return statistics.median(start("import hupai") - start("pass") for _ in range(9))


def sentence(row: dict[str, Any]) -> str:
    """One row as a line of text."""
    engine = f"engine {row['hands_per_s']:>9,.0f} hands/s, {row['draws_per_s'] / 1e6:5.2f} M draws/s"
    written_rates = (
        f"{row['written_hands_per_s']:>9,.0f} hands/s ({row['written_hands_per_cpu_s']:>9,.0f} a CPU second)"
    )
    rest = f"{row['bytes_per_hand']:5.1f} B a hand | two workers × {row['two_workers']:.2f}"
    return f"{row['variant']:13} {row['strategy']:7} {engine} | with Parquet {written_rates}, {rest}"


def measure_variant(variant: str, hands: int, repeats: int) -> list[dict[str, Any]]:
    """One row a strategy."""
    rows = []
    for strategy in STRATEGIES:
        row: dict[str, Any] = {"variant": variant, "strategy": strategy}
        row.update(engine_rates(variant, strategy, repeats=repeats))
        one = written(variant, strategy, hands, 1)
        two = written(variant, strategy, hands, 2)
        row["written_hands_per_s"] = hands / one["seconds"]
        row["written_hands_per_cpu_s"] = hands / one["cpu_seconds"]
        row["two_workers"] = one["seconds"] / two["seconds"]
        row["bytes_per_hand"] = one["bytes_per_hand"]
        rows.append(row)
        print(sentence(row), flush=True)
    return rows


def measure_memory(hands: int) -> dict[str, float]:
    """Peak memory of a run and of one four times as long."""
    short, long = (written("hefei", "random", n, 2)["peak_mib"] for n in (hands, 4 * hands))
    print(f"peak memory: {short:.0f} MiB for {hands:,} hands, {long:.0f} MiB for {4 * hands:,}", flush=True)
    return {"short_mib": short, "long_mib": long}


def main() -> None:
    """Measure everything and print a line each; `--json FILE` keeps the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variants", nargs="*", default=list(variants()))
    parser.add_argument("--hands", type=int, default=300_000, help="hands of a written run")
    parser.add_argument("--repeats", type=int, default=5, help="measurements of which the best counts")
    parser.add_argument("--json", type=Path, help="where to keep the figures")
    parser.add_argument("--child", nargs=5, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        variant, strategy, hands, workers, folder = given.child
        child(variant, strategy, int(hands), int(workers), folder)
        return
    print(
        f"{os.cpu_count()} processors; CPU time of one core for the engine, wall-clock for whole runs\n",
        flush=True,
    )
    figures: dict[str, Any] = {"import_s": import_seconds()}
    print(f"import hupai: {figures['import_s']:.3f} s", flush=True)
    figures["rows"] = [
        row for variant in given.variants for row in measure_variant(variant, given.hands, given.repeats)
    ]
    figures["memory"] = measure_memory(given.hands)
    print("\nhand analysis:", flush=True)
    subprocess.run([sys.executable, str(FOLDER / "shapes.py")], check=True)
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
