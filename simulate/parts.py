"""Between the engine's blocks and the tables `hands` and `wins`: whole columns at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from hupai.ext.errors import HupaiError
from hupai.ext.tiles import TILE_NAMES
from hupai.simulate.schema import ENDS, SEATS, WAYS, hand_schema, win_schema

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hupai.ext.rules import Rules

    Rows = NDArray[np.void]
    Numbers = NDArray[Any]

END_WORDS = pa.array(ENDS)
WAY_WORDS = pa.array(WAYS)
TILE_WORDS = pa.array(TILE_NAMES)
NULL = np.iinfo(np.int32).min
"""How the engine writes a null in a variant's own column."""

_SINGLES = {
    "hand": "i8", "table": "i8", "round": "i2", "dealer": "i1", "streak": "i2", "end": "i1", "winners": "i1",
    "draws": "i1", "wall_left": "i1",
}  # fmt: skip
_BY_SEAT = ("chows", "pungs", "kongs", "need", "ready")


class HandColumns:
    """The columns of `hands`, filled block by block.

    The engine's rows are wide; while a block is fresh in the cache its fields are spread over columns.

    Parameters
    ----------
    rules
        Of the run.
    hands
        How many rows there will be.
    """

    def __init__(self, rules: Rules, hands: int) -> None:
        self._schema = hand_schema(rules)
        self._amount = self._schema.field("pay_0").type.to_pandas_dtype()
        self._narrow = self._amount is np.int32
        n_parts = len(rules.definition.parts)
        self._own = [column for own in rules.definition.columns for column in own.fields]
        self._singles = {name: np.empty(hands, kind) for name, kind in _SINGLES.items()}
        self._pay = np.empty((SEATS, hands), self._amount)
        self._parts = np.empty((n_parts, SEATS, hands), self._amount)
        self._by_seat = {name: np.empty((SEATS, hands), np.int8) for name in _BY_SEAT}
        self._own_values = np.empty((len(self._own), hands), np.int32)

    def put(self, at: int, rows: Rows) -> None:
        """Fill in rows (`HAND_ROW`) from place `at` on."""
        here = slice(at, at + len(rows))
        for name, column in self._singles.items():
            column[here] = rows[name]
        amounts = rows["parts"][:, : len(self._parts)]
        if self._narrow:
            check_narrow(rows["pay"])
            check_narrow(amounts)
        self._pay[:, here] = rows["pay"].T
        self._parts[:, :, here] = amounts.transpose(1, 2, 0)
        for name, by_seat in self._by_seat.items():
            by_seat[:, here] = rows[name].T
        self._own_values[:, here] = rows["own"][:, : len(self._own)].T

    def table(self) -> pa.Table:
        """Return the columns as a table."""
        columns: list[pa.Array] = []
        for name, column in self._singles.items():
            columns.append(words(column, END_WORDS) if name == "end" else pa.array(column))
        columns += map(pa.array, self._pay)
        columns += (pa.array(amounts) for part in self._parts for amounts in part)
        for name, by_seat in self._by_seat.items():
            columns += (pa.array(c, mask=c < 0) if name == "ready" else pa.array(c) for c in by_seat)
        for name, values in zip(self._own, self._own_values, strict=True):
            field = self._schema.field(name)
            mask = values == NULL if field.nullable else None
            columns.append(pa.array(values.astype(field.type.to_pandas_dtype()), mask=mask))
        return pa.Table.from_arrays(columns, schema=self._schema)


def win_table(rules: Rules, rows: Rows) -> pa.Table:
    """Return the table `wins` of winners (`WIN_ROW`)."""
    schema = win_schema(rules)
    amount = schema.field("points").type.to_pandas_dtype()
    if amount is np.int32:
        check_narrow(rows["points"])
        check_narrow(rows["gain"])
    source = np.ascontiguousarray(rows["source"])
    columns = [
        pa.array(rows["hand"]),
        pa.array(rows["seat"]),
        pa.array(rows["position"]),
        words(rows["by"], WAY_WORDS),
        pa.array(source, mask=source < 0),
        pa.array(rows["turn"]),
        words(rows["tile"], TILE_WORDS),
        pa.array(rows["points"].astype(amount)),
        pa.array(rows["gain"].astype(amount)),
        _fan_lists(rules, rows["fans"]),
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def _fan_lists(rules: Rules, counts: Numbers) -> pa.Array:
    """Return fans as lists of identifiers, each as often as it counts, sorted; `counts` is (wins, fans)."""
    names = [fan.id for fan in rules.definition.fans]
    order = sorted(range(len(names)), key=names.__getitem__)
    counts = np.ascontiguousarray(counts[:, order])
    cells = np.flatnonzero(counts)
    often = counts.ravel()[cells]
    codes = np.repeat((cells % len(names)).astype(np.int8), often)
    offsets = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(counts.sum(axis=1, dtype=np.int32), out=offsets[1:])
    kind = win_schema(rules).field("fans").type
    listed = words(codes, pa.array([names[fan] for fan in order]))
    return pa.ListArray.from_arrays(pa.array(offsets), listed, type=kind)


def words(codes: Numbers, names: pa.Array, *, null: Numbers | None = None) -> pa.DictionaryArray:
    """Return codes as the words that they number; None where `null` is set."""
    held = np.ascontiguousarray(codes, np.int8)
    return pa.DictionaryArray.from_arrays(pa.array(held, mask=null), names)


def check_narrow(amounts: Numbers) -> None:
    """Make sure that amounts fit 32 bits, as `schema.amount_type` has found from the options."""
    if amounts.size and max(int(amounts.max()), -int(amounts.min())) > np.iinfo(np.int32).max:
        raise HupaiError(
            "An amount leaves the 32 bits that the options were found to need: a fault of hupai's own. "
            "Please report it with the options."
        )
