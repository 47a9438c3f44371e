"""The built-in strategies: `random`, `greedy` and `speed`.

They follow fixed rules and read no option of kind `score`. Ties are broken by the seat's own stream.

`random` picks any legal act with equal chance, but wins when it can.
`greedy` keeps the fewest tiles needed: it wins when it can; makes a kong that does not raise the need; discards a tile
that leaves the need as it is; claims a tile that lowers it (a kong also where it stays); declares 报听 as its variant advises.
`speed` does as `greedy`, and of the discards that leave the need as it is takes one after which the most unseen tiles help.

What a player should know of a variant comes first: the hooks `sense` and `respond` of its rules module.
"""
from libc.stdint cimport int8_t, uint64_t

from hupai.ext.engine.bits cimport bit, bits_count, bits_nth, bits_pop
from hupai.ext.engine.transitions cimport pung_of, tile_count
from hupai.ext.shapes cimport Hand, hand_add, hand_take
from hupai.ext.streams cimport Stream, below, unit
from hupai.ext.variant cimport *


# -- random

cdef void random_act(Game *game, int seat, const Menu *menu, Choice *choice) noexcept nogil:
    cdef int discards = bits_count(menu.discards), declares = bits_count(menu.declares)
    cdef int concealed = bits_count(menu.concealed), added = bits_count(menu.added)
    cdef int passes = 1 if menu.acts & (1 << PASS) else 0
    cdef int n
    if menu.acts & (1 << WIN_SELF):
        choice.act = WIN_SELF
        return
    n = discards + declares + concealed + added + passes
    if n > 1:
        n = <int> below(&game.strategy[seat], n)
    else:
        n = 0
    if n < discards:
        choice.act = DISCARD
        choice.tile = <int8_t> bits_nth(menu.discards, n)
        return
    n -= discards
    if n < declares:
        choice.act = READY
        choice.tile = <int8_t> bits_nth(menu.declares, n)
        return
    n -= declares
    if n < concealed:
        choice.act = KONG_CONCEALED
        choice.tile = <int8_t> bits_nth(menu.concealed, n)
        return
    n -= concealed
    if n < added:
        choice.act = KONG_ADDED
        choice.tile = <int8_t> bits_nth(menu.added, n)
        return
    choice.act = PASS


cdef int random_respond(Game *game, int seat, int bits) noexcept nogil:
    cdef int n
    if bits & R_WIN:
        return WIN_DISCARD
    n = bits_count(<uint64_t> bits)
    n = <int> below(&game.strategy[seat], n + 1)
    if n == 0:
        return PASS
    return response_act(1 << bits_nth(<uint64_t> bits, n - 1))


cdef inline int response_act(int response) noexcept nogil:
    """The Act of one bit of Response; the three chows are told apart by CHOW plus 32 times the claimed tile's place."""
    if response == R_PUNG:
        return PUNG
    if response == R_KONG:
        return KONG_MELDED
    if response == R_CHOW_LOW:
        return CHOW
    if response == R_CHOW_MIDDLE:
        return CHOW + 32
    if response == R_CHOW_HIGH:
        return CHOW + 64
    return PASS


# -- greedy and speed

cdef inline int need_with_meld(Game *game, int seat, int kind, int tile, int low) noexcept nogil:
    """Tiles needed if the seat laid this meld down: laid, counted and taken back."""
    cdef Seat *own = &game.seats[seat]
    cdef Meld *meld = &own.melds[own.n_melds]
    cdef Meld before = meld[0]
    cdef int tiles = 2, i, need
    cdef int8_t taken[4]
    if kind == CHOW:
        tiles = 0
        for i in range(low, low + 3):
            if i != tile:
                taken[tiles] = <int8_t> i
                tiles += 1
    else:
        tiles = 2 if kind == PUNG else (3 if kind == KONG_MELDED else 4)
        for i in range(tiles):
            taken[i] = <int8_t> tile
    for i in range(tiles):
        hand_take(game.variant.blocks, &own.hand, taken[i])
    meld.seat = <int8_t> seat
    meld.kind = <int8_t> kind
    meld.tile = <int8_t> (low if kind == CHOW else tile)
    meld.marks = 0
    own.n_melds += 1
    need = game.variant.need(game, seat)
    own.n_melds -= 1
    meld[0] = before
    for i in range(tiles):
        hand_add(game.variant.blocks, &own.hand, taken[i])
    return need


