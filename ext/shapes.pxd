"""Tiles needed, tiles that help and tiles to spare, for whole hands.

A deck is cut into blocks (a suit, or the honours). A table gives for each content of a block the tiles it
needs for m sets and p pairs (a *lane*, ``2*m + p``), and for each lane the ranks that lower or keep that
need. The functions below combine the blocks of a hand.

Why a union of masks is exact. The need of a hand is the minimum, over all ways to give each block b a lane
L_b with the lanes adding up to T = 2*sets + 1, of the sum of need_b[L_b]. One tile more or less in block b
changes need_b[L] by at most one, since it changes the distance to every target by at most one. So

* a tile more makes the minimum one less exactly if in some way that attains it that tile lowers
  need_b[L_b]: a way that lies higher comes down to the old minimum at best;
* a tile less leaves the minimum exactly if in some way that attains it that tile keeps need_b[L_b]: all
  other ways that attain it go up, and what lay higher never comes down.

The lanes of block b in the ways that attain the minimum are those where need_b[L] plus the min-plus sum of
the other blocks at T - L is the minimum; their masks are united. A restriction on the ways (some block must
have a lane of at least its floor) changes nothing in this.

Kinds are 0..33: ``9 * suit + number - 1`` for m, p, s, then the seven honours. Bit k of a mask stands for
kind k. ``Hand`` holds concealed tiles only; melds enter as ``sets``, the number of sets still to be made of
them.

Jokers. A need never takes jokers off: a hand is complete if ``need <= hand.jokers``. ``keeps`` has natural
tiles only; ``lowers`` also has the joker's kind, whenever anything is needed at all, for a joker can stand
for it.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset


cdef extern from "hupai/ext/minplus.h" nogil:
    enum: LANES_BASE
    const char *LANES_TWIN
    ctypedef struct ShapeEntry:
        uint8_t back[12]
        uint16_t keeps[10]
        uint16_t lowers[10]
        uint8_t need[12]
    ctypedef struct lanes_t:
        pass
    ctypedef struct words_t:
        pass
    lanes_t lanes_gain(const ShapeEntry *entry) noexcept
    lanes_t lanes_from(lanes_t gain, int floor) noexcept
    lanes_t lanes_join(const ShapeEntry *entry, lanes_t rest) noexcept
    lanes_t lanes_match(const ShapeEntry *entry, lanes_t rest, int total, int last) noexcept
    lanes_t lanes_max(lanes_t a, lanes_t b) noexcept
    int lanes_top(lanes_t v) noexcept
    words_t lanes_pick(lanes_t v, int top, const uint16_t *masks, int total) noexcept
    words_t words_none() noexcept
    uint64_t words_fold(words_t a, words_t b, words_t c, words_t d) noexcept


# A need that no tiles can meet: a restriction that no block can satisfy.
cdef enum:
    UNREACHABLE = 99


# Views into a table file; they stay valid as long as the process lives.
cdef struct Table:
    const ShapeEntry *entries
    const uint32_t *low        # by the low part of a code
    const uint16_t *high       # by the high part of a code


# The geometry of a deck: one a variant, filled by make_blocks, constant during a run.
cdef struct Blocks:
    uint64_t kinds[4]          # the kinds of each block
    uint64_t deck              # the kinds of all blocks
    const Table *table[4]
    uint32_t weight[34]        # what a tile of the kind adds to its block's code
    int n_blocks               # 3 or 4
    int8_t block[34]           # -1: the kind is not in the deck
    int8_t rank[34]            # in its block, from 0
    int8_t first[4]            # the kind of rank 0


# Concealed tiles, 14 at most. The joker kind's tiles are counted in `jokers` alone.
cdef struct Hand:
    uint64_t ones, twos, fours # bit planes of the counts: count = ones + 2 * twos + 4 * fours
    uint32_t code[4]           # place of each block's content in its table: low code + 4096 * high code
    int8_t counts[34]
    int8_t tiles[4]            # natural tiles of each block
    int8_t jokers
    int8_t joker               # kind, or -1
    int8_t size                # all tiles, jokers included


cdef inline void hand_clear(Hand *hand, int joker) noexcept nogil:
    """An empty hand; `joker` is the joker kind or -1."""
    memset(hand, 0, sizeof(Hand))
    hand.joker = <int8_t>joker


cdef inline void hand_add(const Blocks *blocks, Hand *hand, int kind) noexcept nogil:
    """One tile more. The kind is in the deck and held less than four times."""
    cdef uint64_t bit, carry
    cdef int b
    hand.size += 1
    if kind == hand.joker:
        hand.jokers += 1
        return
    b = blocks.block[kind]
    hand.counts[kind] += 1
    hand.tiles[b] += 1
    hand.code[b] += blocks.weight[kind]
    bit = <uint64_t>1 << kind
    carry = hand.ones & bit
    hand.ones ^= bit
    hand.fours ^= hand.twos & carry
    hand.twos ^= carry


cdef inline void hand_take(const Blocks *blocks, Hand *hand, int kind) noexcept nogil:
    """One tile less; the hand holds it."""
    cdef uint64_t bit, borrow
    cdef int b
    hand.size -= 1
    if kind == hand.joker:
        hand.jokers -= 1
        return
    b = blocks.block[kind]
    hand.counts[kind] -= 1
    hand.tiles[b] -= 1
    hand.code[b] -= blocks.weight[kind]
    bit = <uint64_t>1 << kind
    hand.ones ^= bit
    borrow = hand.ones & bit
    hand.twos ^= borrow
    hand.fours ^= hand.twos & borrow


cdef inline uint64_t hand_kinds(const Hand *hand) noexcept nogil:
    """The kinds of which the hand holds at least one natural tile."""
    return hand.ones | hand.twos | hand.fours


cdef inline const ShapeEntry *entry_of(const Blocks *blocks, const Hand *hand, int b) noexcept nogil:
    """The table entry of one block of the hand."""
    cdef const Table *table = blocks.table[b]
    cdef uint32_t code = hand.code[b]
    return table.entries + table.low[code & 4095] + table.high[code >> 12]


cdef inline uint64_t spread_kinds(const Blocks *blocks, uint64_t ranks) noexcept nogil:
    """Kinds from the ranks of the blocks, 16 bits a block."""
    return ((ranks & 0xffff) << blocks.first[0] | (ranks >> 16 & 0xffff) << blocks.first[1]
            | (ranks >> 32 & 0xffff) << blocks.first[2] | (ranks >> 48) << blocks.first[3])


cdef inline uint64_t joker_kind(const Hand *hand, int need) noexcept nogil:
    """The joker's kind as a mask, where a joker drawn would help."""
    return <uint64_t>1 << hand.joker if hand.joker >= 0 and need > 0 else 0


