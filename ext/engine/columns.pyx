"""Rows turned into columns, and facts into the compact form in which runs keep them, and back.

docs/run-folder.md describes that form. All of it is copying; it is here because it is done for every hand, and
rows are wide: what is spread while it is in the cache costs a tenth of what it costs later.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint64_t

import numpy as np

from hupai.ext.engine.rows cimport WinRow
from hupai.ext.variant cimport *

from hupai.ext.engine.rows import FACT_ROW, WIN_ROW

cdef enum:
    MAX_MOVES = 256
    NEAR = 64                   # rows that stay in the first cache while all their fields are copied
    TILES_OF_A_SEAT = 14
    MELDS_OF_A_HAND = 16
    LAST_KIND = 33


cdef struct Move:
    Py_ssize_t offset
    int source                  # bytes
    int target
    char *column


cdef bint copy_field(const Move *move, const char *row, Py_ssize_t size, Py_ssize_t at, Py_ssize_t n) noexcept nogil:
    """`n` values of one field into a column from `at` on; whether one did not fit."""
    cdef Py_ssize_t i
    cdef int64_t wide
    cdef bint lost = False
    row += move.offset
    if move.source == 1:
        for i in range(n):
            (<int8_t *> move.column)[at + i] = (<const int8_t *> (row + i * size))[0]
    elif move.source == 2 and move.target == 1:
        for i in range(n):
            (<int8_t *> move.column)[at + i] = <int8_t> (<const int16_t *> (row + i * size))[0]
    elif move.source == 4 and move.target == 1:
        for i in range(n):
            (<int8_t *> move.column)[at + i] = <int8_t> (<const int32_t *> (row + i * size))[0]
    elif move.source == 4 and move.target == 2:
        for i in range(n):
            (<int16_t *> move.column)[at + i] = <int16_t> (<const int32_t *> (row + i * size))[0]
    elif move.source == 4:
        for i in range(n):
            (<int32_t *> move.column)[at + i] = (<const int32_t *> (row + i * size))[0]
    elif move.target == 4:
        for i in range(n):
            wide = (<const int64_t *> (row + i * size))[0]
            (<int32_t *> move.column)[at + i] = <int32_t> wide
            lost |= wide != <int32_t> wide
    else:
        for i in range(n):
            (<int64_t *> move.column)[at + i] = (<const int64_t *> (row + i * size))[0]
    return lost


cdef class Spread:
    """Copies fields of rows into columns.

    Args:
        row: the dtype of the rows.
        moves: (offset in the row, bytes there, column) for each; a column is a contiguous array of 1, 2, 4 or 8 bytes
            an item, as long as there will be rows. A field of 8 bytes goes into 4 or 8, one of 4 into 1, 2 or 4, one of
            2 into 1, one of 1 into 1.
    """

    cdef Move moves[MAX_MOVES]
    cdef int n_moves
    cdef Py_ssize_t item
    cdef list columns           # keeps them alive
    cdef Py_ssize_t room        # rows that fit the shortest
    cdef object row

    def __init__(self, row, moves):
        cdef int i
        cdef uint8_t[::1] view
        allowed = {(1, 1), (2, 1), (4, 1), (4, 2), (4, 4), (8, 4), (8, 8)}
        if len(moves) > MAX_MOVES:
            raise ValueError(f"{len(moves)} columns; at most {MAX_MOVES} fit")
        self.row = row
        self.item = row.itemsize
        self.n_moves = len(moves)
        self.columns = []
        self.room = min([len(column) for _, _, column in moves], default=0)
        for i, (offset, source, column) in enumerate(moves):
            if (source, column.itemsize) not in allowed or not 0 <= offset <= row.itemsize - source:
                raise ValueError(f"no move of {source} bytes at {offset} into {column.dtype}")
            self.columns.append(column)
            self.moves[i].offset = offset
            self.moves[i].source = source
            self.moves[i].target = column.itemsize
            self.moves[i].column = NULL
            if column.size:
                view = column.view(np.uint8)
                self.moves[i].column = <char *> &view[0]

    def put(self, Py_ssize_t at, rows):
        """Fill in the columns from place `at` on; whether every value fitted its column."""
        cdef Py_ssize_t n = len(rows), first = 0, near
        cdef const uint8_t[::1] view
        cdef int i
        cdef bint lost = False
        if rows.dtype != self.row or at < 0 or at + n > self.room:
            raise ValueError("rows of another kind, or more of them than the columns hold")
        if n == 0:
            return True
        view = rows.view(np.uint8)
        with nogil:
            while first < n:
                near = min(<Py_ssize_t> NEAR, n - first)
                for i in range(self.n_moves):
                    lost |= copy_field(&self.moves[i], <const char *> &view[first * self.item], self.item, at + first, near)
                first += near
        return not lost


cdef void fill_field(const Move *move, char *row, Py_ssize_t size, Py_ssize_t at, Py_ssize_t n) noexcept nogil:
    """The reverse of `copy_field`; every value fits."""
    cdef Py_ssize_t i
    row += move.offset
    if move.target == 1:
        for i in range(n):
            (<int8_t *> (row + i * size))[0] = (<const int8_t *> move.column)[at + i]
    elif move.target == 2:
        for i in range(n):
            (<int32_t *> (row + i * size))[0] = (<const int16_t *> move.column)[at + i]
    else:
        for i in range(n):
            (<int64_t *> (row + i * size))[0] = (<const int64_t *> move.column)[at + i]


def gather(rows, moves):
    """Fill fields of rows from columns, the reverse of `Spread`.

    Args:
        rows: contiguous structured array.
        moves: (offset in the row, bytes there, column) for each; a column of 1 byte an item goes into 1, of 2 into 4,
            of 8 into 8.
    """
    cdef Py_ssize_t n = len(rows), size = rows.dtype.itemsize, first = 0, near
    cdef Move held[MAX_MOVES]
    cdef int i, n_moves = len(moves)
    cdef const uint8_t[::1] column_bytes
    cdef uint8_t[::1] view
    if n_moves > MAX_MOVES:
        raise ValueError(f"{n_moves} columns; at most {MAX_MOVES} fit")
    if n == 0:
        return
    for i, (offset, target, column) in enumerate(moves):
        if (column.itemsize, target) not in {(1, 1), (2, 4), (8, 8)} or not 0 <= offset <= size - target or len(column) != n:
            raise ValueError(f"no move of {column.dtype} into {target} bytes at {offset}")
        column_bytes = column.view(np.uint8)
        held[i].offset = offset
        held[i].source = target
        held[i].target = column.itemsize
        held[i].column = <char *> &column_bytes[0]
    view = rows.view(np.uint8)
    with nogil:
        while first < n:
            near = min(<Py_ssize_t> NEAR, n - first)
            for i in range(n_moves):
                fill_field(&held[i], <char *> &view[first * size], size, first, near)
            first += near


def fan_lists(wins, order):
    """The fans of winners, each as often as it counts.

    Args:
        wins: array of `WIN_ROW`.
        order: indices of fans in the order in which a list has them.

    Returns:
        (places in `order`, int8; where each winner's begin and the last one's end, int32).
    """
    cdef Py_ssize_t n = len(wins), i, at = 0
    cdef int k, j, n_fans = len(order)
    cdef int32_t[::1] ordered = np.array(order, np.int32)
    rows = np.ascontiguousarray(wins) if n else np.zeros(1, WIN_ROW)
    places = np.empty(int(rows["fans"].sum(dtype=np.int64)), np.int8) if n else np.empty(0, np.int8)
    offsets = np.zeros(n + 1, np.int32)
    cdef int8_t[::1] flat = places if places.size else np.zeros(1, np.int8)
    cdef int32_t[::1] ends = offsets
    cdef const uint8_t[::1] view = rows.view(np.uint8)
    cdef const WinRow *row = <const WinRow *> &view[0]
    with nogil:
        for i in range(n):
            for k in range(n_fans):
                for j in range(row[i].fans[ordered[k]]):
                    flat[at] = <int8_t> k
                    at += 1
            ends[i + 1] = <int32_t> at
    return places, offsets


def nets(flows):
    """What each seat wins or pays in each part, from ordered transfers.

    Args:
        flows: int64 of shape (hands, parts, 4 payers, 5 receivers), as `settle_facts` gives them.

    Returns:
        int64 of shape (parts, 4 seats, hands).
    """
    cdef const int64_t[:, :, :, ::1] given = np.ascontiguousarray(flows, np.int64)
    cdef Py_ssize_t n = given.shape[0], i
    cdef int n_parts = given.shape[1], part, payer, receiver
    cdef int64_t amount
    summed = np.zeros((n_parts, SEATS, n), np.int64)
    cdef int64_t[:, :, :] out = summed
    with nogil:
        for i in range(n):
            for part in range(n_parts):
                for payer in range(SEATS):
                    for receiver in range(SEATS + 1):
                        amount = given[i, part, payer, receiver]
                        if amount:
                            out[part, payer, i] -= amount
                            if receiver != HOUSE:
                                out[part, receiver, i] += amount
    return summed


# -- facts

cdef struct Bytes:              # byte strings one after another
    uint8_t *flat
    int32_t *ends               # ends[i + 1]: where the i-th ends
    uint8_t *there              # NULL: always


cdef inline void close_string(Bytes *strings, Py_ssize_t i, Py_ssize_t size, bint there) noexcept nogil:
    strings.ends[i + 1] = strings.ends[i] + <int32_t> (size if there else 0)
    if strings.there != NULL:
        strings.there[i] = there


cdef void pack_tiles(const Facts *facts, int seat, Bytes *strings, Py_ssize_t i) noexcept nogil:
    """The lowest kind, then how much higher each next one is."""
    cdef uint8_t *to = strings.flat + strings.ends[i]
    cdef int j, size = facts.sizes[seat] if facts.shown & (1 << seat) else 0
    cdef int8_t before = 0
    for j in range(size):
        to[j] = <uint8_t> (facts.tiles[seat][j] - before)
        before = facts.tiles[seat][j]
    close_string(strings, i, size, facts.shown >> seat & 1)


cdef void pack_melds(const Facts *facts, Bytes *melds, Bytes *times, Bytes *marks, Py_ssize_t i) noexcept nogil:
    cdef uint8_t *pair = melds.flat + melds.ends[i]
    cdef uint8_t *time = times.flat + times.ends[i]
    cdef uint8_t *mark = marks.flat + marks.ends[i]
    cdef const Meld *meld
    cdef bint late = False, marked = False
    cdef int j, ahead
    for j in range(facts.n_melds):
        meld = &facts.melds[j]
        ahead = 0 if meld.kind == KONG_CONCEALED else meld.claimed - meld.tile
        pair[2 * j] = <uint8_t> (meld.seat | meld.source << 2 | (meld.kind - CHOW) << 4)
        pair[2 * j + 1] = <uint8_t> (meld.tile | ahead << 6)
        time[2 * j] = <uint8_t> meld.born
        time[2 * j + 1] = <uint8_t> meld.konged
        mark[j] = meld.marks
        late |= meld.born != j or meld.konged != j
        marked |= meld.marks != 0
    close_string(melds, i, 2 * facts.n_melds, True)
    close_string(times, i, 2 * facts.n_melds, late)
    close_string(marks, i, facts.n_melds, marked)


class Strings:
    """Byte strings one after another.

    Attributes:
        flat: all bytes, uint8.
        ends: int32, one longer than there are strings: string i is flat[ends[i]:ends[i + 1]].
        there: bool for each; None: each is.
    """

    __slots__ = ("ends", "flat", "there")

    def __init__(self, flat, ends, there):
        self.flat = flat
        self.ends = ends
        self.there = there


cdef object empty_strings(Py_ssize_t n, int most, bint always):
    return Strings(np.empty(n * most + 1, np.uint8), np.zeros(n + 1, np.int32), None if always else np.zeros(n, np.bool_))


cdef Bytes bytes_of(object strings):
    cdef const uint8_t[::1] flat = strings.flat
    cdef const int32_t[::1] ends = strings.ends
    cdef const uint8_t[::1] there
    cdef Bytes made
    made.flat = <uint8_t *> &flat[0] if len(flat) else NULL
    made.ends = <int32_t *> &ends[0]
    made.there = NULL
    if strings.there is not None and len(strings.there):
        there = strings.there.view(np.uint8)
        made.there = <uint8_t *> &there[0]
    return made


cdef class FactPacker:
    """Packs the parts of facts that are of no fixed size.

    Attributes:
        tiles: for each seat `Strings` of its concealed tiles.
        melds, times, marks: `Strings` of the melds of all seats.
    """

    cdef readonly list tiles
    cdef readonly object melds
    cdef readonly object times
    cdef readonly object marks
    cdef Py_ssize_t hands
    cdef Py_ssize_t at

    def __init__(self, Py_ssize_t hands):
        self.hands = hands
        self.at = 0
        self.tiles = [empty_strings(hands, TILES_OF_A_SEAT, False) for _ in range(SEATS)]
        self.melds = empty_strings(hands, 2 * MELDS_OF_A_HAND, True)
        self.times = empty_strings(hands, 2 * MELDS_OF_A_HAND, False)
        self.marks = empty_strings(hands, MELDS_OF_A_HAND, False)

    def put(self, facts):
        """Pack the next facts (`FACT_ROW`)."""
        cdef Py_ssize_t n = len(facts), i
        cdef int seat
        cdef const uint8_t[::1] view
        cdef const Facts *row
        cdef Bytes tiles[SEATS]
        cdef Bytes melds = bytes_of(self.melds), times = bytes_of(self.times), marks = bytes_of(self.marks)
        for seat in range(SEATS):
            tiles[seat] = bytes_of(self.tiles[seat])
        if facts.dtype != FACT_ROW or self.at + n > self.hands:
            raise ValueError("rows of another kind, or more of them than there should be")
        if n == 0:
            return
        view = facts.view(np.uint8)
        row = <const Facts *> &view[0]
        with nogil:
            for i in range(n):
                for seat in range(SEATS):
                    pack_tiles(&row[i], seat, &tiles[seat], self.at + i)
                pack_melds(&row[i], &melds, &times, &marks, self.at + i)
        self.at += n


cdef bint unpack_tiles(Facts *facts, int seat, const uint8_t *steps, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t j
    cdef int kind = 0
    if size > TILES_OF_A_SEAT:
        return False
    for j in range(size):
        kind += steps[j]
        if kind > LAST_KIND:
            return False
        facts.tiles[seat][j] = <int8_t> kind
    facts.sizes[seat] = <int8_t> size
    facts.shown |= <uint8_t> (1 << seat)
    return True


cdef bint unpack_melds(Facts *facts, const Bytes *melds, const Bytes *times, const Bytes *marks, Py_ssize_t i) noexcept nogil:
    cdef Py_ssize_t n = (melds.ends[i + 1] - melds.ends[i]) // 2, j
    cdef const uint8_t *pair = melds.flat + melds.ends[i]
    cdef const uint8_t *time = times.flat + times.ends[i]
    cdef const uint8_t *mark = marks.flat + marks.ends[i]
    cdef Py_ssize_t timed = times.ends[i + 1] - times.ends[i], marked = marks.ends[i + 1] - marks.ends[i]
    cdef Meld *meld
    if n > MELDS_OF_A_HAND or timed not in (0, 2 * n) or marked not in (0, n):
        return False
    for j in range(n):
        meld = &facts.melds[j]
        meld.seat = pair[2 * j] & 3
        meld.source = pair[2 * j] >> 2 & 3
        meld.kind = <int8_t> ((pair[2 * j] >> 4) + CHOW)
        meld.tile = pair[2 * j + 1] & 63
        meld.claimed = NO_TILE if meld.kind == KONG_CONCEALED else <int8_t> (meld.tile + (pair[2 * j + 1] >> 6))
        meld.born = <int8_t> (time[2 * j] if timed else j)
        meld.konged = <int8_t> (time[2 * j + 1] if timed else j)
        meld.marks = mark[j] if marked else 0
        if meld.kind > KONG_CONCEALED or meld.tile > LAST_KIND or meld.claimed > LAST_KIND:
            return False
    facts.n_melds = <int8_t> n
    return True


def unpack_facts(rows, tiles, melds, times, marks):
    """Unpack what `FactPacker` packed into rows (`FACT_ROW`).

    Args:
        rows: their other fields are left as they are; `shown`, `sizes`, `tiles`, `melds` and `n_melds` are 0.
        tiles: for each seat `Strings` of its concealed tiles; melds, times, marks: of the melds of all seats.

    Raises:
        ValueError: they cannot have been packed from facts.
    """
    cdef Py_ssize_t n = len(rows), i
    cdef int seat
    cdef uint8_t[::1] view
    cdef Facts *row
    cdef Bytes held[SEATS]
    cdef Bytes melded = bytes_of(melds), timed = bytes_of(times), marked = bytes_of(marks)
    cdef bint good = True
    if n == 0:
        return
    for seat in range(SEATS):
        held[seat] = bytes_of(tiles[seat])
    view = rows.view(np.uint8)
    row = <Facts *> &view[0]
    with nogil:
        for i in range(n):
            for seat in range(SEATS):
                if held[seat].there[i]:
                    good &= unpack_tiles(&row[i], seat, held[seat].flat + held[seat].ends[i],
                                         held[seat].ends[i + 1] - held[seat].ends[i])
            good &= unpack_melds(&row[i], &melded, &timed, &marked, i)
            if not good:
                break
    if not good:
        raise ValueError(f"hand {rows['hand'][i]}: no facts are packed like this")
