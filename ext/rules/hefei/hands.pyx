"""合肥麻将: what a hand needs, waits for, and may be declared or konged with. Sections 4 and 5 of docs/variants/hefei.md."""
from libc.stdint cimport int8_t, uint64_t

from hupai.ext.engine.bits cimport bit, bits_lowest
from hupai.ext.engine.transitions cimport pung_of
from hupai.ext.rules.hefei.options cimport *
from hupai.ext.rules.shared cimport kinds_to_declare
from hupai.ext.shapes cimport (
    hand_add, hand_kinds, hand_take, pairs_need, restricted_masks, restricted_need, restricted_pairs_masks,
    restricted_pairs_need, standard_need,
)
from hupai.ext.variant cimport *

# The lowest lane (2 * sets + pair) that holds at least n tiles of a suit, n = 0 … 14; beyond it none does.
cdef int8_t LANE_OF[16]
for _tiles, _lane in enumerate((0, 1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7, 8, 9, 9, 10)):
    LANE_OF[_tiles] = _lane


cdef bint in_sea(const Game *game) noexcept nogil:
    """HF-6.1: a tile of the sea has been drawn."""
    return game.left < SEA and options_of(game).sea_stage


# -- the eight of a suit (HF-5.2)

cdef inline void suit_floors(const Game *game, int seat, int8_t *floors) noexcept nogil:
    """For each suit the lane its concealed tiles must reach for the suit to be the main one."""
    cdef const HefeiOptions *options = options_of(game)
    cdef const Seat *own = &game.seats[seat]
    cdef int required[3]
    cdef int i, suit
    for suit in range(3):
        required[suit] = options.min_suit_tiles
    for i in range(own.n_melds):
        required[own.melds[i].tile // 9] -= 3 if own.melds[i].kind == PUNG else options.kong_tiles
    for suit in range(3):
        floors[suit] = LANE_OF[min(15, max(0, required[suit]))]
    floors[3] = LANE_OF[15]


cdef inline void pair_quotas(const Game *game, int8_t *quotas) noexcept nogil:
    quotas[0] = quotas[1] = quotas[2] = quotas[3] = <int8_t> ((options_of(game).min_suit_tiles + 1) // 2)


cdef int need(const Game *game, int seat) noexcept nogil:
    """Tiles needed for four sets and a pair or for seven pairs, eight of a suit among them."""
    cdef const Seat *own = &game.seats[seat]
    cdef int8_t floors[4]
    cdef int sets, pairs
    suit_floors(game, seat, floors)
    sets = restricted_need(game.variant.blocks, &own.hand, 4 - own.n_melds, floors)
    if own.n_melds:
        return sets
    pair_quotas(game, floors)
    pairs = restricted_pairs_need(game.variant.blocks, &own.hand, floors)
    return min(sets, pairs)


cdef int masks(const Game *game, int seat, uint64_t *keeps, uint64_t *lowers) noexcept nogil:
    cdef const Seat *own = &game.seats[seat]
    cdef int8_t floors[4]
    cdef int8_t quotas[4]
    cdef int sets, pairs
    cdef uint64_t more_keeps = 0, more_lowers = 0
    suit_floors(game, seat, floors)
    if own.n_melds:
        return restricted_masks(game.variant.blocks, &own.hand, 4 - own.n_melds, floors, keeps, lowers)
    pair_quotas(game, quotas)
    pairs = restricted_pairs_need(game.variant.blocks, &own.hand, quotas)
    sets = restricted_masks(game.variant.blocks, &own.hand, 4, floors, keeps, lowers)
    if pairs < sets:
        return restricted_pairs_masks(game.variant.blocks, &own.hand, quotas, keeps, lowers)
    if pairs == sets:
        restricted_pairs_masks(game.variant.blocks, &own.hand, quotas, &more_keeps, &more_lowers)
        if keeps != NULL:
            keeps[0] |= more_keeps
        if lowers != NULL:
            lowers[0] |= more_lowers
    return sets


cdef uint64_t waits(Game *game, int seat) noexcept nogil:
    cdef Seat *own = &game.seats[seat]
    if own.least > 1:
        return 0
    own.least = <int8_t> need(game, seat)
    return waits_of(game, seat) if own.least == 1 else 0


cdef uint64_t waits_of(const Game *game, int seat) noexcept nogil:
    """HF-5.6: kinds that make a win, except those of which the seat itself holds all four."""
    cdef const Seat *own = &game.seats[seat]
    cdef uint64_t kinds = 0
    cdef int i
    if masks(game, seat, NULL, &kinds) != 1:
        return 0
    for i in range(own.n_melds):
        if own.melds[i].kind != PUNG or own.hand.counts[own.melds[i].tile]:
            kinds &= ~bit(own.melds[i].tile)
    return kinds


# -- ready (section 4)

cdef bint leaves_ready(Game *game, int seat, int tile) noexcept nogil:
    """HF-4.4: without this tile the hand is ready."""
    cdef Seat *own = &game.seats[seat]
    cdef bint ready
    hand_take(game.variant.blocks, &own.hand, tile)
    ready = waits_of(game, seat) != 0
    hand_add(game.variant.blocks, &own.hand, tile)
    return ready


cdef uint64_t ready_discards(Game *game, int seat) noexcept nogil:
    """Kinds whose discard may be declared."""
    return kinds_to_declare(game, seat, leaves_ready)


cdef uint64_t waits_after_kong(Game *game, int seat, int act, int tile) noexcept nogil:
    """The waits that the seat would have between a kong and its replacement draw."""
    cdef Seat *own = &game.seats[seat]
    cdef Meld *meld
    cdef Meld before
    cdef uint64_t kinds
    cdef int i, tiles = 1 if act == KONG_ADDED else (3 if act == KONG_MELDED else 4)
    meld = pung_of(game, seat, tile) if act == KONG_ADDED else &own.melds[own.n_melds]
    before = meld[0]
    for i in range(tiles):
        hand_take(game.variant.blocks, &own.hand, tile)
    meld.kind = <int8_t> act
    meld.tile = <int8_t> tile
    own.n_melds += act != KONG_ADDED
    kinds = waits_of(game, seat)
    own.n_melds -= act != KONG_ADDED
    meld[0] = before
    for i in range(tiles):
        hand_add(game.variant.blocks, &own.hand, tile)
    return kinds


cdef bint kong_when_declared(Game *game, int seat, int act, int tile) noexcept nogil:
    """HF-4.7: a kong after 报听 that leaves the waits as they are."""
    return options_of(game).ready_kong and waits_after_kong(game, seat, act, tile) == game.seats[seat].waits


cdef int win_fault(Game *game, int seat, int tile) noexcept nogil:
    """HF-5.1, HF-5.2 for the concealed tiles with one more, NO_TILE for none: the clause that is not met, or 0."""
    cdef Seat *own = &game.seats[seat]
    cdef int fault = 0
    if tile != NO_TILE:
        hand_add(game.variant.blocks, &own.hand, tile)
    if standard_need(game.variant.blocks, &own.hand, 4 - own.n_melds) and (
            own.n_melds or pairs_need(game.variant.blocks, &own.hand)):
        fault = 501
    elif need(game, seat):
        fault = 502
    if tile != NO_TILE:
        hand_take(game.variant.blocks, &own.hand, tile)
    return fault
