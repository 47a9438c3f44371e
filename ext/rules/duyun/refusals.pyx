"""都匀麻将: which clause an illegal event names. DY-12.3 of docs/variants/duyun.md, in its order."""
from libc.stdint cimport int8_t

from hupai.ext.engine.bits cimport bit
from hupai.ext.engine.transitions cimport copies_out, next_seat
from hupai.ext.rules.duyun.hands cimport *
from hupai.ext.rules.duyun.options cimport *
from hupai.ext.rules.shared cimport pungs_to_add
from hupai.ext.variant cimport *


cdef inline bint is_kind(int tile) noexcept nogil:
    """DY-1.1: 万, 筒 and 条 only."""
    return 0 <= tile < 27


cdef inline int draw_fault(const Game *game, const Event *event, int seat, int tail, int clause) noexcept nogil:
    """The draw of this seat from this end, or `clause`; then the tile."""
    if event.act != DRAW or event.seat != seat or event.tail != tail:
        return clause
    return 0 if is_kind(event.tile) and copies_out(game, event.tile) < 4 else 101


cdef inline int discard_tile_fault(const Game *game, const Event *event) noexcept nogil:
    if not is_kind(event.tile):
        return 101
    return 0 if game.seats[event.seat].hand.counts[event.tile] else 203


cdef inline bint is_win(const Event *event) noexcept nogil:
    return (event.act == WIN_SELF or event.act == WIN_DISCARD or event.act == WIN_ROB or event.act == WIN_UNKNOWN)


cdef inline bint is_kong(const Event *event) noexcept nogil:
    return (event.act == KONG_MELDED or event.act == KONG_ADDED or event.act == KONG_CONCEALED
            or event.act == KONG_UNKNOWN)


# -- wins that are compulsory

cdef inline bint must_win_self(const Game *game) noexcept nogil:
    """DY-5.4, DY-6.4: the seat that has drawn wins and may not let it be."""
    cdef const Seat *own = &game.seats[game.turn]
    return own.waits & bit(game.drawn) and (own.declared >= 0 or game.left < options_of(game).last_tiles)


cdef inline int forced(const Game *game, int seat) noexcept nogil:
    return 504 if game.seats[seat].declared >= 0 else 604


cdef int forced_before(const Game *game, int stop, int8_t *seat) noexcept nogil:
    """Of the seats that may still win on the open tile, up to `stop` steps from the discarder, the first that must."""
    cdef int step = 1, other
    if game.n_winners:
        step += (game.winners[game.n_winners - 1] - game.turn) & 3
    while step < stop:
        other = (game.turn + step) & 3
        if game.responses[other] & R_FORCED:
            seat[0] = <int8_t> other
            return forced(game, other)
        step += 1
    return 0


# -- by the state of the table

cdef int own_kong_fault(const Game *game, const Event *event) noexcept nogil:
    cdef const Seat *own = &game.seats[event.seat]
    if event.act == KONG_MELDED or event.act == KONG_UNKNOWN:
        return 302
    if not is_kind(event.tile):
        return 101
    if own.declared >= 0:
        return 503
    if event.act == KONG_CONCEALED and own.hand.counts[event.tile] < 4:
        return 404
    if event.act == KONG_ADDED:
        if not pungs_to_add(own) & bit(event.tile):
            return 403
        if event.tile != game.drawn and not options_of(game).late_added_kong:
            return 403
    return 0 if game.left else 405


cdef int drawn_fault(Game *game, const Event *event) noexcept nogil:
    cdef const Seat *own = &game.seats[game.turn]
    cdef int fault
    if event.seat != game.turn:
        return 201
    if is_win(event):
        if event.act != WIN_SELF:
            return 601
        return 0 if own.waits & bit(game.drawn) else 602
    if event.act == DISCARD:
        fault = discard_tile_fault(game, event)
        if not fault and own.declared >= 0 and event.tile != game.drawn:
            fault = 503
        return fault
    if is_kong(event):
        return own_kong_fault(game, event)
    if event.act == READY:
        return 0 if ready_discards(game, event.seat) else 501
    if event.act == CHOW:
        return 205
    return 0 if event.act == LEAVE else 202


