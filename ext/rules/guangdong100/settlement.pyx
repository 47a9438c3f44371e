"""广东100张: what a win is worth, and who pays. GD-6 to GD-10 of docs/variants/guangdong100.md.

The limits that variant.toml sets to amounts keep every sum within 64 bits (a test counts the largest).
"""
from libc.stdint cimport int8_t, int64_t
from libc.string cimport memset

from hupai.ext.rules.guangdong100.fans cimport View, holds, view_of_winner, view_read
from hupai.ext.rules.guangdong100.horses cimport seat_hit
from hupai.ext.rules.guangdong100.options cimport *
from hupai.ext.rules.shared cimport winners_in_order
from hupai.ext.variant cimport *

FANS = (
    "triple_luxury_seven_pairs", "four_kongs", "big_three_dragons", "big_four_winds", "heavenly_hand", "earthly_hand",
    "double_luxury_seven_pairs", "all_honors", "four_jokers", "little_three_dragons", "little_four_winds",
    "luxury_seven_pairs", "all_terminals_and_honors", "full_flush_pungs", "seven_pairs", "full_flush",
    "half_flush_pungs", "half_flush", "all_pungs", "all_chows", "chicken_hand",
    "self_draw", "discard_win", "out_with_replacement", "robbing_the_kong", "no_jokers",
)
PARTS = ("win", "horses", "kong", "follow")

cdef enum:
    WIN_PART, HORSES_PART, KONG_PART, FOLLOW_PART


# -- the points of a winner (GD-6)

cdef inline bint first_draw(const Facts *facts, int seat) noexcept nogil:
    """By self draw on the first tile that the seat has drawn, with no meld before (天胡, 地胡)."""
    cdef int i
    if facts.by != WIN_SELF or facts.turns[seat] != 1:
        return False
    for i in range(facts.n_melds):
        if facts.melds[i].seat == seat:
            return False
    return True


cdef int pattern(const Facts *facts, const GuangdongOptions *options, int seat, const View *view, bint complete) noexcept nogil:
    """GD-6.1 to GD-6.3: the first pattern that the hand has, from the most valuable on."""
    cdef int i, fan
    for i in range(options.n_order):
        fan = options.order[i]
        if fan == HEAVENLY or fan == EARTHLY:                                   # 天胡, 地胡
            if ((fan == HEAVENLY) == (seat == facts.dealer) and (complete or options.four_jokers_first_turn)
                    and first_draw(facts, seat)):
                return fan
        elif fan == CHICKEN and ((facts.by == WIN_DISCARD and not options.chicken_wins & BY_DISCARD)
                                 or (facts.by == WIN_ROB and not options.chicken_wins & BY_ROB)):     # GD-4.4
            continue
        elif holds(view, fan):
            return fan
    return NO_TILE


cdef void score_winner(const Facts *facts, const GuangdongOptions *options, int seat, Score *score) noexcept nogil:
    cdef View view
    cdef int fan, way
    cdef int64_t points
    memset(score, 0, sizeof(Score))
    view_of_winner(&view, options.blocks, facts, seat, options.pair_groups)
    score.seat = <int8_t> seat
    fan = pattern(facts, options, seat, &view, view_read(&view))
    if fan < 0:
        return
    score.fans[fan] = 1
    points = options.fan_values[fan]
    if facts.by == WIN_ROB:                                                     # GD-6.5: 抢杠胡
        way = ROBBING
        score.fans[ROBBING] = 1
    elif facts.by == WIN_DISCARD:                                               # 点炮
        way = DISCARD_FACTOR
    elif facts.marks & ON_REPLACEMENT:                                          # 杠开
        way = OUT_WITH_REPLACEMENT
        score.fans[OUT_WITH_REPLACEMENT] = 1
    else:                                                                       # 自摸
        way = SELF_DRAW
    points *= options.fan_values[way]
    if view.hand.jokers == 0 and (facts.joker >= 0 or options.no_jokers_when_none):     # GD-6.6: 无鬼
        score.fans[NO_JOKERS] = 1
        points *= options.fan_values[NO_JOKERS]
    if options.points_cap and points > options.points_cap:                      # GD-6.7: 封顶
        points = options.points_cap
    score.points = points


# -- liability (GD-10)

cdef int liability(const Facts *facts, int winner, int *seat) noexcept nogil:
    """Which clauses would make a seat liable for a win, as bits, and that seat; the options are not asked."""
    cdef int i, melds = 0, kinds = NOBODY_LIABLE
    cdef const Meld *last = NULL        # the winner's fourth meld
    cdef const Meld *kong = NULL        # its last kong
    seat[0] = NO_SEAT
    if facts.by == WIN_ROB:                                                     # GD-10.1
        seat[0] = facts.source
        return ROB_LIABLE
    if facts.by != WIN_SELF:
        return NOBODY_LIABLE
    for i in range(facts.n_melds):
        if facts.melds[i].seat == winner:
            melds += 1
            last = &facts.melds[i]
            if last.kind == KONG_MELDED:
                kong = last
    if facts.marks & KONG_BLOOM and kong != NULL:                               # GD-10.4
        seat[0] = kong.source
        kinds |= BLOOM_LIABLE
    if melds == 4 and last.source != winner:                                    # GD-10.2, GD-10.3
        seat[0] = last.source
        kinds |= TWELVE_LIABLE
    return kinds


