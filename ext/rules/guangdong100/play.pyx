"""广东100张: what is legal, who deals next, and the book. GD-3, GD-4 and GD-12 of docs/variants/guangdong100.md."""
from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t

from hupai.ext.engine.bits cimport bit
from hupai.ext.rulebook cimport RuleBook
from hupai.ext.rules.guangdong100.columns cimport own_columns, settled_columns
from hupai.ext.rules.guangdong100.hands cimport *
from hupai.ext.rules.guangdong100.horses cimport draw_lots
from hupai.ext.rules.guangdong100.memory cimport after, begin, closed, mark, open_wall
from hupai.ext.rules.guangdong100.options cimport *
from hupai.ext.rules.guangdong100.refusals cimport refuse, unfinished
from hupai.ext.rules.guangdong100.sense cimport respond, sense
from hupai.ext.rules.guangdong100.settlement cimport settle
from hupai.ext.rules.shared cimport nearness, pungs_to_add, winning_dealer
from hupai.ext.shapes cimport hand_kinds, make_blocks
from hupai.ext.variant cimport *

from hupai.ext.rules.guangdong100.columns import COLUMNS
from hupai.ext.rules.guangdong100.settlement import FANS, PARTS
from hupai.ext.tiles import TILE_NAMES, parse_tile

cdef int8_t DECK[TILES]
for _place, _kind in enumerate(_kind for _kind in range(9, 34) for _ in range(4)):
    DECK[_place] = _kind                                                        # GD-1.2


# -- what a seat may do

cdef void menu(Game *game, int seat, Menu *menu) noexcept nogil:
    """GD-3.3 to GD-3.11; jokers can neither be discarded nor konged (GD-2.5, GD-2.6): they are no natural kinds."""
    cdef Seat *own = &game.seats[seat]
    if game.phase == CLAIMED:                                                   # GD-3.5
        menu.discards = hand_kinds(&own.hand)
        return
    if own.waits & bit(game.drawn):                                             # GD-4.1
        menu.acts |= 1 << WIN_SELF
    if state_of(game).compulsory:                                               # GD-4.8, GD-4.9, GD-4.10
        menu.forced = 1
        return
    menu.discards = hand_kinds(&own.hand)
    if game.left > 0:                                                           # GD-3.11
        menu.concealed = own.hand.fours
        menu.added = pungs_to_add(own)


cdef inline bint may_win(Game *game, int seat, int way) noexcept nogil:
    """GD-4.2 to GD-4.7: a win on the open tile of another seat."""
    cdef const GuangdongOptions *options = options_of(game)
    cdef const GuangdongState *state = state_of(game)
    cdef uint64_t tile = bit(game.open)
    return (state.shapes[seat] & tile
            and (not state.any_wait[seat] or options.any_wait_wins & way)       # GD-4.5
            and (way == BY_ROB or not state.locked[seat] & tile)                # GD-4.7
            and (options.chicken_wins & way or has_fan(game, seat, game.open)))     # GD-4.4


cdef int responses(Game *game, int seat) noexcept nogil:
    cdef Seat *own = &game.seats[seat]
    cdef int held = own.hand.counts[game.open]
    cdef int bits = R_WIN if may_win(game, seat, BY_ROB if game.phase == ROB_OFFER else BY_DISCARD) else 0
    if game.phase == ROB_OFFER:
        return bits
    if (held >= 2 and own.hand.size - 2 > own.hand.jokers                       # GD-3.4, GD-3.6
            and (game.left > 0 or options_of(game).claims_on_empty_wall)):      # GD-3.13
        bits |= R_PUNG
    if held >= 3 and game.left > 0:                                             # GD-3.7, GD-3.11
        bits |= R_KONG
    return bits


# -- the next hand (GD-12)

cdef void succeed(const Facts *facts, const void *given, int8_t *dealer, int32_t *streak) noexcept nogil:
    cdef const GuangdongOptions *options = <const GuangdongOptions *> given
    cdef int now = facts.dealer, then = (now + 1) & 3
    if options.dealer_next != DEAL_ROTATES:
        if not facts.winners:                                                   # GD-12.2
            if not options.passes_after_draw:
                then = now
        elif options.dealer_next == WINNING_DEALER_STAYS:
            if facts.winners & (1 << now):
                then = now
        else:
            then = winning_dealer(facts)                                        # GD-12.1
    streak[0] = facts.streak + 1 if then == now else 0                          # GD-12.3
    dealer[0] = <int8_t> then


# -- the book

WAYS = {"self": 0, "self_or_rob": BY_ROB, "any": BY_ROB | BY_DISCARD}
PASS_LOCKS = ("none", "same_tile", "any_tile")
DEALERS = ("winner", "stay", "rotate")
SEVEN_PAIRS_FANS = (SEVEN_PAIRS, LUXURY, DOUBLE_LUXURY, TRIPLE_LUXURY)      # by the number of groups


