"""What several rules modules have in common: the same rule, written once. What only looks alike stays with its variant."""
from libc.stdint cimport int8_t, int32_t, uint64_t

from hupai.ext.engine.bits cimport bit, bits_pop
from hupai.ext.shapes cimport hand_kinds
from hupai.ext.variant cimport *


cdef inline uint64_t pungs_to_add(const Seat *own) noexcept nogil:
    """Kinds of own pungs whose fourth tile is in the hand: what an added kong (补杠) can be made of."""
    cdef uint64_t kinds = 0
    cdef int i
    for i in range(own.n_melds):
        if own.melds[i].kind == PUNG and own.hand.counts[own.melds[i].tile]:
            kinds |= bit(own.melds[i].tile)
    return kinds


cdef inline void lock_passers(const Game *game, int8_t *locked) noexcept nogil:
    """过胡: who could have won on the open tile and did not is locked (bit s of `locked`)."""
    cdef int seat
    for seat in range(SEATS):
        if game.responses[seat] & R_WIN:
            locked[0] |= <int8_t> (1 << seat)


cdef inline int nearness(const Game *game, int seat) noexcept nogil:
    """Of several who want a tile the nearest in turn order from whose turn it is comes first."""
    return (seat - game.turn) & 3


cdef inline int winners_in_order(const Facts *facts, int8_t *seats) noexcept nogil:
    """The winners in turn order from the seat that fed them; their number."""
    cdef int step, seat, n = 0
    cdef int first = facts.source if facts.source >= 0 else SEATS - 1
    for step in range(1, SEATS + 1):
        seat = (first + step) & 3
        if facts.winners & (1 << seat):
            seats[n] = <int8_t> seat
            n += 1
    return n


cdef inline int winning_dealer(const Facts *facts) noexcept nogil:
    """胡家坐庄: the single winner deals next; with several the seat that fed them."""
    cdef int8_t seats[SEATS]
    return seats[0] if winners_in_order(facts, seats) == 1 else facts.source


cdef inline void count_kongs(const Seat *own, int seat, int32_t *columns) noexcept nogil:
    """Own columns of kongs by kind, four a kind: melded, added, concealed. `columns` is that of the first."""
    cdef int i, kind
    for kind in range(3):
        columns[SEATS * kind + seat] = 0
    for i in range(own.n_melds):
        kind = own.melds[i].kind
        if kind >= KONG_MELDED:
            columns[SEATS * (kind - KONG_MELDED) + seat] += 1


ctypedef bint (*TileTest)(Game *, int seat, int tile) noexcept nogil


cdef inline uint64_t kinds_to_declare(Game *game, int seat, TileTest leaves_ready) noexcept nogil:
    """报听: kinds whose discard leaves a ready hand. Only a tile that leaves one tile needed can, and each such is tried."""
    cdef uint64_t keeps = 0, kinds = 0
    cdef int needed, tile
    if game.seats[seat].least > 1:
        return 0
    needed = game.variant.masks(game, seat, &keeps, NULL)
    if needed > 1:
        return 0
    if needed == 0:
        keeps = hand_kinds(&game.seats[seat].hand)
    while keeps:
        tile = bits_pop(&keeps)
        if leaves_ready(game, seat, tile):
            kinds |= bit(tile)
    return kinds
