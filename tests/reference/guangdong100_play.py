"""The course of a hand of 广东100张: what each event does, and the refusals of GD-14.3 in their order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .common import Event, Illegal
from .guangdong100_options import KINDS, complete_options
from .guangdong100_score import (
    Block,
    Tiles,
    Win,
    allowed_by,
    is_any_wait,
    is_winning_shape,
    pattern_fans,
    split,
)

Refusal = tuple[int | None, str]
"""The seat (or None) and the clause."""

SEATS = range(4)
DECK = 100


@dataclass
class Meld:
    form: str
    """"pung" or "kong"."""
    kind: str
    source: int | None
    """Whose discard it was claimed from; None for a concealed kong."""
    pays: bool = True
    """Whether a kong added to this pung is paid (GD-8.4, GD-8.5)."""


@dataclass(frozen=True)
class Passed:
    """A discard that a seat let go, with the seat's concealed tiles and melds at that time."""

    kind: str
    tiles: Tiles
    melds: tuple[Block, ...]


@dataclass
class Winner:
    seat: int
    win: Win
    source: int | None
    liable: int | None


@dataclass
class Table:
    """A hand as it stands between two events.

    `stage` says what is due, and `turn` from whom:
    "draw" the first draw; "act" win, kong or discard after a draw; "discard" after a pung; "claim" a discard
    by `turn` lies open (`tile`); "replace" a replacement draw; "rob" the same, but the added kong may be
    robbed; "won" a win by self draw was made; "over" the horses were opened.
    """

    options: dict[str, Any]
    dealer: int
    joker: str | None
    hands: list[list[str]]
    unseen: Counter[str]
    wall: int
    turn: int
    stage: str = "draw"
    tile: str | None = None
    """The open discard, or the tile of the added kong that may be robbed."""
    from_tail: bool = False
    """Whether the last draw was a replacement."""
    added: Meld | None = None
    """The pung to which the fourth tile is being added, while that may be robbed."""
    fed_by: int | None = None
    """Whose discard made the kong of the last replacement draw, if that kong was a melded one (GD-10.4)."""
    melds: list[list[Meld]] = field(default_factory=lambda: [[] for _ in SEATS])
    draws: list[int] = field(default_factory=lambda: [0] * 4)
    passed: list[list[Passed]] = field(default_factory=lambda: [[] for _ in SEATS])
    """For every seat, the discards that it let go since its last draw (GD-4.7)."""
    discards: list[tuple[int, str]] = field(default_factory=list)
    compulsory: str | None = None
    """The clause by which `turn` must win now."""
    winners: list[Winner] = field(default_factory=list)
    horses: list[list[str]] = field(default_factory=lambda: [[] for _ in SEATS])
    kong: list[int] = field(default_factory=lambda: [0] * 4)
    follow: list[int] = field(default_factory=lambda: [0] * 4)
    """What was paid at once for kongs and 跟庄, before `base_stake`."""

    def blocks(self, seat: int) -> tuple[Block, ...]:
        return tuple((meld.form, meld.kind) for meld in self.melds[seat])

    def winning_tiles(self, seat: int, by: str) -> Tiles:
        """The concealed tiles with the winning one."""
        return tuple(self.hands[seat]) if by == "self" else (*self.hands[seat], str(self.tile))

    def win(self, seat: int, by: str) -> Win:
        first = by == "self" and self.draws[seat] == 1 and not self.melds[seat]
        return Win(
            self.winning_tiles(seat, by),
            self.blocks(seat),
            self.joker,
            by,
            on_first_draw=first,
            is_dealer=seat == self.dealer,
            on_replacement=by == "self" and self.from_tail,
        )


# --- the header -----------------------------------------------------------------------------------------


def is_seat(value: Any) -> bool:
    return type(value) is int and value in SEATS


def is_tile(value: Any) -> bool:
    return isinstance(value, str) and value in KINDS


def is_deal(value: Any) -> bool:
    """4 × 13 tiles of the 25 kinds."""
    return (
        isinstance(value, list)
        and len(value) == 4
        and all(isinstance(hand, list) and len(hand) == 13 and all(map(is_tile, hand)) for hand in value)
    )


def successor(kind: str) -> str:
    """GD-2.2: the next of the suit, 9 → 1; of the honours, 白 → 东."""
    number, suit = int(kind[0]), kind[1]
    return f"{number % (7 if suit == 'z' else 9) + 1}{suit}"