cdef class GuangdongBook(RuleBook):
    """广东100张 under one set of options.

    Args:
        options: every option with its value, as `hupai.ext.rules.Rules.options` has them.
    """

    seat_as_it_stands = False

    cdef GuangdongOptions own

    def __init__(self, dict options):
        self.take_names("guangdong100", "GD", FANS, PARTS, COLUMNS)
        self.options = &self.own
        self.read_play(options)
        self.read_values(options["fan_values"])
        self.read_score(options)
        self.own.dealer_next = DEALERS.index(options["dealer_next"])
        self.own.passes_after_draw = options["dealer_after_draw"] == "next"
        self.fill_variant()
        self.variant.one_winner = not options["multiple_winners"]

    cdef int read_play(self, dict options) except -1:
        """Options of kind `play`, and the geometry of the deck: without jokers no kind has a fifth copy."""
        cdef str joker = options["joker"], suit
        self.own.joker_mode = JOKER_FLIP if joker == "flip" else (JOKER_NONE if joker == "none" else JOKER_FIXED)
        self.own.joker_kind = parse_tile(joker.partition(":")[2]) if self.own.joker_mode == JOKER_FIXED else NO_TILE
        self.own.indicator_in_play = options["indicator_in_play"]
        self.own.chicken_wins = WAYS[options["chicken_hand_wins"]]
        self.own.any_wait_wins = WAYS[options["any_wait_wins"]]
        self.own.pass_lock = PASS_LOCKS.index(options["pass_lock"])
        self.own.forced_first_win = options["forced_first_win"]
        self.own.forced_when_held = options["forced_all_jokers"] == "held"
        self.own.claims_on_empty_wall = options["claims_on_empty_wall"]
        copies = "" if self.own.joker_mode == JOKER_NONE else "_free"           # GD-2.4: a joker may stand for a fifth
        make_blocks(&self.blocks, ((f"suit9{copies}", "p", 1), (f"suit9{copies}", "s", 1), (f"honours{copies}", "z", 1)))
        self.own.blocks = &self.blocks
        return 0

    cdef int read_values(self, dict values) except -1:
        """The fan table: what is played, and in which order it is asked for (GD-6.1, GD-6.2, GD-6.8)."""
        cdef int fan, q
        for fan in range(FANS_COUNT):
            self.own.fan_values[fan] = values[FANS[fan]]
        played = [fan for fan in range(PATTERNS) if values[FANS[fan]] > 0]
        for fan in played:
            self.own.played |= <uint32_t> 1 << fan
        for q in range(4):
            self.own.pair_groups |= (1 << q) if SEVEN_PAIRS_FANS[q] in played else 0
        played.sort(key=lambda fan: (-values[FANS[fan]], fan))
        self.own.n_order = len(played)
        for place, fan in enumerate(played):
            self.own.order[place] = <int8_t> fan
        return 0

    cdef int read_score(self, dict options) except -1:
        self.own.base = options["base_stake"]
        self.own.four_jokers_first_turn = options["four_jokers_first_turn"]
        self.own.no_jokers_when_none = options["no_jokers_when_none"]
        self.own.points_cap = options["points_cap"]
        self.own.melded_points = options["kong_points"]["melded"]
        self.own.added_points = options["kong_points"]["added"]
        self.own.concealed_points = options["kong_points"]["concealed"]
        self.own.pay_passed_kong = options["pay_passed_kong"]
        self.own.pay_late_kong = options["pay_late_kong"]
        self.own.follow_dealer = options["follow_dealer"]
        self.own.horses = options["horses"]
        self.own.winners_buy = options["horse_buyers"] == "winner"
        self.own.horse_nines = NO_TILE if options["horse_nines"] == "none" else parse_tile(options["horse_nines"])
        self.own.horses_count_follow = options["horses_count_follow"]
        self.own.rob_liability = options["rob_liability"]
        self.own.twelve_liability = options["twelve_liability"]
        self.own.kong_bloom_liability = options["kong_bloom_liability"]
        self.own.liability_shifted = options["liability_horses"] == "shifted"
        return 0

    cdef int fill_variant(self) except -1:
        self.variant.blocks = &self.blocks
        self.variant.deck = DECK
        self.variant.deck_size = TILES
        self.variant.state_size = sizeof(GuangdongState)
        self.variant.open_wall = open_wall
        self.variant.begin = begin
        self.variant.waits = waits
        self.variant.menu = menu
        self.variant.responses = responses
        self.variant.rank = nearness                                            # GD-4.6 without `multiple_winners`
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
        self.variant.own_settled = settled_columns
        self.variant.refuse = refuse
        self.variant.unfinished = unfinished
        return 0

    def log_tail(self, list lots, bint won):
        """The horses of a hand that was won (GD-9.1)."""
        if not lots:
            return []
        kinds = [lots[LOTS_A_SEAT * seat:LOTS_A_SEAT * (seat + 1)] for seat in range(SEATS)]
        return [{"do": "horses", "tiles": [[TILE_NAMES[kind] for kind in own if kind >= 0] for own in kinds]}]
