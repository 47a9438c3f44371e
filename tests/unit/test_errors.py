import pickle

import pytest

from hupai.ext import errors


def test_exit_codes() -> None:
    assert (errors.EXIT_DONE, errors.EXIT_FAILED, errors.EXIT_USAGE) == (0, 1, 2)
    assert (errors.EXIT_FAULT, errors.EXIT_INTERRUPTED) == (101, 130)
    assert errors.UsageError("x").exit_code == errors.RunError("x").exit_code == 2
    assert errors.CheckError("x").exit_code == 1
    assert errors.EngineFault(1, 2, "x").exit_code == errors.EXIT_FAULT
    assert errors.AmountsTooLarge(1, 2, "x").exit_code == errors.EXIT_USAGE


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("seven_pair", "seven_pairs"),
        ("Seven-Pairs", "seven_pairs"),
        ("min_suit_tile", "min_suit_tiles"),
        ("七对子", "七对"),
        ("quux", None),
        ("", None),
    ],
)
def test_the_nearest_name(wrong: str, right: str | None) -> None:
    assert errors.nearest(wrong, ["seven_pairs", "min_suit_tiles", "七对", "清一色"]) == right


def test_nothing_is_near_when_there_is_nothing() -> None:
    assert errors.nearest("a", []) is None


def test_an_option_error_is_one_paragraph() -> None:
    error = errors.OptionError(
        "unknown option 'min_suit_tile' in house.toml, line 3",
        key="min_suit_tile",
        allowed=["min_suit_tiles", "seven_pairs"],
        nearest="min_suit_tiles",
    )
    assert str(error) == (
        "unknown option 'min_suit_tile' in house.toml, line 3. Did you mean min_suit_tiles? "
        "Allowed: min_suit_tiles, seven_pairs."
    )
    assert (error.key, error.nearest, error.exit_code) == ("min_suit_tile", "min_suit_tiles", 2)
    assert errors.OptionError("too large", key="k", allowed="an integer from 1 to 14").allowed == (
        "an integer from 1 to 14",
    )


def test_an_illegal_log_says_where() -> None:
    error = errors.IllegalLog(event=4, seat=1, rule="HF-3.2", reason="no such tile in hand")
    assert str(error) == "event 4, seat 1, HF-3.2: no such tile in hand"
    head = errors.IllegalLog(event=-1, seat=None, rule="HF-1.1", reason="unknown option")
    assert str(head) == "event -1, HF-1.1: unknown option"


@pytest.mark.parametrize(
    "error",
    [
        errors.UsageError("plain"),
        errors.OptionError("wrong", key="k", allowed=["a"], nearest="a"),
        errors.IllegalLog(event=1, seat=2, rule="HF-2", reason="why"),
        errors.AmountsTooLarge(7, 2, "why"),
    ],
)
def test_errors_cross_processes(error: errors.HupaiError) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert vars(back) == vars(error)
