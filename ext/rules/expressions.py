"""The little language in which a variant's ``report.toml`` says what to count.

An expression is written as in Python: whole numbers, names, ``+ - *``, comparisons, ``and or not``, ``a if c
else b``, and the functions of `FUNCTIONS`. It stands for one value a hand, or one value a seat of a hand, and
never divides, so that sums of it are exact integers. It is read and checked here; `hupai.analysis.topics`
works it out on the rows of a run.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Level(IntEnum):
    """What an expression has one value of."""

    RUN = 0
    HAND = 1
    SEAT = 2


class Sort(IntEnum):
    """What its values can be."""

    TRUTH = 0
    COUNT = 1
    """Never negative."""
    SIGNED = 2


@dataclass(frozen=True, slots=True)
class Type:
    """What is known of an expression before any row is read."""

    level: Level
    sort: Sort


TRUTH, COUNT, SIGNED = Sort.TRUTH, Sort.COUNT, Sort.SIGNED

COMMON: dict[str, Type] = {
    **{name: Type(Level.HAND, TRUTH) for name in ("drawn", "left", "self_drawn", "off_discard", "by_rob")},
    "last": Type(Level.HAND, TRUTH),
    **{name: Type(Level.HAND, COUNT) for name in ("streak", "draws", "wall_left", "winners", "dealer")},
    **{
        name: Type(Level.SEAT, TRUTH)
        for name in ("won", "won_self", "won_discard", "won_rob", "fed", "robbed", "dealing")
    },
    **{
        name: Type(Level.SEAT, COUNT)
        for name in ("seat", "need", "ready", "chows", "pungs", "kongs", "points", "gain")
    },
    "pay": Type(Level.SEAT, SIGNED),
}
"""The names that every variant has.

