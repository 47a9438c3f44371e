"""Shapes, fans and points of 广东100张 (GD-5, GD-6), by plain recursion over every composition.

A hand is `tiles`, its concealed tiles with the winning one, as a sorted tuple, and `melds`, a tuple of
("pung" or "kong", kind). `joker` is the joker kind or None.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from .guangdong100_options import KINDS, PATTERN_VALUES, SUITS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Tiles = tuple[str, ...]
Block = tuple[str, str]
"""("chow", its lowest tile), or ("pung" | "kong" | "pair", its kind)."""

WINDS = {"1z", "2z", "3z", "4z"}
DRAGONS = {"5z", "6z", "7z"}
TERMINALS = {"1p", "9p", "1s", "9s"}
SEVEN_PAIRS = ("seven_pairs", "luxury_seven_pairs", "double_luxury_seven_pairs", "triple_luxury_seven_pairs")
"""The family of GD-5.2 by its number of groups of identical pairs."""


def tiles_of(block: Block) -> Tiles:
    form, kind = block
    if form == "chow":
        number, suit = int(kind[0]), kind[1]
        return tuple(f"{number + step}{suit}" for step in range(3))
    return (kind,) * {"pair": 2, "pung": 3, "kong": 4}[form]


CHOWS: list[Block] = [("chow", f"{n}{suit}") for suit in SUITS for n in range(1, 8)]
PUNGS: list[Block] = [("pung", kind) for kind in KINDS]
PAIRS: list[Block] = [("pair", kind) for kind in KINDS]
SETS_WITH = {kind: [block for block in CHOWS + PUNGS if kind in tiles_of(block)] for kind in KINDS}


# --- GD-5.1: four sets and a pair -----------------------------------------------------------------------


def next_blocks(tiles: Tiles, jokers: int, sets: int, pairs: int) -> Iterator[tuple[Block, Tiles, int]]:
    """Every block that may hold the first tile (any block, if only jokers are left), with what remains.

    Natural tiles are used where there are any and jokers stand in for the rest: which copy of a kind is
    the joker makes no difference to a composition (GD-5.4).
    """
    if tiles:
        blocks = (SETS_WITH[tiles[0]] if sets else []) + ([("pair", tiles[0])] if pairs else [])
    else:
        blocks = (CHOWS + PUNGS if sets else []) + (PAIRS if pairs else [])
    for block in blocks:
        left, jokers_left = list(tiles), jokers
        for tile in tiles_of(block):
            if tile in left:
                left.remove(tile)
            else:
                jokers_left -= 1
        if jokers_left >= 0:
            yield block, tuple(left), jokers_left


@lru_cache(maxsize=1 << 18)
def divides(tiles: Tiles, jokers: int, sets: int, pairs: int) -> bool:
    """Whether the tiles and jokers make that many sets and pairs."""
    if not tiles:
        return jokers == 3 * sets + 2 * pairs
    return any(
        divides(left, jokers_left, sets - (block[0] != "pair"), pairs - (block[0] == "pair"))
        for block, left, jokers_left in next_blocks(tiles, jokers, sets, pairs)
    )


@lru_cache(maxsize=1 << 16)
def divisions(tiles: Tiles, jokers: int, sets: int, pairs: int) -> frozenset[tuple[Block, ...]]:
    """Every way in which tiles and jokers make that many sets and pairs, each a sorted tuple of blocks."""
    if not sets and not pairs:
        return frozenset() if tiles or jokers else frozenset([()])
    return frozenset(
        tuple(sorted((block, *others)))
        for block, left, jokers_left in next_blocks(tiles, jokers, sets, pairs)
        for others in divisions(left, jokers_left, sets - (block[0] != "pair"), pairs - (block[0] == "pair"))
    )


# --- GD-5.2: seven pairs --------------------------------------------------------------------------------


def pair_divisions(tiles: Tiles, jokers: int) -> Iterator[tuple[Block, ...]]:
    """Every way in which fourteen concealed tiles make seven pairs."""
    counts = Counter(tiles)
    pairs = [kind for kind, count in counts.items() for _ in range((count + 1) // 2)]
    singles = sum(count % 2 for count in counts.values())
    if len(tiles) + jokers == 14 and singles <= jokers:
        for kinds in combinations_with_replacement(KINDS, (jokers - singles) // 2):
            yield tuple(("pair", kind) for kind in [*pairs, *kinds])


def groups(pairs: tuple[Block, ...]) -> int:
    """q: a kind present as two or three pairs gives one group of identical pairs, as four pairs two."""
    return sum(count // 2 for count in Counter(pairs).values())


# --- compositions ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Composition:
    """One way to read a winning hand, its melds included (GD-5.4)."""

    blocks: tuple[Block, ...]

    def forms(self, *names: str) -> list[str]:
        """The kinds of the blocks of these forms; for chows, the lowest tile."""
        return [kind for form, kind in self.blocks if form in names]

    @property
    def is_seven_pairs(self) -> bool:
        return len(self.blocks) == 7

    @property
    def tiles(self) -> list[str]:
        return [tile for block in self.blocks for tile in tiles_of(block)]


def split(tiles: Tiles, joker: str | None) -> tuple[Tiles, int]:
    """The natural tiles, sorted, and the number of jokers."""
    natural = tuple(sorted(tile for tile in tiles if tile != joker))
    return natural, len(tiles) - len(natural)


def pairs_in_force(values: dict[str, int]) -> tuple[bool, ...]:
    """For q = 0, 1, 2, 3, whether seven pairs with q groups are a winning shape (GD-5.2)."""
    return tuple(values[fan] > 0 for fan in SEVEN_PAIRS)


def is_winning_shape(
    tiles: Tiles, melds: tuple[Block, ...], joker: str | None, values: dict[str, int]
) -> bool:
    """GD-5.1 or GD-5.2. `tiles` includes the winning tile; `values` is the option `fan_values`."""
    natural, jokers = split(tiles, joker)
    if divides(natural, jokers, 4 - len(melds), 1):
        return True
    in_force = pairs_in_force(values)
    return not melds and any(in_force[groups(pairs)] for pairs in pair_divisions(natural, jokers))


def compositions(
    natural: Tiles, jokers: int, melds: tuple[Block, ...], in_force: tuple[bool, ...]
) -> Iterator[Composition]:
    """Every composition of a winning hand (GD-5.4)."""
    for blocks in divisions(natural, jokers, 4 - len(melds), 1):
        yield Composition(melds + blocks)
    if not melds:
        for pairs in pair_divisions(natural, jokers):
            if in_force[groups(pairs)]:
                yield Composition(pairs)


# --- GD-6.4: pattern fans -------------------------------------------------------------------------------


def all_pungs(hand: Composition) -> bool:
    """碰碰胡"""
    return len(hand.forms("pung", "kong")) == 4


def all_chows(hand: Composition) -> bool:
    """平胡"""
    return len(hand.forms("chow")) == 4


def chicken_hand(hand: Composition) -> bool:
    """鸡胡"""
    return bool(hand.forms("chow")) and bool(hand.forms("pung", "kong"))


def full_flush(hand: Composition) -> bool:
    """清一色"""
    colours = {tile[1] for tile in hand.tiles}
    return len(colours) == 1 and colours != {"z"}


def half_flush(hand: Composition) -> bool:
    """混一色: one suit and honours, at least one tile of each."""
    colours = {tile[1] for tile in hand.tiles}
    return len(colours) == 2 and "z" in colours


def all_honors(hand: Composition) -> bool:
    """字一色"""
    return all(tile[1] == "z" for tile in hand.tiles)


def all_terminals_and_honors(hand: Composition) -> bool:
    """混幺九: 1, 9 and honours only, at least two of them 1 or 9."""
    terminals = [tile for tile in hand.tiles if tile in TERMINALS]
    honors = [tile for tile in hand.tiles if tile[1] == "z"]
    return len(terminals) + len(honors) == len(hand.tiles) and len(terminals) >= 2


def big(hand: Composition, kinds: set[str]) -> bool:
    """Pungs or kongs of all these kinds."""
    return kinds <= set(hand.forms("pung", "kong"))


def little(hand: Composition, kinds: set[str]) -> bool:
    """Pungs or kongs of all these kinds but one, and the pair of that one. Seven pairs have no pungs."""
    lacking = kinds - set(hand.forms("pung", "kong"))
    return len(lacking) == 1 and lacking == set(hand.forms("pair"))


def pairs_with(q: int) -> Callable[[Composition], bool]:
    return lambda hand: hand.is_seven_pairs and groups(hand.blocks) == q


HOLDS: dict[str, Callable[[Composition], bool]] = {
    "triple_luxury_seven_pairs": pairs_with(3),  # 三豪华七对
    "four_kongs": lambda hand: len(hand.forms("kong")) == 4,  # 十八罗汉
    "big_three_dragons": lambda hand: big(hand, DRAGONS),  # 大三元
    "big_four_winds": lambda hand: big(hand, WINDS),  # 大四喜
    "double_luxury_seven_pairs": pairs_with(2),  # 双豪华七对
    "all_honors": all_honors,
    "little_three_dragons": lambda hand: little(hand, DRAGONS),  # 小三元
    "little_four_winds": lambda hand: little(hand, WINDS),  # 小四喜
    "luxury_seven_pairs": pairs_with(1),  # 豪华七对
    "all_terminals_and_honors": all_terminals_and_honors,
    "full_flush_pungs": lambda hand: all_pungs(hand) and full_flush(hand),  # 清碰
    "seven_pairs": pairs_with(0),  # 七对
    "full_flush": full_flush,
    "half_flush_pungs": lambda hand: all_pungs(hand) and half_flush(hand),  # 混碰
    "half_flush": half_flush,
    "all_pungs": all_pungs,
    "all_chows": all_chows,
    "chicken_hand": chicken_hand,
}
"""The fans that a composition decides; 天胡, 地胡 and 四鬼 look at the win instead."""


@lru_cache(maxsize=1 << 14)
def composition_fans(
    natural: Tiles, jokers: int, melds: tuple[Block, ...], in_force: tuple[bool, ...]
) -> frozenset[str]:
    """Every fan of HOLDS that some composition of the hand has."""
    found: set[str] = set()
    for hand in compositions(natural, jokers, melds, in_force):
        found.update(fan for fan, holds in HOLDS.items() if fan not in found and holds(hand))
    return frozenset(found)


@dataclass(frozen=True)
class Win:
    """What a win is judged by. `by` is "self", "discard" or "rob"."""

    tiles: Tiles
    melds: tuple[Block, ...]
    joker: str | None
    by: str
    on_first_draw: bool = False
    """By self draw, on the first tile that the seat has drawn, with no meld before (天胡, 地胡)."""
    is_dealer: bool = False
    on_replacement: bool = False

    @property
    def jokers(self) -> int:
        return split(self.tiles, self.joker)[1]


def allowed_by(setting: str, by: str) -> bool:
    """How `chicken_hand_wins` and `any_wait_wins` are read: "self", "self_or_rob" or "any"."""
    ways = {"self": ("self",), "self_or_rob": ("self", "rob"), "any": ("self", "rob", "discard")}
    return by in ways[setting]


def pattern_fans(win: Win, options: dict[str, Any]) -> set[str]:
    """Every pattern fan that the win could count; empty if it is no shape and has no four jokers."""
    values = options["fan_values"]
    natural, jokers = split(win.tiles, win.joker)
    fans = set(composition_fans(natural, jokers, win.melds, pairs_in_force(values)))
    is_complete = bool(fans)  # sets make 碰碰胡, 平胡 or 鸡胡, pairs a 七对
    if not allowed_by(options["chicken_hand_wins"], win.by):  # GD-4.4
        fans.discard("chicken_hand")
    if jokers == 4:
        fans.add("four_jokers")
    if win.on_first_draw and (is_complete or options["four_jokers_first_turn"]):  # GD-6.4 note (e)
        fans.add("heavenly_hand" if win.is_dealer else "earthly_hand")
    return {fan for fan in fans if values[fan] > 0}


def is_any_wait(tiles: Tiles, melds: tuple[Block, ...], joker: str | None, values: dict[str, int]) -> bool:
    """任意胡 (GD-4.5). `tiles` are the concealed tiles before the winning one."""
    if split(tiles, joker)[1] == 4 and values["four_jokers"] > 0:
        return True
    return all(is_winning_shape((*tiles, kind), melds, joker, values) for kind in KINDS)


def score(win: Win, options: dict[str, Any]) -> tuple[list[str], int]:
    """The fans that count, sorted, and the points (GD-6.1, 6.2, 6.5–6.7, 6.9)."""
    values = options["fan_values"]
    order = list(PATTERN_VALUES)
    pattern = min(pattern_fans(win, options), key=lambda fan: (-values[fan], order.index(fan)))
    fans = [pattern]
    if win.by == "rob":
        way = "robbing_the_kong"
    elif win.by == "discard":
        way = "discard_win"
    else:
        way = "out_with_replacement" if win.on_replacement else "self_draw"
    if way in ("robbing_the_kong", "out_with_replacement"):
        fans.append(way)
    points = values[pattern] * values[way]
    if win.jokers == 0 and (win.joker is not None or options["no_jokers_when_none"]):  # GD-6.6
        fans.append("no_jokers")
        points *= values["no_jokers"]
    if options["points_cap"] > 0:
        points = min(points, options["points_cap"])
    return sorted(fans), points
