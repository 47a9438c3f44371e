"""广东100张: the pattern fans (GD-6.4). Whether some composition of a hand has a fan, without going through compositions.

A composition gives every joker a kind and divides the tiles into sets and a pair, or into pairs (GD-5.4). Copies are not
limited (GD-2.4), so a set or pair made of jokers alone may be of any kind: what a fan asks of it can always be had. A set
or pair with a natural tile is of that tile's suit. Hence a fan holds if the natural tiles and the melds allow it, the
hand has the shape, and, where tiles are wanted that no natural tile shows, a block of jokers alone can be spared.
"""
from libc.stdint cimport int8_t, uint32_t, uint64_t
from libc.string cimport memset

from hupai.ext.engine.bits cimport bit, bits_lowest, bits_pop
from hupai.ext.rulebook cimport RuleBook
from hupai.ext.rules.guangdong100.options cimport *
from hupai.ext.shapes cimport (
    LANES_BASE, Blocks, Hand, bit_count, entry_of, hand_add, hand_clear, hand_kinds, hand_take, lanes_gain, lanes_join,
    lanes_match, lanes_top, standard_need,
)
from hupai.ext.variant cimport *

cdef enum:
    P_BLOCK, S_BLOCK, Z_BLOCK           # 筒, 条, 字 in the geometry of the deck
    FIRST_P = 9
    FIRST_S = 18
    EAST = 27

cdef uint64_t DOTS = (<uint64_t> 0x1ff) << FIRST_P
cdef uint64_t BAMBOOS = (<uint64_t> 0x1ff) << FIRST_S
cdef uint64_t HONORS = (<uint64_t> 0x7f) << EAST
cdef uint64_t WINDS = (<uint64_t> 0xf) << EAST
cdef uint64_t DRAGONS = (<uint64_t> 0x7) << (EAST + 4)
cdef uint64_t TERMINALS = (<uint64_t> 0x101) << FIRST_P | (<uint64_t> 0x101) << FIRST_S


# -- a view

cdef inline void view_clear(View *view, const Blocks *blocks, int joker, int pair_groups) noexcept nogil:
    memset(view, 0, sizeof(View))
    view.blocks = blocks
    view.sets = 4
    view.pair_groups = pair_groups
    hand_clear(&view.hand, joker)


cdef inline void view_meld(View *view, const Meld *meld) noexcept nogil:
    view.sets -= 1
    view.kongs += meld.kind != PUNG
    view.melds |= bit(meld.tile)


cdef void view_of_seat(View *view, const Blocks *blocks, const Seat *own, int pair_groups) noexcept nogil:
    """The hand of a seat as it stands."""
    cdef int i
    view_clear(view, blocks, own.hand.joker, pair_groups)
    view.hand = own.hand
    for i in range(own.n_melds):
        view_meld(view, &own.melds[i])


cdef void view_of_winner(View *view, const Blocks *blocks, const Facts *facts, int seat, int pair_groups) noexcept nogil:
    """A winning hand from the facts."""
    cdef int i
    view_clear(view, blocks, facts.joker, pair_groups)
    for i in range(facts.sizes[seat]):
        hand_add(blocks, &view.hand, facts.tiles[seat][i])
    hand_add(blocks, &view.hand, facts.tile)
    for i in range(facts.n_melds):
        if facts.melds[i].seat == seat:
            view_meld(view, &facts.melds[i])


cdef void view_add(View *view, int tile) noexcept nogil:
    hand_add(view.blocks, &view.hand, tile)


# -- shapes

cdef inline int sets_need(const Blocks *blocks, const Hand *hand, int sets) noexcept nogil:
    """Natural tiles needed for so many sets, no pair."""
    return LANES_BASE - lanes_top(lanes_match(
        entry_of(blocks, hand, P_BLOCK),
        lanes_join(entry_of(blocks, hand, S_BLOCK), lanes_gain(entry_of(blocks, hand, Z_BLOCK))), 2 * sets, 2 * sets))


cdef inline int pungs_of_all(const View *view) noexcept nogil:
    """Pungs that cover every natural tile of the hand: one a kind, two for four of a kind."""
    return bit_count(hand_kinds(&view.hand)) + bit_count(view.hand.fours)


