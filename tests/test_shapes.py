"""The hand analysis against plain recursion, brute force and itself under permuted suits."""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import subprocess
import sysconfig
from itertools import product
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from hupai.ext import shapes, tables
from hupai.ext.errors import UsageError
from reference import shapes as plain

Blocks = tuple[tuple[str, str, int], ...]

KINDS = {
    "suit7": plain.SUIT7,
    "suit9": plain.SUIT9,
    "suit9_free": plain.SUIT9_FREE,
    "honours": plain.HONOURS,
    "honours_free": plain.HONOURS_FREE,
}
DECKS: dict[str, Blocks] = {
    "84": (("suit7", "m", 2), ("suit7", "p", 2), ("suit7", "s", 2)),
    "108": (("suit9", "m", 1), ("suit9", "p", 1), ("suit9", "s", 1)),
    "136": (("suit9_free", "m", 1), ("suit9_free", "p", 1), ("suit9_free", "s", 1), ("honours_free", "z", 1)),
    "100 without jokers": (("suit9", "p", 1), ("suit9", "s", 1), ("honours", "z", 1)),
    "100": (("suit9_free", "p", 1), ("suit9_free", "s", 1), ("honours_free", "z", 1)),
}
SOURCES = Path(__file__).parent.parent / "ext"


def kinds_of(deck: Blocks) -> list[list[int]]:
    """The kinds of each block."""
    return [
        [9 * "mpsz".index(suit) + first - 1 + rank for rank in range(KINDS[table].ranks)]
        for table, suit, first in deck
    ]


def deal(deck: Blocks, hands: int, seed: int, *, most: int = 14) -> NDArray[np.int64]:
    """Random hands of 0 to `most` tiles; two in three of few kinds, as hands near completion are."""
    rng = np.random.default_rng(seed)
    kinds = np.concatenate(kinds_of(deck))
    counts = np.zeros((hands, 34), dtype=np.int64)
    for row in counts:
        few = rng.choice(kinds, rng.integers(4, 13), replace=False) if rng.integers(3) else kinds
        np.add.at(row, rng.choice(np.repeat(few, 4), rng.integers(most + 1), replace=False), 1)
    return counts


def cut(deck: Blocks, row: NDArray[np.int64]) -> list[plain.Counts]:
    return [tuple(int(row[k]) for k in block) for block in kinds_of(deck)]


def answers(hands: shapes.Hands, deck: Blocks) -> dict[str, shapes.Shapes]:
    """Every form of the question, each restricted one with several limits."""
    n = len(deck)
    forms = {"standard": hands.standard(), "pairs": hands.pairs(), "joker_pairs": hands.joker_pairs()}
    for limits in ([6] * n, [5, 99, 7, 8][:n], [99, -1, 99, 99][:n], [99] * n, [9, 4, 8, 3][:n]):
        forms[f"restricted {limits}"] = hands.restricted(limits)
        assert np.array_equal(forms[f"restricted {limits}"].need, hands.restricted(limits, masks=False))
    for quota in ([4] * n, [6, 99, 5, 7][:n], [99, -1, 99, 99][:n], [99] * n, [7, 3, 5, 2][:n]):
        forms[f"restricted_pairs {quota}"] = hands.restricted_pairs(quota)
        assert np.array_equal(
            forms[f"restricted_pairs {quota}"].need, hands.restricted_pairs(quota, masks=False)
        )
    for name in ("standard", "pairs", "joker_pairs"):
        assert np.array_equal(forms[name].need, getattr(hands, name)(masks=False))
    return forms


