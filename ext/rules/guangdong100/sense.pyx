"""广东100张: what a player should know. Fixed rules, which look at no option of kind `score`.

A hand that is ready does not pung: the discard that follows leaves it ready at best, and a tile that would complete it
without being allowed to win (鸡胡, 任意胡) is no reason to break it up.
"""
from hupai.ext.rules.guangdong100.hands cimport need
from hupai.ext.variant cimport *


cdef int respond(Game *game, int seat, int bits) noexcept nogil:
    if not bits & (R_WIN | R_KONG) and need(game, seat) == 1:
        return PASS
    return -1
