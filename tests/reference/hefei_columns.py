"""合肥麻将: what its own columns and marks must say, and tiles needed by plain recursion."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from .hefei_score import Meld
from .hefei_score import waits as waits_of
from .shapes import NEVER, SUIT7, block_need, pairs_need

if TYPE_CHECKING:
    from handlogs.columns import Melded, Seen

SEA = 4
SUITS = "mps"


def need(hand: list[str], options: dict[str, Any]) -> int:
    """Tiles that 13 tiles lack for four sets and a pair, or seven pairs, with enough of a suit."""
    suits = [tuple(hand.count(f"{number}{suit}") for number in range(2, 9)) for suit in SUITS]
    enough: int = options["min_suit_tiles"]
    best = pairs_need(suits, [(enough + 1) // 2] * 3)
    shares = [(sets, pair) for sets in range(5) for pair in range(2)]
    for way in product(shares, repeat=3):
        if sum(sets for sets, _ in way) != 4 or sum(pair for _, pair in way) != 1:
            continue
        if max(3 * sets + 2 * pair for sets, pair in way) >= enough:
            lacking = sum(block_need(SUIT7, suit, *share) for suit, share in zip(suits, way, strict=True))
            best = min(best, lacking, NEVER)
    return best


def waits(hand: list[str], melds: list[Melded], options: dict[str, Any]) -> frozenset[str]:
    return waits_of(tuple(hand), tuple(Meld(meld.tile, meld.kind) for meld in melds), options)


def in_sea(log: dict[str, Any], options: dict[str, Any]) -> bool:
    draws = sum(event["do"] == "draw" for event in log["events"])
    return bool(options["sea_stage"]) and 84 - 52 - draws < SEA


def own(seen: Seen, log: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for seat in range(4):
        kinds = [meld.kind for meld in seen.of(seat)]
        row[f"hf_ready_{seat}"] = seen.declared[seat]
        row |= {f"hf_{kind}_{seat}": kinds.count(kind) for kind in ("melded", "added", "concealed")}
    return row | {"hf_sea": int(in_sea(log, options)), "hf_robbed": int(seen.robbed)}


def marks(seen: Seen, log: dict[str, Any]) -> int:
    """Bits 0 to 5, and from 6 on one for each seat: see `Mark` in the rules module."""
    winners = log["result"]["winners"]
    if not winners:
        return 0
    by, turn, dealer = winners[0]["by"], winners[0]["seat"], seen.dealer
    own_draw = by == "self"
    bits = [
        own_draw and seen.replaced,
        by == "discard" and seen.replaced,
        own_draw and in_sea(log, {"sea_stage": True} | log["options"]),
        own_draw and turn != dealer and not seen.discards[turn] and seen.discards[dealer] == 1,
        bool(seen.melds),
        own_draw and turn == dealer and sum(seen.draws) == 1,
    ]
    won = {win["seat"] for win in winners}
    bits += [seat in won and len(seen.waited[seat]) == 1 for seat in range(4)]
    return sum(1 << place for place, bit in enumerate(bits) if bit)