def is_joker_right(setting: str, indicator: Any, joker: Any) -> bool:
    """GD-2.7."""
    if setting == "flip":
        return is_tile(indicator) and joker == successor(indicator)
    return indicator is None and joker == (None if setting == "none" else setting.removeprefix("fixed:"))


def begin(log: Any) -> Table:
    """The table before the first event; raises Illegal for a fault of the header."""
    if not isinstance(log, dict) or log.get("variant") != "guangdong100":
        raise Illegal(-1, None, "GD-14.1")
    options = complete_options(log.get("options", {}))
    if options is None:
        raise Illegal(-1, None, "GD-13.1")
    dealer, streak, deal = log.get("dealer"), log.get("streak"), log.get("deal")
    is_sound = is_seat(dealer) and type(streak) is int and streak >= 0 and log.get("stakes") is None
    if not (is_sound and is_deal(deal) and isinstance(log.get("events"), list)):
        raise Illegal(-1, None, "GD-14.1")
    indicator, joker = log.get("indicator"), log.get("joker")
    if not is_joker_right(options["joker"], indicator, joker):
        raise Illegal(-1, None, "GD-2.2")
    out_of_play = [indicator] if indicator is not None and not options["indicator_in_play"] else []  # GD-2.3
    unseen = Counter(dict.fromkeys(KINDS, 4))
    unseen.subtract([tile for hand in log["deal"] for tile in hand] + out_of_play)
    if min(unseen.values()) < 0:
        raise Illegal(-1, None, "GD-1.2")
    hands = [list(hand) for hand in log["deal"]]
    wall = DECK - 52 - len(out_of_play)  # GD-1.4
    return Table(options, log["dealer"], joker, hands, unseen, wall, turn=log["dealer"])


# --- refusals, in the order of GD-14.3 ------------------------------------------------------------------


def refusal(table: Table, event: Any) -> Refusal | None:
    """Why the event may not stand here, or None if it may."""
    if is_malformed(event):
        return own_seat(event), "GD-14.1"
    seat, do = own_seat(event), event["do"]
    if do in ("ready", "leave"):
        return seat, "GD-14.2"
    if do == "chow":
        return seat, "GD-3.2"
    if table.stage == "over":
        return seat, "GD-11.4"
    if table.compulsory and not (do == "win" and event["by"] == "self" and seat == table.turn):
        return table.turn, table.compulsory
    is_robbing = table.stage == "rob" and do == "win" and event["by"] == "rob"
    if is_replacement_due(table) and do != "draw" and not is_robbing:
        return table.turn, "GD-3.10"
    if table.winners and do not in ("win", "horses"):
        return seat, "GD-3.12"
    if do == "horses":
        rule = horses_refusal(table, event["tiles"])
        return (None, rule) if rule else None
    assert seat is not None
    if do == "draw":
        return draw_refusal(table, seat, event)
    if do == "discard":
        rule = discard_refusal(table, seat, event["tile"])
    elif do == "pung":
        rule = pung_refusal(table, seat)
    elif do == "kong":
        is_claim = event["kind"] == "melded"
        rule = melded_refusal(table, seat) if is_claim else own_kong_refusal(table, seat, event)
    else:
        by_way = {"self": self_refusal, "discard": discard_win_refusal, "rob": rob_refusal}
        rule = by_way[event["by"]](table, seat)
    return (seat, rule) if rule else None


def is_replacement_due(table: Table) -> bool:
    """After a kong; a robbed kong is none (GD-8.6)."""
    return table.stage in ("replace", "rob") and not table.winners


def own_seat(event: Any) -> int | None:
    """The seat that a refusal names for this event: none for horses, nor where the seat is missing or bad."""
    if not isinstance(event, dict) or event.get("do") == "horses" or not is_seat(event.get("seat")):
        return None
    return int(event["seat"])