# ---- four sets and a pair ---------------------------------------------------------------------------------

cdef inline int standard_need(const Blocks *blocks, const Hand *hand, int sets) noexcept nogil:
    """Natural tiles needed for `sets` sets (0..4) and a pair; 0 is complete. Jokers are not taken off."""
    cdef int total = 2 * sets + 1
    cdef const ShapeEntry *e2 = entry_of(blocks, hand, 2)
    cdef lanes_t rest = lanes_join(entry_of(blocks, hand, 0), lanes_gain(entry_of(blocks, hand, 1)))
    if blocks.n_blocks == 4:
        rest = lanes_join(e2, rest)
        e2 = entry_of(blocks, hand, 3)
    return LANES_BASE - lanes_top(lanes_match(e2, rest, total, total))


cdef inline int standard_masks(const Blocks *blocks, const Hand *hand, int sets, uint64_t *keeps,
                               uint64_t *lowers) noexcept nogil:
    """The need, kinds whose discard leaves it, kinds whose draw makes it one less. A pointer may be NULL."""
    cdef int total = 2 * sets + 1, top, need
    cdef const ShapeEntry *e0 = entry_of(blocks, hand, 0)
    cdef const ShapeEntry *e1 = entry_of(blocks, hand, 1)
    cdef const ShapeEntry *e2 = entry_of(blocks, hand, 2)
    cdef const ShapeEntry *e3 = e2
    cdef lanes_t v0, v1, v2, v3, tail
    if blocks.n_blocks == 4:
        e3 = entry_of(blocks, hand, 3)
        tail = lanes_join(e2, lanes_gain(e3))
        v0 = lanes_match(e0, lanes_join(e1, tail), total, total)
        v1 = lanes_match(e1, lanes_join(e0, tail), total, total)
        tail = lanes_join(e0, lanes_gain(e1))
        v2 = lanes_match(e2, lanes_join(e3, tail), total, total)
        v3 = lanes_match(e3, lanes_join(e2, tail), total, total)
    else:
        tail = lanes_gain(e2)
        v0 = lanes_match(e0, lanes_join(e1, tail), total, total)
        v1 = lanes_match(e1, lanes_join(e0, tail), total, total)
        v2 = lanes_match(e2, lanes_join(e0, lanes_gain(e1)), total, total)
        v3 = v2
    top = lanes_top(v0)
    need = LANES_BASE - top
    write_masks(blocks, hand, total, top, e0, e1, e2, e3, v0, v1, v2, v3, keeps, lowers)
    return need


