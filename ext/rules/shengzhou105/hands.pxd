from libc.stdint cimport uint64_t

from hupai.ext.engine.bits cimport bit
from hupai.ext.rules.shengzhou105.options cimport ShengzhouOptions, ShengzhouState
from hupai.ext.shapes cimport Hand, hand_kinds
from hupai.ext.variant cimport Game, Seat

cdef enum:
    TILES = 136
    DEALT_TILES = 52


cdef inline const ShengzhouOptions *options_of(const Game *game) noexcept nogil:
    return <const ShengzhouOptions *> game.options


cdef inline ShengzhouState *state_of(const Game *game) noexcept nogil:
    return <ShengzhouState *> game.state


cdef inline uint64_t held_kinds(const Hand *hand) noexcept nogil:
    """Kinds that can be discarded: jokers too (SZ-3.12)."""
    return hand_kinds(hand) | (bit(hand.joker) if hand.jokers else 0)


cdef inline bint wall_is_empty(const Game *game) noexcept nogil:
    return game.left <= game.floor


cdef inline int claims_from(const Seat *own, int seat, int source) noexcept nogil:
    """SZ-6.6: discards of `source` that `seat` has claimed; a kong added to a pung adds none."""
    cdef int i, claims = 0
    for i in range(own.n_melds):
        claims += own.melds[i].source == source and source != seat
    return claims


cdef bint complete(const Game *, int seat) noexcept nogil
cdef int need(const Game *, int seat) noexcept nogil
cdef int masks(const Game *, int seat, uint64_t *keeps, uint64_t *lowers) noexcept nogil
cdef bint bird_wait(const Game *, int seat) noexcept nogil
cdef uint64_t waits(Game *, int seat) noexcept nogil
cdef uint64_t bird_discards(Game *, int seat) noexcept nogil
cdef uint64_t banned_after_chow(const Game *, int low) noexcept nogil
cdef bint chow_leaves_discard(const Game *, int seat, int low) noexcept nogil
cdef bint must_draw_to_win(const Game *, int seat) noexcept nogil
cdef bint limits_let_win(const Game *, int seat) noexcept nogil