def is_malformed(event: Any) -> bool:
    """GD-14.1. Keys that an event does not have in the contract are left alone."""
    if not isinstance(event, dict):
        return True
    do = event.get("do")
    if do == "horses":
        lists = event.get("tiles")
        return not isinstance(lists, list) or not all(
            isinstance(own, list) and all(map(is_tile, own)) for own in lists
        )
    if not is_seat(event.get("seat")):
        return True
    if do in ("pung", "ready", "leave", "chow"):
        return False
    if do == "draw":
        return not is_tile(event.get("tile")) or event.get("from") not in (None, "tail")
    if do == "discard":
        return not is_tile(event.get("tile"))
    if do == "kong":
        kind = event.get("kind")
        return kind != "melded" and not (kind in ("added", "concealed") and is_tile(event.get("tile")))
    return do != "win" or event.get("by") not in ("self", "discard", "rob")


def draw_refusal(table: Table, seat: int, event: Event) -> Refusal | None:
    from_tail = event.get("from") == "tail"
    if is_replacement_due(table):
        if seat != table.turn or not from_tail:
            return table.turn, "GD-3.10"
    elif seat != next_to_draw(table) or from_tail:
        return seat, "GD-3.1"
    if table.wall == 0:
        return seat, "GD-11.1"
    if table.unseen[event["tile"]] == 0:
        return seat, "GD-1.2"
    return None


def next_to_draw(table: Table) -> int | None:
    """The seat that may draw from the front; None while a seat must act."""
    if table.stage == "draw":
        return table.turn
    return (table.turn + 1) % 4 if table.stage == "claim" else None


def discard_refusal(table: Table, seat: int, tile: str) -> str | None:
    if table.stage not in ("act", "discard") or seat != table.turn:
        return "GD-3.1"
    if tile not in table.hands[seat]:
        return "GD-3.3"
    return "GD-2.5" if tile == table.joker else None


def may_claim(table: Table, seat: int) -> bool:
    """Whether another seat's discard lies open."""
    return table.stage == "claim" and seat != table.turn


def pung_refusal(table: Table, seat: int) -> str | None:
    if not may_claim(table, seat):
        return "GD-3.4"
    if table.wall == 0 and not table.options["claims_on_empty_wall"]:
        return "GD-3.13"
    if table.hands[seat].count(str(table.tile)) < 2:
        return "GD-3.4"
    left = list(table.hands[seat])
    left.remove(str(table.tile))
    left.remove(str(table.tile))
    return "GD-3.6" if all(tile == table.joker for tile in left) else None


def melded_refusal(table: Table, seat: int) -> str | None:
    if not may_claim(table, seat):
        return "GD-3.7"
    if table.wall == 0:
        return "GD-3.11"
    return "GD-3.7" if table.hands[seat].count(str(table.tile)) < 3 else None


def own_kong_refusal(table: Table, seat: int, event: Event) -> str | None:
    if table.stage == "discard" and seat == table.turn:
        return "GD-3.5"
    if table.stage != "act" or seat != table.turn:
        return "GD-3.1"
    tile = event["tile"]
    if tile == table.joker:
        return "GD-2.6"
    if table.wall == 0:
        return "GD-3.11"
    if event["kind"] == "concealed":
        return "GD-3.8" if table.hands[seat].count(tile) < 4 else None
    return "GD-3.9" if own_pung(table, seat, tile) is None or tile not in table.hands[seat] else None


def own_pung(table: Table, seat: int, kind: str) -> Meld | None:
    return next((meld for meld in table.melds[seat] if meld.form == "pung" and meld.kind == kind), None)


def self_refusal(table: Table, seat: int) -> str | None:
    if table.stage == "discard" and seat == table.turn:
        return "GD-3.5"
    if table.stage != "act" or seat != table.turn:
        return "GD-4.1"
    tiles, values = tuple(table.hands[seat]), table.options["fan_values"]
    if is_winning_shape(tiles, table.blocks(seat), table.joker, values):
        return None
    is_four_jokers = split(tiles, table.joker)[1] == 4 and values["four_jokers"] > 0  # GD-4.11
    return None if is_four_jokers else "GD-5.1"


def discard_win_refusal(table: Table, seat: int) -> str | None:
    if not may_claim(table, seat) or has_won(table, seat):
        return "GD-4.2"
    rule = another_seats_tile_refusal(table, seat, "discard")
    if rule:
        return rule
    return "GD-4.7" if is_locked(table, seat) else None


def rob_refusal(table: Table, seat: int) -> str | None:
    if table.stage != "rob" or seat == table.turn or has_won(table, seat):
        return "GD-4.3"
    return another_seats_tile_refusal(table, seat, "rob")