cdef inline void write_masks(const Blocks *blocks, const Hand *hand, int total, int top,
                             const ShapeEntry *e0, const ShapeEntry *e1,
                             const ShapeEntry *e2, const ShapeEntry *e3,
                             lanes_t v0, lanes_t v1, lanes_t v2, lanes_t v3,
                             uint64_t *keeps, uint64_t *lowers) noexcept nogil:
    """The masks of the lanes at which each block's match (v) attains the top gain."""
    cdef words_t w3
    if keeps != NULL:
        w3 = lanes_pick(v3, top, e3.keeps, total) if blocks.n_blocks == 4 else words_none()
        keeps[0] = spread_kinds(blocks, words_fold(
            lanes_pick(v0, top, e0.keeps, total), lanes_pick(v1, top, e1.keeps, total),
            lanes_pick(v2, top, e2.keeps, total), w3))
    if lowers != NULL:
        w3 = lanes_pick(v3, top, e3.lowers, total) if blocks.n_blocks == 4 else words_none()
        lowers[0] = joker_kind(hand, LANES_BASE - top) | spread_kinds(blocks, words_fold(
            lanes_pick(v0, top, e0.lowers, total), lanes_pick(v1, top, e1.lowers, total),
            lanes_pick(v2, top, e2.lowers, total), w3))


cdef inline int main_bound(const ShapeEntry *entry, int floor, int total) noexcept nogil:
    """The least need of a block that is the main one, whatever the others need.

    The need rises with the sets and with the pair, so the lane at the floor or the next one has the least.
    """
    if floor > total:
        return UNREACHABLE
    return entry.need[floor] if entry.need[floor] < entry.need[floor + 1] else entry.need[floor + 1]


cdef inline int load_mains(const Blocks *blocks, const Hand *hand, int total, const int8_t *floors,
                           const ShapeEntry **entries, int *bounds) noexcept nogil:
    """Entries and bounds of all blocks; returns the block of least bound, or -1 if one always qualifies."""
    cdef int b, first = 0, free = 0
    for b in range(blocks.n_blocks):
        entries[b] = entry_of(blocks, hand, b)
        if floors[b] <= 0:
            free = 1
        bounds[b] = main_bound(entries[b], floors[b] if floors[b] > 0 else 0, total)
        if bounds[b] < bounds[first]:
            first = b
    return -1 if free else first


cdef inline lanes_t join_others(const Blocks *blocks, const ShapeEntry **entries, int b) noexcept nogil:
    """All blocks but b."""
    cdef int n = blocks.n_blocks
    cdef int c = b + 1 if b + 1 < n else b + 1 - n, d = b + 2 if b + 2 < n else b + 2 - n
    cdef lanes_t rest = lanes_join(entries[c], lanes_gain(entries[d]))
    if n == 4:
        rest = lanes_join(entries[b + 3 if b == 0 else b - 1], rest)
    return rest


cdef inline int restricted_need(const Blocks *blocks, const Hand *hand, int sets,
                                const int8_t *floors) noexcept nogil:
    """As standard_need, but some block b, the main one, has a lane of at least floors[b].

    floors[b] > 9: b never qualifies; floors[b] <= 0: it always does. UNREACHABLE if no block can. Mains are
    tried from that of the least bound on; one whose bound is no better than what is found is passed over.
    """
    cdef int total = 2 * sets + 1, best = UNREACHABLE, need, i, b
    cdef const ShapeEntry *entries[4]
    cdef int bounds[4]
    cdef int first = load_mains(blocks, hand, total, floors, entries, bounds)
    if first < 0:
        return standard_need(blocks, hand, sets)
    for i in range(blocks.n_blocks):
        b = first + i if first + i < blocks.n_blocks else first + i - blocks.n_blocks
        if bounds[b] < best:
            need = LANES_BASE - lanes_top(
                lanes_match(entries[b], join_others(blocks, entries, b), total, total - floors[b]))
            if need < best:
                best = need
    return best


