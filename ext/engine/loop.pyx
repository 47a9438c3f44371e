"""The one game loop: walls, turns and claims, for every variant.

It asks the variant what is legal, the seats what they want, and lets the event take effect. It knows no rule of any
variant. Seat s is dealt positions 13 s … 13 s + 12 of the wall; the front draws from 52 upwards, the tail from the end
downwards.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from hupai.ext.engine.bits cimport bit
from hupai.ext.engine.facts cimport gather
from hupai.ext.engine.strategies cimport Player, answer, decide
from hupai.ext.engine.transitions cimport *
from hupai.ext.shapes cimport hand_add, hand_clear
from hupai.ext.streams cimport LEAVING, STRATEGY, WALL, shuffle, stream_open, unit
from hupai.ext.variant cimport *


cdef enum:
    DEALT = 13


cdef void lay_out(Game *game, int dealer, int32_t streak) noexcept nogil:
    """An empty table before the deal; joker, left and floor are the variant's to set."""
    cdef int seat
    cdef Seat *own
    game.dealer = <int8_t> dealer
    game.streak = streak
    game.joker = NO_TILE
    game.indicator = NO_TILE
    game.phase = DRAW_DUE
    game.turn = <int8_t> dealer
    game.drawn = NO_TILE
    game.replaced = 0
    game.run_kongs = 0
    game.open = NO_TILE
    game.after_claim = 0
    game.n_winners = 0
    game.win_act = PASS
    game.left_by = NO_SEAT
    game.draws = 0
    game.n_melds = 0
    game.robbed = 0
    game.log_size = 0
    memset(game.visible, 0, sizeof(game.visible))
    memset(game.responses, 0, sizeof(game.responses))
    for seat in range(SEATS):
        own = &game.seats[seat]
        own.n_melds = 0
        own.draws = 0
        own.discards = 0
        own.declared = -1
        own.ready = -1
        own.waits = 0


cdef void deal_from_wall(Game *game) noexcept nogil:
    """The shuffled wall of this hand, its joker, and thirteen tiles to every seat."""
    cdef int seat, i
    game.front = SEATS * DEALT
    game.tail = <int> (game.variant.deck_size - 1)
    memcpy(game.wall, game.variant.deck, game.variant.deck_size)
    stream_open(&game.shuffling, game.seed, WALL, <uint64_t> game.number)
    shuffle(&game.shuffling, game.wall, game.variant.deck_size)
    if game.variant.open_wall != NULL:
        game.variant.open_wall(game)
    for seat in range(SEATS):
        hand_clear(&game.seats[seat].hand, game.joker)
        for i in range(DEALT):
            hand_add(game.variant.blocks, &game.seats[seat].hand, game.wall[DEALT * seat + i])


cdef inline int act_of_seat(Game *game, const Player *player) noexcept nogil:
    """The seat that has drawn or claimed acts."""
    cdef Menu menu
    cdef Choice choice
    cdef int seat = game.turn
    open_menu(game, seat, &menu)
    if menu.acts & (1 << LEAVE) and game.variant.leave_rate > 0 and not game.stays:     # once a turn
        if unit(&game.leaving) < game.variant.leave_rate:
            do_leave(game, seat)
            return 0
        game.stays = 1
    if not (menu.acts & ((1 << WIN_SELF) | (1 << PASS))
            or menu.discards or menu.declares or menu.concealed or menu.added):
        return STUCK
    decide(player, game, seat, &menu, &choice)
    if choice.act == DISCARD and menu.discards & bit(choice.tile):
        do_discard(game, seat, choice.tile)
    elif choice.act == READY and menu.declares & bit(choice.tile):
        do_ready(game, seat)
        do_discard(game, seat, choice.tile)
    elif choice.act == WIN_SELF and menu.acts & (1 << WIN_SELF):
        do_win(game, seat, WIN_SELF)
    elif choice.act == KONG_CONCEALED and menu.concealed & bit(choice.tile):
        do_concealed_kong(game, seat, choice.tile)
    elif choice.act == KONG_ADDED and menu.added & bit(choice.tile):
        do_added_kong(game, seat, choice.tile)
    elif choice.act == PASS and menu.acts & (1 << PASS):
        do_pass(game)
    else:
        return ILLEGAL
    return 0


