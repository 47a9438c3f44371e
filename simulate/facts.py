"""Between the engine's facts and the table `facts`, as compact as it can be: docs/run-folder.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from hupai.ext.engine.rows import FACT_ROW, MELD_ACTS, MELD_ROW, NO_WIN, WIN_ACTS
from hupai.simulate.parts import END_WORDS, TILE_WORDS, WAY_WORDS, words
from hupai.simulate.schema import SEATS, fact_schema

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hupai.ext.rules import Rules

    Rows = NDArray[np.void]
    Numbers = NDArray[Any]

MOST_TILES = 14
MOST_MELDS = 16
CONCEALED = len(MELD_ACTS) - 1
"""The code of the one kind of meld that claims no tile."""

_SINGLES = (
    "hand", "streak", "dealer", "end", "by", "source", "tile", "joker", "winners", "declared", "shown",
    "n_melds", "marks", "sizes", "turns", "tiles", "melds",
)  # fmt: skip
_WAY_OF_ACT = np.full(256, -1, np.int8)
_WAY_OF_ACT[list(WIN_ACTS)] = range(len(WIN_ACTS))
_CODE_OF_MELD = np.zeros(256, np.uint8)
_CODE_OF_MELD[list(MELD_ACTS)] = range(len(MELD_ACTS))


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
        self._held = {
            name: np.empty((hands, *FACT_ROW[name].shape), FACT_ROW[name].base) for name in _SINGLES
        }

    def put(self, at: int, rows: Rows) -> None:
        """Fill in rows (`FACT_ROW`) from place `at` on."""
        here = slice(at, at + len(rows))
        for name, column in self._held.items():
            column[here] = rows[name]

    def table(self) -> pa.Table:
        """Return the columns as a table."""
        held = self._held
        ways = _WAY_OF_ACT[held["by"].view(np.uint8)]
        source, tile, joker = held["source"], held["tile"], held["joker"]
        columns = [
            pa.array(held["hand"]),
            pa.array(held["dealer"]),
            pa.array(held["streak"].astype(np.int16)),
            words(held["end"], END_WORDS),
            words(ways, WAY_WORDS, null=ways < 0),
            pa.array(source, mask=source < 0),
            words(tile, TILE_WORDS, null=tile < 0),
            words(joker, TILE_WORDS, null=joker < 0),
            pa.array(held["winners"]),
            pa.array(held["declared"]),
            *(pa.array(np.ascontiguousarray(turns)) for turns in held["turns"].T),
            *(self._tiles(seat) for seat in range(SEATS)),
            *self._melds(),
            pa.array(held["marks"]),
        ]
        return pa.Table.from_arrays(columns, schema=self._schema)

    def _tiles(self, seat: int) -> pa.Array:
        """Return the concealed tiles of a seat: the lowest kind, then how much higher each next one is."""
        shown = (self._held["shown"] >> seat & 1).astype(bool)
        sizes = np.where(shown, self._held["sizes"][:, seat], 0)
        kinds = self._held["tiles"][:, seat]
        steps = kinds.copy()
        steps[:, 1:] -= kinds[:, :-1]
        flat = steps[np.arange(MOST_TILES) < sizes[:, None]]
        return _binary(flat.view(np.uint8), sizes, shown)

    def _melds(self) -> tuple[pa.Array, pa.Array, pa.Array]:
        many = self._held["n_melds"]
        cells = np.flatnonzero((np.arange(MOST_MELDS) < many[:, None]).ravel())
        melds = self._held["melds"].ravel()[cells]
        hand, place = np.divmod(cells, MOST_MELDS)
        code = _CODE_OF_MELD[melds["kind"].view(np.uint8)]
        tile = melds["tile"].view(np.uint8)
        ahead = np.where(code == CONCEALED, 0, melds["claimed"] - melds["tile"]).astype(np.uint8)
        pairs = np.empty((len(melds), 2), np.uint8)
        pairs[:, 0] = melds["seat"].view(np.uint8) | melds["source"].view(np.uint8) << 2 | code << 4
        pairs[:, 1] = tile | ahead << 6
        times = np.empty((len(melds), 2), np.uint8)
        times[:, 0], times[:, 1] = melds["born"], melds["konged"]
        late = np.zeros(len(many), bool)
        late[hand[(melds["born"] != place) | (melds["konged"] != place)]] = True
        marked = np.zeros(len(many), bool)
        marked[hand[melds["marks"] != 0]] = True
        return (
            _binary(pairs.ravel(), 2 * many, None),
            _binary(times[late[hand]].ravel(), np.where(late, 2 * many, 0), late),
            _binary(melds["marks"][marked[hand]], np.where(marked, many, 0), marked),
        )


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
    """
    table = table.combine_chunks()
    rows: Rows = np.zeros(table.num_rows, FACT_ROW)
    if not table.num_rows:
        return rows

    def column(name: str) -> pa.Array:
        return table.column(name).chunk(0)

    rows["seed"] = seed
    rows["hand"] = column("hand").to_numpy()
    rows["round"] = rows["hand"] % hands_per_table
    for name in ("dealer", "streak", "winners", "declared", "marks"):
        rows[name] = column(name).to_numpy()
    for name, names in (("end", END_WORDS), ("tile", TILE_WORDS), ("joker", TILE_WORDS)):
        rows[name] = _codes(column(name), names)
    rows["source"] = column("from").fill_null(-1).to_numpy()
    acts = np.array([*WIN_ACTS, NO_WIN], np.int8)
    rows["by"] = acts[_codes(column("by"), WAY_WORDS)]
    for seat in range(SEATS):
        rows["turns"][:, seat] = column(f"turns_{seat}").to_numpy()
        flat, sizes, there = _flat(column(f"tiles_{seat}"))
        steps = np.zeros((len(rows), MOST_TILES), np.int8)
        within = np.arange(MOST_TILES) < sizes[:, None]
        steps[within] = flat.view(np.int8)
        rows["tiles"][:, seat] = np.where(within, np.cumsum(steps, axis=1, dtype=np.int8), 0)
        rows["sizes"][:, seat] = sizes
        rows["shown"] |= there.astype(np.uint8) << seat
    _put_melds(rows, *(_flat(column(name)) for name in ("melds", "meld_times", "meld_marks")))
    return rows


