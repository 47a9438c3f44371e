"""Hand logs, written and read back: one JSON object a hand, as docs/hand-log.md describes it.

Reading uses the loop's own transitions. Whether an event may stand where it stands is asked of the variant's `refuse`,
which names the clause that forbids it.
"""
from libc.stdint cimport int8_t, int64_t, uint8_t

from hupai.ext.engine.facts cimport gather
from hupai.ext.engine.loop cimport lay_out
from hupai.ext.engine.rows cimport sum_flows
from hupai.ext.engine.table cimport Table
from hupai.ext.engine.transitions cimport *
from hupai.ext.rulebook cimport RuleBook
from hupai.ext.shapes cimport hand_add, hand_clear
from hupai.ext.variant cimport *

from hupai.ext.errors import EngineFault, IllegalLog
from hupai.ext.tiles import TILE_NAMES

cdef dict KINDS_BY_NAME = {name: kind for kind, name in enumerate(TILE_NAMES)}
cdef dict KONGS = {"melded": KONG_MELDED, "added": KONG_ADDED, "concealed": KONG_CONCEALED}
cdef dict WINS = {"discard": WIN_DISCARD, "self": WIN_SELF, "rob": WIN_ROB}
cdef dict PLAIN = {"draw": DRAW, "discard": DISCARD, "ready": READY, "chow": CHOW, "pung": PUNG, "leave": LEAVE,
                   "horses": HORSES}
cdef dict KONG_NAMES = {act: name for name, act in KONGS.items()}
cdef dict WIN_NAMES = {act: name for name, act in WINS.items()}
cdef dict PLAIN_NAMES = {act: name for name, act in PLAIN.items()}
cdef tuple END_NAMES = ("win", "draw", "leave")


# -- writing

cdef dict event_entry(const Event *event):
    """One event as a log writes it."""
    cdef dict entry
    if event.act in KONG_NAMES:
        entry = {"seat": event.seat, "do": "kong", "kind": KONG_NAMES[event.act]}
        if event.act != KONG_MELDED:
            entry["tile"] = TILE_NAMES[event.tile]
        return entry
    if event.act in WIN_NAMES:
        return {"seat": event.seat, "do": "win", "by": WIN_NAMES[event.act]}
    entry = {"seat": event.seat, "do": PLAIN_NAMES[event.act]}
    if event.act == DRAW or event.act == DISCARD:
        entry["tile"] = TILE_NAMES[event.tile]
    if event.tail:
        entry["from"] = "tail"
    if event.act == CHOW:
        entry["tiles"] = [TILE_NAMES[event.pair[0]], TILE_NAMES[event.pair[1]]]
    return entry


cdef list lots_of(const Facts *facts):
    return [facts.lots[i] for i in range(facts.n_lots)]


cdef list fan_names(RuleBook book, const Score *score):
    """The fans of a winner, each as often as it counts, sorted."""
    cdef list names = []
    cdef int i
    for i in range(book.variant.n_fans):
        names.extend([book.fans[i]] * score.fans[i])
    names.sort()
    return names


cdef dict result_of(Table table):
    """What a hand comes to, from its facts and its outcome."""
    cdef int i
    cdef int64_t pay[SEATS]
    cdef int64_t parts[MAX_PARTS][SEATS]
    cdef const Score *score
    cdef const Facts *facts = &table.facts
    cdef list winners = []
    sum_flows(&table.outcome, table.book.variant.n_parts, pay, parts)
    for i in range(table.outcome.n_winners):
        score = &table.outcome.winners[i]
        winners.append({
            "seat": score.seat,
            "by": WIN_NAMES[facts.by],
            "from": None if facts.by == WIN_SELF else facts.source,
            "fans": fan_names(table.book, score),
            "points": score.points,
        })
    return {
        "end": END_NAMES[facts.end],
        "winners": winners,
        "payments": [pay[i] for i in range(SEATS)],
        "parts": {table.book.parts[i]: [parts[i][0], parts[i][1], parts[i][2], parts[i][3]]
                  for i in range(table.book.variant.n_parts)},
    }


