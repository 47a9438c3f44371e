"""广东100张: needs, waits and patterns against recursion over compositions, with 0–4 jokers, 0–4 melds."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from hupai.ext.rules import rules
from hupai.ext.rules.guangdong100.fans import pattern_fans
from hupai.ext.rules.guangdong100.hands import hand_facts
from hupai.ext.rules.guangdong100.settlement import FANS
from hupai.ext.tiles import TILE_NAMES
from reference.guangdong100_options import KINDS, PATTERN_VALUES
from reference.guangdong100_score import (
    CHOWS,
    PAIRS,
    PUNGS,
    Win,
    composition_fans,
    is_any_wait,
    is_winning_shape,
    pairs_in_force,
    split,
    tiles_of,
)
from reference.guangdong100_score import (
    pattern_fans as patterns_of_win,
)

if TYPE_CHECKING:
    from hupai.ext.rulebook import RuleBook

HANDS = 500
"""Random hands for each value of the seed; a composition is enumerated for each by the twin."""

FAN_VALUES: tuple[dict[str, int], ...] = (
    {},
    {"seven_pairs": 0},
    {"luxury_seven_pairs": 0, "triple_luxury_seven_pairs": 0},
    {
        "seven_pairs": 0,
        "luxury_seven_pairs": 0,
        "double_luxury_seven_pairs": 0,
        "triple_luxury_seven_pairs": 0,
    },
    {"chicken_hand": 50, "half_flush": 60, "four_jokers": 0},
)

Hand = tuple[list[str], list[tuple[str, str]], str]
"""Concealed tiles, melds as the twin has them, and the joker kind."""


@cache
def book(joker: str, values: int) -> RuleBook:
    return rules("guangdong100", joker=f"fixed:{joker}", fan_values=FAN_VALUES[values]).book()


def kinds(names: Any) -> list[int]:
    return [TILE_NAMES.index(name) for name in names]


def blocks_near(chance: random.Random, sets: int) -> list[Any]:
    """Sets and a pair, often of few kinds, so that rare fans come up."""
    suit = chance.choice("pszzz")
    near = chance.random()
    chows = [block for block in CHOWS if near > 0.5 or block[1][1] == suit] or CHOWS
    pungs = [block for block in PUNGS if near > 0.5 or block[1][1] in (suit, "z")]
    pairs = [block for block in PAIRS if near > 0.5 or block[1][1] in (suit, "z")]
    if near < 0.15:
        pungs = [block for block in pungs if block[1][0] in "19" or block[1][1] == "z"]
        pairs = [block for block in pairs if block[1][0] in "19" or block[1][1] == "z"]
    if near > 0.93:
        pungs, pairs = chance.sample(PUNGS[-7 : chance.choice((-3, None))], 4), PAIRS[-7:]
    share = chance.choice((0.0, 0.2, 0.8, 1.0))
    sets_made = [chance.choice(chows if chance.random() < share else pungs) for _ in range(sets)]
    if near > 0.93:
        sets_made[: len(pungs)] = pungs[:sets]
    return [*sets_made, chance.choice(pairs)]


def random_hand(chance: random.Random) -> Hand:
    """A hand of 14 tiles, melds counted for three, complete or nearly so, some of its tiles jokers."""
    melded = chance.choice((0, 0, 0, 1, 2, 3, 4))
    if not melded and chance.random() < 0.4:
        tiles = [
            kind for kind in chance.choices(KINDS[: chance.choice((7, 9, 18, 25))], k=7) for _ in range(2)
        ]
        melds: list[tuple[str, str]] = []
    else:
        melds = []
        while len(melds) < melded:
            form, kind = chance.choice(PUNGS) if chance.random() < 0.6 else chance.choice(PUNGS[-7:])
            if kind not in [other for _, other in melds]:
                melds.append((chance.choice((form, "kong")), kind))
        tiles = [tile for block in blocks_near(chance, 4 - melded) for tile in tiles_of(block)]
    if chance.random() < 0.25:
        tiles[chance.randrange(len(tiles))] = chance.choice(KINDS)
    joker = chance.choice([kind for kind in KINDS if kind not in [other for _, other in melds]])
    for place in chance.sample(range(len(tiles)), min(chance.choice((0, 1, 1, 2, 2, 3, 4)), len(tiles))):
        tiles[place] = joker
    return tiles, melds, joker


def is_possible(tiles: list[str], melds: list[tuple[str, str]]) -> bool:
    """No kind more than four times."""
    return all(
        tiles.count(kind)
        + {"pung": 3, "kong": 4}.get({other: form for form, other in melds}.get(kind, ""), 0)
        <= 4
        for kind in {*tiles, *(kind for _, kind in melds)}
    )


def random_hands(seed: int, hands: int) -> list[Hand]:
    chance = random.Random(seed)
    made: list[Hand] = []
    while len(made) < hands:
        tiles, melds, joker = random_hand(chance)
        if is_possible(tiles, melds):
            made.append((tiles, melds, joker))
    return made


def in_force(values: int) -> dict[str, int]:
    return {**PATTERN_VALUES, **FAN_VALUES[values]}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("values", range(len(FAN_VALUES)))
def test_patterns_are_those_of_all_compositions(seed: int, values: int) -> None:
    found: set[str] = set()
    for tiles, melds, joker in random_hands(100 * values + seed, HANDS):
        natural, jokers = split(tuple(tiles), joker)
        wanted = set(composition_fans(natural, jokers, tuple(melds), pairs_in_force(in_force(values))))
        wanted |= {"four_jokers"} if jokers == 4 else set()
        given = [(TILE_NAMES.index(kind), form == "kong") for form, kind in melds]
        places = pattern_fans(book(joker, values), kinds(tiles), given, TILE_NAMES.index(joker))
        assert {FANS[place] for place in places} == wanted, (tiles, melds, joker)
        found |= wanted
    if values == 0:
        assert found >= set(PATTERN_VALUES) - {"heavenly_hand", "earthly_hand", "four_kongs"}


@pytest.mark.parametrize("values", range(len(FAN_VALUES)))
def test_waits_are_the_kinds_that_complete(values: int) -> None:
    """What wins by self draw, what by shape, whether any tile does, and what has a fan besides 鸡胡."""
    options: Any = rules("guangdong100", fan_values=FAN_VALUES[values]).options
    played = options["fan_values"]
    ready = 0
    for tiles, melds, joker in random_hands(7_000 + values, 220):
        held = tuple(tiles[1:])
        jokers = held.count(joker)
        facts = hand_facts(
            book(joker, values),
            kinds(held),
            [(TILE_NAMES.index(kind), form == "kong") for form, kind in melds],
            TILE_NAMES.index(joker),
        )
        shapes = [kind for kind in KINDS if is_winning_shape((*held, kind), tuple(melds), joker, played)]
        lucky = [kind for kind in KINDS if jokers + (kind == joker) >= 4 and played["four_jokers"]]
        assert facts["shapes"] == kinds(shapes), (held, melds, joker)
        assert facts["waits"] == sorted(kinds({*shapes, *lucky}))
        assert facts["any_wait"] == is_any_wait(held, tuple(melds), joker, played)
        worthy = [
            kind
            for kind in shapes
            if kind != joker
            and held.count(kind) < 4
            and patterns_of_win(Win((*held, kind), tuple(melds), joker, "discard"), options)
        ]
        assert [kind for kind in facts["worthy"] if kind != TILE_NAMES.index(joker)] == kinds(worthy)
        ready += bool(shapes)
    assert ready > 50


def plain_need(tiles: tuple[str, ...], melds: tuple[Any, ...], joker: str, played: dict[str, int]) -> int:
    """The fewest tiles that are missing, by substitution.

    A missing tile is one that a further joker would stand for. So the need is the number of further jokers
    beside which some of the natural tiles, as many as there is room for, make a winning shape.
    """
    natural, jokers = split(tiles, joker)
    room = 14 - 3 * len(melds)
    for need in range(room + 1):
        if any(
            is_winning_shape((*kept, *[joker] * (room - len(kept))), melds, joker, played)
            for kept in subsets(natural, room - jokers - need)
        ):
            return need
    raise AssertionError(f"{tiles} cannot be completed")


def subsets(tiles: tuple[str, ...], size: int) -> set[tuple[str, ...]]:
    """The different choices of so many tiles."""
    found: set[tuple[str, ...]] = {()}
    for _ in range(size):
        found = {
            tuple(sorted((*chosen, tile)))
            for chosen in found
            for tile in set(tiles)
            if chosen.count(tile) < tiles.count(tile)
        }
    return found if size >= 0 else set()


@pytest.mark.parametrize("values", range(len(FAN_VALUES)))
def test_need_is_the_fewest_jokers_more(values: int) -> None:
    """Against substitution: every choice of tiles to keep, jokers for all others."""
    played: Any = rules("guangdong100", fan_values=FAN_VALUES[values]).options["fan_values"]
    chance = random.Random(values)
    hands = [
        hand for hand in random_hands(9_000 + values, 120) if len(hand[0]) <= 11 or chance.random() < 0.15
    ]
    for tiles, melds, joker in hands:
        for place in chance.sample(range(len(tiles)), min(2, len(tiles))):
            if tiles[place] != joker:
                tiles[place] = chance.choice([kind for kind in KINDS if kind != joker])
        if not is_possible(tiles, melds):
            continue
        given = [(TILE_NAMES.index(kind), form == "kong") for form, kind in melds]
        for held in (tuple(tiles), tuple(tiles[1:])):
            wanted = plain_need(held, tuple(melds), joker, played)
            if held.count(joker) == 4 and played["four_jokers"]:
                wanted = min(wanted, 14 - 3 * len(melds) - len(held))
            facts = hand_facts(book(joker, values), kinds(held), given, TILE_NAMES.index(joker))
            assert facts["need"] == wanted, (held, melds, joker)
