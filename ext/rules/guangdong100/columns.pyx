"""广东100张: the variant's own columns of the hands table."""
from libc.stdint cimport INT32_MIN, int32_t

from hupai.ext.rules.guangdong100.hands cimport state_of
from hupai.ext.rules.guangdong100.horses cimport seat_hit
from hupai.ext.rules.guangdong100.options cimport *
from hupai.ext.rules.guangdong100.settlement cimport NOBODY_LIABLE, liability_in_force
from hupai.ext.rules.shared cimport count_kongs
from hupai.ext.variant cimport *

cdef enum:                              # by their place in COLUMNS; those of a seat stand four times
    DEALT_JOKERS = 0
    JOKERS = 4
    KONGS = 8
    PASSED_KONGS = 20
    LATE_KONGS = 24
    HIT = 28
    ON_WINNER = 32
    ON_PAYER = 36
    JOKER_KIND = 40
    FOLLOW_PAID = 41
    ROBBED = 42
    FORCED_WIN = 43
    LIABILITY = 44
    LIABLE = 45
    N_COLUMNS = 46

COLUMNS = tuple(
    f"gd_{name}_{seat}"
    for name in ("dealt_jokers", "jokers", "melded", "added", "concealed", "passed", "late", "hit", "on_winner", "on_payer")
    for seat in range(SEATS)
) + ("gd_joker", "gd_follow", "gd_robbed", "gd_forced", "gd_liability", "gd_liable")


cdef inline void count_unpaid(const Seat *own, int seat, int32_t *columns) noexcept nogil:
    """GD-8.4, GD-8.5: added kongs that earn nothing."""
    cdef int i
    cdef const Meld *meld
    for i in range(own.n_melds):
        meld = &own.melds[i]
        if meld.kind == KONG_ADDED:
            if meld.marks & PASSED_UP:
                columns[PASSED_KONGS + seat] += 1
            elif meld.marks & LATE:
                columns[LATE_KONGS + seat] += 1


cdef inline int paying_seats(const Facts *facts, const GuangdongOptions *options, int winner, int liable) noexcept nogil:
    """The seats that pay in the transfers of a win as its horses see them, as bits."""
    if facts.by != WIN_SELF:
        return 1 << facts.source
    return 1 << liable if liable >= 0 and options.liability_shifted else 15 & ~(1 << winner)


cdef void own_columns(const Game *game, const Facts *facts, int32_t *columns) noexcept nogil:
    """What play alone decides."""
    cdef int seat, i
    for i in range(N_COLUMNS):
        columns[i] = 0
    for seat in range(SEATS):
        columns[DEALT_JOKERS + seat] = state_of(game).dealt_jokers[seat]
        columns[JOKERS + seat] = game.seats[seat].hand.jokers
        count_kongs(&game.seats[seat], seat, &columns[KONGS])
        count_unpaid(&game.seats[seat], seat, columns)
    columns[JOKER_KIND] = game.joker if game.joker >= 0 else INT32_MIN
    columns[FOLLOW_PAID] = (facts.marks & FOLLOWED) != 0
    columns[ROBBED] = game.robbed
    columns[FORCED_WIN] = (facts.marks & COMPULSORY) != 0


cdef void settled_columns(const Facts *facts, const void *given, int32_t *columns) noexcept nogil:
    """Horses and liability, as the options of kind `score` have them."""
    cdef const GuangdongOptions *options = <const GuangdongOptions *> given
    cdef int seat, i, tile, hit, payers = 0, liable = NO_SEAT, kinds = NOBODY_LIABLE
    for i in range(HIT, HIT + 3 * SEATS):
        columns[i] = 0
    for seat in range(SEATS):
        if facts.winners & (1 << seat):
            kinds = liability_in_force(facts, options, seat, &liable)
            payers |= paying_seats(facts, options, seat, liable)
    if facts.winners:
        for seat in range(SEATS):
            for i in range(options.horses):
                tile = facts.lots[LOTS_A_SEAT * seat + i]
                if tile < 0:
                    break
                hit = seat_hit(facts, tile)
                columns[HIT + hit] += 1
                columns[ON_WINNER + seat] += (facts.winners >> hit) & 1
                columns[ON_PAYER + seat] += (payers >> hit) & 1
    columns[LIABILITY] = kinds
    columns[LIABLE] = liable if liable >= 0 else INT32_MIN
