"""都匀麻将, plain twin: fans, payments and the next dealer of a hand that is over (DY-7 – DY-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .duyun_hands import tiles_of
from .duyun_head import BASE_FANS, SEATS, SUITS
from .duyun_table import Table, fans_on_tile, seats_after, waits_in_play

if TYPE_CHECKING:
    from collections.abc import Iterator

PARTS = ("win", "kong", "transfer", "draw", "refund", "leave")  # DY-8.8
Transfer = tuple[int, int | None, int, str]  # payer, receiver (None: the house), amount, part


def settle(table: Table) -> dict[str, Any]:
    """The `result` of a hand that is over."""
    end = "leave" if table.leaver is not None else "win" if table.winners else "draw"
    winners = [winner(table, seat) for seat in table.winners]
    transfers = list(kong_payments(table))
    if end == "win":
        for won in winners:
            transfers += win_payments(table, won)
            transfers += kong_transfers(table, won["seat"])
    elif end == "draw":
        transfers += drawn_hand(table)
    else:
        transfers += leave_payments(table)
    parts = {part: [0, 0, 0, 0] for part in PARTS}
    for payer, receiver, amount, part in transfers:
        parts[part][payer] -= amount
        if receiver is not None:
            parts[part][receiver] += amount
    payments = [sum(parts[part][seat] for part in PARTS) for seat in SEATS]
    return {"end": end, "winners": winners, "payments": payments, "parts": parts}


# -- fans --------------------------------------------------------------------------------------------------


def won_by(table: Table) -> str:
    return {"over": "self", "discard": "discard", "added": "rob"}[table.state]


def winner(table: Table, seat: int) -> dict[str, Any]:
    """One entry of `winners`: the base fan and the additions (DY-7.1 – 7.4)."""
    by = won_by(table)
    values = table.options["fan_values"]
    counted = [base_fan(table, seat), *(fan for fan in additions(table, seat) if values[fan] > 0)]
    return {
        "seat": seat,
        "by": by,
        "from": None if by == "self" else table.turn,
        "fans": sorted(counted),
        "points": sum(values[fan] for fan in counted),
    }


def base_fan(table: Table, seat: int) -> str:
    """The largest base fan that fits, of equal ones the first of the table (DY-7.1, 7.2)."""
    fans = fans_on_tile(table, seat) | situation(table, seat)
    values = table.options["fan_values"]
    return max((fan for fan in BASE_FANS if fan in fans), key=lambda fan: values[fan])


def situation(table: Table, seat: int) -> set[str]:
    """天胡 or 地胡, if the win is one and the fan is in play (DY-7.16, 7.17)."""
    if won_by(table) != "self" or table.draws[seat] != 1 or table.melds[seat]:
        return set()
    if seat == table.dealer:
        fan = "heavenly_hand"
    elif table.options["earthly_broken_by_claims"] and any(table.melds):
        return set()
    else:
        fan = "earthly_hand"
    return {fan} if table.options["fan_values"][fan] > 0 else set()


def additions(table: Table, seat: int) -> Iterator[str]:
    by = won_by(table)
    if table.declared[seat]:
        yield "ready_declaration"  # DY-7.19
    if by == "self" and table.from_tail:
        yield "out_with_replacement"  # DY-7.20
    if by == "discard" and table.after_kong:
        yield "discard_after_kong"  # DY-7.21
    if by == "rob":
        yield "robbing_the_kong"  # DY-7.22


# -- payments ----------------------------------------------------------------------------------------------


def capped(table: Table, fans: int) -> int:
    """DY-8.7."""
    cap = table.options["fan_cap"]
    return min(fans, cap) if cap > 0 else fans


def streak_fans(table: Table, one: int, other: int) -> int:
    """What the dealer's streak adds to a payment between two seats (DY-10.6)."""
    if table.dealer not in (one, other):
        return 0
    cap = table.options["streak_cap"]
    counted = min(table.streak, cap) if cap > 0 else table.streak
    return int(table.options["streak_fan"] * counted)


def kong_payments(table: Table) -> Iterator[Transfer]:
    """DY-4.7."""
    for kong in table.kongs:
        for payer, amount in kong.paid.items():
            yield payer, kong.seat, amount, "kong"


