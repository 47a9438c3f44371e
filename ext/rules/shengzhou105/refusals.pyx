"""嵊州105: which clause an illegal event names. Section 8 of docs/variants/shengzhou105.md, in its order."""
from libc.stdint cimport int8_t, uint64_t

from hupai.ext.engine.bits cimport bit
from hupai.ext.engine.transitions cimport copies_out, next_seat, tile_count
from hupai.ext.rules.shengzhou105.hands cimport *
from hupai.ext.rules.shengzhou105.options cimport *
from hupai.ext.rules.shared cimport pungs_to_add
from hupai.ext.shapes cimport hand_add, hand_take
from hupai.ext.variant cimport *


cdef inline bint is_win(int act) noexcept nogil:
    return act == WIN_DISCARD or act == WIN_SELF or act == WIN_ROB or act == WIN_UNKNOWN


cdef int drawn_tile_fault(const Game *game, int tile) noexcept nogil:
    """The tile that a draw names: the turned indicator where it comes last, else any of which a copy is left."""
    if options_of(game).indicator_in_play and game.left == 1:
        return 0 if tile == game.indicator else 103
    if tile == NO_TILE:
        return 107
    return 108 if copies_out(game, tile) >= 4 else 0


cdef int other_tile_fault(Game *game, const Event *event) noexcept nogil:
    """A win on another's tile: melds, shape, passed."""
    cdef Seat *own = &game.seats[event.seat]
    cdef uint64_t passed = state_of(game).wins_passed[event.seat]
    cdef bint whole
    if must_draw_to_win(game, event.seat):
        return 405
    hand_add(game.variant.blocks, &own.hand, game.open)
    whole = complete(game, event.seat)
    hand_take(game.variant.blocks, &own.hand, game.open)
    if not whole:
        return 401
    if options_of(game).win_pass == PASS_SAME_TILE:
        passed &= bit(game.open)
    return 311 if passed and options_of(game).win_pass != PASS_OFF else 0


cdef int rob_fault(Game *game, const Event *event) noexcept nogil:
    """7: robbing the kong."""
    if event.seat == game.turn:
        return 301
    if game.seats[event.seat].hand.jokers > options_of(game).rob_max_jokers:
        return 407
    return other_tile_fault(game, event)


cdef int replacement_fault(Game *game, const Event *event) noexcept nogil:
    """3: a kong awaits its replacement."""
    if game.phase == ROB_OFFER and event.act == WIN_ROB:
        return rob_fault(game, event)
    if event.act != DRAW or event.seat != game.turn or event.tail != 1:
        return 307
    return drawn_tile_fault(game, event.tile)


cdef int draw_fault(Game *game, const Event *event) noexcept nogil:
    """4: a draw from the front."""
    if game.phase == TO_ACT or game.phase == CLAIMED:
        return 301
    if wall_is_empty(game):
        return 315
    if event.tail or event.seat != (game.turn if game.phase == DRAW_DUE else next_seat(game.turn)):
        return 301
    return drawn_tile_fault(game, event.tile)


cdef int chow_fault(Game *game, const Event *event) noexcept nogil:
    cdef const Hand *hand = &game.seats[event.seat].hand
    cdef int low = min(event.pair[0], event.pair[1]), high = max(event.pair[0], event.pair[1])
    if event.seat != next_seat(game.turn):
        return 302
    if low < 0:
        return 107
    low = min(low, game.open)
    if event.pair[0] + event.pair[1] + game.open != 3 * low + 3 or max(high, game.open) != low + 2 or (
            low >= 27 or low % 9 > 6):
        return 302
    if event.pair[0] == game.joker or event.pair[1] == game.joker:
        return 106
    if not hand.counts[event.pair[0]] or not hand.counts[event.pair[1]]:
        return 302
    return 0 if chow_leaves_discard(game, event.seat, low) else 309


cdef int open_fault(Game *game, const Event *event) noexcept nogil:
    """5: a discard lies open."""
    cdef const Seat *own = &game.seats[event.seat]
    cdef const ShengzhouOptions *options = options_of(game)
    cdef const ShengzhouState *state = state_of(game)
    cdef uint64_t passed
    if event.seat == game.turn or not (event.act == WIN_DISCARD or event.act == CHOW or event.act == PUNG
                                       or event.act == KONG_MELDED):
        return 301
    if game.open == game.joker:
        return 106
    if event.act == WIN_DISCARD:
        if state.terms and not options.win_under_ban:
            return 312
        if own.hand.jokers > options.discard_win_max_jokers:
            return 404
        return other_tile_fault(game, event)
    if wall_is_empty(game):
        return 315
    if state.terms:
        return 312
    if event.act == CHOW:
        return chow_fault(game, event)
    if event.act == KONG_MELDED:
        return 0 if own.hand.counts[game.open] >= 3 else 304
    if own.hand.counts[game.open] < 2:
        return 303
    passed = state.pungs_passed[event.seat]
    if options.pung_pass == PASS_SAME_TILE:
        passed &= bit(game.open)
    return 310 if passed and options.pung_pass != PASS_OFF else 0


cdef int kong_fault(Game *game, const Event *event) noexcept nogil:
    """A kong of the seat's own turn."""
    cdef const Seat *own = &game.seats[event.seat]
    if game.phase == CLAIMED:
        return 313
    if wall_is_empty(game):
        return 307
    if event.tile == game.joker:
        return 106
    if event.act == KONG_CONCEALED:
        return 0 if event.tile >= 0 and own.hand.counts[event.tile] == 4 else 305
    if state_of(game).terms:
        return 312
    if event.tile < 0 or not pungs_to_add(own) & bit(event.tile):
        return 306
    return 306 if options_of(game).added_kong_drawn_only and event.tile != game.drawn else 0


cdef int act_fault(Game *game, const Event *event) noexcept nogil:
    """6: a seat has to act."""
    if event.seat != game.turn:
        return 301
    if event.act == DISCARD:
        if event.tile < 0 or not tile_count(game, event.seat, event.tile):
            return 108
        return 309 if state_of(game).chow_banned & bit(event.tile) else 0
    if event.act == WIN_SELF:
        if game.phase == CLAIMED:
            return 313
        if not complete(game, event.seat):
            return 401
        return 0 if limits_let_win(game, event.seat) else 408
    if event.act == KONG_CONCEALED or event.act == KONG_ADDED:
        return kong_fault(game, event)
    return 301


cdef int refuse(Game *game, const Event *event, int8_t *seat) noexcept nogil:
    if event.act == NO_EVENT:                                                   # 1
        return 107
    if event.act == UNKNOWN or event.act == READY or event.act == LEAVE or event.act == HORSES:
        return 301
    if event.seat == NO_SEAT or event.tile == BAD_TILE:
        return 107
    if game.n_winners:                                                          # 2
        return 409 if is_win(event.act) else 301
    if game.phase == REPLACEMENT or game.phase == ROB_OFFER:
        return replacement_fault(game, event)
    if event.act == DRAW:
        return draw_fault(game, event)
    if game.phase == DRAW_DUE:
        return 301
    return open_fault(game, event) if game.phase == OFFER else act_fault(game, event)


cdef int unfinished(Game *game, int8_t *seat) noexcept nogil:
    """8: the log stops too early; the seat that must draw or act."""
    if game.n_winners or (game.phase == OFFER and wall_is_empty(game)):
        return 0
    seat[0] = <int8_t> (next_seat(game.turn) if game.phase == OFFER else game.turn)
    return 307 if game.phase == REPLACEMENT or game.phase == ROB_OFFER else 301
