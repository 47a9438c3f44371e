"""At every moment of a hand the reader accepts what the loop offers and the twin allows, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from handlogs.settings import ALL_SETTINGS, LINE_UPS, Setting, replays
from handlogs.states import check_moments
from handlogs.walks import swerved
from hupai.ext.reading import read_log
from reference.twins import twin_of


@pytest.mark.parametrize("setting", ALL_SETTINGS, ids=str)
def test_accepted_offered_and_allowed_are_the_same(setting: Setting) -> None:
    rng = Random(str(setting))
    for line_up in rng.sample(LINE_UPS, 2):
        (log,) = replays(setting.rules, line_up, 1, seed=rng.randrange(1_000_000))
        check_moments(swerved(log, rng), rng, 30)


@pytest.mark.parametrize("setting", ALL_SETTINGS, ids=str)
def test_what_nobody_would_play_comes_to_the_same_as_with_the_twin(setting: Setting) -> None:
    rng = Random(str(setting))
    for line_up in LINE_UPS:
        for log in replays(setting.rules, line_up, 2, seed=rng.randrange(1_000_000)):
            walked = swerved(log, rng)
            assert read_log(walked) == twin_of(setting.variant).read(walked)
