"""Tiles needed, tiles that help and tiles to spare: the tables behind ``shapes.pxd``, and batches of hands.

The engine calls the inline functions of ``shapes.pxd``; `Hands` gives the same answers for arrays of hands.
"""
import mmap
import struct
from typing import NamedTuple

from cpython.mem cimport PyMem_Free, PyMem_Malloc

from hupai.ext.errors import UsageError, nearest
from hupai.ext.tables import FOLDER
from hupai.ext.tiles import SUIT_LETTERS

MAGIC = b"HUPSHAPE"
VERSION = 1
TABLES = ("suit7", "suit9", "suit9_free", "honours", "honours_free")
TWIN = LANES_TWIN.decode()

cdef object HEADER = struct.Struct("=8sIIIIQQQQ8x")
cdef int LOW_RANKS = 5


cdef class MappedTable:
    """A table file in memory, read only and shared between processes."""

    cdef Table table
    cdef int ranks
    cdef object file_map
    cdef const unsigned char[::1] content

    def __cinit__(self, str name):
        path = FOLDER / f"{name}.bin"
        try:
            with path.open("rb") as file:
                self.file_map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            reason = f"The table {path} cannot be read ({error}); hupai has to be built again."
            raise UsageError(reason) from None
        self.content = self.file_map
        size = len(self.content)
        head = HEADER.unpack_from(self.file_map) if size >= HEADER.size else (b"", 0)
        if head[:2] != (MAGIC, VERSION) or size != head[8] + head[5] * sizeof(ShapeEntry):
            reason = f"The table {path} is damaged or of another version; hupai has to be built again."
            raise UsageError(reason)
        cdef const unsigned char *start = &self.content[0]
        self.ranks = head[2]
        self.table.low = <const uint32_t *>(start + <size_t>head[6])
        self.table.high = <const uint16_t *>(start + <size_t>head[7])
        self.table.entries = <const ShapeEntry *>(start + <size_t>head[8])


# Never emptied: Blocks hold bare pointers into the maps.
cdef dict mapped = {}


cdef MappedTable table_named(str name):
    if name not in TABLES:
        near = nearest(name, TABLES)
        hint = f" Did you mean {near}?" if near else ""
        raise UsageError(f"There is no table {name!r}.{hint} Allowed: {', '.join(TABLES)}.")
    if name not in mapped:
        # Two threads may get here at once: the map that came first stays, others would be closed under their readers.
        mapped.setdefault(name, MappedTable(name))
    return mapped[name]


cdef int make_blocks(Blocks *blocks, tuple parts) except -1:
    """Fills in the geometry of a deck.

    `parts` has three or four blocks, each (table, suit letter, first number): ``("suit7", "m", 2)`` is the
    numbers 2 to 8 of m. Honours are the suit z. Raises UsageError for a block that the 34 kinds do not have.
    """
    cdef int b, rank, kind, first
    cdef uint32_t weight
    cdef MappedTable source
    if not 3 <= len(parts) <= 4:
        raise UsageError(f"A deck has three or four blocks, not {len(parts)}.")
    memset(blocks, 0, sizeof(Blocks))
    blocks.n_blocks = len(parts)
    for kind in range(34):
        blocks.block[kind] = -1
    for b, (name, suit, number) in enumerate(parts):
        source = table_named(name)
        suit_index = SUIT_LETTERS.find(suit) if len(suit) == 1 else -1
        size = 7 if suit == "z" else 9
        if suit_index < 0 or not 1 <= number <= size - source.ranks + 1:
            raise UsageError(f"A block of {source.ranks} ranks cannot begin at {number}{suit}.")
        first = 9 * suit_index + number - 1
        blocks.table[b] = &source.table
        blocks.first[b] = <int8_t>first
        weight = 1
        for rank in range(source.ranks):
            kind = first + rank
            if blocks.block[kind] >= 0:
                raise UsageError(f"Two blocks of a deck hold {number + rank}{suit}.")
            blocks.block[kind] = <int8_t>b
            blocks.rank[kind] = <int8_t>rank
            blocks.weight[kind] = weight
            weight = 4096 if rank == LOW_RANKS - 1 else 5 * weight
            blocks.kinds[b] |= <uint64_t>1 << kind
        blocks.deck |= blocks.kinds[b]
    return 0


