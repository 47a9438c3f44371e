"""Hand logs written: one JSON object a hand, as docs/hand-log.md describes it. `reader.pyx` reads them back."""
from libc.stdint cimport int64_t

from hupai.ext.engine.rows cimport sum_flows
from hupai.ext.engine.table cimport Table
from hupai.ext.rulebook cimport RuleBook
from hupai.ext.variant cimport *

from hupai.ext.tiles import TILE_NAMES

KONGS = {"melded": KONG_MELDED, "added": KONG_ADDED, "concealed": KONG_CONCEALED}
WINS = {"discard": WIN_DISCARD, "self": WIN_SELF, "rob": WIN_ROB}
PLAIN = {"draw": DRAW, "discard": DISCARD, "ready": READY, "chow": CHOW, "pung": PUNG, "leave": LEAVE,
         "horses": HORSES}
cdef dict KONG_NAMES = {act: name for name, act in KONGS.items()}
cdef dict WIN_NAMES = {act: name for name, act in WINS.items()}
cdef dict PLAIN_NAMES = {act: name for name, act in PLAIN.items()}
cdef tuple END_NAMES = ("win", "draw", "leave")


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