# ---- the tables -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    """The generator as the build loads it: by its file, without the package."""
    spec = importlib.util.spec_from_file_location("tables_generate", tables.FOLDER / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reader_knows_what_the_generator_writes(generator: ModuleType) -> None:
    assert (generator.MAGIC, generator.VERSION) == (shapes.MAGIC, shapes.VERSION)
    assert tuple(shape.name for shape in generator.SHAPES) == shapes.TABLES
    assert all(generator.is_current(tables.FOLDER / f"{name}.bin") for name in shapes.TABLES)


@pytest.mark.parametrize("name", KINDS)
def test_entries_against_recursion(generator: ModuleType, name: str) -> None:
    """All contents of at most two tiles, random ones of up to fourteen: needs, masks by their definition."""
    kind = KINDS[name]
    content = (tables.FOLDER / f"{name}.bin").read_bytes()
    *_, entries, low_at, high_at, entries_at = generator.HEADER.unpack_from(content)
    low = np.frombuffer(content, "u4", 5**5, low_at)
    high = np.frombuffer(content, "u2", 5 ** (kind.ranks - 5), high_at)
    table = np.frombuffer(content, generator.ENTRY, entries, entries_at)
    rng = np.random.default_rng(3)
    ranks = [*range(kind.ranks), kind.ranks]  # the last one stands for no tile
    contents = {tuple(int(a == r) + int(b == r) for r in range(kind.ranks)) for a, b in product(ranks, ranks)}
    for tiles in range(3, 15):
        for _ in range(6):
            held = rng.choice(np.repeat(np.arange(kind.ranks), 4), tiles, replace=False)
            contents.add(tuple(np.bincount(held, minlength=kind.ranks).tolist()))
    for counts in contents:
        entry = table[
            low[sum(c * 5**r for r, c in enumerate(counts[:5]))]
            + high[sum(c * 5**r for r, c in enumerate(counts[5:]))]
        ]
        for lane in range(10):
            share = (lane // 2, lane % 2)
            need = plain.block_need(kind, counts, *share)
            keeps = lowers = 0
            for rank, count in enumerate(counts):
                more, less = ((*counts[:rank], count + d, *counts[rank + 1 :]) for d in (1, -1))
                if count and plain.block_need(kind, less, *share) == need:
                    keeps |= 1 << rank
                if count < kind.copies and plain.block_need(kind, more, *share) < need:
                    lowers |= 1 << rank
            assert entry["need"][lane] == entry["back"][9 - lane] == need
            assert (entry["keeps"][9 - lane], entry["lowers"][9 - lane]) == (keeps, lowers)
        assert (entry["need"][10:] == generator.INFINITE).all()


def test_a_broken_table_is_written_again(
    generator: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generator, "SHAPES", generator.SHAPES[-1:])
    path = tmp_path / "tables" / "honours_free.bin"
    generator.generate(path.parent)
    whole = path.read_bytes()
    assert whole == (tables.FOLDER / path.name).read_bytes()
    for broken in (whole[:-1], b"X" + whole[1:], b""):
        path.write_bytes(broken)
        generator.generate(path.parent)
        assert path.read_bytes() == whole


# ---- needs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DECKS)
def test_needs_against_recursion(name: str) -> None:
    deck = DECKS[name]
    kinds = [KINDS[table] for table, _, _ in deck]
    counts = deal(deck, 60, 11)
    sets = np.random.default_rng(12).integers(0, 5, len(counts))
    for form, found in answers(shapes.Hands(deck, counts, sets=sets), deck).items():
        limits = [int(x) for x in form.partition("[")[2].strip("]").split(",")] if "[" in form else None
        for i, row in enumerate(counts):
            hand = cut(deck, row)
            if form == "joker_pairs":
                expected = plain.pairs_need(hand, copies=14)
            elif "pairs" in form:
                expected = plain.pairs_need(hand, limits)
            else:
                expected = plain.hand_need(kinds, hand, int(sets[i]), limits)
            assert found.need[i] == expected, (form, hand, sets[i])


@pytest.mark.parametrize("name", ["136", "100"])
def test_complete_with_jokers(name: str) -> None:
    """A hand of full size is complete exactly if it needs no more than its jokers."""
    deck = DECKS[name]
    kinds = [KINDS[table] for table, _, _ in deck]
    blocks = kinds_of(deck)
    rng = np.random.default_rng(5)
    complete = 0
    for case in range(600):
        sets, jokers = case % 5, int(rng.integers(0, 5))
        row = np.zeros(34, dtype=np.int64)
        for _ in range(sets):
            b = int(rng.integers(len(blocks)))
            first = blocks[b][rng.integers(7)]
            step = int(rng.integers(2)) if kinds[b].chows else 0
            np.add.at(row, [first, first + step, first + 2 * step], 1)
        row[blocks[0][rng.integers(7)]] += 2
        row = np.minimum(row, 4)
        for _ in range(int(rng.integers(0, 2))):
            held = np.flatnonzero(row)
            row[rng.choice(held)] -= 1
            row[rng.choice(np.concatenate(blocks))] += 1
        jokers = min(jokers, 3 * sets + 2)
        row = np.minimum(row, 4)
        while row.sum() > 3 * sets + 2 - jokers:
            row[rng.choice(np.flatnonzero(row))] -= 1
        while row.sum() < 3 * sets + 2 - jokers:
            row[rng.choice(np.concatenate(blocks)[np.flatnonzero(row[np.concatenate(blocks)] < 4)])] += 1
        need = shapes.Hands(deck, row[None], sets=sets).standard(masks=False)[0]
        expected = plain.is_complete(kinds, cut(deck, row), jokers)
        assert (need <= jokers) == expected, (row, sets, jokers)
        complete += expected
    assert 100 < complete < 500


# ---- masks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("melds", range(5))
@pytest.mark.parametrize("name", DECKS)
def test_masks_by_trying_every_tile(name: str, melds: int) -> None:
    """Every mask bit against the need of the hand with one tile more or less, hands of odd sizes included."""
    deck = DECKS[name]
    counts = deal(deck, 300, 21 + melds, most=14 if melds == 0 else 14 - 3 * melds + 2)
    counts = counts[counts.sum(axis=1) < 14]  # so that a tile more can be tried
    found = answers(shapes.Hands(deck, counts, sets=4 - melds), deck)
    free = any(table.endswith("_free") for table, _, _ in deck)
    keeps = {form: np.zeros(len(counts), dtype=np.uint64) for form in found}
    lowers = {form: np.zeros(len(counts), dtype=np.uint64) for form in found}
    for kind in np.concatenate(kinds_of(deck)):
        for delta, masks in ((-1, keeps), (1, lowers)):
            rows = np.flatnonzero(counts[:, kind] > 0 if delta < 0 else counts[:, kind] < 4)
            changed = counts[rows].copy()
            changed[:, kind] += delta
            for form, after in answers(shapes.Hands(deck, changed, sets=4 - melds), deck).items():
                before = found[form].need[rows]
                hit = (before < plain.NEVER) & (after.need == before - (delta > 0))
                masks[form][rows[hit]] |= np.uint64(1 << int(kind))
    held = [np.where(counts[:, kind] == 4, np.uint64(1 << kind), np.uint64(0)) for kind in range(34)]
    full = np.bitwise_or.reduce(held)
    for form, shape in found.items():
        assert np.array_equal(shape.keeps, keeps[form]), form
        # A fifth copy cannot be tried here; where it counts, another test asks recursion.
        fifth = form == "joker_pairs" or (free and "pairs" not in form)
        assert np.array_equal(shape.lowers & ~full if fifth else shape.lowers, lowers[form]), form


@pytest.mark.parametrize("name", ["136", "100"])
def test_a_fifth_copy_lowers(name: str) -> None:
    """Where four of a kind are held, the free tables' answer for one more agrees with recursion."""
    deck = DECKS[name]
    kinds = [KINDS[table] for table, _, _ in deck]
    counts = deal(deck, 400, 31)
    counts = counts[(counts == 4).any(axis=1)][:40]
    found = shapes.Hands(deck, counts).standard()
    seen = 0
    for i, row in enumerate(counts):
        for kind in np.flatnonzero(row == 4):
            more = row.copy()
            more[kind] += 1
            expected = plain.hand_need(kinds, cut(deck, more), 4) < found.need[i]
            assert bool(int(found.lowers[i]) >> int(kind) & 1) == expected
            seen += expected
    assert seen > 0
    pairs = shapes.Hands(deck, [[0] * 9 + [4, 4] + [0] * 23]).joker_pairs()
    assert int(pairs.lowers[0]) >> 9 & 1


def test_jokers_are_counted_apart() -> None:
    """Joker tiles lie under their own kind; they change no need, and help wherever anything is needed."""
    deck = DECKS["136"]
    counts = deal(deck, 500, 41, most=10)
    joker = 13
    counts[:, joker] = 0
    held = counts.copy()
    held[:, joker] = np.arange(len(counts)) % 5
    for form, bare in answers(shapes.Hands(deck, counts), deck).items():
        with_jokers = answers(shapes.Hands(deck, held, joker=joker), deck)[form]
        bit = np.uint64(1 << joker)
        assert np.array_equal(with_jokers.need, bare.need)
        assert np.array_equal(with_jokers.keeps, bare.keeps)
        assert np.array_equal(with_jokers.lowers & ~bit, bare.lowers & ~bit)
        helps = (bare.need > 0) & (bare.need < plain.NEVER)
        assert np.array_equal(with_jokers.lowers & bit > 0, helps)


@settings(max_examples=60, deadline=None)
@given(
    order=st.permutations(range(3)),
    tiles=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 6)), max_size=14),
    sets=st.integers(0, 4),
    limits=st.lists(st.integers(-1, 11), min_size=3, max_size=3),
)
def test_permuted_suits_permute_the_masks(
    order: list[int], tiles: list[tuple[int, int]], sets: int, limits: list[int]
) -> None:
    deck = DECKS["84"]
    here, there = np.zeros(34, dtype=np.int64), np.zeros(34, dtype=np.int64)
    for suit, rank in tiles:
        if here[9 * suit + 1 + rank] < 4:
            here[9 * suit + 1 + rank] += 1
            there[9 * order[suit] + 1 + rank] += 1
    moved = [0, 0, 0]
    for suit in range(3):
        moved[order[suit]] = limits[suit]
    one, other = (shapes.Hands(deck, row[None], sets=sets) for row in (here, there))
    for a, b in (
        (one.standard(), other.standard()),
        (one.restricted(limits), other.restricted(moved)),
        (one.pairs(), other.pairs()),
        (one.restricted_pairs(limits), other.restricted_pairs(moved)),
    ):
        assert a.need[0] == b.need[0]
        for x, y in ((int(a.keeps[0]), int(b.keeps[0])), (int(a.lowers[0]), int(b.lowers[0]))):
            assert y == sum((x >> 9 * suit & 511) << 9 * order[suit] for suit in range(3))


