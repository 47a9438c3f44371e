"""都匀麻将: what a hand needs, waits for and is. DY-6.2, DY-6.5 and the base fans of DY-7 in docs/variants/duyun.md.

Four sets and a pair always win, for 平胡 is never worth nothing. Seven pairs win if some fan that fits them is in play
(DY-7.3): by default 七对 is, and every seven pairs do; with 七对 at 0 only those of one suit or with four of a kind may.
"""
from libc.stdint cimport uint32_t, uint64_t

from hupai.ext.engine.bits cimport bit, bits_count, bits_lowest, bits_pop
from hupai.ext.rulebook cimport RuleBook
from hupai.ext.rules.duyun.options cimport *
from hupai.ext.rules.shared cimport kinds_to_declare
from hupai.ext.shapes cimport (
    UNREACHABLE, Blocks, Hand, hand_add, hand_clear, hand_kinds, hand_take, pairs_masks, pairs_need, standard_masks,
    standard_need,
)
from hupai.ext.variant cimport *

cdef uint64_t NUMBERS_258 = 0
for _kind in range(27):
    if _kind % 9 in (1, 4, 7):
        NUMBERS_258 |= <uint64_t> 1 << <int> _kind


cdef Melded melded_of(const Seat *own) noexcept nogil:
    cdef Melded melded
    cdef int i
    melded.n = own.n_melds
    melded.kinds = 0
    melded.kongs = 0
    for i in range(own.n_melds):
        melded.kinds |= bit(own.melds[i].tile)
        if own.melds[i].kind != PUNG:
            melded.kongs |= bit(own.melds[i].tile)
    return melded


cdef bint has_bean(const Seat *own) noexcept nogil:
    """DY-4.8: a kong of its own, of any kind."""
    cdef int i
    for i in range(own.n_melds):
        if own.melds[i].kind != PUNG:
            return True
    return False


# -- the base fans of a complete hand (DY-7.5 to DY-7.15)

cdef inline bint is_pure(const Blocks *blocks, uint64_t kinds) noexcept nogil:
    """All of one suit."""
    return not kinds & ~blocks.kinds[blocks.block[bits_lowest(kinds)]]


cdef inline bint is_pungs_and_pair(const Hand *hand) noexcept nogil:
    """Every kind is held three times, but one twice."""
    cdef uint64_t pairs = hand.twos & ~hand.ones
    return not hand.fours and not hand.ones & ~hand.twos and pairs and not pairs & (pairs - 1)


cdef bint is_outside(const Blocks *blocks, const Hand *hand, const Melded *melded) noexcept nogil:
    """DY-7.14 for a hand of one suit: only 123, 789, pungs and a pair of 1 or 9, in one and the same reading.

    There is but one such reading: 2 and 3 can only stand in 123, 7 and 8 only in 789. What 1 and 9 have beyond these
    is a pair or a pung or nothing; 4, 5 and 6 stand in none of the sets.
    """
    cdef int low = blocks.first[blocks.block[bits_lowest(hand_kinds(hand))]], high = low + 8
    cdef int ones, nines
    if melded.kinds & ~(bit(low) | bit(high)):
        return False
    if hand.counts[low + 3] or hand.counts[low + 4] or hand.counts[low + 5]:
        return False
    if hand.counts[low + 1] != hand.counts[low + 2] or hand.counts[high - 1] != hand.counts[high - 2]:
        return False
    ones = hand.counts[low] - hand.counts[low + 1]
    nines = hand.counts[high] - hand.counts[high - 1]
    return (ones == 2 and (nines == 0 or nines == 3)) or (nines == 2 and (ones == 0 or ones == 3))


cdef uint32_t fitting(const DuyunOptions *options, const Hand *hand, const Melded *melded) noexcept nogil:
    """Bits of the base fans in play that fit the hand under some reading, 天胡 and 地胡 apart; 0: it is not complete.

    A kong counts as a pung (DY-7.6).
    """
    cdef const Blocks *blocks = options.blocks
    cdef uint64_t kinds = hand_kinds(hand) | melded.kinds
    cdef bint pure = is_pure(blocks, kinds)
    cdef uint32_t fans = 0
    if not standard_need(blocks, hand, 4 - melded.n):
        fans |= 1 << BASIC                                                      # DY-7.5 平胡
        if is_pungs_and_pair(hand):
            fans |= 1 << ALL_PUNGS                                              # DY-7.7 大对子
            if pure:
                fans |= 1 << PURE_PUNGS                                         # DY-7.10 清对
            if not kinds & ~NUMBERS_258:
                fans |= 1 << PUNGS_OF_258                                       # DY-7.11 将对
        if pure:
            fans |= 1 << FULL_FLUSH                                             # DY-7.8 清一色
            if is_outside(blocks, hand, melded):
                fans |= 1 << PURE_OUTSIDE                                       # DY-7.14 清幺九
    if hand.size == 14 and not hand.ones:                                       # no count is odd
        fans |= 1 << SEVEN_PAIRS                                                # DY-7.9 七对
        if pure:
            fans |= 1 << FULL_FLUSH | 1 << PURE_PAIRS                           # DY-7.13 清七对
        if hand.fours:
            fans |= 1 << LUXURY_PAIRS                                           # DY-7.12 龙七对
            if pure:
                fans |= 1 << PURE_LUXURY_PAIRS                                  # DY-7.15 青龙七对
    return fans & options.in_play


