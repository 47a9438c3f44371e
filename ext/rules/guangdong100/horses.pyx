"""广东100张: the horses (买马). GD-9.1 to GD-9.5 of docs/variants/guangdong100.md.

They come from the hand's own stream of horses. The n-th horse of seat s is the (4 n + s)-th tile drawn from the second
deck: a setting with more horses, or with fewer buyers, leaves the others as they are.
"""
from libc.stdint cimport int8_t, uint32_t, uint64_t
from libc.string cimport memset

from hupai.ext.rules.guangdong100.options cimport *
from hupai.ext.streams cimport HORSES as HORSE_STREAM, Stream, below, stream_open
from hupai.ext.variant cimport *

cdef int8_t SECOND_DECK[TILES]          # the nines last, so that what is left out is cut off: 9条, then 9筒
cdef int8_t POSITION_HIT[34]            # GD-9.5: by kind, the position (0 the dealer) that a horse hits
_nines = [26] * 4 + [17] * 4
_others = [_kind for _kind in (*range(9, 17), *range(18, 26), *range(27, 34)) for _ in range(4)]
for _place, _kind in enumerate(_others + _nines):
    SECOND_DECK[_place] = _kind
for _kind in range(34):
    POSITION_HIT[_kind] = _kind % 9 % 4 if _kind < 27 else (0, 1, 2, 3, 1, 2, 3)[_kind - 27]


cdef int seat_hit(const Facts *facts, int tile) noexcept nogil:
    """GD-9.5: 1, 5, 9 and 东 are the dealer's, 2, 6, 南 and 中 the next seat's, and so on."""
    return (facts.dealer + POSITION_HIT[tile]) & 3


cdef void draw_lots(Facts *facts, const void *given) noexcept nogil:
    """GD-9.1 to GD-9.4: for every buyer so many horses, twelve places a seat; NO_TILE where there is none."""
    cdef const GuangdongOptions *options = <const GuangdongOptions *> given
    cdef int8_t deck[TILES]
    cdef Stream stream
    cdef int n, place, drawn, seat, tiles = TILES
    memset(facts.lots, NO_TILE, sizeof(facts.lots))
    facts.n_lots = 0
    if not facts.winners or not options.horses:
        return
    facts.n_lots = MAX_LOTS
    for place in range(TILES):
        deck[place] = SECOND_DECK[place]
    if options.horse_nines >= 0:                                                # GD-9.4
        tiles -= 4
        for place in range(tiles, TILES):
            if deck[place] != options.horse_nines:
                deck[place - 4] = deck[place]
    stream_open(&stream, facts.seed, HORSE_STREAM, <uint64_t> facts.hand)
    for n in range(SEATS * options.horses):
        place = n + <int> below(&stream, <uint32_t> (tiles - n))
        drawn = deck[place]
        deck[place] = deck[n]
        seat = n & 3
        if not options.winners_buy or facts.winners & (1 << seat):
            facts.lots[LOTS_A_SEAT * seat + n // 4] = <int8_t> drawn
