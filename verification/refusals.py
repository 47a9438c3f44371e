"""Mutated logs: the reader names the event, the seat and the clause that the twin names."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from frame import run

if TYPE_CHECKING:
    from argparse import Namespace


def check(variant: str, given: Namespace) -> int:
    from handlogs.mutants import mutant, outcome
    from handlogs.settings import LINE_UPS, replays, settings
    from handlogs.walks import swerved
    from hupai.ext.errors import IllegalLog
    from hupai.ext.reading import read_log
    from reference.twins import twin_of

    twin = twin_of(variant)
    clauses: Counter[str] = Counter()
    differing = 0
    for setting in settings(variant):
        rng = Random(f"{setting} {given.seed}")
        each = -(-given.logs // (len(settings(variant)) * len(LINE_UPS)))
        for line_up in LINE_UPS:
            for log in replays(setting.rules, line_up, each, seed=given.seed):
                base = swerved(log, rng) if rng.random() < 0.5 else log
                for _ in range(given.mutants):
                    made = mutant(base, rng)
                    theirs = outcome(twin.read, twin.Illegal, made)
                    ours = outcome(read_log, IllegalLog, made)
                    clauses[theirs[-1] if isinstance(theirs, tuple) else "legal"] += 1
                    if json.dumps(ours) != json.dumps(theirs):
                        differing += 1
                        print(f"{setting}: reader {ours}, twin {theirs}\n  {json.dumps(made)}")
    print(", ".join(f"{clause} {times}" for clause, times in clauses.most_common()))
    return differing


if __name__ == "__main__":
    run(check, __doc__, logs=400, mutants=25)