class Shapes(NamedTuple):
    """What a batch of hands needs.

    Attributes
    ----------
    need
        Natural tiles needed, jokers not taken off: int8 of shape (n,); 99 where a restriction cannot be met.
    keeps
        Kinds whose discard leaves the need as it is, as bits 0..33: uint64 of shape (n,).
    lowers
        Kinds whose draw makes it one less, likewise. The joker's kind is among them whenever anything is
        needed.
    """

    need: object
    keeps: object
    lowers: object


cdef enum Form:
    STANDARD
    RESTRICTED
    PAIRS
    RESTRICTED_PAIRS
    JOKER_PAIRS


cdef class Hands:
    """A batch of concealed hands of one deck.

    Parameters
    ----------
    blocks
        The deck: three or four of (table, suit letter, first number), such as ``("suit7", "m", 2)``; tables
        are ``suit7``, ``suit9``, ``honours`` (no target holds more than four of a kind), ``suit9_free`` and
        ``honours_free`` (jokers may stand for a fifth copy).
    counts
        Concealed tiles by kind, jokers under their own kind: integers of shape (n, 34), each row at most 14
        tiles.
    sets
        Sets still to be made beside the pair, 4 less the melds: one integer 0..4, or n of them.
    joker
        The joker kind 0..33, or None.

    Raises
    ------
    UsageError
        For a deck, a hand or a number of sets that cannot be.
    """

    cdef Blocks blocks
    cdef Hand *hands
    cdef Py_ssize_t n
    cdef const int8_t[::1] sets

    def __cinit__(self, blocks, counts, *, sets=4, joker=None):
        import numpy as np

        cdef Py_ssize_t i
        cdef int kind, j
        cdef const int8_t[:, ::1] tiles
        make_blocks(&self.blocks, tuple(blocks))
        given = np.asarray(counts)
        if given.ndim != 2 or given.shape[1] != 34 or given.dtype.kind not in "iu":
            raise UsageError(f"Hands are integers of shape (n, 34), not {given.dtype} {given.shape}.")
        kind = -1 if joker is None else joker
        if not -1 <= kind < 34:
            raise UsageError(f"The joker is a kind 0..33 or None, not {joker}.")
        outside = [k for k in range(34) if self.blocks.block[k] < 0 and k != kind]
        if ((given < 0) | (given > 4)).any() or (given.sum(axis=1) > 14).any() or given[:, outside].any():
            raise UsageError("A hand holds 0 to 4 tiles of each kind of its deck, 14 at most, and no others.")
        asked = np.broadcast_to(np.asarray(sets), given.shape[:1])
        if ((asked < 0) | (asked > 4)).any():
            raise UsageError(f"Sets to be made are 0 to 4, not {sets}.")
        self.sets = np.ascontiguousarray(asked, dtype=np.int8)
        tiles = np.ascontiguousarray(given, dtype=np.int8)
        self.n = tiles.shape[0]
        self.hands = <Hand *>PyMem_Malloc(max(self.n, 1) * sizeof(Hand))
        if self.hands == NULL:
            raise MemoryError
        for i in range(self.n):
            hand_clear(&self.hands[i], kind)
            for j in range(34):
                for _ in range(tiles[i, j]):
                    hand_add(&self.blocks, &self.hands[i], j)

    def __dealloc__(self):
        PyMem_Free(self.hands)

    def __len__(self):
        return self.n

    def standard(self, *, masks=True):
        """Four sets and a pair; with ``masks=False`` the needs alone, as for every method here."""
        return self.answer(STANDARD, (), masks)

    def restricted(self, floors, *, masks=True):
        """As `standard`, with some block b at lane ``floors[b]`` (2 * sets + pairs) or up; over 9: never."""
        return self.answer(RESTRICTED, floors, masks)

    def pairs(self, *, masks=True):
        """Seven pairs without jokers; four of a kind are two pairs."""
        return self.answer(PAIRS, (), masks)

    def restricted_pairs(self, quota, *, masks=True):
        """As `pairs`, with at least ``quota[b]`` of the pairs in some block b (over 7: never)."""
        return self.answer(RESTRICTED_PAIRS, quota, masks)

    def joker_pairs(self, *, masks=True):
        """Seven pairs where jokers stand for anything, a fifth copy too."""
        return self.answer(JOKER_PAIRS, (), masks)

    cdef object answer(self, Form form, limits, bint masks):
        import numpy as np

        cdef int8_t limit[4]
        cdef int b
        memset(limit, 0, sizeof(limit))
        if form in (RESTRICTED, RESTRICTED_PAIRS):
            b = self.blocks.n_blocks
            if len(limits) != b:
                raise UsageError(f"There is one limit for each of the {b} blocks, not {len(limits)}.")
            for b in range(self.blocks.n_blocks):
                limit[b] = max(-1, min(limits[b], 100))
        need = np.zeros(self.n, dtype=np.int8)
        if not masks:
            self.fill_needs(form, limit, need)
            return need
        keeps = np.zeros(self.n, dtype=np.uint64)
        lowers = np.zeros(self.n, dtype=np.uint64)
        self.fill_masks(form, limit, need, keeps, lowers)
        return Shapes(need, keeps, lowers)

    cdef int fill_needs(self, Form form, const int8_t *limit, int8_t[::1] need) except -1:
        cdef Py_ssize_t i
        cdef const Blocks *blocks = &self.blocks
        with nogil:
            if form == STANDARD:
                for i in range(self.n):
                    need[i] = <int8_t>standard_need(blocks, &self.hands[i], self.sets[i])
            elif form == RESTRICTED:
                for i in range(self.n):
                    need[i] = <int8_t>restricted_need(blocks, &self.hands[i], self.sets[i], limit)
            elif form == PAIRS:
                for i in range(self.n):
                    need[i] = <int8_t>pairs_need(blocks, &self.hands[i])
            elif form == RESTRICTED_PAIRS:
                for i in range(self.n):
                    need[i] = <int8_t>restricted_pairs_need(blocks, &self.hands[i], limit)
            else:
                for i in range(self.n):
                    need[i] = <int8_t>joker_pairs_need(blocks, &self.hands[i])
        return 0

    cdef int fill_masks(self, Form form, const int8_t *limit, int8_t[::1] need, uint64_t[::1] keeps,
                        uint64_t[::1] lowers) except -1:
        cdef Py_ssize_t i
        cdef const Blocks *blocks = &self.blocks
        with nogil:
            if form == STANDARD:
                for i in range(self.n):
                    need[i] = <int8_t>standard_masks(blocks, &self.hands[i], self.sets[i], &keeps[i],
                                                     &lowers[i])
            elif form == RESTRICTED:
                for i in range(self.n):
                    need[i] = <int8_t>restricted_masks(blocks, &self.hands[i], self.sets[i], limit, &keeps[i],
                                                       &lowers[i])
            elif form == PAIRS:
                for i in range(self.n):
                    need[i] = <int8_t>pairs_masks(blocks, &self.hands[i], &keeps[i], &lowers[i])
            elif form == RESTRICTED_PAIRS:
                for i in range(self.n):
                    need[i] = <int8_t>restricted_pairs_masks(blocks, &self.hands[i], limit, &keeps[i],
                                                             &lowers[i])
            else:
                for i in range(self.n):
                    need[i] = <int8_t>joker_pairs_masks(blocks, &self.hands[i], &keeps[i], &lowers[i])
        return 0
