"""Hand logs read back: every event is tried against the variant's rules, then takes effect as in the loop.

Whether an event may stand where it stands is asked of the variant's `refuse`, which names the clause that forbids it.
What the loop would offer at the same moment is asked of `menu` and `responses`; the two agree at every moment of a hand.
"""
from libc.stdint cimport int8_t, int32_t, uint64_t
from libc.string cimport memcpy, memset

from hupai.ext.engine.bits cimport bits_lowest
from hupai.ext.engine.facts cimport gather
from hupai.ext.engine.logs cimport event_entry, lots_of, result_of
from hupai.ext.engine.loop cimport lay_out
from hupai.ext.engine.table cimport Table
from hupai.ext.engine.transitions cimport *
from hupai.ext.rulebook cimport RuleBook
from hupai.ext.shapes cimport hand_add, hand_clear
from hupai.ext.variant cimport *

from hupai.ext.engine.logs import KONGS, PLAIN, WINS
from hupai.ext.errors import AmountsTooLarge, IllegalLog
from hupai.ext.tiles import TILE_NAMES

cdef dict KINDS_BY_NAME = {name: kind for kind, name in enumerate(TILE_NAMES)}


# -- entries

cdef int8_t named_kind(object name):
    """The kind of a tile's name; BAD_TILE for anything else."""
    if isinstance(name, str):
        return KINDS_BY_NAME.get(name, BAD_TILE)
    return BAD_TILE


cdef int8_t form_of_lots(Game *game, object lists):
    """What is wrong in form with the lists of a `horses` event, a LotsFault."""
    cdef int kind
    if not isinstance(lists, list):
        return LOTS_MALFORMED
    for own in lists:
        if not isinstance(own, list):
            return LOTS_MALFORMED
        for name in own:
            kind = named_kind(name)
            if kind < 0 or game.variant.blocks.block[kind] < 0:
                return LOTS_MALFORMED
    return LOTS_SOUND if len(lists) == SEATS else LOTS_MISCOUNTED


