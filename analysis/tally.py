"""Goes through a run once, in order and in pieces, and keeps sums: memory does not grow with the run.

A `Tally` is fed pieces of whole tables and holds

- `moments`: for each measure, the sums over tables that its estimate needs (`hupai.analysis.estimates`);
- `counts`: how often each value of a few quantities was seen (points, results, turns …);
- `firsts`: hand numbers worth replaying;
- `checks`: what must hold in every run, and how often it did not.

A measure is named by a path, such as ``headline/win_rate`` or ``position/0/score``; which of them is a
proportion and which a mean is said in `hupai.analysis.assemble`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from hupai.analysis.credit import FanWorth
from hupai.analysis.estimates import Moments
from hupai.analysis.piece import ENDS, SEATS, WAYS, Piece, pieces, squares, sums
from hupai.analysis.topics import TopicTally, column_of_part
from hupai.ext.rules import topics

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from hupai.ext.rules import Rules
    from hupai.ext.rules.definition import Column
    from hupai.simulate import Recorded

    Ints = NDArray[np.int64]
    Turn = Callable[[NDArray[Any]], NDArray[Any]]

ABOUT = 1 << 17
"""About so many hands are looked at at a time."""
SHARES_OF_ONE = 60
"""Into so many parts a unit of money is split, so that halves, thirds … sixths of it are whole."""
LAST_NEED = 8
"""Needs of so many tiles and more are counted together."""
LAST_STREAK = 5
"""Streaks of so many hands and more are counted together."""
MOST_CODES = 40
"""At most so many codes of an own column are told apart."""
CLAIMS = ("chows", "pungs", "kongs")


@dataclass
class Firsts:
    """Hand numbers worth a replay: for each what it shows, the first hand that does."""

    by_points: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Points of a win -> hand, seat."""
    by_fan: dict[str, int] = field(default_factory=dict)
    greatest_loss: tuple[int, int, int] | None = None
    """Result, hand, seat."""
    longest: tuple[int, int] | None = None
    """Draws, hand."""


@dataclass
class Checks:
    """What must hold in every run, and how often it did not."""

    hands: int = 0
    wins: int = 0
    total: int = 0
    unbalanced_hands: int = 0
    parts_differ: int = 0
    winners_differ: int = 0


