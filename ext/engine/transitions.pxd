"""How each event changes a hand. The loop plays by these functions, and a log is read back by the same ones."""
from libc.stdint cimport int8_t, uint8_t, uint64_t

from hupai.ext.shapes cimport hand_add, hand_take
from hupai.ext.variant cimport *


cdef inline int next_seat(int seat) noexcept nogil:
    return (seat + 1) & 3


cdef inline int tile_count(const Game *game, int seat, int tile) noexcept nogil:
    """Concealed tiles of a kind, jokers included."""
    cdef const Seat *own = &game.seats[seat]
    return own.hand.jokers if tile == game.joker else own.hand.counts[tile]


cdef inline int copies_out(const Game *game, int tile) noexcept nogil:
    """Tiles of a kind that have left the wall: on the table or in a hand."""
    cdef int seat, tiles = game.visible[tile]
    for seat in range(SEATS):
        tiles += tile_count(game, seat, tile)
    return tiles


cdef inline void note(Game *game, const Event *event) noexcept nogil:
    if game.log != NULL:
        game.log[game.log_size] = event[0]
        game.log_size += 1


cdef inline Event event_of(int seat, int act, int tile) noexcept nogil:
    cdef Event event
    event.seat = <int8_t> seat
    event.act = <int8_t> act
    event.tile = <int8_t> tile
    event.low = NO_TILE
    event.tail = 0
    event.pair[0] = NO_TILE
    event.pair[1] = NO_TILE
    return event


cdef inline void refresh_waits(Game *game, int seat, bint after_kong) noexcept nogil:
    """What the seat waits on now. A kong may save more than one tile where it counts for more than a set."""
    cdef Seat *own = &game.seats[seat]
    if after_kong:
        own.least = 0
    own.waits = game.variant.waits(game, seat)
    if own.waits and own.ready < 0:
        own.ready = own.draws


cdef inline void open_tile(Game *game, int tile) noexcept nogil:
    """Lays a tile open to the other three seats and notes what each of them may do."""
    cdef int step, seat
    cdef Seat *own
    cdef uint64_t bit = (<uint64_t> 1) << tile
    game.open = <int8_t> tile
    game.responses[game.turn] = 0
    for step in range(1, SEATS):
        seat = (game.turn + step) & 3
        own = &game.seats[seat]
        if own.waits & bit or own.hand.counts[tile] >= 2 or (step == 1 and game.variant.chows):
            game.responses[seat] = <uint8_t> game.variant.responses(game, seat)
        else:
            game.responses[seat] = 0


cdef inline void open_menu(Game *game, int seat, Menu *menu) noexcept nogil:
    """What the seat to act may do."""
    menu.acts = 0
    menu.forced = 0
    menu.discards = 0
    menu.declares = 0
    menu.concealed = 0
    menu.added = 0
    game.variant.menu(game, seat, menu)


cdef inline void do_draw(Game *game, int seat, int tile, int tail) noexcept nogil:
    cdef Seat *own = &game.seats[seat]
    cdef Event event = event_of(seat, DRAW, tile)
    event.tail = <int8_t> tail
    if game.phase == OFFER or game.phase == ROB_OFFER:
        game.variant.closed(game, &event)
    hand_add(game.variant.blocks, &own.hand, tile)
    own.least -= 1
    own.draws += 1
    game.draws += 1
    game.left -= 1
    game.turn = <int8_t> seat
    game.drawn = <int8_t> tile
    game.replaced = <int8_t> tail
    if not tail:
        game.run_kongs = 0
        game.stays = 0
    game.phase = TO_ACT
    note(game, &event)
    game.variant.after(game, &event)


cdef inline void do_ready(Game *game, int seat) noexcept nogil:
    cdef Event event = event_of(seat, READY, NO_TILE)
    game.seats[seat].declared = game.seats[seat].draws
    game.phase = DECLARED
    note(game, &event)
    game.variant.after(game, &event)


cdef inline void do_discard(Game *game, int seat, int tile) noexcept nogil:
    cdef Seat *own = &game.seats[seat]
    cdef Event event = event_of(seat, DISCARD, tile)
    hand_take(game.variant.blocks, &own.hand, tile)
    own.discards += 1
    game.visible[tile] += 1
    game.after_claim = game.drawn == NO_TILE
    game.phase = OFFER
    refresh_waits(game, seat, False)
    note(game, &event)
    game.variant.after(game, &event)
    open_tile(game, tile)


cdef inline Meld *push_meld(Game *game, int seat, int kind, int tile, int claimed, int source) noexcept nogil:
    cdef Seat *own = &game.seats[seat]
    cdef Meld *meld = &own.melds[own.n_melds]
    meld.seat = <int8_t> seat
    meld.kind = <int8_t> kind
    meld.tile = <int8_t> tile
    meld.claimed = <int8_t> claimed
    meld.source = <int8_t> source
    meld.born = game.n_melds
    meld.konged = game.n_melds
    meld.marks = 0
    game.n_melds += 1
    own.n_melds += 1
    return meld


