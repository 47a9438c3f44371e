"""嵊州105: what a hand needs and waits for, 财鸟, and what its melds and jokers bar. Sections 3 to 5 of the page."""
from libc.stdint cimport int8_t, uint64_t

from hupai.ext.engine.bits cimport bit, bits_pop
from hupai.ext.rules.shengzhou105.options cimport *
from hupai.ext.shapes cimport hand_add, hand_kinds, hand_take, standard_masks, standard_need
from hupai.ext.variant cimport *

cdef uint64_t EVERY_KIND = (<uint64_t> 1 << 34) - 1


# -- shape (SZ-4.1)

cdef bint complete(const Game *game, int seat) noexcept nogil:
    """Four sets and a pair, jokers standing for anything."""
    cdef const Seat *own = &game.seats[seat]
    return standard_need(game.variant.blocks, &own.hand, 4 - own.n_melds) <= own.hand.jokers


cdef int need(const Game *game, int seat) noexcept nogil:
    """Tiles needed, each joker counted for one."""
    cdef const Seat *own = &game.seats[seat]
    return standard_need(game.variant.blocks, &own.hand, 4 - own.n_melds) - own.hand.jokers


cdef int masks(const Game *game, int seat, uint64_t *keeps, uint64_t *lowers) noexcept nogil:
    cdef const Seat *own = &game.seats[seat]
    return standard_masks(game.variant.blocks, &own.hand, 4 - own.n_melds, keeps, lowers) - own.hand.jokers


cdef uint64_t completing(const Game *game, int seat) noexcept nogil:
    """Kinds that complete the concealed tiles, whether or not a copy is left; 0 where one tile is not enough."""
    cdef uint64_t kinds = 0
    if need(game, seat) == 1:
        masks(game, seat, NULL, &kinds)
    return kinds


cdef bint bird_wait(const Game *game, int seat) noexcept nogil:
    """SZ-5.3 财鸟: every one of the 34 kinds would complete the hand.

    This is the same as a joker beside complete sets. If a tile that fits nowhere completes the hand, it stands with a
    joker as the pair, or with two in a set; then the hand's pair and one of the two make the set, the other is alone.
    """
    return completing(game, seat) == EVERY_KIND


cdef uint64_t waits(Game *game, int seat) noexcept nogil:
    """Kinds that make a win, except those of which the seat itself holds all four; notes a 财鸟 wait."""
    cdef const Seat *own = &game.seats[seat]
    cdef ShengzhouState *state = state_of(game)
    cdef uint64_t kinds = completing(game, seat)
    cdef int i
    state.birds &= <uint8_t> ~(1 << seat)
    if kinds == EVERY_KIND:
        state.birds |= <uint8_t> (1 << seat)
        if state.first_bird[seat] < 0:
            state.first_bird[seat] = own.draws
    if kinds:
        kinds &= ~own.hand.fours
        for i in range(own.n_melds):
            if own.melds[i].kind != CHOW and (own.melds[i].kind != PUNG or own.hand.counts[own.melds[i].tile]):
                kinds &= ~bit(own.melds[i].tile)
    return kinds


cdef uint64_t bird_discards(Game *game, int seat) noexcept nogil:
    """Kinds, the joker's among them, whose discard leaves a 财鸟 wait. Only a complete hand has any."""
    cdef Seat *own = &game.seats[seat]
    cdef uint64_t kinds = 0, rest
    cdef int kind
    if own.hand.jokers == 0 or not complete(game, seat):
        return 0
    rest = held_kinds(&own.hand)
    while rest:
        kind = bits_pop(&rest)
        hand_take(game.variant.blocks, &own.hand, kind)
        if own.hand.jokers and bird_wait(game, seat):
            kinds |= bit(kind)
        hand_add(game.variant.blocks, &own.hand, kind)
    return kinds


# -- chow and the next discard (SZ-3.9)

cdef uint64_t banned_after_chow(const Game *game, int low) noexcept nogil:
    """Kinds that may not be discarded after the open tile was chowed into the run from `low` on.

    A kind is a kind: the other end is barred though it be the joker's.
    """
    cdef int tile = game.open
    cdef uint64_t kinds = bit(tile)
    if options_of(game).chow_ban == CHOW_BAN_OFF:
        return 0
    if options_of(game).chow_ban == CHOW_BAN_ENDS:
        if tile == low and low % 9 < 6:
            kinds |= bit(low + 3)
        elif tile == low + 2 and low % 9 > 0:
            kinds |= bit(low - 1)
    return kinds


cdef bint chow_leaves_discard(const Game *game, int seat, int low) noexcept nogil:
    """Whether a tile that may be discarded is left after this chow."""
    cdef const Hand *hand = &game.seats[seat].hand
    cdef uint64_t kinds = held_kinds(hand)
    cdef int kind
    for kind in range(low, low + 3):
        if kind != game.open and hand.counts[kind] == 1:
            kinds &= ~bit(kind)
    return kinds & ~banned_after_chow(game, low) != 0


# -- what melds and jokers bar

cdef bint must_draw_to_win(const Game *game, int seat) noexcept nogil:
    """SZ-4.5 三摊强自摸."""
    cdef const Seat *own = &game.seats[seat]
    cdef const ShengzhouOptions *options = options_of(game)
    cdef int i, melds = 0
    if own.n_melds < 3 or options.three_melds == THREE_OFF:
        return False
    if options.three_melds == THREE_SAME_SEAT:
        for i in range(SEATS):
            if claims_from(own, seat, i) >= 3:
                return True
        return False
    for i in range(own.n_melds):
        if options.three_melds_concealed or own.melds[i].kind != KONG_CONCEALED:
            melds += 1
    return melds >= 3


cdef bint limits_let_win(const Game *game, int seat) noexcept nogil:
    """SZ-4.8 三财四飞, for the seat that has drawn."""
    cdef const ShengzhouState *state = state_of(game)
    cdef int jokers = game.seats[seat].hand.jokers
    if jokers < 3 or not options_of(game).joker_limits or state.flights[seat]:
        return True
    return jokers == 3 and (state.birds & (1 << seat) or game.replaced)