# ---- the portable twin ----------------------------------------------------------------------------

HARNESS = """
#include "minplus.h"
/* Joins three entries, matches a fourth, and looks both kinds of mask up: all that the header offers. */
void run(const ShapeEntry *e, int total, int floor, uint64_t *out) {
    lanes_t rest = lanes_join(e, lanes_join(e + 1, lanes_from(lanes_gain(e + 2), floor)));
    lanes_t whole = lanes_match(e + 3, rest, total, total);
    int last = total < floor ? -1 : total - floor;
    lanes_t high = lanes_match(e + 3, lanes_join(e, lanes_gain(e + 1)), total, last);
    lanes_t both = lanes_max(whole, high);
    out[0] = (uint64_t)lanes_top(whole);
    out[1] = (uint64_t)lanes_top(high);
    out[2] = words_fold(lanes_pick(whole, (int)out[0], e[3].keeps, total), words_none(),
                        lanes_pick(both, lanes_top(both), e[3].lowers, total),
                        lanes_pick(high, (int)out[1], e[3].lowers, total));
}
"""


def test_the_twins_agree(generator: ModuleType, tmp_path: Path) -> None:
    """Both implementations of minplus.h, compiled here, on random entries of all tables."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None or not (SOURCES / "minplus.h").exists():
        pytest.skip("needs a C compiler and the sources")
    source = tmp_path / "harness.c"
    source.write_text(HARNESS, encoding="utf-8")
    twins = []
    for name, flags in (("fast", []), ("portable", ["-DSHAPES_PORTABLE"])):
        library = tmp_path / f"{name}.so"
        target = [f"-I{SOURCES}", str(source), "-o", str(library)]
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", *flags, *target], check=True)
        twins.append(ctypes.CDLL(str(library)).run)
    rng = np.random.default_rng(51)
    pools = []
    for name in KINDS:
        content = (tables.FOLDER / f"{name}.bin").read_bytes()
        *_, entries, _, _, at = generator.HEADER.unpack_from(content)
        pools.append(np.frombuffer(content, generator.ENTRY, entries, at))
    for case in range(4000):
        picked = rng.choice(pools[case % len(pools)], 4)
        total, floor = 2 * int(rng.integers(5)) + 1, int(rng.integers(11))
        results = []
        for run in twins:
            out = np.zeros(3, dtype=np.uint64)
            run(picked.ctypes.data_as(ctypes.c_void_p), total, floor, out.ctypes.data_as(ctypes.c_void_p))
            results.append(out.tolist())
        # Where nothing is possible (a top of 0) no mask is asked for.
        if results[0][:2] != results[1][:2] or 0 not in results[0][:2]:
            assert results[0] == results[1], (picked, total, floor)


# ---- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "counts", "options", "says"),
    [
        ((("suit8", "m", 1),) * 3, [[0] * 34], {}, "no table 'suit8'. Did you mean suit"),
        ((("suit9", "m", 1),) * 2, [[0] * 34], {}, "three or four blocks, not 2"),
        ((("suit9", "m", 1),) * 3, [[0] * 34], {}, "Two blocks of a deck hold 1m"),
        ((("suit9", "z", 1),) * 3, [[0] * 34], {}, "cannot begin at 1z"),
        ((("suit7", "m", 4),) * 3, [[0] * 34], {}, "cannot begin at 4m"),
        (DECKS["84"], [0] * 34, {}, r"shape \(n, 34\)"),
        (DECKS["84"], [[0.5] * 34], {}, "float64"),
        (DECKS["84"], [[1] + [0] * 33], {}, "of its deck"),
        (DECKS["84"], [[0, 5] + [0] * 32], {}, "0 to 4 tiles"),
        (DECKS["84"], [[0, 4, 4, 4, 3] + [0] * 29], {}, "14 at most"),
        (DECKS["84"], [[0] * 34], {"sets": 5}, "0 to 4, not 5"),
        (DECKS["84"], [[0] * 34], {"joker": 34}, "0..33 or None, not 34"),
    ],
)
def test_refusals(deck: Blocks, counts: object, options: dict[str, int], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        shapes.Hands(deck, counts, **options)  # type: ignore[arg-type]


def test_limits_are_one_a_block() -> None:
    with pytest.raises(UsageError, match="3 blocks, not 2"):
        shapes.Hands(DECKS["84"], np.zeros((1, 34), dtype=int)).restricted([6, 6])
