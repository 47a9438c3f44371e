import pytest
from hypothesis import given
from hypothesis import strategies as st

from hupai.ext.errors import UsageError
from hupai.ext.tiles import TILE_NAMES, TILE_NAMES_ZH, format_hand, parse_hand, parse_tile, tile_name

KINDS = st.integers(0, 33)


def test_names_stand_in_the_order_of_the_hand_log() -> None:
    assert len(TILE_NAMES) == len(set(TILE_NAMES)) == len(TILE_NAMES_ZH) == 34
    assert TILE_NAMES[0::9] == ("1m", "1p", "1s", "1z")
    assert TILE_NAMES[8::9] == ("9m", "9p", "9s")
    assert TILE_NAMES_ZH[27:] == ("东", "南", "西", "北", "中", "发", "白")


@given(KINDS)
def test_a_name_reads_back(kind: int) -> None:
    assert parse_tile(tile_name(kind)) == kind


@given(st.lists(KINDS))
def test_a_hand_reads_back_sorted(kinds: list[int]) -> None:
    assert parse_hand(format_hand(kinds)) == sorted(kinds)


def test_a_hand_keeps_the_order_in_which_it_is_written() -> None:
    assert parse_hand("7z 55p234m") == [33, 13, 13, 1, 2, 3]
    assert format_hand(parse_hand("7z 55p234m")) == "234m 55p 7z"
    assert parse_hand("  ") == []


@pytest.mark.parametrize("text", ["0m", "8z", "m", "3", "3 m", "", "10m", "三万", None, 3, "3M"])
def test_no_tile_is_refused(text: object) -> None:
    with pytest.raises(UsageError, match=r"is no tile\. Allowed: 1m–9m"):
        parse_tile(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("23", "digits '23' have no suit"),
        ("23 m", "digits '23' have no suit"),
        ("m", "character 1, the suit 'm', has no digits"),
        ("12x", "character 3, 'x', belongs to no tile"),
        ("10p", "character 2, '0', belongs to no tile"),
        ("189z", "'8z' in '189z' is no tile"),
        (None, "a hand is text"),
    ],
)
def test_a_hand_that_cannot_be_read_is_refused(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_hand(text)


@pytest.mark.parametrize("kind", [-1, 34, 10**6])
def test_no_kind_is_refused(kind: int) -> None:
    with pytest.raises(UsageError, match="no kind of tile"):
        tile_name(kind)
    with pytest.raises(UsageError, match="no kind of tile"):
        format_hand([kind])
