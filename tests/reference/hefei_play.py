"""合肥麻将, the twin: the course of a hand, and which clause an illegal event breaks (HF-2 to 6, HF-12)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .common import Event, is_int
from .hefei_options import COPIES, DECK, HAND, SEA, WALL
from .hefei_score import Meld, Options, Win, complete, enough_of_a_suit, own_copies, waits

KINDS: dict[str, tuple[str, tuple[str | None, ...]]] = {
    "draw": ("from", (None, "tail")),
    "kong": ("kind", ("melded", "added", "concealed")),
    "win": ("by", ("self", "discard", "rob")),
}
WORDS = ("draw", "discard", "ready", "chow", "pung", "kong", "win")


def event_exists(event: Any) -> bool:
    """HF-2.9: an event, a seat and a kind that the hand log defines for this variant."""
    if not isinstance(event, dict):
        return False
    seat, do = event.get("seat"), event.get("do")
    if do not in WORDS or not is_int(seat) or seat not in range(4):
        return False
    if do not in KINDS:
        return True
    key, kinds = KINDS[do]
    return bool(event.get(key) in kinds)


def claims(event: Event) -> bool:
    """Whether the event is a pung or a melded kong."""
    return bool(event["do"] == "pung" or (event["do"] == "kong" and event["kind"] == "melded"))


def seat_of(event: Any) -> Any:
    """The seat that the event itself gives; null where none is given."""
    return event.get("seat") if isinstance(event, dict) else None


class Play:
    """A hand in progress.

    `stage` is one of the moments of section 12: "start", "drawn", "punged", "declaring" (after `ready`),
    "discarded", "added kong", "replacement", "sea", "over". `turn` is the seat that drew, punged, discarded
    or konged last, `tile` the tile that it drew, discarded or added.
    """

    def __init__(self, deal: list[list[str]], dealer: int, streak: int, options: Options) -> None:
        self.options = options
        self.dealer = dealer
        self.streak = streak
        self.hands = [list(hand) for hand in deal]
        self.melds: list[list[Meld]] = [[], [], [], []]
        self.seen = Counter(tile for hand in deal for tile in hand)
        self.left = WALL  # HF-1.6
        self.declared = [False] * 4  # 报听
        self.locked = [False] * 4  # 过胡
        self.discards = [0] * 4
        self.events = 0
        self.stage = "start"
        self.turn = dealer
        self.tile = ""
        self.from_tail = False  # the tile of this turn is a replacement
        self.kong_discard = False  # the discard follows a replacement draw directly
        self.sea_draws = 0
        self.wins: list[Win] = []

    # -------------------------------------------------------------- refusals (section 12)

    def refusal(self, event: Any) -> str | None:
        """The clause that `event` breaks where it stands, or None: steps 1 to 9 of section 12 in order."""
        if self.stage == "over":
            return "HF-2.7"
        if not event_exists(event):
            return "HF-2.9"
        if event["do"] == "chow":
            return "HF-3.1"
        at_this_stage = {
            "start": self._before_the_first_draw,
            "drawn": self._after_a_draw,
            "punged": self._after_a_pung,
            "declaring": self._after_ready,
            "discarded": self._after_a_discard,
            "added kong": self._after_an_added_kong,
            "replacement": self._replacement_due,
            "sea": self._in_the_sea,
        }
        return at_this_stage[self.stage](event)

    def _before_the_first_draw(self, event: Event) -> str | None:
        if event["do"] != "draw" or event["seat"] != self.dealer or event.get("from") == "tail":
            return "HF-2.1"
        return self._no_such_tile(event)

    def _after_a_draw(self, event: Event) -> str | None:
        seat, do = event["seat"], event["do"]
        if seat != self.turn:
            return "HF-1.2"
        if do == "draw":
            return "HF-2.1"
        if claims(event) or (do == "win" and event["by"] != "self"):
            return "HF-2.2"
        if do == "win":
            return self._incomplete(self.hands[seat], seat)
        if do == "kong":
            return self._own_kong(seat, event["kind"], event.get("tile"))
        return self._ready_or_discard(event)

    def _after_a_pung(self, event: Event) -> str | None:
        if event["seat"] != self.turn:
            return "HF-1.2"
        if event["do"] not in ("ready", "discard"):
            return "HF-2.5"
        return self._ready_or_discard(event)

    def _ready_or_discard(self, event: Event) -> str | None:
        """A discard, or the declaration before it, by the seat whose turn it is."""
        seat = event["seat"]
        if event["do"] == "ready":
            if self.declared[seat]:
                return "HF-4.3"
            if not any(self._leaves_ready(seat, tile) for tile in set(self.hands[seat])):
                return "HF-4.4"
            return None
        if event.get("tile") not in self.hands[seat]:
            return "HF-2.3"
        if self.declared[seat] and event["tile"] != self.tile:
            return "HF-4.5"
        return None

    def _after_ready(self, event: Event) -> str | None:
        seat = event["seat"]
        if seat != self.turn:
            return "HF-1.2"
        if event["do"] != "discard":
            return "HF-4.2"
        if event.get("tile") not in self.hands[seat]:
            return "HF-2.3"
        if not self._leaves_ready(seat, event["tile"]):
            return "HF-4.4"
        return None

    def _after_a_discard(self, event: Event) -> str | None:
        seat, do = event["seat"], event["do"]
        if do == "win" and event["by"] == "discard":
            if seat == self.turn:
                return "HF-2.4"
            return self._win_on_anothers_tile(seat, "discard")
        if self.wins:
            return "HF-2.7"
        if do == "win":
            return "HF-2.1" if event["by"] == "self" else "HF-3.9"
        if do == "draw":
            if event.get("from") == "tail":
                return "HF-2.6"
            if seat != self._after(self.turn):
                return "HF-1.2"
            if self.left == SEA and not self.options["sea_stage"]:
                return "HF-6.6"
            return self._no_such_tile(event)
        if claims(event):
            if seat == self.turn:
                return "HF-2.4"
            return self._pung(seat) if do == "pung" else self._melded_kong(seat)
        return "HF-2.1"  # a discard, `ready`, or a kong from the hand, by a seat that has not drawn

    def _after_an_added_kong(self, event: Event) -> str | None:
        if event["do"] == "win" and event["by"] == "rob" and event["seat"] != self.turn:
            return self._win_on_anothers_tile(event["seat"], "rob")
        if self.wins:
            return "HF-2.7"
        return self._replacement_due(event)

    def _replacement_due(self, event: Event) -> str | None:
        if event["do"] != "draw" or event["seat"] != self.turn or event.get("from") != "tail":
            return "HF-2.6"
        return self._no_such_tile(event)

    def _in_the_sea(self, event: Event) -> str | None:
        seat, do = event["seat"], event["do"]
        if do == "win" and event["by"] == "self" and seat == self.turn:
            return self._incomplete(self.hands[seat], seat)
        if do == "kong":
            return "HF-6.4"
        if do == "draw":
            if event.get("from") == "tail" or seat != self._after(self.turn) or self.sea_draws == 4:
                return "HF-6.2"
            return self._no_such_tile(event)
        return "HF-6.3"

    # -------------------------------------------------------------- what the refusals ask

    @staticmethod
    def _after(seat: int, steps: int = 1) -> int:
        return (seat + steps) % 4

    def _no_such_tile(self, event: Event) -> str | None:
        """HF-1.3: a tile that is not in the deck, or a fifth copy."""
        tile = event.get("tile")
        return None if tile in DECK and self.seen[tile] < COPIES else "HF-1.3"

    def _incomplete(self, concealed: list[str], seat: int) -> str | None:
        if not complete(concealed, self.melds[seat]):
            return "HF-5.1"
        if not enough_of_a_suit(concealed, self.melds[seat], self.options):
            return "HF-5.2"
        return None

    def _cannot_win_on_it(self, seat: int, by: str) -> str | None:
        """All of section 5 for a win on the tile just discarded or added by another seat."""
        incomplete = self._incomplete([*self.hands[seat], self.tile], seat)
        if incomplete:
            return incomplete
        if by == "discard" and self.options["discard_needs_ready"] and not self.declared[seat]:
            return "HF-5.4"
        if by == "rob" and self.options["rob_needs_ready"] and not self.declared[seat]:
            return "HF-5.5"
        return None

    def _win_on_anothers_tile(self, seat: int, by: str) -> str | None:
        if self.wins:
            # HF-3.5: one winner only under `nearest`; otherwise in turn order from the giver, each seat once.
            last = self.wins[-1].seat
            if self.options["multi_win"] == "nearest" or (seat - self.turn) % 4 <= (last - self.turn) % 4:
                return "HF-3.5"
        return self._cannot_win_on_it(seat, by) or ("HF-3.6" if self.locked[seat] else None)

    def _pung(self, seat: int) -> str | None:
        if self.hands[seat].count(self.tile) < 2:
            return "HF-3.2"
        return "HF-4.6" if self.declared[seat] else None

    def _melded_kong(self, seat: int) -> str | None:
        if self.left <= SEA:
            return "HF-3.10"
        if self.hands[seat].count(self.tile) < 3:
            return "HF-3.3"
        return self._changes_waits(seat, "melded", self.tile)

    def _own_kong(self, seat: int, kind: str, tile: Any) -> str | None:
        if self.left <= SEA:
            return "HF-3.10"
        held = self.hands[seat].count(tile)
        if kind == "concealed" and held < 4:
            return "HF-3.7"
        if kind == "added" and (held < 1 or Meld(tile, "pung") not in self.melds[seat]):
            return "HF-3.8"
        return self._changes_waits(seat, kind, tile)

    def _changes_waits(self, seat: int, kind: str, tile: str) -> str | None:
        """HF-4.7, for a seat that has declared."""
        if not self.declared[seat]:
            return None
        if not self.options["ready_kong"] or tile != self.tile:
            return "HF-4.7"
        before = list(self.hands[seat])
        if kind != "melded":
            before.remove(tile)
        after = [other for other in self.hands[seat] if other != tile]
        melds = [meld for meld in self.melds[seat] if meld.tile != tile] + [Meld(tile, kind)]
        same = waits(before, self.melds[seat], self.options) == waits(after, melds, self.options)
        return None if same else "HF-4.7"

    def _leaves_ready(self, seat: int, discard: str) -> bool:
        """HF-4.4: without this tile the hand waits for something (HF-4.1)."""
        rest = list(self.hands[seat])
        rest.remove(discard)
        return bool(waits(rest, self.melds[seat], self.options))

    # -------------------------------------------------------------- what a legal event does

    def apply(self, event: Event) -> None:
        """Takes a legal event into the hand."""
        seat, do = event["seat"], event["do"]
        self.events += 1
        if do != "win" and self.stage in ("discarded", "added kong"):
            self._note_passes()
        if do == "draw":
            self._draw(event)
        elif do == "ready":
            self.declared[seat] = True
            self.stage = "declaring"
        elif do == "discard":
            self.hands[seat].remove(event["tile"])
            self.discards[seat] += 1
            # HF-7.18; after a pung `from_tail` is off.
            self.kong_discard = self.from_tail
            self.tile, self.stage = event["tile"], "discarded"
        elif do == "pung":
            self._take(seat, self.tile, 2)
            self.melds[seat].append(Meld(self.tile, "pung"))
            self.turn, self.stage, self.from_tail = seat, "punged", False
        elif do == "kong":
            self._kong(seat, event["kind"], event.get("tile"))
        elif do == "win":
            self._win(seat, event["by"])

    def _take(self, seat: int, tile: str, copies: int) -> None:
        for _ in range(copies):
            self.hands[seat].remove(tile)

    def _note_passes(self) -> None:
        """HF-3.6, 过胡: who could have won on the tile and did not."""
        if self.options["pass_lock"] == "until_draw":
            by = "discard" if self.stage == "discarded" else "rob"
            for seat in range(4):
                if seat != self.turn and self._cannot_win_on_it(seat, by) is None:
                    self.locked[seat] = True

    def _draw(self, event: Event) -> None:
        seat, tile = event["seat"], event["tile"]
        if self.stage == "added kong":  # nobody robbed it: the kong is complete (HF-3.8)
            self.melds[seat].remove(Meld(self.tile, "pung"))
            self.melds[seat].append(Meld(self.tile, "added"))
        # HF-6.1: a front draw that takes the first of the last four opens the sea.
        into_the_sea = self.stage == "sea" or self.left == SEA
        self.hands[seat].append(tile)
        self.seen[tile] += 1
        self.left -= 1
        self.locked[seat] = False
        self.sea_draws += into_the_sea
        self.stage = "sea" if into_the_sea else "drawn"
        self.turn, self.tile, self.from_tail = seat, tile, event.get("from") == "tail"

    def _kong(self, seat: int, kind: str, tile: Any) -> None:
        if kind == "added":
            self.hands[seat].remove(tile)
            self.tile, self.stage = tile, "added kong"
            return
        if kind == "melded":
            tile = self.tile
        self._take(seat, tile, 3 if kind == "melded" else 4)
        self.melds[seat].append(Meld(tile, kind))
        self.turn, self.stage = seat, "replacement"

    def _win(self, seat: int, by: str) -> None:
        by_self = by == "self"
        # HF-7.21: the winner has not discarded yet, the dealer exactly once.
        first_circle = by_self and seat != self.dealer
        first_circle = first_circle and self.discards[seat] == 0 and self.discards[self.dealer] == 1
        if self.options["earthly_break"] == "any_meld" and any(self.melds):
            first_circle = False
        self.wins.append(
            Win(
                seat=seat,
                by=by,
                giver=None if by_self else self.turn,
                tile=self.tile,
                concealed=tuple(self.hands[seat] if by_self else [*self.hands[seat], self.tile]),
                melds=tuple(self.melds[seat]),
                dealer=self.dealer,
                streak=self.streak,
                sea=by_self and self.stage == "sea",
                replacement=by_self and self.from_tail,
                after_kong=by == "discard" and self.kong_discard,
                first_fourteen=by_self and seat == self.dealer and self.events == 2,
                first_circle=first_circle,
            )
        )
        if by_self:
            self.stage = "over"

    # -------------------------------------------------------------- where the hand stands

    def seat_to_act(self) -> int | None:
        """The seat that must act next, or None where the log may end (HF-2.7, HF-6.5, HF-6.6)."""
        if self.wins:
            return None
        if self.stage == "discarded":
            no_draw = self.left == SEA and not self.options["sea_stage"]
            return None if no_draw else self._after(self.turn)
        if self.stage == "sea":
            return None if self.sea_draws == 4 else self._after(self.turn)
        return self.turn

    def legal_events(self) -> list[Event]:
        """Every event that may stand next; a draw without its tile."""
        some_tile = next((tile for tile in DECK if self.seen[tile] < COPIES), None)
        legal: list[Event] = []
        for seat in range(4):
            draws: list[Event] = [{"seat": seat, "do": "draw"}, {"seat": seat, "do": "draw", "from": "tail"}]
            legal += [draw for draw in draws if self.refusal({**draw, "tile": some_tile}) is None]
            tiles = [tile for tile in DECK if own_copies(tile, self.hands[seat], self.melds[seat])]
            own_kongs = [(kind, tile) for kind in ("added", "concealed") for tile in tiles]
            others: list[Event] = [{"do": "ready"}, {"do": "pung"}, {"do": "kong", "kind": "melded"}]
            others += [{"do": "win", "by": by} for by in ("self", "discard", "rob")]
            others += [{"do": "discard", "tile": tile} for tile in tiles]
            others += [{"do": "kong", "kind": kind, "tile": tile} for kind, tile in own_kongs]
            events = [{"seat": seat, **other} for other in others]
            legal += [event for event in events if self.refusal(event) is None]
        return legal


def deal_refusal(deal: Any) -> tuple[Any, str] | None:
    """Seat and clause of an illegal deal, or None (HF-1.3, HF-1.4)."""
    if not isinstance(deal, list) or len(deal) != 4:
        return None, "HF-1.4"
    if not all(isinstance(hand, list) and len(hand) == HAND for hand in deal):
        return None, "HF-1.4"
    seen: Counter[str] = Counter()
    for seat, hand in enumerate(deal):
        for tile in hand:
            if tile not in DECK or seen[tile] == COPIES:
                return seat, "HF-1.3"
            seen[tile] += 1
    return None
