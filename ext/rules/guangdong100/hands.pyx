"""广东100张: what a hand needs and what it waits for. GD-4.5, GD-4.11 and GD-5 of docs/variants/guangdong100.md.

A need counts jokers: natural tiles that are missing, less the jokers held. Four jokers complete a hand with whatever is
drawn next (四鬼, GD-4.11); that a fourth may come is no plan, so three count like any others.
"""
from libc.stdint cimport int8_t, uint64_t

from hupai.ext.engine.bits cimport bit
from hupai.ext.engine.loop cimport lay_out
from hupai.ext.engine.table cimport Table
from hupai.ext.engine.transitions cimport push_meld
from hupai.ext.rulebook cimport RuleBook
from hupai.ext.rules.guangdong100.fans cimport View, any_fan, view_add, view_of_seat
from hupai.ext.rules.guangdong100.options cimport *
from hupai.ext.rules.guangdong100.pairs cimport ALL_GROUPS, NO_GROUPS, groups_masks, groups_need
from hupai.ext.shapes cimport (
    UNREACHABLE, hand_add, hand_clear, joker_pairs_masks, pairs_masks, pairs_need, standard_masks, standard_need,
)
from hupai.ext.variant cimport *


cdef inline bint four_jokers(const Game *game, int seat) noexcept nogil:
    return game.seats[seat].hand.jokers == 4 and options_of(game).played & (1 << FOUR_JOKERS)


cdef inline int natural_pairs_need(const Game *game, int seat) noexcept nogil:
    cdef const Seat *own = &game.seats[seat]
    cdef int groups = options_of(game).pair_groups
    if own.n_melds or groups == NO_GROUPS:
        return UNREACHABLE
    return pairs_need(game.variant.blocks, &own.hand) if groups == ALL_GROUPS else groups_need(&own.hand, groups)


cdef inline void natural_pairs_masks(const Game *game, int seat, uint64_t *keeps, uint64_t *lowers) noexcept nogil:
    cdef const Seat *own = &game.seats[seat]
    cdef int groups = options_of(game).pair_groups
    if groups != ALL_GROUPS:
        groups_masks(game.variant.blocks, &own.hand, groups, keeps, lowers)
    elif game.joker >= 0:
        joker_pairs_masks(game.variant.blocks, &own.hand, keeps, lowers)
    else:
        pairs_masks(game.variant.blocks, &own.hand, keeps, lowers)


cdef inline int shape_need(const Game *game, int seat) noexcept nogil:
    cdef const Seat *own = &game.seats[seat]
    cdef int sets = standard_need(game.variant.blocks, &own.hand, 4 - own.n_melds)
    return min(sets, natural_pairs_need(game, seat)) - own.hand.jokers


cdef int need(const Game *game, int seat) noexcept nogil:
    """Tiles needed for four sets and a pair or for seven pairs, jokers counted; with four jokers the next one drawn."""
    if four_jokers(game, seat):
        return min(shape_need(game, seat), 1 if game.seats[seat].hand.size % 3 == 1 else 0)
    return shape_need(game, seat)


cdef int masks(const Game *game, int seat, uint64_t *keeps, uint64_t *lowers) noexcept nogil:
    """The need by shape, jokers counted, and what keeps and lowers it."""
    cdef const Seat *own = &game.seats[seat]
    cdef int sets, pairs = natural_pairs_need(game, seat)
    cdef uint64_t more_keeps = 0, more_lowers = 0
    if pairs == UNREACHABLE:
        return standard_masks(game.variant.blocks, &own.hand, 4 - own.n_melds, keeps, lowers) - own.hand.jokers
    sets = standard_need(game.variant.blocks, &own.hand, 4)
    if pairs < sets:
        natural_pairs_masks(game, seat, keeps, lowers)
        return pairs - own.hand.jokers
    standard_masks(game.variant.blocks, &own.hand, 4, keeps, lowers)
    if pairs == sets:
        natural_pairs_masks(game, seat, &more_keeps, &more_lowers)
        if keeps != NULL:
            keeps[0] |= more_keeps
        if lowers != NULL:
            lowers[0] |= more_lowers
    return sets - own.hand.jokers