cdef inline int need_after_adding(Game *game, int seat, int tile) noexcept nogil:
    """Tiles needed if the seat added this tile to its pung."""
    cdef Hand *hand = &game.seats[seat].hand
    cdef Meld *pung = pung_of(game, seat, tile)
    cdef int need
    pung.kind = KONG_ADDED
    hand_take(game.variant.blocks, hand, tile)
    need = game.variant.need(game, seat)
    hand_add(game.variant.blocks, hand, tile)
    pung.kind = PUNG
    return need


cdef inline int kong_that_keeps(Game *game, int seat, const Menu *menu, int need, Choice *choice) noexcept nogil:
    """A kong of the hand that leaves the need as it is, the lowest kind first; 0: there is none."""
    cdef uint64_t kinds = menu.concealed
    cdef int kind
    while kinds:
        kind = bits_pop(&kinds)
        if need_with_meld(game, seat, KONG_CONCEALED, kind, NO_TILE) <= need:
            choice.act = KONG_CONCEALED
            choice.tile = <int8_t> kind
            return 1
    kinds = menu.added
    while kinds:
        kind = bits_pop(&kinds)
        if need_after_adding(game, seat, kind) <= need:
            choice.act = KONG_ADDED
            choice.tile = <int8_t> kind
            return 1
    return 0


cdef inline uint64_t least_harm(Game *game, int seat, uint64_t kinds) noexcept nogil:
    """Of the given kinds those whose loss leaves the fewest tiles needed."""
    cdef Seat *own = &game.seats[seat]
    cdef uint64_t best = 0, rest = kinds
    cdef int least = 127, kind, need
    while rest:
        kind = bits_pop(&rest)
        hand_take(game.variant.blocks, &own.hand, kind)
        need = game.variant.need(game, seat)
        hand_add(game.variant.blocks, &own.hand, kind)
        if need < least:
            least = need
            best = 0
        if need == least:
            best |= bit(kind)
    return best


cdef inline uint64_t hand_joker(const Hand *hand) noexcept nogil:
    """The joker's kind as a mask: a joker is never the tile to spare where another can go."""
    return bit(hand.joker) if hand.joker >= 0 else 0


cdef inline int helping_tiles(Game *game, int seat) noexcept nogil:
    """Unseen tiles of which one draw lowers the need, as the seat sees the table."""
    cdef uint64_t lowers = 0
    cdef int kind, tiles = 0
    game.variant.masks(game, seat, NULL, &lowers)
    while lowers:
        kind = bits_pop(&lowers)
        tiles += 4 - game.visible[kind] - tile_count(game, seat, kind)
    return tiles


cdef inline uint64_t most_help(Game *game, int seat, uint64_t kinds) noexcept nogil:
    """Of the given kinds those after whose discard the most unseen tiles help."""
    cdef Seat *own = &game.seats[seat]
    cdef uint64_t best = 0
    cdef int most = -1, kind, tiles
    if not kinds & (kinds - 1):
        return kinds
    while kinds:
        kind = bits_pop(&kinds)
        hand_take(game.variant.blocks, &own.hand, kind)
        tiles = helping_tiles(game, seat)
        hand_add(game.variant.blocks, &own.hand, kind)
        if tiles > most:
            most = tiles
            best = 0
        if tiles == most:
            best |= bit(kind)
    return best


