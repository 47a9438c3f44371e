"""Tiles and how they are written.

A kind is a number from 0 to 33: 0–8 for 1m–9m 万, 9–17 for 1p–9p 筒, 18–26 for 1s–9s 条, 27–33 for 1z–7z
(东 南 西 北 中 发 白). Hands are written as players write them: ``234m 55p 7z``.
"""

from hupai.ext.errors import UsageError

SUIT_LETTERS = "mpsz"
TILE_NAMES = tuple(f"{rank + 1}{'mpsz'[suit]}" for suit in range(4) for rank in range(9 if suit < 3 else 7))
TILE_NAMES_ZH = (
    *(rank + "万" for rank in "一二三四五六七八九"),
    *(rank + "筒" for rank in "一二三四五六七八九"),
    *(rank + "条" for rank in "一二三四五六七八九"),
    *"东南西北中发白",
)

cdef dict KIND_OF = {name: kind for kind, name in enumerate(TILE_NAMES)}
cdef str ALLOWED = "1m–9m, 1p–9p, 1s–9s, 1z–7z"


def parse_tile(text):
    """Return the kind of the tile that `text` names, such as ``3m``.

    Raises
    ------
    UsageError
        If `text` names no tile.
    """
    if isinstance(text, str):
        kind = KIND_OF.get(text)
        if kind is not None:
            return kind
    raise UsageError(f"{text!r} is no tile. Allowed: {ALLOWED}.")


def tile_name(int kind):
    """Return the name of `kind`, such as ``3m``.

    Raises
    ------
    UsageError
        If `kind` is not a number from 0 to 33.
    """
    if not 0 <= kind < KINDS:
        raise UsageError(f"{kind} is no kind of tile. Allowed: 0 to {KINDS - 1}.")
    return TILE_NAMES[kind]


def parse_hand(text):
    """Return the kinds that `text` names, in its order: ``234m 55p 7z`` gives seven.

    Blanks between groups are free; a group is digits and one suit letter.

    Raises
    ------
    UsageError
        If digits have no suit, a suit no digits, or a tile does not exist.
    """
    if not isinstance(text, str):
        raise UsageError(f"a hand is text such as '234m 55p 7z', not {text!r}.")
    kinds = []
    ranks = ""
    for place, letter in enumerate(text, start=1):
        if letter in "123456789":
            ranks += letter
        elif letter in SUIT_LETTERS and ranks:
            for rank in ranks:
                kind = KIND_OF.get(rank + letter)
                if kind is None:
                    raise UsageError(f"{rank + letter!r} in {text!r} is no tile. Allowed: {ALLOWED}.")
                kinds.append(kind)
            ranks = ""
        elif letter in SUIT_LETTERS:
            raise UsageError(f"{text!r}: character {place}, the suit {letter!r}, has no digits before it.")
        elif letter.isspace() and not ranks:
            continue
        elif letter.isspace():
            raise UsageError(f"{text!r}: the digits {ranks!r} have no suit. Allowed: m 万, p 筒, s 条, z 字.")
        else:
            raise UsageError(
                f"{text!r}: character {place}, {letter!r}, belongs to no tile. Tiles are digits and a suit, "
                "such as '234m 55p 7z'."
            )
    if ranks:
        raise UsageError(f"{text!r}: the digits {ranks!r} have no suit. Allowed: m 万, p 筒, s 条, z 字.")
    return kinds


def format_hand(kinds):
    """Return `kinds` as players write them, sorted: ``234m 55p 7z``.

    Raises
    ------
    UsageError
        If one of `kinds` is not a number from 0 to 33.
    """
    groups = {}
    for name in map(tile_name, sorted(kinds)):
        groups.setdefault(name[1], []).append(name[0])
    return " ".join("".join(ranks) + suit for suit, ranks in groups.items())