cdef inline void take_open(Game *game, const Event *event) noexcept nogil:
    """A claim takes the open tile: the offer is closed and the turn passes to the claimer."""
    game.variant.closed(game, event)
    game.seats[event.seat].least -= 1
    game.turn = event.seat
    game.drawn = NO_TILE
    game.replaced = 0
    game.run_kongs = 0
    game.stays = 0


cdef inline void lay_down(Game *game, int seat, int tile, int tiles) noexcept nogil:
    """Tiles of the hand become visible in a meld."""
    cdef int i
    for i in range(tiles):
        hand_take(game.variant.blocks, &game.seats[seat].hand, tile)
    game.visible[tile] += <int8_t> tiles


cdef inline void do_pung(Game *game, int seat) noexcept nogil:
    cdef int source = game.turn, tile = game.open
    cdef Event event = event_of(seat, PUNG, tile)
    take_open(game, &event)
    lay_down(game, seat, tile, 2)
    push_meld(game, seat, PUNG, tile, tile, source)
    game.phase = CLAIMED
    note(game, &event)
    game.variant.after(game, &event)


cdef inline void do_chow(Game *game, int seat, int low) noexcept nogil:
    cdef int source = game.turn, tile = game.open, kind, place = 0
    cdef Event event = event_of(seat, CHOW, tile)
    event.low = <int8_t> low
    for kind in range(low, low + 3):
        if kind != tile:
            event.pair[place] = <int8_t> kind
            place += 1
    take_open(game, &event)
    lay_down(game, seat, event.pair[0], 1)
    lay_down(game, seat, event.pair[1], 1)
    push_meld(game, seat, CHOW, low, tile, source)
    game.phase = CLAIMED
    note(game, &event)
    game.variant.after(game, &event)


cdef inline void do_melded_kong(Game *game, int seat) noexcept nogil:
    cdef int source = game.turn, tile = game.open
    cdef Event event = event_of(seat, KONG_MELDED, tile)
    take_open(game, &event)
    lay_down(game, seat, tile, 3)
    push_meld(game, seat, KONG_MELDED, tile, tile, source)
    game.run_kongs = 1
    game.phase = REPLACEMENT
    refresh_waits(game, seat, True)
    note(game, &event)
    game.variant.after(game, &event)


cdef inline void do_concealed_kong(Game *game, int seat, int tile) noexcept nogil:
    cdef Event event = event_of(seat, KONG_CONCEALED, tile)
    lay_down(game, seat, tile, 4)
    push_meld(game, seat, KONG_CONCEALED, tile, NO_TILE, seat)
    game.run_kongs += 1
    game.phase = REPLACEMENT
    refresh_waits(game, seat, True)
    note(game, &event)
    game.variant.after(game, &event)


cdef inline Meld *pung_of(Game *game, int seat, int tile) noexcept nogil:
    """The seat's open pung of a kind, or NULL."""
    cdef Seat *own = &game.seats[seat]
    cdef int i
    for i in range(own.n_melds):
        if own.melds[i].kind == PUNG and own.melds[i].tile == tile:
            return &own.melds[i]
    return NULL


cdef inline void do_added_kong(Game *game, int seat, int tile) noexcept nogil:
    cdef Meld *meld = pung_of(game, seat, tile)
    cdef Event event = event_of(seat, KONG_ADDED, tile)
    lay_down(game, seat, tile, 1)
    meld.kind = KONG_ADDED
    meld.konged = game.n_melds
    game.n_melds += 1
    game.run_kongs += 1
    game.phase = ROB_OFFER
    refresh_waits(game, seat, True)
    note(game, &event)
    game.variant.after(game, &event)
    open_tile(game, tile)


cdef inline void do_win(Game *game, int seat, int act) noexcept nogil:
    cdef Event event = event_of(seat, act, game.drawn if act == WIN_SELF else game.open)
    cdef Seat *robbed
    cdef int i
    if act == WIN_ROB and game.n_winners == 0:
        robbed = &game.seats[game.turn]
        for i in range(robbed.n_melds):
            if robbed.melds[i].kind == KONG_ADDED and robbed.melds[i].tile == game.open:
                robbed.melds[i].kind = PUNG
                robbed.melds[i].konged = robbed.melds[i].born
        game.robbed = 1
    game.winners[game.n_winners] = <int8_t> seat
    game.n_winners += 1
    game.win_act = <int8_t> act
    if act == WIN_SELF:
        game.phase = OVER
    note(game, &event)
    game.variant.after(game, &event)


cdef inline void do_leave(Game *game, int seat) noexcept nogil:
    cdef Event event = event_of(seat, LEAVE, NO_TILE)
    game.left_by = <int8_t> seat
    game.phase = OVER
    note(game, &event)
    game.variant.after(game, &event)


cdef inline void do_pass(Game *game) noexcept nogil:
    """The seat lets its drawn tile be, and keeps it: the next seat draws."""
    game.turn = <int8_t> next_seat(game.turn)
    game.phase = DRAW_DUE
