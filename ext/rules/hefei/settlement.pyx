"""Hefei: what a win is worth, and who pays. Sections 7 to 9 of docs/variants/hefei.md."""
from libc.stdint cimport int8_t, int16_t, int64_t, uint64_t
from libc.string cimport memset

from hupai.ext.amounts cimport add_to, multiply
from hupai.ext.rules.hefei.options cimport *
from hupai.ext.rules.shared cimport winners_in_order
from hupai.ext.variant cimport *

cdef enum:                              # fans by their place in FANS
    WIN_BASE, LONG_SUIT, SAME_NUMBER, CONCEALED_PUNG, DEALER_BY_DISCARD, DEALER_BY_SELF, ONE_VOIDED_SUIT
    OPEN_DOUBLE_CHOW, CLOSED_DOUBLE_CHOW, SINGLE_WAIT_FAN, TILE_HOG, KONG, SEVEN_PAIRS, LUXURY, DOUBLE_LUXURY
    TRIPLE_LUXURY, FULL_FLUSH, TEN_SAME, SHIFTED_PUNGS, FOUR_CONCEALED, LAST_TILE, ON_KONG, KONG_FEED, ROBBING
    EARTHLY, HEAVENLY

FANS = (
    "win_base", "long_suit", "same_number", "concealed_pung", "dealer_by_discard", "dealer_by_self",
    "one_voided_suit", "open_pure_double_chow", "closed_pure_double_chow", "single_wait", "tile_hog", "kong",
    "seven_pairs", "luxury_seven_pairs", "double_luxury_seven_pairs", "triple_luxury_seven_pairs", "full_flush",
    "ten_same", "pure_shifted_pungs", "four_concealed_pungs", "last_tile_draw", "out_with_replacement",
    "kong_discard", "robbing_the_kong", "earthly_hand", "heavenly_hand",
)
PARTS = ("win", "dealer")

cdef enum:
    WIN_PART, DEALER_PART

cdef int BY_NAME[FANS_COUNT]            # fans in the order of their ids
for _place, _fan in enumerate(sorted(range(len(FANS)), key=FANS.__getitem__)):
    BY_NAME[_place] = _fan

cdef int GOOD = 0


cdef struct Reading:                    # one way to read a winning hand, and the best so far
    const Facts *facts
    const HefeiOptions *options
    int seat
    int8_t counts[34]                   # concealed tiles, the winning tile included
    int8_t chows[34]                    # of the grouping being read, by their lowest kind
    int8_t triplets[34]
    int pair
    int16_t common[FANS_COUNT]          # fans that every reading has
    int16_t best[FANS_COUNT]
    int64_t total                       # of the best reading; -1: none yet
    int fault


# -- the total of one list of fans (HF-8.3)

cdef int total_of(const HefeiOptions *options, const int16_t *fans, int extra_fan, int extra, int64_t *total) noexcept nogil:
    """(sum of what adds) × (product of what multiplies); `extra` more of one fan are counted in (HF-9.9)."""
    cdef int fan, n
    cdef int64_t amount, total_sum = 0
    for fan in range(ON_KONG):
        n = fans[fan] + (extra if fan == extra_fan else 0)
        if n and (multiply(options.fan_values[fan], n, &amount) or add_to(&total_sum, amount)):
            return OVERFLOW
    for fan in range(ON_KONG, EARTHLY):
        if fans[fan] and multiply(total_sum, options.fan_values[fan], &total_sum):
            return OVERFLOW
    total[0] = total_sum
    return GOOD


cdef bint comes_first(const int16_t *a, const int16_t *b) noexcept nogil:
    """HF-8.4: whether the sorted list of ids `a` comes before `b`; a proper prefix does."""
    cdef int place, rest, fan
    for place in range(FANS_COUNT):
        fan = BY_NAME[place]
        if a[fan] == b[fan]:
            continue
        for rest in range(place + 1, FANS_COUNT):
            if (b if a[fan] > b[fan] else a)[BY_NAME[rest]]:
                return a[fan] > b[fan]
        return a[fan] < b[fan]
    return False


cdef void offer_reading(Reading *reading, const int16_t *fans) noexcept nogil:
    """HF-8.1: the reading with the largest total counts."""
    cdef int64_t total = 0
    if total_of(reading.options, fans, 0, 0, &total) < 0:
        reading.fault = OVERFLOW
        return
    if total > reading.total or (total == reading.total and comes_first(fans, reading.best)):
        reading.total = total
        for fan in range(FANS_COUNT):
            reading.best[fan] = fans[fan]


