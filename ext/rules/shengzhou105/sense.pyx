"""嵊州105: what a player should know. Fixed rules, right at the default values; no option of kind `score` is read."""
from libc.stdint cimport int8_t, uint64_t

from hupai.ext.engine.bits cimport bit, bits_lowest, bits_pop
from hupai.ext.rules.shengzhou105.hands cimport *
from hupai.ext.rules.shengzhou105.options cimport *
from hupai.ext.shapes cimport hand_add, hand_take
from hupai.ext.variant cimport *

cdef enum:
    LAST_TILES = 8          # with fewer to come the next own draw is in doubt: no win is put off
    ANY_NEED = 99


# -- 财鸟 and flights

cdef int most_seen(const Game *game, uint64_t kinds) noexcept nogil:
    """Of these kinds the one of which most copies are on the table, the lowest of several."""
    cdef int kind, best = bits_lowest(kinds)
    while kinds:
        kind = bits_pop(&kinds)
        if game.visible[kind] > game.visible[best]:
            best = kind
    return best


cdef int sense(Game *game, int seat, const Menu *menu, Choice *choice) noexcept nogil:
    """What a complete hand does.

    At the default values a flight pays where three in four land, and about nine in ten do; waiting for 财鸟 pays where
    three in five win at worst, and about four in five do (verification/shengzhou105_birds.py).

    * It flies whenever a joker can be discarded into a 财鸟 wait.
    * A plain 自摸 is turned down for 财鸟 where another tile can be discarded into that wait: the kind of which most
      copies are on the table. So does a hand that 三财四飞 keeps from winning.
    * With fewer than LAST_TILES to come it wins.
    """
    cdef const Seat *own = &game.seats[seat]
    cdef uint64_t kinds
    cdef bint wins = menu.acts & (1 << WIN_SELF) != 0, late = game.left - game.floor < LAST_TILES
    if own.hand.jokers == 0 or (wins and late):
        return 0
    kinds = bird_discards(game, seat) & menu.discards
    choice.act = DISCARD
    if kinds & bit(game.joker) and not late:
        choice.tile = game.joker
        return 1
    kinds &= ~bit(game.joker)
    if not kinds or (wins and (state_of(game).birds & (1 << seat) or game.replaced)):
        return 0
    choice.tile = <int8_t> most_seen(game, kinds)
    return 1


# -- claims

cdef int need_after_claim(Game *game, int seat, const int8_t *taken, uint64_t barred) noexcept nogil:
    """Tiles needed once these two are laid down and one is discarded; 0: the hand is then in a 财鸟 wait."""
    cdef Seat *own = &game.seats[seat]
    cdef uint64_t keeps = 0
    cdef int i, needed
    for i in range(2):
        hand_take(game.variant.blocks, &own.hand, taken[i])
    own.n_melds += 1
    needed = masks(game, seat, &keeps, NULL)
    if needed == 0:
        needed = 0 if bird_discards(game, seat) & ~barred else 1
    elif not keeps & ~barred:
        needed += 1
    own.n_melds -= 1
    for i in range(2):
        hand_add(game.variant.blocks, &own.hand, taken[i])
    return needed


cdef bint kong_serves(Game *game, int seat, int most) noexcept nogil:
    """Whether a melded kong needs at most `most` tiles before its replacement and breaks no 财鸟 wait."""
    cdef Seat *own = &game.seats[seat]
    cdef int i
    cdef bint serves
    for i in range(3):
        hand_take(game.variant.blocks, &own.hand, game.open)
    own.n_melds += 1
    serves = need(game, seat) <= most and (not state_of(game).birds & (1 << seat) or bird_wait(game, seat))
    own.n_melds -= 1
    for i in range(3):
        hand_add(game.variant.blocks, &own.hand, game.open)
    return serves


cdef int respond(Game *game, int seat, int bits) noexcept nogil:
    """What a seat does with the open tile.

    * It wins on it if it may.
    * It takes a melded kong that leaves the tiles needed as they are and breaks no 财鸟 wait.
    * From a 财鸟 wait it takes nothing else: the next draw wins, whatever it is.
    * It pungs or chows what lowers the tiles needed after the best discard that is then allowed, most first; so the
      kind just chowed counts as kept. A ready hand claims only into a 财鸟 wait.
    * A third claim from the same seat, which binds the two, is made only into a ready hand.
    """
    cdef const Seat *own = &game.seats[seat]
    cdef int8_t taken[2]
    cdef int least, needed, place, kind, n, act = PASS, most = ANY_NEED
    if bits & R_WIN:
        return WIN_DISCARD
    least = need(game, seat)
    if claims_from(own, seat, game.turn) >= 2:
        most = 1
    if bits & R_KONG and kong_serves(game, seat, min(least, most)):
        return KONG_MELDED
    if state_of(game).birds & (1 << seat):
        return PASS
    if bits & R_PUNG:
        taken[0] = taken[1] = game.open
        needed = need_after_claim(game, seat, taken, 0)
        if needed < least and needed <= most:
            least = needed
            act = PUNG
    for place in range(3):
        if bits & (R_CHOW_LOW << place):
            n = 0
            for kind in range(game.open - place, game.open - place + 3):
                if kind != game.open:
                    taken[n] = <int8_t> kind
                    n += 1
            needed = need_after_claim(game, seat, taken, banned_after_chow(game, game.open - place))
            if needed < least and needed <= most:
                least = needed
                act = CHOW + 32 * place
    return act
