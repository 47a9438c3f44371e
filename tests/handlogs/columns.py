"""What a run's tables must say of a hand, counted from its log alone, event by event.

What is common to all variants is here; `reference/<variant>_columns.py` adds what only a variant knows: tiles
needed, waits, own columns, marks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, cast

from hupai.ext.rules import Rules, variants
from hupai.ext.tiles import TILE_NAMES

if TYPE_CHECKING:
    from .settings import Log

Row = dict[str, Any]
KINDS = ("chow", "pung", "melded", "added", "concealed")


@dataclass
class Melded:
    """A meld on the table: `tile` is the kind, of a chow the lowest; `claimed` None for a concealed kong."""

    seat: int
    kind: str
    tile: str
    claimed: str | None
    source: int
    born: int
    konged: int


@dataclass
class Seen:
    """A hand as somebody saw it who counted along."""

    hands: list[list[str]]
    dealer: int
    draws: list[int] = field(default_factory=lambda: [0] * 4)
    discards: list[int] = field(default_factory=lambda: [0] * 4)
    melds: list[Melded] = field(default_factory=list)
    declared: list[int | None] = field(default_factory=lambda: [None] * 4)
    """Own draws when 报听 was declared."""
    ready: list[int | None] = field(default_factory=lambda: [None] * 4)
    """Own draws when the hand was first ready."""
    waited: list[frozenset[str]] = field(default_factory=lambda: [frozenset()] * 4)
    """What each seat waited on after its last discard, kong or, before these, the deal."""
    clock: int = 0
    tile: str = ""
    """The tile drawn, discarded or added last."""
    turn: int = 0
    """The seat that drew, discarded, claimed or konged last."""
    replaced: bool = False
    """The last draw came from the tail."""
    robbed: bool = False
    left: int | None = None

    def of(self, seat: int) -> list[Melded]:
        return [meld for meld in self.melds if meld.seat == seat]


class Known(Protocol):
    """What `reference/<variant>_columns.py` has."""

    def need(self, hand: list[str], options: Row) -> int:
        """Tiles that 13 tiles lack."""

    def waits(self, hand: list[str], melds: list[Melded], options: Row) -> frozenset[str]:
        """Tiles that complete a hand."""

    def own(self, seen: Seen, log: Log, options: Row) -> Row:
        """The variant's own columns."""

    def marks(self, seen: Seen, log: Log) -> int:
        """The variant's marks in the facts."""


KNOWN = [name for name in variants() if find_spec(f"reference.{name}_columns")]
"""Variants that have such a module."""


def known(variant: str) -> Known:
    return cast("Known", import_module(f"reference.{variant}_columns"))


def watch(log: Log, rules: Rules) -> Seen:
    """Go through a legal log."""
    options, variant = rules.options, known(rules.name)
    seen = Seen([sorted(hand) for hand in log["deal"]], log["dealer"], turn=log["dealer"])

    def settled(seat: int) -> None:
        seen.waited[seat] = variant.waits(seen.hands[seat], seen.of(seat), options)
        if seen.waited[seat] and seen.ready[seat] is None:
            seen.ready[seat] = seen.draws[seat]

    for seat in range(4):
        settled(seat)
    for event in log["events"]:
        seat, do = event.get("seat"), event["do"]
        if do == "draw":
            seen.hands[seat].append(event["tile"])
            seen.draws[seat] += 1
            seen.replaced = event.get("from") == "tail"
            seen.tile, seen.turn = event["tile"], seat
        elif do == "ready":
            seen.declared[seat] = seen.draws[seat]
        elif do == "discard":
            seen.hands[seat].remove(event["tile"])
            seen.discards[seat] += 1
            seen.tile, seen.turn = event["tile"], seat
            settled(seat)
        elif do in ("chow", "pung", "kong"):
            meld(seen, event)
            if do == "kong":
                settled(seat)
        elif do == "win" and event["by"] == "rob":
            for robbed in seen.of(seen.turn):
                if robbed.kind == "added" and robbed.tile == seen.tile:
                    robbed.kind, robbed.konged = "pung", robbed.born
            seen.robbed = True
        elif do == "leave":
            seen.left = seat
    return seen


def meld(seen: Seen, event: Row) -> None:
    """Take a claim or kong into account."""
    seat, hand = event["seat"], seen.hands[event["seat"]]
    kind: str = event.get("kind") or event["do"]
    if kind == "added":
        pung = next(m for m in seen.of(seat) if m.kind == "pung" and m.tile == event["tile"])
        hand.remove(event["tile"])
        pung.kind, pung.konged = "added", seen.clock
        seen.tile = event["tile"]
    else:
        tile = event["tile"] if kind == "concealed" else seen.tile
        from_hand = (
            event["tiles"] if kind == "chow" else [tile] * {"pung": 2, "melded": 3, "concealed": 4}[kind]
        )
        for name in from_hand:
            hand.remove(name)
        lowest = min([tile, *from_hand], key=TILE_NAMES.index)
        claimed, source = (None, seat) if kind == "concealed" else (tile, seen.turn)
        seen.melds.append(Melded(seat, kind, lowest, claimed, source, seen.clock, seen.clock))
    seen.clock += 1
    seen.turn = seat
    seen.replaced = False