cdef int liability_in_force(const Facts *facts, const GuangdongOptions *options, int winner, int *seat) noexcept nogil:
    """As `liability`, of the clauses that the options leave in force."""
    cdef int kinds = liability(facts, winner, seat)
    if not options.rob_liability:
        kinds &= ~ROB_LIABLE
    if not options.twelve_liability:
        kinds &= ~TWELVE_LIABLE
    if not options.kong_bloom_liability:
        kinds &= ~BLOOM_LIABLE
    if not kinds:
        seat[0] = NO_SEAT
    return kinds                                                                # GD-10.8: two of them name the same seat


# -- payments (GD-7, GD-9, GD-10)

cdef inline void pay(Outcome *outcome, int part, int payer, int receiver, int64_t amount, int liable) noexcept nogil:
    """A payment that the liable seat, if there is one, covers; one to itself falls away (GD-10.6)."""
    if liable >= 0:
        payer = liable
    if payer != receiver:
        outcome.flows[part][payer][receiver] += amount


cdef void pay_horses(const Facts *facts, const GuangdongOptions *options, int payer, int receiver, int64_t amount, int liable,
                     Outcome *outcome) noexcept nogil:
    """GD-9.6: each horse shares the lot of the seat that it hits in one transfer."""
    cdef int buyer, i, tile, hit
    for buyer in range(SEATS):
        for i in range(options.horses):
            tile = facts.lots[LOTS_A_SEAT * buyer + i]
            if tile < 0:
                break
            hit = seat_hit(facts, tile)
            if hit == receiver and buyer != payer:
                pay(outcome, HORSES_PART, payer, buyer, amount, liable)
            elif hit == payer and buyer != receiver:
                pay(outcome, HORSES_PART, buyer, receiver, amount, liable)


cdef void transfer(const Facts *facts, const GuangdongOptions *options, int payer, int receiver, int64_t amount, int liable,
                   Outcome *outcome) noexcept nogil:
    pay(outcome, WIN_PART, payer, receiver, amount, liable)
    pay_horses(facts, options, payer, receiver, amount, liable, outcome)


cdef void pay_winner(const Facts *facts, const GuangdongOptions *options, const Score *score, Outcome *outcome) noexcept nogil:
    """GD-7.2 to GD-7.4: the transfers of a win; GD-10.7: those that the horses see where a seat is liable."""
    cdef int loser, liable
    cdef int64_t amount = options.base * score.points
    liability_in_force(facts, options, score.seat, &liable)
    if facts.by != WIN_SELF:
        transfer(facts, options, facts.source, score.seat, amount, liable, outcome)
    elif liable >= 0 and options.liability_shifted:
        transfer(facts, options, liable, score.seat, 3 * amount, liable, outcome)
    else:
        for loser in range(SEATS):
            if loser != score.seat:
                transfer(facts, options, loser, score.seat, amount, liable, outcome)


cdef void pay_kongs(const Facts *facts, const GuangdongOptions *options, Outcome *outcome) noexcept nogil:
    """GD-8.1 to GD-8.7: whether the hand is won or drawn."""
    cdef int i, other
    cdef int64_t amount
    cdef const Meld *meld
    for i in range(facts.n_melds):
        meld = &facts.melds[i]
        if meld.kind == KONG_MELDED:                                            # 点杠
            outcome.flows[KONG_PART][meld.source][meld.seat] += options.base * options.melded_points
            continue
        if meld.kind == KONG_CONCEALED:                                         # 暗杠
            amount = options.concealed_points
        elif meld.kind == KONG_ADDED:                                           # 补杠
            if (meld.marks & PASSED_UP and not options.pay_passed_kong
                    or meld.marks & LATE and not options.pay_late_kong):
                continue
            amount = options.added_points
        else:
            continue
        for other in range(SEATS):
            if other != meld.seat:
                outcome.flows[KONG_PART][other][meld.seat] += options.base * amount


cdef void pay_followers(const Facts *facts, const GuangdongOptions *options, Outcome *outcome) noexcept nogil:
    """GD-8.8: 跟庄; GD-9.7: where horses count it, nobody covers it."""
    cdef int other
    cdef int64_t amount = options.base * options.follow_dealer
    if not facts.marks & FOLLOWED or not amount:
        return
    for other in range(SEATS):
        if other != facts.dealer:
            outcome.flows[FOLLOW_PART][facts.dealer][other] += amount
            if options.horses_count_follow and facts.winners:
                pay_horses(facts, options, facts.dealer, other, amount, NO_SEAT, outcome)


cdef int settle(const Facts *facts, const void *given, Outcome *outcome) noexcept nogil:
    """Fans, points and transfers of a hand, from its facts and its horses."""
    cdef const GuangdongOptions *options = <const GuangdongOptions *> given
    cdef int8_t winners[SEATS]
    cdef int i
    cdef Score *score
    memset(outcome.flows, 0, 4 * sizeof(outcome.flows[0]))
    outcome.n_winners = <int8_t> winners_in_order(facts, winners)
    for i in range(outcome.n_winners):
        score = &outcome.winners[i]
        score_winner(facts, options, winners[i], score)
        pay_winner(facts, options, score, outcome)
    pay_kongs(facts, options, outcome)
    pay_followers(facts, options, outcome)
    return 0