# -- tiles needed

cdef inline int pairs_short(int wanted, int pairs, int singles) noexcept nogil:
    """Tiles needed for so many pairs: one where a single is left, else two."""
    cdef int missing = wanted - pairs if wanted > pairs else 0
    return 2 * missing - (singles if singles < missing else missing)


cdef int pairs_within(const Hand *hand, uint64_t kinds, bint with_four) noexcept nogil:
    """Tiles needed for seven pairs of these kinds, one of them held four times where that is asked."""
    cdef uint64_t odd = hand.ones & kinds
    cdef int singles = bits_count(odd), pairs = bits_count(hand.twos & kinds) + 2 * bits_count(hand.fours & kinds)
    cdef int least
    if not with_four or hand.fours & kinds:
        return pairs_short(7, pairs, singles)
    least = 4 + pairs_short(5, pairs, singles)          # four of a kind from nothing, from one, two or three
    if odd & ~hand.twos:
        least = min(least, 3 + pairs_short(5, pairs, singles - 1))
    if hand.twos & kinds & ~odd:
        least = min(least, 2 + pairs_short(5, pairs - 1, singles))
    if odd & hand.twos:
        least = min(least, 1 + pairs_short(5, pairs - 1, singles - 1))
    return least


cdef int pairs_in_play_need(const DuyunOptions *options, const Hand *hand) noexcept nogil:
    """Tiles needed for seven pairs that some fan in play fits."""
    cdef const Blocks *blocks = options.blocks
    cdef int least = UNREACHABLE, suit
    if options.in_play & 1 << SEVEN_PAIRS:
        return pairs_need(blocks, hand)
    if options.in_play & 1 << LUXURY_PAIRS:
        least = pairs_within(hand, blocks.deck, True)
    for suit in range(3):
        if options.in_play & (1 << FULL_FLUSH | 1 << PURE_PAIRS):
            least = min(least, pairs_within(hand, blocks.kinds[suit], False))
        elif options.in_play & 1 << PURE_LUXURY_PAIRS:
            least = min(least, pairs_within(hand, blocks.kinds[suit], True))
    return least


cdef int pairs_in_play_masks(const DuyunOptions *options, const Hand *hand, uint64_t *keeps, uint64_t *lowers) noexcept nogil:
    """pairs_in_play_need with its masks, found tile by tile where 七对 is not in play."""
    cdef const Blocks *blocks = options.blocks
    cdef Hand other = hand[0]
    cdef int least, kind
    if options.in_play & 1 << SEVEN_PAIRS:
        return pairs_masks(blocks, hand, keeps, lowers)
    least = pairs_in_play_need(options, hand)
    if keeps != NULL:
        keeps[0] = 0
    if lowers != NULL:
        lowers[0] = 0
    for kind in range(27):
        if keeps != NULL and hand.counts[kind]:
            hand_take(blocks, &other, kind)
            if pairs_in_play_need(options, &other) == least:
                keeps[0] |= bit(kind)
            hand_add(blocks, &other, kind)
        if lowers != NULL and hand.counts[kind] < 4:
            hand_add(blocks, &other, kind)
            if pairs_in_play_need(options, &other) < least:
                lowers[0] |= bit(kind)
            hand_take(blocks, &other, kind)
    return least


cdef int sets_need(const DuyunOptions *options, const Hand *hand, int melds) noexcept nogil:
    return standard_need(options.blocks, hand, 4 - melds)


cdef int masks_of(const DuyunOptions *options, const Hand *hand, int melds, uint64_t *keeps, uint64_t *lowers) noexcept nogil:
    cdef int sets, pairs
    cdef uint64_t more_keeps = 0, more_lowers = 0
    if melds:
        return standard_masks(options.blocks, hand, 4 - melds, keeps, lowers)
    pairs = pairs_in_play_need(options, hand)
    sets = standard_need(options.blocks, hand, 4)
    if pairs < sets:
        return pairs_in_play_masks(options, hand, keeps, lowers)
    standard_masks(options.blocks, hand, 4, keeps, lowers)
    if pairs == sets:
        pairs_in_play_masks(options, hand, &more_keeps, &more_lowers)
        if keeps != NULL:
            keeps[0] |= more_keeps
        if lowers != NULL:
            lowers[0] |= more_lowers
    return sets


