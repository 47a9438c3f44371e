# Tile kinds: 0–8 are 1m–9m 万, 9–17 are 1p–9p 筒, 18–26 are 1s–9s 条, 27–33 are 1z–7z 东南西北中发白.

cdef enum:
    KINDS = 34          # kinds of tile that the four variants know
    SUITS = 3
    RANKS = 9           # kinds of a suit
    SUIT_KINDS = 27     # kinds that belong to a suit; the honours follow
    HONOURS = 7
    COPIES = 4          # of each kind in a whole deck
    SEATS = 4
    DEALT = 13          # tiles that each seat is dealt
    NO_TILE = -1


cdef inline int suit_of(int kind) noexcept nogil:
    # 0 m, 1 p, 2 s, 3 honours.
    return kind // RANKS


cdef inline int rank_of(int kind) noexcept nogil:
    # 0–8 in a suit, 0–6 among the honours.
    return kind % RANKS
