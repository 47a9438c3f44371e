"""The plain twin of 都匀麻将 against the golden logs, and against itself where the rules are symmetric."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from reference import duyun
from reference.duyun_checks import refusal_of_end
from reference.duyun_hands import fitting, in_order, waits
from reference.duyun_head import BASE_FANS, KINDS

CASES = Path(__file__).parent / "cases" / "duyun"
Log = dict[str, Any]


def load(path: Path) -> Log:
    return dict(json.loads(path.read_text(encoding="utf-8")))


def random_logs() -> list[Log]:
    lines = (CASES / "random.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


RANDOM_LOGS = random_logs()


def answer(log: Log) -> dict[str, Any]:
    """What the twin says of a log, with the keys of a golden log."""
    try:
        return duyun.read(log)
    except duyun.Illegal as refused:
        return {"illegal": {"event": refused.event, "seat": refused.seat, "rule": refused.rule}}


def expected(log: Log) -> dict[str, Any]:
    return {key: log[key] for key in ("result", "next", "illegal") if key in log}


def agrees(log: Log) -> bool:
    got = answer(log)
    return bool(expected(log)) and all(got.get(key) == value for key, value in expected(log).items())


# -- golden logs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(CASES.glob("*.json")), ids=lambda path: path.stem)
def test_golden_log(path: Path) -> None:
    log = load(path)
    assert expected(log)
    assert {key: answer(log).get(key) for key in expected(log)} == expected(log)


def test_golden_random_logs() -> None:
    assert len(RANDOM_LOGS) >= 100
    assert [line for line, log in enumerate(RANDOM_LOGS, 1) if not agrees(log)] == []


def test_golden_events_are_listed_as_legal() -> None:
    """Each event of a whole hand is listed at its state, and the hand may end after the last."""
    for log in RANDOM_LOGS[::6]:
        listed = list(duyun.legal_events_along(log))
        for events, event in zip(listed, log["events"], strict=False):
            without_tile = {key: value for key, value in event.items() if key != "tile"}
            assert (without_tile if event["do"] == "draw" else event) in events
        assert listed[-1] == duyun.legal_events(log)
        assert duyun.may_end(log)


# -- hands: the pictures of the rule text, DY-E.1 – E.10 -----------------------------------------------------


def tiles(written: str) -> tuple[str, ...]:
    """`"234p 55m"` as sorted tiles."""
    return in_order([rank + group[-1] for group in written.split() for rank in group[:-1]])


def largest(hand: tuple[str, ...]) -> str:
    fans = fitting(hand, ())
    return max((fan for fan in BASE_FANS if fan in fans), key=BASE_FANS.__getitem__)


@pytest.mark.parametrize(
    ("written", "fan"),
    [
        ("23445677p 345789s", "basic_hand"),  # E.1
        ("111222444m 33399p", "all_pungs"),  # E.2
        ("11333222456999s", "full_flush"),  # E.3
        ("2244552299m 1199p", "luxury_seven_pairs"),  # E.4
        ("99887755221166p", "pure_seven_pairs"),  # E.5
        ("11133355577799p", "pure_all_pungs"),  # E.5, the right picture
        ("222555888s 88855m", "all_pungs_of_258"),  # E.6
        ("11222244p 557799m", "luxury_seven_pairs"),  # E.7
        ("11334466778899s", "pure_seven_pairs"),  # E.8
        ("11123777888999p", "pure_outside_hand"),  # E.9
        ("11224444557799m", "pure_luxury_seven_pairs"),  # E.10
    ],
)
def test_pictures_of_the_rule_text(written: str, fan: str) -> None:
    assert largest(tiles(written)) == fan


def test_own_fourth_tile_is_no_wait() -> None:
    """DY-6.5: a single wait on a kind that the seat itself holds four times is none."""
    assert waits(tiles("1111m 234p 567p 789s"), ()) == {}
    assert waits(tiles("111m 2m"), (("pung", "5p"), ("pung", "6p"), ("pung", "7p"))).keys() == {"2m", "3m"}
    four_melds = (("concealed", "2p"), ("pung", "6p"), ("pung", "7p"), ("pung", "2s"))
    assert waits(tiles("2m"), four_melds).keys() == {"2m"}


# -- settlement --------------------------------------------------------------------------------------------


def test_two_seats_rob_one_kong() -> None:
    """DY-S.7: each robber settles with the robbed seat, the kong is void, the robbed seat deals."""
    waiting = {1: "123m 456m 789m 99p 46s", 3: "111222333s 77s 46s"}
    deal = [tiles("114477m 23456p 55s"), tiles(waiting[1]), tiles("225588m 234567p 5s"), tiles(waiting[3])]

    def turn(seat: int, drawn: str, thrown: str) -> list[dict[str, Any]]:
        return [{"seat": seat, "do": "draw", "tile": drawn}, {"seat": seat, "do": "discard", "tile": thrown}]

    log: Log = {
        "variant": "duyun",
        "dealer": 0,
        "streak": 0,
        "deal": [list(hand) for hand in deal],
        "events": [
            *turn(0, "1p", "1p"),
            *turn(1, "8p", "8p"),
            *turn(2, "8p", "5s"),
            {"seat": 0, "do": "pung"},
            {"seat": 0, "do": "discard", "tile": "2p"},
            *turn(1, "8p", "8p"),
            *turn(2, "1p", "1p"),
            *turn(3, "1p", "1p"),
            {"seat": 0, "do": "draw", "tile": "5s"},
            {"seat": 0, "do": "kong", "kind": "added", "tile": "5s"},
            {"seat": 1, "do": "win", "by": "rob"},
            {"seat": 3, "do": "win", "by": "rob"},
        ],
    }
    outcome = duyun.read(log)
    assert outcome["result"]["payments"] == outcome["result"]["parts"]["win"] == [-42, 6, 0, 36]
    assert [won["fans"] for won in outcome["result"]["winners"]] == [["basic_hand"], ["full_flush"]]
    assert outcome["next"] == {"dealer": 0, "streak": 1}


# -- symmetries --------------------------------------------------------------------------------------------


def with_suits(value: Any, names: dict[str, str]) -> Any:
    """The log with every tile renamed."""
    if isinstance(value, dict):
        return {key: with_suits(entry, names) for key, entry in value.items()}
    if isinstance(value, list):
        return [with_suits(entry, names) for entry in value]
    return names.get(value, value) if isinstance(value, str) else value


def test_suits_are_alike() -> None:
    for suits in ("psm", "mps", "smp", "spm"):
        names = {kind: kind[0] + suits["mps".index(kind[1])] for kind in KINDS}
        for log in RANDOM_LOGS[::4]:
            assert agrees(with_suits(log, names))


def turned(log: Log, by: int) -> Log:
    """The log with every seat moved on by `by`."""

    def seat(old: int) -> int:
        return (old + by) % 4

    def turned_list(old: list[Any]) -> list[Any]:
        return old[-by:] + old[:-by]

    result = log["result"]
    winners = [
        won | {"seat": seat(won["seat"]), "from": None if won["from"] is None else seat(won["from"])}
        for won in result["winners"]
    ]
    return log | {
        "dealer": seat(log["dealer"]),
        "deal": turned_list(log["deal"]),
        "events": [event | {"seat": seat(event["seat"])} for event in log["events"]],
        "result": {
            "end": result["end"],
            "winners": winners,
            "payments": turned_list(result["payments"]),
            "parts": {part: turned_list(amounts) for part, amounts in result["parts"].items()},
        },
    }


def test_seats_are_alike() -> None:
    for by in (1, 2, 3):
        for log in RANDOM_LOGS[::4]:
            assert agrees(turned(log, by))


# -- random hands ------------------------------------------------------------------------------------------

SETTINGS: list[dict[str, Any]] = [
    {},
    {"pass_lock": True, "late_added_kong": True, "last_tiles": 40},
    {"bean_required": False, "kong_transfer": "turn", "flower_pig_fan": 3, "fan_cap": 8},
    {"ready_needs_bean": True, "ready_pays_self_draw": True, "draw_check": False, "last_tiles": 0},
    {"fan_values": {"seven_pairs": 0, "robbing_the_kong": 2, "basic_hand": 4}, "streak_in_draw": True},
    {"leave_to": "house", "allow_ready": False, "earthly_broken_by_claims": True},
]


def played(rng: random.Random, options: dict[str, Any], *, eager: bool) -> Log:
    """A whole hand of random legal events on a random wall; an eager seat takes what it can claim or win.

    Leaving is rare, so that hands get far.
    """
    wall = [kind for kind in KINDS for _ in range(4)]
    rng.shuffle(wall)
    log: Log = {
        "variant": "duyun",
        "options": options,
        "dealer": rng.randrange(4),
        "streak": rng.randrange(4),
        "indicator": None,
        "joker": None,
        "stakes": None,
        "deal": [[wall.pop() for _ in range(13)] for _ in range(4)],
        "events": [],
    }
    table = duyun.replay(log)
    while True:
        events = duyun.legal_events_at(table)
        if rng.random() > 0.01 and any(event["do"] != "leave" for event in events):
            events = [event for event in events if event["do"] != "leave"]
        claims = [event for event in events if event["do"] in ("win", "kong", "pung", "ready")]
        if not events or (refusal_of_end(table) is None and not (eager and claims)):
            return log
        event = dict(rng.choice(claims if eager and claims else events))
        if event["do"] == "draw":
            event["tile"] = wall.pop(0 if event.get("from") == "tail" else -1)
        duyun.step(table, len(log["events"]), event)
        log["events"].append(event)


@pytest.mark.parametrize("options", SETTINGS, ids=[", ".join(options) or "defaults" for options in SETTINGS])
def test_random_hands_come_to_a_result(options: dict[str, Any]) -> None:
    rng = random.Random(20)
    for number in range(12):
        log = played(rng, options, eager=number % 2 == 0)
        outcome = duyun.read(log)
        result = outcome["result"]
        assert duyun.next_hand(log) == outcome["next"]
        assert [sum(seats) for seats in zip(*result["parts"].values(), strict=True)] == result["payments"]
        if options.get("leave_to") != "house" or result["end"] != "leave":
            assert sum(result["payments"]) == 0
        # Without its last event the hand is not over, unless that was a further win on the same tile.
        shorter = log | {"events": log["events"][:-1]}
        if not duyun.may_end(shorter):
            refused = answer(shorter)["illegal"]
            assert refused["event"] == len(shorter["events"])
            assert refused["rule"] in ("DY-2.7", "DY-5.4", "DY-6.4")


# -- refusals ----------------------------------------------------------------------------------------------


def drawing_dealer(*events: dict[str, Any], **head: Any) -> Log:
    """The first golden log's deal, with these events after the dealer's first draw."""
    log = load(CASES / "001_basic_hand_self_draw.json")
    return log | {"events": [log["events"][0], *events]} | head


@pytest.mark.parametrize(
    ("head", "rule"),
    [
        ({"variant": "hefei"}, "DY-12.1"),
        ({"options": {"base_scores": 6}, "joker": "1m"}, "DY-12.1"),
        ({"options": {"base_score": 6.0}}, "DY-12.1"),
        ({"options": {"base_score": True}}, "DY-12.1"),
        ({"options": {"bean_required": 1}}, "DY-12.1"),
        ({"options": {"fan_values": {"basic_hand": 0}}}, "DY-12.1"),
        ({"options": {"fan_values": None}}, "DY-12.1"),
        ({"options": {"kong_values": {"bright": 1}}}, "DY-12.1"),
        ({"options": {"leave_rate": 1.5}}, "DY-12.1"),
        ({"stakes": [0, 0, 0, 0], "dealer": 4}, "DY-1.4"),
        ({"dealer": 4}, "DY-12.1"),
        ({"dealer": True}, "DY-12.1"),
        ({"streak": -1}, "DY-12.1"),
        ({"deal": [["1m"] * 13] * 3}, "DY-1.2"),
        ({"deal": [["1m"] * 12] * 4}, "DY-1.2"),
    ],
)
def test_bad_head(head: dict[str, Any], rule: str) -> None:
    assert answer(drawing_dealer(**head)) == {"illegal": {"event": -1, "seat": None, "rule": rule}}


@pytest.mark.parametrize("tile", ["1z", "0m", "m1", "", None, 3, ["1m"], "9s"])
def test_bad_tile_in_the_deal(tile: Any) -> None:
    """DY-1.1 names the seat; 9s is a fifth one, where seat 2 holds the others."""
    deal = [list(hand) for hand in drawing_dealer()["deal"]]
    deal[2][:4] = ["9s"] * 4 if tile == "9s" else deal[2][:4]
    deal[3][5] = tile
    deal[0] = ["1m" if kind == "9s" else kind for kind in deal[0]]
    deal[3] = ["1m" if kind == "9s" and kind is not tile else kind for kind in deal[3]]
    refused = answer(drawing_dealer(deal=deal))["illegal"]
    assert refused == {"event": -1, "seat": 3, "rule": "DY-1.1"}


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (None, "DY-12.2"),
        ({"seat": 0}, "DY-12.2"),
        ({"seat": 0, "do": ["draw"]}, "DY-12.2"),
        ({"do": "horses", "tiles": []}, "DY-12.2"),
        ({"seat": 4, "do": "chow"}, "DY-12.2"),
        ({"seat": 0.0, "do": "leave"}, "DY-12.2"),
        ({"seat": 1, "do": "discard", "tile": "3m"}, "DY-2.1"),
        ({"seat": 0, "do": "win", "by": "discard"}, "DY-6.1"),
        ({"seat": 0, "do": "win", "by": "self"}, "DY-6.2"),
        ({"seat": 0, "do": "discard"}, "DY-1.1"),
        ({"seat": 0, "do": "discard", "tile": "1z"}, "DY-1.1"),
        ({"seat": 0, "do": "discard", "tile": "9m"}, "DY-2.3"),
        ({"seat": 0, "do": "kong", "kind": "golden"}, "DY-3.2"),
        ({"seat": 0, "do": "kong", "kind": "concealed"}, "DY-1.1"),
        ({"seat": 0, "do": "kong", "kind": "concealed", "tile": "2m"}, "DY-4.4"),
        ({"seat": 0, "do": "kong", "kind": "added", "tile": "6p"}, "DY-4.3"),
        ({"seat": 0, "do": "chow", "tiles": ["2m", "3m"]}, "DY-2.5"),
        ({"seat": 0, "do": "pung"}, "DY-2.2"),
        ({"seat": 0, "do": "draw", "tile": "1m"}, "DY-2.2"),
    ],
)
def test_refused_in_the_dealers_first_turn(event: Any, rule: str) -> None:
    seat = event.get("seat") if isinstance(event, dict) else None
    assert answer(drawing_dealer(event)) == {"illegal": {"event": 1, "seat": seat, "rule": rule}}


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        ({"seat": 1, "do": "win", "by": "self"}, "DY-6.1"),
        ({"seat": 0, "do": "win", "by": "discard"}, "DY-6.1"),
        ({"seat": 3, "do": "win", "by": "discard"}, "DY-6.2"),
        ({"seat": 2, "do": "draw", "tile": "1m"}, "DY-2.1"),
        ({"seat": 1, "do": "draw", "tile": "1m", "from": "tail"}, "DY-2.1"),
        ({"seat": 1, "do": "draw", "tile": "1z"}, "DY-1.1"),
        ({"seat": 1, "do": "chow", "tiles": ["4p", "5p"]}, "DY-2.5"),
        ({"seat": 1, "do": "pung"}, "DY-3.1"),
        ({"seat": 0, "do": "pung"}, "DY-3.1"),
        ({"seat": 1, "do": "kong", "kind": "melded"}, "DY-3.2"),
        ({"seat": 1, "do": "kong", "kind": "concealed", "tile": "3m"}, "DY-2.1"),
        ({"seat": 1, "do": "ready"}, "DY-5.1"),
        ({"seat": 1, "do": "leave"}, "DY-11.1"),
        ({"seat": 1, "do": "discard", "tile": "3m"}, "DY-2.1"),
    ],
)
def test_refused_on_a_discard(event: dict[str, Any], rule: str) -> None:
    log = drawing_dealer({"seat": 0, "do": "discard", "tile": "6p"}, event)
    assert answer(log) == {"illegal": {"event": 2, "seat": event["seat"], "rule": rule}}


def test_nothing_follows_a_leave() -> None:
    log = drawing_dealer({"seat": 0, "do": "leave"}, {"seat": 1, "do": "draw", "tile": "2m"})
    assert answer(log) == {"illegal": {"event": 2, "seat": 1, "rule": "DY-2.7"}}
    assert duyun.legal_events(log | {"events": log["events"][:2]}) == []