cdef int need(const Game *game, int seat) noexcept nogil:
    """Tiles needed for a winning hand (DY-6.2)."""
    cdef const Seat *own = &game.seats[seat]
    cdef int sets = standard_need(game.variant.blocks, &own.hand, 4 - own.n_melds), pairs
    if own.n_melds:
        return sets
    pairs = pairs_in_play_need(options_of(game), &own.hand)
    return min(sets, pairs)


cdef int masks(const Game *game, int seat, uint64_t *keeps, uint64_t *lowers) noexcept nogil:
    cdef const Seat *own = &game.seats[seat]
    return masks_of(options_of(game), &own.hand, own.n_melds, keeps, lowers)


# -- ready (DY-6.5)

cdef uint64_t waits_of(const DuyunOptions *options, const Hand *hand, const Melded *melded) noexcept nogil:
    """Kinds that make a winning hand, except those of which the seat itself holds all four."""
    cdef uint64_t kinds = 0
    if masks_of(options, hand, melded.n, NULL, &kinds) != 1:
        return 0
    return kinds & ~(melded.kongs | (melded.kinds & hand_kinds(hand)))


cdef uint64_t larger_waits(const DuyunOptions *options, Hand *hand, const Melded *melded, uint64_t waits) noexcept nogil:
    """Of the waits those that make more than a basic hand (DY-6.3)."""
    cdef uint64_t kinds = 0
    cdef int tile
    while waits:
        tile = bits_pop(&waits)
        hand_add(options.blocks, hand, tile)
        if fitting(options, hand, melded) & ~(1 << BASIC):
            kinds |= bit(tile)
        hand_take(options.blocks, hand, tile)
    return kinds


cdef bint leaves_ready(Game *game, int seat, int tile) noexcept nogil:
    """Without this tile the hand is ready."""
    cdef Seat *own = &game.seats[seat]
    cdef Melded melded = melded_of(own)
    cdef bint ready
    hand_take(game.variant.blocks, &own.hand, tile)
    ready = waits_of(options_of(game), &own.hand, &melded) != 0
    hand_add(game.variant.blocks, &own.hand, tile)
    return ready


cdef uint64_t ready_discards(Game *game, int seat) noexcept nogil:
    """DY-5.1: kinds whose discard may be declared; none after the first draw, or with a meld."""
    cdef const Seat *own = &game.seats[seat]
    if not options_of(game).allow_ready or own.draws != 1 or own.n_melds:
        return 0
    return kinds_to_declare(game, seat, leaves_ready)


# -- for Python

cdef list kinds_of(uint64_t kinds):
    return [kind for kind in range(27) if kinds & bit(kind)]


def hand_facts(RuleBook book not None, tiles, melds):
    """What a hand needs, waits for and is.

    Args:
        book: 都匀麻将 under some options.
        tiles: the kinds of the concealed tiles.
        melds: pairs of a kind and whether it is a kong.

    Returns:
        `need`; `keeps` and `lowers`, kinds that keep and lower it; `fans`, the places of the base fans in play that fit
        the hand as it is (none: it is not complete); `waits` and `larger`, the kinds that the hand is ready for
        and those of them that make more than a basic hand (empty unless a tile is wanting).
    """
    cdef const DuyunOptions *options = <const DuyunOptions *> book.options
    cdef Hand hand
    cdef Melded melded
    cdef uint64_t keeps = 0, lowers = 0, waits = 0
    cdef uint32_t fans
    cdef int needed, kind
    melded.n = len(melds)
    melded.kinds = 0
    melded.kongs = 0
    for kind, kong in melds:
        melded.kinds |= bit(kind)
        if kong:
            melded.kongs |= bit(kind)
    hand_clear(&hand, -1)
    for kind in tiles:
        hand_add(options.blocks, &hand, kind)
    needed = masks_of(options, &hand, melded.n, &keeps, &lowers)
    fans = fitting(options, &hand, &melded)
    if hand.size % 3 == 1:
        waits = waits_of(options, &hand, &melded)
    return {
        "need": needed,
        "keeps": kinds_of(keeps),
        "lowers": kinds_of(lowers),
        "fans": [fan for fan in range(BASE_FANS) if fans & (1 << fan)],
        "waits": kinds_of(waits),
        "larger": kinds_of(larger_waits(options, &hand, &melded, waits)),
    }
