"""Counts what a variant's ``report.toml`` asks for, and estimates it.

A measure is a ratio of two sums over observations (hands, or each seat's hands), kept by table as every
measure is (`hupai.analysis.estimates`).
"""

from __future__ import annotations

import ast
import operator
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from hupai.analysis import estimates
from hupai.analysis.estimates import Moments
from hupai.analysis.piece import ENDS, SEATS, WAYS, fits, squares, sums
from hupai.ext.rules.expressions import Expression, Sort, called, option_name
from hupai.ext.rules.topic import PLACES, Counted, Measure, Row, Topic, TopicTable, names_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from hupai.analysis.piece import Piece
    from hupai.ext.rules import Rules

    Array = NDArray[Any]
    Ints = NDArray[np.int64]

COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: np.equal, ast.NotEq: np.not_equal, ast.Lt: np.less, ast.LtE: np.less_equal,
    ast.Gt: np.greater, ast.GtE: np.greater_equal,
}  # fmt: skip
COUNT: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: lambda one, other: _exact(operator.add, one, other, bound=operator.add),
    ast.Sub: lambda one, other: _exact(operator.sub, one, other, bound=operator.add),
    ast.Mult: lambda one, other: _exact(operator.mul, one, other, bound=operator.mul),
}
CALL: dict[str, Callable[..., Any]] = {
    "known": lambda x: np.greater_equal(x, 0),
    "any": lambda x: np.not_equal(x, 0).any(axis=0),
    "sum": lambda x: _over_seats(x),
    "moved": lambda x: _over_seats(np.maximum(x, 0)),
    "max": np.maximum,
    "min": np.minimum,
    "abs": np.abs,
}


class Asked:
    """A measure in one row of a table, under the path by which its sums are kept."""

    def __init__(self, topic: Topic, table: TopicTable, measure: Measure, row: Row | None, counted: Counted):
        self.path = f"{topic.key}/{table.key}/{measure.key}"
        self.cell = "all" if row is None else row.key
        self.seats = table.per == "seat"
        self.places = table.places
        self.kind = measure.kind
        self.counted = counted

    @property
    def proportion(self) -> bool:
        """Whether it counts events among events."""
        held = self.counted
        truths = held.what.type.sort is held.of.type.sort is Sort.TRUTH
        return self.kind == "rate" or (self.kind == "share" and truths)

    @property
    def signed(self) -> bool:
        """Whether it can be negative."""
        return self.kind != "spread" and self.counted.what.type.sort is Sort.SIGNED


def asked(topic: Topic, rules: Rules) -> Iterator[tuple[TopicTable, Measure, Asked]]:
    """Yield each measure of a topic in each row."""
    names = names_of(rules.definition)
    for table in topic.tables:
        for measure in table.measures:
            for row in table.lines or (None,):
                yield table, measure, Asked(topic, table, measure, row, table.counted(measure, row, names))


