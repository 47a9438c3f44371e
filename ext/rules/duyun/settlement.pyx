"""都匀麻将: what a hand is worth, who pays, and who deals next. DY-7 to DY-11 of docs/variants/duyun.md."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

from hupai.ext.amounts cimport add_to, multiply
from hupai.ext.engine.bits cimport bit, bits_pop
from hupai.ext.rules.duyun.hands cimport Melded, fitting, waits_of
from hupai.ext.rules.duyun.options cimport *
from hupai.ext.rules.shared cimport winners_in_order, winning_dealer
from hupai.ext.shapes cimport Hand, hand_add, hand_clear, hand_kinds, hand_take
from hupai.ext.variant cimport *

FANS = (
    "heavenly_hand", "earthly_hand", "pure_luxury_seven_pairs", "pure_outside_hand", "pure_seven_pairs",
    "luxury_seven_pairs", "all_pungs_of_258", "pure_all_pungs", "seven_pairs", "full_flush", "all_pungs",
    "basic_hand", "ready_declaration", "out_with_replacement", "discard_after_kong", "robbing_the_kong",
)
PARTS = ("win", "kong", "transfer", "draw", "refund", "leave")

cdef int GOOD = 0


# -- hands out of facts

cdef Melded melds_of(const Facts *facts, int seat) noexcept nogil:
    cdef Melded melded
    cdef int i
    melded.n = 0
    melded.kinds = 0
    melded.kongs = 0
    for i in range(facts.n_melds):
        if facts.melds[i].seat == seat:
            melded.n += 1
            melded.kinds |= bit(facts.melds[i].tile)
            if facts.melds[i].kind != PUNG:
                melded.kongs |= bit(facts.melds[i].tile)
    return melded


cdef void hand_of(const Facts *facts, const DuyunOptions *options, int seat, Hand *hand) noexcept nogil:
    """The concealed tiles of a seat that is shown, without a winning tile."""
    cdef int i
    hand_clear(hand, NO_TILE)
    for i in range(facts.sizes[seat]):
        hand_add(options.blocks, hand, facts.tiles[seat][i])


cdef inline int largest_of(const DuyunOptions *options, uint32_t fans) noexcept nogil:
    """DY-7.1, DY-7.2: of these base fans the most valuable, the first of equal ones; -1 for none."""
    cdef int fan, best = -1
    for fan in range(BASE_FANS):
        if fans & (1 << fan) and (best < 0 or options.fan_values[fan] > options.fan_values[best]):
            best = fan
    return best


# -- the winner (DY-7)

cdef int situation(const Facts *facts, const DuyunOptions *options, int seat, int n_melds) noexcept nogil:
    """The bit of 天胡 (DY-7.16) or 地胡 (DY-7.17) where the win is one and the fan is in play, else 0."""
    cdef int fan
    if facts.by != WIN_SELF or facts.turns[seat] != 1 or n_melds:
        return 0
    if seat == facts.dealer:
        fan = HEAVENLY
    elif options.earthly_broken_by_claims and facts.n_melds:
        return 0
    else:
        fan = EARTHLY
    return 1 << fan if options.fan_values[fan] else 0


cdef inline void count_fan(const DuyunOptions *options, int fan, Score *score) noexcept nogil:
    """A fan that holds; an addition that is worth nothing is not listed (DY-7.3)."""
    if options.fan_values[fan]:
        score.fans[fan] = 1
        score.points += options.fan_values[fan]


cdef void score_winner(const Facts *facts, const DuyunOptions *options, int seat, Score *score) noexcept nogil:
    """The base fan and the additions of one winner (DY-7.4); at most five values of a million each."""
    cdef Melded melded = melds_of(facts, seat)
    cdef Hand hand
    hand_of(facts, options, seat, &hand)
    hand_add(options.blocks, &hand, facts.tile)
    score.seat = <int8_t> seat
    score.points = 0
    memset(score.fans, 0, sizeof(score.fans))
    count_fan(options, largest_of(options, fitting(options, &hand, &melded)
                                  | situation(facts, options, seat, melded.n)), score)
    if facts.declared & (1 << seat):                                            # DY-7.19 报听
        count_fan(options, READY_DECLARATION, score)
    if facts.by == WIN_SELF and facts.marks & REPLACED:                         # DY-7.20 杠上花
        count_fan(options, ON_REPLACEMENT, score)
    elif facts.by == WIN_DISCARD and facts.marks & REPLACED:                    # DY-7.21 杠上炮
        count_fan(options, AFTER_KONG, score)
    elif facts.by == WIN_ROB:                                                   # DY-7.22 抢杠
        count_fan(options, ROBBING, score)


# -- payments of a win (DY-8)

cdef inline int64_t capped(const DuyunOptions *options, int64_t fans) noexcept nogil:
    """DY-8.7."""
    return min(fans, options.fan_cap) if options.fan_cap else fans


cdef inline int streak_fans(const Facts *facts, const DuyunOptions *options, int one, int other, int64_t *fans) noexcept nogil:
    """DY-10.6: what the dealer's streak adds to a payment between two seats."""
    cdef int64_t hands = facts.streak
    fans[0] = 0
    if facts.dealer != one and facts.dealer != other:
        return GOOD
    if options.streak_cap:
        hands = min(hands, options.streak_cap)
    return OVERFLOW if multiply(options.streak_fan, hands, fans) else GOOD


