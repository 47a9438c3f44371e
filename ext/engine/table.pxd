"""A game with its memory, and one hand after another played on it."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from hupai.ext.engine.strategies cimport Player
from hupai.ext.rulebook cimport RuleBook
from hupai.ext.variant cimport Event, Facts, Game, Outcome


cdef class Table:
    cdef Game game
    cdef Facts facts
    cdef Outcome outcome
    cdef RuleBook book
    cdef void *state
    cdef Event *log
    cdef int listen(self) except -1

cdef struct Position:       # where a run of hands stands: the next hand, and who deals it
    int64_t hand
    int32_t round
    int32_t streak
    int8_t dealer


cdef int play_on(Table table, const Player *players, uint64_t seed, int64_t hands_per_table,
                 Position *at) noexcept nogil
