"""One row a hand and one a winner, as the engine hands them to Python."""
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t

from hupai.ext.variant cimport MAX_FANS, MAX_OWN, MAX_PARTS, SEATS, Facts, Game, Outcome


cdef struct HandRow:
    int64_t hand
    int64_t table
    int64_t pay[SEATS]
    int64_t parts[MAX_PARTS][SEATS]
    int32_t round
    int32_t streak
    int32_t own[MAX_OWN]
    int16_t draws
    int16_t wall_left
    int8_t dealer
    int8_t end
    int8_t winners
    int8_t chows[SEATS]
    int8_t pungs[SEATS]
    int8_t kongs[SEATS]
    int8_t need[SEATS]
    int8_t ready[SEATS]

cdef struct WinRow:
    int64_t hand
    int64_t points
    int64_t gain
    int16_t fans[MAX_FANS]
    int8_t seat
    int8_t position
    int8_t by
    int8_t source
    int8_t turn
    int8_t tile


cdef void sum_flows(const Outcome *outcome, int n_parts, int64_t pay[SEATS], int64_t parts[MAX_PARTS][SEATS]) noexcept nogil
cdef void fill_hand(const Game *game, const Facts *facts, const Outcome *outcome, int64_t table, HandRow *row) noexcept nogil
cdef int fill_wins(const Facts *facts, const Outcome *outcome, int win_part, WinRow *rows) noexcept nogil
