"""广东100张: what is remembered of a hand: joker, locks, compulsion, 跟庄, kongs that earn nothing; and its facts.

GD-1, GD-2, GD-4.7 to GD-4.10 and GD-8 of docs/variants/guangdong100.md.
"""
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memset

from hupai.ext.engine.bits cimport bit
from hupai.ext.rules.guangdong100.hands cimport options_of, state_of
from hupai.ext.rules.guangdong100.options cimport *
from hupai.ext.streams cimport below
from hupai.ext.variant cimport *


# -- the start (GD-1, GD-2)

cdef inline int successor(int kind) noexcept nogil:
    """GD-2.2: the next of the suit, 9 → 1; of the honours, 白 → 东."""
    if kind < 27:
        return kind + 1 if kind % 9 < 8 else kind - 8
    return kind + 1 if kind < 33 else 27


cdef void open_wall(Game *game) noexcept nogil:
    """GD-2.1 to GD-2.3: the tile turned over is the last of the wall, whatever the options.

    Out of play it is cut off; in play it changes places with a tile of the wall, any of them, itself included.
    """
    cdef const GuangdongOptions *options = options_of(game)
    cdef int place
    if options.joker_mode == JOKER_NONE:
        return
    if options.joker_mode == JOKER_FIXED:
        game.joker = <int8_t> options.joker_kind
        return
    game.indicator = game.wall[game.tail]
    game.joker = <int8_t> successor(game.indicator)
    if options.indicator_in_play:
        place = game.front + <int> below(&game.shuffling, game.tail - game.front + 1)
        game.wall[game.tail] = game.wall[place]
        game.wall[place] = game.indicator
    else:
        game.tail -= 1


cdef void begin(Game *game) noexcept nogil:
    cdef GuangdongState *state = state_of(game)
    cdef int seat
    memset(state, 0, sizeof(GuangdongState))
    game.floor = 0
    game.left = TILES - 52                                                      # GD-1.4
    if game.indicator >= 0 and not options_of(game).indicator_in_play:
        game.left -= 1
        game.visible[game.indicator] += 1
    for seat in range(SEATS):
        state.dealt_jokers[seat] = game.seats[seat].hand.jokers


# -- after an event

cdef inline int compulsory_win(const Game *game, int seat) noexcept nogil:
    """GD-4.8 to GD-4.10: the clause by which the seat must win on the tile it has drawn, or 0."""
    cdef const GuangdongOptions *options = options_of(game)
    cdef const Seat *own = &game.seats[seat]
    cdef int natural = own.hand.size - own.hand.jokers
    if (options.forced_first_win and own.draws == 1 and own.n_melds == 0
            and state_of(game).shapes[seat] & bit(game.drawn)
            and options.played & (1 << (HEAVENLY if seat == game.dealer else EARTHLY))):
        return 408 if seat == game.dealer else 409
    if options.forced_when_held and game.drawn != game.joker:
        natural -= 1
    return 0 if natural else 410


cdef inline void note_late_kongs(Game *game, int seat, int tile) noexcept nogil:
    """GD-8.5: the seat has let a fourth tile be that it could have added; `tile` is the one it discards."""
    cdef Seat *own = &game.seats[seat]
    cdef int i
    for i in range(own.n_melds):
        if own.melds[i].kind == PUNG and (own.melds[i].tile == tile or own.hand.counts[own.melds[i].tile]):
            own.melds[i].marks |= LATE


cdef inline void note_following(Game *game, int seat, int tile) noexcept nogil:
    """GD-8.8: whether the first discards of the hand are one each of A1, A2, … and of one kind."""
    cdef GuangdongState *state = state_of(game)
    if state.discards == state.following and state.following < SEATS:
        if state.following == 0:
            state.followed = <int8_t> tile
        if seat == (game.dealer + state.following) & 3 and tile == state.followed:
            state.following += 1
    state.discards += 1


cdef void after(Game *game, const Event *event) noexcept nogil:
    cdef GuangdongState *state = state_of(game)
    cdef Seat *own = &game.seats[event.seat]
    if event.act == DRAW:
        state.locked[event.seat] = 0
        state.compulsory = <short> compulsory_win(game, event.seat)
    elif event.act == DISCARD:
        if not game.after_claim and game.left > 0:
            note_late_kongs(game, event.seat, event.tile)
        note_following(game, event.seat, event.tile)
    elif event.act == PUNG:
        if own.hand.counts[event.tile] and game.left > 0:                       # GD-8.4
            own.melds[own.n_melds - 1].marks |= PASSED_UP


cdef void closed(Game *game, const Event *event) noexcept nogil:
    """GD-4.7: who could have won on the discard and did not is locked. Robbed kongs lock nothing."""
    cdef GuangdongState *state = state_of(game)
    cdef int seat, lock = options_of(game).pass_lock
    if game.phase != OFFER or lock == LOCK_NONE:
        return
    for seat in range(SEATS):
        if game.responses[seat] & R_WIN:
            state.locked[seat] |= bit(game.open) if lock == LOCK_SAME_TILE else ~<uint64_t> 0


# -- facts

cdef void mark(const Game *game, Facts *facts) noexcept nogil:
    cdef const GuangdongState *state = state_of(game)
    cdef const Seat *own = &game.seats[game.turn]
    cdef int i
    cdef const Meld *last = NULL
    if state.following == SEATS:
        facts.marks |= FOLLOWED
    if not game.n_winners or game.win_act != WIN_SELF:
        return
    if state.compulsory:
        facts.marks |= COMPULSORY
    if game.replaced:
        facts.marks |= ON_REPLACEMENT
        for i in range(own.n_melds):
            if last == NULL or own.melds[i].konged > last.konged:
                last = &own.melds[i]
        if last.kind == KONG_MELDED:
            facts.marks |= KONG_BLOOM
