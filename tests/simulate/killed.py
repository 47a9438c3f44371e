"""Runs killed at every step, and at random moments: a script, since it forks.

    python killed.py FOLDER [STRIDE]

With a stride, only every STRIDE-th step is tried. Prints how many kills were made, and fails if a run that
was gone on with differs from one never interrupted.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hupai.ext.rules import rules
from hupai.simulate import plan, simulate
from simulate.folders import bytes_of

if TYPE_CHECKING:
    from collections.abc import Callable

STEPS = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir"}
RANDOM_KILLS = 6
RULES = rules("hefei", base=2)


def play(folder: Path, hands: int, workers: int) -> None:
    simulate(
        RULES,
        hands=hands,
        out=folder,
        workers=workers,
        seats="random",
        seed=3,
        hands_per_table=4,
        facts=False,
    )


def forked(work: Callable[[], None]) -> int:
    """Do something in a process of its own; returns its number."""
    process = os.fork()
    if process:
        return process
    try:
        work()
        os._exit(0)
    except BaseException as error:  # whatever it is, the child must not go on as its parent would
        print(repr(error), file=sys.stderr)
        os._exit(1)


def ended(process: int) -> int:
    """Wait for a process; 0, or −9 if it was killed."""
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def killing_at(step: int, folder: Path, work: Callable[[], None]) -> None:
    """Do something until the given step that touches the folder."""
    left = step

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event in STEPS and any(str(folder) in str(argument) for argument in arguments[:2]):
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1

    sys.addaudithook(count)
    work()


def compare(folder: Path, expected: dict[str, str], what: str) -> None:
    found = bytes_of(folder)
    if found != expected:
        odd = [name for name in {*found, *expected} if found.get(name) != expected.get(name)]
        sys.exit(f"{what}: {sorted(odd)} differ")


def main(root: Path, stride: int) -> None:
    plan.ABOUT = 64
    first, hands = 100, 170
    for folder, many in ((root / "short", first), (root / "whole", hands)):
        if ended(forked(lambda folder=folder, many=many: play(folder, many, 1))):  # type: ignore[misc]
            sys.exit("a run cannot be made")
    short, whole = bytes_of(root / "short"), bytes_of(root / "whole")
    kills, step, done = 0, 0, False
    while not done:
        # Begin a run, and then add to one; both are killed at the same step.
        folder = root / f"step-{step}"
        first_code = ended(forked(lambda: killing_at(step, folder, lambda: play(folder, first, 1))))  # noqa: B023
        if ended(forked(lambda: play(folder, first, 2))):  # noqa: B023
            sys.exit(f"step {step}: cannot be gone on with")
        compare(folder, short, f"killed at step {step}")
        second_code = ended(forked(lambda: killing_at(step, folder, lambda: play(folder, hands, 1))))  # noqa: B023
        if ended(forked(lambda: play(folder, hands, 3))):  # noqa: B023
            sys.exit(f"step {step}: cannot be added to")
        compare(folder, whole, f"adding killed at step {step}")
        kills += (first_code == -9) + (second_code == -9)
        done = first_code == second_code == 0
        step += stride
    rng = random.Random(5)
    for number in range(RANDOM_KILLS):
        folder, workers = root / f"moment-{number}", number % 3 + 1
        patience = 0.05
        while True:
            process = forked(lambda: play(folder, hands, workers))  # noqa: B023
            time.sleep(rng.uniform(0.0, patience))
            patience *= 1.2
            os.kill(process, signal.SIGKILL)
            code = ended(process)
            kills += code == -9
            if code == 0:
                break
        compare(folder, whole, f"killed at random moments, {workers} workers")
    print(kills)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
