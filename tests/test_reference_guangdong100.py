"""The readable twin of 广东100张 agrees with every golden case: results, parts, next dealer, refusals."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from reference import guangdong100
from reference.guangdong100_options import KINDS, PATTERN_VALUES
from reference.guangdong100_score import composition_fans, divides, divisions, tiles_of

if TYPE_CHECKING:
    from collections.abc import Iterator

CASES = Path(__file__).parent / "cases" / "guangdong100"


def cases() -> Iterator[Any]:
    for path in sorted(CASES.glob("*.json")):
        yield pytest.param(json.loads(path.read_text(encoding="utf-8")), id=path.stem)


def random_logs() -> Iterator[Any]:
    with (CASES / "random.jsonl").open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            yield pytest.param(json.loads(line), id=f"random-{number}")


LOGS = [*cases(), *random_logs()]


def case(number: int) -> dict[str, Any]:
    (path,) = CASES.glob(f"{number:03}_*.json")
    log: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return log


def outcome(log: dict[str, Any]) -> dict[str, Any]:
    """What the twin makes of a log, in the words of a case file."""
    try:
        return guangdong100.read(log)
    except guangdong100.Illegal as refused:
        return {"illegal": {"event": refused.event, "seat": refused.seat, "rule": refused.rule}}


def shown(event: dict[str, Any]) -> dict[str, Any]:
    """The event as `legal_events` lists it: without the tiles that chance brings."""
    hidden = {"draw": "tile", "horses": "tiles"}.get(event["do"])
    return {key: value for key, value in event.items() if key != hidden}


def test_the_cases_are_there() -> None:
    assert len(list(cases())) == 104
    assert len(list(random_logs())) == 120


@pytest.mark.parametrize("log", LOGS)
def test_twin_agrees_with_the_case(log: dict[str, Any]) -> None:
    computed = outcome(log)
    stored = {key: log[key] for key in ("result", "next", "illegal") if key in log}
    assert stored
    assert {key: computed.get(key) for key in stored} == stored


@pytest.mark.parametrize("log", list(cases()))
def test_every_event_of_a_case_is_offered_unless_refused(log: dict[str, Any]) -> None:
    refused_at = log["illegal"]["event"] if "illegal" in log else None
    if refused_at == -1:
        return
    by_chance = {"GD-1.2", "GD-9.4"}
    for index, event in enumerate(log["events"][:refused_at]):
        assert shown(event) in guangdong100.legal_events({**log, "events": log["events"][:index]})
    if refused_at is not None and refused_at < len(log["events"]) and log["illegal"]["rule"] not in by_chance:
        offered = guangdong100.legal_events({**log, "events": log["events"][:refused_at]})
        assert shown(log["events"][refused_at]) not in offered


REFUSALS: list[tuple[int, int, dict[str, Any] | None, tuple[int, int | None, str]]] = [
    (1, 1, {"seat": 0, "do": "discard", "tile": "1m"}, (1, 0, "GD-14.1")),
    (1, 1, {"seat": 4, "do": "discard", "tile": "1p"}, (1, None, "GD-14.1")),
    (1, 2, {"seat": 1, "do": "draw", "tile": "3s", "from": "front"}, (2, 1, "GD-14.1")),
    (1, 0, {"seat": 0, "do": "discard", "tile": "7p"}, (0, 0, "GD-3.1")),
    (1, 0, None, (0, 0, "GD-11.3")),
    (1, 1, {"seat": 1, "do": "pung"}, (1, 1, "GD-3.4")),
    (1, 2, {"seat": 0, "do": "pung"}, (2, 0, "GD-3.4")),
    (1, 2, {"seat": 1, "do": "pung"}, (2, 1, "GD-3.4")),
    (1, 2, {"seat": 1, "do": "kong", "kind": "melded"}, (2, 1, "GD-3.7")),
    (1, 1, {"seat": 0, "do": "kong", "kind": "concealed", "tile": "1z"}, (1, 0, "GD-3.8")),
    (1, 2, {"seat": 1, "do": "kong", "kind": "concealed", "tile": "2z"}, (2, 1, "GD-3.1")),
    (1, 2, {"seat": 1, "do": "win", "by": "self"}, (2, 1, "GD-4.1")),
    (1, 1, {"seat": 1, "do": "win", "by": "discard"}, (1, 1, "GD-4.2")),
    (1, 1, {"seat": 1, "do": "win", "by": "rob"}, (1, 1, "GD-4.3")),
    (1, 12, {"seat": 2, "do": "win", "by": "self"}, (12, 2, "GD-4.1")),
    (1, 12, {"seat": 1, "do": "discard", "tile": "9s"}, (12, 1, "GD-3.12")),
    (1, 2, {"do": "horses", "tiles": [["1p", "1p"]] * 4}, (2, None, "GD-9.1")),
    (4, 3, {"seat": 2, "do": "win", "by": "discard"}, (3, 2, "GD-4.2")),
    (4, 3, {"do": "horses", "tiles": [["1p", "1z"]] * 3}, (3, None, "GD-9.2")),
    (4, 3, {"do": "horses", "tiles": [["1p"], ["1z"], ["1s"], ["2s"]]}, (3, None, "GD-9.2")),
    (4, 3, {"do": "horses", "tiles": [["1p", "1p"]] * 4}, (3, None, "GD-9.3")),
    (4, 3, {"do": "horses", "tiles": [["9p", "9p"]] * 4}, (3, None, "GD-9.4")),
    (4, 3, {"do": "horses", "tiles": [["1m", "1p"]] * 4}, (3, None, "GD-14.1")),
    (72, 3, {"do": "horses", "tiles": []}, (3, None, "GD-9.1")),
    (79, 3, {"seat": 1, "do": "discard", "tile": "1p"}, (3, 1, "GD-3.10")),
    (79, 3, {"seat": 2, "do": "draw", "tile": "1p"}, (3, 1, "GD-3.10")),
    (79, 3, {"seat": 1, "do": "draw", "tile": "1p"}, (3, 1, "GD-3.10")),
    (79, 3, None, (3, 1, "GD-3.10")),
    (37, 12, {"seat": 3, "do": "win", "by": "discard"}, (12, 2, "GD-3.10")),
    (37, 12, {"seat": 2, "do": "win", "by": "rob"}, (12, 2, "GD-4.3")),
    (37, 13, {"seat": 2, "do": "draw", "tile": "1z", "from": "tail"}, (13, 2, "GD-3.12")),
    (82, 97, {"seat": 2, "do": "draw", "tile": "1p"}, (97, 2, "GD-11.1")),
    (82, 97, {"seat": 3, "do": "draw", "tile": "1p"}, (97, 3, "GD-3.1")),
]
"""Refusals that no case shows: the case's number, how many of its events stand, what follows (None: the log
stops), and the event, seat and clause of the refusal."""


@pytest.mark.parametrize(("number", "standing", "event", "refused"), REFUSALS)
def test_refusals_beside_the_cases(
    number: int, standing: int, event: dict[str, Any] | None, refused: tuple[int, int | None, str]
) -> None:
    log = case(number)
    events = log["events"][:standing] + ([event] if event else [])
    index, seat, rule = refused
    assert outcome({**log, "events": events}) == {"illegal": {"event": index, "seat": seat, "rule": rule}}


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"variant": "hefei", "options": 1}, "GD-14.1"),
        ({"options": {"horses": True}, "dealer": 7}, "GD-13.1"),
        ({"options": {"fan_values": {"all_pungs": 0}}}, "GD-13.1"),
        ({"dealer": True, "joker": "1z"}, "GD-14.1"),
        ({"stakes": [0, 0, 0, 0]}, "GD-14.1"),
        ({"deal": [["1m"] * 13] * 4}, "GD-14.1"),
        ({"indicator": None}, "GD-2.2"),
        ({"options": {"joker": "none"}}, "GD-2.2"),
        ({"deal": [["1p"] * 13] * 4}, "GD-1.2"),
    ],
)
def test_refusals_of_the_header(change: dict[str, Any], rule: str) -> None:
    assert outcome({**case(1), **change}) == {"illegal": {"event": -1, "seat": None, "rule": rule}}


def test_nothing_is_offered_at_the_end() -> None:
    for param in random_logs():
        (log,) = param.values
        if log["result"]["end"] == "win":
            after = guangdong100.legal_events(log)
            assert all(event["do"] == "win" for event in after)
            assert not after or log["options"].get("horses") == 0


def test_legal_events_after_a_prefix() -> None:
    log = case(4)
    assert guangdong100.legal_events({**log, "events": []}) == [{"seat": 0, "do": "draw"}]
    assert guangdong100.legal_events({**log, "events": log["events"][:2]}) == [
        {"seat": 1, "do": "draw"},
        {"seat": 2, "do": "win", "by": "discard"},
    ]
    assert guangdong100.legal_events({**log, "events": log["events"][:3]}) == [{"do": "horses"}]


def test_next_hand() -> None:
    assert guangdong100.next_hand(case(44)) == {"dealer": 0, "streak": 1}
    assert guangdong100.next_hand(case(66)) == {"dealer": 1, "streak": 0}


def test_all_payments_sum_to_nothing() -> None:
    for param in random_logs():
        result = guangdong100.read(param.values[0])["result"]
        assert sum(result["payments"]) == 0
        assert all(sum(part) == 0 for part in result["parts"].values())


def test_jokers_in_compositions_are_every_kind_they_could_be() -> None:
    """Against the other way round: put every kind for every joker and divide what is then all natural."""
    chance = random.Random(5)
    blocks = [("chow", kind) for kind in KINDS if kind[1] != "z" and int(kind[0]) < 8]
    blocks += [("pung", kind) for kind in KINDS]
    found = 0
    for _ in range(60):
        hand = [tile for block in chance.choices(blocks, k=2) for tile in tiles_of(block)]
        hand += [chance.choice(KINDS)] * 2
        if chance.random() < 0.3:
            hand[0] = chance.choice(KINDS)
        jokers = chance.choice((0, 1, 2))
        natural = tuple(sorted(chance.sample(hand, len(hand) - jokers)))
        every = frozenset().union(
            *(
                divisions(tuple(sorted((*natural, *kinds))), 0, 2, 1)
                for kinds in product(KINDS, repeat=jokers)
            )
        )
        assert divisions(natural, jokers, 2, 1) == every
        assert divides(natural, jokers, 2, 1) == bool(every)
        found += bool(every)
    assert found > 30


def test_every_pattern_fan_is_counted_somewhere() -> None:
    counted = {
        fan
        for param in LOGS
        for winner in param.values[0].get("result", {}).get("winners", [])
        for fan in winner["fans"]
    }
    assert set(PATTERN_VALUES) <= counted


def test_four_jokers_reach_every_hand_that_ten_tiles_allow() -> None:
    natural = ("1z", "1z", "1z", "2z", "2z", "2z", "3z", "3z", "5z", "5z")
    fans = composition_fans(natural, 4, (), (True, True, True, True))
    assert {"all_honors", "all_pungs", "little_four_winds", "triple_luxury_seven_pairs"} <= fans
    assert "big_three_dragons" not in fans
