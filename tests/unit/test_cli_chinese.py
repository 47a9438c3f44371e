"""What commands say of runs in Chinese: no English word but names, options and paths."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from hupai.cli import demo, main

if TYPE_CHECKING:
    from pathlib import Path

NAMES = {"hupai", "hefei", "speed", "win_rate", "MB", "SHA-256", "--hands", "A:B", "data", "hands", "parquet"}


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    folder = tmp_path / "run"
    words = ["--set", "min_suit_tiles=9,sea_stage=no,dealer_rule=rotate,fan_values.seven_pairs=50"]
    assert main(["simulate", "hefei", "--hands", "64", "--out", str(folder), *words, "-q"]) == 0
    capsys.readouterr()
    return folder


def said(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, list[str]]:
    code = main([*map(str, words), "--lang", "zh"])
    shown = capsys.readouterr()
    lines = (shown.out + shown.err).splitlines()
    for line in lines:
        told = re.sub(r"[\w./-]*/[\w./-]*", "", line)  # paths
        assert set(re.findall(r"-*[A-Za-z][\w:-]*", told)) <= NAMES, line
    return code, lines


@pytest.mark.parametrize(
    ("command", "last"), [("status", "没有缺失或多余的文件"), ("verify", "3 个文件的校验和全部相符")]
)
def test_a_whole_run(run: Path, capsys: pytest.CaptureFixture[str], command: str, last: str) -> None:
    code, lines = said(capsys, command, run)
    assert code == 0
    given = "番值.七对 = 50，轮庄 = 轮流坐庄，胡牌张数 = 9，海捞 = 否"
    assert set(lines[0].split("，")) == {f"{run}：合肥麻将（hefei）", *given.split("，")}
    assert lines[1:3] == ["座位 speed，种子 1，每桌 16 局", "hupai 0.1.0，表格版本 1，随机流版本 1"]
    assert lines[3].startswith("64 局，1 个部分，")
    assert lines[4:] == [last]


def test_a_run_that_is_not_whole(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands, wins, facts = (
        run / "data" / table / "part-000000.parquet" for table in ("hands", "wins", "facts")
    )
    size = hands.stat().st_size
    hands.write_bytes(hands.read_bytes()[:-1])
    wins.rename(wins.with_name("x"))
    facts.write_bytes(bytes(facts.stat().st_size))
    code, lines = said(capsys, "verify", run)
    assert code == 1
    assert sorted(lines[4:]) == sorted(
        [
            f"损坏：data/hands/part-000000.parquet（应为 {size:,} 字节，实有 {size - 1:,} 字节）",
            "损坏：data/facts/part-000000.parquet（内容与写入时不同（SHA-256））",
            "缺失：data/wins/part-000000.parquet（清单中列有此文件）",
            "不属于此运行：data/wins/x（运行中没有此文件）",
        ]
    )


def test_hands_that_are_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    code, lines = said(
        capsys, "simulate", "hefei", "--hands", "64", "--out", out, "--until", "win_rate±0.0001"
    )
    assert (code, len(lines)) == (0, 3)
    assert re.fullmatch(rf"{out}：64 局，1 个部分，0\.\d MB，已完成", lines[0])
    assert re.fullmatch(r"win_rate：±0\.\d+（要求 ≤ 0\.0001）", lines[1])
    assert lines[2] == "达到 --hands 时区间仍不够窄；加大 --hands 可继续。"


def test_the_demo(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "HANDS", 16)
    monkeypatch.setattr(demo, "reported", lambda _screen, _run, out, **_: [out / "report.zh.html"])
    code, lines = said(capsys, "demo", "--out", tmp_path / "demo")
    assert code == 0
    assert "合肥麻将：16 局" in lines


@pytest.mark.parametrize(("lang", "told"), [("zh", "hupai: 已中断。\n"), ("en", "hupai: interrupted.\n")])
def test_an_interruption_that_says_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lang: str, told: str
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hupai.ext.rules.variants", stop)
    assert main(["variants", "--lang", lang]) == 130
    assert capsys.readouterr().err == told
