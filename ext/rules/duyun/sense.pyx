"""都匀麻将: what a player should know. "How the strategies play" in docs/variants/duyun.md.

`greedy` and `speed` follow these rules before their own; the rules look at no option of kind `score`. They are right at
the defaults, where seats that follow them gain on seats that do not (the page has the figures).

* 豆 opens 平胡 by discard (DY-6.3). A seat without one makes a kong also where that needs one tile more, and pungs also
  where that needs as many tiles as before, but two at least: the pung may become a kong, and four of them 大对子, which
  wins without one. Not out of a hand that is nearer to seven pairs, nor when the wall gets short.
* 报听 is declared as soon as it can be: it brings six fans and opens 平胡 without a 豆.
* In the end of the wall the hand has to be ready (查大叫, 黄豆): a discard that leaves it ready goes before one that only
  needs one tile, all of which the seat itself holds.
"""
from libc.stdint cimport int8_t, uint64_t

from hupai.ext.engine.bits cimport bit, bits_count, bits_nth, bits_pop
from hupai.ext.rules.duyun.hands cimport *
from hupai.ext.rules.duyun.options cimport *
from hupai.ext.shapes cimport Hand, hand_take
from hupai.ext.streams cimport below
from hupai.ext.variant cimport *

cdef enum:
    TILES_FOR_A_KONG = 12       # three draws for each seat
    TILES_FOR_A_PUNG = 20       # five: the fourth tile has yet to come
    END_OF_WALL = 12


cdef inline int need_after(const Game *game, int seat, int tile, int taken, int melds) noexcept nogil:
    """Tiles needed for four sets and a pair when so many of a kind are laid down, and so many melds made."""
    cdef Hand hand = game.seats[seat].hand
    cdef int i
    for i in range(taken):
        hand_take(game.variant.blocks, &hand, tile)
    return sets_need(options_of(game), &hand, game.seats[seat].n_melds + melds)


cdef inline int need_that_lacks_bean(const Game *game, int seat) noexcept nogil:
    """Tiles needed for four sets and a pair by a seat to which a 豆 is worth something; -1 for any other."""
    cdef const DuyunOptions *options = options_of(game)
    cdef const Seat *own = &game.seats[seat]
    cdef int sets
    if not options.bean_required or has_bean(own):
        return -1
    sets = sets_need(options, &own.hand, own.n_melds)
    return -1 if own.n_melds == 0 and pairs_in_play_need(options, &own.hand) < sets else sets


cdef int kong_for_bean(const Game *game, int seat, const Menu *menu, Choice *choice) noexcept nogil:
    """A kong of the hand that needs one tile more at most."""
    cdef uint64_t kinds
    cdef int kind, needed
    if not menu.concealed | menu.added or game.left < TILES_FOR_A_KONG:
        return 0
    needed = need_that_lacks_bean(game, seat)
    if needed < 0:
        return 0
    kinds = menu.concealed
    while kinds:
        kind = bits_pop(&kinds)
        if need_after(game, seat, kind, 4, 1) <= needed + 1:
            choice.act = KONG_CONCEALED
            choice.tile = <int8_t> kind
            return 1
    kinds = menu.added
    while kinds:
        kind = bits_pop(&kinds)
        if need_after(game, seat, kind, 1, 0) <= needed + 1:
            choice.act = KONG_ADDED
            choice.tile = <int8_t> kind
            return 1
    return 0


cdef int ready_at_the_end(Game *game, int seat, const Menu *menu, Choice *choice) noexcept nogil:
    """A discard that leaves the hand ready, where another that keeps the need does not."""
    cdef uint64_t keeps = 0, ready = 0, kinds
    cdef int kind
    if game.left >= END_OF_WALL or game.seats[seat].least > 1 or masks(game, seat, &keeps, NULL) != 1:
        return 0
    keeps &= menu.discards
    kinds = keeps
    while kinds:
        kind = bits_pop(&kinds)
        if leaves_ready(game, seat, kind):
            ready |= bit(kind)
    if not ready or ready == keeps:
        return 0
    choice.act = DISCARD
    choice.tile = <int8_t> bits_nth(ready, <int> below(&game.strategy[seat], bits_count(ready)))
    return 1


cdef int sense(Game *game, int seat, const Menu *menu, Choice *choice) noexcept nogil:
    if menu.acts & (1 << WIN_SELF):
        return 0
    return kong_for_bean(game, seat, menu, choice) or ready_at_the_end(game, seat, menu, choice)


cdef int respond(Game *game, int seat, int bits) noexcept nogil:
    cdef int needed
    if bits & R_WIN or not bits & (R_PUNG | R_KONG) or game.left < TILES_FOR_A_KONG:
        return -1
    needed = need_that_lacks_bean(game, seat)
    if needed < 0:
        return -1
    if bits & R_KONG:
        return KONG_MELDED if need_after(game, seat, game.open, 3, 1) <= needed + 1 else -1
    if needed >= 2 and game.left >= TILES_FOR_A_PUNG and need_after(game, seat, game.open, 2, 1) <= needed:
        return PUNG
    return -1
