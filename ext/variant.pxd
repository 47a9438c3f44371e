"""The variant contract: what the game loop knows of a hand, and what a rules module tells it.

The loop (`hupai.ext.engine`) knows turns, walls, claims and logs. A rules module fills one `Variant`: a record of
plain values and a dozen coarse hooks. Its options and its state in a hand are structs of its own, reached through
`Game.options` and `Game.state`; nothing here grows when a variant is added.

A hook that can fail returns a status: 0, or a negative `Fault`, which ends the block and names hand and seat.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

from hupai.ext.shapes cimport Blocks, Hand
from hupai.ext.streams cimport Stream


cdef enum:
    SEATS = 4
    MAX_WALL = 136
    MAX_MELDS = 4
    MAX_PARTS = 6
    MAX_FANS = 32
    MAX_OWN = 64
    MAX_LOTS = 48
    HOUSE = 4           # receiver of what leaves the table
    NO_TILE = -1        # no tile, or none named
    BAD_TILE = -2       # a log names something that is no tile
    NO_SEAT = -1

cdef enum Fault:
    OVERFLOW = -1       # an amount leaves 64 bits
    STUCK = -2          # a seat has to act and no act is legal
    ILLEGAL = -3        # a strategy chose an act that was not offered

cdef enum Act:
    DRAW, DISCARD, READY, CHOW, PUNG, KONG_MELDED, KONG_ADDED, KONG_CONCEALED
    WIN_DISCARD, WIN_SELF, WIN_ROB, LEAVE
    PASS                # not written in a log: a drawn tile let be where nothing is discarded (海捞), an offer let go
    HORSES
    KONG_UNKNOWN, WIN_UNKNOWN, UNKNOWN, NO_EVENT    # what only a log can hold: a kind, a way, a word that does not exist, no object

cdef enum Phase:
    DRAW_DUE            # `turn` draws from the front
    TO_ACT              # `turn` has drawn
    CLAIMED             # `turn` has chowed or punged and must discard
    DECLARED            # `turn` has said 报听 and must discard
    OFFER               # the discard of `turn` lies open
    REPLACEMENT         # `turn` draws from the tail after a melded or concealed kong
    ROB_OFFER           # the added kong of `turn` may be robbed; else it draws from the tail
    OVER

cdef enum End:
    END_WIN, END_DRAW, END_LEAVE

cdef struct Event:
    int8_t seat         # NO_SEAT where a log names none
    int8_t act
    int8_t tile         # of a claim: the open tile
    int8_t low          # chow: the lowest kind of the run; in a log NO_TILE where the two tiles make none
    int8_t tail         # draw: 0 front, 1 tail, 2 neither (a log's mistake)
    int8_t pair[2]      # chow: the two tiles of the hand

cdef struct Meld:
    int8_t seat
    int8_t kind         # CHOW, PUNG, KONG_MELDED, KONG_ADDED, KONG_CONCEALED
    int8_t tile         # the kind; of a chow the lowest
    int8_t claimed      # the tile that was claimed; NO_TILE for a concealed kong
    int8_t source       # the seat whose discard was claimed; the own seat for a concealed kong
    int8_t born         # its place in time among all melds of the hand
    int8_t konged       # an added kong: the place in time of the adding; else as born
    uint8_t marks       # the variant's

cdef struct Seat:
    Hand hand           # concealed tiles
    Meld melds[MAX_MELDS]
    int8_t n_melds
    int8_t draws        # own draws so far
    int8_t discards
    int8_t declared     # own draws when 报听 was declared; -1: not declared
    int8_t ready        # own draws when the hand was first ready; -1: never
    int8_t dealt_need   # tiles needed when dealt
    int8_t least        # no fewer tiles are needed: a draw or a claim saves one at most; `waits` may rely on it and renew it
    uint64_t waits      # kinds that complete the hand as it stood after the seat's last discard, claim or kong

cdef struct Menu:       # what the seat to act may do
    uint32_t acts       # bits 1 << Act: WIN_SELF, PASS, LEAVE
    int forced          # the win is compulsory
    uint64_t discards   # kinds
    uint64_t declares   # kinds whose discard may be declared with 报听
    uint64_t concealed  # kinds
    uint64_t added      # kinds

cdef struct Choice:
    int8_t act
    int8_t tile

cdef struct Game:
    const Variant *variant
    const void *options
    void *state
    uint64_t seed
    int64_t number              # of the hand in the run
    int32_t round
    int32_t streak
    int8_t dealer
    int8_t joker
    int8_t indicator
    int8_t phase
    int8_t turn
    int8_t drawn                # the tile the seat to act has drawn, NO_TILE after a claim
    int8_t replaced             # it came from the tail; on an OFFER: the discard follows such a draw directly
    int8_t run_kongs            # kongs of the unbroken run kong, replacement, kong … of this turn
    int8_t open                 # the open tile of an OFFER or ROB_OFFER
    int8_t stays                # the seat has been asked in this turn whether it leaves, and stays
    int8_t after_claim          # on an OFFER: the discard follows a chow or pung
    int8_t n_winners
    int8_t winners[SEATS]       # in the order of their wins
    int8_t win_act
    int8_t left_by              # the seat that left, NO_SEAT
    int16_t left                # tiles that can still be drawn, those never drawn (floor) included
    int16_t floor               # the hand is drawn when a front draw is due and left <= floor
    int16_t front               # the next position of the wall
    int16_t tail                # the last position of the wall
    int16_t draws
    int8_t n_melds              # of all seats, counting each adding of a kong: the clock of Meld.born
    int8_t robbed               # a kong was robbed
    uint8_t responses[SEATS]    # legal responses to the open tile, bits of Response
    int8_t lots[MAX_LOTS]       # horses or stakes as a log gives them; the loop draws them into Facts
    int8_t lot_sizes[SEATS]
    int8_t lots_read            # a log's `horses` event has been read
    int8_t lots_fault           # what is wrong with the lists of that event, a LotsFault
    int8_t wall[MAX_WALL]
    int8_t visible[34]          # discards and melds on the table, the indicator: seen by everybody
    Seat seats[SEATS]
    Stream shuffling            # the stream of the wall, after the shuffle
    Stream strategy[SEATS]
    Stream leaving
    Event *log                  # NULL: nobody listens
    int32_t log_size

cdef enum LotsFault:            # how a log's lists of horses are wrong in form
    LOTS_SOUND
    LOTS_MISCOUNTED             # not four lists
    LOTS_MALFORMED              # no list of lists of tiles of the deck

cdef enum Response:             # bits of Game.responses
    R_WIN = 1
    R_FORCED = 2                # the win is compulsory
    R_PUNG = 4
    R_KONG = 8
    R_CHOW_LOW = 16             # the claimed tile is the lowest of the run
    R_CHOW_MIDDLE = 32
    R_CHOW_HIGH = 64

cdef struct Facts:              # what settlement needs: nothing of it depends on an option of kind `score`
    uint64_t seed
    int64_t hand
    int32_t round
    int32_t streak
    int8_t dealer
    int8_t end                  # End
    int8_t by                   # Act of the win, or PASS
    int8_t source               # the seat that discarded, was robbed or left; NO_SEAT
    int8_t tile                 # the winning tile
    int8_t joker
    uint8_t winners             # bit s: seat s
    uint8_t declared            # bit s
    uint8_t shown               # bit s: tiles[s] are recorded
    int8_t n_melds
    int8_t sizes[SEATS]
    int8_t turns[SEATS]         # own draws of each seat
    int8_t tiles[SEATS][14]     # concealed, ascending, without the winning tile
    Meld melds[16]              # of all seats, in the order of their birth
    uint64_t marks              # the variant's, documented where it sets them
    int8_t lots[MAX_LOTS]       # the variant's: horses, stakes; from their streams, or from a log
    int8_t n_lots

cdef struct Score:
    int8_t seat
    int64_t points
    int16_t fans[MAX_FANS]      # how often each fan counts, by its place in variant.toml

cdef struct Outcome:
    int8_t n_winners
    Score winners[SEATS]
    int64_t flows[MAX_PARTS][SEATS][SEATS + 1]      # part, payer, receiver (HOUSE: leaves the table)

cdef struct Variant:
    # -- plain record
    const Blocks *blocks
    const int8_t *deck          # kinds, ascending
    int deck_size
    int chows                   # chows can be claimed
    int n_parts
    int n_fans
    int n_own                   # own columns of the hands table
    int one_winner              # of several that want a tile one alone wins: the first `rank`s
    int win_part                # the part whose receipts are a winner's `gain`
    int declares                # players declare 报听 as soon as they can
    double leave_rate
    size_t state_size
    # -- play: what is legal
    void (*open_wall)(Game *) noexcept nogil                        # indicator and joker from the wall (loop only); NULL: none
    void (*begin)(Game *) noexcept nogil                            # the head is known, nothing is dealt: left, floor, own state
    uint64_t (*waits)(Game *, int seat) noexcept nogil              # kinds that complete the concealed tiles
    void (*menu)(Game *, int seat, Menu *) noexcept nogil           # TO_ACT, CLAIMED
    int (*responses)(Game *, int seat) noexcept nogil               # OFFER, ROB_OFFER: bits of Response
    int (*rank)(const Game *, int seat) noexcept nogil              # precedence among winners: the lowest first
    void (*closed)(Game *, const Event *) noexcept nogil            # an offer was let go by all, or claimed by the event
    void (*after)(Game *, const Event *) noexcept nogil             # every event, when it has taken effect
    # -- sense: what a player should know, fixed documented rules that look at no option of kind `score`
    int (*need)(const Game *, int seat) noexcept nogil              # tiles needed, jokers counted
    int (*masks)(const Game *, int seat, uint64_t *keeps, uint64_t *lowers) noexcept nogil
    int (*sense)(Game *, int seat, const Menu *, Choice *) noexcept nogil      # 1: the choice is made
    int (*respond)(Game *, int seat, int bits) noexcept nogil       # an Act, or -1: undecided
    # -- settlement: pure
    void (*mark)(const Game *, Facts *) noexcept nogil              # shown, marks, marks of melds
    void (*draw_lots)(Facts *, const void *options) noexcept nogil  # horses and stakes from their streams; NULL: none
    int (*settle)(const Facts *, const void *options, Outcome *) noexcept nogil
    void (*succeed)(const Facts *, const void *options, int8_t *dealer, int32_t *streak) noexcept nogil
    void (*own)(const Game *, const Facts *, int32_t *columns) noexcept nogil   # INT32_MIN is null
    void (*own_settled)(const Facts *, const void *options, int32_t *columns) noexcept nogil    # after `own`: those that options of
                                                                    # kind `score` change; NULL: there are none
    # -- logs: clause * as x * 100 + y (HF-3.5 is 305), 0: legal
    int (*refuse)(Game *, const Event *, int8_t *seat) noexcept nogil
    int (*unfinished)(Game *, int8_t *seat) noexcept nogil
