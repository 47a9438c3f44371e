"""Hands dealt and not played: what can be counted exactly of a deal is compared with these."""
from libc.stdint cimport int64_t, uint64_t

import numpy as np

from hupai.ext.engine.loop cimport deal_from_wall, lay_out
from hupai.ext.engine.table cimport Table
from hupai.ext.engine.transitions cimport tile_count
from hupai.ext.rulebook cimport RuleBook
from hupai.ext.shapes cimport hand_add
from hupai.ext.variant cimport *

cdef enum:
    NEEDS = 16      # tiles needed: 0 … 15
    COPIES = 4


def deal_counts(RuleBook book not None, uint64_t seed, int64_t first, int64_t hands):
    """Deal hands `first` … `first + hands - 1` from the walls that `Engine` plays, seat 0 dealing. Without the GIL.

    Returns:
        (needs, jokers): how many deals gave the dealer's first 14 each number of needed tiles, int64 of shape (16,), 0 for
        a complete hand; and how many gave each seat's 13 each number of jokers, int64 of shape (4 seats, 5).
    """
    cdef Table table = Table(book)
    cdef Game *game = &table.game
    cdef int64_t hand
    cdef int seat, need
    needs = np.zeros(NEEDS, np.int64)
    jokers = np.zeros((SEATS, COPIES + 1), np.int64)
    cdef int64_t[::1] by_need = needs
    cdef int64_t[:, ::1] by_jokers = jokers
    game.seed = seed
    with nogil:
        for hand in range(first, first + hands):
            game.number = hand
            lay_out(game, 0, 0)
            deal_from_wall(game)
            book.variant.begin(game)
            if game.joker != NO_TILE:
                for seat in range(SEATS):
                    by_jokers[seat, tile_count(game, seat, game.joker)] += 1
            hand_add(book.variant.blocks, &game.seats[0].hand, game.wall[game.front])
            need = book.variant.need(game, 0)
            by_need[need] += 1
    return needs, jokers