cdef inline void by_need(Game *game, int seat, const Menu *menu, Choice *choice, int speed) noexcept nogil:
    cdef uint64_t keeps = 0, kinds
    cdef int need, n
    if menu.acts & (1 << WIN_SELF) and menu.forced:
        choice.act = WIN_SELF
        return
    if game.variant.sense != NULL and game.variant.sense(game, seat, menu, choice):
        return
    if menu.acts & (1 << WIN_SELF):
        choice.act = WIN_SELF
        return
    if menu.acts & (1 << PASS):
        choice.act = PASS
        return
    if not menu.discards & (menu.discards - 1) and not (menu.concealed | menu.added):
        kinds = menu.discards
    else:
        need = game.variant.masks(game, seat, &keeps, NULL)
        if menu.concealed | menu.added and kong_that_keeps(game, seat, menu, need, choice):
            return
        kinds = keeps & menu.discards
        if not kinds:
            kinds = menu.discards & ~hand_joker(&game.seats[seat].hand)
            kinds = least_harm(game, seat, kinds if kinds else menu.discards)
        if speed:
            kinds = most_help(game, seat, kinds)
    if kinds & menu.declares and game.variant.declares:
        kinds &= menu.declares
        choice.act = READY
    else:
        choice.act = DISCARD
    n = bits_count(kinds)
    choice.tile = <int8_t> bits_nth(kinds, <int> below(&game.strategy[seat], n) if n > 1 else 0)


cdef void greedy_act(Game *game, int seat, const Menu *menu, Choice *choice) noexcept nogil:
    by_need(game, seat, menu, choice, 0)


cdef void speed_act(Game *game, int seat, const Menu *menu, Choice *choice) noexcept nogil:
    by_need(game, seat, menu, choice, 1)


cdef int need_respond(Game *game, int seat, int bits) noexcept nogil:
    cdef int tile = game.open, need, claimed, least, act, low
    if bits & R_FORCED:
        return WIN_DISCARD
    if game.variant.respond != NULL:
        act = game.variant.respond(game, seat, bits)
        if act >= 0:
            return act
    if bits & R_WIN:
        return WIN_DISCARD
    need = game.variant.need(game, seat)
    if bits & R_KONG and need_with_meld(game, seat, KONG_MELDED, tile, NO_TILE) <= need:
        return KONG_MELDED
    least = need
    act = PASS
    if bits & R_PUNG:
        claimed = need_with_meld(game, seat, PUNG, tile, NO_TILE)
        if claimed < least:
            least = claimed
            act = PUNG
    if bits & (R_CHOW_LOW | R_CHOW_MIDDLE | R_CHOW_HIGH):
        for low in range(3):
            if bits & (R_CHOW_LOW << low):
                claimed = need_with_meld(game, seat, CHOW, tile, tile - low)
                if claimed < least:
                    least = claimed
                    act = CHOW + 32 * low
    return act


# -- seats

cdef void decide(const Player *player, Game *game, int seat, const Menu *menu, Choice *choice) noexcept nogil:
    choice.tile = NO_TILE
    if player.slip > 0 and unit(&game.strategy[seat]) < player.slip:
        random_act(game, seat, menu, choice)
    else:
        player.act(game, seat, menu, choice)


cdef int answer(const Player *player, Game *game, int seat, int bits) noexcept nogil:
    if bits & R_FORCED:
        return WIN_DISCARD
    if player.slip > 0 and unit(&game.strategy[seat]) < player.slip:
        return random_respond(game, seat, bits)
    return player.respond(game, seat, bits)


STRATEGIES = {
    "random": {
        "zh": "随机：任何合法动作等可能，能胡就胡",
        "en": "any legal act with equal chance, but it wins when it can",
        "parameters": {"slip": (0.0, 1.0, 0.0)},
    },
    "greedy": {
        "zh": "贪心：使所缺张数最少",
        "en": "fewest tiles needed",
        "parameters": {"slip": (0.0, 1.0, 0.0)},
    },
    "speed": {
        "zh": "速度：所缺张数最少，其次进张最多",
        "en": "fewest tiles needed, then the most tiles that help",
        "parameters": {"slip": (0.0, 1.0, 0.0)},
    },
}


cdef int make_player(Player *player, str name, dict parameters) except -1:
    """A player of a seat as `read_seats` gives it: the name is known, all parameters are there and within limits."""
    player.act = random_act if name == "random" else (greedy_act if name == "greedy" else speed_act)
    player.respond = random_respond if name == "random" else need_respond
    player.slip = parameters["slip"]
    return 0
