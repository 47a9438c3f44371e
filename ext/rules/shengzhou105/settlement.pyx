"""嵊州105: what a win is worth, and who pays. Sections 5 and 6 of docs/variants/shengzhou105.md.

For each payer: (牌型番 × 买庄 + 炮子数 × 炮子分) × 承包倍数, and 杠分 apart. With every option at its limit an amount stays
below 10^14 (a test counts it), so plain 64-bit arithmetic does.
"""
from libc.stdint cimport int8_t, int64_t, uint64_t
from libc.string cimport memset

from hupai.ext.rules.shengzhou105.options cimport *
from hupai.ext.variant cimport *

FANS = (
    "discard_win", "self_draw", "joker_bird", "flying_bird", "double_flying_bird", "triple_flying_bird",
    "out_with_replacement", "robbing_the_kong", "flight_forfeit",
)
PARTS = ("win", "stakes", "forfeit", "kong")

cdef enum:
    WIN_PART, STAKES_PART, FORFEIT_PART, KONG_PART

cdef struct Sheet:                      # one hand being settled
    const Facts *facts
    const ShengzhouOptions *options
    Outcome *outcome
    int claims[SEATS][SEATS]            # discards of the second that the first has claimed


# -- between two seats

cdef inline bint in_streak(const Sheet *sheet, int a, int b) noexcept nogil:
    """SZ-6.4: whether the hand counts as 连庄 between the two."""
    cdef int dealer = sheet.facts.dealer
    return sheet.facts.streak >= 1 and (not sheet.options.streak_dealer_only or dealer == a or dealer == b)


cdef inline int64_t streak_factor(const Sheet *sheet, int a, int b) noexcept nogil:
    """SZ-6.4 买庄."""
    return sheet.options.streak_factor if in_streak(sheet, a, b) else 1


cdef inline int64_t stake_count(const Sheet *sheet, int a, int b) noexcept nogil:
    """SZ-6.5 炮子数."""
    return <int64_t> sheet.facts.lots[a] + sheet.facts.lots[b]


cdef inline bint is_bound(const Sheet *sheet, int claimer, int source) noexcept nogil:
    return sheet.claims[claimer][source] >= sheet.options.liability_claims


cdef inline bint is_liable(const Sheet *sheet, int a, int b) noexcept nogil:
    """SZ-6.6 承包: either has claimed enough discards of the other."""
    return is_bound(sheet, a, b) or is_bound(sheet, b, a)


cdef inline int64_t mutual_factor(const Sheet *sheet, int a, int b) noexcept nogil:
    """SZ-6.7 互相承包."""
    return sheet.options.mutual_multiplier if is_bound(sheet, a, b) and is_bound(sheet, b, a) else 1


cdef int64_t liability(const Sheet *sheet, int winner, int payer) noexcept nogil:
    """SZ-6.6 承包倍数: 0 where a liable seat pays in this one's place."""
    cdef int seat
    if is_liable(sheet, winner, payer):
        return sheet.options.liability_multiplier * mutual_factor(sheet, winner, payer)
    if sheet.options.liability_frees_others:
        for seat in range(SEATS):
            if seat != winner and is_liable(sheet, winner, seat):
                return 0
    return 1


cdef inline int64_t pattern_owed(const Sheet *sheet, int winner, int payer, int64_t value) noexcept nogil:
    """SZ-6.3: 牌型番 × 买庄 × 承包倍数."""
    return value * streak_factor(sheet, winner, payer) * liability(sheet, winner, payer)


cdef inline int64_t stakes_owed(const Sheet *sheet, int winner, int payer, int64_t value) noexcept nogil:
    """SZ-6.3: 炮子数 × 炮子分 × 承包倍数."""
    return value * stake_count(sheet, winner, payer) * liability(sheet, winner, payer)


cdef inline int winner_of(const Facts *facts) noexcept nogil:
    cdef int seat = 0
    while not facts.winners & (1 << seat):
        seat += 1
    return seat


cdef inline int64_t share_of(const Sheet *sheet, int winner, int payer) noexcept nogil:
    """SZ-6.2: what the payer owes for 推倒胡, before 承包."""
    return sheet.options.shares[in_streak(sheet, winner, payer)][payer == sheet.facts.source]


# -- the ways to win

