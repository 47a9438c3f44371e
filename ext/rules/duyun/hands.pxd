from libc.stdint cimport uint32_t, uint64_t

from hupai.ext.rules.duyun.options cimport DuyunOptions
from hupai.ext.shapes cimport Blocks, Hand
from hupai.ext.variant cimport Game, Seat

cdef struct Melded:             # a seat's pungs and kongs
    int n
    uint64_t kinds
    uint64_t kongs              # kinds


cdef inline const DuyunOptions *options_of(const Game *game) noexcept nogil:
    return <const DuyunOptions *> game.options


cdef Melded melded_of(const Seat *) noexcept nogil
cdef uint32_t fitting(const DuyunOptions *, const Hand *, const Melded *) noexcept nogil
cdef uint64_t waits_of(const DuyunOptions *, const Hand *, const Melded *) noexcept nogil
cdef uint64_t larger_waits(const DuyunOptions *, Hand *, const Melded *, uint64_t waits) noexcept nogil
cdef int need(const Game *, int seat) noexcept nogil
cdef int masks(const Game *, int seat, uint64_t *keeps, uint64_t *lowers) noexcept nogil
cdef int sets_need(const DuyunOptions *, const Hand *, int melds) noexcept nogil
cdef int pairs_in_play_need(const DuyunOptions *, const Hand *) noexcept nogil
cdef bint leaves_ready(Game *, int seat, int tile) noexcept nogil
cdef uint64_t ready_discards(Game *, int seat) noexcept nogil
cdef bint has_bean(const Seat *) noexcept nogil
