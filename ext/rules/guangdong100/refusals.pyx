"""广东100张: which clause an illegal event names. GD-14.3 of docs/variants/guangdong100.md, in its order."""
from libc.stdint cimport int8_t
from libc.string cimport memset

from hupai.ext.engine.bits cimport bit
from hupai.ext.engine.transitions cimport copies_out, next_seat, pung_of, tile_count
from hupai.ext.rules.guangdong100.hands cimport has_fan, options_of, state_of
from hupai.ext.rules.guangdong100.options cimport *
from hupai.ext.variant cimport *


cdef inline bint of_deck(const Game *game, int tile) noexcept nogil:
    return tile >= 0 and game.variant.blocks.block[tile] >= 0


cdef inline bint has_won(const Game *game, int seat) noexcept nogil:
    cdef int i
    for i in range(game.n_winners):
        if game.winners[i] == seat:
            return True
    return False


cdef inline bint replacement_due(const Game *game) noexcept nogil:
    """After a kong; a robbed kong is none (GD-8.6)."""
    return (game.phase == REPLACEMENT or game.phase == ROB_OFFER) and not game.n_winners


cdef inline int next_to_draw(const Game *game) noexcept nogil:
    """The seat that may draw from the front; NO_SEAT while a seat must act."""
    if game.phase == DRAW_DUE:
        return game.turn
    return next_seat(game.turn) if game.phase == OFFER else NO_SEAT


cdef bint malformed(const Game *game, const Event *event) noexcept nogil:
    """GD-14.1."""
    if event.act == HORSES:
        return game.lots_fault == LOTS_MALFORMED
    if (event.act == NO_EVENT or event.act == UNKNOWN or event.act == KONG_UNKNOWN or event.act == WIN_UNKNOWN
            or event.seat == NO_SEAT or event.tail == 2):
        return True
    if event.act == DRAW or event.act == DISCARD or event.act == KONG_ADDED or event.act == KONG_CONCEALED:
        return not of_deck(game, event.tile)
    return False


cdef int draw_fault(Game *game, const Event *event, int8_t *seat) noexcept nogil:
    if replacement_due(game):
        if event.seat != game.turn or event.tail != 1:
            seat[0] = game.turn
            return 310
    elif event.seat != next_to_draw(game) or event.tail:
        return 301
    if game.left == 0:
        return 1101
    return 0 if copies_out(game, event.tile) < 4 else 102


cdef int discard_fault(Game *game, const Event *event) noexcept nogil:
    if event.seat != game.turn or not (game.phase == TO_ACT or game.phase == CLAIMED):
        return 301
    if not tile_count(game, event.seat, event.tile):
        return 303
    return 205 if event.tile == game.joker else 0


cdef int pung_fault(Game *game, int seat) noexcept nogil:
    cdef Seat *own = &game.seats[seat]
    if game.phase != OFFER or seat == game.turn:
        return 304
    if game.left == 0 and not options_of(game).claims_on_empty_wall:
        return 313
    if own.hand.counts[game.open] < 2:
        return 304
    return 306 if own.hand.size - 2 == own.hand.jokers else 0


cdef int kong_fault(Game *game, const Event *event) noexcept nogil:
    cdef Seat *own = &game.seats[event.seat]
    if event.act == KONG_MELDED:
        if game.phase != OFFER or event.seat == game.turn:
            return 307
        if game.left == 0:
            return 311
        return 307 if own.hand.counts[game.open] < 3 else 0
    if game.phase == CLAIMED and event.seat == game.turn:
        return 305
    if game.phase != TO_ACT or event.seat != game.turn:
        return 301
    if event.tile == game.joker:
        return 206
    if game.left == 0:
        return 311
    if event.act == KONG_CONCEALED:
        return 308 if own.hand.counts[event.tile] < 4 else 0
    return 309 if pung_of(game, event.seat, event.tile) == NULL or not own.hand.counts[event.tile] else 0


cdef int self_fault(Game *game, int seat) noexcept nogil:
    if game.phase == CLAIMED and seat == game.turn:
        return 305
    if game.phase != TO_ACT or seat != game.turn:
        return 401
    return 0 if game.seats[seat].waits & bit(game.drawn) else 501


