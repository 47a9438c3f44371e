"""嵊州105: options with every number resolved, the state of a hand, and the marks of its facts."""
from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t

cdef enum:
    FANS_COUNT = 9
    VALUES_COUNT = 8                    # fans that have a value of their own; 飞鸟赔付 has none

cdef enum:                              # fans by their place in FANS; the flights follow each other
    DISCARD_WIN, SELF_DRAW, JOKER_BIRD, FLYING_BIRD, DOUBLE_FLYING_BIRD, TRIPLE_FLYING_BIRD
    OUT_WITH_REPLACEMENT, ROBBING_THE_KONG, FLIGHT_FORFEIT

cdef enum ThreeMelds:                   # 三摊强自摸
    THREE_ANY, THREE_SAME_SEAT, THREE_OFF

cdef enum JokerBan:                     # which joker discards freeze claims
    BAN_ANY, BAN_FLY, BAN_OFF

cdef enum ChowBan:                      # 不允许吃张打张
    CHOW_BAN_SAME, CHOW_BAN_ENDS, CHOW_BAN_OFF

cdef enum Pass:                         # what a tile let go bars
    PASS_ANY, PASS_SAME_TILE, PASS_OFF

cdef enum KongPay:
    KONGS_ALWAYS, KONGS_WIN_ONLY, KONGS_WINNER_ONLY

cdef enum Forfeit:
    FORFEIT_TOTAL, FORFEIT_SHARE, FORFEIT_OFF

cdef enum StakeMode:
    STAKES_AUTO, STAKES_CHOOSE, STAKES_NONE

cdef struct ShengzhouOptions:
    # -- what things are worth
    int64_t fan_values[VALUES_COUNT]    # 牌型番
    int64_t stake_values[VALUES_COUNT]  # 炮子分
    int64_t shares[2][2]                # 推倒胡: what a payer owes, by streak hand and by discarder (SZ-6.2)
    int64_t discard_value               # `points` of a win by discard
    int64_t streak_factor               # 买庄
    int64_t rob_multiplier
    int64_t liability_multiplier        # 承包
    int64_t mutual_multiplier           # 互相承包
    int64_t kong_melded
    int64_t kong_melded_solo
    int64_t kong_added
    int64_t kong_concealed
    int streak_dealer_only              # streak_scope: dealer
    int liability_claims
    int liability_frees_others
    int liability_on_discard
    int flight_forfeit
    int refly_drawn
    int kong_multiplies                 # kong_stack: multiply
    int kong_pay
    int melded_kong_solo                # 独赔: the feeder alone pays a melded kong
    int added_kong_solo                 # … and an added one
    # -- stakes of a simulation
    int stake_mode
    int stake_max
    int stake_dealer_min
    int stake_random
    int stake_choice[4]
    int streak_without_stakes
    # -- play
    int rob_max_jokers
    int discard_win_max_jokers
    int joker_limits                    # 三财四飞
    int three_melds
    int three_melds_concealed
    int joker_ban
    int win_under_ban
    int bump_from_discarder
    int chow_ban
    int pung_pass
    int win_pass
    int lifts_at_draw_only              # pass_lift: draw
    int added_kong_drawn_only
    int honours_in_two_cycles
    int indicator_in_play
    int dead_wall

cdef struct ShengzhouState:
    uint64_t pungs_passed[4]            # kinds a seat could have punged and did not (SZ-3.10)
    uint64_t wins_passed[4]             # kinds it could have won on and did not (SZ-3.11)
    uint64_t chow_banned                # kinds that may not be discarded after the chow just made (SZ-3.9)
    uint8_t birds                       # bit s: the hand of s was in a 财鸟 wait when `waits` was last refreshed
    uint8_t terms                       # bit s: the joker that s discarded binds the table (SZ-3.12)
    int8_t joker_drawn                  # a joker was drawn in this turn
    int8_t flights[4]                   # flights alive, `refly` any (SZ-5.5)
    int8_t flights_drawn[4]             # … and drawn
    # -- for the own columns only
    int8_t jokers_dealt[4]
    int8_t jokers_drawn[4]
    int8_t jokers_discarded[4]
    int8_t first_bird[4]                # own draws when first in a 财鸟 wait, -1: never
    int8_t flown[3][4]                  # first, second, third flights in a row

# Facts.marks
cdef enum:
    FLIGHTS_SHIFT = 0                   # two bits a seat: flights alive, `refly` any
    DRAWN_FLIGHTS_SHIFT = 8             # two bits a seat: flights alive, `refly` drawn
    FROM_BIRD_WAIT = 1 << 16            # won by self from a 财鸟 wait
    ON_REPLACEMENT = 1 << 17            # won by self on a replacement tile
