"""Logs with a mistake are refused at the event, for the seat and by the clause that the twin names."""

from __future__ import annotations

import json
from random import Random

import pytest

from handlogs.events import candidates
from handlogs.mutants import mutant, outcome
from handlogs.settings import ALL_SETTINGS, LINE_UPS, VARIANTS, Setting, golden, replays
from handlogs.walks import swerved
from hupai.ext.errors import IllegalLog, UsageError
from hupai.ext.reading import open_log, read_log
from reference.twins import twin_of

MUTANTS = 10


@pytest.mark.parametrize("setting", ALL_SETTINGS, ids=str)
def test_mutants(setting: Setting) -> None:
    rng = Random(str(setting))
    twin = twin_of(setting.variant)
    for line_up in LINE_UPS:
        (log,) = replays(setting.rules, line_up, 1, seed=rng.randrange(1_000_000))
        log = swerved(log, rng)
        for _ in range(MUTANTS):
            made = mutant(log, rng)
            ours = outcome(read_log, IllegalLog, made)
            theirs = outcome(twin.read, twin.Illegal, made)
            assert json.dumps(ours) == json.dumps(theirs), made


@pytest.mark.parametrize("variant", VARIANTS)
def test_mutants_of_golden_cases(variant: str) -> None:
    rng = Random(variant)
    twin = twin_of(variant)
    for name, log in golden(variant).items():
        if "illegal" in log:
            continue
        made = mutant(log, rng)
        ours = outcome(read_log, IllegalLog, made)
        assert json.dumps(ours) == json.dumps(outcome(twin.read, twin.Illegal, made)), (name, made)


@pytest.mark.parametrize("log", [None, [], "hand", 3])
def test_no_hand_log(log: object) -> None:
    with pytest.raises(UsageError, match="JSON object"):
        read_log(log)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [None, "hefai", 3, ["hefei"]])
def test_no_variant(name: object) -> None:
    with pytest.raises(IllegalLog) as refused:
        read_log({"variant": name, "events": []})
    assert (refused.value.event, refused.value.seat) == (-1, None)


@pytest.mark.parametrize("variant", VARIANTS)
def test_asking_changes_nothing(variant: str) -> None:
    """`check_moments` asks thousands of times along one hand; here the outcome is seen to stay."""
    log = next(log for log in golden(variant).values() if "result" in log)
    reading = open_log(log)
    for event in log["events"]:
        for other in candidates():
            reading.refusal(other)
        reading.refusal({"do": "horses", "tiles": [["1p"], ["2p"], ["3p"], ["4p"]]})
        reading.offers()
        reading.apply(event)
    assert reading.result()["result"] == log["result"]
