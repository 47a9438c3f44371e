"""Writes the hand-analysis tables: for each content of a block, tiles needed and tiles that matter.

A *block* is a suit or the honours: R ranks with counts c, each 0..4, at most fourteen tiles together. A
*lane* ``2*m + p`` asks for m sets (0..4) and p pairs (0 or 1). Its need is the distance to the nearest
target: over all ways t to lay out m sets and p pairs, the least sum over ranks of max(0, t[r] - c[r]).

That cost is separable by rank, so the distance is exact after one sweep up and one down along each axis of a
cube that holds the targets' own cost (the two-pass distance transform of Rosenfeld and Pfaltz, 1966,
one-sided: a tile too many costs nothing, a tile missing costs one). Strict tables have no target with more
than four of a kind. In free tables a joker may stand for a fifth copy: their cube has counts 0..5, targets
beyond five are cut to five and enter with what was cut as cost.

A file holds, in the byte order of the machine that built it:

========  =====================================================================
header    64 bytes, see `HEADER`
low       uint32[3125], by the base-5 code of the first five ranks
high      uint16[5**(R-5)], by the base-5 code of the other ranks
entries   64 bytes each, see `ENTRY`; the entry of a block is ``low[a] + high[b]``
========  =====================================================================

Two small lookups are a dense index because the codes of the high ranks are numbered by their tiles: what fits
beside a low code is then a prefix of that numbering. The low codes stand in the same order, so that the
contents that occur most, those of few tiles, lie together.

The module needs numpy only, and nothing of the package: it runs while the package is being built.
"""

from __future__ import annotations

import struct
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAGIC = b"HUPSHAPE"
VERSION = 1
HEADER = struct.Struct("=8sIIIIQQQQ8x")
"""magic, version, ranks, chows (0/1), free (0/1), entries, and the byte offsets of low, high and entries."""

LANES = 10
TILES = 14
COPIES = 4
LOW_RANKS = 5
INFINITE = 255
UNSWEPT = 200
"""More than any need, and 5 steps along each of 9 axes do not take it past 255; the sweeps leave none."""

ENTRY = np.dtype(
    [("back", "u1", 12), ("keeps", "u2", LANES), ("lowers", "u2", LANES), ("need", "u1", 12)],
)
"""need[L]; back[k] = need[9 - k]; keeps[k] and lowers[k], bit r: for lane 9 - k. minplus.h says why."""


class Shape(NamedTuple):
    """What a table is about."""

    name: str
    ranks: int
    chows: bool
    free: bool


SHAPES = (
    Shape("suit7", 7, chows=True, free=False),
    Shape("suit9", 9, chows=True, free=False),
    Shape("suit9_free", 9, chows=True, free=True),
    Shape("honours", 7, chows=False, free=False),
    Shape("honours_free", 7, chows=False, free=True),
)


def targets(shape: Shape, sets: int, pairs: int) -> NDArray[np.int64]:
    """All layouts of `sets` sets and `pairs` pairs, as counts by rank: int64 of shape (layouts, ranks)."""
    one = np.eye(shape.ranks, dtype=np.int64)
    kinds = [3 * one]
    if shape.chows:
        kinds.append(one[:-2] + one[1:-1] + one[2:])
    of_sets = np.concatenate(kinds)
    chosen = [list(c) for c in combinations_with_replacement(range(len(of_sets)), sets)]
    layouts = np.array([of_sets[c].sum(axis=0) for c in chosen], dtype=np.int64).reshape(-1, shape.ranks)
    if pairs:
        layouts = (layouts[:, None, :] + 2 * one[None, :, :]).reshape(-1, shape.ranks)
    if not shape.free:
        layouts = layouts[(layouts <= COPIES).all(axis=1)]
    return np.unique(layouts, axis=0)


