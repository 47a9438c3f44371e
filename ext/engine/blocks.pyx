"""Blocks of hands, played without the GIL, and single hands replayed with their log."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

import numpy as np

from hupai.ext.engine.logs cimport hand_log
from hupai.ext.engine.rows cimport HandRow, WinRow, fill_hand, fill_wins
from hupai.ext.engine.strategies cimport Player, make_player
from hupai.ext.engine.table cimport Position, Table, play_on
from hupai.ext.rulebook cimport RuleBook
from hupai.ext.variant cimport *

from hupai.ext.engine.rows import FACT_ROW, HAND_ROW, WIN_ROW
from hupai.ext.engine.strategies import STRATEGIES
from hupai.ext.errors import AmountsTooLarge, EngineFault, UsageError
from hupai.ext.rules.options import quoted, whole
from hupai.ext.seats import read_seats

FAULTS = {
    OVERFLOW: (AmountsTooLarge, "an amount left the 64 bits it is counted in; options this large cannot be settled"),
    STUCK: (EngineFault, "a seat had to act and nothing was legal"),
    ILLEGAL: (EngineFault, "a strategy chose an act that was not offered"),
}


def fault(status, hand, seat):
    """The error for a negative status that a hook returned while it dealt with a seat of a hand."""
    kind, reason = FAULTS[status]
    return kind(hand, seat, reason)


MOST_HANDS = 2**53


def whole_within(value, least, most, what):
    """`value` as an int.

    Raises:
        UsageError: it is no whole number from `least` to `most`.
    """
    number = whole(value)
    if number is None or not least <= number <= most:
        raise UsageError(f"{what} cannot be {quoted(value)}. Allowed: a whole number from {least} to {most}.")
    return number


class Block:
    """Hands `first_hand` … of a run, as numpy structured arrays.

    Attributes:
        hands: one row a hand (dtype `HAND_ROW`).
        wins: one row a winner (dtype `WIN_ROW`), by hand, then in the order of the wins.
        facts: one row a hand (dtype `FACT_ROW`), or None.
    """

    __slots__ = ("facts", "hands", "wins")

    def __init__(self, hands, wins, facts):
        self.hands = hands
        self.wins = wins
        self.facts = facts


cdef class Engine:
    """Plays hands of one variant under given options, by given strategies, from given walls.

    Args:
        book: the variant under its options.
        seats: for each of the four seats a strategy's name and its parameters.
        seed: 0 … 2**64 - 1, the key of every stream.
        hands_per_table: hands of a sitting; hand h is round h mod K of table h div K.
    """

    cdef RuleBook book
    cdef Player players[SEATS]
    cdef uint64_t seed
    cdef int64_t hands_per_table

    def __init__(self, RuleBook book not None, seats, *, seed, hands_per_table):
        cdef int seat
        self.book = book
        self.seed = whole_within(seed, 0, 2**64 - 1, "The seed")
        self.hands_per_table = whole_within(hands_per_table, 1, MOST_HANDS, "The number of hands per table")
        for seat, (name, parameters) in enumerate(read_seats(seats, STRATEGIES)):
            make_player(&self.players[seat], name, parameters)

    def play(self, first_hand, hands, *, bint facts=True):
        """Play `hands` hands from `first_hand` on, which opens a table. The GIL is released throughout.

        Raises:
            UsageError: a hand is below 0 or above 2**53, or the first opens no table.
            EngineFault: a hook failed; it names hand and seat. `AmountsTooLarge` if an amount left its 64 bits.
        """
        cdef Table table = Table(self.book)
        cdef Position at
        cdef int64_t first = whole_within(first_hand, 0, MOST_HANDS, "The first hand")
        cdef int64_t n = whole_within(hands, 0, MOST_HANDS - first, "The number of hands")
        cdef int64_t i, n_wins = 0, k = self.hands_per_table
        cdef int status = 0
        cdef HandRow *rows
        cdef WinRow *wins
        cdef Facts *kept = NULL
        if first % k:
            raise UsageError(f"A block begins with a table: hand {first} is not the first of one of {k} hands.")
        hand_rows = np.zeros(n, HAND_ROW)
        win_rows = np.zeros(3 * n + 4, WIN_ROW)
        fact_rows = np.zeros(n if facts else 0, FACT_ROW)
        cdef uint8_t[::1] hand_bytes = hand_rows.view(np.uint8) if n else np.zeros(1, np.uint8)
        cdef uint8_t[::1] win_bytes = win_rows.view(np.uint8)
        cdef uint8_t[::1] fact_bytes = fact_rows.view(np.uint8) if facts and n else np.zeros(1, np.uint8)
        rows = <HandRow *> &hand_bytes[0]
        wins = <WinRow *> &win_bytes[0]
        if facts:
            kept = <Facts *> &fact_bytes[0]
        at.hand = first
        with nogil:
            for i in range(n):
                status = play_on(table, self.players, self.seed, k, &at)
                if status < 0:
                    break
                fill_hand(&table.game, &table.facts, &table.outcome, table.facts.hand // k, &rows[i])
                n_wins += fill_wins(&table.facts, &table.outcome, table.game.variant.win_part, &wins[n_wins])
                if kept != NULL:
                    kept[i] = table.facts
        if status < 0:
            raise fault(status, at.hand, table.game.turn)
        return Block(hand_rows, win_rows[:n_wins].copy(), fact_rows if facts else None)

    def replay(self, first, stop):
        """Hand logs of hands `first` … `stop` - 1, each table played from its first hand.

        Yields:
            one hand log a hand, with its result and the next dealer.

        Raises:
            UsageError: a hand is below 0 or above 2**53.
            EngineFault: a hook failed; it names hand and seat. `AmountsTooLarge` if an amount left its 64 bits.
        """
        cdef int64_t begin = whole_within(first, 0, MOST_HANDS, "The first hand")
        cdef int64_t end = whole_within(stop, 0, MOST_HANDS, "The hand to stop before")
        return self.logs(begin, end)

    def logs(self, int64_t first, int64_t stop):
        """As `replay`, of hands that are known to be numbers of hands."""
        cdef Table table = Table(self.book)
        cdef Position at
        cdef int status
        table.listen()
        at.hand = first - first % self.hands_per_table if first < stop else stop
        while at.hand < stop:
            status = play_on(table, self.players, self.seed, self.hands_per_table, &at)
            if status < 0:
                raise fault(status, at.hand, table.game.turn)
            if at.hand > first:
                log = hand_log(table)
                log["next"] = {"dealer": at.dealer, "streak": at.streak}
                yield log


def settle_facts(RuleBook book not None, facts):
    """Settle recorded hands under the options of `book`, with no hand played again.

    Args:
        book: the variant, under options that differ from those of the run at most in kind `score`.
        facts: array of `FACT_ROW`, as `Block.facts`.

    Returns:
        (flows, wins): ordered transfers, int64 of shape (n, parts, 4 payers, 5 receivers; the fifth is the house), and
        one row a winner (`WIN_ROW`).

    Raises:
        AmountsTooLarge: an amount left its 64 bits.
    """
    cdef int64_t i, n = len(facts), n_wins = 0
    cdef int n_parts = book.variant.n_parts, status = 0, part
    cdef Outcome outcome
    cdef Facts hand
    flows = np.zeros((max(n, 1), n_parts, SEATS, SEATS + 1), np.int64)
    win_rows = np.zeros(3 * n + 4, WIN_ROW)
    rows = np.ascontiguousarray(facts, FACT_ROW) if n else np.zeros(1, FACT_ROW)
    cdef const uint8_t[::1] fact_bytes = rows.view(np.uint8)
    cdef uint8_t[::1] win_bytes = win_rows.view(np.uint8)
    cdef int64_t[:, :, :, ::1] out = flows
    cdef const Facts *given = <const Facts *> &fact_bytes[0]
    cdef WinRow *wins = <WinRow *> &win_bytes[0]
    with nogil:
        for i in range(n):
            hand = given[i]
            if book.variant.draw_lots != NULL:
                book.variant.draw_lots(&hand, book.options)
            status = book.variant.settle(&hand, book.options, &outcome)
            if status < 0:
                break
            for part in range(n_parts):
                memcpy(&out[i, part, 0, 0], &outcome.flows[part][0][0], sizeof(outcome.flows[part]))
            n_wins += fill_wins(&hand, &outcome, book.variant.win_part, &wins[n_wins])
    if status < 0:
        raise fault(status, int(rows["hand"][i]), int(rows["dealer"][i]))
    return flows[:n], win_rows[:n_wins].copy()


def settled_columns(RuleBook book not None, facts):
    """Own columns of recorded hands under the options of `book`: those that options of kind `score` change.

    Args:
        book, facts: as for `settle_facts`.

    Returns:
        int32 of shape (n, own columns); a column that play alone decides is 0 throughout, INT32_MIN is null.
    """
    cdef int64_t i, n = len(facts)
    cdef int column, n_own = book.variant.n_own
    cdef Facts hand
    cdef int32_t row[MAX_OWN]
    columns = np.zeros((max(n, 1), max(n_own, 1)), np.int32)
    rows = np.ascontiguousarray(facts, FACT_ROW) if n else np.zeros(1, FACT_ROW)
    cdef const uint8_t[::1] fact_bytes = rows.view(np.uint8)
    cdef int32_t[:, ::1] out = columns
    cdef const Facts *given = <const Facts *> &fact_bytes[0]
    if book.variant.own_settled != NULL:
        with nogil:
            memset(row, 0, sizeof(row))
            for i in range(n):
                hand = given[i]
                if book.variant.draw_lots != NULL:
                    book.variant.draw_lots(&hand, book.options)
                book.variant.own_settled(&hand, book.options, row)
                for column in range(n_own):
                    out[i, column] = row[column]
    return columns[:n, :n_own]
