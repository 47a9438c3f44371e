"""都匀麻将, plain twin: the table during a hand, and what each legal event does to it (DY-2 – DY-5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .duyun_hands import Meld, Melds, Tiles, fitting, in_order, waits
from .duyun_head import SEATS, Log, Options

Event = dict[str, Any]


@dataclass
class Kong:
    """A bean that stands, with what each payer paid for it (DY-4.7)."""

    seat: int
    paid: dict[int, int]


@dataclass
class Table:
    """Everything that the rules ask of the hand so far.

    `state` is one of
    start        nothing has happened
    drawn        `turn` has drawn `tile`
    punged       `turn` has claimed a pung
    declaring    `turn` has declared ready and has to discard
    replacement  `turn` has a melded or concealed kong and has to draw from the tail
    discard      `turn` offers `tile`, its discard
    added        `turn` offers `tile`, which it adds to its pung
    over         a win by self or a leave
    """

    options: Options
    dealer: int
    streak: int
    hands: list[list[str]]
    turn: int
    seen: Counter[str]
    state: str = "start"
    wall: int = 56  # DY-1.3
    tile: str = ""
    from_tail: bool = False  # the last draw was a replacement
    after_kong: bool = False  # the discard on offer stands directly after a replacement draw, DY-7.21
    melds: list[list[Meld]] = field(default_factory=lambda: [[] for _ in SEATS])
    draws: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    declared: list[bool] = field(default_factory=lambda: [False, False, False, False])
    locked: set[int] = field(default_factory=set)  # DY-3.5
    kongs: list[Kong] = field(default_factory=list)
    kongs_of_turn: list[Kong] = field(default_factory=list)  # the unbroken run of DY-8.6
    winners: list[int] = field(default_factory=list)
    leaver: int | None = None


def new_table(log: Log, options: Options) -> Table:
    return Table(
        options=options,
        dealer=log["dealer"],
        streak=log["streak"],
        hands=[list(hand) for hand in log["deal"]],
        turn=log["dealer"],
        seen=Counter(tile for hand in log["deal"] for tile in hand),
    )


# -- questions ---------------------------------------------------------------------------------------------


def concealed_of(table: Table, seat: int) -> Tiles:
    return in_order(table.hands[seat])


def melds_of(table: Table, seat: int) -> Melds:
    return tuple(table.melds[seat])


def in_play(table: Table, fans: frozenset[str]) -> frozenset[str]:
    """A base fan of value 0 is not played (DY-7.3)."""
    return frozenset(fan for fan in fans if table.options["fan_values"][fan] > 0)


def fans_on_tile(table: Table, seat: int) -> frozenset[str]:
    """The base fans in play that fit `seat`'s hand with the tile drawn or offered; none: no win (DY-6.2)."""
    own = table.state in ("drawn", "over") and seat == table.turn
    tiles = table.hands[seat] if own else [*table.hands[seat], table.tile]
    return in_play(table, fitting(in_order(tiles), melds_of(table, seat)))


def waits_in_play(table: Table, seat: int) -> dict[str, frozenset[str]]:
    """The waits of a seat that holds no tile too many, each with its base fans in play (DY-6.5)."""
    every = waits(concealed_of(table, seat), melds_of(table, seat))
    return {kind: in_play(table, fans) for kind, fans in every.items() if in_play(table, fans)}


def ready_without(table: Table, seat: int, tile: str) -> bool:
    """Whether `seat`, holding a tile too many, is ready once it has discarded `tile`."""
    rest = list(table.hands[seat])
    rest.remove(tile)
    return any(in_play(table, fans) for fans in waits(in_order(rest), melds_of(table, seat)).values())


def win_refusal(table: Table, seat: int) -> str | None:
    """Why `seat` may not win on the tile that it has drawn or that is offered to it; None if it may."""
    fans = fans_on_tile(table, seat)
    if not fans:
        return "DY-6.2"
    if table.state == "drawn":
        return None
    if seat in table.locked:
        return "DY-3.5"
    if table.state == "discard" and fans == {"basic_hand"} and not basic_hand_may_win(table, seat):
        return "DY-6.3"
    return None