cdef int read_lots(Game *game, object lists) except -1:
    """The tiles of a `horses` event into game.lots, twelve places a seat; of a longer list its first, and its size."""
    cdef int seat, i
    memset(game.lots, NO_TILE, sizeof(game.lots))
    memset(game.lot_sizes, 0, sizeof(game.lot_sizes))
    game.lots_fault = form_of_lots(game, lists)
    if game.lots_fault == LOTS_SOUND:
        for seat in range(SEATS):
            game.lot_sizes[seat] = <int8_t> min(len(lists[seat]), 100)
            for i in range(min(len(lists[seat]), MAX_LOTS // SEATS)):
                game.lots[MAX_LOTS // SEATS * seat + i] = named_kind(lists[seat][i])
    return 0


cdef int read_event(Game *game, object entry, Event *event) except -1:
    """One entry of a log; what it gets wrong is kept as such, for the variant to refuse in its own order."""
    cdef object seat, word, pair
    event[0] = event_of(NO_SEAT, UNKNOWN, NO_TILE)
    if not isinstance(entry, dict):
        event.act = NO_EVENT
        return 0
    seat = entry.get("seat")
    if type(seat) is int and 0 <= seat < SEATS:
        event.seat = seat
    if "tile" in entry:
        event.tile = named_kind(entry["tile"])
    word = entry.get("do")
    if not isinstance(word, str):
        return 0
    if word == "kong":
        event.act = KONGS.get(entry.get("kind"), KONG_UNKNOWN) if isinstance(entry.get("kind"), str) else KONG_UNKNOWN
    elif word == "win":
        event.act = WINS.get(entry.get("by"), WIN_UNKNOWN) if isinstance(entry.get("by"), str) else WIN_UNKNOWN
    else:
        event.act = PLAIN.get(word, UNKNOWN)
    if event.act == DRAW and "from" in entry and entry["from"] is not None:
        event.tail = 1 if entry["from"] == "tail" else 2
    elif event.act == CHOW:
        pair = entry.get("tiles")
        if isinstance(pair, list) and len(pair) == 2:
            event.pair[0] = named_kind(pair[0])
            event.pair[1] = named_kind(pair[1])
        else:
            event.pair[0] = event.pair[1] = BAD_TILE
    elif event.act == HORSES:
        read_lots(game, entry.get("tiles"))
    return 0


cdef int take_effect(Game *game, const Event *event) noexcept nogil:
    """A legal event changes the hand as it does in the loop."""
    cdef int low
    if event.act == DRAW:
        do_draw(game, event.seat, event.tile, event.tail)
    elif event.act == DISCARD:
        do_discard(game, event.seat, event.tile)
    elif event.act == READY:
        do_ready(game, event.seat)
    elif event.act == CHOW:
        low = event.pair[0] if event.pair[0] < event.pair[1] else event.pair[1]
        do_chow(game, event.seat, low if low < game.open else game.open)
    elif event.act == PUNG:
        do_pung(game, event.seat)
    elif event.act == KONG_MELDED:
        do_melded_kong(game, event.seat)
    elif event.act == KONG_CONCEALED:
        do_concealed_kong(game, event.seat, event.tile)
    elif event.act == KONG_ADDED:
        do_added_kong(game, event.seat, event.tile)
    elif event.act == LEAVE:
        do_leave(game, event.seat)
    elif event.act == HORSES:
        game.lots_read = 1
        game.phase = OVER
    else:
        do_win(game, event.seat, event.act)
    return 0


cdef int begin_reading(Table table, dict log) except -1:
    """The head of a log, which has been found in order."""
    cdef Game *game = &table.game
    cdef int seat
    cdef object stakes = log.get("stakes")
    lay_out(game, log["dealer"], log.get("streak", 0))
    game.joker = NO_TILE if log.get("joker") is None else named_kind(log["joker"])
    game.indicator = NO_TILE if log.get("indicator") is None else named_kind(log["indicator"])
    game.lots_read = 0
    if stakes is not None:
        for seat in range(SEATS):
            game.lots[seat] = stakes[seat]
    for seat in range(SEATS):
        hand_clear(&game.seats[seat].hand, game.joker)
        for name in log["deal"][seat]:
            hand_add(game.variant.blocks, &game.seats[seat].hand, named_kind(name))
    game.variant.begin(game)
    for seat in range(SEATS):
        game.seats[seat].dealt_need = <int8_t> game.variant.need(game, seat)
        game.seats[seat].least = game.seats[seat].dealt_need
        refresh_waits(game, seat, False)
    return 0


# -- what the loop offers

cdef int offer_kinds(list offers, int seat, int act, uint64_t kinds) except -1:
    """One event for each kind of a mask."""
    cdef Event event
    while kinds:
        event = event_of(seat, act, bits_lowest(kinds))
        kinds &= kinds - 1
        offers.append(event_entry(&event))
    return 0


cdef int offer_act(list offers, int seat, int act) except -1:
    cdef Event event = event_of(seat, act, NO_TILE)
    offers.append(event_entry(&event))
    return 0


cdef int offer_draw(list offers, int seat, int tail) except -1:
    """A draw, without the tile that chance will bring."""
    offers.append({"seat": seat, "do": "draw", "from": "tail"} if tail else {"seat": seat, "do": "draw"})
    return 0


cdef int offer_menu(Game *game, list offers, uint64_t *declares) except -1:
    """What the seat that has drawn or claimed may do."""
    cdef Menu menu
    open_menu(game, game.turn, &menu)
    declares[0] = menu.declares
    if menu.acts & (1 << WIN_SELF):
        offer_act(offers, game.turn, WIN_SELF)
    if menu.acts & (1 << LEAVE):
        offer_act(offers, game.turn, LEAVE)
    if menu.acts & (1 << PASS) and game.left > game.floor:
        offer_draw(offers, next_seat(game.turn), 0)
    offer_kinds(offers, game.turn, DISCARD, menu.discards)
    if menu.declares:
        offer_act(offers, game.turn, READY)
    offer_kinds(offers, game.turn, KONG_CONCEALED, menu.concealed)
    offer_kinds(offers, game.turn, KONG_ADDED, menu.added)
    return 0


cdef int offer_wins(Game *game, list offers) except -1:
    """Wins on the open tile that may come next; 1 if one of them is compulsory.

    Winners come in turn order, or the one by rank; those before a seat have let the win go, which a seat that must win
    cannot do.
    """
    cdef int act = WIN_DISCARD if game.phase == OFFER else WIN_ROB
    cdef int step, seat, first = 1
    cdef list seats = []
    if game.n_winners:
        if game.variant.one_winner:
            return 0
        first = ((game.winners[game.n_winners - 1] - game.turn) & 3) + 1
    for step in range(first, SEATS):
        seat = (game.turn + step) & 3
        if game.responses[seat] & R_WIN:
            seats.append((game.variant.rank(game, seat) if game.variant.one_winner else step, seat))
    for _, seat in sorted(seats):
        offer_act(offers, seat, act)
        if game.responses[seat] & R_FORCED:
            return 1
    return 0


cdef int offer_claims(Game *game, list offers) except -1:
    cdef int step, seat, place, low, kind
    for step in range(1, SEATS):
        seat = (game.turn + step) & 3
        if game.responses[seat] & R_PUNG:
            offer_act(offers, seat, PUNG)
        if game.responses[seat] & R_KONG:
            offer_act(offers, seat, KONG_MELDED)
        for place in range(3):
            if game.responses[seat] & (R_CHOW_LOW << place):
                low = game.open - place
                tiles = [TILE_NAMES[kind] for kind in range(low, low + 3) if kind != game.open]
                offers.append({"seat": seat, "do": "chow", "tiles": tiles})
    return 0


# -- reading

cdef class Reading:
    """A hand that is read event by event.

    Args:
        book: the rules, under the options of the log.
        log: a log whose head is in order; its events are not looked at.
    """

    cdef Table table
    cdef RuleBook book
    cdef readonly int events        # that have taken effect
    cdef uint64_t declares          # after `ready`: what may be discarded with it

    def __init__(self, RuleBook book not None, dict log not None):
        self.book = book
        self.table = Table(book)
        self.events = 0
        self.declares = 0
        begin_reading(self.table, log)

    cdef object refused(self, object seat, int code):
        clause = self.book.clause(code)
        return IllegalLog(event=self.events, seat=seat, rule=clause, reason=self.book.reasons.get(clause, ""))

    cdef int judge(self, object entry, Event *event, int8_t *seat) except -1:
        """The clause that an entry breaks, 0 for none; its event, and the seat that is named. Changes at most `game.lots`."""
        read_event(&self.table.game, entry, event)
        seat[0] = event.seat
        return self.book.variant.refuse(&self.table.game, event, seat)

    cdef object try_event(self, object entry, Event *event):
        cdef int8_t seat
        cdef int code = self.judge(entry, event, &seat)
        cdef object named = None
        if code == 0:
            return None
        if seat >= 0:
            named = seat
        elif event.seat == NO_SEAT and self.book.seat_as_it_stands and isinstance(entry, dict):
            named = entry.get("seat")
        return self.refused(named, code)

    def accepts(self, entry):
        """Whether an event may come next. As `refusal`, and quicker."""
        cdef Event event
        cdef int8_t lots[MAX_LOTS]
        cdef int8_t seat
        cdef int code
        memcpy(lots, self.table.game.lots, MAX_LOTS)
        code = self.judge(entry, &event, &seat)
        memcpy(self.table.game.lots, lots, MAX_LOTS)
        return code == 0

    def refusal(self, entry):
        """Why an event, as a log has it, may not come next: an `IllegalLog`, or None where it may.

        Nothing changes by asking.
        """
        cdef Event event
        cdef int8_t lots[MAX_LOTS]
        memcpy(lots, self.table.game.lots, MAX_LOTS)
        refusal = self.try_event(entry, &event)
        memcpy(self.table.game.lots, lots, MAX_LOTS)
        return refusal

    def apply(self, entry):
        """Let an event take effect.

        Raises:
            IllegalLog: it may not stand here.
        """
        cdef Game *game = &self.table.game
        cdef Event event
        refusal = self.try_event(entry, &event)
        if refusal is not None:
            raise refusal
        if event.act == READY:
            offer_menu(game, [], &self.declares)
        take_effect(game, &event)
        self.events += 1

    def end_refusal(self):
        """Why the log may not end here: an `IllegalLog`, or None where the hand is over."""
        cdef int8_t seat = NO_SEAT
        cdef int code = self.book.variant.unfinished(&self.table.game, &seat)
        return self.refused(None if seat == NO_SEAT else seat, code) if code else None

    def offers(self):
        """What the loop offers the seats at this moment: a list of events.

        Draws are without their tile. Horses are some that could be drawn. Letting a win or a claim go is no event.
        """
        cdef Game *game = &self.table.game
        cdef uint64_t declares
        cdef list offers = []
        cdef bint forced
        if game.phase == DRAW_DUE:
            if game.left > game.floor:
                offer_draw(offers, game.turn, 0)
        elif game.phase == TO_ACT or game.phase == CLAIMED:
            offer_menu(game, offers, &declares)
        elif game.phase == DECLARED:
            offer_kinds(offers, game.turn, DISCARD, self.declares)
        elif game.phase == REPLACEMENT:
            offer_draw(offers, game.turn, 1)
        elif game.phase != OVER:
            forced = offer_wins(game, offers)
            if forced:
                return offers
            if not game.n_winners and game.phase == OFFER:
                offer_claims(game, offers)
                if game.left > game.floor:
                    offer_draw(offers, next_seat(game.turn), 0)
            elif not game.n_winners:
                offer_draw(offers, game.turn, 1)
        if game.n_winners and not game.lots_read:
            gather(game, &self.table.facts)
            if self.book.variant.draw_lots != NULL:
                self.book.variant.draw_lots(&self.table.facts, self.book.options)
            offers.extend(self.book.log_tail(lots_of(&self.table.facts), True))
        return offers

    def result(self):
        """What the events come to: `{"result": …, "next": {"dealer": …, "streak": …}}`.

        Raises:
            IllegalLog: the hand is not over.
            AmountsTooLarge: an amount left its 64 bits.
        """
        cdef Game *game = &self.table.game
        cdef Facts *facts = &self.table.facts
        cdef int8_t dealer
        cdef int32_t streak
        cdef int i
        refusal = self.end_refusal()
        if refusal is not None:
            raise refusal
        gather(game, facts)
        for i in range(MAX_LOTS):
            facts.lots[i] = game.lots[i]
        if self.book.variant.settle(facts, self.book.options, &self.table.outcome) < 0:
            raise AmountsTooLarge(
                0, game.turn, "an amount left the 64 bits it is counted in; options this large cannot be settled"
            )
        self.book.variant.succeed(facts, self.book.options, &dealer, &streak)
        return {"result": result_of(self.table), "next": {"dealer": dealer, "streak": streak}}
