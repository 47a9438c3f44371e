"""Between the engine's facts and the table `facts`, as compact as it can be: docs/run-folder.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from hupai.ext.engine import FACT_ROW
from hupai.ext.engine.columns import FactPacker, Spread, Strings, gather, unpack_facts
from hupai.ext.engine.rows import NO_WIN, WIN_ACTS
from hupai.ext.errors import RunError
from hupai.simulate.parts import END_WORDS, TILE_WORDS, WAY_WORDS, numbers, place, words
from hupai.simulate.schema import SEATS, fact_schema

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hupai.ext.rules import Rules

    Rows = NDArray[np.void]
    Numbers = NDArray[Any]

_FIELDS = {
    "hand": ("hand",), "dealer": ("dealer",), "streak": ("streak",), "end": ("end",), "by": ("by",),
    "from": ("source",), "tile": ("tile",), "joker": ("joker",), "winners": ("winners",),
    "declared": ("declared",), "turns_0": ("turns", 0), "turns_1": ("turns", 1), "turns_2": ("turns", 2),
    "turns_3": ("turns", 3), "marks": ("marks",),
}  # fmt: skip
"""Column -> the field of a row, and the index within it, for those of a fixed size."""
_WORDS = {"end": END_WORDS, "by": WAY_WORDS, "tile": TILE_WORDS, "joker": TILE_WORDS}
_WAYS = np.full(256, -1, np.int8)
_WAYS[list(WIN_ACTS)] = range(len(WIN_ACTS))
"""Act of a win -> the word that names it; −1 for none."""


class FactColumns:
    """The columns of `facts`, filled block by block.

    Parameters
    ----------
    rules
        Of the run.
    hands
        How many rows there will be.
    """

    def __init__(self, rules: Rules, hands: int) -> None:
        self._schema = fact_schema(rules)
        self._columns = {name: np.empty(hands, self._storage(name)) for name in _FIELDS}
        moves = [(*place(FACT_ROW, *_FIELDS[name]), column) for name, column in self._columns.items()]
        self._spread = Spread(FACT_ROW, moves)
        self._packer = FactPacker(hands)

    def put(self, at: int, rows: Rows) -> None:
        """Fill in rows (`FACT_ROW`) from place `at` on, where those before end."""
        self._spread.put(at, rows)
        self._packer.put(rows)

    def table(self) -> pa.Table:
        """Return the columns as a table."""
        packed = self._packer
        arrays = {name: self._array(name, column) for name, column in self._columns.items()}
        arrays |= {f"tiles_{seat}": _binary(packed.tiles[seat]) for seat in range(SEATS)}
        arrays |= {
            "melds": _binary(packed.melds),
            "meld_times": _binary(packed.times),
            "meld_marks": _binary(packed.marks),
        }
        return pa.Table.from_arrays([arrays[name] for name in self._schema.names], schema=self._schema)

    def _storage(self, name: str) -> np.dtype[Any]:
        kind = self._schema.field(name).type
        return np.dtype(np.int8 if pa.types.is_dictionary(kind) else str(kind))

    def _array(self, name: str, column: Numbers) -> pa.Array:
        if name == "by":
            column = _WAYS[column.view(np.uint8)]
        mask = column < 0 if self._schema.field(name).nullable else None
        return words(column, _WORDS[name], null=mask) if name in _WORDS else numbers(column, null=mask)


def fact_rows(table: pa.Table, *, seed: int, hands_per_table: int) -> Rows:
    """Return facts as the engine settles them; what it draws itself (lots) is left to it.

    Parameters
    ----------
    table
        Rows of the table `facts`.
    seed, hands_per_table
        Of the run.

    Returns
    -------
    ndarray
        (hands,) of `FACT_ROW`.

    Raises
    ------
    RunError
        If they are no facts that the engine has written.
    """
    rows: Rows = np.zeros(table.num_rows, FACT_ROW)
    if not table.num_rows:
        return rows
    table = table.combine_chunks()
    held = {name: table.column(name).chunk(0) for name in table.column_names}
    hand = held["hand"].to_numpy()
    rows["seed"] = seed
    rows["round"] = hand % hands_per_table
    columns = {name: _codes(held[name], names) for name, names in _WORDS.items()}
    columns["by"] = np.array([*WIN_ACTS, NO_WIN], np.int8)[columns["by"]]
    columns["from"] = held["from"].fill_null(-1).to_numpy()
    columns |= {name: held[name].to_numpy() for name in _FIELDS if name not in columns}
    gather(rows, [(*place(FACT_ROW, *_FIELDS[name]), column) for name, column in columns.items()])
    tiles = [_strings(held[f"tiles_{seat}"]) for seat in range(SEATS)]
    melds = (_strings(held[name]) for name in ("melds", "meld_times", "meld_marks"))
    try:
        unpack_facts(rows, tiles, *melds)
    except ValueError as error:
        raise RunError(f"The facts of the run are damaged: {error}.") from None
    return rows


def _codes(array: pa.DictionaryArray, names: pa.Array) -> Numbers:
    """Return the numbers of words in the order of `names`, whatever order the file has; −1 for null."""
    code_of = {name: code for code, name in enumerate(names.to_pylist())}
    code_there = np.array([code_of[name] for name in array.dictionary.to_pylist()] + [-1], np.int8)
    codes: Numbers = code_there[array.indices.fill_null(-1).to_numpy(zero_copy_only=False)]
    return codes


def _binary(strings: Strings) -> pa.Array:
    there = strings.there
    valid = None if there is None else pa.py_buffer(np.packbits(there, bitorder="little"))
    flat = strings.flat[: strings.ends[-1]]
    buffers = [valid, pa.py_buffer(strings.ends), pa.py_buffer(flat)]
    return pa.Array.from_buffers(pa.binary(), len(strings.ends) - 1, buffers)


def _strings(array: pa.Array) -> Strings:
    there = array.is_valid().to_numpy(zero_copy_only=False)
    ends = np.frombuffer(array.buffers()[1], np.int32)[array.offset : array.offset + len(array) + 1]
    held = array.buffers()[2]
    flat = np.frombuffer(held, np.uint8) if held else np.empty(0, np.uint8)
    return Strings(flat, ends, there)
