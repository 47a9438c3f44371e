"""Hefei's options and its state in a hand."""
from libc.stdint cimport int8_t, int64_t

cdef enum:
    FANS_COUNT = 26

cdef enum DealerRule:
    STAY_ON_WIN_OR_DRAW, STAY_ON_WIN, WINNER_DEALS, ROTATE

cdef struct HefeiOptions:
    int64_t base                        # 基数
    int64_t fan_values[FANS_COUNT]
    int64_t cap_points                  # 封顶; 0: none
    int dealer_rule
    int min_suit_tiles
    int kong_tiles
    int same_number_free
    int same_number_every
    int ten_same_min
    int kan_by_discard
    int concealed_kong_is_kan
    int four_concealed_counts_kan
    int dealer_count_from
    int dealer_pays_fan                 # dealer_fan_scope: winner_and_payer
    int discard_needs_ready
    int rob_needs_ready
    int rob_pays
    int ready_kong
    int earthly_needs_no_meld           # earthly_break: any_meld
    int limit_takes_best
    int sea_stage
    int locks                           # pass_lock: until_draw

cdef struct HefeiState:
    int8_t locked                       # bit s: seat s let a win on another's tile go (HF-3.6)

cdef enum Mark:                         # bits of Facts.marks
    ON_REPLACEMENT = 1                  # won by self on a replacement tile
    ON_KONG_DISCARD = 2                 # won on the discard directly after a replacement draw
    IN_SEA = 4                          # won on a tile of the sea
    FIRST_CIRCLE = 8                    # another than the dealer won by self before its first discard, the dealer having discarded once
    MELD_BEFORE = 16                    # a pung or a kong was made earlier in the hand
    FIRST_DRAW = 32                     # the dealer won on its first 14
    SINGLE_WAIT = 64                    # << seat: the winner waited on one kind only
