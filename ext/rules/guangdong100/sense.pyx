"""广东100张: what a player should know. Fixed rules, which look at no option of kind `score`.

Choosing the wait. Of the discards that leave the hand ready it takes one after which the most unseen tiles win, a tile
that wins on discards as well counted three times: 鸡胡 and 任意胡 win by self draw only, 平胡 and most others on the
discards of three seats too. A kong that can be declared is thought of first, as by any variant's player.

任意胡, and four jokers. Whatever is drawn next wins, so pungs are let go.
"""
from libc.stdint cimport int8_t, uint64_t

from hupai.ext.engine.bits cimport bit, bits_count, bits_nth, bits_pop
from hupai.ext.engine.transitions cimport tile_count
from hupai.ext.rules.guangdong100.fans cimport View, any_fan, view_of_seat
from hupai.ext.rules.guangdong100.hands cimport masks, options_of, state_of
from hupai.ext.rules.guangdong100.options cimport *
from hupai.ext.shapes cimport hand_add, hand_take
from hupai.ext.streams cimport below
from hupai.ext.variant cimport *

cdef enum:
    ON_DISCARDS = 3


cdef int unseen_of(const Game *game, int seat, uint64_t kinds) noexcept nogil:
    """Tiles of these kinds that the seat does not see."""
    cdef int kind, unseen, tiles = 0
    while kinds:
        kind = bits_pop(&kinds)
        unseen = 4 - game.visible[kind] - tile_count(game, seat, kind)
        if unseen > 0:
            tiles += unseen
    return tiles


cdef int unseen_on_discards(const Game *game, int seat, uint64_t kinds) noexcept nogil:
    """Of the unseen tiles that complete the hand by shape those that win on discards too (GD-4.4, GD-4.5)."""
    cdef const GuangdongOptions *options = options_of(game)
    cdef View view
    cdef int kind, unseen, tiles = 0
    if kinds == game.variant.blocks.deck and not options.any_wait_wins & BY_DISCARD:
        return 0
    if game.joker >= 0:
        kinds &= ~bit(game.joker)
    if options.chicken_wins & BY_DISCARD:
        return unseen_of(game, seat, kinds)
    view_of_seat(&view, game.variant.blocks, &game.seats[seat], options.pair_groups)
    while kinds:
        kind = bits_pop(&kinds)
        unseen = unseen_of(game, seat, bit(kind))
        if unseen:
            hand_add(game.variant.blocks, &view.hand, kind)
            tiles += unseen if any_fan(&view, options.played & ~(1 << CHICKEN)) else 0
            hand_take(game.variant.blocks, &view.hand, kind)
    return tiles


cdef uint64_t best_waits(Game *game, int seat, uint64_t kinds) noexcept nogil:
    """Of the discards given those that leave the best wait; none where none leaves the hand ready.

    Fans are looked at only where a wait could still be the best if all of its tiles won on discards.
    """
    cdef Seat *own = &game.seats[seat]
    cdef uint64_t waits_after[34]
    cdef int tiles_after[34]
    cdef uint64_t best = 0, rest = kinds
    cdef int kind, chances, most = 0
    while rest:
        kind = bits_pop(&rest)
        waits_after[kind] = 0
        tiles_after[kind] = -1
        hand_take(game.variant.blocks, &own.hand, kind)
        if masks(game, seat, NULL, &waits_after[kind]) == 1:
            tiles_after[kind] = unseen_of(game, seat, waits_after[kind])
            most = max(most, tiles_after[kind])
        hand_add(game.variant.blocks, &own.hand, kind)
    while kinds:
        kind = bits_pop(&kinds)
        if tiles_after[kind] * ON_DISCARDS < most:
            continue
        hand_take(game.variant.blocks, &own.hand, kind)
        chances = tiles_after[kind] + (ON_DISCARDS - 1) * unseen_on_discards(game, seat, waits_after[kind])
        hand_add(game.variant.blocks, &own.hand, kind)
        if chances > most:
            most = chances
            best = 0
        if chances == most:
            best |= bit(kind)
    return best


cdef int sense(Game *game, int seat, const Menu *menu, Choice *choice) noexcept nogil:
    """The discard that leaves the best wait; 0 where none leaves the hand ready."""
    cdef uint64_t kinds = 0
    cdef int needed, n
    if menu.acts & (1 << WIN_SELF) or menu.concealed | menu.added or game.seats[seat].least > 1:
        return 0
    needed = masks(game, seat, &kinds, NULL)
    if needed > 1:
        return 0
    kinds = menu.discards if needed == 0 else kinds & menu.discards
    if needed == 0 or kinds & (kinds - 1):
        kinds = best_waits(game, seat, kinds)
    if not kinds:
        return 0
    n = bits_count(kinds)
    choice.act = DISCARD
    choice.tile = <int8_t> bits_nth(kinds, <int> below(&game.strategy[seat], n) if n > 1 else 0)
    return 1


cdef int respond(Game *game, int seat, int bits) noexcept nogil:
    """PASS, or -1: undecided."""
    return PASS if bits == R_PUNG and state_of(game).any_wait[seat] else -1
