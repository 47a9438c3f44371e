"""What is kept of a hand that is over, for settlement."""
from libc.stdint cimport int8_t, uint8_t
from libc.string cimport memset

from hupai.ext.engine.transitions cimport tile_count
from hupai.ext.variant cimport *


cdef inline void gather_melds(const Game *game, Facts *facts) noexcept nogil:
    """The melds of all seats in the order of their birth."""
    cdef int seat, i, place
    cdef const Meld *meld
    facts.n_melds = 0
    for seat in range(SEATS):
        for i in range(game.seats[seat].n_melds):
            meld = &game.seats[seat].melds[i]
            place = facts.n_melds
            while place > 0 and facts.melds[place - 1].born > meld.born:
                facts.melds[place] = facts.melds[place - 1]
                place -= 1
            facts.melds[place] = meld[0]
            facts.n_melds += 1


cdef inline void gather_tiles(const Game *game, Facts *facts) noexcept nogil:
    """The concealed tiles of the seats that are shown, without a winning tile drawn."""
    cdef int seat, kind, n, count
    for seat in range(SEATS):
        if not facts.shown & (1 << seat):
            continue
        n = 0
        for kind in range(34):
            count = tile_count(game, seat, kind)
            if facts.by == WIN_SELF and kind == facts.tile and facts.winners & (1 << seat):
                count -= 1
            while count > 0:
                facts.tiles[seat][n] = <int8_t> kind
                n += 1
                count -= 1
        facts.sizes[seat] = <int8_t> n


cdef inline void gather(const Game *game, Facts *facts) noexcept nogil:
    cdef int i
    memset(facts, 0, sizeof(Facts))
    facts.seed = game.seed
    facts.hand = game.number
    facts.round = game.round
    facts.streak = game.streak
    facts.dealer = game.dealer
    facts.joker = game.joker
    facts.end = END_WIN if game.n_winners else (END_LEAVE if game.left_by >= 0 else END_DRAW)
    facts.by = PASS
    facts.source = game.left_by
    facts.tile = NO_TILE
    if game.n_winners:
        facts.by = game.win_act
        if game.win_act == WIN_SELF:
            facts.tile = game.drawn
        else:
            facts.tile = game.open
            facts.source = game.turn
    for i in range(game.n_winners):
        facts.winners |= <uint8_t> (1 << game.winners[i])
    for i in range(SEATS):
        facts.turns[i] = game.seats[i].draws
        if game.seats[i].declared >= 0:
            facts.declared |= <uint8_t> (1 << i)
    gather_melds(game, facts)
    facts.shown = facts.winners
    game.variant.mark(game, facts)
    gather_tiles(game, facts)
