"""Where every tile of a hand is, counted from its log alone: hands, melds, discards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .settings import Log


@dataclass
class Account:
    """The tiles of a hand at its end."""

    hands: list[Counter[str]]
    melds: list[list[tuple[str, Counter[str]]]] = field(default_factory=lambda: [[], [], [], []])
    """Of each seat: the kind (chow, pung, melded, added, concealed) and the tiles."""
    discards: Counter[str] = field(default_factory=Counter)
    draws: int = 0

    def all_tiles(self) -> Counter[str]:
        """Every tile that has left the wall."""
        total = Counter(self.discards)
        for hand in self.hands:
            total.update(hand)
        for melds in self.melds:
            for _, tiles in melds:
                total.update(tiles)
        return total

    def sizes(self) -> list[int]:
        """The tiles that each seat holds, a meld counted for three."""
        return [self.hands[seat].total() + 3 * len(self.melds[seat]) for seat in range(4)]

    def kinds(self, seat: int) -> list[str]:
        return [kind for kind, _ in self.melds[seat]]


def account(log: Log) -> Account:
    """Count the tiles of a legal log; a tile won on stays where it lies, a robbed one too."""
    own = Account([Counter(hand) for hand in log["deal"]])
    open_tile = ""
    for event in log["events"]:
        seat, do, tile = event.get("seat"), event["do"], event.get("tile", "")
        if do == "draw":
            own.hands[seat][tile] += 1
            own.draws += 1
        elif do == "discard":
            own.hands[seat][tile] -= 1
            own.discards[tile] += 1
            open_tile = tile
        elif do in ("chow", "pung") or (do == "kong" and event["kind"] == "melded"):
            taken = event["tiles"] if do == "chow" else [open_tile] * (2 if do == "pung" else 3)
            own.hands[seat].subtract(taken)
            own.discards[open_tile] -= 1
            own.melds[seat].append((event.get("kind", do), Counter([open_tile, *taken])))
        elif do == "kong" and event["kind"] == "concealed":
            own.hands[seat][tile] -= 4
            own.melds[seat].append(("concealed", Counter({tile: 4})))
        elif do == "kong":
            own.hands[seat][tile] -= 1
            at = own.melds[seat].index(("pung", Counter({tile: 3})))
            own.melds[seat][at] = ("added", Counter({tile: 4}))
            open_tile = tile
        elif do == "win" and event["by"] == "rob":
            unmake(own, open_tile)
    return own


def unmake(own: Account, tile: str) -> None:
    """A robbed kong is a pung again; its fourth tile lies open."""
    added = ("added", Counter({tile: 4}))
    for melds in own.melds:
        if added in melds:
            melds[melds.index(added)] = ("pung", Counter({tile: 3}))
            own.discards[tile] += 1