cdef inline int flights_of(const Sheet *sheet, int seat) noexcept nogil:
    """SZ-5.5: flights alive at the end, as `refly` counts them."""
    cdef int shift = DRAWN_FLIGHTS_SHIFT if sheet.options.refly_drawn else FLIGHTS_SHIFT
    return <int> (sheet.facts.marks >> (shift + 2 * seat)) & 3


cdef void pay_self_draw(const Sheet *sheet, Score *score) noexcept nogil:
    """SZ-5.8, SZ-6.3."""
    cdef const ShengzhouOptions *options = sheet.options
    cdef int winner = score.seat, payer, flights = flights_of(sheet, winner), fan = SELF_DRAW
    cdef bint replaced = sheet.facts.marks & ON_REPLACEMENT != 0
    cdef int64_t value
    if flights:
        fan = JOKER_BIRD + flights
    elif sheet.facts.marks & FROM_BIRD_WAIT:
        fan = JOKER_BIRD
    if replaced and fan == SELF_DRAW:
        fan = OUT_WITH_REPLACEMENT
    elif replaced and options.kong_multiplies:
        score.fans[OUT_WITH_REPLACEMENT] = 1
    elif replaced and options.fan_values[OUT_WITH_REPLACEMENT] > options.fan_values[fan]:
        fan = OUT_WITH_REPLACEMENT
    score.fans[fan] = 1
    value = options.fan_values[fan]
    if fan != OUT_WITH_REPLACEMENT and score.fans[OUT_WITH_REPLACEMENT]:
        value *= 2
    score.points = value
    for payer in range(SEATS):
        if payer != winner:
            sheet.outcome.flows[WIN_PART][payer][winner] = pattern_owed(sheet, winner, payer, value)
            sheet.outcome.flows[STAKES_PART][payer][winner] = stakes_owed(
                sheet, winner, payer, options.stake_values[fan])


cdef void pay_discard_win(const Sheet *sheet, Score *score) noexcept nogil:
    """SZ-6.2: each payer's share; the discarder pays its own in any case, others where no liable seat stands in."""
    cdef const ShengzhouOptions *options = sheet.options
    cdef int winner = score.seat, payer
    cdef bint discarded
    cdef int64_t share, times
    score.fans[DISCARD_WIN] = 1
    score.points = options.discard_value
    for payer in range(SEATS):
        if payer == winner:
            continue
        discarded = payer == sheet.facts.source
        share = share_of(sheet, winner, payer)
        times = liability(sheet, winner, payer) if options.liability_on_discard else 1
        if discarded and times == 0:
            times = 1
        sheet.outcome.flows[WIN_PART][payer][winner] = share * times
        if share:
            sheet.outcome.flows[STAKES_PART][payer][winner] = (
                options.stake_values[DISCARD_WIN] * stake_count(sheet, winner, payer) * times)


cdef void pay_rob(const Sheet *sheet, Score *score) noexcept nogil:
    """SZ-6.8: the robbed seat pays alone."""
    cdef const ShengzhouOptions *options = sheet.options
    cdef int winner = score.seat, robbed = sheet.facts.source
    cdef int64_t value = options.fan_values[ROBBING_THE_KONG]
    cdef int64_t times = options.rob_multiplier * mutual_factor(sheet, winner, robbed)
    score.fans[ROBBING_THE_KONG] = 1
    score.points = value
    sheet.outcome.flows[WIN_PART][robbed][winner] = value * streak_factor(sheet, winner, robbed) * times
    sheet.outcome.flows[STAKES_PART][robbed][winner] = (
        options.stake_values[ROBBING_THE_KONG] * stake_count(sheet, winner, robbed) * times)


cdef bint pay_forfeits(const Sheet *sheet, Score *score) noexcept nogil:
    """SZ-6.9 飞鸟赔付: each failed flier pays the winner what it would have won; whether there was one."""
    cdef const ShengzhouOptions *options = sheet.options
    cdef int winner = score.seat, flier, payer, fan
    cdef int64_t total
    if options.flight_forfeit == FORFEIT_OFF:
        return False
    for flier in range(SEATS):
        if flier == winner or not flights_of(sheet, flier):
            continue
        fan = JOKER_BIRD + flights_of(sheet, flier)
        total = 0
        for payer in range(SEATS):
            if payer == winner or (payer != flier and options.flight_forfeit == FORFEIT_TOTAL):
                total += (pattern_owed(sheet, flier, payer, options.fan_values[fan])
                          + stakes_owed(sheet, flier, payer, options.stake_values[fan]))
        sheet.outcome.flows[FORFEIT_PART][flier][winner] = total
        score.fans[FLIGHT_FORFEIT] += 1
        score.points += options.fan_values[fan]
    return score.fans[FLIGHT_FORFEIT] > 0