cdef inline int pungs_beside_pair(const View *view) noexcept nogil:
    """As pungs_of_all, a pair taking up to two tiles of one kind: that saves a pung for one, two or four of a kind."""
    cdef uint64_t triplets = view.hand.ones & view.hand.twos
    return pungs_of_all(view) - (1 if hand_kinds(&view.hand) & ~triplets else 0)


cdef inline bint spare_block(const View *view) noexcept nogil:
    """Four sets and a pair with a block of jokers alone: the pair, or a set."""
    cdef int jokers = view.hand.jokers
    if jokers >= 2 and sets_need(view.blocks, &view.hand, view.sets) <= jokers - 2:
        return True
    return jokers >= 3 and view.sets > 0 and standard_need(view.blocks, &view.hand, view.sets - 1) <= jokers - 3


cdef inline bint spare_among_pungs(const View *view) noexcept nogil:
    """Four pungs and a pair with a block of jokers alone."""
    if view.hand.jokers >= 2 and pungs_of_all(view) <= view.sets:
        return True
    return view.hand.jokers >= 3 and pungs_beside_pair(view) < view.sets


cdef void read_pairs(View *view) noexcept nogil:
    """GD-5.2. Jokers pair the singles; each two more are a pair, and may add a group or not.

    A pair beside one pair of its kind makes a group, beside two or alone it makes none; with seven pairs there are never
    more than three groups.
    """
    cdef int singles = bit_count(view.hand.ones), jokers = view.hand.jokers, q, made, more
    view.groups = 0
    view.free_groups = 0
    if view.sets != 4 or view.hand.size != 14 or singles > jokers:
        return
    made = bit_count(view.hand.fours | view.hand.ones & view.hand.twos)
    more = (jokers - singles) >> 1
    for q in range(made, min(3, made + more) + 1):
        view.groups |= 1 << q
        if q < made + more:
            view.free_groups |= 1 << q
    view.groups &= view.pair_groups
    view.free_groups &= view.pair_groups


cdef bint view_read(View *view) noexcept nogil:
    """What the hand can be read as; whether it is a winning shape."""
    view.kinds = hand_kinds(&view.hand) | view.melds
    view.standard = standard_need(view.blocks, &view.hand, view.sets) <= view.hand.jokers
    view.pungs = view.standard and pungs_beside_pair(view) <= view.sets
    read_pairs(view)
    return view.standard or view.groups != 0


# -- conditions on sets

cdef inline int missing_of(const View *view, uint64_t pungs, int pair) noexcept nogil:
    """Natural tiles that lack to pungs of these kinds and a pair of that kind."""
    cdef uint64_t none = ~hand_kinds(&view.hand), triplets = view.hand.ones & view.hand.twos | view.hand.fours
    cdef int missing = bit_count(pungs & none) + bit_count(pungs & ~view.hand.twos & ~triplets) + bit_count(pungs & ~triplets)
    return missing + (max(0, 2 - view.hand.counts[pair]) if pair >= 0 else 0)


cdef bint can_have(const View *view, uint64_t pungs, int pair) noexcept nogil:
    """Whether pungs or kongs of these kinds and a pair of that kind (NO_TILE: any) can be among four sets and a pair."""
    cdef Hand rest
    cdef int kind, i, held, wanted, sets = view.sets, jokers = view.hand.jokers
    pungs &= ~view.melds
    if bit_count(pungs) > sets or missing_of(view, pungs, pair) > jokers:
        return False
    rest = view.hand
    while pungs or pair >= 0:
        if pungs:
            kind = bits_pop(&pungs)
            wanted = 3
            sets -= 1
        else:
            kind = pair
            wanted = 2
        held = min(wanted, rest.counts[kind])
        jokers -= wanted - held
        for i in range(held):
            hand_take(view.blocks, &rest, kind)
        if wanted == 2:
            return sets_need(view.blocks, &rest, sets) <= jokers
    return standard_need(view.blocks, &rest, sets) <= jokers


cdef bint little(const View *view, uint64_t kinds) noexcept nogil:
    """Pungs or kongs of all of these kinds but one, and the pair of that one."""
    cdef uint64_t rest = kinds & ~view.melds
    cdef int pair
    while rest:
        pair = bits_pop(&rest)
        if view.hand.counts[pair] <= 2 and can_have(view, kinds & ~bit(pair), pair):
            return True
    return False


