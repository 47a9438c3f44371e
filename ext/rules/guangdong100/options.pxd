"""广东100张: options, state of a hand, marks of the facts, and the places of its fans."""
from libc.stdint cimport int8_t, int16_t, int64_t, uint32_t, uint64_t

from hupai.ext.shapes cimport Blocks

cdef enum:
    TILES = 100
    LOTS_A_SEAT = 12                    # places in Facts.lots for the horses of one seat
    FANS_COUNT = 26
    PATTERNS = 21                       # the first of the fans: patterns, in the order of GD-6.4

cdef enum:                              # fans by their place in FANS
    TRIPLE_LUXURY, FOUR_KONGS, BIG_DRAGONS, BIG_WINDS, HEAVENLY, EARTHLY, DOUBLE_LUXURY, ALL_HONORS, FOUR_JOKERS
    LITTLE_DRAGONS, LITTLE_WINDS, LUXURY, TERMINALS_AND_HONORS, FULL_FLUSH_PUNGS, SEVEN_PAIRS, FULL_FLUSH
    HALF_FLUSH_PUNGS, HALF_FLUSH, ALL_PUNGS, ALL_CHOWS, CHICKEN
    SELF_DRAW, DISCARD_FACTOR, OUT_WITH_REPLACEMENT, ROBBING, NO_JOKERS

cdef enum:                              # how the joker is fixed (GD-2.1)
    JOKER_FLIP, JOKER_FIXED, JOKER_NONE

cdef enum:                              # bits of chicken_wins and any_wait_wins: besides self draw
    BY_ROB = 1
    BY_DISCARD = 2

cdef enum PassLock:
    LOCK_NONE, LOCK_SAME_TILE, LOCK_ANY_TILE

cdef enum DealerNext:
    WINNER_DEALS, WINNING_DEALER_STAYS, DEAL_ROTATES

cdef struct GuangdongOptions:
    const Blocks *blocks
    # -- play
    int joker_mode
    int joker_kind                      # of JOKER_FIXED
    int indicator_in_play
    int chicken_wins                    # chicken_hand_wins
    int any_wait_wins
    int pass_lock
    int forced_first_win
    int forced_when_held                # forced_all_jokers: held
    int claims_on_empty_wall
    uint32_t played                     # bit f: pattern f is worth more than 0 (GD-6.8)
    int pair_groups                     # bit q: seven pairs with q groups are a winning shape (GD-5.2)
    # -- score
    int64_t base                        # base_stake
    int64_t fan_values[FANS_COUNT]
    int8_t order[PATTERNS]              # the patterns played, the one to be counted first first (GD-6.1, GD-6.2)
    int n_order
    int four_jokers_first_turn
    int no_jokers_when_none
    int64_t points_cap                  # 0: none
    int64_t melded_points
    int64_t added_points
    int64_t concealed_points
    int pay_passed_kong
    int pay_late_kong
    int64_t follow_dealer
    int horses
    int winners_buy                     # horse_buyers: winner
    int horse_nines                     # the kind of nine left out of the second deck; NO_TILE: none
    int horses_count_follow
    int rob_liability
    int twelve_liability
    int kong_bloom_liability
    int liability_shifted               # liability_horses: shifted
    # -- next
    int dealer_next
    int passes_after_draw               # dealer_after_draw: next

cdef struct GuangdongState:
    uint64_t shapes[4]                  # kinds that complete the hand by GD-5.1 or GD-5.2, as it stood last
    uint64_t judged[4]                  # of those, kinds already looked at for a fan other than 鸡胡 …
    uint64_t worthy[4]                  # … and those that have one
    uint64_t locked[4]                  # kinds that the seat may not win on by discard (GD-4.7)
    int16_t compulsory                  # the clause by which the seat to act must win, as x * 100 + y; 0: none
    int8_t any_wait[4]                  # 1: 任意胡 (GD-4.5)
    int8_t dealt_jokers[4]
    int8_t discards                     # of all seats
    int8_t following                    # of them, from the first on, by A1, A2, … in turn and of one kind; at most 4
    int8_t followed                     # that kind

cdef enum Mark:                         # bits of Facts.marks
    ON_REPLACEMENT = 1                  # won by self on a replacement tile
    KONG_BLOOM = 2                      # that tile replaced a melded kong: 杠爆 (GD-10.4)
    FOLLOWED = 4                        # 跟庄 (GD-8.8)
    COMPULSORY = 8                      # the win was compulsory

cdef enum MeldMark:                     # bits of Meld.marks, of a pung and of the kong that it becomes
    PASSED_UP = 1                       # its melded kong was passed up (GD-8.4)
    LATE = 2                            # the fourth tile was held at a discard (GD-8.5)