def has_won(table: Table, seat: int) -> bool:
    return any(winner.seat == seat for winner in table.winners)


def another_seats_tile_refusal(table: Table, seat: int, by: str) -> str | None:
    """What a win by discard and one by robbing have in common: order, then the hand itself."""
    if table.winners:
        distance = (seat - table.turn) % 4
        if not table.options["multiple_winners"] or distance < (table.winners[-1].seat - table.turn) % 4:
            return "GD-4.6"
    return hand_refusal(table, tuple(table.hands[seat]), table.blocks(seat), str(table.tile), by)


def hand_refusal(table: Table, tiles: Tiles, melds: tuple[Block, ...], tile: str, by: str) -> str | None:
    """Whether these concealed tiles may win on another seat's tile, locks apart."""
    options = table.options
    values = options["fan_values"]
    if not is_winning_shape((*tiles, tile), melds, table.joker, values):
        return "GD-5.1"
    if not allowed_by(options["any_wait_wins"], by) and is_any_wait(tiles, melds, table.joker, values):
        return "GD-4.5"
    return None if pattern_fans(Win((*tiles, tile), melds, table.joker, by), options) else "GD-4.4"


def is_locked(table: Table, seat: int) -> bool:
    """过胡 (GD-4.7): the seat could have won on an earlier discard and has not drawn since."""
    if table.options["pass_lock"] == "none":
        return False
    return any(
        (let_go.kind == table.tile or table.options["pass_lock"] == "any_tile")
        and hand_refusal(table, let_go.tiles, let_go.melds, let_go.kind, "discard") is None
        for let_go in table.passed[seat]
    )


def horses_refusal(table: Table, lists: list[list[str]]) -> str | None:
    options = table.options
    if not table.winners or options["horses"] == 0:
        return "GD-9.1"
    buyers = [options["horse_buyers"] == "all" or has_won(table, seat) for seat in SEATS]
    if [len(own) for own in lists] != [options["horses"] if buys else 0 for buys in buyers]:
        return "GD-9.2"
    tiles = [tile for own in lists for tile in own]
    if options["horse_nines"] in tiles:
        return "GD-9.4"
    return "GD-9.3" if max(Counter(tiles).values()) > 4 else None


def unfinished(table: Table) -> Refusal | None:
    """What is missing if the log stops here (the rows "end of log")."""
    if table.compulsory:
        return table.turn, table.compulsory
    if is_replacement_due(table):
        return table.turn, "GD-3.10"
    if table.winners:
        return (None, "GD-9.1") if table.options["horses"] > 0 and table.stage != "over" else None
    if table.stage == "claim" and table.wall == 0:  # the drawn hand, GD-11.1
        return None
    seat = next_to_draw(table)
    return (table.turn if seat is None else seat), "GD-11.3"


# --- what the events do ---------------------------------------------------------------------------------


def apply(table: Table, event: Event) -> None:
    """Changes the table by an event that `refusal` lets stand."""
    do = event["do"]
    if table.stage == "claim" and do not in ("win", "horses"):
        remember_passes(table)
    if do == "draw":
        draw(table, event["seat"], event["tile"])
    elif do == "discard":
        discard(table, event["seat"], event["tile"])
    elif do == "pung":
        pung(table, event["seat"])
    elif do == "kong":
        {"melded": melded_kong, "added": added_kong, "concealed": concealed_kong}[event["kind"]](table, event)
    elif do == "win":
        win(table, event["seat"], event["by"])
    else:
        table.horses, table.stage = event["tiles"], "over"


def remember_passes(table: Table) -> None:
    """The open discard was not won on: what the other seats let go, with the hands they let it go with."""
    for seat in SEATS:
        if seat != table.turn:
            table.passed[seat].append(Passed(str(table.tile), tuple(table.hands[seat]), table.blocks(seat)))


def draw(table: Table, seat: int, tile: str) -> None:
    if table.added is not None:  # not robbed, so the added kong is made and paid now (GD-8.6, GD-8.7)
        table.added.form = "kong"
        if table.added.pays:
            pay_all_to(table, seat, "added")
        table.added = None
    table.from_tail = table.stage in ("replace", "rob")
    if not table.from_tail:
        table.fed_by = None
    held = tuple(table.hands[seat])
    table.hands[seat].append(tile)
    table.unseen[tile] -= 1
    table.wall -= 1
    table.draws[seat] += 1
    table.passed[seat] = []
    table.turn, table.stage, table.tile = seat, "act", None
    table.compulsory = compulsory_win(table, seat, held)