cdef int claimed_fault(const Game *game, const Event *event) noexcept nogil:
    if event.seat != game.turn:
        return 201
    if event.act == CHOW:
        return 205
    if event.act == DISCARD:
        return discard_tile_fault(game, event)
    return 0 if event.act == LEAVE else 204


cdef int declared_fault(Game *game, const Event *event) noexcept nogil:
    cdef int fault
    if event.seat != game.turn or event.act != DISCARD:
        return 502
    fault = discard_tile_fault(game, event)
    if not fault and not leaves_ready(game, event.seat, event.tile):
        fault = 501
    return fault


cdef int claim_fault(const Game *game, const Event *event) noexcept nogil:
    """A pung or a kong of the open discard."""
    cdef const Seat *own = &game.seats[event.seat]
    cdef int needs = 2 if event.act == PUNG else 3, clause = 301 if event.act == PUNG else 302
    if event.act != PUNG and event.act != KONG_MELDED:
        return 201
    if event.seat == game.turn:
        return clause
    if own.declared >= 0:
        return 503
    if own.hand.counts[game.open] < needs:
        return clause
    return 0 if game.left else 306


cdef int after_discard_fault(const Game *game, const Event *event) noexcept nogil:
    """What follows a discard that nobody wins."""
    if event.act == DRAW:
        if not game.left:
            return 901
        return draw_fault(game, event, next_seat(game.turn), 0, 201)
    if event.act == PUNG or is_kong(event):
        return claim_fault(game, event)
    if event.act == CHOW:
        return 205
    if event.act == READY:
        return 501
    return 1101 if event.act == LEAVE else 201


cdef int win_on_offer_fault(const Game *game, const Event *event, int8_t *seat) noexcept nogil:
    cdef int place = (event.seat - game.turn) & 3, act = WIN_DISCARD if game.phase == OFFER else WIN_ROB, fault
    if event.act != act or place == 0:
        return 601
    if game.n_winners and place <= (game.winners[game.n_winners - 1] - game.turn) & 3:
        return 304
    fault = forced_before(game, place, seat)
    if fault:
        return fault
    if game.responses[event.seat] & R_WIN:
        return 0
    if not game.seats[event.seat].waits & bit(game.open):
        return 602
    if (<const DuyunState *> game.state).locked & (1 << event.seat):
        return 305
    return 603


cdef int offer_fault(const Game *game, const Event *event, int8_t *seat) noexcept nogil:
    """On a discard, or on an added kong."""
    cdef int fault
    if is_win(event):
        return win_on_offer_fault(game, event, seat)
    fault = forced_before(game, SEATS, seat)
    if fault:
        return fault
    if game.n_winners:
        return 606
    if game.phase == OFFER:
        return after_discard_fault(game, event)
    return draw_fault(game, event, game.turn, 1, 405)


cdef int refuse(Game *game, const Event *event, int8_t *seat) noexcept nogil:
    if event.act == UNKNOWN or event.act == NO_EVENT or event.act == HORSES or event.seat == NO_SEAT:
        return 1202
    if game.phase == OVER:
        return 207
    if game.phase == TO_ACT:
        if must_win_self(game) and not (event.act == WIN_SELF and event.seat == game.turn):
            seat[0] = game.turn
            return forced(game, game.turn)
        return drawn_fault(game, event)
    if game.phase == CLAIMED:
        return claimed_fault(game, event)
    if game.phase == DECLARED:
        return declared_fault(game, event)
    if game.phase == REPLACEMENT:
        return draw_fault(game, event, game.turn, 1, 405)
    if game.phase == DRAW_DUE:
        return draw_fault(game, event, game.dealer, 0, 201)
    return offer_fault(game, event, seat)


cdef int unfinished(Game *game, int8_t *seat) noexcept nogil:
    """The log stops: somebody must win, or the hand is over, or somebody has to act."""
    cdef int fault
    if game.phase == OVER:
        return 0
    if game.phase == TO_ACT and must_win_self(game):
        seat[0] = game.turn
        return forced(game, game.turn)
    if game.phase == OFFER or game.phase == ROB_OFFER:
        fault = forced_before(game, SEATS, seat)
        if fault:
            return fault
        if game.n_winners or (game.phase == OFFER and not game.left):           # DY-9.1
            return 0
    seat[0] = <int8_t> (next_seat(game.turn) if game.phase == OFFER else game.turn)
    return 207
