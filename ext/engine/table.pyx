"""A game with its memory, and one hand after another played on it."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from hupai.ext.engine.loop cimport play_hand
from hupai.ext.engine.strategies cimport Player
from hupai.ext.rulebook cimport RuleBook
from hupai.ext.variant cimport *

cdef enum:
    MAX_EVENTS = 1024


cdef class Table:
    """The memory of one hand in play; each thread has its own."""

    def __cinit__(self, RuleBook book not None):
        self.book = book
        memset(&self.game, 0, sizeof(Game))
        self.state = calloc(1, book.variant.state_size + 1)
        self.log = NULL
        if self.state == NULL:
            raise MemoryError
        self.game.variant = &book.variant
        self.game.options = book.options
        self.game.state = self.state

    cdef int listen(self) except -1:
        """From now on the events of each hand are kept."""
        if self.log == NULL:
            self.log = <Event *> calloc(MAX_EVENTS, sizeof(Event))
            if self.log == NULL:
                raise MemoryError
            self.game.log = self.log
        return 0

    def __dealloc__(self):
        free(self.state)
        free(self.log)


cdef int play_on(Table table, const Player *players, uint64_t seed, int64_t hands_per_table, Position *at) noexcept nogil:
    """Plays and settles the hand at `at`, and moves on to the next; 0, or a Fault with `at` unmoved."""
    cdef int status
    if at.hand % hands_per_table == 0:
        at.round = 0
        at.streak = 0
        at.dealer = <int8_t> ((at.hand // hands_per_table) & 3)
    status = play_hand(&table.game, players, seed, at.hand, at.round, at.dealer, at.streak, &table.facts)
    if status == 0:
        status = table.game.variant.settle(&table.facts, table.game.options, &table.outcome)
    if status < 0:
        return status
    table.game.variant.succeed(&table.facts, table.game.options, &at.dealer, &at.streak)
    at.hand += 1
    at.round += 1
    return 0