def basic_hand_may_win(table: Table, seat: int) -> bool:
    """平胡必须有豆: whether a basic hand of `seat` may win on the discard (DY-6.3)."""
    has_bean = any(kong.seat == seat for kong in table.kongs)  # DY-4.8
    discarder_declared = table.declared[table.turn]  # DY-5.6
    winner_exempt = table.declared[seat] and not table.options["ready_needs_bean"]  # DY-5.5
    return not table.options["bean_required"] or has_bean or discarder_declared or winner_exempt


def must_win(table: Table, seat: int) -> bool:
    """Whether the win on this tile is compulsory: 报听 (DY-5.4) or 最后四张 (DY-6.4)."""
    compelled = table.declared[seat] or table.wall < table.options["last_tiles"]
    return compelled and win_refusal(table, seat) is None


def seats_after(seat: int) -> list[int]:
    """The three other seats in turn order."""
    return [(seat + step) % 4 for step in (1, 2, 3)]


def offered_seats(table: Table) -> list[int]:
    """The seats that may still win on the tile on offer: those after the last winner (DY-3.4)."""
    others = seats_after(table.turn)
    return others[others.index(table.winners[-1]) + 1 :] if table.winners else others


def may_declare(table: Table, seat: int) -> bool:
    """Whether 报听 is open to `seat`, which has just drawn (DY-5.1)."""
    first_turn = table.draws[seat] == 1 and not table.melds[seat]
    return (
        table.options["allow_ready"]
        and first_turn
        and any(ready_without(table, seat, tile) for tile in set(table.hands[seat]))
    )


# -- what an event does ------------------------------------------------------------------------------------


def advance(table: Table, event: Event) -> None:
    """Carries out a legal event."""
    seat, do = event["seat"], event["do"]
    if do == "win":
        table.winners.append(seat)
        if table.state == "drawn":
            table.state = "over"
        return
    if table.state in ("discard", "added") and table.options["pass_lock"]:
        table.locked |= {other for other in seats_after(table.turn) if win_refusal(table, other) is None}
    if do == "draw":
        draw(table, seat, event["tile"], from_tail=event.get("from") == "tail")
    elif do == "discard":
        table.hands[seat].remove(event["tile"])
        table.after_kong = table.state == "drawn" and table.from_tail
        table.state, table.tile = "discard", event["tile"]
    elif do == "ready":
        table.declared[seat] = True
        table.state = "declaring"
    elif do == "pung":
        meld(table, seat, ("pung", table.tile), from_hand=2)
        table.state, table.turn = "punged", seat
    elif do == "kong" and event["kind"] == "melded":
        meld(table, seat, ("melded", table.tile), from_hand=3)
        table.kongs_of_turn = []
        pay_kong(table, seat, "melded", payers=[table.turn])  # DY-4.2
        table.state, table.turn = "replacement", seat
    elif do == "kong" and event["kind"] == "concealed":
        meld(table, seat, ("concealed", event["tile"]), from_hand=4)
        pay_kong(table, seat, "concealed", payers=seats_after(seat))  # DY-4.4
        table.state = "replacement"
    elif do == "kong":  # added: it stands, and is paid, once it is not robbed (DY-4.6)
        table.hands[seat].remove(event["tile"])
        table.state, table.tile = "added", event["tile"]
    elif do == "leave":
        table.leaver = seat
        table.state = "over"


def draw(table: Table, seat: int, tile: str, *, from_tail: bool) -> None:
    if table.state == "added":
        own = table.melds[seat]
        own[own.index(("pung", table.tile))] = ("added", table.tile)
        pay_kong(table, seat, "added", payers=seats_after(seat))  # DY-4.3
    if not from_tail:
        table.kongs_of_turn = []
    table.hands[seat].append(tile)
    table.seen[tile] += 1
    table.wall -= 1
    table.draws[seat] += 1
    table.locked.discard(seat)
    table.state, table.turn, table.tile, table.from_tail = "drawn", seat, tile, from_tail


def meld(table: Table, seat: int, new: Meld, *, from_hand: int) -> None:
    for _ in range(from_hand):
        table.hands[seat].remove(new[1])
    table.melds[seat].append(new)


def pay_kong(table: Table, seat: int, kind: str, *, payers: list[int]) -> None:
    """Enters a kong that stands; each payer pays at once (DY-4.7)."""
    unit = table.options["base_score"] if table.options["kong_in_base"] else 1
    amount = table.options["kong_values"][kind] * unit
    kong = Kong(seat, dict.fromkeys(payers, amount))
    table.kongs.append(kong)
    table.kongs_of_turn.append(kong)
