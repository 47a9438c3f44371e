"""The Python names: what they take for a run and for rules, how results show themselves, what is told."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import hupai as hp


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> hp.Run:
    return hp.simulate(hp.rules("hefei"), hands=96, out=tmp_path_factory.mktemp("names") / "run")


def test_a_balance_reads_a_run_its_folder_and_what_was_settled(run: hp.Run) -> None:
    read = hp.balance(run).to_json()
    assert hp.balance(run.path).to_json() == hp.balance(str(run.path)).to_json() == read
    settled = hp.settle(run.path, fan_values={"seven_pairs": 50})
    other = hp.balance(settled).to_json()
    assert other["rules"]["hash"] == settled.rules.hash != read["rules"]["hash"]
    assert hp.balance(hp.settle(run)).to_json() == read


def test_a_report_takes_the_same(run: hp.Run, tmp_path: Path) -> None:
    given: list[hp.Run | hp.Settled | Path | str] = [run, hp.settle(run), run.path, str(run.path)]
    made = [
        hp.report(read, tmp_path / str(number), formats=["json"])[0].read_bytes()
        for number, read in enumerate(given)
    ]
    assert len(set(made)) == 1
    assert hp.report(str(run.path), str(tmp_path / "text"), formats=["json"])[0].read_bytes() == made[0]


@pytest.mark.parametrize("wrong", [None, 3, ["runs/x"], {"path": "runs/x"}], ids=str)
def test_what_is_no_run_is_refused(wrong: Any, tmp_path: Path) -> None:
    for call in (
        lambda: hp.balance(wrong),
        lambda: hp.report(wrong, tmp_path / "report"),
        lambda: hp.settle(wrong),
        lambda: hp.replay(wrong, 0),
        lambda: hp.replays(wrong, [range(1)]),
    ):
        with pytest.raises(hp.UsageError, match=r"is a run or its folder, not "):
            call()


def test_a_folder_that_is_no_run_is_told(tmp_path: Path) -> None:
    with pytest.raises(hp.RunError):
        hp.balance(tmp_path)
    with pytest.raises(hp.RunError):
        hp.report(tmp_path, tmp_path / "report")


def test_settled_hands_are_not_settled_or_replayed_again(run: hp.Run) -> None:
    settled: Any = hp.settle(run)
    with pytest.raises(hp.UsageError, match=r"is a run or its folder, not Settled\("):
        hp.settle(settled)
    with pytest.raises(hp.UsageError, match=r"is a run or its folder, not Settled\("):
        hp.replay(settled, 0)


@pytest.mark.parametrize("name", ["hefei", "合肥麻将"])
def test_a_variant_by_name_is_played_at_its_defaults(run: hp.Run, tmp_path: Path, name: str) -> None:
    made = hp.simulate(name, hands=96, out=tmp_path / "run", until="win_rate±0.0001")
    assert made.manifest == run.manifest
    with pytest.raises(hp.UsageError, match="Did you mean hefei"):
        hp.simulate("hefi", hands=16, out=tmp_path / "other")


def test_runs_and_settled_hands_show_themselves_in_one_line(run: hp.Run) -> None:
    assert repr(run) == f"Run({str(run.path)!r}, hefei, 96 hands)"
    settled = hp.settle(run, fan_values={"seven_pairs": 50})
    wanted = f"Settled({str(run.path)!r}, 96 hands, rules('hefei', fan_values={{'seven_pairs': 50}}))"
    assert repr(settled) == wanted


@pytest.mark.parametrize("kind", [hp.Balance, hp.Run, hp.Settled, hp.Status], ids=lambda kind: kind.__name__)
def test_every_attribute_is_told(kind: type) -> None:
    told = inspect.getdoc(kind) or ""
    names = {name for name, held in vars(kind).items() if not name.startswith("_") and not callable(held)}
    names |= set(getattr(kind, "__dataclass_fields__", ()))
    assert names
    listed = told.partition("Attributes\n---")[2]
    for name in names:
        assert re.search(rf"^(?:\w+, )*{name}(?:, \w+)*$", listed, re.MULTILINE), name


def test_every_column_of_a_balance_is_told(run: hp.Run) -> None:
    found, told = hp.balance(run), inspect.getdoc(hp.Balance) or ""
    frames = [name for name, held in vars(hp.Balance).items() if type(held).__name__ == "cached_property"]
    assert len(frames) == 13
    for name in frames:
        frame = getattr(found, name)
        columns = [column for column in frame.columns if not re.search("_(?:low|high|n)$", column)]
        for column in [*columns, *filter(None, [frame.index.name])]:
            assert f"``{column}``" in told or column in "123", (name, column)


@pytest.mark.parametrize("name", ["balance", "check", "open_run", "replay", "replays", "report", "settle"])
def test_every_function_on_runs_tells_what_it_takes_gives_and_raises(name: str) -> None:
    function = getattr(hp, name)
    told = inspect.getdoc(function) or ""
    for heading in ("Parameters", "Yields" if name == "replays" else "Returns", "Raises"):
        assert f"\n{heading}\n---" in told, heading
    for parameter in inspect.signature(function).parameters:
        assert re.search(rf"^(?:\w+, )*{parameter}(?:, \w+)*$", told, re.MULTILINE), parameter


@pytest.mark.parametrize("name", ["status", "verify", "simulate"])
def test_so_do_those_that_look_and_play(name: str) -> None:
    told = inspect.getdoc(getattr(hp, name)) or ""
    assert all(f"\n{heading}\n---" in told for heading in ("Parameters", "Returns", "Raises"))
