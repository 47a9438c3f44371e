"""The one game loop."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from hupai.ext.engine.strategies cimport Player
from hupai.ext.variant cimport Facts, Game


cdef void lay_out(Game *game, int dealer, int32_t streak) noexcept nogil
cdef void deal_from_wall(Game *game) noexcept nogil
cdef int play_hand(Game *game, const Player *players, uint64_t seed, int64_t number, int32_t round,
                   int dealer, int32_t streak, Facts *facts) noexcept nogil
