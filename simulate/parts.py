"""Between the engine's blocks and the tables `hands` and `wins`: whole columns at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from hupai.ext.engine import HAND_ROW, WIN_ROW
from hupai.ext.engine.columns import Spread, fan_lists
from hupai.ext.errors import HupaiError
from hupai.ext.tiles import TILE_NAMES
from hupai.simulate.schema import ENDS, SEATS, WAYS, hand_schema, win_schema

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from hupai.ext.rules import Rules

    Rows = NDArray[np.void]
    Numbers = NDArray[Any]
    Move = tuple[int, int, Numbers]


def texts(names: Sequence[str]) -> pa.Array:
    """Return texts as Arrow has them, made like `numbers`."""
    encoded = [name.encode() for name in names]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    return pa.StringArray.from_buffers(len(names), pa.py_buffer(ends), pa.py_buffer(b"".join(encoded)))


END_WORDS = texts(ENDS)
WAY_WORDS = texts(WAYS)
TILE_WORDS = texts(TILE_NAMES)
NULL = np.iinfo(np.int32).min
"""How the engine writes a null in a variant's own column."""


class HandColumns:
    """The columns of `hands`, filled block by block.

    Parameters
    ----------
    rules
        Of the run.
    hands
        How many rows there will be.
    """

    def __init__(self, rules: Rules, hands: int) -> None:
        self._schema = hand_schema(rules)
        fields = dict(_hand_fields(rules))
        self._columns = {name: np.empty(hands, _storage(self._schema.field(name))) for name in fields}
        moves = [(*place(HAND_ROW, *fields[name]), column) for name, column in self._columns.items()]
        self._spread = Spread(HAND_ROW, moves)

    def put(self, at: int, rows: Rows) -> None:
        """Fill in rows (`HAND_ROW`) from place `at` on."""
        if not self._spread.put(at, rows):
            raise too_wide()

    def table(self) -> pa.Table:
        """Return the columns as a table."""
        arrays = [_array(self._schema.field(name), column) for name, column in self._columns.items()]
        return pa.Table.from_arrays(arrays, schema=self._schema)


def win_table(rules: Rules, rows: Rows) -> pa.Table:
    """Return the table `wins` of winners (`WIN_ROW`)."""
    schema = win_schema(rules)
    fields = {name: "source" if name == "from" else name for name in schema.names if name != "fans"}
    columns = {name: np.empty(len(rows), _storage(schema.field(name))) for name in fields}
    moves = [(*place(WIN_ROW, fields[name]), column) for name, column in columns.items()]
    if not Spread(WIN_ROW, moves).put(0, rows):
        raise too_wide()
    arrays = {name: _array(schema.field(name), column) for name, column in columns.items()}
    arrays["fans"] = _fan_lists(rules, rows)
    return pa.Table.from_arrays([arrays[name] for name in schema.names], schema=schema)


def _hand_fields(rules: Rules) -> list[tuple[str, tuple[str | int, ...]]]:
    """Return for each column of `hands`, in order, the field of a row and the indices within it."""
    names = iter(hand_schema(rules).names)
    singles = ("hand", "table", "round", "dealer", "streak", "end", "winners", "draws", "wall_left")
    seats = range(SEATS)
    fields: list[tuple[str | int, ...]] = [(name,) for name in singles]
    fields += [("pay", seat) for seat in seats]
    fields += [("parts", part, seat) for part in range(len(rules.definition.parts)) for seat in seats]
    fields += [(name, seat) for name in ("chows", "pungs", "kongs", "need", "ready") for seat in seats]
    own = sum(len(column.fields) for column in rules.definition.columns)
    fields += [("own", index) for index in range(own)]
    return list(zip(names, fields, strict=True))


def place(row: np.dtype[Any], name: str | int, *indices: str | int) -> tuple[int, int]:
    """Return where in a row a value stands, and how many bytes it has."""
    fields: Any = row.fields
    kind, offset = fields[name][:2]
    base = kind.base
    strides = np.empty(kind.shape, base).strides
    return offset + sum(int(i) * s for i, s in zip(indices, strides, strict=True)), base.itemsize


def _storage(field: pa.Field) -> np.dtype[Any]:
    """Return the type in which a column is collected: that of the table, with room for the engine's null."""
    if pa.types.is_dictionary(field.type):
        return np.dtype(np.int8)
    if field.nullable and field.name.rpartition("_")[0] != "ready" and field.name != "from":
        return np.dtype(np.int32)
    return np.dtype(str(field.type))


_WORDS = {"end": END_WORDS, "by": WAY_WORDS, "tile": TILE_WORDS}


def _array(field: pa.Field, column: Numbers) -> pa.Array:
    if field.name in _WORDS:
        return words(column, _WORDS[field.name])
    if not field.nullable:
        return numbers(column)
    null = column == NULL if column.dtype == np.int32 else column < 0
    return numbers(column.astype(str(field.type), copy=False), null=null)


def _fan_lists(rules: Rules, rows: Rows) -> pa.Array:
    names = [fan.id for fan in rules.definition.fans]
    order = sorted(range(len(names)), key=names.__getitem__)
    places, offsets = fan_lists(rows, order)
    listed = words(places, texts([names[fan] for fan in order]))
    kind = win_schema(rules).field("fans").type
    return pa.ListArray.from_arrays(numbers(offsets), listed, type=kind)


def numbers(column: Numbers, *, null: Numbers | None = None) -> pa.Array:
    """Return a column as Arrow has it, without a copy; null where `null` is set.

    `pyarrow.array` does so too, and imports pandas first, which takes longer than playing ten thousand hands.
    """
    valid = None if null is None else pa.py_buffer(np.packbits(~null, bitorder="little"))
    kind = pa.from_numpy_dtype(column.dtype)
    return pa.Array.from_buffers(kind, len(column), [valid, pa.py_buffer(column)])


def words(codes: Numbers, names: pa.Array, *, null: Numbers | None = None) -> pa.DictionaryArray:
    """Return codes as the words that they number; null where `null` is set."""
    return pa.DictionaryArray.from_arrays(numbers(codes, null=null), names)


def too_wide() -> HupaiError:
    """Return the error for an amount that needs more bits than `schema.amount_type` found."""
    return HupaiError(
        "An amount leaves the 32 bits that the options were found to need: a fault of hupai's own. "
        "Please report it with the options."
    )
