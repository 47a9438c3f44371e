"""One row a hand and one a winner, as the engine hands them to Python."""
from libc.stdint cimport int8_t, int16_t, int64_t
from libc.string cimport memset

import numpy as np

from hupai.ext.variant cimport *


cdef void sum_flows(const Outcome *outcome, int n_parts, int64_t pay[SEATS], int64_t parts[MAX_PARTS][SEATS]) noexcept nogil:
    """The nets of each seat, by part and in all, from the ordered transfers."""
    cdef int part, payer, receiver
    cdef int64_t amount
    memset(pay, 0, SEATS * sizeof(int64_t))
    memset(parts, 0, MAX_PARTS * SEATS * sizeof(int64_t))
    for part in range(n_parts):
        for payer in range(SEATS):
            for receiver in range(SEATS + 1):
                amount = outcome.flows[part][payer][receiver]
                if amount:
                    parts[part][payer] -= amount
                    pay[payer] -= amount
                    if receiver != HOUSE:
                        parts[part][receiver] += amount
                        pay[receiver] += amount


cdef void fill_hand(const Game *game, const Facts *facts, const Outcome *outcome, int64_t table, HandRow *row) noexcept nogil:
    cdef int seat, i, kind
    cdef const Seat *own
    row.hand = game.number
    row.table = table
    row.round = game.round
    row.streak = game.streak
    row.dealer = game.dealer
    row.end = facts.end
    row.winners = game.n_winners
    row.draws = game.draws
    row.wall_left = game.left
    sum_flows(outcome, game.variant.n_parts, row.pay, row.parts)
    for seat in range(SEATS):
        own = &game.seats[seat]
        row.chows[seat] = 0
        row.pungs[seat] = 0
        row.kongs[seat] = 0
        for i in range(own.n_melds):
            kind = own.melds[i].kind
            if kind == CHOW:
                row.chows[seat] += 1
            elif kind == PUNG:
                row.pungs[seat] += 1
            else:
                row.kongs[seat] += 1
        row.need[seat] = own.dealt_need
        row.ready[seat] = own.ready
    game.variant.own(game, facts, row.own)
    if game.variant.own_settled != NULL:
        game.variant.own_settled(facts, game.options, row.own)


cdef int fill_wins(const Facts *facts, const Outcome *outcome, int win_part, WinRow *rows) noexcept nogil:
    """One row a winner; their number."""
    cdef int i, k, seat, other
    cdef const Score *score
    cdef WinRow *row
    for i in range(outcome.n_winners):
        score = &outcome.winners[i]
        row = &rows[i]
        seat = score.seat
        row.hand = facts.hand
        row.seat = <int8_t> seat
        row.position = <int8_t> ((seat - facts.dealer) & 3)
        row.by = <int8_t> (0 if facts.by == WIN_DISCARD else (1 if facts.by == WIN_SELF else 2))
        row.source = facts.source
        row.turn = facts.turns[seat]
        row.tile = facts.tile
        row.points = score.points
        for k in range(MAX_FANS):
            row.fans[k] = score.fans[k]
        row.gain = 0
        for other in range(SEATS):
            row.gain += outcome.flows[win_part][other][seat] - outcome.flows[win_part][seat][other]
    return outcome.n_winners


HAND_ROW = np.dtype([
    ("hand", "i8"), ("table", "i8"), ("pay", "i8", SEATS), ("parts", "i8", (MAX_PARTS, SEATS)),
    ("round", "i4"), ("streak", "i4"), ("own", "i4", MAX_OWN), ("draws", "i2"), ("wall_left", "i2"),
    ("dealer", "i1"), ("end", "i1"), ("winners", "i1"), ("chows", "i1", SEATS), ("pungs", "i1", SEATS),
    ("kongs", "i1", SEATS), ("need", "i1", SEATS), ("ready", "i1", SEATS),
], align=True)

WIN_ROW = np.dtype([
    ("hand", "i8"), ("points", "i8"), ("gain", "i8"), ("fans", "i2", MAX_FANS), ("seat", "i1"),
    ("position", "i1"), ("by", "i1"), ("source", "i1"), ("turn", "i1"), ("tile", "i1"),
], align=True)

MELD_ROW = np.dtype([
    ("seat", "i1"), ("kind", "i1"), ("tile", "i1"), ("claimed", "i1"), ("source", "i1"), ("born", "i1"),
    ("konged", "i1"), ("marks", "u1"),
], align=True)

FACT_ROW = np.dtype([
    ("seed", "u8"), ("hand", "i8"), ("round", "i4"), ("streak", "i4"), ("dealer", "i1"), ("end", "i1"), ("by", "i1"),
    ("source", "i1"), ("tile", "i1"), ("joker", "i1"), ("winners", "u1"), ("declared", "u1"), ("shown", "u1"),
    ("n_melds", "i1"), ("sizes", "i1", SEATS), ("turns", "i1", SEATS), ("tiles", "i1", (SEATS, 14)),
    ("melds", MELD_ROW, 16), ("marks", "u8"), ("lots", "i1", MAX_LOTS), ("n_lots", "i1"),
], align=True)

WIN_ACTS = (WIN_DISCARD, WIN_SELF, WIN_ROB)     # of a fact's `by`
NO_WIN = PASS
MELD_ACTS = (CHOW, PUNG, KONG_MELDED, KONG_ADDED, KONG_CONCEALED)   # of a meld's `kind`

SIZES = {"HandRow": sizeof(HandRow), "WinRow": sizeof(WinRow), "Meld": sizeof(Meld), "Facts": sizeof(Facts)}

if [HAND_ROW.itemsize, WIN_ROW.itemsize, MELD_ROW.itemsize, FACT_ROW.itemsize] != list(SIZES.values()):
    raise ImportError(f"the rows of the engine are laid out otherwise here: {SIZES}")
