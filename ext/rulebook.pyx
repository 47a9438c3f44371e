"""A variant under given options, as the engine holds it.

Each rules module derives one class, which fills `variant` and keeps the options in a struct of its own. A book is
constant once made, so that threads share it.
"""
from libc.string cimport memset

from hupai.ext.variant cimport *


cdef class RuleBook:
    """What the engine needs of a variant: hooks, options, and the names behind the indices it counts by.

    `fans`, `parts` and `columns` are in the order of `variant.toml`; columns that are kept per seat stand four times.
    `given` (the options that differ from the defaults, for the head of a log) and `reasons` (clause -> why an event
    that breaks it is refused) are set by whoever makes the book.
    """

    seat_as_it_stands = True    # an illegal event is reported with the seat that it gives, even one that does not exist

    def __cinit__(self):
        memset(&self.variant, 0, sizeof(Variant))
        self.variant.declares = 1
        self.given = {}
        self.reasons = {}

    @property
    def deck(self):
        """The kinds of the deck's tiles, ascending, each as often as there are copies: the wall before it is shuffled."""
        return tuple(self.variant.deck[i] for i in range(self.variant.deck_size))

    cdef int take_names(self, str name, str prefix, tuple fans, tuple parts, tuple columns) except -1:
        """The variant's name, what its clauses begin with, and the names behind its indices.

        Raises:
            ValueError: there are more than the engine has room for.
        """
        if len(fans) > MAX_FANS or len(parts) > MAX_PARTS or len(columns) > MAX_OWN:
            raise ValueError(f"{name}: at most {MAX_FANS} fans, {MAX_PARTS} parts and {MAX_OWN} columns")
        self.name = name
        self.prefix = prefix
        self.fans = fans
        self.parts = parts
        self.columns = columns
        self.variant.n_fans = len(fans)
        self.variant.n_parts = len(parts)
        self.variant.n_own = len(columns)
        return 0

    def clause(self, int code):
        """The id of a clause that a hook gives as x * 100 + y: 305 is `HF-3.5`."""
        return f"{self.prefix}-{code // 100}.{code % 100}"

    def log_head(self, list lots):
        """Entries of a log's head that come from the lots: stakes."""
        return {}

    def log_tail(self, list lots, bint won):
        """Events that a log ends with and that come from the lots: horses."""
        return []