Coded = tuple["Numbers", "Numbers", "Numbers"]


def _put_melds(rows: Rows, coded: Coded, timed: Coded, marked: Coded) -> None:
    pairs, sizes, _ = coded
    many = sizes // 2
    cells = np.flatnonzero((np.arange(MOST_MELDS) < many[:, None]).ravel())
    hand, place = np.divmod(cells, MOST_MELDS)
    first, second = pairs[::2], pairs[1::2]
    melds = np.zeros(len(cells), MELD_ROW)
    code = first >> 4
    melds["seat"] = first & 3
    melds["source"] = first >> 2 & 3
    melds["kind"] = np.array(MELD_ACTS, np.int8)[code]
    melds["tile"] = second & 63
    melds["claimed"] = np.where(code == CONCEALED, -1, (second & 63) + (second >> 6))
    melds["born"] = melds["konged"] = place
    late = timed[2][hand]
    melds["born"][late] = timed[0][::2]
    melds["konged"][late] = timed[0][1::2]
    melds["marks"][marked[2][hand]] = marked[0]
    rows["melds"][hand, place] = melds
    rows["n_melds"] = many


def _codes(array: pa.DictionaryArray, names: pa.Array) -> Numbers:
    """Return the numbers of words in the order of `names`, whatever order the file has; −1 for null."""
    place = {name: code for code, name in enumerate(names.to_pylist())}
    there = np.array([place[name] for name in array.dictionary.to_pylist()] + [-1], np.int8)
    codes: Numbers = there[array.indices.fill_null(-1).to_numpy(zero_copy_only=False)]
    return codes


def _binary(flat: Numbers, sizes: Numbers, there: Numbers | None) -> pa.Array:
    """Return byte strings of these sizes that follow each other in `flat`; null where `there` is not set."""
    offsets = np.zeros(len(sizes) + 1, np.int32)
    np.cumsum(sizes, out=offsets[1:])
    valid = None if there is None else pa.py_buffer(np.packbits(there, bitorder="little"))
    buffers = [valid, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(flat))]
    return pa.Array.from_buffers(pa.binary(), len(sizes), buffers)


def _flat(array: pa.Array) -> Coded:
    """Return the bytes of an array of byte strings without a gap, their sizes, and where there are any."""
    there = array.is_valid().to_numpy(zero_copy_only=False)
    offsets = np.frombuffer(array.buffers()[1], np.int32)[array.offset : array.offset + len(array) + 1]
    held = array.buffers()[2]
    flat = np.frombuffer(held, np.uint8)[offsets[0] : offsets[-1]] if held else np.empty(0, np.uint8)
    return flat, np.diff(offsets), there
