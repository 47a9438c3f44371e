"""Seats as users write them."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hupai.ext.errors import UsageError
from hupai.ext.seats import format_seats, parse_seats

SLIP = (0.0, 1.0, 0.0)
STRATEGIES = {
    "random": {"zh": "随机", "en": "any legal act", "parameters": {}},
    "greedy": {"zh": "贪心", "en": "fewest tiles needed", "parameters": {"slip": SLIP}},
    "speed": {"zh": "速度", "en": "most tiles that help", "parameters": {"slip": SLIP, "depth": (1, 9, 2)}},
}


def test_one_name_seats_all_four() -> None:
    seats = parse_seats("speed:slip=0.05", STRATEGIES)
    assert seats == (("speed", {"slip": 0.05, "depth": 2}),) * 4
    assert len({id(parameters) for _, parameters in seats}) == 4


def test_four_seats_differ() -> None:
    text = "speed:slip=0.05;depth=3, greedy, greedy:slip=0,random"
    assert parse_seats(text, STRATEGIES) == (
        ("speed", {"slip": 0.05, "depth": 3}),
        ("greedy", {"slip": 0.0}),
        ("greedy", {"slip": 0.0}),
        ("random", {}),
    )
    assert (
        format_seats(parse_seats(text, STRATEGIES), STRATEGIES)
        == "speed:slip=0.05;depth=3,greedy,greedy,random"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sped", r'no strategy "sped"\. Did you mean speed\? Strategies: random, greedy, speed\.'),
        ("", r'no strategy ""'),
        ("speed,greedy", "are 2. Allowed: one strategy for all four seats, or four"),
        ("speed,speed,speed,speed,", "are 5"),
        ("speed:slpi=1", r'no parameter "slpi"\. Did you mean slip\? Parameters: slip, depth\.'),
        ("random:slip=1", r'random has no parameter "slip"\. Parameters: none\.'),
        ("speed:slip=2", r'slip in the seat "speed:slip=2" cannot be "2"\. Allowed: a number from 0 to 1\.'),
        ("speed:slip=nan", 'cannot be "nan"'),
        ("speed:slip=", 'cannot be ""'),
        ("speed:depth=2.0", "a whole number from 1 to 9"),
        ("speed:slip=0;slip=1", "slip is given twice"),
        ("speed:", r'"" in the seat "speed:" is no key=value'),
        ("speed:slip", r'"slip" in the seat "speed:slip" is no key=value'),
    ],
)
def test_a_wrong_seat_is_told_with_what_is_allowed(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_seats(text, STRATEGIES)


@given(
    st.lists(
        st.tuples(st.just("greedy"), st.fixed_dictionaries({"slip": st.floats(0, 1)}))
        | st.tuples(
            st.just("speed"), st.fixed_dictionaries({"slip": st.floats(0, 1), "depth": st.integers(1, 9)})
        )
        | st.just(("random", {})),
        min_size=4,
        max_size=4,
    )
)
def test_what_is_written_is_read_back(seats: list[tuple[str, dict[str, float]]]) -> None:
    assert parse_seats(format_seats(seats, STRATEGIES), STRATEGIES) == tuple(seats)


@given(st.text() | st.text(alphabet="sped:slip=0;,. "))
def test_no_text_is_a_traceback(text: str) -> None:
    with contextlib.suppress(UsageError):
        assert len(parse_seats(text, STRATEGIES)) == 4
