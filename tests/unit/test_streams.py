from collections import Counter
from collections.abc import Callable
from itertools import islice, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from hupai.ext import streams
from reference import shuffle as twin

TOP = 2**64 - 1
NAMES = st.tuples(st.integers(0, TOP), st.integers(0, TOP), st.integers(0, TOP))
EDGES = [
    (0, 0, 0),
    (1, 0, 0),
    (TOP, 0, 0),
    (0, TOP, 0),
    (0, 0, TOP),
    (TOP, TOP, TOP),
    (TOP - 1, 7, 2**63),
    (2**32, 1, 2**32 - 1),
]


def generator(name: tuple[int, int, int]) -> np.random.Generator:
    return np.random.Generator(twin.philox(*name))


@pytest.mark.parametrize("name", EDGES)
def test_edges_are_numpys_bits(name: tuple[int, int, int]) -> None:
    assert streams.raw(*name, 200) == twin.philox(*name).random_raw(200).tolist()


@given(NAMES)
def test_words_are_numpys(name: tuple[int, int, int]) -> None:
    assert streams.raw(*name, 64) == twin.philox(*name).random_raw(64).tolist()


@given(NAMES)
def test_halves_are_numpys(name: tuple[int, int, int]) -> None:
    # numpy draws whole-range uint32 from next_uint32, one after the other.
    drawn = generator(name).integers(0, 2**32, size=65, dtype=np.uint32)
    assert streams.halves(*name, 65) == drawn.tolist()
    assert streams.halves(*name, 65) == list(islice(twin.halves(*name), 65))


@given(NAMES)
def test_units_are_numpys(name: tuple[int, int, int]) -> None:
    assert streams.units(*name, 64) == generator(name).random(64).tolist()


@given(NAMES, st.text("63d", max_size=60))
def test_draws_of_all_kinds_mix_as_numpys_do(name: tuple[int, int, int], draws: str) -> None:
    numpys = generator(name)
    draw_one: dict[str, Callable[[], int | float]] = {
        "6": lambda: int(numpys.integers(0, TOP, dtype=np.uint64, endpoint=True)),
        "3": lambda: int(numpys.integers(0, 2**32, dtype=np.uint32)),
        "d": lambda: float(numpys.random()),
    }
    assert streams.mixed(*name, draws) == [draw_one[kind]() for kind in draws]


@given(NAMES, st.lists(st.integers(1, 2**32 - 1), max_size=40))
def test_choices_are_the_twins(name: tuple[int, int, int], bounds: list[int]) -> None:
    words = twin.halves(*name)
    assert streams.choices(*name, bounds) == [twin.below(words, bound) for bound in bounds]


@pytest.mark.parametrize("bound", [2, 3, 7, 34, 108, 136, 2**31 + 1, 3 * 2**30])
def test_choices_are_numpys_bounded_integers(bound: int) -> None:
    # numpy 2 uses the same method for 32-bit integers; the two last bounds throw many words away.
    drawn = generator((11, 0, bound)).integers(0, bound, size=500, dtype=np.uint32)
    assert streams.choices(11, 0, bound, [bound] * 500) == drawn.tolist()


def test_every_choice_has_the_same_number_of_words() -> None:
    # The first word that stands for a value is the only one that can be thrown away (words step by n, and the
    # threshold is below n), so that looking at the first two counts them all.
    for n in [*range(1, 200), 2**31 + 1, 2**32 - 1]:
        for value in range(n) if n < 200 else (0, 1, 2, n // 2, n - 2, n - 1):
            first, after = -(-value * 2**32 // n), -(-(value + 1) * 2**32 // n)
            kept = after - first - (streams.picked(first, n) is None)
            assert kept == 2**32 // n
            if after - first > 1:
                assert streams.picked(first + 1, n) == value
            assert streams.picked(after - 1, n) in {value, None}


@pytest.mark.parametrize("size", [2**8, 2**10])
def test_the_method_is_exact_where_all_words_can_be_tried(size: int) -> None:
    for n in range(1, size, 1 if size < 2**9 else 37):
        counts = Counter(twin.pick(word, n, size) for word in range(size))
        del counts[None]
        assert counts == dict.fromkeys(range(n), size // n)


@given(st.integers(0, 2**32 - 1), st.integers(1, 2**32 - 1))
def test_a_word_picks_what_the_twin_picks(word: int, n: int) -> None:
    assert streams.picked(word, n) == twin.pick(word, n)


@pytest.mark.parametrize("n", [3, 34, 108])
def test_choices_are_even(n: int) -> None:
    counts = np.bincount(streams.choices(5, 1, n, [n] * (2_000 * n)), minlength=n)
    assert stats.chisquare(counts).pvalue > 1e-4


@given(NAMES, st.lists(st.integers(0, 33), max_size=140))
def test_the_shuffle_is_the_twins(name: tuple[int, int, int], deck: list[int]) -> None:
    assert streams.shuffled(*name, deck) == twin.shuffled(*name, deck)


@pytest.mark.parametrize("size", [4, 5])
def test_every_order_is_equally_likely(size: int) -> None:
    orders = list(permutations(range(size)))
    deals = 400 * len(orders)
    counts = Counter(tuple(streams.shuffled(3, 0, hand, range(size))) for hand in range(deals))
    assert stats.chisquare([counts[order] for order in orders]).pvalue > 1e-4


def test_every_tile_comes_to_every_place() -> None:
    size = 108
    counts = np.zeros((size, size), dtype=np.int64)
    for hand in range(5_000):
        counts[streams.shuffled(9, 0, hand, range(size)), np.arange(size)] += 1
    # Rows and columns each sum to the hands, which leaves (size − 1)² degrees of freedom, each of variance
    # hands/(size − 1) (not hands/size: two tiles never share a place).
    excess = ((counts - 5_000 / size) ** 2).sum() * (size - 1) / 5_000
    assert 1e-4 < stats.chi2.sf(excess, (size - 1) ** 2) < 1 - 1e-4


def test_what_a_stream_is_called() -> None:
    assert streams.STREAM_VERSION == 1
    assert streams.STREAM_NAMES == {"wall": 0, "strategy": 1, "horses": 5, "stakes": 6, "leaving": 7}


@pytest.mark.parametrize("bad", [-1, 2**64])
def test_a_seed_outside_64_bits_is_refused(bad: int) -> None:
    with pytest.raises(OverflowError):
        streams.raw(bad, 0, 0, 1)


def test_choosing_among_none_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        streams.choices(0, 0, 0, [0])
    with pytest.raises(ValueError, match="at least 1"):
        streams.picked(0, 0)
