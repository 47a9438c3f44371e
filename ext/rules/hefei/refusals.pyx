"""合肥麻将: which clause an illegal event names. Section 12 of docs/variants/hefei.md, in its order."""
from libc.stdint cimport int8_t

from hupai.ext.engine.bits cimport bit
from hupai.ext.engine.transitions cimport copies_out, next_seat
from hupai.ext.rules.hefei.hands cimport *
from hupai.ext.rules.hefei.options cimport *
from hupai.ext.rules.shared cimport pungs_to_add
from hupai.ext.variant cimport *


cdef inline bint held(const Game *game, const Event *event) noexcept nogil:
    return event.tile >= 0 and game.seats[event.seat].hand.counts[event.tile] > 0


cdef inline int draw_fault(const Game *game, int tile) noexcept nogil:
    """HF-1.3: a tile of the deck of which a copy is left."""
    return 0 if tile >= 0 and game.variant.blocks.block[tile] >= 0 and copies_out(game, tile) < 4 else 103


cdef int kong_fault(Game *game, const Event *event) noexcept nogil:
    """A kong of the hand, or of the open discard."""
    cdef Seat *own = &game.seats[event.seat]
    cdef int tile = game.open if event.act == KONG_MELDED else event.tile
    if game.left <= SEA:
        return 310
    if event.act == KONG_MELDED:
        if own.hand.counts[tile] < 3:
            return 303
    elif event.act == KONG_CONCEALED:
        if tile < 0 or own.hand.counts[tile] < 4:
            return 307
    elif tile < 0 or not pungs_to_add(own) & bit(tile):
        return 308
    if own.declared >= 0:
        if event.act != KONG_MELDED and tile != game.drawn:
            return 407
        if not kong_when_declared(game, event.seat, event.act, tile):
            return 407
    return 0


cdef int declaring_fault(Game *game, int seat) noexcept nogil:
    if game.seats[seat].declared >= 0:
        return 403
    return 0 if ready_discards(game, seat) else 404


cdef int drawn_fault(Game *game, const Event *event) noexcept nogil:
    """3: a seat has drawn, outside the sea."""
    if event.seat != game.turn:
        return 102
    if event.act == DRAW:
        return 201
    if event.act == PUNG or event.act == KONG_MELDED or event.act == WIN_DISCARD or event.act == WIN_ROB:
        return 202
    if event.act == WIN_SELF:
        return win_fault(game, event.seat, NO_TILE)
    if event.act == KONG_CONCEALED or event.act == KONG_ADDED:
        return kong_fault(game, event)
    if event.act == READY:
        return declaring_fault(game, event.seat)
    if not held(game, event):
        return 203
    return 405 if game.seats[event.seat].declared >= 0 and event.tile != game.drawn else 0


cdef int claimed_fault(Game *game, const Event *event) noexcept nogil:
    """4: after a pung."""
    if event.seat != game.turn:
        return 102
    if event.act == READY:
        return declaring_fault(game, event.seat)
    if event.act != DISCARD:
        return 205
    return 0 if held(game, event) else 203


cdef int declared_fault(Game *game, const Event *event) noexcept nogil:
    """5: after `ready`."""
    if event.seat != game.turn:
        return 102
    if event.act != DISCARD:
        return 402
    if not held(game, event):
        return 203
    return 0 if leaves_ready(game, event.seat, event.tile) else 404


cdef int other_tile_fault(Game *game, const Event *event) noexcept nogil:
    """A win on another's tile: its order among the winners, its shape, 报听, the lock."""
    cdef int fault, place = (event.seat - game.turn) & 3
    cdef bint needs_ready
    if game.n_winners and (game.variant.one_winner
                           or place <= (game.winners[game.n_winners - 1] - game.turn) & 3):
        return 305
    fault = win_fault(game, event.seat, game.open)
    if fault:
        return fault
    needs_ready = options_of(game).rob_needs_ready if event.act == WIN_ROB else options_of(game).discard_needs_ready
    if needs_ready and game.seats[event.seat].declared < 0:
        return 505 if event.act == WIN_ROB else 504
    return 306 if (<HefeiState *> game.state).locked & (1 << event.seat) else 0


