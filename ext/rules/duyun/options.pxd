"""都匀's fans, its options and its state in a hand."""
from libc.stdint cimport int8_t, int64_t, uint32_t, uint64_t

from hupai.ext.shapes cimport Blocks

cdef enum:
    # Fans by their place in variant.toml. Of the base fans (基本番) the largest counts, of equal ones the first (DY-7.2).
    HEAVENLY, EARTHLY, PURE_LUXURY_PAIRS, PURE_OUTSIDE, PURE_PAIRS, LUXURY_PAIRS, PUNGS_OF_258, PURE_PUNGS
    SEVEN_PAIRS, FULL_FLUSH, ALL_PUNGS, BASIC
    READY_DECLARATION, ON_REPLACEMENT, AFTER_KONG, ROBBING
    FANS_COUNT
    BASE_FANS = BASIC + 1
    TILES = 108

cdef enum:
    WIN_PART, KONG_PART, TRANSFER_PART, DRAW_PART, REFUND_PART, LEAVE_PART      # DY-8.8
    PARTS_COUNT

cdef enum Transfer:                     # kong_transfer
    LAST_KONG, KONGS_OF_TURN, NO_KONG

cdef struct DuyunOptions:
    const Blocks *blocks                # the deck, for hand analysis in settlement
    # -- play
    uint32_t in_play                    # bits of the base fans of the hand itself (天胡, 地胡 apart) that are worth anything
    int last_tiles                      # 最后四张; 0: off
    int late_added_kong
    int bean_required
    int ready_needs_bean
    int allow_ready
    int pass_lock
    # -- score
    int64_t base_score                  # 基本分
    int64_t fan_values[FANS_COUNT]
    int64_t fan_cap                     # 0: none
    int64_t kong_values[3]              # by the kind of kong, melded, added, concealed; in base scores or points
    int kong_in_base
    int kong_transfer
    int64_t ready_discarder_fan
    int ready_pays_self_draw
    int earthly_broken_by_claims
    int64_t streak_fan
    int64_t streak_cap                  # 0: none
    int streak_in_draw
    int draw_check
    int draw_counts_ready
    int refund_kongs
    int64_t flower_pig_fan              # 0: no flower pigs
    int64_t leave_multiplier
    int leave_to_house

cdef struct DuyunState:
    uint64_t larger[4]                  # of each seat's waits those that make more than a basic hand (DY-6.3)
    uint64_t planes[4][3]               # the hands of which waits and larger were found, as Hand has their bit planes
    int8_t clock[4]                     # and Game.n_melds at that time
    int8_t locked                       # bit s: seat s let a win on another's tile go (DY-3.5)

cdef enum Mark:                         # bits of Facts.marks
    REPLACED = 1                        # won by self on a replacement tile, or on the discard directly after one
    IN_LAST_TILES = 2                   # a seat left with at most `last_tiles` tiles in the wall (DY-11.4)

cdef enum KongMark:                     # bits of Meld.marks, set where a discard after a replacement tile was won
    OF_TURN = 1                         # made by the discarder in the run of kongs before it (DY-8.6)
    LAST_OF_TURN = 2
