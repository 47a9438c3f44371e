from libc.stdint cimport uint64_t

from hupai.ext.rules.hefei.options cimport HefeiOptions
from hupai.ext.variant cimport Game, Seat

cdef enum:
    TILES = 84
    SEA = 4                 # tiles of the sea (HF-6.1), and the last that no kong may be followed by (HF-3.10)


cdef inline const HefeiOptions *options_of(const Game *game) noexcept nogil:
    return <const HefeiOptions *> game.options


cdef bint in_sea(const Game *) noexcept nogil
cdef int need(const Game *, int seat) noexcept nogil
cdef int masks(const Game *, int seat, uint64_t *keeps, uint64_t *lowers) noexcept nogil
cdef uint64_t waits(Game *, int seat) noexcept nogil
cdef bint leaves_ready(Game *, int seat, int tile) noexcept nogil
cdef uint64_t ready_discards(Game *, int seat) noexcept nogil
cdef bint kong_when_declared(Game *, int seat, int act, int tile) noexcept nogil
cdef int win_fault(Game *, int seat, int tile) noexcept nogil