# -- kongs (SZ-6.10)

cdef void pay_kong(const Sheet *sheet, const Meld *meld) noexcept nogil:
    cdef const ShengzhouOptions *options = sheet.options
    cdef int payer, owner = meld.seat
    cdef int64_t points
    cdef bint feeder_alone = False
    if meld.kind == KONG_CONCEALED:
        points = options.kong_concealed
    elif meld.kind == KONG_MELDED:
        points = options.kong_melded
        feeder_alone = options.melded_kong_solo
    else:
        points = options.kong_added
        feeder_alone = options.added_kong_solo
    if feeder_alone:
        sheet.outcome.flows[KONG_PART][meld.source][owner] += options.kong_melded_solo
        return
    for payer in range(SEATS):
        if payer != owner:
            sheet.outcome.flows[KONG_PART][payer][owner] += points


cdef void pay_kongs(const Sheet *sheet) noexcept nogil:
    cdef const Facts *facts = sheet.facts
    cdef int i
    if not facts.winners and sheet.options.kong_pay != KONGS_ALWAYS:
        return
    for i in range(facts.n_melds):
        if facts.melds[i].kind == CHOW or facts.melds[i].kind == PUNG:
            continue
        if sheet.options.kong_pay != KONGS_WINNER_ONLY or facts.winners & (1 << facts.melds[i].seat):
            pay_kong(sheet, &facts.melds[i])


cdef inline void open_sheet(Sheet *sheet, const Facts *facts, const ShengzhouOptions *options) noexcept nogil:
    """The hand with its claims counted: SZ-6.6, a kong added to a pung adds none, a concealed one counts for nobody."""
    cdef int i
    sheet.facts = facts
    sheet.options = options
    memset(sheet.claims, 0, sizeof(sheet.claims))
    for i in range(facts.n_melds):
        if facts.melds[i].kind != KONG_CONCEALED:
            sheet.claims[facts.melds[i].seat][facts.melds[i].source] += 1


cdef int settle(const Facts *facts, const void *given, Outcome *outcome) noexcept nogil:
    """Fan, points and transfers of a hand; a drawn hand pays for kongs only (SZ-6.11)."""
    cdef Sheet sheet
    cdef Score *score = &outcome.winners[0]
    memset(outcome.flows, 0, 4 * sizeof(outcome.flows[0]))
    outcome.n_winners = 0
    open_sheet(&sheet, facts, <const ShengzhouOptions *> given)
    sheet.outcome = outcome
    pay_kongs(&sheet)
    if not facts.winners:
        return 0
    outcome.n_winners = 1
    score.seat = <int8_t> winner_of(facts)
    score.points = 0
    memset(score.fans, 0, sizeof(score.fans))
    if pay_forfeits(&sheet, score):
        return 0
    if facts.by == WIN_SELF:
        pay_self_draw(&sheet, score)
    elif facts.by == WIN_DISCARD:
        pay_discard_win(&sheet, score)
    else:
        pay_rob(&sheet, score)
    return 0


cdef int paid_as_liable(const Facts *facts, const ShengzhouOptions *options, int seat) noexcept nogil:
    """Whether the seat paid the winner as its liable partner: 1, bound both ways 2; a robbed kong and a forfeit are none."""
    cdef Sheet sheet
    cdef int winner, other
    if not facts.winners or facts.by == WIN_ROB:
        return 0
    winner = winner_of(facts)
    open_sheet(&sheet, facts, options)
    if winner == seat or not is_liable(&sheet, winner, seat) or (
            facts.by == WIN_DISCARD and not (options.liability_on_discard and share_of(&sheet, winner, seat))):
        return 0
    for other in range(SEATS):
        if other != winner and flights_of(&sheet, other) and options.flight_forfeit != FORFEIT_OFF:
            return 0
    return 2 if is_bound(&sheet, winner, seat) and is_bound(&sheet, seat, winner) else 1
