"""Replayed hands read back to the same, by the engine and, every tenth, by the twin; facts settle alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from frame import run

if TYPE_CHECKING:
    from argparse import Namespace


def check(variant: str, given: Namespace) -> int:
    from handlogs.settings import LINE_UPS, engine, replays, settings
    from hupai.ext.engine import settle_facts
    from hupai.ext.reading import read_log
    from reference.twins import twin_of

    twin = twin_of(variant)
    hands = differing = 0
    for setting in settings(variant):
        each = -(-given.hands // (len(settings(variant)) * len(LINE_UPS)))
        for line_up in LINE_UPS:
            for log in replays(setting.rules, line_up, each, seed=given.seed):
                stored = {"result": log["result"], "next": log["next"]}
                readers = [read_log, twin.read] if hands % 10 == 0 else [read_log]
                hands += 1
                for read in readers:
                    if read(log) != stored:
                        differing += 1
                        print(f"{setting}, {line_up}: {log}")
            block = engine(setting.rules, line_up, seed=given.seed).play(0, each)
            if block.facts is None:
                raise AssertionError("facts were asked for")
            flows, wins = settle_facts(setting.rules.book(), block.facts)
            pays = (flows[..., :4].sum(axis=2) - flows.sum(axis=3)).sum(axis=1)
            if not (np.array_equal(wins, block.wins) and np.array_equal(pays, block.hands["pay"])):
                differing += 1
                print(f"{setting}, {line_up}: settling the facts is not playing")
    print(f"{hands} hands")
    return differing


if __name__ == "__main__":
    run(check, __doc__, hands=100_000)
