"""都匀麻将: needs, waits and base fans of hands against recursion over readings, whatever is in play."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from hupai.ext.rules import rules
from hupai.ext.rules.duyun.hands import hand_facts
from hupai.ext.rules.duyun.settlement import FANS
from hupai.ext.tiles import TILE_NAMES
from reference.duyun_hands import fitting, in_order, waits
from reference.duyun_head import BASE_FANS, KINDS
from reference.shapes import SUIT9, block_need

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hupai.ext.rulebook import RuleBook

HANDS = 400
SUITS = range(3)
PAIR_FANS = ("seven_pairs", "luxury_seven_pairs", "pure_seven_pairs", "pure_luxury_seven_pairs", "full_flush")

FAN_VALUES: tuple[dict[str, int], ...] = (
    {},
    {"seven_pairs": 0},
    {"seven_pairs": 0, "luxury_seven_pairs": 0},
    {"seven_pairs": 0, "full_flush": 0, "pure_seven_pairs": 0},
    {"seven_pairs": 0, "luxury_seven_pairs": 0, "full_flush": 0, "pure_seven_pairs": 0},
    dict.fromkeys(PAIR_FANS, 0),
    {"all_pungs": 0, "full_flush": 0},
    {"all_pungs": 0, "pure_all_pungs": 0, "all_pungs_of_258": 0, "pure_outside_hand": 0, "full_flush": 0},
)

# -- hands of every sort: kinds of the concealed tiles, and melds


Melds = list[tuple[int, bool]]
Drawn = tuple[list[int], Melds]


def held(rng: random.Random, groups: list[list[int]], spoilt: int) -> list[int]:
    """The tiles of the groups, some of them exchanged for others."""
    tiles = [kind for group in groups for kind in group]
    for _ in range(spoilt):
        tiles.remove(rng.choice(tiles))
    while len(tiles) < sum(map(len, groups)):
        kind = rng.randrange(27)
        if tiles.count(kind) < 4:
            tiles.append(kind)
    return tiles


def sets_of(rng: random.Random, numbers: list[int], suits: list[int], *, chows: bool) -> Drawn:
    """Four sets and a pair of these numbers (0–8) and suits; some of the pungs are melded, some as kongs."""
    while True:
        groups, melds = [], []
        for _ in range(4):
            suit, number = rng.choice(suits), rng.choice(numbers)
            low = min(number, 6)
            if chows and rng.random() < 0.6:
                groups.append([9 * suit + low + step for step in range(3)])
            elif rng.random() < 0.4:
                melds.append((9 * suit + number, rng.random() < 0.4))
            else:
                groups.append([9 * suit + number] * 3)
        groups.append([9 * rng.choice(suits) + rng.choice(numbers)] * 2)
        total = Counter(kind for group in groups for kind in group)
        for kind, kong in melds:
            total[kind] += 4 if kong else 3
        if max(total.values()) <= 4:
            return held(rng, groups, rng.choice((0, 0, 1, 2))), melds


def pairs_of(rng: random.Random, suits: list[int]) -> Drawn:
    kinds = [9 * suit + number for suit in suits for number in range(9)] * 2
    return held(rng, [[kind] * 2 for kind in rng.sample(kinds, 7)], rng.choice((0, 0, 1, 2, 4))), []


def any_hand(rng: random.Random) -> Drawn:
    return sorted(rng.sample(range(108), 14)), []


def drawn_hands(seed: int) -> Iterator[Drawn]:
    """Hands of 14 tiles, melds counted for three, most of them nearly complete."""
    rng = random.Random(seed)
    every, ends = list(range(9)), [0, 8, 0, 8, 2, 6]
    sorts: list[Callable[[], Drawn]] = [
        lambda: sets_of(rng, every, [0, 1, 2], chows=True),
        lambda: sets_of(rng, every, [rng.randrange(3)], chows=True),
        lambda: sets_of(rng, every, [0, 1, 2], chows=False),
        lambda: sets_of(rng, every, [rng.randrange(3)], chows=False),
        lambda: sets_of(rng, [1, 4, 7], [0, 1, 2], chows=False),
        lambda: sets_of(rng, ends, [rng.randrange(3)], chows=True),
        lambda: pairs_of(rng, [0, 1, 2]),
        lambda: pairs_of(rng, [rng.randrange(3)]),
    ]
    for number in range(HANDS):
        tiles, melds = sorts[number % len(sorts)]()
        yield tiles, melds
    for _ in range(HANDS // 10):
        yield [place // 4 for place in any_hand(rng)[0]], []


# -- the same by recursion


def names(kinds: list[int]) -> list[str]:
    return [TILE_NAMES[kind] for kind in kinds]


def named_melds(melds: Melds) -> tuple[tuple[str, str], ...]:
    return tuple(("melded" if kong else "pung", TILE_NAMES[kind]) for kind, kong in melds)


def counts_of(tiles: list[int]) -> list[int]:
    counted = Counter(tiles)
    return [counted[kind] for kind in range(27)]


def sets_needed(tiles: list[int], melds: int) -> int:
    """Tiles needed for the other sets and a pair, by all ways to share them among the suits."""
    counts = counts_of(tiles)
    suits = [tuple(counts[9 * suit : 9 * suit + 9]) for suit in SUITS]
    return min(
        sum(block_need(SUIT9, suits[suit], shared[suit], suit == pair) for suit in SUITS)
        for shared in product(range(5 - melds), repeat=3)
        if sum(shared) == 4 - melds
        for pair in SUITS
    )


def pairs_needed(tiles: list[int], values: dict[str, int]) -> int:
    """Tiles needed for seven pairs that a fan in play fits, over all targets of 0, 2 or 4 of each kind."""

    def least(suits: list[int], *, with_four: bool) -> int:
        best = {(0, False): 0}  # (pairs so far, whether a kind has four) -> tiles needed
        counts = counts_of(tiles)
        for kind in (9 * suit + number for suit in suits for number in range(9)):
            after: dict[tuple[int, bool], int] = {}
            for (pairs, four), needed in best.items():
                for more in range(3):
                    state = (pairs + more, four or more == 2)
                    cost = needed + max(0, 2 * more - counts[kind])
                    if state[0] <= 7 and cost < after.get(state, 99):
                        after[state] = cost
            best = after
        return min(cost for (pairs, four), cost in best.items() if pairs == 7 and (four or not with_four))

    def in_play(*fans: str) -> bool:
        return any(values.get(fan, BASE_FANS[fan]) for fan in fans)

    found = [99]
    if in_play("seven_pairs"):
        found.append(least([0, 1, 2], with_four=False))
    if in_play("luxury_seven_pairs"):
        found.append(least([0, 1, 2], with_four=True))
    for suit in SUITS:
        if in_play("full_flush", "pure_seven_pairs"):
            found.append(least([suit], with_four=False))
        if in_play("pure_luxury_seven_pairs"):
            found.append(least([suit], with_four=True))
    return min(found)


def needed_by(tiles: list[int], melds: Melds, values: dict[str, int]) -> int:
    sets = sets_needed(tiles, len(melds))
    return sets if melds else min(sets, pairs_needed(tiles, values))


# -- comparisons


def book_of(values: dict[str, int]) -> RuleBook:
    return rules("duyun", fan_values=values).book()


def fans_in_play(found: Any, values: dict[str, int]) -> set[str]:
    return {fan for fan in found if values.get(fan, BASE_FANS[fan])}


@pytest.mark.parametrize("values", FAN_VALUES, ids=str)
def test_base_fans_and_waits(values: dict[str, int]) -> None:
    book = book_of(values)
    complete = ready = larger = 0
    for tiles, melds in drawn_hands(1):
        melded = named_melds(melds)
        facts = hand_facts(book, tiles, melds)
        fits = fans_in_play(fitting(in_order(names(tiles)), melded), values)
        assert {FANS[fan] for fan in facts["fans"]} == fits
        assert (facts["need"] == 0) == bool(fits)
        complete += bool(fits)
        without = hand_facts(book, tiles[1:], melds)
        waiting = {
            wait: fans_in_play(fans, values)
            for wait, fans in waits(in_order(names(tiles[1:])), melded).items()
            if fans_in_play(fans, values)
        }
        assert set(names(without["waits"])) == set(waiting)
        assert set(names(without["larger"])) == {wait for wait in waiting if waiting[wait] != {"basic_hand"}}
        ready += bool(waiting)
        larger += bool(without["larger"])
    assert complete > HANDS // 10
    assert ready > HANDS // 5
    assert larger > HANDS // 20


@pytest.mark.parametrize("values", FAN_VALUES[:6], ids=str)
def test_needs_and_masks(values: dict[str, int]) -> None:
    book = book_of(values)
    for number, (tiles, melds) in enumerate(drawn_hands(2)):
        if number % 8:
            continue
        facts = hand_facts(book, tiles, melds)
        assert facts["need"] == needed_by(tiles, melds, values)
        for kind in set(tiles):
            rest = list(tiles)
            rest.remove(kind)
            assert (kind in facts["keeps"]) == (needed_by(rest, melds, values) == facts["need"])
        thirteen = hand_facts(book, tiles[1:], melds)
        for kind in range(27):
            if tiles[1:].count(kind) < 4:
                more = needed_by([*tiles[1:], kind], melds, values)
                assert (kind in thirteen["lowers"]) == (more < thirteen["need"])


def test_every_base_fan_of_the_hand_is_met() -> None:
    """The hands above hold each of them: none is compared with nothing."""
    met = {fan for tiles, melds in drawn_hands(1) for fan in hand_facts(book_of({}), tiles, melds)["fans"]}
    assert {FANS[fan] for fan in met} == set(BASE_FANS) - {"heavenly_hand", "earthly_hand"}


def test_kinds_are_those_of_the_deck() -> None:
    assert TILE_NAMES[:27] == KINDS
