"""Every moment of hands: what the reader accepts, the loop offers and the twin allows, and every clause."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from frame import run

if TYPE_CHECKING:
    from argparse import Namespace


def check(variant: str, given: Namespace) -> int:
    from handlogs.settings import LINE_UPS, replays, settings
    from handlogs.states import check_moments
    from handlogs.walks import swerved

    moments = differing = 0
    for setting in settings(variant):
        rng = Random(f"{setting} {given.seed}")
        each = -(-given.hands // (len(settings(variant)) * len(LINE_UPS)))
        for line_up in LINE_UPS:
            for log in replays(setting.rules, line_up, each, seed=given.seed):
                base = swerved(log, rng) if rng.random() < 0.7 else log
                try:
                    moments += check_moments(base, rng, 200)
                except AssertionError as difference:
                    differing += 1
                    print(f"{setting}: {difference}")
    print(f"{moments} moments")
    return differing


if __name__ == "__main__":
    run(check, __doc__, hands=500)
