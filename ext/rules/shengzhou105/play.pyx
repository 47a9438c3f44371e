"""嵊州105: what is legal, and what is remembered of a hand. Sections 1 to 4 of docs/variants/shengzhou105.md."""
from libc.stdint cimport INT32_MIN, int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from hupai.ext.engine.bits cimport bit
from hupai.ext.rulebook cimport RuleBook
from hupai.ext.rules.shengzhou105.hands cimport *
from hupai.ext.rules.shengzhou105.options cimport *
from hupai.ext.rules.shengzhou105.refusals cimport refuse, unfinished
from hupai.ext.rules.shengzhou105.sense cimport respond, sense
from hupai.ext.rules.shengzhou105.settlement cimport paid_as_liable, settle
from hupai.ext.rules.shared cimport count_kongs, pungs_to_add
from hupai.ext.shapes cimport make_blocks
from hupai.ext.streams cimport STAKES, Stream, below, stream_open
from hupai.ext.variant cimport *

from hupai.ext.rules.shengzhou105.modes import shares
from hupai.ext.rules.shengzhou105.settlement import FANS, PARTS

cdef int8_t DECK[TILES]
for _place in range(TILES):
    DECK[_place] = <int8_t> (_place // 4)                                       # SZ-1.1

PER_SEAT = (
    "jokers", "jokers_drawn", "jokers_discarded", "stakes", "bird", "flights_first", "flights_second", "flights_third",
    "flight_end", "claims_next", "claims_opposite", "claims_previous", "liable", "melded", "added", "concealed",
)
COLUMNS = tuple(f"sz_{name}_{seat}" for name in PER_SEAT for seat in range(SEATS))

cdef enum:                              # the first own column of each group of four
    JOKERS_COLUMN = 0
    DRAWN_COLUMN = 4
    DISCARDED_COLUMN = 8
    STAKES_COLUMN = 12
    BIRD_COLUMN = 16
    FLOWN_COLUMN = 20                   # three groups
    FLIGHT_END_COLUMN = 32
    CLAIMS_COLUMN = 36                  # three groups: of the next seat, the one opposite, the one before
    LIABLE_COLUMN = 48
    KONG_COLUMNS = 52
    COLUMNS_COUNT = 64

cdef enum:                              # flight_end, beside the flights alive
    BEATEN = 10
    UNDECIDED = 20


# -- what the seat to act may do

cdef void menu(Game *game, int seat, Menu *menu) noexcept nogil:
    cdef Seat *own = &game.seats[seat]
    cdef const ShengzhouOptions *options = options_of(game)
    cdef const ShengzhouState *state = state_of(game)
    menu.discards = held_kinds(&own.hand)
    if game.phase == CLAIMED:                                                   # SZ-3.9, SZ-3.13
        menu.discards &= ~state.chow_banned
        return
    if own.waits & bit(game.drawn) and limits_let_win(game, seat):              # SZ-4.2
        menu.acts |= 1 << WIN_SELF
    if wall_is_empty(game):                                                     # SZ-3.7
        return
    menu.concealed = own.hand.fours                                             # SZ-3.5
    if not state.terms:                                                         # SZ-3.12
        menu.added = pungs_to_add(own)                                          # SZ-3.6
        if options.added_kong_drawn_only:
            menu.added &= bit(game.drawn)


cdef inline bint may_win(const Game *game, int seat) noexcept nogil:
    """A win on the open tile: shape, passes (SZ-3.11), jokers (SZ-4.4, SZ-4.7), melds (SZ-4.5), ban (SZ-3.12)."""
    cdef const Seat *own = &game.seats[seat]
    cdef const ShengzhouOptions *options = options_of(game)
    cdef const ShengzhouState *state = state_of(game)
    cdef uint64_t passed = state.wins_passed[seat]
    if not own.waits & bit(game.open):
        return False
    if game.phase == ROB_OFFER:
        if own.hand.jokers > options.rob_max_jokers:
            return False
    elif own.hand.jokers > options.discard_win_max_jokers or (state.terms and not options.win_under_ban):
        return False
    if passed and (options.win_pass == PASS_ANY or options.win_pass == PASS_SAME_TILE and passed & bit(game.open)):
        return False
    return not must_draw_to_win(game, seat)


cdef int responses(Game *game, int seat) noexcept nogil:
    cdef Seat *own = &game.seats[seat]
    cdef const ShengzhouOptions *options = options_of(game)
    cdef const ShengzhouState *state = state_of(game)
    cdef int bits, place, low, count = own.hand.counts[game.open]
    cdef uint64_t passed
    if game.open == game.joker:                                                 # SZ-1.6
        return 0
    bits = R_WIN if may_win(game, seat) else 0
    if game.phase == ROB_OFFER or wall_is_empty(game) or state.terms:           # SZ-3.12, SZ-3.15
        return bits
    if count >= 2:                                                              # SZ-3.3, SZ-3.10
        passed = state.pungs_passed[seat]
        if not passed or options.pung_pass == PASS_OFF or (
                options.pung_pass == PASS_SAME_TILE and not passed & bit(game.open)):
            bits |= R_PUNG
        if count == 3:                                                          # SZ-3.4
            bits |= R_KONG
    if (seat - game.turn) & 3 == 1 and game.open < 27:                          # SZ-3.2
        for place in range(3):
            low = game.open - place
            if game.open % 9 >= place and low % 9 <= 6 and (
                    place == 0 or own.hand.counts[low]) and (
                    place == 1 or own.hand.counts[low + 1]) and (
                    place == 2 or own.hand.counts[low + 2]) and chow_leaves_discard(game, seat, low):
                bits |= R_CHOW_LOW << place
    return bits


cdef int rank(const Game *game, int seat) noexcept nogil:
    """SZ-4.9 截胡."""
    return (seat - (game.turn if options_of(game).bump_from_discarder else game.dealer)) & 3


# -- what is remembered

cdef inline int joker_after(int indicator, bint two_cycles) noexcept nogil:
    """SZ-1.2."""
    if indicator < 27:
        return indicator - 8 if indicator % 9 == 8 else indicator + 1
    if indicator == 33:
        return 31 if two_cycles else 27
    return 27 if two_cycles and indicator == 30 else indicator + 1


cdef void open_wall(Game *game) noexcept nogil:
    """SZ-1.3: the wall's last tile is turned over."""
    game.indicator = game.wall[TILES - 1]
    game.tail = TILES - 2
    game.joker = <int8_t> joker_after(game.indicator, options_of(game).honours_in_two_cycles)


cdef void begin(Game *game) noexcept nogil:
    cdef ShengzhouState *state = state_of(game)
    cdef int seat
    game.left = <int> (TILES - DEALT_TILES - 1 + options_of(game).indicator_in_play)
    game.floor = <int> options_of(game).dead_wall                               # SZ-3.15
    game.visible[game.indicator] += 1
    memset(state, 0, sizeof(ShengzhouState))
    for seat in range(SEATS):
        state.first_bird[seat] = -1
        state.jokers_dealt[seat] = game.seats[seat].hand.jokers


cdef void closed(Game *game, const Event *event) noexcept nogil:
    """SZ-3.10, SZ-3.11: who could have punged or won and did not has passed."""
    cdef ShengzhouState *state = state_of(game)
    cdef uint64_t tile = bit(game.open)
    cdef int seat
    for seat in range(SEATS):
        if game.responses[seat] & R_WIN:
            state.wins_passed[seat] |= tile
        if game.responses[seat] & R_PUNG and not (
                event != NULL and event.seat == seat and (event.act == PUNG or event.act == KONG_MELDED)):
            state.pungs_passed[seat] |= tile


cdef inline void lift_passes(ShengzhouState *state, int seat) noexcept nogil:
    state.pungs_passed[seat] = 0
    state.wins_passed[seat] = 0


cdef void after_draw(Game *game, const Event *event) noexcept nogil:
    cdef ShengzhouState *state = state_of(game)
    cdef int seat = event.seat
    cdef bint is_joker = event.tile == game.joker
    lift_passes(state, seat)
    state.terms &= <uint8_t> ~(1 << seat)                                       # SZ-3.12
    state.joker_drawn = is_joker or (event.tail and state.joker_drawn)
    state.jokers_drawn[seat] += is_joker
    if options_of(game).indicator_in_play:                                      # SZ-1.3: it is drawn last, from either end
        if game.left == 0:
            game.visible[game.indicator] -= 1
        elif game.left == 1 and game.front:                                     # a log that is read has no wall
            game.wall[game.front] = game.indicator
            game.wall[game.tail - event.tail] = game.indicator


cdef void after_discard(Game *game, const Event *event) noexcept nogil:
    """SZ-5.5: every discard sets the flights alive of its seat."""
    cdef ShengzhouState *state = state_of(game)
    cdef int seat = event.seat, ban = options_of(game).joker_ban
    cdef bint flies = event.tile == game.joker and state.birds & (1 << seat)    # SZ-5.4
    state.chow_banned = 0
    if flies:
        state.flown[state.flights[seat]][seat] += 1
        state.flights[seat] += 1
        state.flights_drawn[seat] = state.flights_drawn[seat] + 1 if state.joker_drawn else 1
    else:
        state.flights[seat] = 0
        state.flights_drawn[seat] = 0
    if event.tile == game.joker:
        state.jokers_discarded[seat] += 1
        if ban == BAN_ANY or (ban == BAN_FLY and flies):                        # SZ-3.12
            state.terms |= <uint8_t> (1 << seat)


cdef void after(Game *game, const Event *event) noexcept nogil:
    cdef ShengzhouState *state = state_of(game)
    if event.act == DRAW:
        after_draw(game, event)
    elif event.act == DISCARD:
        after_discard(game, event)
    elif event.act == CHOW or event.act == PUNG or event.act == KONG_MELDED:
        state.joker_drawn = 0
        if not options_of(game).lifts_at_draw_only:
            lift_passes(state, event.seat)
        if event.act == CHOW:
            state.chow_banned = banned_after_chow(game, event.low)


# -- facts and columns

cdef void mark(const Game *game, Facts *facts) noexcept nogil:
    cdef const ShengzhouState *state = state_of(game)
    cdef uint64_t marks = 0
    cdef int seat
    for seat in range(SEATS):
        marks |= <uint64_t> state.flights[seat] << (FLIGHTS_SHIFT + 2 * seat)
        marks |= <uint64_t> state.flights_drawn[seat] << (DRAWN_FLIGHTS_SHIFT + 2 * seat)
    if game.n_winners and game.win_act == WIN_SELF:
        if state.birds & (1 << game.turn):
            marks |= FROM_BIRD_WAIT
        if game.replaced:
            marks |= ON_REPLACEMENT
    facts.marks = marks


cdef void draw_lots(Facts *facts, const void *given) noexcept nogil:
    """The stakes of the hand (SZ-2.3 to SZ-2.5)."""
    cdef const ShengzhouOptions *options = <const ShengzhouOptions *> given
    cdef Stream stream
    cdef int seat, wish
    facts.n_lots = SEATS
    if options.stake_mode == STAKES_NONE or (options.streak_without_stakes and facts.streak):
        for seat in range(SEATS):
            facts.lots[seat] = 0
        return
    if options.stake_random:
        stream_open(&stream, facts.seed, STAKES, <uint64_t> (
            facts.hand - (facts.round if options.stake_mode == STAKES_AUTO else facts.streak)))
    for seat in range(SEATS):
        if options.stake_random:
            wish = <int> below(&stream, options.stake_max + 1)
        else:
            wish = min(options.stake_choice[seat], options.stake_max)
        facts.lots[seat] = <int8_t> (max(wish, options.stake_dealer_min) if seat == facts.dealer else wish)


cdef inline int flight_end(const Game *game, int seat) noexcept nogil:
    """The flights in a row with which the hand ended, and how: landed, beaten, undecided; null without any."""
    cdef int flights = state_of(game).flights[seat]
    if not flights:
        return INT32_MIN
    if not game.n_winners:
        return UNDECIDED + flights
    return flights if game.winners[0] == seat and game.win_act == WIN_SELF else BEATEN + flights


cdef void own_columns(const Game *game, const Facts *facts, int32_t *columns) noexcept nogil:
    cdef const ShengzhouState *state = state_of(game)
    cdef const Seat *own
    cdef int seat, i
    for i in range(COLUMNS_COUNT):
        columns[i] = 0
    for seat in range(SEATS):
        own = &game.seats[seat]
        columns[JOKERS_COLUMN + seat] = state.jokers_dealt[seat]
        columns[DRAWN_COLUMN + seat] = state.jokers_drawn[seat]
        columns[DISCARDED_COLUMN + seat] = state.jokers_discarded[seat]
        columns[BIRD_COLUMN + seat] = state.first_bird[seat] if state.first_bird[seat] >= 0 else INT32_MIN
        columns[FLIGHT_END_COLUMN + seat] = flight_end(game, seat)
        for i in range(3):
            columns[FLOWN_COLUMN + SEATS * i + seat] = state.flown[i][seat]
            columns[CLAIMS_COLUMN + SEATS * i + seat] = claims_from(own, seat, (seat + 1 + i) & 3)
        count_kongs(own, seat, &columns[KONG_COLUMNS])


cdef void own_settled(const Facts *facts, const void *given, int32_t *columns) noexcept nogil:
    cdef const ShengzhouOptions *options = <const ShengzhouOptions *> given
    cdef int seat
    for seat in range(SEATS):
        columns[STAKES_COLUMN + seat] = facts.lots[seat]
        columns[LIABLE_COLUMN + seat] = paid_as_liable(facts, options, seat)


# -- the next hand

cdef void succeed(const Facts *facts, const void *options, int8_t *dealer, int32_t *streak) noexcept nogil:
    """SZ-2.1, SZ-2.2."""
    cdef bint stays = facts.winners & (1 << facts.dealer)
    dealer[0] = <int8_t> (facts.dealer if stays else (facts.dealer + 1) & 3)
    streak[0] = facts.streak + 1 if stays else 0


# -- the book

cdef class ShengzhouBook(RuleBook):
    """嵊州105 under one set of options.

    Args:
        options: every option with its value, resolved, as `hupai.ext.rules.Rules.options` has them.
    """

    cdef ShengzhouOptions own

    def __init__(self, dict options):
        self.take_names("shengzhou105", "SZ", FANS, PARTS, COLUMNS)
        self.take_values(options)
        self.take_stakes(options)
        self.take_play(options)
        self.options = &self.own
        make_blocks(&self.blocks, (("suit9_free", "m", 1), ("suit9_free", "p", 1), ("suit9_free", "s", 1),
                                   ("honours_free", "z", 1)))
        self.fill_variant()

    def log_head(self, list lots):
        """SZ-2.3: four stakes, 0 each under `stake_mode: none`."""
        return {"stakes": lots}

    cdef take_values(self, dict options):
        cdef int fan, row, place
        cdef dict kongs = options["kong_points"]
        cdef bint solo = options["solo_pay"]
        for fan in range(VALUES_COUNT):
            self.own.fan_values[fan] = options["fan_values"].get(FANS[fan], 0)
            self.own.stake_values[fan] = options["stake_values"][FANS[fan]]
        table = shares(options["discard_points"], solo=solo, solo_in_streak=options["solo_in_streak"],
                       streak_factor=options["streak_factor"])
        for row in range(2):
            for place in range(2):
                self.own.shares[row][place] = table[row][place]
        self.own.discard_value = options["discard_points"]["other"]
        self.own.streak_factor = options["streak_factor"]
        self.own.streak_dealer_only = options["streak_scope"] == "dealer"
        self.own.rob_multiplier = options["rob_multiplier"]
        self.own.liability_claims = options["liability_claims"]
        self.own.liability_multiplier = options["liability_multiplier"]
        self.own.mutual_multiplier = options["mutual_multiplier"]
        self.own.liability_frees_others = options["liability_others"] == "free"
        self.own.liability_on_discard = options["liability_on_discard"]
        self.own.flight_forfeit = ("total", "share", "off").index(options["flight_forfeit"])
        self.own.refly_drawn = options["refly"] == "drawn"
        self.own.kong_melded = kongs["melded"]
        self.own.kong_melded_solo = kongs["melded_solo"]
        self.own.kong_added = kongs["added"]
        self.own.kong_concealed = kongs["concealed"]
        self.own.kong_multiplies = options["kong_stack"] == "multiply"
        self.own.kong_pay = ("always", "win_only", "winner_only").index(options["kong_pay"])
        self.own.melded_kong_solo = solo
        self.own.added_kong_solo = solo and options["added_kong_solo"] == "pung_feeder"

    cdef take_stakes(self, dict options):
        cdef int seat
        self.own.stake_mode = ("auto", "choose", "none").index(options["stake_mode"])
        self.own.stake_max = options["stake_max"]
        self.own.stake_dealer_min = options["stake_dealer_min"]
        self.own.stake_random = options["stake_choice"] == "random"
        if not self.own.stake_random:
            for seat in range(SEATS):
                self.own.stake_choice[seat] = options["stake_choice"][seat]
        self.own.streak_without_stakes = options["streak_stakes"] == "none"

    cdef take_play(self, dict options):
        self.own.rob_max_jokers = options["rob_max_jokers"]
        self.own.discard_win_max_jokers = options["discard_win_max_jokers"]
        self.own.joker_limits = options["joker_limits"]
        self.own.three_melds = ("any", "same_seat", "off").index(options["three_melds"])
        self.own.three_melds_concealed = options["three_melds_concealed"]
        self.own.joker_ban = ("any", "fly", "off").index(options["joker_ban"])
        self.own.win_under_ban = options["win_by_discard_under_ban"]
        self.own.bump_from_discarder = options["head_bump_from"] == "discarder"
        self.own.chow_ban = ("same", "ends", "off").index(options["chow_discard_ban"])
        self.own.pung_pass = ("any", "same_tile", "off").index(options["pung_pass"])
        self.own.win_pass = ("any", "same_tile", "off").index(options["win_pass"])
        self.own.lifts_at_draw_only = options["pass_lift"] == "draw"
        self.own.added_kong_drawn_only = options["added_kong_tile"] == "drawn"
        self.own.honours_in_two_cycles = options["honour_cycle"] == "two"
        self.own.indicator_in_play = options["indicator_in_play"]
        self.own.dead_wall = options["dead_wall"]

    cdef fill_variant(self):
        self.variant.blocks = &self.blocks
        self.variant.deck = DECK
        self.variant.deck_size = TILES
        self.variant.chows = 1
        self.variant.one_winner = 1
        self.variant.declares = 0
        self.variant.state_size = sizeof(ShengzhouState)
        self.variant.open_wall = open_wall
        self.variant.begin = begin
        self.variant.waits = waits
        self.variant.menu = menu
        self.variant.responses = responses
        self.variant.rank = rank
        self.variant.closed = closed
        self.variant.after = after
        self.variant.need = need
        self.variant.masks = masks
        self.variant.sense = sense
        self.variant.respond = respond
        self.variant.mark = mark
        self.variant.draw_lots = draw_lots
        self.variant.settle = settle
        self.variant.succeed = succeed
        self.variant.own = own_columns
        self.variant.own_settled = own_settled
        self.variant.refuse = refuse
        self.variant.unfinished = unfinished
