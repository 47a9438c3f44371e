from libc.stdint cimport uint64_t

from hupai.ext.rules.guangdong100.options cimport GuangdongOptions, GuangdongState
from hupai.ext.variant cimport Game, Seat


cdef inline const GuangdongOptions *options_of(const Game *game) noexcept nogil:
    return <const GuangdongOptions *> game.options


cdef inline GuangdongState *state_of(const Game *game) noexcept nogil:
    return <GuangdongState *> game.state


cdef int need(const Game *, int seat) noexcept nogil
cdef int masks(const Game *, int seat, uint64_t *keeps, uint64_t *lowers) noexcept nogil
cdef uint64_t waits(Game *, int seat) noexcept nogil
cdef bint has_fan(Game *, int seat, int tile) noexcept nogil
