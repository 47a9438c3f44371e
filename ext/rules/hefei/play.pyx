"""合肥麻将: what is legal, and what is remembered of a hand. Sections 1 to 6 and 10 of docs/variants/hefei.md."""
from libc.stdint cimport INT32_MIN, int8_t, int32_t, int64_t, uint64_t

from hupai.ext.engine.bits cimport bit
from hupai.ext.rulebook cimport RuleBook
from hupai.ext.rules.hefei.hands cimport *
from hupai.ext.rules.hefei.options cimport *
from hupai.ext.rules.hefei.refusals cimport refuse, unfinished
from hupai.ext.rules.hefei.settlement cimport settle
from hupai.ext.rules.shared cimport (
    count_kongs, lock_passers, nearness, pungs_to_add, winning_dealer,
)
from hupai.ext.shapes cimport hand_kinds, make_blocks
from hupai.ext.variant cimport *

from hupai.ext.rules.hefei.settlement import FANS, PARTS

cdef int8_t DECK[TILES]
for _place in range(TILES):
    DECK[_place] = <int8_t> (9 * (_place // 28) + 1 + _place % 28 // 4)         # HF-1.3: 2-8 of each suit, four of each

cdef enum:                              # by their place in COLUMNS; those of a seat stand four times
    READY_COLUMN = 0
    KONG_COLUMNS = 4
    SEA_COLUMN = 16
    ROBBED_COLUMN = 17

COLUMNS = tuple(
    f"hf_{name}_{seat}" for name in ("ready", "melded", "added", "concealed") for seat in range(SEATS)
) + ("hf_sea", "hf_robbed")


# -- what the seat to act may do

cdef void menu(Game *game, int seat, Menu *menu) noexcept nogil:
    cdef Seat *own = &game.seats[seat]
    cdef uint64_t drawn
    if game.phase == CLAIMED:                                                   # HF-2.5
        menu.discards = hand_kinds(&own.hand)
        menu.declares = ready_discards(game, seat)
        return
    drawn = bit(game.drawn)
    if own.waits & drawn:                                                       # HF-5.3
        menu.acts |= 1 << WIN_SELF
    if in_sea(game):                                                            # HF-6.3
        menu.acts |= 1 << PASS
        return
    if own.declared < 0:
        menu.discards = hand_kinds(&own.hand)
        menu.declares = ready_discards(game, seat)
        if game.left > SEA:                                                     # HF-3.10
            menu.concealed = own.hand.fours
            menu.added = pungs_to_add(own)
        return
    menu.discards = drawn                                                       # HF-4.5
    if game.left > SEA:
        if own.hand.fours & drawn and kong_when_declared(game, seat, KONG_CONCEALED, game.drawn):
            menu.concealed = drawn
        if pungs_to_add(own) & drawn and kong_when_declared(game, seat, KONG_ADDED, game.drawn):
            menu.added = drawn


cdef int responses(Game *game, int seat) noexcept nogil:
    cdef Seat *own = &game.seats[seat]
    cdef const HefeiOptions *options = options_of(game)
    cdef const HefeiState *state = <const HefeiState *> game.state
    cdef bint by_rob = game.phase == ROB_OFFER
    cdef int bits = 0
    if (own.waits & bit(game.open) and not state.locked & (1 << seat)           # HF-3.6
            and (own.declared >= 0                                              # HF-5.4, HF-5.5
                 or not (options.rob_needs_ready if by_rob else options.discard_needs_ready))):
        bits |= R_WIN
    if by_rob:
        return bits
    if own.declared < 0 and own.hand.counts[game.open] >= 2:                    # HF-3.2, HF-4.6
        bits |= R_PUNG
    if (own.hand.counts[game.open] == 3 and game.left > SEA                     # HF-3.3, HF-3.10
            and (own.declared < 0 or kong_when_declared(game, seat, KONG_MELDED, game.open))):
        bits |= R_KONG
    return bits


# -- what is remembered

cdef void begin(Game *game) noexcept nogil:
    game.left = TILES - 52                                                      # HF-1.6
    game.floor = 0 if options_of(game).sea_stage else SEA                       # HF-6.6
    (<HefeiState *> game.state).locked = 0


cdef void closed(Game *game, const Event *event) noexcept nogil:
    """HF-3.6: who could have won on the tile and did not is locked."""
    if options_of(game).locks:
        lock_passers(game, &(<HefeiState *> game.state).locked)


cdef void after(Game *game, const Event *event) noexcept nogil:
    if event.act == DRAW:
        (<HefeiState *> game.state).locked &= <int8_t> ~(1 << event.seat)


# -- facts and columns

cdef inline bint first_circle(const Game *game) noexcept nogil:
    """HF-7.21: another than the dealer, before its first discard, the dealer having discarded exactly once."""
    return (game.turn != game.dealer and game.seats[game.turn].discards == 0
            and game.seats[game.dealer].discards == 1)


cdef void mark(const Game *game, Facts *facts) noexcept nogil:
    cdef int i, seat
    cdef uint64_t marks = 0, kinds
    if not game.n_winners:
        return
    if game.win_act == WIN_SELF:
        if game.replaced:
            marks |= ON_REPLACEMENT
        if in_sea(game):
            marks |= IN_SEA
        if first_circle(game):
            marks |= FIRST_CIRCLE
        if game.turn == game.dealer and game.draws == 1:                        # HF-7.22
            marks |= FIRST_DRAW
    elif game.win_act == WIN_DISCARD and game.replaced:
        marks |= ON_KONG_DISCARD
    if facts.n_melds:
        marks |= MELD_BEFORE
    for i in range(game.n_winners):
        seat = game.winners[i]
        kinds = game.seats[seat].waits
        if kinds & (kinds - 1) == 0:                                            # HF-7.8
            marks |= SINGLE_WAIT << seat
    facts.marks = marks


cdef void own_columns(const Game *game, const Facts *facts, int32_t *columns) noexcept nogil:
    cdef int seat
    cdef const Seat *own
    for seat in range(SEATS):
        own = &game.seats[seat]
        columns[READY_COLUMN + seat] = own.declared if own.declared >= 0 else INT32_MIN
        count_kongs(own, seat, &columns[KONG_COLUMNS])
    columns[SEA_COLUMN] = in_sea(game)
    columns[ROBBED_COLUMN] = game.robbed


# -- the next hand (section 10)

cdef void succeed(const Facts *facts, const void *given, int8_t *dealer, int32_t *streak) noexcept nogil:
    cdef const HefeiOptions *options = <const HefeiOptions *> given
    cdef int now = facts.dealer, then = (now + 1) & 3
    cdef bint dealer_won = (facts.winners >> now) & 1, drawn = facts.winners == 0
    if options.dealer_rule == WINNER_DEALS:
        then = now if drawn else winning_dealer(facts)
    elif options.dealer_rule != ROTATE and (dealer_won or (drawn and options.dealer_rule == STAY_ON_WIN_OR_DRAW)):
        then = now
    streak[0] = facts.streak + 1 if then == now else 0                          # HF-10.2
    dealer[0] = <int8_t> then


# -- the book

DEALER_RULES = ("win_or_draw", "win", "winner", "rotate")


cdef class HefeiBook(RuleBook):
    """合肥麻将 under one set of options.

    Args:
        options: every option with its value, as `hupai.ext.rules.Rules.options` has them.
    """

    cdef HefeiOptions own

    def __init__(self, dict options):
        cdef int fan
        self.take_names("hefei", "HF", FANS, PARTS, COLUMNS)
        self.own.base = options["base"]
        for fan in range(FANS_COUNT):
            self.own.fan_values[fan] = options["fan_values"][FANS[fan]]
        self.own.cap_points = options["cap_points"] or 0
        self.own.dealer_rule = DEALER_RULES.index(options["dealer_rule"])
        self.own.min_suit_tiles = options["min_suit_tiles"]
        self.own.kong_tiles = options["kong_tiles"]
        self.own.same_number_free = options["same_number_free"]
        self.own.same_number_every = options["same_number_scope"] == "every"
        self.own.ten_same_min = options["ten_same_min"]
        self.own.kan_by_discard = options["kan_by_discard"]
        self.own.concealed_kong_is_kan = options["concealed_kong_is_kan"]
        self.own.four_concealed_counts_kan = options["four_concealed_counts_kan"]
        self.own.dealer_count_from = options["dealer_count_from"]
        self.own.dealer_pays_fan = options["dealer_fan_scope"] == "winner_and_payer"
        self.own.discard_needs_ready = options["discard_needs_ready"]
        self.own.rob_needs_ready = options["rob_needs_ready"]
        self.own.rob_pays = options["rob_pays"]
        self.own.ready_kong = options["ready_kong"]
        self.own.earthly_needs_no_meld = options["earthly_break"] == "any_meld"
        self.own.limit_takes_best = options["limit_takes_best"]
        self.own.sea_stage = options["sea_stage"]
        self.own.locks = options["pass_lock"] == "until_draw"
        self.options = &self.own
        make_blocks(&self.blocks, (("suit7", "m", 2), ("suit7", "p", 2), ("suit7", "s", 2)))
        self.variant.blocks = &self.blocks
        self.variant.deck = DECK
        self.variant.deck_size = TILES
        self.variant.one_winner = options["multi_win"] == "nearest"
        self.variant.state_size = sizeof(HefeiState)
        self.variant.begin = begin
        self.variant.waits = waits
        self.variant.menu = menu
        self.variant.responses = responses
        self.variant.rank = nearness                                            # HF-3.5 under `multi_win: nearest`
        self.variant.closed = closed
        self.variant.after = after
        self.variant.need = need
        self.variant.masks = masks
        self.variant.mark = mark
        self.variant.settle = settle
        self.variant.succeed = succeed
        self.variant.own = own_columns
        self.variant.refuse = refuse
        self.variant.unfinished = unfinished