cdef uint64_t waits(Game *game, int seat) noexcept nogil:
    """Kinds that win by self draw (GD-4.1); what completes the hand by shape, and 任意胡, are noted in the state."""
    cdef Seat *own = &game.seats[seat]
    cdef GuangdongState *state = state_of(game)
    cdef uint64_t deck = game.variant.blocks.deck, kinds = 0
    if own.least <= 1:
        own.least = <int8_t> shape_need(game, seat)
        if own.least == 1:
            masks(game, seat, NULL, &kinds)
    state.shapes[seat] = kinds
    state.judged[seat] = 0
    state.worthy[seat] = 0
    state.any_wait[seat] = kinds == deck                                        # GD-4.5
    if own.hand.jokers >= 3 and options_of(game).played & (1 << FOUR_JOKERS):   # GD-4.11
        if own.hand.jokers == 4:
            state.any_wait[seat] = 1
            return deck
        kinds |= bit(game.joker)
    return kinds


cdef bint has_fan(Game *game, int seat, int tile) noexcept nogil:
    """GD-4.4: with this tile of another seat the hand has a fan besides 鸡胡. Looked at once while the hand stands."""
    cdef GuangdongState *state = state_of(game)
    cdef View view
    if not state.judged[seat] & bit(tile):
        state.judged[seat] |= bit(tile)
        view_of_seat(&view, game.variant.blocks, &game.seats[seat], options_of(game).pair_groups)
        view_add(&view, tile)
        if any_fan(&view, options_of(game).played & ~(1 << CHICKEN)):
            state.worthy[seat] |= bit(tile)
    return (state.worthy[seat] & bit(tile)) != 0


cdef list kinds_of(uint64_t mask):
    return [kind for kind in range(34) if mask & bit(kind)]


def hand_facts(RuleBook book not None, tiles, melds, int joker):
    """What a hand needs and waits for.

    Args:
        book: 广东100张 under some options.
        tiles: the kinds of the concealed tiles.
        melds: pairs of a kind and whether it is a kong.
        joker: the joker kind, or -1.

    Returns:
        `need`; `keeps` and `lowers`, kinds that keep and lower the need by shape; and, for a hand that waits for a tile,
        `waits`, `shapes`, `any_wait` and `worthy`: the kinds that win by self draw, those among them that complete the
        hand by shape, whether it is 任意胡, and those that have a fan besides 鸡胡 (a fifth copy cannot come and is none).
    """
    cdef Table table = Table(book)
    cdef Game *game = &table.game
    cdef Meld *meld
    cdef uint64_t keeps = 0, lowers = 0, shapes
    lay_out(game, 0, 0)
    game.joker = <int8_t> joker
    hand_clear(&game.seats[0].hand, joker)
    for kind in tiles:
        hand_add(&book.blocks, &game.seats[0].hand, kind)
    for kind, kong in melds:
        push_meld(game, 0, KONG_CONCEALED if kong else PUNG, kind, NO_TILE, 0)
    masks(game, 0, &keeps, &lowers)
    found = {"need": need(game, 0), "keeps": kinds_of(keeps), "lowers": kinds_of(lowers)}
    if game.seats[0].hand.size % 3 == 1:
        game.seats[0].least = 0
        found["waits"] = kinds_of(waits(game, 0))
        shapes = state_of(game).shapes[0]
        found["shapes"] = kinds_of(shapes)
        found["any_wait"] = state_of(game).any_wait[0] != 0
        found["worthy"] = [kind for kind in kinds_of(shapes & ~game.seats[0].hand.fours) if has_fan(game, 0, kind)]
    return found
