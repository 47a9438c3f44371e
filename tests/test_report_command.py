"""``hupai report`` on runs that were played, of every variant."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import pytest

from hupai.analysis import balance
from hupai.cli import main
from hupai.ext.rules import variants
from hupai.simulate import open_run

if TYPE_CHECKING:
    from pathlib import Path

HANDS = 640


@pytest.fixture(scope="module", params=variants())
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("played") / request.param
    seats = "greedy,greedy:slip=0.1,random,speed"
    words = [request.param, "--hands", str(HANDS), "--seed", "3", "--seats", seats, "--out", str(folder)]
    assert main(["--quiet", "simulate", *words]) == 0
    return folder


def test_report_of_a_played_run(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    out = tmp_path / "report"
    assert (
        main(["report", str(played), "--out", str(out), "--lang", "zh", "--formats", "html,png,csv,json"])
        == 0
    )
    printed = capsys.readouterr()
    files = printed.out.split()
    assert files[0] == str(out / "report.zh.html")
    assert printed.err == ""
    told = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert told["origin"]["seats"] == ["greedy", "greedy:slip=0.1", "random", "speed"]
    assert told["checks"]["hands"] == HANDS
    assert told["checks"]["parts_differ"] == told["checks"]["winners_differ"] == 0
    assert told["checks"]["total"] == told["checks"]["unbalanced_hands"] == 0


def test_no_win_is_left_unexplained_at_the_defaults(played: Path) -> None:
    found = balance(open_run(played))
    assert found.fans["share"].sum() == pytest.approx(1)
    assert found.fans.loc["other", "share"] == pytest.approx(0, abs=0.01)


def test_money_adds_up(played: Path) -> None:
    found = balance(open_run(played))
    for of in ([way.key for way in found.document.ways], [f"{part}/net" for part in parts_of(played)]):
        for place in range(4):
            assert found.money.loc[of, str(place)].sum() == pytest.approx(found.positions.loc[place, "score"])


def parts_of(played: Path) -> list[str]:
    return [part.key for part in open_run(played).rules.definition.parts]


def test_a_second_making_is_the_same_bytes(played: Path, tmp_path: Path) -> None:
    for name in ("first", "second"):
        assert main(["report", str(played), "--out", str(tmp_path / name), "--lang", "en"]) == 0
    for file in ("report.en.html", "report.json"):
        assert (tmp_path / "first" / file).read_bytes() == (tmp_path / "second" / file).read_bytes()


def test_json_lists_the_files(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["report", str(played), "--out", str(tmp_path), "--formats", "json", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["files"] == [str(tmp_path / "report.json")]
    assert all(
        math.isfinite(number) for number in numbers_in(json.loads((tmp_path / "report.json").read_text()))
    )


def numbers_in(value: object) -> list[float]:
    if isinstance(value, dict):
        return [number for inner in value.values() for number in numbers_in(inner)]
    if isinstance(value, list):
        return [number for inner in value for number in numbers_in(inner)]
    return [value] if isinstance(value, float) else []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--formats", "htlm"], "Did you mean html"),
        (["--formats", ""], "html, png, csv, json"),
    ],
)
def test_wrong_arguments(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    capsys.readouterr()
    assert main(["report", str(played), "--out", str(tmp_path / "out"), *arguments]) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_no_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(tmp_path / "none"), "--out", str(tmp_path / "out")]) == 2
    assert "no folder" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