cdef inline bint declaration_costs(const Facts *facts, const DuyunOptions *options) noexcept nogil:
    """DY-5.7: a declared payer pays extra if it fed, by option on a self draw, never if it was robbed."""
    return facts.by == WIN_DISCARD or (facts.by == WIN_SELF and options.ready_pays_self_draw)


cdef int pay_winner(const Facts *facts, const DuyunOptions *options, const Score *score, Outcome *outcome) noexcept nogil:
    cdef int payer
    cdef int64_t fans
    for payer in range(SEATS):
        if payer == score.seat or (facts.by != WIN_SELF and payer != facts.source):     # DY-8.2 to DY-8.4
            continue
        if streak_fans(facts, options, payer, score.seat, &fans) < 0 or add_to(&fans, score.points):
            return OVERFLOW
        if facts.declared & (1 << payer) and declaration_costs(facts, options) and add_to(&fans, options.ready_discarder_fan):
            return OVERFLOW
        if multiply(options.base_score, capped(options, fans), &outcome.flows[WIN_PART][payer][score.seat]):
            return OVERFLOW
    return GOOD


# -- kongs (DY-4.7)

cdef inline bint pays_kong(const Meld *kong, int seat) noexcept nogil:
    """The feeder alone pays a melded kong, every other seat the others."""
    return seat == kong.source if kong.kind == KONG_MELDED else seat != kong.seat


cdef inline int kong_price(const DuyunOptions *options, const Meld *kong, int64_t *amount) noexcept nogil:
    return OVERFLOW if multiply(options.kong_values[kong.kind - KONG_MELDED],
                                options.base_score if options.kong_in_base else 1, amount) else GOOD


cdef int pay_kongs(const Facts *facts, const DuyunOptions *options, Outcome *outcome) noexcept nogil:
    cdef int i, payer
    cdef int64_t amount
    cdef const Meld *kong
    for i in range(facts.n_melds):
        kong = &facts.melds[i]
        if kong.kind == PUNG:
            continue
        if kong_price(options, kong, &amount) < 0:
            return OVERFLOW
        for payer in range(SEATS):
            if pays_kong(kong, payer) and add_to(&outcome.flows[KONG_PART][payer][kong.seat], amount):
                return OVERFLOW
    return GOOD


cdef int hand_over(const Facts *facts, const DuyunOptions *options, int winner, Outcome *outcome) noexcept nogil:
    """DY-8.6 杠上炮: the discarder hands the income of the kong just made to the winner."""
    cdef int i, payer
    cdef int64_t amount
    cdef const Meld *kong
    cdef int handed = 0
    if options.kong_transfer != NO_KONG:
        handed = OF_TURN if options.kong_transfer == KONGS_OF_TURN else LAST_OF_TURN
    for i in range(facts.n_melds):
        kong = &facts.melds[i]
        if not kong.marks & handed:
            continue
        if kong_price(options, kong, &amount) < 0:
            return OVERFLOW
        for payer in range(SEATS):
            if pays_kong(kong, payer) and add_to(&outcome.flows[TRANSFER_PART][facts.source][winner], amount):
                return OVERFLOW
    return GOOD


# -- drawn hand (DY-9)

cdef int64_t largest_possible(const Facts *facts, const DuyunOptions *options, int seat) noexcept nogil:
    """DY-9.3 大叫 of a seat, without the streak: its best wait's base fan and 报听; 0: it is not ready."""
    cdef Melded melded = melds_of(facts, seat)
    cdef Hand hand
    cdef uint64_t waits
    cdef int64_t most = 0
    cdef int tile
    hand_of(facts, options, seat, &hand)
    waits = waits_of(options, &hand, &melded)
    if not waits:
        return 0
    while waits:
        tile = bits_pop(&waits)
        hand_add(options.blocks, &hand, tile)
        most = max(most, options.fan_values[largest_of(options, fitting(options, &hand, &melded))])
        hand_take(options.blocks, &hand, tile)
    if facts.declared & (1 << seat) and options.draw_counts_ready:
        most += options.fan_values[READY_DECLARATION]
    return most


cdef int owed(const Facts *facts, const DuyunOptions *options, int payer, int receiver, int64_t largest, int64_t *amount) noexcept nogil:
    """What a seat that is not ready owes a ready one (DY-9.3)."""
    cdef int64_t fans = 0
    if options.streak_in_draw and streak_fans(facts, options, payer, receiver, &fans) < 0:
        return OVERFLOW
    if add_to(&fans, largest):
        return OVERFLOW
    return OVERFLOW if multiply(options.base_score, capped(options, fans), amount) else GOOD