class Tally:
    """Sums over the tables of a run.

    Parameters
    ----------
    rules
        Of the run.
    """

    def __init__(self, rules: Rules) -> None:
        self.worth = FanWorth.of(rules)
        self.parts = tuple(part.key for part in rules.definition.parts)
        self.columns = rules.definition.columns
        self.moments: dict[str, Moments] = {}
        self.counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self.topics = TopicTally(rules, topics(rules.name))
        self.firsts = Firsts()
        self.checks = Checks()
        self.tables = 0

    def add(self, piece: Piece) -> None:
        """Add whole tables."""
        self.tables += piece.tables
        self._check(piece)
        self._headline(piece)
        self._places(piece, "seat", lambda by_seat: by_seat)
        self._places(piece, "position", piece.by_position)
        self._money(piece)
        self._flow(piece)
        self._own(piece)
        self._fans(piece)
        self._firsts(piece)
        self.topics.add(piece)

    def keep(self, path: str, *columns: Ints) -> None:
        """Add per-table columns (numerator, denominator, …) to a measure."""
        added = Moments.of(*columns)
        held = self.moments.get(path)
        self.moments[path] = added if held is None else held + added

    def _check(self, piece: Piece) -> None:
        checks, total = self.checks, piece.pay.sum(axis=0)
        differ = np.zeros(len(total), dtype=bool)
        split = [piece.seats(column_of_part(part)) for part in self.parts]
        for seat in range(SEATS):
            differ |= sum(part[seat] for part in split) != piece.pay[seat]
        checks.hands += len(piece.number)
        checks.wins += len(piece.points)
        checks.total += int(total.sum())
        checks.unbalanced_hands += int(np.count_nonzero(total))
        checks.parts_differ += int(np.count_nonzero(differ))
        listed = np.bincount(piece.win_hand, minlength=len(total))
        checks.winners_differ += int(np.count_nonzero(listed != piece.column("winners")))

    def _headline(self, piece: Piece) -> None:
        winners, way = piece.column("winners"), piece.way
        events = {f"{end}_rate": piece.end == code for code, end in enumerate(ENDS)}
        events |= {
            "self_draw_rate": way == 1,
            "discard_rate": way == 2,
            "rob_rate": way == 3,
            "several_rate": winners > 1,
            "streak_rate": piece.column("streak") > 0,
            "length": piece.column("draws"),
            "moved": np.maximum(piece.pay, 0).sum(axis=0),
        }
        for name, by_hand in events.items():
            self.keep(f"headline/{name}", piece.by_table(by_hand), piece.size)
        self.keep("headline/self_draw_share", piece.by_table(way == 1), piece.by_table(way > 0))
        by_discard = piece.by_table(way == 2)
        self.keep("headline/several_share", piece.by_table((winners > 1) & (way == 2)), by_discard)
        wins = piece.wins_by_table()
        for name, by_win in {"points": piece.points, "gain": piece.gain, "win_turn": piece.win_turn}.items():
            self.keep(f"headline/{name}", piece.wins_by_table(by_win), wins)
        streak = np.minimum(piece.column("streak"), LAST_STREAK)
        for length in range(LAST_STREAK + 1):
            self.keep(f"streak/{length}", piece.by_table(streak == length), piece.size)

    def _places(self, piece: Piece, kind: str, turn: Turn) -> None:
        """Keep what is asked of each seat, or of each position relative to the dealer."""
        won, pay, ready = turn(piece.won), turn(piece.pay), turn(piece.seats("ready"))
        measures: dict[str, NDArray[Any]] = {
            "win_rate": won > 0,
            "self_draw_rate": won == 1,
            "discard_rate": won == 2,
            "rob_rate": won == 3,
            "fed_rate": turn(piece.gave("discard")),
            "robbed_rate": turn(piece.gave("rob")),
            "lost_rate": pay < 0,
            "ready_rate": ready >= 0,
            "score": pay,
            **{name: turn(piece.seats(name)) for name in CLAIMS},
        }
        for place in range(SEATS):
            summed = {name: piece.by_table(values[place]) for name, values in measures.items()}
            for name, numerator in summed.items():
                self.keep(f"{kind}/{place}/{name}", numerator, piece.size)
            squared = piece.by_table(squares(pay[place]))
            self.keep(f"{kind}/{place}/spread", squared, summed["score"], piece.size)
            turns = piece.by_table(np.maximum(ready[place], 0))
            self.keep(f"{kind}/{place}/ready_turn", turns, summed["ready_rate"])

    def _money(self, piece: Piece) -> None:
        """Keep where each position's money comes from and goes to."""
        for part in self.parts:
            amounts = piece.by_position(piece.seats(column_of_part(part)))
            for name, flow in {
                "net": amounts,
                "received": np.maximum(amounts, 0),
                "paid": np.minimum(amounts, 0),
            }.items():
                for place in range(SEATS):
                    self.keep(f"money/{part}/{place}/{name}", piece.by_table(flow[place]), piece.size)
        pay, won = piece.by_position(piece.pay), piece.by_position(piece.won)
        fed, robbed = piece.by_position(piece.gave("discard")), piece.by_position(piece.gave("rob"))
        idle = won == 0
        ways: dict[str, NDArray[np.bool_]] = {
            "won_self": won == 1,
            "won_discard": won == 2,
            "won_rob": won == 3,
            "fed": fed & idle,
            "robbed": robbed & idle,
            "self_of_others": (piece.way == 1) & idle,
            "discard_of_others": (piece.way > 1) & idle & ~(fed | robbed),
            "nobody_won": np.broadcast_to(piece.way == 0, won.shape),
        }
        for name, here in ways.items():
            for place in range(SEATS):
                amount = np.where(here[place], pay[place], 0)
                self.keep(f"way/{name}/{place}", piece.by_table(amount), piece.size)

    def _flow(self, piece: Piece) -> None:
        """Keep how hands begin, when seats are ready, and when hands end."""
        every = piece.size * SEATS
        need, ready, won = np.minimum(piece.seats("need"), LAST_NEED), piece.seats("ready"), piece.won > 0
        for tiles in range(LAST_NEED + 1):
            dealt = need == tiles
            held = over_seats(piece, dealt)
            self.keep(f"need/{tiles}/rate", held, every)
            self.keep(f"need/{tiles}/win_rate", over_seats(piece, dealt & won), held)
            self.keep(f"need/{tiles}/score", over_seats(piece, np.where(dealt, piece.pay, 0)), held)
        was = ready >= 0
        ready_hands = over_seats(piece, was)
        drawn = piece.end == ENDS.index("draw")
        self.keep("ready/rate", ready_hands, every)
        self.keep("ready/turn", over_seats(piece, np.maximum(ready, 0)), ready_hands)
        self.keep("ready/win_rate", over_seats(piece, was & won), ready_hands)
        self.keep("ready/at_draw", over_seats(piece, was & drawn), piece.by_table(drawn) * SEATS)
        for kind in CLAIMS:
            self.keep(f"claims/{kind}", over_seats(piece, piece.seats(kind)), piece.size)
        count(self.counts["ready_turn"], ready[was])
        count(self.counts["length"], piece.column("draws"))
        count(self.counts["result"], piece.pay.ravel())
        count(self.counts["points"], piece.points)
        for code, way in enumerate(WAYS, start=1):
            count(self.counts[f"win_turn/{way}"], piece.win_turn[piece.win_way == code])

    def _own(self, piece: Piece) -> None:
        """Keep what the variant records of its own."""
        for column in self.columns:
            values = np.stack([piece.column(name) for name in column.fields])
            nulls = piece.nulls(column.fields)
            happened = ~nulls if column.nullable else values != 0
            amounts = np.where(nulls, 0, values)
            held = over_seats(piece, happened)
            every = piece.size * len(values)
            root = f"own/{column.name}"
            self.keep(f"{root}/rate", held, every)
            self.keep(f"{root}/mean", over_seats(piece, amounts), held if column.nullable else every)
            count(self.counts[root], values[~nulls])
            if coded(column):
                for code in np.unique(values[~nulls])[:MOST_CODES].tolist():
                    seen = over_seats(piece, (values == code) & ~nulls)
                    self.keep(f"{root}/value/{code}", seen, every)
            if not column.per_seat:
                continue
            self.keep(f"{root}/win_rate", over_seats(piece, happened & (piece.won > 0)), held)
            self.keep(f"{root}/fed_rate", over_seats(piece, happened & piece.gave("discard")), held)
            self.keep(f"{root}/score", over_seats(piece, np.where(happened, piece.pay, 0)), held)
            for kind, events, totals in (
                ("seat", happened, amounts),
                ("position", piece.by_position(happened), piece.by_position(amounts)),
            ):
                for place in range(SEATS):
                    seen = piece.by_table(events[place])
                    self.keep(f"{root}/{kind}/{place}/rate", seen, piece.size)
                    base = seen if column.nullable else piece.size
                    self.keep(f"{root}/{kind}/{place}/mean", piece.by_table(totals[place]), base)

    def _fans(self, piece: Piece) -> None:
        """Keep how often each fan counts, with what points, and what share of the money is its own.

        What a win brings in is split as its points are: each fan gets what it is credited.
        """
        win, fan, often = piece.counted
        fans = len(self.worth.identifiers)
        rate = np.divide(piece.gain, piece.points, out=np.zeros(len(piece.points)), where=piece.points != 0)
        money = self.worth.credit(piece.counted, piece.points) * rate[win] * SHARES_OF_ONE
        cell, cells = fan * piece.tables + piece.win_place[win], fans * piece.tables
        shape = (fans, piece.tables)
        counts, times = sums(cell, None, cells).reshape(shape), sums(cell, often, cells).reshape(shape)
        points = sums(cell, piece.points[win], cells).reshape(shape)
        # Whole numbers, so that their sums are exact and do not depend on the order of adding.
        shares = np.rint(np.bincount(cell, weights=money, minlength=cells)).astype(np.int64).reshape(shape)
        wins, gain = piece.wins_by_table(), piece.wins_by_table(piece.gain) * SHARES_OF_ONE
        for code, name in enumerate(self.worth.identifiers):
            self.keep(f"fan/{name}/rate", counts[code], piece.size)
            self.keep(f"fan/{name}/of_wins", counts[code], wins)
            self.keep(f"fan/{name}/times", times[code], piece.size)
            self.keep(f"fan/{name}/points", points[code], counts[code])
            self.keep(f"fan/{name}/share", shares[code], gain)
        self.keep("fan_other/share", gain - shares.sum(axis=0), gain)
        for code, at in first_of_each(fan).items():
            number = int(piece.number[piece.win_hand[win[at]]])
            self.firsts.by_fan.setdefault(self.worth.identifiers[code], number)

    def _firsts(self, piece: Piece) -> None:
        firsts = self.firsts
        for value, at in first_of_each(piece.points).items():
            if value not in firsts.by_points:
                number = int(piece.number[piece.win_hand[at]])
                firsts.by_points[value] = (number, int(piece.win_seat[at]))
        worst, draws = piece.pay.min(axis=0), piece.column("draws")
        at = int(worst.argmin())
        if firsts.greatest_loss is None or worst[at] < firsts.greatest_loss[0]:
            seat = int(piece.pay[:, at].argmin())
            firsts.greatest_loss = int(worst[at]), int(piece.number[at]), seat
        at = int(draws.argmax())
        if firsts.longest is None or draws[at] > firsts.longest[0]:
            firsts.longest = int(draws[at]), int(piece.number[at])


