"""Seven pairs by their groups of identical pairs (GD-5.2), where jokers stand for anything."""
from libc.stdint cimport uint64_t

from hupai.ext.engine.bits cimport bit, bits_pop
from hupai.ext.shapes cimport Blocks, Hand, bit_count, hand_add, hand_kinds, hand_take, joker_kind

cdef enum:
    NO_GROUPS = 0
    ALL_GROUPS = 15


cdef inline int groups_need(const Hand *hand, int groups, int fifths = 0) noexcept nogil:
    """Natural tiles needed for seven pairs whose number of groups q is among the bits of `groups`; 99 for none.

    With q groups the pairs are of 7 - q kinds, q of them twice: a third or further pair of a kind is never cheaper
    than one of a new kind. So the kinds held most often are taken, and of those the q foremost are the doubled ones.
    `fifths` are fifth copies, of kinds that are doubled: each begins a third pair, as a single of a new kind does.
    """
    cdef uint64_t kinds = hand_kinds(hand)
    cdef int of[5]                      # kinds held that often
    cdef int best = 99, q, room, doubled, count, taken, matched
    of[4] = bit_count(hand.fours)
    of[3] = bit_count(hand.ones & hand.twos)
    of[2] = bit_count(hand.twos & ~hand.ones)
    of[1] = bit_count(kinds) - of[2] - of[3] - of[4] + fifths
    for q in range(4):
        if not groups & (1 << q):
            continue
        room = 7 - q
        doubled = q
        matched = 0
        for count in range(4, 0, -1):
            taken = of[count] if of[count] < room else room
            room -= taken
            if taken < doubled:
                matched += count * taken
                doubled -= taken
            else:
                matched += count * doubled + (count if count < 2 else 2) * (taken - doubled)
                doubled = 0
        if 14 - matched < best:
            best = 14 - matched
    return best


cdef inline int groups_masks(const Blocks *blocks, const Hand *hand, int groups, uint64_t *keeps,
                             uint64_t *lowers) noexcept nogil:
    """groups_need with its masks as `hupai.ext.shapes` defines them, by trying every kind."""
    cdef Hand tried = hand[0]
    cdef int need = groups_need(hand, groups), kind
    cdef uint64_t kinds
    if keeps != NULL:
        keeps[0] = 0
        kinds = hand_kinds(hand)
        while kinds:
            kind = bits_pop(&kinds)
            hand_take(blocks, &tried, kind)
            if groups_need(&tried, groups) == need:
                keeps[0] |= bit(kind)
            hand_add(blocks, &tried, kind)
    if lowers != NULL:
        lowers[0] = joker_kind(hand, need)
        kinds = blocks.deck & ~hand.fours & ~lowers[0]
        while kinds:
            kind = bits_pop(&kinds)
            hand_add(blocks, &tried, kind)
            if groups_need(&tried, groups) < need:
                lowers[0] |= bit(kind)
            hand_take(blocks, &tried, kind)
        if hand.fours and groups_need(hand, groups & ~1, 1) < need:
            lowers[0] |= hand.fours
    return need
