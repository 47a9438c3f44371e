"""都匀麻将: what is legal, and what is remembered of a hand. DY-1 to DY-6 of docs/variants/duyun.md."""
from libc.stdint cimport INT32_MIN, int8_t, int32_t, uint8_t, uint32_t, uint64_t

from hupai.ext.engine.bits cimport bit
from hupai.ext.rulebook cimport RuleBook
from hupai.ext.rules.duyun.hands cimport *
from hupai.ext.rules.duyun.options cimport *
from hupai.ext.rules.duyun.refusals cimport refuse, unfinished
from hupai.ext.rules.duyun.sense cimport respond, sense
from hupai.ext.rules.duyun.settlement cimport settle, succeed
from hupai.ext.rules.shared cimport count_kongs, lock_passers, pungs_to_add
from hupai.ext.shapes cimport Hand, hand_kinds, make_blocks
from hupai.ext.variant cimport *

from hupai.ext.rules.duyun.settlement import FANS, PARTS

cdef int8_t DECK[TILES]
for _place in range(TILES):
    DECK[_place] = <int8_t> (_place // 4)                                       # DY-1.1: four of each of 27 kinds

COLUMNS = tuple(
    f"dy_{name}_{seat}" for name in ("ready", "melded", "added", "concealed", "waiting") for seat in range(SEATS)
) + ("dy_left", "dy_robbed")

cdef enum:                              # own columns by their place in COLUMNS
    READY_COLUMN = 0
    KONG_COLUMNS = 4                    # by the kind of kong, then by seat
    WAITING_COLUMN = 16
    LEFT_COLUMN = 20
    ROBBED_COLUMN = 21


# -- what the seat to act may do

cdef void menu(Game *game, int seat, Menu *menu) noexcept nogil:
    cdef Seat *own = &game.seats[seat]
    cdef const DuyunOptions *options = options_of(game)
    menu.acts = 1 << LEAVE                                                      # DY-11.1
    if game.phase == CLAIMED:                                                   # DY-2.4
        menu.discards = hand_kinds(&own.hand)
        return
    if own.waits & bit(game.drawn):                                             # DY-6.1
        if own.declared >= 0 or game.left < options.last_tiles:                 # DY-5.4, DY-6.4
            menu.acts = 1 << WIN_SELF
            menu.forced = 1
            return
        menu.acts |= 1 << WIN_SELF
    if own.declared >= 0:                                                       # DY-5.3
        menu.discards = bit(game.drawn)
        return
    menu.discards = hand_kinds(&own.hand)
    menu.declares = ready_discards(game, seat)
    if game.left:                                                               # DY-4.5
        menu.concealed = own.hand.fours                                         # DY-4.4
        menu.added = pungs_to_add(own)                                          # DY-4.3
        if not options.late_added_kong:
            menu.added &= bit(game.drawn)


cdef inline bint may_win_basic(const Game *game, int seat) noexcept nogil:
    """DY-6.3 平胡必须有豆: whether a basic hand of this seat may win on the open discard."""
    cdef const DuyunOptions *options = options_of(game)
    cdef const Seat *own = &game.seats[seat]
    return (not options.bean_required or game.seats[game.turn].declared >= 0    # DY-5.6
            or (own.declared >= 0 and not options.ready_needs_bean)             # DY-5.5
            or has_bean(own))


cdef int responses(Game *game, int seat) noexcept nogil:
    cdef const Seat *own = &game.seats[seat]
    cdef const DuyunState *state = <const DuyunState *> game.state
    cdef uint64_t tile = bit(game.open)
    cdef bint by_rob = game.phase == ROB_OFFER
    cdef int bits = 0
    if (own.waits & tile and not state.locked & (1 << seat)                     # DY-3.5
            and (by_rob or state.larger[seat] & tile or may_win_basic(game, seat))):
        bits |= R_WIN
        if own.declared >= 0 or game.left < options_of(game).last_tiles:        # DY-5.4, DY-6.4
            bits |= R_FORCED
    if by_rob or own.declared >= 0 or not game.left:                            # DY-5.3, DY-3.6
        return bits
    if own.hand.counts[game.open] >= 2:                                         # DY-3.1
        bits |= R_PUNG
    if own.hand.counts[game.open] == 3:                                         # DY-3.2
        bits |= R_KONG
    return bits


# -- what is remembered

cdef void begin(Game *game) noexcept nogil:
    game.left = TILES - 52                                                      # DY-1.3
    game.floor = 0
    (<DuyunState *> game.state).locked = 0


cdef inline bint is_unchanged(const Game *game, int seat) noexcept nogil:
    """The seat has thrown what it drew, or as much: its waits are those found before."""
    cdef const Hand *hand = &game.seats[seat].hand
    cdef const DuyunState *state = <const DuyunState *> game.state
    return (state.planes[seat][0] == hand.ones and state.planes[seat][1] == hand.twos
            and state.planes[seat][2] == hand.fours and state.clock[seat] == game.n_melds)


cdef inline void remember(const Game *game, int seat) noexcept nogil:
    cdef const Hand *hand = &game.seats[seat].hand
    cdef DuyunState *state = <DuyunState *> game.state
    state.planes[seat][0] = hand.ones
    state.planes[seat][1] = hand.twos
    state.planes[seat][2] = hand.fours
    state.clock[seat] = game.n_melds


cdef uint64_t waits(Game *game, int seat) noexcept nogil:
    """The kinds that the seat is ready for, and which of them make more than a basic hand."""
    cdef Seat *own = &game.seats[seat]
    cdef DuyunState *state = <DuyunState *> game.state
    cdef Melded melded
    cdef uint64_t kinds
    if own.least > 1:
        return 0
    if own.waits and is_unchanged(game, seat):
        own.least = 1
        return own.waits
    remember(game, seat)
    own.least = <int8_t> need(game, seat)
    if own.least != 1:
        return 0
    melded = melded_of(own)
    kinds = waits_of(options_of(game), &own.hand, &melded)
    state.larger[seat] = larger_waits(options_of(game), &own.hand, &melded, kinds)
    return kinds


cdef void closed(Game *game, const Event *event) noexcept nogil:
    """DY-3.5 under `pass_lock`: who could have won on the tile and did not is locked."""
    if options_of(game).pass_lock:
        lock_passers(game, &(<DuyunState *> game.state).locked)


cdef void after(Game *game, const Event *event) noexcept nogil:
    if event.act == DRAW:
        (<DuyunState *> game.state).locked &= <int8_t> ~(1 << event.seat)


# -- facts and columns

cdef void mark_kongs_of_turn(const Game *game, Facts *facts) noexcept nogil:
    """DY-8.6: the last `run_kongs` kongs of the discarder are those of the run before its discard."""
    cdef int n, i, last
    for n in range(game.run_kongs):
        last = -1
        for i in range(facts.n_melds):
            if (facts.melds[i].seat == facts.source and facts.melds[i].kind != PUNG and not facts.melds[i].marks
                    and (last < 0 or facts.melds[i].konged > facts.melds[last].konged)):
                last = i
        facts.melds[last].marks = OF_TURN | (LAST_OF_TURN if n == 0 else 0)


cdef void mark(const Game *game, Facts *facts) noexcept nogil:
    cdef int last_tiles = options_of(game).last_tiles
    if facts.end == END_DRAW:
        facts.shown = 15                                                        # DY-9.2 asks for every hand
    elif facts.end == END_LEAVE:
        if last_tiles and game.left <= last_tiles:                              # DY-11.4
            facts.marks = IN_LAST_TILES
            facts.shown = <uint8_t> (15 & ~(1 << game.left_by))
    elif game.replaced and game.win_act != WIN_ROB:                             # DY-7.20, DY-7.21
        facts.marks = REPLACED
        if game.win_act == WIN_DISCARD:
            mark_kongs_of_turn(game, facts)


cdef void own_columns(const Game *game, const Facts *facts, int32_t *columns) noexcept nogil:
    cdef int seat
    cdef const Seat *own
    for seat in range(SEATS):
        own = &game.seats[seat]
        columns[READY_COLUMN + seat] = own.declared if own.declared >= 0 else INT32_MIN
        columns[WAITING_COLUMN + seat] = own.waits != 0 if facts.end == END_DRAW else INT32_MIN
        count_kongs(own, seat, &columns[KONG_COLUMNS])
    columns[LEFT_COLUMN] = game.left_by if game.left_by >= 0 else INT32_MIN
    columns[ROBBED_COLUMN] = game.robbed


# -- the book

TRANSFERS = ("last", "turn", "none")
KONG_KINDS = ("melded", "added", "concealed")


cdef class DuyunBook(RuleBook):
    """都匀麻将 under one set of options.

    Args:
        options: every option with its value, as `hupai.ext.rules.Rules.options` has them.
    """

    cdef DuyunOptions own

    def __init__(self, dict options):
        cdef int fan, kind
        self.take_names("duyun", "DY", FANS, PARTS, COLUMNS)
        make_blocks(&self.blocks, (("suit9", "m", 1), ("suit9", "p", 1), ("suit9", "s", 1)))
        self.own.blocks = &self.blocks
        self.own.in_play = 0
        for fan in range(FANS_COUNT):
            self.own.fan_values[fan] = options["fan_values"][FANS[fan]]
            if EARTHLY < fan < BASE_FANS and self.own.fan_values[fan]:
                self.own.in_play |= <uint32_t> 1 << fan
        for kind in range(3):
            self.own.kong_values[kind] = options["kong_values"][KONG_KINDS[kind]]
        self.own.last_tiles = options["last_tiles"]
        self.own.late_added_kong = options["late_added_kong"]
        self.own.bean_required = options["bean_required"]
        self.own.ready_needs_bean = options["ready_needs_bean"]
        self.own.allow_ready = options["allow_ready"]
        self.own.pass_lock = options["pass_lock"]
        self.own.base_score = options["base_score"]
        self.own.fan_cap = options["fan_cap"]
        self.own.kong_in_base = options["kong_in_base"]
        self.own.kong_transfer = TRANSFERS.index(options["kong_transfer"])
        self.own.ready_discarder_fan = options["ready_discarder_fan"]
        self.own.ready_pays_self_draw = options["ready_pays_self_draw"]
        self.own.earthly_broken_by_claims = options["earthly_broken_by_claims"]
        self.own.streak_fan = options["streak_fan"]
        self.own.streak_cap = options["streak_cap"]
        self.own.streak_in_draw = options["streak_in_draw"]
        self.own.draw_check = options["draw_check"]
        self.own.draw_counts_ready = options["draw_counts_ready"]
        self.own.refund_kongs = options["refund_kongs"]
        self.own.flower_pig_fan = options["flower_pig_fan"]
        self.own.leave_multiplier = options["leave_multiplier"]
        self.own.leave_to_house = options["leave_to"] == "house"
        self.options = &self.own
        self.variant.blocks = &self.blocks
        self.variant.deck = DECK
        self.variant.deck_size = TILES
        self.variant.win_part = WIN_PART
        self.variant.leave_rate = options["leave_rate"]
        self.variant.state_size = sizeof(DuyunState)
        self.variant.begin = begin
        self.variant.waits = waits
        self.variant.menu = menu
        self.variant.responses = responses
        self.variant.closed = closed
        self.variant.after = after
        self.variant.need = need
        self.variant.masks = masks
        self.variant.sense = sense
        self.variant.respond = respond
        self.variant.mark = mark
        self.variant.settle = settle
        self.variant.succeed = succeed
        self.variant.own = own_columns
        self.variant.refuse = refuse
        self.variant.unfinished = unfinished
