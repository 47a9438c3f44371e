"""嵊州105, a hand at the table (SZ-1, SZ-3, SZ-4): its state, what may happen next, and what each event does.

`Hand.refusal` follows SZ-8 test by test: the first that fails names the clause. What a seat *could* have done
(SZ-3.10, SZ-3.11) is asked of the same tests, so that passing and being refused cannot drift apart.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .shengzhou105_options import Options, resolve
from .shengzhou105_shape import is_bird_wait, is_complete, is_tile, neighbour

Event = dict[str, Any]
SEATS = range(4)
DOINGS = ("draw", "discard", "chow", "pung", "kong", "win")  # SZ-3.1


@dataclass
class Meld:
    """A set on the table. `source` is the seat whose discard it took, None for a concealed kong."""

    kind: str  # chow, pung, melded, added, concealed
    tile: str  # the claimed tile, or the kong's
    source: int | None


@dataclass
class Seat:
    """One player: tiles, melds, and what the rules remember of it from turn to turn."""

    tiles: Counter[str]
    melds: list[Meld] = field(default_factory=list)
    flights: int = 0  # flights alive, SZ-5.5
    joker_term: bool = False  # its joker discard still binds the table, SZ-3.12
    pungs_passed: set[str] = field(default_factory=set)  # SZ-3.10
    wins_passed: set[str] = field(default_factory=set)  # SZ-3.11
    claims_from: list[int] = field(default_factory=lambda: [0, 0, 0, 0])  # SZ-6.6

    def lift_passes(self) -> None:
        self.pungs_passed.clear()
        self.wins_passed.clear()


@dataclass(frozen=True)
class Win:
    """What a win looked like at the table: all that SZ-5 asks."""

    seat: int
    by: str
    source: int | None  # discarder or robbed seat
    bird_wait: bool  # SZ-5.3, before the drawn tile
    replacement: bool  # on a tile from the back


class Hand:
    """The state of one hand. `phase` is what is waited for:

    start  the dealer's first draw
    act    `turn` has drawn, or has claimed, and must act
    open   a discard of `turn` lies open
    kong   `turn` has declared a kong and awaits its replacement
    won    somebody has won
    """

    def __init__(self, log: dict[str, Any], options: Options) -> None:
        self.options = options
        self.values = resolve(options)
        self.dealer: int = log["dealer"]
        self.streak: int = log.get("streak", 0)
        self.joker: str = log["joker"]
        self.indicator: str = log["indicator"]
        self.stakes: list[int] = log.get("stakes") or [0, 0, 0, 0]
        self.seats = [Seat(Counter(tiles)) for tiles in log["deal"]]
        self.seen = Counter(tile for tiles in log["deal"] for tile in tiles) + Counter([self.indicator])
        # SZ-1.3: 136 - 52 - 1 tiles can be drawn, the indicator too if it is in play.
        self.wall: int = 83 + options["indicator_in_play"] - options["dead_wall"]

        self.phase = "start"
        self.turn = self.dealer
        self.drawn: str | None = None  # the tile just drawn; None after a claim
        self.replacement = False  # it came from the back
        self.joker_drawn = False  # in this turn, for `refly`
        self.chow_banned: set[str] = set()  # SZ-3.9, right after a chow
        self.discarded = ""  # the tile that lies open
        self.adding: Meld | None = None  # the pung that an added kong is being made of
        self.win: Win | None = None

    # ---- SZ-8: the first test that fails ----

    def refusal(self, event: Any) -> str | None:
        """The clause that forbids this event here, or None if it may stand."""
        return self.malformed(event) or self.misplaced(event) or self.bad_drawn_tile(event)

    def malformed(self, event: Any) -> str | None:
        """SZ-8.1."""
        if not isinstance(event, dict):
            return "SZ-1.7"
        if event.get("do") not in DOINGS:
            return "SZ-3.1"
        seat = event.get("seat")
        if type(seat) is not int or seat not in SEATS:
            return "SZ-1.7"
        if "tile" in event and not is_tile(event["tile"]):  # null too: only a null `from` is said to be none
            return "SZ-1.7"
        return None

    def misplaced(self, event: Event) -> str | None:
        """SZ-8.2 to 8.7, of a draw only whether this seat may draw, not which tile it names."""
        do, seat = event["do"], event["seat"]
        if self.phase == "won":  # SZ-8.2
            return "SZ-4.9" if do == "win" else "SZ-3.1"
        if self.phase == "kong":  # SZ-8.3
            if self.adding and do == "win" and event.get("by") == "rob":
                return self.refuse_rob(seat)
            replaces = do == "draw" and seat == self.turn and event.get("from") == "tail"
            return None if replaces else "SZ-3.7"
        if do == "draw":  # SZ-8.4
            return self.refuse_draw(event)
        if self.phase == "start":
            return "SZ-3.1"
        return self.refuse_claim(event) if self.phase == "open" else self.refuse_act(event)

    def refuse_draw(self, event: Event) -> str | None:
        """SZ-8.4, from the front of the wall."""
        if self.phase == "act":
            return "SZ-3.1"
        if self.wall == 0:
            return "SZ-3.15"
        due = self.dealer if self.phase == "start" else (self.turn + 1) % 4
        if event["seat"] != due or event.get("from") is not None:
            return "SZ-3.1"
        return None

    def bad_drawn_tile(self, event: Event) -> str | None:
        """SZ-8.4, the tile that a draw names."""
        if event["do"] != "draw":
            return None
        tile = event.get("tile")
        if self.draws_indicator():
            return None if tile == self.indicator else "SZ-1.3"
        if tile is None:
            return "SZ-1.7"
        return "SZ-1.8" if self.seen[tile] == 4 else None

    def draws_indicator(self) -> bool:
        """SZ-1.3: whether the next draw is the turned indicator, the wall's last tile."""
        return bool(self.options["indicator_in_play"]) and self.options["dead_wall"] == 0 and self.wall == 1

    def refuse_claim(self, event: Event) -> str | None:
        """SZ-8.5: a discard lies open."""
        do, seat = event["do"], event["seat"]
        if seat == self.turn or do == "discard":
            return "SZ-3.1"
        if do == "kong" and event.get("kind") != "melded":
            return "SZ-3.1"
        if do == "win":
            return self.refuse_discard_win(seat) if event.get("by") == "discard" else "SZ-3.1"
        if do == "chow":
            return self.refuse_chow(seat, event.get("tiles"))
        if do == "pung":
            return self.refuse_pung(seat)
        return self.refuse_any_claim() or self.refuse_missing(seat, 3, "SZ-3.4")

    def refuse_discard_win(self, seat: int) -> str | None:
        """SZ-8.5, a win: 推倒胡."""
        if self.discarded == self.joker:
            return "SZ-1.6"
        if self.is_banned() and not self.options["win_by_discard_under_ban"]:
            return "SZ-3.12"
        if self.seats[seat].tiles[self.joker] > self.options["discard_win_max_jokers"]:
            return "SZ-4.4"
        return self.refuse_win_from_another(seat, self.discarded)

    def refuse_rob(self, seat: int) -> str | None:
        """SZ-8.7: 抢杠."""
        assert self.adding is not None
        if seat == self.turn:
            return "SZ-3.1"
        if self.seats[seat].tiles[self.joker] > self.options["rob_max_jokers"]:
            return "SZ-4.7"
        return self.refuse_win_from_another(seat, self.adding.tile)

    def refuse_win_from_another(self, seat: int, tile: str) -> str | None:
        """What SZ-8.5 and 8.7 share: melds, shape, passed."""
        player = self.seats[seat]
        if self.must_draw_to_win(player):
            return "SZ-4.5"
        if not is_complete([*player.tiles.elements(), tile], self.joker):
            return "SZ-4.1"
        return "SZ-3.11" if passed(player.wins_passed, tile, self.options["win_pass"]) else None

    def must_draw_to_win(self, player: Seat) -> bool:
        """SZ-4.5 三摊强自摸."""
        if self.options["three_melds"] == "off":
            return False
        if self.options["three_melds"] == "same_seat":
            return max(player.claims_from) >= 3
        with_concealed = self.options["three_melds_concealed"]
        return sum(with_concealed or meld.kind != "concealed" for meld in player.melds) >= 3

    def refuse_any_claim(self) -> str | None:
        """SZ-8.5, what chow, pung and kong share."""
        if self.discarded == self.joker:
            return "SZ-1.6"
        if self.wall == 0:
            return "SZ-3.15"
        return "SZ-3.12" if self.is_banned() else None

    def refuse_pung(self, seat: int) -> str | None:
        """SZ-3.3, 3.10."""
        if clause := self.refuse_any_claim() or self.refuse_missing(seat, 2, "SZ-3.3"):
            return clause
        barred = passed(self.seats[seat].pungs_passed, self.discarded, self.options["pung_pass"])
        return "SZ-3.10" if barred else None

    def refuse_missing(self, seat: int, wanted: int, clause: str) -> str | None:
        """The clause, if the seat does not hold so many of the discard."""
        return clause if self.seats[seat].tiles[self.discarded] < wanted else None

    def refuse_chow(self, seat: int, pair: Any) -> str | None:
        """SZ-3.2, 3.9."""
        if clause := self.refuse_any_claim():
            return clause
        if seat != (self.turn + 1) % 4:
            return "SZ-3.2"
        if not isinstance(pair, list) or len(pair) != 2 or not all(is_tile(tile) for tile in pair):
            return "SZ-1.7"
        if sorted(pair) not in self.chows_of_discard():
            return "SZ-3.2"
        if self.joker in pair:
            return "SZ-1.6"
        tiles = self.seats[seat].tiles
        if not all(tiles[tile] for tile in pair):
            return "SZ-3.2"
        left = set(tiles - Counter(pair))
        return "SZ-3.9" if left <= self.banned_after_chow(pair) else None

    def chows_of_discard(self) -> list[list[str]]:
        """The pairs of tiles that make a run with the discard, lower tile first."""
        around = {step: neighbour(self.discarded, step) for step in (-2, -1, 1, 2)}
        runs = [(around[low], around[high]) for low, high in ((-2, -1), (-1, 1), (1, 2))]
        return [[low, high] for low, high in runs if low and high]

    def banned_after_chow(self, pair: list[str]) -> set[str]:
        """SZ-3.9 不允许吃张打张: the kinds that the discard after this chow may not be of.

        A kind is a kind: if the other end of the run is the joker's, the joker may not be discarded either.
        """
        if self.options["chow_discard_ban"] == "off":
            return set()
        banned = {self.discarded}
        if self.options["chow_discard_ban"] == "ends":
            low, high = sorted(pair)
            if self.discarded < low and (end := neighbour(high, 1)):
                banned.add(end)
            if self.discarded > high and (end := neighbour(low, -1)):
                banned.add(end)
        return banned

    def refuse_act(self, event: Event) -> str | None:
        """SZ-8.6: a seat has to act."""
        do, seat = event["do"], event["seat"]
        if seat != self.turn:
            return "SZ-3.1"
        if do == "discard":
            return self.refuse_discard(event.get("tile"))
        if do == "win" and event.get("by") == "self":
            return self.refuse_self_win()
        if do == "kong" and event.get("kind") in ("concealed", "added"):
            return self.refuse_own_kong(event["kind"], event.get("tile"))
        return "SZ-3.1"

    def refuse_discard(self, tile: str | None) -> str | None:
        if tile is None or not self.seats[self.turn].tiles[tile]:
            return "SZ-1.8"
        return "SZ-3.9" if tile in self.chow_banned else None

    def refuse_self_win(self) -> str | None:
        """自摸, with 三财四飞 (SZ-4.8)."""
        player = self.seats[self.turn]
        if self.drawn is None:
            return "SZ-3.13"
        if not is_complete(player.tiles.elements(), self.joker):
            return "SZ-4.1"
        if self.options["joker_limits"]:
            jokers = player.tiles[self.joker]
            flying = player.flights > 0
            if jokers == 3 and not (flying or self.was_bird_wait() or self.replacement):
                return "SZ-4.8"
            if jokers == 4 and not flying:
                return "SZ-4.8"
        return None

    def was_bird_wait(self) -> bool:
        """SZ-5.3, of the hand before the tile just drawn."""
        return is_bird_wait((self.seats[self.turn].tiles - Counter([self.drawn])).elements(), self.joker)

    def refuse_own_kong(self, kind: str, tile: str | None) -> str | None:
        """SZ-3.5, 3.6."""
        player = self.seats[self.turn]
        if self.drawn is None:
            return "SZ-3.13"
        if self.wall == 0:
            return "SZ-3.7"
        if tile == self.joker:
            return "SZ-1.6"
        held = player.tiles[tile] if tile else 0
        if kind == "concealed":
            return "SZ-3.5" if held < 4 else None
        if self.is_banned():
            return "SZ-3.12"
        if not held or self.own_pung(tile) is None:
            return "SZ-3.6"
        if self.options["added_kong_tile"] == "drawn" and tile != self.drawn:
            return "SZ-3.6"
        return None

    def own_pung(self, tile: str | None) -> Meld | None:
        """The acting seat's pung of this kind, if it lies on the table."""
        pungs = [meld for meld in self.seats[self.turn].melds if meld.kind == "pung" and meld.tile == tile]
        return pungs[0] if pungs else None

    def is_banned(self) -> bool:
        """SZ-3.12: somebody's joker discard binds the table."""
        return any(player.joker_term for player in self.seats)

    # ---- what an event does ----

    def apply(self, event: Event) -> None:
        """Lets an event happen that `refusal` has let stand. Who passes is judged before the event itself."""
        do, seat = event["do"], event["seat"]
        if do != "win":
            self.note_passes(seat, do)
        player = self.seats[seat]
        if do == "draw":
            self.draw(seat, event["tile"], replacement=self.phase == "kong")
        elif do == "discard":
            self.discard(player, event["tile"])
        elif do == "win":
            self.end_with(seat, event["by"])
        elif do == "chow":
            self.chow_banned = self.banned_after_chow(event["tiles"])
            self.claim(seat, "chow", event["tiles"])
        elif do == "pung":
            self.claim(seat, "pung", [self.discarded] * 2)
        elif event["kind"] == "melded":
            self.claim(seat, "melded", [self.discarded] * 3)
        elif event["kind"] == "concealed":
            player.tiles -= Counter([event["tile"]] * 4)
            player.melds.append(Meld("concealed", event["tile"], None))
            self.phase = "kong"
        else:
            player.tiles -= Counter([event["tile"]])
            self.adding = self.own_pung(event["tile"])
            self.phase = "kong"

    def note_passes(self, seat: int, do: str) -> None:
        """SZ-3.10, 3.11: this event, no win, lets an open discard or an added kong go by."""
        if self.phase == "open":
            for other in SEATS:
                if other == self.turn:
                    continue
                takes_it = other == seat and do in ("pung", "kong")
                if not takes_it and self.refuse_pung(other) is None:
                    self.seats[other].pungs_passed.add(self.discarded)
                if self.refuse_discard_win(other) is None:
                    self.seats[other].wins_passed.add(self.discarded)
        elif self.phase == "kong" and self.adding:
            for other in SEATS:
                if self.refuse_rob(other) is None:
                    self.seats[other].wins_passed.add(self.adding.tile)

    def draw(self, seat: int, tile: str, *, replacement: bool) -> None:
        player = self.seats[seat]
        if self.adding:  # SZ-4.6: not robbed, so the pung is a kong now
            self.adding.kind = "added"
            self.adding = None
        if not self.draws_indicator():
            self.seen[tile] += 1
        self.wall -= 1
        player.tiles[tile] += 1
        player.joker_term = False  # SZ-3.12: its own next draw ends its term
        player.lift_passes()
        self.joker_drawn = tile == self.joker or (replacement and self.joker_drawn)
        self.phase, self.turn, self.drawn, self.replacement = "act", seat, tile, replacement

    def discard(self, player: Seat, tile: str) -> None:
        player.tiles -= Counter([tile])
        # SZ-5.4: a flight is a joker whose discard leaves a 财鸟 wait.
        flies = tile == self.joker and is_bird_wait(player.tiles.elements(), self.joker)
        if not flies:
            player.flights = 0
        elif self.options["refly"] == "any" or self.joker_drawn:
            player.flights += 1
        else:
            player.flights = 1
        binds = {"any": tile == self.joker, "fly": flies, "off": False}[self.options["joker_ban"]]  # SZ-3.12
        player.joker_term = player.joker_term or binds
        self.chow_banned = set()
        self.phase, self.discarded, self.drawn, self.replacement = "open", tile, None, False

    def claim(self, seat: int, kind: str, taken: list[str]) -> None:
        player = self.seats[seat]
        player.tiles -= Counter(taken)
        player.melds.append(Meld(kind, self.discarded, self.turn))
        player.claims_from[self.turn] += 1
        if self.options["pass_lift"] == "turn":
            player.lift_passes()
        self.phase, self.turn, self.drawn = "kong" if kind == "melded" else "act", seat, None
        self.joker_drawn = False  # a new turn

    def end_with(self, seat: int, by: str) -> None:
        source = None if by == "self" else self.turn
        bird = by == "self" and self.was_bird_wait()
        self.win = Win(seat, by, source, bird, by == "self" and self.replacement)
        self.phase = "won"

    # ---- the other way round: what may stand next ----

    def legal_events(self) -> list[Event]:
        """Every event that may stand here; a draw without the tile, for any that is left may come."""
        return [event for event in self.candidates() if self.misplaced(event) is None]

    def candidates(self) -> list[Event]:
        """Every event that could be thought of in this phase."""
        events: list[Event] = []
        if self.phase == "start":
            events.append({"seat": self.dealer, "do": "draw"})
        elif self.phase == "act":
            seat = self.turn
            held = sorted(self.seats[seat].tiles)
            events += [{"seat": seat, "do": "discard", "tile": tile} for tile in held]
            for kind in ("concealed", "added"):
                events += [{"seat": seat, "do": "kong", "kind": kind, "tile": tile} for tile in held]
            events.append({"seat": seat, "do": "win", "by": "self"})
        elif self.phase == "open":
            events.append({"seat": (self.turn + 1) % 4, "do": "draw"})
            for seat in SEATS:
                events += [{"seat": seat, "do": "chow", "tiles": pair} for pair in self.chows_of_discard()]
                events.append({"seat": seat, "do": "pung"})
                events.append({"seat": seat, "do": "kong", "kind": "melded"})
                events.append({"seat": seat, "do": "win", "by": "discard"})
        elif self.phase == "kong":
            events.append({"seat": self.turn, "do": "draw", "from": "tail"})
            events += [{"seat": seat, "do": "win", "by": "rob"} for seat in SEATS]
        return events

    def stopped_early(self) -> tuple[int, str] | None:
        """SZ-8.8: who had to act, and the clause, if the hand is not over here."""
        if self.phase == "won" or (self.phase == "open" and self.wall == 0):
            return None
        if self.phase == "kong":
            return self.turn, "SZ-3.7"
        return (self.turn + 1) % 4 if self.phase == "open" else self.turn, "SZ-3.1"


def passed(kinds: set[str], tile: str, scope: str) -> bool:
    """Whether having passed these kinds bars this tile: `same_tile`, `any`, or `off`."""
    return scope != "off" and bool(kinds if scope == "any" else tile in kinds)
