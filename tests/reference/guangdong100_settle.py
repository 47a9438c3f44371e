"""Settlement of 广东100张: win and horses with liability, the next dealer (GD-7, GD-9, GD-10, GD-12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .guangdong100_play import SEATS, Table, Winner, pay
from .guangdong100_score import score

HORSES_OF_POSITION = (
    {"1p", "5p", "9p", "1s", "5s", "9s", "1z"},
    {"2p", "6p", "2s", "6s", "2z", "5z"},
    {"3p", "7p", "3s", "7s", "3z", "6z"},
    {"4p", "8p", "4s", "8s", "4z", "7z"},
)
"""GD-9.5: the horses that hit A1, A2, A3, A4."""


@dataclass(frozen=True)
class Transfer:
    """That `payer` pays `amount` to `receiver`; `liable` covers all that is paid because of it (GD-10.6)."""

    payer: int
    receiver: int
    amount: int
    liable: int | None = None


def settle(table: Table) -> dict[str, Any]:
    """The `result` of a hand that is over."""
    options = table.options
    judged = [(winner, *score(winner.win, options)) for winner in table.winners]
    win, horses = [0] * 4, [0] * 4
    for winner, _, points in judged:
        for transfer in transfers_seen_by_horses(winner, points, options):
            settle_transfer(win, transfer)
            settle_horses(horses, transfer, table)
    if table.winners and options["horses_count_follow"]:  # GD-9.7
        for seat, received in enumerate(table.follow):
            if received > 0:
                settle_horses(horses, Transfer(table.dealer, seat, received), table)
    amounts = {"win": win, "horses": horses, "kong": table.kong, "follow": table.follow}
    parts = {name: [amount * options["base_stake"] for amount in part] for name, part in amounts.items()}
    return {
        "end": "win" if table.winners else "draw",
        "winners": [
            {"seat": winner.seat, "by": winner.win.by, "from": winner.source, "fans": fans, "points": points}
            for winner, fans, points in judged
        ],
        "payments": [sum(part[seat] for part in parts.values()) for seat in SEATS],
        "parts": parts,
    }


def transfers_seen_by_horses(winner: Winner, points: int, options: dict[str, Any]) -> list[Transfer]:
    """The win as "L pays v to W" (GD-7.2–7.4, GD-10.7)."""
    if winner.source is not None:
        return [Transfer(winner.source, winner.seat, points, winner.liable)]
    if winner.liable is not None and options["liability_horses"] == "shifted":
        return [Transfer(winner.liable, winner.seat, 3 * points, winner.liable)]
    return [Transfer(loser, winner.seat, points, winner.liable) for loser in SEATS if loser != winner.seat]


def settle_transfer(account: list[int], transfer: Transfer) -> None:
    """Covering (GD-10.6): the liable seat pays in place of whoever would; a payment to itself falls away."""
    payer = transfer.payer if transfer.liable is None else transfer.liable
    if payer != transfer.receiver:
        pay(account, payer, transfer.receiver, transfer.amount)


def settle_horses(account: list[int], transfer: Transfer, table: Table) -> None:
    """GD-9.6: for every horse, its buyer wins with the receiver or pays with the payer."""
    for buyer, horses in enumerate(table.horses):
        for horse in horses:
            hit = seat_hit(horse, table.dealer)
            if hit == transfer.receiver and buyer != transfer.payer:
                settle_transfer(account, Transfer(transfer.payer, buyer, transfer.amount, transfer.liable))
            if hit == transfer.payer and buyer != transfer.receiver:
                settle_transfer(account, Transfer(buyer, transfer.receiver, transfer.amount, transfer.liable))


def seat_hit(horse: str, dealer: int) -> int:
    position = next(index for index, horses in enumerate(HORSES_OF_POSITION) if horse in horses)
    return (dealer + position) % 4


def next_deal(
    dealer: int, streak: int, winners: list[dict[str, Any]], options: dict[str, Any]
) -> dict[str, int]:
    """Who deals next, and with which streak (GD-12). `winners` are those of the result."""
    following = (dealer + 1) % 4
    if options["dealer_next"] == "rotate":
        deals = following
    elif not winners:
        deals = dealer if options["dealer_after_draw"] == "stay" else following
    elif options["dealer_next"] == "stay":
        deals = dealer if any(winner["seat"] == dealer for winner in winners) else following
    else:
        deals = winners[0]["seat"] if len(winners) == 1 else winners[0]["from"]
    return {"dealer": deals, "streak": streak + 1 if deals == dealer else 0}