def needs(shape: Shape) -> NDArray[np.uint8]:
    """The need of every lane for every count vector: uint8 of shape (side,) * ranks + (10,).

    The side is 5 (counts 0..4), or 6 in a free table. Axis r is rank r.
    """
    side = COPIES + 1 + shape.free
    cube = np.full((side**shape.ranks, LANES), UNSWEPT, dtype=np.uint8)
    weights = side ** np.arange(shape.ranks - 1, -1, -1)
    for lane in range(LANES):
        layouts = targets(shape, lane // 2, lane % 2)
        cut = np.minimum(layouts, side - 1)
        excess = (layouts - cut).sum(axis=1).astype(np.uint8)
        np.minimum.at(cube[:, lane], cut @ weights, excess)
    for rank in range(shape.ranks):
        view = cube.reshape(side**rank, side, -1)
        for count in range(1, side):
            np.minimum(view[:, count], view[:, count - 1], out=view[:, count])
        for count in range(side - 2, -1, -1):
            np.minimum(view[:, count], view[:, count + 1] + np.uint8(1), out=view[:, count])
    return cube.reshape((side,) * shape.ranks + (LANES,))


def codes(ranks: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Counts (5**ranks, ranks) and codes (5**ranks,), those of fewest tiles first; rank 0 weighs 1."""
    every = np.arange(5**ranks)
    counts = every[:, None] // 5 ** np.arange(ranks) % 5
    order = np.argsort(counts.sum(axis=1), kind="stable")
    return counts[order], every[order]


def table(shape: Shape) -> tuple[NDArray[np.uint32], NDArray[np.uint16], NDArray[np.void]]:
    """The three arrays of a table: low (3125,), high (5**(ranks-5),) and entries (n,) of dtype `ENTRY`."""
    low_counts, low_codes = codes(LOW_RANKS)
    high_counts, high_codes = codes(shape.ranks - LOW_RANKS)
    room = TILES - low_counts.sum(axis=1)
    fitting = np.searchsorted(high_counts.sum(axis=1), room, side="right")
    starts = np.concatenate([[0], np.cumsum(fitting)])
    low = np.zeros(5**LOW_RANKS, dtype=np.uint32)
    low[low_codes] = starts[:-1]
    high = np.zeros(len(high_codes), dtype=np.uint16)
    high[high_codes] = np.arange(len(high_codes))

    owner = np.repeat(np.arange(len(low_codes)), fitting)
    counts = np.concatenate([low_counts[owner], high_counts[np.arange(starts[-1]) - starts[owner]]], axis=1)
    cube = needs(shape)
    side = cube.shape[0]
    rows = cube.reshape(-1, LANES)
    weights = side ** np.arange(shape.ranks - 1, -1, -1)
    place = counts @ weights
    need = rows[place]

    entries = np.zeros(len(place), dtype=ENTRY)
    entries["need"] = INFINITE
    entries["need"][:, :LANES] = need
    entries["back"][:, :LANES] = need[:, ::-1]
    lowers = np.zeros((len(place), LANES), dtype=np.uint16)
    keeps = np.zeros((len(place), LANES), dtype=np.uint16)
    for rank in range(shape.ranks):
        more = np.flatnonzero(counts[:, rank] < side - 1)
        lowers[more] |= (rows[place[more] + weights[rank]] < need[more]).astype(np.uint16) << rank
        less = np.flatnonzero(counts[:, rank] > 0)
        keeps[less] |= (rows[place[less] - weights[rank]] == need[less]).astype(np.uint16) << rank
    entries["lowers"] = lowers[:, ::-1]
    entries["keeps"] = keeps[:, ::-1]
    return low, high, entries


def write(shape: Shape, path: Path) -> None:
    """Writes one table; the file appears whole or not at all."""
    low, high, entries = table(shape)
    low_at = HEADER.size
    high_at = -(-(low_at + low.nbytes) // 64) * 64
    entries_at = -(-(high_at + high.nbytes) // 64) * 64
    header = HEADER.pack(
        MAGIC, VERSION, shape.ranks, shape.chows, shape.free, len(entries), low_at, high_at, entries_at
    )
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        for at, content in ((0, header), (low_at, low), (high_at, high), (entries_at, entries)):
            file.seek(at)
            file.write(content if isinstance(content, bytes) else content.tobytes())
    part.replace(path)


def generate(folder: Path) -> None:
    """Writes the tables that are missing or of another version into `folder`, as ``<name>.bin``."""
    folder.mkdir(parents=True, exist_ok=True)
    for shape in SHAPES:
        path = folder / f"{shape.name}.bin"
        if not is_current(path):
            write(shape, path)


def is_current(path: Path) -> bool:
    """Whether the file is a whole table of this version."""
    try:
        with path.open("rb") as file:
            magic, version, *_, entries, _, _, entries_at = HEADER.unpack(file.read(HEADER.size))
    except (OSError, struct.error):
        return False
    whole: bool = path.stat().st_size == entries_at + entries * ENTRY.itemsize
    return magic == MAGIC and version == VERSION and whole


if __name__ == "__main__":
    generate(Path(__file__).parent)