# -- what every reading of the hand has

cdef inline int meld_tiles(const HefeiOptions *options, const Meld *meld) noexcept nogil:
    return 3 if meld.kind == PUNG else options.kong_tiles


cdef void count_tiles(const Reading *reading, int *suits, int *numbers) noexcept nogil:
    """Tiles by suit and by number, melds included; a kong counts `kong_tiles`."""
    cdef int kind, i, n
    cdef const Facts *facts = reading.facts
    for kind in range(27):
        n = reading.counts[kind]
        suits[kind // 9] += n
        numbers[kind % 9] += n
    for i in range(facts.n_melds):
        if facts.melds[i].seat == reading.seat:
            n = meld_tiles(reading.options, &facts.melds[i])
            kind = facts.melds[i].tile
            suits[kind // 9] += n
            numbers[kind % 9] += n


cdef int count_same(const HefeiOptions *options, const int *numbers) noexcept nogil:
    """HF-7.3: tiles of a number beyond those that bring nothing."""
    cdef int number, most = 0, beyond = 0
    for number in range(9):
        if numbers[number] > most:
            most = numbers[number]
        if numbers[number] > options.same_number_free:
            beyond += numbers[number] - options.same_number_free
    if options.same_number_every:
        return beyond
    return most - options.same_number_free if most > options.same_number_free else 0


cdef void count_common(Reading *reading) noexcept nogil:
    """The fans that do not depend on how the concealed tiles are grouped."""
    cdef const Facts *facts = reading.facts
    cdef const HefeiOptions *options = reading.options
    cdef int16_t *fans = reading.common
    cdef int suits[3]
    cdef int numbers[9]
    cdef int suit, i, kind, longest = 0, voided = 0, most = 0
    memset(suits, 0, sizeof(suits))
    memset(numbers, 0, sizeof(numbers))
    count_tiles(reading, suits, numbers)
    for suit in range(3):
        longest = max(longest, suits[suit])
        voided += suits[suit] == 0
    for i in range(9):
        most = max(most, numbers[i])
    fans[WIN_BASE] = 1                                                          # HF-7.1 胡牌
    if longest > options.min_suit_tiles:                                        # HF-7.2 支
        fans[LONG_SUIT] = <int16_t> (longest - options.min_suit_tiles)
    if most >= options.ten_same_min:                                            # HF-7.14 十同
        fans[TEN_SAME] = 1
    else:                                                                       # HF-7.3 同
        fans[SAME_NUMBER] = <int16_t> count_same(options, numbers)
    if reading.seat == facts.dealer:                                            # HF-7.5 庄
        fans[DEALER_BY_SELF if facts.by == WIN_SELF else DEALER_BY_DISCARD] = <int16_t> (
            facts.streak + options.dealer_count_from)
    if voided == 2:                                                             # HF-7.13 清一色
        fans[FULL_FLUSH] = 1
    elif voided == 1:                                                           # HF-7.6 缺门
        fans[ONE_VOIDED_SUIT] = 1
    if facts.marks & (SINGLE_WAIT << reading.seat):                             # HF-7.8 卡
        fans[SINGLE_WAIT_FAN] = 1
    for kind in range(27):                                                      # HF-7.9 活
        if reading.counts[kind] == 4:
            fans[TILE_HOG] += 1
    for i in range(facts.n_melds):
        if facts.melds[i].seat != reading.seat:
            continue
        if facts.melds[i].kind != PUNG:                                         # HF-7.10 杠
            fans[KONG] += 1
        elif reading.counts[facts.melds[i].tile] == 1:
            fans[TILE_HOG] += 1
    if facts.by == WIN_SELF and facts.marks & ON_REPLACEMENT:                   # HF-7.17 杠开
        fans[ON_KONG] = 1
    elif facts.by == WIN_DISCARD and facts.marks & ON_KONG_DISCARD:             # HF-7.18 杠炮
        fans[KONG_FEED] = 1
    elif facts.by == WIN_ROB:                                                   # HF-7.19 抢杠
        fans[ROBBING] = 1
    if facts.marks & IN_SEA:                                                    # HF-7.20 海底捞月
        fans[LAST_TILE] = 1


# -- seven pairs (HF-7.11, HF-7.12)

cdef void read_pairs(Reading *reading) noexcept nogil:
    cdef int16_t fans[FANS_COUNT]
    cdef int kind, fours = 0, fan
    for kind in range(27):
        if reading.counts[kind] & 1:
            return
        fours += reading.counts[kind] == 4
    for fan in range(FANS_COUNT):
        fans[fan] = reading.common[fan]
    fans[SEVEN_PAIRS + fours] = 1
    fans[SINGLE_WAIT_FAN] = 1                                                   # HF-7.8: 七对要胡的牌也算卡
    offer_reading(reading, fans)


# -- four sets and a pair

cdef bint three_in_a_row(const int8_t *kan) noexcept nogil:
    """HF-7.15: three 坎 of one suit with consecutive numbers."""
    cdef int kind
    for kind in range(25):
        if kan[kind] and kan[kind + 1] and kan[kind + 2] and kind // 9 == (kind + 2) // 9:
            return True
    return False


cdef void offer_assignment(Reading *reading, int triplet, int chow) noexcept nogil:
    """One grouping with the winning tile assigned to a triplet, to a chow (by its lowest kind), or to the pair (HF-8.2)."""
    cdef const HefeiOptions *options = reading.options
    cdef const Facts *facts = reading.facts
    cdef int16_t fans[FANS_COUNT]
    cdef int8_t kan[27]
    cdef int kind, fan, i, n_kan = 0, own_kan = 0, pairs
    cdef bint fed = facts.by != WIN_SELF
    for fan in range(FANS_COUNT):
        fans[fan] = reading.common[fan]
    for kind in range(27):                                                      # HF-7.4 坎
        kan[kind] = 0
        if reading.triplets[kind]:
            if not (fed and kind == triplet):
                own_kan += 1
                kan[kind] = 1
            elif options.kan_by_discard:
                kan[kind] = 1
    if options.concealed_kong_is_kan:
        for i in range(facts.n_melds):
            if facts.melds[i].seat == reading.seat and facts.melds[i].kind == KONG_CONCEALED:
                kan[facts.melds[i].tile] = 1
                own_kan += 1
    for kind in range(27):
        n_kan += kan[kind]
    if own_kan == 4:                                                            # HF-7.16 四暗刻
        fans[FOUR_CONCEALED] = 1
    if three_in_a_row(kan):
        fans[SHIFTED_PUNGS] = 1
    elif own_kan < 4 or options.four_concealed_counts_kan:
        fans[CONCEALED_PUNG] = <int16_t> n_kan
    for kind in range(27):                                                      # HF-7.7 双铺子
        pairs = reading.chows[kind] // 2
        if pairs:
            if kind == chow and reading.chows[kind] % 2 == 0:
                fans[OPEN_DOUBLE_CHOW] += 1
                pairs -= 1
            fans[CLOSED_DOUBLE_CHOW] += <int16_t> pairs
    offer_reading(reading, fans)


cdef void offer_grouping(Reading *reading) noexcept nogil:
    cdef int tile = reading.facts.tile, low
    if reading.pair == tile:
        offer_assignment(reading, -1, -1)
    if reading.triplets[tile]:
        offer_assignment(reading, tile, -1)
    for low in range(max(0, tile - 2), tile + 1):
        if reading.chows[low]:
            offer_assignment(reading, -1, low)


cdef void group_from(Reading *reading, int kind) noexcept nogil:
    """Every grouping of the tiles from `kind` on; what lies below is grouped already."""
    cdef int8_t *counts = reading.counts
    while kind < 27 and counts[kind] == 0:
        kind += 1
    if kind == 27:
        if reading.pair >= 0:
            offer_grouping(reading)
        return
    if counts[kind] >= 3:
        counts[kind] -= 3
        reading.triplets[kind] = 1
        group_from(reading, kind)
        reading.triplets[kind] = 0
        counts[kind] += 3
    if counts[kind] >= 2 and reading.pair < 0:
        counts[kind] -= 2
        reading.pair = kind
        group_from(reading, kind)
        reading.pair = -1
        counts[kind] += 2
    if kind % 9 < 7 and counts[kind + 1] and counts[kind + 2]:
        counts[kind] -= 1
        counts[kind + 1] -= 1
        counts[kind + 2] -= 1
        reading.chows[kind] += 1
        group_from(reading, kind)
        reading.chows[kind] -= 1
        counts[kind] += 1
        counts[kind + 1] += 1
        counts[kind + 2] += 1


# -- the winner

cdef int limit_fan(const Reading *reading) noexcept nogil:
    """天胡 (HF-7.22) or 地胡 (HF-7.21) where it holds and is played, else -1."""
    cdef uint64_t marks = reading.facts.marks
    if marks & FIRST_DRAW:
        return HEAVENLY if reading.options.fan_values[HEAVENLY] > 0 else -1
    if (marks & FIRST_CIRCLE and reading.options.fan_values[EARTHLY] > 0
            and not (reading.options.earthly_needs_no_meld and marks & MELD_BEFORE)):
        return EARTHLY
    return -1


cdef inline int64_t capped(const HefeiOptions *options, int64_t total) noexcept nogil:
    return min(total, options.cap_points) if options.cap_points else total


cdef int score_winner(const Facts *facts, const HefeiOptions *options, int seat, Score *score, int *limited) noexcept nogil:
    """Fans and points of one winner (section 8)."""
    cdef Reading reading
    cdef int i, fan, limit
    memset(&reading, 0, sizeof(Reading))
    reading.facts = facts
    reading.options = options
    reading.seat = seat
    reading.pair = -1
    reading.total = -1
    for i in range(facts.sizes[seat]):
        reading.counts[facts.tiles[seat][i]] += 1
    reading.counts[facts.tile] += 1
    count_common(&reading)
    if facts.sizes[seat] == 13:
        read_pairs(&reading)
    group_from(&reading, 0)
    if reading.fault:
        return reading.fault
    limit = limit_fan(&reading)
    limited[0] = limit >= 0 and not (options.limit_takes_best and reading.total > options.fan_values[limit])
    if limited[0]:                                                              # HF-8.5
        memset(reading.best, 0, sizeof(reading.best))
        reading.best[limit] = 1
        reading.total = options.fan_values[limit]
    score.seat = <int8_t> seat
    score.points = capped(options, reading.total)                               # HF-8.6
    memset(score.fans, 0, sizeof(score.fans))
    for fan in range(FANS_COUNT):
        score.fans[fan] = reading.best[fan]
    return GOOD


# -- payments (section 9)

cdef int dealer_share(const Facts *facts, const HefeiOptions *options, const Score *score, int64_t *share) noexcept nogil:
    """HF-9.9: what the dealer pays for one win of another seat, 庄 added to the winner's total."""
    cdef int fan = DEALER_BY_SELF if facts.by == WIN_SELF else DEALER_BY_DISCARD
    cdef int64_t total = 0
    if total_of(options, score.fans, fan, facts.streak + options.dealer_count_from, &total) < 0:
        return OVERFLOW
    share[0] = capped(options, total)
    return GOOD


cdef int pay_winner(const Facts *facts, const HefeiOptions *options, const Score *score, int limited,
                    Outcome *outcome) noexcept nogil:
    cdef int payer
    cdef int64_t times = options.rob_pays if facts.by == WIN_ROB else 1         # HF-9.4
    cdef int64_t unit, share, amount
    if multiply(options.base, times, &unit):
        return OVERFLOW
    for payer in range(SEATS):
        if payer == score.seat or (facts.by != WIN_SELF and payer != facts.source):     # HF-9.2, HF-9.3
            continue
        if multiply(unit, score.points, &outcome.flows[WIN_PART][payer][score.seat]):
            return OVERFLOW
        if payer == facts.dealer and options.dealer_pays_fan and not limited:
            if dealer_share(facts, options, score, &share) < 0 or multiply(unit, share - score.points, &amount):
                return OVERFLOW
            outcome.flows[DEALER_PART][payer][score.seat] = amount
    return GOOD


cdef int settle(const Facts *facts, const void *given, Outcome *outcome) noexcept nogil:
    """Fans, points and transfers of a hand; a drawn hand pays nothing (HF-9.8)."""
    cdef const HefeiOptions *options = <const HefeiOptions *> given
    cdef int8_t winners[SEATS]
    cdef int i, limited = 0
    cdef Score *score
    memset(outcome.flows, 0, 2 * sizeof(outcome.flows[0]))
    outcome.n_winners = <int8_t> winners_in_order(facts, winners)
    for i in range(outcome.n_winners):                                          # HF-9.5: each by itself
        score = &outcome.winners[i]
        if (score_winner(facts, options, winners[i], score, &limited) < 0
                or pay_winner(facts, options, score, limited, outcome) < 0):
            return OVERFLOW
    return GOOD
