"""The readable twin of 合肥麻将 agrees with every golden case: results, parts, next dealer, refusals."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from reference import hefei
from reference.common import by_suit, groupings

if TYPE_CHECKING:
    from collections.abc import Iterator

CASES = Path(__file__).parent / "cases" / "hefei"


def cases() -> Iterator[Any]:
    for path in sorted(CASES.glob("*.json")):
        yield pytest.param(json.loads(path.read_text(encoding="utf-8")), id=path.stem)


def random_logs() -> Iterator[Any]:
    with (CASES / "random.jsonl").open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            yield pytest.param(json.loads(line), id=f"random-{number}")


LOGS = [*cases(), *random_logs()]


def outcome(log: dict[str, Any]) -> dict[str, Any]:
    """What the twin makes of a log, in the words of a case file."""
    try:
        return hefei.read(log)
    except hefei.Illegal as refused:
        return {"illegal": {"event": refused.event, "seat": refused.seat, "rule": refused.rule}}


def test_the_cases_are_there() -> None:
    assert len(list(cases())) == 81
    assert len(list(random_logs())) == 120


@pytest.mark.parametrize("log", LOGS)
def test_twin_agrees_with_the_case(log: dict[str, Any]) -> None:
    computed = outcome(log)
    stored = {key: log[key] for key in ("result", "next", "illegal") if key in log}
    assert stored
    assert {key: computed.get(key) for key in stored} == stored


@pytest.mark.parametrize("log", LOGS)
def test_every_event_of_a_legal_log_is_offered(log: dict[str, Any]) -> None:
    """What `legal_events` lists before an event contains it, and nothing that is then refused."""
    events = log["events"][: log["illegal"]["event"]] if "illegal" in log else log["events"]
    hand = hefei.start(log)
    for event in events:
        offered = hand.legal_events()
        asked = {key: value for key, value in event.items() if event["do"] != "draw" or key != "tile"}
        assert asked in offered
        hand.apply(event)
    if "illegal" in log and len(events) < len(log["events"]):
        assert log["events"][len(events)] not in hand.legal_events()


def test_legal_events_after_a_prefix() -> None:
    log = json.loads((CASES / "003_long_suit_nine.json").read_text(encoding="utf-8"))
    assert hefei.legal_events({**log, "events": []}) == [{"seat": 0, "do": "draw"}]
    assert hefei.legal_events({**log, "events": log["events"][:7]}) == [
        {"seat": 1, "do": "win", "by": "discard"},
        {"seat": 3, "do": "draw"},
    ]
    assert hefei.legal_events(log) == []


def test_all_payments_sum_to_nothing() -> None:
    for param in random_logs():
        result = hefei.read(param.values[0])["result"]
        assert sum(result["payments"]) == 0
        assert all(sum(part) == 0 for part in result["parts"].values())


def test_groupings_are_all_there_are() -> None:
    """Against every composition of four sets and a pair in one suit, built up instead of taken apart."""
    triplets = [(f"{n}m",) * 3 for n in range(2, 9)]
    chows = [(f"{n}m", f"{n + 1}m", f"{n + 2}m") for n in range(2, 7)]
    built = defaultdict(set)
    for sets in combinations_with_replacement(triplets + chows, 4):
        for pair in [(f"{n}m",) * 2 for n in range(2, 9)]:
            grouping = tuple(sorted((*sets, pair)))
            tiles = by_suit(sum(grouping, ()))
            if max(tiles.count(tile) for tile in tiles) <= 4:
                built[tiles].add(grouping)
    assert built
    for tiles, expected in built.items():
        assert groupings(tiles) == expected