def win_payments(table: Table, won: dict[str, Any]) -> Iterator[Transfer]:
    """DY-8.1 – 8.5: by self draw every other seat pays, else the seat that fed."""
    by, seat = won["by"], won["seat"]
    for payer in seats_after(seat) if by == "self" else [table.turn]:
        fans = won["points"] + streak_fans(table, seat, payer)
        if table.declared[payer] and declaration_costs(table, by):
            fans += table.options["ready_discarder_fan"]
        yield payer, seat, table.options["base_score"] * capped(table, fans), "win"


def declaration_costs(table: Table, by: str) -> bool:
    """Whether a declared payer pays extra: if it fed, by option on a self draw, never if robbed (DY-5.7)."""
    return by == "discard" or (by == "self" and table.options["ready_pays_self_draw"])


def kong_transfers(table: Table, seat: int) -> Iterator[Transfer]:
    """杠上炮 hands the income of the kong just made over, to each winner in full (DY-8.6)."""
    if won_by(table) != "discard" or not table.after_kong or table.options["kong_transfer"] == "none":
        return
    kongs = table.kongs_of_turn if table.options["kong_transfer"] == "turn" else table.kongs_of_turn[-1:]
    for kong in kongs:
        yield table.turn, seat, sum(kong.paid.values()), "transfer"


def owed_to_ready(table: Table, payer: int, receiver: int) -> int:
    """大叫: what `payer`, not ready, owes `receiver`, ready, at a drawn hand (DY-9.3)."""
    values = table.options["fan_values"]
    fans = max(values[fan] for wait in waits_in_play(table, receiver).values() for fan in wait)
    if table.declared[receiver] and table.options["draw_counts_ready"]:
        fans += values["ready_declaration"]
    if table.options["streak_in_draw"]:
        fans += streak_fans(table, payer, receiver)
    return int(table.options["base_score"] * capped(table, fans))


def drawn_hand(table: Table) -> Iterator[Transfer]:
    """查大叫, 花猪 and 黄豆 (DY-9.2 – 9.5)."""
    options = table.options
    ready = [seat for seat in SEATS if waits_in_play(table, seat)]
    pigs = [seat for seat in SEATS if seat not in ready and is_flower_pig(table, seat)]
    for payer in SEATS:
        if payer in ready:
            continue
        if payer in pigs:
            for receiver in SEATS:
                if receiver not in pigs:
                    yield payer, receiver, options["flower_pig_fan"] * options["base_score"], "draw"
        elif options["draw_check"]:
            for receiver in ready:
                yield payer, receiver, owed_to_ready(table, payer, receiver), "draw"
    if options["refund_kongs"]:
        for kong in table.kongs:
            if kong.seat not in ready:
                for payer, amount in kong.paid.items():
                    yield kong.seat, payer, amount, "refund"


def is_flower_pig(table: Table, seat: int) -> bool:
    """花猪: tiles of all three suits, where the option gives it a price (DY-9.5)."""
    tiles = [*table.hands[seat], *(tile for meld in table.melds[seat] for tile in tiles_of(meld))]
    return table.options["flower_pig_fan"] > 0 and {tile[1] for tile in tiles} == set(SUITS)


def leave_payments(table: Table) -> Iterator[Transfer]:
    """逃跑 (DY-11.3, 11.4)."""
    assert table.leaver is not None
    leaver, options = table.leaver, table.options
    others = seats_after(leaver)
    penalty = options["leave_multiplier"] * options["base_score"]
    # `last_tiles` 0 switches DY-11.4 off altogether (options table), even with no tile left.
    in_last_tiles = options["last_tiles"] > 0 and table.wall <= options["last_tiles"]
    if options["draw_check"] and in_last_tiles:
        ready = [seat for seat in others if waits_in_play(table, seat)]
        owed = {seat: owed_to_ready(table, leaver, seat) for seat in ready}
        if sum(owed.values()) > 3 * penalty:
            for seat, amount in owed.items():
                yield leaver, seat, amount, "leave"
            return
    for seat in others:
        yield leaver, seat if options["leave_to"] == "seats" else None, penalty, "leave"


# -- the next hand -----------------------------------------------------------------------------------------


def next_deal(table: Table) -> dict[str, int]:
    """Who deals the next hand, and with which streak (DY-10.2 – 10.5, 10.7)."""
    if table.leaver is not None:
        return {"dealer": table.dealer, "streak": 0}
    if not table.winners:
        dealer = table.dealer
    else:
        dealer = table.winners[0] if len(table.winners) == 1 else table.turn
    return {"dealer": dealer, "streak": table.streak + 1 if dealer == table.dealer else 0}