cdef inline int take_wins(Game *game, int wanted, int act) noexcept nogil:
    """Those who want the open tile to win on take it, in turn order; one alone where the variant says so."""
    cdef int step, seat, first = NO_SEAT
    for step in range(1, SEATS):
        seat = (game.turn + step) & 3
        if not wanted & (1 << seat):
            continue
        if not game.variant.one_winner:
            do_win(game, seat, act)
        elif first == NO_SEAT or game.variant.rank(game, seat) < game.variant.rank(game, first):
            first = seat
    if game.variant.one_winner:
        do_win(game, first, act)
    game.phase = OVER
    return 0


cdef inline int answer_discard(Game *game, const Player *players) noexcept nogil:
    """The open discard is won on, claimed, or let go."""
    cdef int step, seat, act, wanted = 0, meld_seat = NO_SEAT, meld = PASS, chow = PASS
    for step in range(1, SEATS):
        seat = (game.turn + step) & 3
        if not game.responses[seat]:
            continue
        act = answer(&players[seat], game, seat, game.responses[seat])
        if act == WIN_DISCARD:
            if not game.responses[seat] & R_WIN:
                return ILLEGAL
            wanted |= 1 << seat
        elif act == PUNG or act == KONG_MELDED:
            if not game.responses[seat] & (R_PUNG if act == PUNG else R_KONG):
                return ILLEGAL
            meld_seat = seat
            meld = act
        elif act & 31 == CHOW:
            if not game.responses[seat] & (R_CHOW_LOW << (act >> 5)):
                return ILLEGAL
            chow = act
    if wanted:
        return take_wins(game, wanted, WIN_DISCARD)
    if meld == KONG_MELDED:
        do_melded_kong(game, meld_seat)
    elif meld == PUNG:
        do_pung(game, meld_seat)
    elif chow != PASS:
        do_chow(game, next_seat(game.turn), game.open - (chow >> 5))
    elif game.left > game.floor:
        draw_front(game, next_seat(game.turn))
    else:
        game.variant.closed(game, NULL)
        game.phase = OVER
    return 0


cdef inline void answer_kong(Game *game, const Player *players) noexcept nogil:
    """The added kong is robbed, or stands."""
    cdef int step, seat, wanted = 0
    for step in range(1, SEATS):
        seat = (game.turn + step) & 3
        if game.responses[seat] & R_WIN and answer(&players[seat], game, seat, game.responses[seat]) == WIN_DISCARD:
            wanted |= 1 << seat
    if wanted:
        take_wins(game, wanted, WIN_ROB)


cdef int play_hand(Game *game, const Player *players, uint64_t seed, int64_t number, int32_t round,
                   int dealer, int32_t streak, Facts *facts) noexcept nogil:
    """Plays one hand to its end and gathers its facts; 0, or a Fault."""
    cdef int seat, status
    game.seed = seed
    game.number = number
    game.round = round
    lay_out(game, dealer, streak)
    deal_from_wall(game)
    game.variant.begin(game)
    for seat in range(SEATS):
        stream_open(&game.strategy[seat], seed, STRATEGY + seat, <uint64_t> number)
        game.seats[seat].dealt_need = <int8_t> game.variant.need(game, seat)
        game.seats[seat].least = game.seats[seat].dealt_need
        refresh_waits(game, seat, False)
    if game.variant.leave_rate > 0:
        stream_open(&game.leaving, seed, LEAVING, <uint64_t> number)
    while game.phase != OVER:
        if game.phase == TO_ACT or game.phase == CLAIMED:
            status = act_of_seat(game, &players[game.turn])
            if status < 0:
                return status
        elif game.phase == OFFER:
            status = answer_discard(game, players)
            if status < 0:
                return status
        elif game.phase == DRAW_DUE:
            if game.left <= game.floor:
                game.phase = OVER
            else:
                draw_front(game, game.turn)
        else:
            if game.phase == ROB_OFFER:
                answer_kong(game, players)
            if game.phase != OVER:
                do_draw(game, game.turn, game.wall[game.tail], 1)
                game.tail -= 1
    gather(game, facts)
    if game.variant.draw_lots != NULL:
        game.variant.draw_lots(facts, game.options)
    return 0


cdef inline void draw_front(Game *game, int seat) noexcept nogil:
    game.front += 1
    do_draw(game, seat, game.wall[game.front - 1], 0)