cdef dict hand_log(Table table):
    """The log of the hand that was just played on the table, with its result."""
    cdef Game *game = &table.game
    cdef list lots = lots_of(&table.facts)
    cdef int i, seat
    cdef dict log = {
        "variant": table.book.name,
        "options": table.book.given,
        "dealer": game.dealer,
        "streak": game.streak,
        "indicator": None if game.indicator < 0 else TILE_NAMES[game.indicator],
        "joker": None if game.joker < 0 else TILE_NAMES[game.joker],
        "stakes": None,
        "deal": [[TILE_NAMES[kind] for kind in sorted([game.wall[13 * seat + i] for i in range(13)])]
                 for seat in range(SEATS)],
        "events": [event_entry(&game.log[i]) for i in range(game.log_size)],
    }
    log.update(table.book.log_head(lots))
    log["events"].extend(table.book.log_tail(lots, table.facts.end == END_WIN))
    log["result"] = result_of(table)
    return log


# -- reading

cdef int8_t named_kind(object name):
    """The kind of a tile's name; BAD_TILE for anything else."""
    if isinstance(name, str):
        return KINDS_BY_NAME.get(name, BAD_TILE)
    return BAD_TILE


cdef int read_lots(Game *game, object lists) except -1:
    """The tiles of a `horses` event into game.lots, twelve places a seat; a size of -1 for what is no list of tiles."""
    cdef int seat, i
    for seat in range(SEATS):
        game.lot_sizes[seat] = -1
    if not isinstance(lists, list) or len(lists) != SEATS:
        return 0
    for seat in range(SEATS):
        if not isinstance(lists[seat], list):
            continue
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
        game.seats[seat].least = 0
        refresh_waits(game, seat, False)
    return 0


cdef object seat_of(RuleBook book, object entry, const Event *event, int seat):
    """The seat that a refusal names: the one at fault, or the event's as it stands there."""
    if seat >= 0:
        return seat
    if event.seat == NO_SEAT and book.seat_as_it_stands and isinstance(entry, dict):
        return entry.get("seat")
    return None


def refusal(RuleBook book, int event, object seat, int code):
    """The error that an illegal event is reported by."""
    clause = book.clause(code)
    return IllegalLog(event=event, seat=seat, rule=clause, reason=book.reasons.get(clause, ""))


def read_hand(RuleBook book not None, dict log):
    """Read back a log whose head is in order.

    Returns:
        `{"result": …, "next": {"dealer": …, "streak": …}}` as the events come to.

    Raises:
        IllegalLog: the first event that may not stand where it stands, or the place where the log stops too early.
    """
    cdef Table table = Table(book)
    cdef Game *game = &table.game
    cdef Event event
    cdef int8_t seat, dealer
    cdef int32_t streak
    cdef int code, i
    begin_reading(table, log)
    for index, entry in enumerate(log["events"]):
        read_event(game, entry, &event)
        seat = event.seat
        code = book.variant.refuse(game, &event, &seat)
        if code:
            raise refusal(book, index, seat_of(book, entry, &event, seat), code)
        take_effect(game, &event)
    seat = NO_SEAT
    code = book.variant.unfinished(game, &seat)
    if code:
        raise refusal(book, len(log["events"]), None if seat == NO_SEAT else seat, code)
    gather(game, &table.facts)
    for i in range(MAX_LOTS):
        table.facts.lots[i] = game.lots[i]
    if book.variant.settle(&table.facts, book.options, &table.outcome) < 0:
        raise EngineFault(0, game.turn, "an amount left the 64 bits it is counted in")
    book.variant.succeed(&table.facts, book.options, &dealer, &streak)
    return {"result": result_of(table), "next": {"dealer": dealer, "streak": streak}}