class TopicTally:
    """Sums over the tables of a run for all topics of its variant.

    Parameters
    ----------
    rules
        Of the run.
    topics
        What is asked.
    """

    def __init__(self, rules: Rules, topics: tuple[Topic, ...]) -> None:
        self.options = rules.options
        self.asked = [found for topic in topics for _, _, found in asked(topic, rules)]
        self.moments: dict[str, Moments] = {}
        self.support: dict[str, int] = {}

    def add(self, piece: Piece) -> None:
        """Add whole tables."""
        values = Values(piece, self.options)
        for one in self.asked:
            self._add(values, one)

    def _add(self, values: Values, one: Asked) -> None:
        held, shape = one.counted, values.shape(seats=one.seats)
        here = values.mask(held.given, shape) & values.mask(held.where, shape)
        what = values.full(held.what, shape)
        # What is 0 adds nothing, and most of what is counted is 0.
        used = np.flatnonzero(here & (what != 0))
        amounts = None if what.dtype == np.bool_ else what[used]
        for kind in ("all", "position", "seat") if one.places else ("all",):
            width = 1 if kind == "all" else SEATS
            place = values.places(kind, shape)
            size = width * values.piece.tables
            cells = place[used]
            columns = [sums(cells, amounts, size), values.below(held, kind, shape, share=one.kind == "share")]
            if one.kind == "spread":
                columns.insert(0, sums(cells, None if amounts is None else squares(amounts), size))
            support = np.bincount(cells // values.piece.tables, minlength=width).tolist()
            for at in range(width):
                cell = one.cell if kind == "all" else f"{kind}_{at}"
                self._keep(
                    f"{one.path}/{cell}", [column.reshape(width, -1)[at] for column in columns], support[at]
                )

    def _keep(self, path: str, columns: list[Ints], support: int) -> None:
        added = Moments.of(*columns)
        held = self.moments.get(path)
        self.moments[path] = added if held is None else held + added
        self.support[path] = self.support.get(path, 0) + support

    def estimate(self, one: Asked, cell: str) -> estimates.Estimate:
        """Estimate a measure in a cell of its table."""
        path = f"{one.path}/{cell}"
        held = self.moments.get(path) or Moments(0, (0, 0, 0), ((0, 0, 0),) * 3)
        if one.kind == "spread":
            return estimates.spread(held)
        if one.proportion and held.totals[0] <= held.totals[1]:
            return estimates.proportion(held)
        return estimates.ratio(held, support=self.support.get(path, 0))

    def rests_on(self, one: Asked, cell: str) -> int:
        """Return from how many observations a measure's sum comes, those that bring nothing left out."""
        return self.support.get(f"{one.path}/{cell}", 0)


def cells(table: TopicTable, one: Asked) -> tuple[str, ...]:
    """Return the cells that a measure fills: its row's own, or all places."""
    return ("all", *PLACES) if table.places else (one.cell,)


class Values:
    """The values of expressions on the rows of a piece.

    Parameters
    ----------
    piece
        Whole tables.
    options
        In force.
    """

    def __init__(self, piece: Piece, options: Mapping[str, Any]) -> None:
        self.piece = piece
        self.hands = len(piece.number)
        self._options = options
        self._names: dict[str, Array] = {}
        self._masks: dict[tuple[str, tuple[int, ...]], Array] = {}
        self._places: dict[tuple[str, tuple[int, ...]], Ints] = {}
        self._below: dict[tuple[str, ...], Ints] = {}

    def shape(self, *, seats: bool) -> tuple[int, ...]:
        """Return the shape of what is looked at."""
        return (SEATS, self.hands) if seats else (self.hands,)

    def full(self, expression: Expression, shape: tuple[int, ...]) -> Array:
        """Return an expression's values, flat, of so many observations."""
        found: Array = np.broadcast_to(np.asarray(self._of(expression.tree)), shape).ravel()
        return found

    def mask(self, expression: Expression, shape: tuple[int, ...]) -> Array:
        """Return where a condition holds, flat."""
        key = expression.text, shape
        if key not in self._masks:
            self._masks[key] = self.full(expression, shape).astype(bool)
        return self._masks[key]

    def places(self, kind: str, shape: tuple[int, ...]) -> Ints:
        """Return where each observation belongs: its table, or seat or position × tables + table."""
        key = kind, shape
        if key not in self._places:
            seats = np.arange(SEATS)[:, None]
            place: Ints = np.broadcast_to(self.piece.place, shape)
            if kind == "position":
                place = (seats - self.piece.column("dealer")) % SEATS * self.piece.tables + place
            elif kind == "seat":
                place = seats * self.piece.tables + place
            self._places[key] = place.ravel()
        return self._places[key]

    def below(self, held: Counted, kind: str, shape: tuple[int, ...], *, share: bool) -> Ints:
        """Return by place what is counted over; for a share that is over all rows of the table."""
        where = "True" if share else held.where.text
        key = kind, str(len(shape)), held.of.text, held.given.text, where
        if key not in self._below:
            mask = self.mask(held.given, shape)
            if not share:
                mask = mask & self.mask(held.where, shape)
            size = self.piece.tables * (1 if kind == "all" else SEATS)
            self._below[key] = _summed(self.full(held.of, shape), mask, self.places(kind, shape), size)
        return self._below[key]

    def _of(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                if name not in self._names:
                    self._names[name] = self._named(name)
                return self._names[name]
            case ast.Attribute():
                found: Any = self._options
                for word in option_name(node).split("."):
                    found = found[word]
                return -1 if found is None else found
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return np.logical_not(self._of(inner))
            case ast.UnaryOp(operand=inner):
                return -_number(self._of(inner))
            case ast.BoolOp(op=op, values=inner):
                join = np.logical_and if isinstance(op, ast.And) else np.logical_or
                return reduce(join, [self._of(one) for one in inner])
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return COMPARE[type(op)](self._of(left), self._of(right))
            case ast.BinOp(left=left, op=op, right=right):
                return COUNT[type(op)](self._of(left), self._of(right))
            case ast.IfExp(test=test, body=body, orelse=other):
                return np.where(self._of(test), self._of(body), self._of(other))
            case ast.Call(args=inner):
                return CALL[called(node)](*(self._of(one) for one in inner))
        raise AssertionError(ast.unparse(node))  # `hupai.ext.rules.expressions.parse` lets nothing else pass

    def _named(self, name: str) -> Array:
        piece = self.piece
        made = _MADE.get(name)
        if made is not None:
            return made(piece)
        if name.startswith("fan_"):
            return piece.fan_counts(name.removeprefix("fan_"))
        if name.startswith("part_"):
            return piece.seats(column_of_part(name.removeprefix("part_")))
        return piece.seats(name) if piece.has(f"{name}_0") else piece.column(name)


def column_of_part(part: str) -> str:
    """Return how the columns of a part are called; `stakes` would read like the stakes themselves."""
    return "part_stakes" if part == "stakes" else part


def _last(piece: Piece) -> Array:
    last = np.zeros(len(piece.number), dtype=bool)
    last[np.append(piece.starts[1:], len(last)) - 1] = True
    return last


_MADE: dict[str, Callable[[Piece], Array]] = {
    "pay": lambda piece: piece.pay,
    "won": lambda piece: piece.won > 0,
    **{
        f"won_{way}": (lambda piece, code=code: piece.won == code)  # type: ignore[misc]
        for code, way in enumerate(WAYS, start=1)
    },
    "self_drawn": lambda piece: piece.way == 1,
    "off_discard": lambda piece: piece.way == 2,
    "by_rob": lambda piece: piece.way == 3,
    "fed": lambda piece: piece.gave("discard"),
    "robbed": lambda piece: piece.gave("rob"),
    "drawn": lambda piece: piece.end == ENDS.index("draw"),
    "left": lambda piece: piece.end == ENDS.index("leave"),
    "dealing": lambda piece: np.arange(SEATS)[:, None] == piece.column("dealer"),
    "seat": lambda piece: np.broadcast_to(np.arange(SEATS)[:, None], piece.pay.shape),
    "points": lambda piece: piece.of_winners(piece.points),
    "gain": lambda piece: piece.of_winners(piece.gain),
    "last": _last,
}


def _number(value: Any) -> Any:
    """Return truths as 0 and 1, so that they add up."""
    return value.astype(np.int64) if getattr(value, "dtype", None) == np.bool_ else value


def _exact(
    operate: Callable[[Any, Any], Any], one: Any, other: Any, *, bound: Callable[[int, int], int]
) -> Any:
    """Count with whole numbers, in integers of any size where 64 bits may not hold what comes out."""
    one, other = _number(one), _number(other)
    sizes = (int(np.abs(np.asarray(value)).max(initial=0)) for value in (one, other))
    if bound(*sizes) >= 2**63:
        one, other = (np.asarray(value).astype(object) for value in (one, other))
    return operate(one, other)


def _over_seats(values: Array) -> Array:
    """Sum (4, hands) over the seats, exactly."""
    values = _number(values)
    summed: Array = (values if fits(values, SEATS) else values.astype(object)).sum(axis=0)
    return summed


def _summed(values: Array, mask: Array, place: Ints, size: int) -> Ints:
    if values.dtype == bool:
        return sums(place[values & mask], None, size)
    return sums(place[mask], values[mask], size)