By hand: `drawn`, `left` (how it ended), `self_drawn`, `off_discard`, `by_rob` (how it was won), `last` (the
last hand of its table), `streak`, `draws`, `wall_left`, `winners`, `dealer` (a seat). By seat: `won`,
`won_self`, `won_discard`, `won_rob`, `fed`, `robbed` (its tile was won on), `dealing`, `seat` (0–3), `need`,
`ready`, `chows`, `pungs`, `kongs`, `points` and `gain` of its win, `pay`. Beside them stand each part of the
payments as ``part_KEY``, each fan as ``fan_ID`` (how often it counts in the seat's win), the variant's own
columns, and the options in force as ``option.NAME`` or ``option.NAME.KEY``. Null is −1.
"""


def _known(types: tuple[Type, ...]) -> Type:
    return Type(types[0].level, TRUTH)


def _reduced(sort: Callable[[Sort], Sort]) -> Callable[[tuple[Type, ...]], Type]:
    def typed(types: tuple[Type, ...]) -> Type:
        if types[0].level is not Level.SEAT:
            raise ValueError("takes a value of each seat")
        return Type(Level.HAND, sort(types[0].sort))

    return typed


def _joined(sort: Callable[[Sort, Sort], Sort]) -> Callable[[tuple[Type, ...]], Type]:
    def typed(types: tuple[Type, ...]) -> Type:
        one, other = types
        return Type(max(one.level, other.level), sort(one.sort, other.sort))

    return typed


FUNCTIONS: dict[str, tuple[int, Callable[[tuple[Type, ...]], Type]]] = {
    "known": (1, _known),
    "any": (1, _reduced(lambda _: TRUTH)),
    "sum": (1, _reduced(lambda sort: max(sort, COUNT))),
    "moved": (1, _reduced(lambda _: COUNT)),
    "max": (2, _joined(lambda one, other: max(min(one, other), COUNT))),
    "min": (2, _joined(lambda one, other: max(one, other, COUNT))),
    "abs": (1, lambda types: Type(types[0].level, COUNT)),
}
"""Function -> how many arguments, and what type they make.

`known(x)`: not null. `any`, `sum`: over the four seats. `moved(x)`: what the seats received, that is the sum
of those of the four values that are positive. `max`, `min` of two values, `abs`.
"""


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression that has been read and checked.

    Attributes
    ----------
    text
        As Python writes it: equal expressions have equal texts.
    tree
        Its syntax tree, of the nodes that the language has.
    type
        What it has a value of, and what values.
    """

    text: str
    tree: ast.expr
    type: Type


def parse(text: str, names: Mapping[str, Type], lets: Mapping[str, Expression] | None = None) -> Expression:
    """Read an expression.

    Parameters
    ----------
    text
        The expression.
    names
        What names there are; options are called ``option.NAME``.
    lets
        Names that stand for other expressions, put in their place.

    Raises
    ------
    ValueError
        If it is no expression of the language, or uses a name that is not there.
    """
    try:
        tree: ast.expr = ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise ValueError(f'"{text}" is no expression: {error.msg}') from None
    if lets:
        tree = _Substitution(lets).visit(tree)
    try:
        return Expression(ast.unparse(tree), tree, _type(tree, names))
    except ValueError as error:
        raise ValueError(f'"{text}": {error}') from None


class _Substitution(ast.NodeTransformer):
    def __init__(self, lets: Mapping[str, Expression]) -> None:
        self.lets = lets

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.lets[node.id].tree if node.id in self.lets else node


def option_name(node: ast.Attribute) -> str:
    """Return the option that ``option.NAME`` or ``option.NAME.KEY`` is about, dotted."""
    words = [node.attr]
    inner = node.value
    while isinstance(inner, ast.Attribute):
        words.append(inner.attr)
        inner = inner.value
    if not isinstance(inner, ast.Name) or inner.id != "option":
        raise ValueError(f"{ast.unparse(node)} is not known")
    return ".".join(reversed(words))


def called(node: ast.Call) -> str:
    """Return the function that is called."""
    if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS or node.keywords:
        raise ValueError(f"{ast.unparse(node.func)} is no function; there are {', '.join(FUNCTIONS)}")
    return node.func.id


def _type(node: ast.expr, names: Mapping[str, Type]) -> Type:
    match node:
        case ast.Constant(value=bool()):
            return Type(Level.RUN, TRUTH)
        case ast.Constant(value=int()):
            return Type(Level.RUN, COUNT)
        case ast.Name(id=name):
            return _named(name, names)
        case ast.Attribute():
            return _named(f"option.{option_name(node)}", names)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return Type(_truth(inner, names).level, TRUTH)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return Type(_type(inner, names).level, SIGNED)
        case ast.BoolOp(values=inner):
            return Type(max(_truth(one, names).level for one in inner), TRUTH)
        case ast.Compare(left=left, ops=[_], comparators=[right]):
            return Type(max(_type(left, names).level, _type(right, names).level), TRUTH)
        case ast.BinOp(left=left, op=ast.Add() | ast.Mult(), right=right):
            both = _type(left, names), _type(right, names)
            return _joined(lambda one, other: max(one, other, COUNT))(both)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return _joined(lambda *_: SIGNED)((_type(left, names), _type(right, names)))
        case ast.IfExp(test=test, body=body, orelse=other):
            typed = _joined(max)((_type(body, names), _type(other, names)))
            return Type(max(typed.level, _truth(test, names).level), typed.sort)
        case ast.Call(args=inner):
            number, make = FUNCTIONS[called(node)]
            if len(inner) != number:
                raise ValueError(f"{called(node)} takes {number} arguments")
            try:
                return make(tuple(_type(one, names) for one in inner))
            except ValueError as error:
                raise ValueError(f"{called(node)} {error}") from None
        case _:
            raise ValueError(f"{ast.unparse(node)} is not of the language")


def _truth(node: ast.expr, names: Mapping[str, Type]) -> Type:
    found = _type(node, names)
    if found.sort is not TRUTH:
        raise ValueError(f"{ast.unparse(node)} is neither true nor false")
    return found


def _named(name: str, names: Mapping[str, Type]) -> Type:
    if name not in names:
        raise ValueError(f"there is no {name}")
    return names[name]
