"""都匀麻将, plain twin: what a hand is (DY-6.2, DY-6.5, DY-7), by recursion over all its readings."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product

from .duyun_head import KINDS, SUITS

Tiles = tuple[str, ...]  # sorted by suit, then rank
Meld = tuple[str, str]  # ("pung", "melded", "added" or "concealed"; the tile)
Melds = tuple[Meld, ...]
Group = Tiles  # a chow, a pung or a pair

remembered = lru_cache(maxsize=1 << 16)  # bounded, so that a long differential run does not fill the memory
PLACE = {kind: place for place, kind in enumerate(KINDS)}


def in_order(tiles: list[str]) -> Tiles:
    return tuple(sorted(tiles, key=PLACE.__getitem__))


def tiles_of(meld: Meld) -> Tiles:
    kind, tile = meld
    return (tile,) * (3 if kind == "pung" else 4)


@remembered
def readings_of_suit(tiles: Tiles) -> frozenset[tuple[Group, ...]]:
    """Every way to lay these tiles of one suit out in sets and pairs."""
    if not tiles:
        return frozenset({()})
    first = tiles[0]
    after = f"{int(first[0]) + 1}{first[1]}", f"{int(first[0]) + 2}{first[1]}"
    found = set()
    for group in ((first, first), (first, first, first), (first, *after)):
        if not Counter(group) - Counter(tiles):  # the tiles hold the whole group
            rest = list(tiles)
            for tile in group:
                rest.remove(tile)
            found |= {(group, *others) for others in readings_of_suit(tuple(rest))}
    return frozenset(found)


@remembered
def readings(concealed: Tiles) -> tuple[tuple[Group, ...], ...]:
    """Every reading of the concealed tiles as sets and exactly one pair: shape (a) of DY-6.2."""
    if len(concealed) % 3 != 2:
        return ()
    suits = (readings_of_suit(tuple(tile for tile in concealed if tile[1] == suit)) for suit in SUITS)
    whole_hands = (sum(parts, ()) for parts in product(*suits))
    return tuple(groups for groups in whole_hands if sum(len(group) == 2 for group in groups) == 1)


def is_chow(group: Group) -> bool:
    return group[0] != group[-1]


@remembered
def fitting(concealed: Tiles, melds: Melds) -> frozenset[str]:
    """The base fans that fit the complete hand under any reading, 天胡 and 地胡 apart (DY-7.5 – 7.15).

    Empty if the hand has no winning shape (DY-6.2). A kong counts as a pung (DY-7.6).
    """
    hand = concealed + sum(map(tiles_of, melds), ())
    one_suit = len({tile[1] for tile in hand}) == 1
    fans = set()

    melded_sets = tuple((tile, tile, tile) for _, tile in melds)
    for reading in readings(concealed):  # (a) four sets and a pair
        groups = reading + melded_sets
        fans.add("basic_hand")  # DY-7.5
        if one_suit:
            fans.add("full_flush")  # DY-7.8
        if not any(map(is_chow, groups)):
            fans.add("all_pungs")  # DY-7.7
            if one_suit:
                fans.add("pure_all_pungs")  # DY-7.10
            if all(tile[0] in "258" for tile in hand):
                fans.add("all_pungs_of_258")  # DY-7.11
        if one_suit and all(group[0][0] in "19" or group[-1][0] in "19" for group in groups):
            fans.add("pure_outside_hand")  # DY-7.14

    counts = Counter(concealed)
    if not melds and len(concealed) == 14 and all(count in (2, 4) for count in counts.values()):  # (b)
        fans.add("seven_pairs")  # DY-7.9
        if one_suit:
            fans |= {"full_flush", "pure_seven_pairs"}  # DY-7.8, DY-7.13
        if 4 in counts.values():
            fans.add("luxury_seven_pairs")  # DY-7.12
            if one_suit:
                fans.add("pure_luxury_seven_pairs")  # DY-7.15
    return frozenset(fans)


@remembered
def waits(concealed: Tiles, melds: Melds) -> dict[str, frozenset[str]]:
    """The kinds that complete the hand, each with the base fans that then fit.

    A kind of which the seat itself holds all four is none (DY-6.5). Which fans are in play the caller asks.
    """
    held = Counter(concealed + sum(map(tiles_of, melds), ()))
    found = {}
    for kind in KINDS:
        if held[kind] < 4:
            fans = fitting(in_order([*concealed, kind]), melds)
            if fans:
                found[kind] = fans
    return found