cdef int other_tile_fault(Game *game, int seat, int way) noexcept nogil:
    """What a win by discard and one by robbing have in common: order, then the hand itself."""
    cdef const GuangdongOptions *options = options_of(game)
    cdef const GuangdongState *state = state_of(game)
    if game.n_winners and (game.variant.one_winner
                           or (seat - game.turn) & 3 < (game.winners[game.n_winners - 1] - game.turn) & 3):
        return 406
    if not state.shapes[seat] & bit(game.open):
        return 501
    if state.any_wait[seat] and not options.any_wait_wins & way:
        return 405
    return 0 if options.chicken_wins & way or has_fan(game, seat, game.open) else 404


cdef int win_fault(Game *game, const Event *event) noexcept nogil:
    cdef int fault
    if event.act == WIN_SELF:
        return self_fault(game, event.seat)
    if event.act == WIN_ROB:
        if game.phase != ROB_OFFER or event.seat == game.turn or has_won(game, event.seat):
            return 403
        return other_tile_fault(game, event.seat, BY_ROB)
    if game.phase != OFFER or event.seat == game.turn or has_won(game, event.seat):
        return 402
    fault = other_tile_fault(game, event.seat, BY_DISCARD)
    if fault:
        return fault
    return 407 if state_of(game).locked[event.seat] & bit(game.open) else 0


cdef int horses_fault(const Game *game) noexcept nogil:
    cdef const GuangdongOptions *options = options_of(game)
    cdef int8_t copies[34]
    cdef int seat, i, tile, most = 0
    if not game.n_winners or not options.horses:
        return 901
    if game.lots_fault == LOTS_MISCOUNTED:
        return 902
    for seat in range(SEATS):
        if game.lot_sizes[seat] != (options.horses if has_won(game, seat) or not options.winners_buy else 0):
            return 902
    memset(copies, 0, sizeof(copies))
    for seat in range(SEATS):
        for i in range(game.lot_sizes[seat]):
            tile = game.lots[LOTS_A_SEAT * seat + i]
            if tile == options.horse_nines:
                return 904
            copies[tile] += 1
            most = max(most, copies[tile])
    return 903 if most > 4 else 0


cdef int refuse(Game *game, const Event *event, int8_t *seat) noexcept nogil:
    if event.act == HORSES:
        seat[0] = NO_SEAT
    if malformed(game, event):
        return 1401
    if event.act == READY or event.act == LEAVE:
        return 1402
    if event.act == CHOW:
        return 302
    if game.lots_read:
        return 1104
    if state_of(game).compulsory and not game.n_winners and not (event.act == WIN_SELF and event.seat == game.turn):
        seat[0] = game.turn
        return state_of(game).compulsory
    if replacement_due(game) and event.act != DRAW and not (game.phase == ROB_OFFER and event.act == WIN_ROB):
        seat[0] = game.turn
        return 310
    if game.n_winners and event.act != HORSES and event.act != WIN_SELF and event.act != WIN_DISCARD and event.act != WIN_ROB:
        return 312
    if event.act == HORSES:
        return horses_fault(game)
    if event.act == DRAW:
        return draw_fault(game, event, seat)
    if event.act == DISCARD:
        return discard_fault(game, event)
    if event.act == PUNG:
        return pung_fault(game, event.seat)
    if event.act == KONG_MELDED or event.act == KONG_ADDED or event.act == KONG_CONCEALED:
        return kong_fault(game, event)
    return win_fault(game, event)


cdef int unfinished(Game *game, int8_t *seat) noexcept nogil:
    """The log stops: what is missing, and who owes it."""
    if game.n_winners:
        return 901 if options_of(game).horses and not game.lots_read else 0
    if state_of(game).compulsory:
        seat[0] = game.turn
        return state_of(game).compulsory
    if replacement_due(game):
        seat[0] = game.turn
        return 310
    if game.phase == OFFER and game.left == 0:
        return 0
    seat[0] = <int8_t> (game.turn if next_to_draw(game) == NO_SEAT else next_to_draw(game))
    return 1103