def compulsory_win(table: Table, seat: int, held: Tiles) -> str | None:
    """GD-4.8, GD-4.9, GD-4.10; `held` are the concealed tiles before the draw."""
    options = table.options
    values = options["fan_values"]
    if options["forced_first_win"] and table.draws[seat] == 1 and not table.melds[seat]:
        fan, rule = ("heavenly_hand", "GD-4.8") if seat == table.dealer else ("earthly_hand", "GD-4.9")
        if values[fan] > 0 and is_winning_shape(tuple(table.hands[seat]), (), table.joker, values):
            return rule
    tiles = held if options["forced_all_jokers"] == "held" else table.hands[seat]
    return "GD-4.10" if all(tile == table.joker for tile in tiles) else None


def discard(table: Table, seat: int, tile: str) -> None:
    if table.stage == "act" and table.wall > 0 and not table.options["pay_late_kong"]:  # GD-8.5
        for meld in table.melds[seat]:
            if meld.form == "pung" and meld.kind in table.hands[seat]:
                meld.pays = False
    table.hands[seat].remove(tile)
    table.discards.append((seat, tile))
    table.stage, table.tile = "claim", tile
    in_turn = [(table.dealer + step) % 4 for step in SEATS]
    if table.discards == [(other, tile) for other in in_turn]:  # 跟庄, GD-8.8
        for other in in_turn[1:]:
            pay(table.follow, table.dealer, other, table.options["follow_dealer"])


def claim(table: Table, seat: int, form: str, copies: int) -> Meld:
    for _ in range(copies):
        table.hands[seat].remove(str(table.tile))
    meld = Meld(form, str(table.tile), table.turn)
    table.melds[seat].append(meld)
    table.turn, table.tile = seat, None
    return meld


def pung(table: Table, seat: int) -> None:
    is_passed_up = table.hands[seat].count(str(table.tile)) == 3 and table.wall > 0  # GD-8.4
    meld = claim(table, seat, "pung", 2)
    meld.pays = not is_passed_up or table.options["pay_passed_kong"]
    table.stage = "discard"


def melded_kong(table: Table, event: Event) -> None:
    discarder, seat = table.turn, event["seat"]
    claim(table, seat, "kong", 3)
    pay(table.kong, discarder, seat, table.options["kong_points"]["melded"])
    table.fed_by = discarder
    table.stage = "replace"


def concealed_kong(table: Table, event: Event) -> None:
    seat, kind = event["seat"], event["tile"]
    for _ in range(4):
        table.hands[seat].remove(kind)
    table.melds[seat].append(Meld("kong", kind, None))
    table.fed_by = None
    pay_all_to(table, seat, "concealed")
    table.stage = "replace"


def added_kong(table: Table, event: Event) -> None:
    """Declared only: it becomes a kong, and is paid, when it was not robbed."""
    seat, kind = event["seat"], event["tile"]
    table.hands[seat].remove(kind)
    table.added = own_pung(table, seat, kind)
    table.fed_by = None
    table.stage, table.tile = "rob", kind


def win(table: Table, seat: int, by: str) -> None:
    source = None if by == "self" else table.turn
    table.winners.append(Winner(seat, table.win(seat, by), source, liable_seat(table, seat, by)))
    table.compulsory = None
    if by == "self":
        table.stage = "won"


def liable_seat(table: Table, seat: int, by: str) -> int | None:
    """Who covers this win (GD-10), or None."""
    options = table.options
    if by == "rob":  # GD-10.1
        return table.turn if options["rob_liability"] else None
    if by == "discard":
        return None
    if options["twelve_liability"] and len(table.melds[seat]) == 4:  # GD-10.2, GD-10.3
        source = table.melds[seat][3].source
        if source is not None:
            return source
    return table.fed_by if options["kong_bloom_liability"] and table.from_tail else None  # GD-10.4, GD-10.5


def pay(account: list[int], payer: int, receiver: int, amount: int) -> None:
    account[payer] -= amount
    account[receiver] += amount


def pay_all_to(table: Table, seat: int, kind: str) -> None:
    for other in SEATS:
        if other != seat:
            pay(table.kong, other, seat, table.options["kong_points"][kind])