cdef inline int restricted_masks(const Blocks *blocks, const Hand *hand, int sets, const int8_t *floors,
                                 uint64_t *keeps, uint64_t *lowers) noexcept nogil:
    """As standard_masks, under restricted_need's condition. Both masks are empty where it is UNREACHABLE.

    The matches of all mains that come up to the best so far are laid over each other by their greater gain:
    only those that attain the top in the end are looked up.
    """
    cdef int total = 2 * sets + 1, best = UNREACHABLE, need, i, b, c, d, e, n = blocks.n_blocks
    cdef const ShapeEntry *entries[4]
    cdef int bounds[4]
    cdef lanes_t over[4]
    cdef lanes_t match, main, rest
    cdef int first = load_mains(blocks, hand, total, floors, entries, bounds)
    if first < 0:
        return standard_masks(blocks, hand, sets, keeps, lowers)
    memset(over, 0, sizeof(over))
    for i in range(n):
        b = first + i if first + i < n else first + i - n
        if bounds[b] > best or bounds[b] == UNREACHABLE:
            continue
        match = lanes_match(entries[b], join_others(blocks, entries, b), total, total - floors[b])
        need = LANES_BASE - lanes_top(match)
        if need > best:
            continue
        best = need
        over[b] = lanes_max(over[b], match)
        main = lanes_from(lanes_gain(entries[b]), floors[b])
        c = b + 1 if b + 1 < n else b + 1 - n
        d = b + 2 if b + 2 < n else b + 2 - n
        rest = lanes_join(entries[c], main)
        if n == 4:
            e = b ^ c ^ d  # 0 ^ 1 ^ 2 ^ 3 is 0
            over[d] = lanes_max(over[d], lanes_match(entries[d], lanes_join(entries[e], rest), total, total))
            over[e] = lanes_max(over[e], lanes_match(entries[e], lanes_join(entries[d], rest), total, total))
            main = lanes_join(entries[e], main)
        else:
            over[d] = lanes_max(over[d], lanes_match(entries[d], rest, total, total))
        over[c] = lanes_max(over[c], lanes_match(entries[c], lanes_join(entries[d], main), total, total))
    if best == UNREACHABLE:
        if keeps != NULL:
            keeps[0] = 0
        if lowers != NULL:
            lowers[0] = 0
        return best
    write_masks(blocks, hand, total, LANES_BASE - best, entries[0], entries[1], entries[2], entries[n - 1],
                over[0], over[1], over[2], over[3], keeps, lowers)
    return best


# ---- seven pairs ------------------------------------------------------------------------------------------

cdef inline int bit_count(uint64_t x) noexcept nogil:
    """Set bits, without the instruction that the oldest x86-64 lack."""
    x = x - ((x >> 1) & 0x5555555555555555u)
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u)
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu
    return <int>((x * 0x0101010101010101u) >> 56)


cdef inline int pairs_need(const Blocks *blocks, const Hand *hand) noexcept nogil:
    """Tiles needed for seven pairs: a missing pair costs one tile where a single is left, else two."""
    cdef int singles = bit_count(hand.ones)
    cdef int missing = 7 - ((hand.size - hand.jokers - singles) >> 1)
    return missing + (missing - singles if missing > singles else 0)


cdef inline int pairs_masks_up_to(const Blocks *blocks, const Hand *hand, uint64_t full, uint64_t *keeps,
                                  uint64_t *lowers) noexcept nogil:
    """Seven pairs where the kinds in `full` can grow no more.

    A draw that pairs a single always helps; one that starts a pair helps where singles are short. A single
    can be spared where there are more than missing pairs; a tile of a pair never.
    """
    cdef int singles = bit_count(hand.ones)
    cdef int missing = 7 - ((hand.size - hand.jokers - singles) >> 1)
    if keeps != NULL:
        keeps[0] = hand.ones if missing < singles else 0
    if lowers != NULL:
        lowers[0] = 0
        if missing > 0:
            lowers[0] = hand.ones | joker_kind(hand, missing)
            if missing > singles:
                lowers[0] |= blocks.deck & ~full
    return missing + (missing - singles if missing > singles else 0)


cdef inline int pairs_masks(const Blocks *blocks, const Hand *hand, uint64_t *keeps,
                            uint64_t *lowers) noexcept nogil:
    """pairs_need with its masks, strict: no kind of which four are held lowers the need."""
    return pairs_masks_up_to(blocks, hand, hand.fours, keeps, lowers)


cdef inline int joker_pairs_need(const Blocks *blocks, const Hand *hand) noexcept nogil:
    """Tiles that the naturals need for seven pairs, copies not limited; complete if at most hand.jokers."""
    return pairs_need(blocks, hand)


cdef inline int joker_pairs_masks(const Blocks *blocks, const Hand *hand, uint64_t *keeps,
                                  uint64_t *lowers) noexcept nogil:
    """joker_pairs_need with its masks; a fifth copy may lower the need."""
    return pairs_masks_up_to(blocks, hand, 0, keeps, lowers)