def tally(run: Recorded, *, about: int = ABOUT) -> Tally:
    """Go through a whole run.

    Parameters
    ----------
    run
        Its `hands` and `wins` are read piece by piece.
    about
        How many hands to hold at a time.
    """
    summed = Tally(run.rules)
    for piece in pieces(run, summed.worth.identifiers, about):
        summed.add(piece)
    return summed


def coded(column: Column) -> bool:
    """Return whether a variant's own column holds codes (a kind of tile, a seat), not an amount."""
    return column.unit is None


def over_seats(piece: Piece, by_seat: NDArray[Any]) -> Ints:
    """Sum (seats, hands) to (tables,)."""
    if by_seat.dtype == bool:
        by_seat = by_seat.view(np.int8)
    summed = by_seat[0].astype(np.int64)
    for row in by_seat[1:]:
        summed += row
    return piece.by_table(summed)


def count(counter: Counter[int], values: Ints) -> None:
    """Count values into `counter`."""
    if not values.size:
        return
    least, greatest = int(values.min()), int(values.max())
    if greatest - least < 1 << 16:
        often = np.bincount(values - least)
        found = np.flatnonzero(often)
        pairs = zip((found + least).tolist(), often[found].tolist(), strict=True)
    else:
        distinct, often = np.unique(values, return_counts=True)
        pairs = zip(distinct.tolist(), often.tolist(), strict=True)
    for value, times in pairs:
        counter[value] += times


def first_of_each(values: Ints) -> dict[int, int]:
    """Return where each value stands first."""
    if not values.size:
        return {}
    least, greatest = int(values.min()), int(values.max())
    if greatest - least >= 1 << 16:
        distinct, at = np.unique(values, return_index=True)
        return dict(zip(distinct.tolist(), at.tolist(), strict=True))
    first = np.full(greatest - least + 1, -1)
    # Of several assignments to one place the last one stays.
    first[values[::-1] - least] = np.arange(len(values) - 1, -1, -1)
    seen = np.flatnonzero(first >= 0)
    return dict(zip((seen + least).tolist(), first[seen].tolist(), strict=True))