cdef int discard_fault(Game *game, const Event *event) noexcept nogil:
    """6: a discard lies open."""
    cdef Seat *own = &game.seats[event.seat]
    if event.act == WIN_DISCARD:
        return 204 if event.seat == game.turn else other_tile_fault(game, event)
    if game.n_winners:
        return 207
    if event.act == WIN_SELF:
        return 201
    if event.act == WIN_ROB:
        return 309
    if event.act == DRAW:
        if event.tail:
            return 206
        if event.seat != next_seat(game.turn):
            return 102
        if game.left <= game.floor:
            return 606
        return draw_fault(game, event.tile)
    if event.act == PUNG or event.act == KONG_MELDED:
        if event.seat == game.turn:
            return 204
        if event.act == KONG_MELDED:
            return kong_fault(game, event)
        if own.hand.counts[game.open] < 2:
            return 302
        return 406 if own.declared >= 0 else 0
    return 201


cdef int replacement_fault(Game *game, const Event *event) noexcept nogil:
    """8: a replacement is due."""
    if event.act != DRAW or event.seat != game.turn or event.tail != 1:
        return 206
    return draw_fault(game, event.tile)


cdef int kong_open_fault(Game *game, const Event *event) noexcept nogil:
    """7: after an added kong."""
    if event.act == WIN_ROB and event.seat != game.turn:
        return other_tile_fault(game, event)
    return 207 if game.n_winners else replacement_fault(game, event)


cdef int sea_fault(Game *game, const Event *event) noexcept nogil:
    """9: in the sea."""
    if event.act == WIN_SELF and event.seat == game.turn:
        return win_fault(game, event.seat, NO_TILE)
    if event.act == KONG_MELDED or event.act == KONG_ADDED or event.act == KONG_CONCEALED:
        return 604
    if event.act == DRAW:
        if event.tail or event.seat != next_seat(game.turn) or game.left == 0:
            return 602
        return draw_fault(game, event.tile)
    return 603


cdef int refuse(Game *game, const Event *event, int8_t *seat) noexcept nogil:
    if game.phase == OVER:                                                      # 1
        return 207
    if (event.act == UNKNOWN or event.act == NO_EVENT or event.act == KONG_UNKNOWN or event.act == WIN_UNKNOWN or event.tail == 2
            or event.act == LEAVE or event.act == HORSES or event.seat == NO_SEAT):
        return 209
    if event.act == CHOW:
        return 301
    if game.phase == DRAW_DUE:                                                  # 2
        if event.act != DRAW or event.tail or event.seat != game.turn:
            return 201
        return draw_fault(game, event.tile)
    if game.phase == TO_ACT:
        return sea_fault(game, event) if in_sea(game) else drawn_fault(game, event)
    if game.phase == CLAIMED:
        return claimed_fault(game, event)
    if game.phase == DECLARED:
        return declared_fault(game, event)
    if game.phase == OFFER:
        return discard_fault(game, event)
    if game.phase == ROB_OFFER:
        return kong_open_fault(game, event)
    return replacement_fault(game, event)


cdef int unfinished(Game *game, int8_t *seat) noexcept nogil:
    """10: the log stops too early; the seat that must act next."""
    if game.phase == OVER or game.n_winners:
        return 0
    if game.phase == OFFER and game.left <= game.floor:
        return 0
    if game.phase == TO_ACT and in_sea(game):
        if game.left == 0:
            return 0
        seat[0] = <int8_t> next_seat(game.turn)
    else:
        seat[0] = <int8_t> (next_seat(game.turn) if game.phase == OFFER else game.turn)
    return 208