cdef inline int quota_need(int quota, int pairs, int singles, int all_pairs, int all_singles) noexcept nogil:
    """Tiles for seven pairs, `quota` of them in the main block, which holds `pairs` and `singles`.

    The quota is filled as cheaply as the block can, the other pairs as cheaply as what is left of the hand
    can: the cost of a further pair never falls, so no later choice can make up for a dearer one.
    """
    cdef int made, begun, missing, spare
    made = pairs if pairs < quota else quota
    begun = quota - made
    if begun > singles:
        begun = singles
    spare = all_singles - begun
    missing = 7 - quota - (all_pairs - made)
    if missing < 0:
        missing = 0
    return 2 * (quota - made) - begun + missing + (missing - spare if missing > spare else 0)


cdef inline int restricted_pairs_need(const Blocks *blocks, const Hand *hand,
                                      const int8_t *quota) noexcept nogil:
    """Tiles needed for seven pairs with at least quota[b] of them in some block b.

    quota[b] > 7: b never qualifies; quota[b] <= 0: it always does. UNREACHABLE if no block can.
    """
    cdef int best = UNREACHABLE, need, b, all_singles = bit_count(hand.ones), singles
    cdef int all_pairs = (hand.size - hand.jokers - all_singles) >> 1
    for b in range(blocks.n_blocks):
        if quota[b] > 7:
            continue
        singles = bit_count(hand.ones & blocks.kinds[b])
        need = quota_need(quota[b] if quota[b] > 0 else 0, (hand.tiles[b] - singles) >> 1, singles, all_pairs,
                          all_singles)
        if need < best:
            best = need
    return best


cdef inline int restricted_pairs_masks(const Blocks *blocks, const Hand *hand, const int8_t *quota,
                                       uint64_t *keeps, uint64_t *lowers) noexcept nogil:
    """restricted_pairs_need with its masks, strict. Both are empty where it is UNREACHABLE.

    The effect of a tile depends only on whether it is of the main block and whether it is single, so four
    classes of kinds are tried; the blocks that attain the minimum are united as with sets.
    """
    cdef int needs[4]
    cdef int singles[4]
    cdef int best = UNREACHABLE, q, p, s, b, all_s = bit_count(hand.ones)
    cdef int all_p = (hand.size - hand.jokers - all_s) >> 1
    cdef uint64_t inside, kept = 0, lowered = 0, odd = hand.ones
    cdef uint64_t even = hand.twos & ~odd | hand.fours, open = blocks.deck & ~odd & ~hand.fours
    for b in range(blocks.n_blocks):
        singles[b] = bit_count(odd & blocks.kinds[b])
        needs[b] = UNREACHABLE
        if quota[b] <= 7:
            needs[b] = quota_need(quota[b] if quota[b] > 0 else 0, (hand.tiles[b] - singles[b]) >> 1,
                                  singles[b], all_p, all_s)
        if needs[b] < best:
            best = needs[b]
    if best != UNREACHABLE:
        for b in range(blocks.n_blocks):
            if needs[b] != best:
                continue
            q = quota[b] if quota[b] > 0 else 0
            inside = blocks.kinds[b]
            s = singles[b]
            p = (hand.tiles[b] - s) >> 1
            if lowers != NULL:
                if quota_need(q, p + 1, s - 1, all_p + 1, all_s - 1) < best:
                    lowered |= odd & inside
                if quota_need(q, p, s + 1, all_p, all_s + 1) < best:
                    lowered |= open & inside
                if quota_need(q, p, s, all_p + 1, all_s - 1) < best:
                    lowered |= odd & ~inside
                if quota_need(q, p, s, all_p, all_s + 1) < best:
                    lowered |= open & ~inside
            if keeps != NULL:
                if quota_need(q, p, s - 1, all_p, all_s - 1) == best:
                    kept |= odd & inside
                if quota_need(q, p - 1, s + 1, all_p - 1, all_s + 1) == best:
                    kept |= even & inside
                if quota_need(q, p, s, all_p, all_s - 1) == best:
                    kept |= odd & ~inside
                if quota_need(q, p, s, all_p - 1, all_s + 1) == best:
                    kept |= even & ~inside
    if keeps != NULL:
        keeps[0] = kept
    if lowers != NULL:
        lowers[0] = lowered | (joker_kind(hand, best) if best != UNREACHABLE else 0)
    return best


# ---- geometry ---------------------------------------------------------------------------------------------

cdef int make_blocks(Blocks *blocks, tuple parts) except -1
