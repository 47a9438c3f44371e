"""The plain twin of 嵊州105 against the golden logs, and against itself."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from reference import shengzhou105
from reference.shengzhou105_shape import KINDS, is_bird_wait, is_complete

CASES = Path(__file__).parent / "cases" / "shengzhou105"
Log = dict[str, Any]


def random_logs() -> list[Log]:
    """Whole hands played at random under many options, one a line."""
    return [json.loads(line) for line in (CASES / "random.jsonl").read_text("utf-8").splitlines()]


def golden_logs(field: str) -> list[Any]:
    """Every stored log that has this field as a parameter: cases by file, random hands by line."""
    named = [(path.stem, json.loads(path.read_text("utf-8"))) for path in sorted(CASES.glob("*.json"))]
    named += [(f"random:{n}", log) for n, log in enumerate(random_logs(), 1)]
    return [pytest.param(log, id=name) for name, log in named if field in log]


@pytest.mark.parametrize("log", golden_logs("result"))
def test_result(log: Log) -> None:
    """What the hand comes to, by cause, and who deals next."""
    found = shengzhou105.read(log)
    assert found["result"] == log["result"]
    assert found["next"] == log.get("next", found["next"])
    payments = found["result"]["payments"]
    assert sum(payments) == 0
    assert [sum(part) for part in zip(*found["result"]["parts"].values(), strict=True)] == payments


@pytest.mark.parametrize("log", golden_logs("illegal"))
def test_refusal(log: Log) -> None:
    """Which event is refused, for which seat, by which clause."""
    with pytest.raises(shengzhou105.Illegal) as refused:
        shengzhou105.read(log)
    error = refused.value
    assert {"event": error.event, "seat": error.seat, "rule": error.rule} == log["illegal"]


@pytest.mark.parametrize("log", golden_logs("result"))
def test_what_may_stand_next(log: Log) -> None:
    """Every event of a legal log is among those that may stand there, and nothing follows its end."""
    hand = shengzhou105.begin(log)
    for event in log["events"]:
        said = {key: value for key, value in event.items() if not (key == "tile" and event["do"] == "draw")}
        if "tiles" in said:
            said["tiles"] = sorted(said["tiles"])
        assert said in hand.legal_events()
        hand.apply(event)
    over = hand.legal_events()
    assert over == [] if hand.win else all(event["do"] == "win" for event in over)
    assert shengzhou105.legal_events(log) == over


def test_stopped_early() -> None:
    """SZ-8.8: a log that ends before the hand does is refused where the next event should stand."""
    log = random_logs()[0]
    for length in range(len(log["events"])):
        due = shengzhou105.legal_events(log | {"events": log["events"][:length]})[0]["seat"]
        with pytest.raises(shengzhou105.Illegal) as refused:
            shengzhou105.read(log | {"events": log["events"][:length]})
        assert (refused.value.event, refused.value.seat) == (length, due)


def test_next_hand() -> None:
    """SZ-2.1, 2.2: a dealer that wins goes on with its streak, anybody else's win or a drawn hand ends it."""
    for log in random_logs():
        dealer = log["dealer"]
        if [winner["seat"] for winner in log["result"]["winners"]] == [dealer]:
            assert shengzhou105.next_hand(log) == {"dealer": dealer, "streak": log["streak"] + 1}
        else:
            assert shengzhou105.next_hand(log) == {"dealer": (dealer + 1) % 4, "streak": 0}


def random_sets(chance: random.Random, count: int) -> list[str]:
    """So many pungs and chows, in no order, with no regard to how often a kind may occur."""
    tiles: list[str] = []
    for _ in range(count):
        suit = chance.choice("mpsz")
        if suit == "z" or chance.random() < 0.4:
            tiles += [f"{chance.randint(1, 7)}{suit}"] * 3
        else:
            first = chance.randint(1, 7)
            tiles += [f"{first + step}{suit}" for step in range(3)]
    return tiles


@pytest.mark.parametrize("seed", range(4))
def test_shape(seed: int) -> None:
    """SZ-4.1: sets and a pair are complete, with any tiles of them given as jokers too."""
    chance = random.Random(seed)
    joker = "5z"
    for _ in range(200):
        tiles = [tile for tile in random_sets(chance, 4) if tile != joker]
        tiles += [joker] * (12 - len(tiles)) + [chance.choice(KINDS)] * 2
        for at in chance.sample(range(14), chance.randint(0, 3)):
            tiles[at] = joker
        assert is_complete(tiles, joker)


@pytest.mark.parametrize("seed", range(4))
def test_bird_wait_takes_every_tile(seed: int) -> None:
    """SZ-5.3: a 财鸟 wait is the same as a hand that holds a joker and that all 34 kinds complete."""
    chance = random.Random(seed)
    joker = "9s"
    seen = {True: 0, False: 0}
    for _ in range(150):
        tiles = random_sets(chance, chance.randint(0, 4))
        for at in chance.sample(range(len(tiles)), min(len(tiles), chance.randint(0, 3))):
            tiles[at] = joker
        tiles.append(chance.choice([joker, chance.choice(KINDS)]))
        bird = is_bird_wait(tiles, joker)
        assert bird == (joker in tiles and all(is_complete([*tiles, kind], joker) for kind in KINDS))
        seen[bird] += 1
    assert min(seen.values()) > 10
