"""A range of a run's tables as arrays: by hand, by seat or position, by win, by fan counted."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import polars as pl
    from numpy.typing import NDArray

    from hupai.simulate import Recorded

    Ints = NDArray[np.int64]

SEATS = 4
WAYS = ("self", "discard", "rob")
"""How a hand is won; its code is the place here plus 1, 0 stands for a hand nobody won."""
ENDS = ("win", "draw", "leave")
"""How a hand ends, by code."""


class Piece:
    """Whole tables of a run.

    Arrays by seat have the shape (4, hands), so that one seat's hands lie together.

    Parameters
    ----------
    hands, wins
        Rows of the two tables, sorted by hand; at least one hand.
    fans
        Identifiers in the order of the declaration.

    Attributes
    ----------
    number
        Of each hand in the run, (hands,).
    place
        Which of the piece's tables a hand belongs to, (hands,).
    size
        Hands of each table, (tables,).
    won
        By seat: 0, or the code of the way it won.
    way
        By hand: 0, or the code of the way it was won.
    source
        By hand: the seat whose tile was won on, or −1.
    """

    def __init__(self, hands: pl.DataFrame, wins: pl.DataFrame, fans: Sequence[str]) -> None:
        self._hands = hands
        self._wins = wins
        self._fans = fans
        self.number = self.column("hand")
        table = self.column("table")
        self.starts = np.flatnonzero(np.diff(table, prepend=table[0] - 1))
        self.size: Ints = np.diff(self.starts, append=len(table))
        self.tables = len(self.starts)
        self.place = np.repeat(np.arange(self.tables), self.size)
        self.end = _codes(hands, "end", ENDS)
        self.pay = self.seats("pay")
        self.win_hand = np.searchsorted(self.number, integers(wins, "hand"))
        self.win_place = self.place[self.win_hand]
        self.win_seat = integers(wins, "seat")
        self.win_way = _codes(wins, "by", WAYS) + 1
        self.win_turn = integers(wins, "turn")
        self.points = integers(wins, "points")
        self.gain = integers(wins, "gain")
        self.won = np.zeros_like(self.pay)
        self.won[self.win_seat, self.win_hand] = self.win_way
        self.way = self.won.max(axis=0)
        self.source = np.full(len(self.number), -1)
        self.source[self.win_hand] = integers(wins, "from")

    def column(self, name: str) -> Ints:
        """Return a column of the hands as 64-bit integers; nulls become −1."""
        return integers(self._hands, name)

    def seats(self, name: str) -> Ints:
        """Return the columns ``name_0`` … ``name_3`` of the hands."""
        return np.stack([self.column(f"{name}_{seat}") for seat in range(SEATS)])

    def has(self, name: str) -> bool:
        """Return whether the hands have such a column."""
        return name in self._hands.columns

    def of_winners(self, by_win: Ints) -> Ints:
        """Return by seat what its win has; 0 where it did not win."""
        found = np.zeros_like(self.pay)
        found[self.win_seat, self.win_hand] = by_win
        return found

    def fan_counts(self, fan: str) -> Ints:
        """Return by seat how often a fan counts in its win."""
        win, which, often = self.counted
        here = which == self._fans.index(fan)
        by_win = np.zeros(len(self.points), dtype=np.int64)
        by_win[win[here]] = often[here]
        return self.of_winners(by_win)

    def nulls(self, names: Sequence[str]) -> NDArray[np.bool_]:
        """Return where columns of the hands are null, (columns, hands)."""
        return np.stack([self._hands[name].is_null().to_numpy() for name in names])

    def gave(self, way: str) -> NDArray[np.bool_]:
        """Return by seat whether its tile was won on in that way."""
        here = np.where(self.way == WAYS.index(way) + 1, self.source, -1)
        return np.stack([here == seat for seat in range(SEATS)])

    @cached_property
    def _turn(self) -> Ints:
        """Where in a flat (4, hands) array the value of each position stands."""
        hands = len(self.number)
        return (self.column("dealer") + np.arange(SEATS)[:, None]) % SEATS * hands + np.arange(hands)

    def by_position(self, by_seat: NDArray[Any]) -> NDArray[Any]:
        """Reorder an array by seat: the dealer first, then in turn order."""
        return by_seat.ravel().take(self._turn)

    def by_table(self, by_hand: NDArray[Any]) -> Ints:
        """Sum (hands,) over the hands of each table, (tables,)."""
        if not fits(by_hand, int(self.size.max())):
            by_hand = by_hand.astype(object)
        elif by_hand.dtype != object:
            by_hand = by_hand.astype(np.int64, copy=False)
        return np.add.reduceat(by_hand, self.starts)

    def wins_by_table(self, by_win: NDArray[Any] | None = None) -> Ints:
        """Sum (wins,) over the wins of each table, or count them."""
        return sums(self.win_place, by_win, self.tables)

    @cached_property
    def counted(self) -> tuple[Ints, Ints, Ints]:
        """The fans counted: of which win, which fan, how often; sorted by win, each pair once."""
        import polars as pl

        named = self._wins.select(pl.int_range(pl.len(), dtype=pl.Int64).alias("win"), "fans").explode("fans")
        named = named.drop_nulls()
        win = named["win"].to_numpy()
        fan = named["fans"].cast(pl.Enum(self._fans)).to_physical().to_numpy().astype(np.int64)
        # A win's fans are sorted, so that equal ones stand together.
        first = np.flatnonzero((np.diff(win, prepend=-1) != 0) | (np.diff(fan, prepend=-1) != 0))
        return win[first], fan[first], np.diff(first, append=len(win))


def pieces(run: Recorded, fans: Sequence[str], about: int) -> Iterator[Piece]:
    """Yield a run by ranges of whole tables, each of about so many hands."""
    import polars as pl

    per_table = int(run.manifest.hands_per_table)
    last = run.hands.select(pl.col("hand").max()).collect().item()
    step = max(1, about // per_table) * per_table
    for start in range(0, 0 if last is None else int(last) + 1, step):
        here = (pl.col("hand") >= start) & (pl.col("hand") < start + step)
        hands = run.hands.filter(here).collect()
        if hands.height:
            yield Piece(hands, run.wins.filter(here).collect(), fans)


def integers(frame: pl.DataFrame, name: str) -> Ints:
    """Return a column as 64-bit integers; nulls become −1."""
    column = frame[name]
    if column.null_count():
        column = column.fill_null(-1)
    return column.to_numpy().astype(np.int64)


def fits(values: NDArray[Any], times: int) -> bool:
    """Return whether `times` of the values can be added up in 64 bits; options can make amounts so large."""
    return bool(values.dtype == np.bool_) or int(np.abs(values).max(initial=0)) * times < 2**63


def squares(values: Ints) -> NDArray[Any]:
    """Return the squares of values, as integers of any size where 64 bits do not hold them."""
    wide = values if int(np.abs(values).max(initial=0)) < 2**31 else values.astype(object)
    return wide * wide


def sums(place: Ints, values: NDArray[Any] | None, size: int) -> Ints:
    """Sum integer values by place, or count them.

    Exact: `numpy.bincount` adds in double precision, which holds every integer below 2^53, and larger ones
    are added one by one, as integers of any size where 64 bits do not hold their sum.
    """
    if values is None:
        return np.bincount(place, minlength=size).astype(np.int64)
    if values.dtype != object and int(np.abs(values).max(initial=0)) * max(1, len(values)) < 2**53:
        return np.bincount(place, weights=values, minlength=size).astype(np.int64)
    whole: NDArray[Any] = values.astype(np.int64 if fits(values, len(values)) else object)
    summed = np.zeros(size, dtype=whole.dtype)
    np.add.at(summed, place, whole)
    return summed


def _codes(frame: pl.DataFrame, name: str, words: Sequence[str]) -> Ints:
    import polars as pl

    column = frame[name].cast(pl.String).cast(pl.Enum(words))
    return column.to_physical().to_numpy().astype(np.int64)