cdef bint is_flower_pig(const Facts *facts, const DuyunOptions *options, int seat) noexcept nogil:
    """DY-9.5 花猪: tiles of all three suits, where that has a price."""
    cdef Hand hand
    cdef uint64_t kinds
    cdef int suit
    if not options.flower_pig_fan:
        return False
    hand_of(facts, options, seat, &hand)
    kinds = hand_kinds(&hand) | melds_of(facts, seat).kinds
    for suit in range(3):
        if not kinds & options.blocks.kinds[suit]:
            return False
    return True


cdef int return_kongs(const Facts *facts, const DuyunOptions *options, int seat, Outcome *outcome) noexcept nogil:
    """DY-9.4 黄豆: a seat that is not ready gives its kongs' income back to those who paid it."""
    cdef int other
    for other in range(SEATS):
        outcome.flows[REFUND_PART][seat][other] = outcome.flows[KONG_PART][other][seat]
    return GOOD


cdef int settle_drawn(const Facts *facts, const DuyunOptions *options, Outcome *outcome) noexcept nogil:
    cdef int64_t largest[SEATS]
    cdef int pigs = 0, seat, other
    cdef int64_t pig_price
    if multiply(options.base_score, options.flower_pig_fan, &pig_price):
        return OVERFLOW
    for seat in range(SEATS):
        largest[seat] = largest_possible(facts, options, seat)
        if not largest[seat] and is_flower_pig(facts, options, seat):
            pigs |= 1 << seat
    for seat in range(SEATS):
        if largest[seat]:
            continue
        for other in range(SEATS):
            if pigs & (1 << seat):
                if not pigs & (1 << other):
                    outcome.flows[DRAW_PART][seat][other] = pig_price
            elif options.draw_check and largest[other]:                         # DY-9.2 查大叫
                if owed(facts, options, seat, other, largest[other], &outcome.flows[DRAW_PART][seat][other]) < 0:
                    return OVERFLOW
        if options.refund_kongs:
            return_kongs(facts, options, seat, outcome)
    return GOOD


# -- leaving (DY-11)

cdef int settle_left(const Facts *facts, const DuyunOptions *options, Outcome *outcome) noexcept nogil:
    cdef int leaver = facts.source, seat
    cdef int64_t amounts[SEATS]
    cdef int64_t penalty, largest, all_penalties, all_owed = 0
    if multiply(options.base_score, options.leave_multiplier, &penalty) or multiply(penalty, 3, &all_penalties):
        return OVERFLOW
    if facts.marks & IN_LAST_TILES and options.draw_check:                      # DY-11.4
        for seat in range(SEATS):
            amounts[seat] = 0
            if seat == leaver:
                continue
            largest = largest_possible(facts, options, seat)
            if largest and (owed(facts, options, leaver, seat, largest, &amounts[seat]) < 0
                            or add_to(&all_owed, amounts[seat])):
                return OVERFLOW
        if all_owed > all_penalties:
            for seat in range(SEATS):
                outcome.flows[LEAVE_PART][leaver][seat] = amounts[seat]
            return GOOD
    for seat in range(SEATS):                                                   # DY-11.3
        if seat != leaver and options.leave_to_house:
            outcome.flows[LEAVE_PART][leaver][HOUSE] += penalty
        elif seat != leaver:
            outcome.flows[LEAVE_PART][leaver][seat] = penalty
    return GOOD


# -- the hand as a whole

cdef int settle(const Facts *facts, const void *given, Outcome *outcome) noexcept nogil:
    """Fans, points and transfers of a hand."""
    cdef const DuyunOptions *options = <const DuyunOptions *> given
    cdef int8_t winners[SEATS]
    cdef int i
    cdef Score *score
    outcome.n_winners = <int8_t> winners_in_order(facts, winners)
    memset(outcome.flows, 0, PARTS_COUNT * sizeof(outcome.flows[0]))
    if pay_kongs(facts, options, outcome) < 0:
        return OVERFLOW
    if facts.end == END_DRAW:
        return settle_drawn(facts, options, outcome)
    if facts.end == END_LEAVE:
        return settle_left(facts, options, outcome)
    for i in range(outcome.n_winners):                                          # DY-8.5: each by itself
        score = &outcome.winners[i]
        score_winner(facts, options, winners[i], score)
        if pay_winner(facts, options, score, outcome) < 0 or hand_over(facts, options, winners[i], outcome) < 0:
            return OVERFLOW
    return GOOD


# -- the next hand (DY-10)

cdef void succeed(const Facts *facts, const void *given, int8_t *dealer, int32_t *streak) noexcept nogil:
    cdef int now = facts.dealer
    cdef int then = winning_dealer(facts) if facts.winners else now             # DY-10.2 to DY-10.4
    dealer[0] = <int8_t> then
    streak[0] = facts.streak + 1 if then == now and facts.end != END_LEAVE else 0      # DY-10.5, DY-10.7
