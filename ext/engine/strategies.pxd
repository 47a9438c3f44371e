"""What a seat decides by: two functions of the game as the seat sees it, and a rate of slips."""
from hupai.ext.variant cimport Choice, Game, Menu


ctypedef void (*ActFunction)(Game *, int, const Menu *, Choice *) noexcept nogil
ctypedef int (*RespondFunction)(Game *, int, int) noexcept nogil

cdef struct Player:
    ActFunction act             # the seat to act chooses from its menu
    RespondFunction respond     # an Act in answer to the open tile, PASS where it lets it go
    double slip                 # the chance that a decision is made at random


cdef void decide(const Player *, Game *, int seat, const Menu *, Choice *) noexcept nogil
cdef int answer(const Player *, Game *, int seat, int bits) noexcept nogil
cdef int make_player(Player *, str name, dict parameters) except -1