cdef inline int chows_of(const int8_t *counts) noexcept nogil:
    """The fewest chows that cover the natural tiles of a suit: from the lowest on, each begins as high as it can."""
    cdef int8_t left[9]
    cdef int rank, chows = 0, begun, i
    for rank in range(9):
        left[rank] = counts[rank]
    for rank in range(9):
        begun = left[rank]
        if begun > 0:
            chows += begun
            for i in range(rank, min(rank + 3, 9)):
                left[i] -= <int8_t> begun
    return chows


cdef bint all_chows(const View *view) noexcept nogil:
    """平胡: four chows and any pair; honours can only be the pair."""
    cdef int8_t counts[34]
    cdef uint64_t pairs = hand_kinds(&view.hand), honors = pairs & HONORS
    cdef int kind, held, dots, bamboos
    if view.melds or not view.standard or honors & (honors - 1):
        return False
    for kind in range(34):
        counts[kind] = view.hand.counts[kind]
    if honors:
        return (counts[bits_lowest(honors)] <= 2
                and chows_of(&counts[FIRST_P]) + chows_of(&counts[FIRST_S]) <= 4)
    dots = chows_of(&counts[FIRST_P])
    bamboos = chows_of(&counts[FIRST_S])
    if dots + bamboos <= 4:
        return True
    while pairs:
        kind = bits_pop(&pairs)
        held = min(2, counts[kind])
        counts[kind] -= <int8_t> held
        if bit(kind) & DOTS:
            if chows_of(&counts[FIRST_P]) + bamboos <= 4:
                return True
        elif dots + chows_of(&counts[FIRST_S]) <= 4:
            return True
        counts[kind] += <int8_t> held
    return False


cdef bint with_chow(const View *view, bint pung_too) noexcept nogil:
    """Whether a chow, and a pung where asked for, can be among the sets that are still to be made; each is tried."""
    cdef View rest
    cdef int low, kind, jokers
    cdef uint64_t pungs
    for low in range(FIRST_P, FIRST_S + 7):
        if FIRST_P + 7 <= low < FIRST_S:
            continue
        rest = view[0]
        jokers = view.hand.jokers
        for kind in range(low, low + 3):
            if rest.hand.counts[kind]:
                hand_take(rest.blocks, &rest.hand, kind)
            else:
                jokers -= 1
        if jokers < 0:
            continue
        rest.hand.jokers = <int8_t> jokers
        rest.sets -= 1
        if not pung_too:
            if standard_need(rest.blocks, &rest.hand, rest.sets) <= jokers:
                return True
            continue
        pungs = rest.blocks.deck
        while pungs:
            kind = bits_pop(&pungs)
            if can_have(&rest, bit(kind), NO_TILE):
                return True
    return False


cdef bint chicken(const View *view) noexcept nogil:
    """鸡胡: at least one chow and at least one pung or kong. A standard hand that can be nothing else is one."""
    if not view.standard:
        return False
    if view.melds:
        return not view.pungs or (view.sets > 0 and with_chow(view, False))
    return not (view.pungs or all_chows(view)) or with_chow(view, True)


# -- conditions on tiles

cdef inline bint flush(const View *view) noexcept nogil:
    """One suit, no honours."""
    return not view.kinds & HONORS and ((view.kinds & DOTS) != 0) != ((view.kinds & BAMBOOS) != 0)


cdef inline bint two_suits(const View *view) noexcept nogil:
    return view.kinds & DOTS and view.kinds & BAMBOOS


cdef inline bint suit_and_honors(const View *view) noexcept nogil:
    """Natural tiles of both a suit and the honours."""
    return view.kinds & HONORS and view.kinds & (DOTS | BAMBOOS)


cdef bint terminals_and_honors(const View *view) noexcept nogil:
    """混幺九: 1, 9 and honours, two tiles or more of 1 and 9: a block of them has two."""
    if view.kinds & ~(TERMINALS | HONORS):
        return False
    if view.kinds & TERMINALS:
        return view.pungs or view.groups
    return (view.pungs and spare_among_pungs(view)) or view.free_groups