def hand_row(log: Log, number: int, hands_per_table: int, rules: Rules) -> Row:
    """The row of `hands`."""
    seen, result, options = watch(log, rules), log["result"], rules.options
    draws = sum(seen.draws)
    row: Row = {
        "hand": number,
        "table": number // hands_per_table,
        "round": number % hands_per_table,
        "dealer": log["dealer"],
        "streak": log["streak"],
        "end": result["end"],
        "winners": len(result["winners"]),
        "draws": draws,
        "wall_left": rules.definition.variant.deck.tiles - 52 - (log["indicator"] is not None) - draws,
    }
    for seat in range(4):
        kinds = [meld.kind for meld in seen.of(seat)]
        row[f"pay_{seat}"] = result["payments"][seat]
        for part, amounts in result["parts"].items():
            row[f"{'part_stakes' if part == 'stakes' else part}_{seat}"] = amounts[seat]
        row[f"chows_{seat}"] = kinds.count("chow")
        row[f"pungs_{seat}"] = kinds.count("pung")
        row[f"kongs_{seat}"] = len(kinds) - kinds.count("chow") - kinds.count("pung")
        row[f"need_{seat}"] = known(rules.name).need(sorted(log["deal"][seat]), options)
        row[f"ready_{seat}"] = seen.ready[seat]
    return row | known(rules.name).own(seen, log, options)


def win_rows(log: Log, number: int, rules: Rules) -> list[Row]:
    """The rows of `wins`."""
    seen, first = watch(log, rules), rules.definition.parts[0].key
    return [
        {
            "hand": number,
            "seat": win["seat"],
            "position": (win["seat"] - log["dealer"]) % 4,
            "by": win["by"],
            "from": win["from"],
            "turn": seen.draws[win["seat"]],
            "tile": seen.tile,
            "points": win["points"],
            "gain": log["result"]["parts"][first][win["seat"]],
            "fans": win["fans"],
        }
        for win in log["result"]["winners"]
    ]


def fact_row(log: Log, number: int, rules: Rules) -> Row:
    """The row of `facts`, decoded: see `decoded`."""
    seen, winners = watch(log, rules), log["result"]["winners"]
    won = {win["seat"] for win in winners}
    by = winners[0]["by"] if winners else None
    tiles = []
    for seat in range(4):
        held = list(seen.hands[seat])
        if by == "self" and seat in won:
            held.remove(seen.tile)
        tiles.append(sorted(held, key=TILE_NAMES.index) if seat in won else None)
    return {
        "hand": number,
        "dealer": log["dealer"],
        "streak": log["streak"],
        "end": log["result"]["end"],
        "by": by,
        "from": winners[0]["from"] if winners else seen.left,
        "tile": seen.tile if winners else None,
        "joker": log["joker"],
        "winners": sum(1 << seat for seat in won),
        "declared": sum(1 << seat for seat in range(4) if seen.declared[seat] is not None),
        "turns": seen.draws,
        "tiles": tiles,
        "melds": [
            (m.seat, m.kind, m.tile, m.claimed, m.source, m.born, m.konged)
            for m in sorted(seen.melds, key=lambda m: m.born)
        ],
        "marks": known(rules.name).marks(seen, log),
    }


def decoded(row: Row) -> Row:
    """A row of the table `facts`, its codes read as docs/run-folder.md describes them."""
    plain = {name: value for name, value in row.items() if not name.startswith(("tiles_", "turns_", "meld"))}
    plain["turns"] = [row[f"turns_{seat}"] for seat in range(4)]
    plain["tiles"] = [tiles_of(row[f"tiles_{seat}"]) for seat in range(4)]
    times = row["meld_times"]
    plain["melds"] = []
    for index in range(len(row["melds"]) // 2):
        first, second = row["melds"][2 * index : 2 * index + 2]
        born, konged = times[2 * index : 2 * index + 2] if times else (index, index)
        kind, tile = KINDS[first >> 4], second & 63
        claimed = None if kind == "concealed" else TILE_NAMES[tile + (second >> 6)]
        plain["melds"].append((first & 3, kind, TILE_NAMES[tile], claimed, first >> 2 & 3, born, konged))
    return plain


def tiles_of(steps: bytes | None) -> list[str] | None:
    """Tiles coded by steps."""
    if steps is None:
        return None
    kinds: list[int] = []
    for step in steps:
        kinds.append(step + (kinds[-1] if kinds else 0))
    return [TILE_NAMES[kind] for kind in kinds]