cdef bint half_flush(const View *view) noexcept nogil:
    """混一色: one suit and honours, a tile of each."""
    if two_suits(view):
        return False
    if suit_and_honors(view):
        return view.standard or view.groups
    return (view.standard and spare_block(view)) or view.free_groups


cdef bint holds(const View *view, int fan) noexcept nogil:
    """Whether some composition has the pattern; 天胡 and 地胡 depend on more than the hand and are not asked here."""
    if fan >= HALF_FLUSH_PUNGS:
        if fan == CHICKEN:                                                      # 鸡胡
            return chicken(view)
        if fan == ALL_CHOWS:                                                    # 平胡
            return all_chows(view)
        if fan == ALL_PUNGS:                                                    # 碰碰胡
            return view.pungs
        if fan == HALF_FLUSH:
            return half_flush(view)
        return (view.pungs and not two_suits(view)                              # 混碰
                and (suit_and_honors(view) or spare_among_pungs(view)))
    if fan == SEVEN_PAIRS:                                                      # 七对
        return view.groups & 1
    if fan == LUXURY:                                                           # 豪华七对
        return view.groups & 2
    if fan == DOUBLE_LUXURY:                                                    # 双豪华七对
        return view.groups & 4
    if fan == TRIPLE_LUXURY:                                                    # 三豪华七对
        return view.groups & 8
    if fan == FOUR_JOKERS:                                                      # 四鬼
        return view.hand.jokers == 4
    if fan == FULL_FLUSH:                                                       # 清一色
        return flush(view) and (view.standard or view.groups)
    if fan == FULL_FLUSH_PUNGS:                                                 # 清碰
        return view.pungs and flush(view)
    if fan == TERMINALS_AND_HONORS:
        return terminals_and_honors(view)
    if fan == ALL_HONORS:                                                       # 字一色
        return not view.kinds & ~HONORS and (view.pungs or view.groups)
    if fan == FOUR_KONGS:                                                       # 十八罗汉
        return view.kongs == 4 and view.standard
    if not view.standard:
        return False
    if fan == BIG_DRAGONS:                                                      # 大三元
        return can_have(view, DRAGONS, NO_TILE)
    if fan == BIG_WINDS:                                                        # 大四喜
        return can_have(view, WINDS, NO_TILE)
    if fan == LITTLE_DRAGONS:                                                   # 小三元
        return little(view, DRAGONS)
    if fan == LITTLE_WINDS:                                                     # 小四喜
        return little(view, WINDS)
    return False


cdef bint any_fan(View *view, uint32_t fans) noexcept nogil:
    """Whether the hand has a pattern of these bits, among them those of all seven pairs that are a winning shape.

    It is read here. What is common and cheap is asked first.
    """
    if not view_read(view):
        return False
    if view.groups or (view.pungs and fans & (1 << ALL_PUNGS)) or (fans & (1 << ALL_CHOWS) and all_chows(view)):
        return True
    fans &= ~(1 << HEAVENLY | 1 << EARTHLY | 1 << ALL_PUNGS | 1 << ALL_CHOWS)
    while fans:
        if holds(view, bits_lowest(fans)):
            return True
        fans &= fans - 1
    return False


def pattern_fans(RuleBook book not None, tiles, melds, int joker):
    """The patterns that some composition of a hand has, by their places in FANS.

    Args:
        book: 广东100张 under some options; its `fan_values` say which seven pairs are a winning shape.
        tiles: the kinds of the concealed tiles, the winning one among them.
        melds: pairs of a kind and whether it is a kong.
        joker: the joker kind, or -1.

    Returns:
        the places, ascending; 天胡 and 地胡 are never among them. Four jokers are 四鬼 whatever the other tiles are.
    """
    cdef View view
    cdef Meld meld
    cdef int fan
    memset(&meld, 0, sizeof(Meld))
    view_clear(&view, &book.blocks, joker, (<const GuangdongOptions *> book.options).pair_groups)
    for kind in tiles:
        hand_add(&book.blocks, &view.hand, kind)
    for kind, kong in melds:
        meld.tile = kind
        meld.kind = KONG_CONCEALED if kong else PUNG
        view_meld(&view, &meld)
    view_read(&view)
    return [fan for fan in range(PATTERNS) if holds(&view, fan)]
