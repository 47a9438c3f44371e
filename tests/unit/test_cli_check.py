"""`hupai check`: its lines, its last line, its exit codes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import hupai as hp
from handlogs.settings import TESTS, VARIANTS, golden
from hupai.cli import main
from hupai.ext.errors import IllegalLog, UsageError

if TYPE_CHECKING:
    from pathlib import Path

LEGAL, ILLEGAL = "001_plain_discard", "027_rob_needs_ready"


def log(name: str = LEGAL) -> dict[str, Any]:
    copied: dict[str, Any] = json.loads(json.dumps(golden("hefei")[name]))
    return copied


def checked(capsys: pytest.CaptureFixture[str], folder: Path, *logs: Any) -> tuple[int, list[str], str]:
    """Check logs in a file of their own each; the names in what is said are `0.json`, `1.json` …"""
    files = []
    for number, value in enumerate(logs):
        file = folder / f"{number}.json"
        file.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        files.append(str(file))
    code = main(["check", *files])
    said = capsys.readouterr()
    return code, said.out.replace(f"{folder}/", "").splitlines(), said.err.replace(f"{folder}/", "")


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_golden_cases_agree(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted((TESTS / "cases" / variant).iterdir())
    assert main(["check", *map(str, files)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == f"{len(golden(variant))} ok, 0 differ"
    assert said[0] == f"ok {files[0]}"
    assert said[-2].startswith("ok ")
    assert any(line.startswith(f"ok {files[0].parent / 'random.jsonl'}:3") for line in said)


def test_differences_are_told_field_by_field(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    other = log() | {"next": {"dealer": 3, "streak": 0}}
    other["result"]["payments"] = [0, 16, -16, 0]
    other["result"]["parts"]["win"] = [0, 16, -16, 0]
    other["result"]["end"] = "draw"
    code, said, _ = checked(capsys, tmp_path, log(), other)
    assert code == 1
    assert said == [
        "ok 0.json",
        (
            'differs 1.json: end: stored "draw", computed "win"; '
            "payments: stored [0,16,-16,0], computed [0,15,-15,0]; "
            'parts: stored {"win":[0,16,-16,0],"dealer":[0,0,0,0]}, '
            'computed {"win":[0,15,-15,0],"dealer":[0,0,0,0]}; '
            'next: stored {"dealer":3,"streak":0}, computed {"dealer":1,"streak":0}'
        ),
        "1 ok, 1 differ",
    ]


def test_numbers_are_whole_numbers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    other = log()
    other["result"]["payments"] = [0, 15.0, -15, False]
    code, said, _ = checked(capsys, tmp_path, other)
    assert (code, said[0]) == (
        1, "differs 0.json: payments: stored [0,15.0,-15,false], computed [0,15,-15,0]"
    )  # fmt: skip


def test_a_refusal_is_told_or_expected(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    expected, plain, wrong, legal = log(ILLEGAL), log(ILLEGAL), log(ILLEGAL), log()
    del plain["illegal"]
    plain["result"] = {}
    wrong["illegal"]["seat"] = 2
    legal["illegal"] = {"event": 3, "seat": 1, "rule": "HF-3.2"}
    code, said, _ = checked(capsys, tmp_path, expected, plain, wrong, legal)
    assert code == 1
    assert said == [
        "ok 0.json",
        "illegal 1.json: event 12, seat 3, HF-5.5: robbing a kong needs 报听 under `rob_needs_ready`",
        (
            'differs 2.json: illegal: stored {"event":12,"seat":2,"rule":"HF-5.5"}, '
            'computed {"event":12,"seat":3,"rule":"HF-5.5"}'
        ),
        'differs 3.json: illegal: stored {"event":3,"seat":1,"rule":"HF-3.2"}, computed null',
        "1 ok, 3 differ",
    ]


def test_without_either_the_result_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bare = log()
    result = bare.pop("result")
    code, said, _ = checked(capsys, tmp_path, bare)
    assert (code, said[1]) == (0, "1 ok, 0 differ")
    assert said[0].startswith('ok 0.json: {"end":"win"')
    assert json.loads(said[0].removeprefix("ok 0.json: ")) == result


def test_an_unknown_variant_is_an_illegal_head(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, said, _ = checked(capsys, tmp_path, log() | {"variant": "beijing"})
    assert code == 1
    assert said[0].startswith("illegal 0.json: event -1, HL-1: ")


@pytest.mark.parametrize("written", ["合肥麻将", "合肥", "Hefei"])
def test_a_variant_by_another_name_is_told_the_right_one(written: str) -> None:
    with pytest.raises(IllegalLog, match=r"\(did you mean hefei\?\); there are duyun, "):
        hp.check(log() | {"variant": written})


def test_options_too_large_to_settle_are_told_and_the_rest_is_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    most: dict[str, Any] = {}
    for option in hp.definition("hefei").options:
        if option.type == "map":
            most[option.name] = {key.name: option.limits(key)[1] for key in option.keys}
        elif option.type == "int" and option.kind == "score" and option.max is not None:
            most[option.name] = option.max if option.null is None else None
    held = log("random-8")
    large = held | {"options": held["options"] | most, "streak": 1_000_000}
    code, said, errors = checked(capsys, tmp_path, large, log())
    assert (code, said) == (2, ["ok 1.json", "1 ok, 0 differ"])
    assert "0.json: Hand 0, seat 3: an amount left the 64 bits it is counted in; options this large" in errors


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "0.json, line 1: it is no JSON"),
        ("{\n\n x", "0.json, line 3: it is no JSON"),
        ("[]", "0.json: A hand log is a JSON object"),
        ('{"variant": "hefei"}', "0.json: A hand log "),
        ("[" * 100_000, "0.json, line 1: it is nested too deeply"),
    ],
)
def test_what_is_no_log_is_told_and_the_rest_is_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str, reason: str
) -> None:
    if content == '{"variant": "hefei"}':
        whole = log()
        del whole["events"]
        content = json.dumps(whole)
    code, said, error = checked(capsys, tmp_path, content, log())
    assert (code, said) == (2, ["ok 1.json", "1 ok, 0 differ"])
    assert error.startswith(f"hupai: {reason}")


def test_lines_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "logs.jsonl"
    lines = [json.dumps(log()), "", "{}", "{", json.dumps(log() | {"result": {"end": "leave"}})]
    file.write_text("\n".join(lines), encoding="utf-8")
    assert main(["check", str(file)]) == 2
    said = capsys.readouterr()
    assert said.out.splitlines()[0] == f"ok {file}:1"
    assert f"hupai: {file}, line 4: it is no JSON" in said.err


def test_files_that_cannot_be_read_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    for name, reason in (
        ("none.json", "No such file"),
        ("bytes.json", "no UTF-8"),
        ("", "Is a directory"),
        ("none.jsonl", "No such file"),
    ):
        assert main(["check", str(tmp_path / name)]) == 2
        said = capsys.readouterr()
        assert reason in said.err
        assert str(tmp_path / name) in said.err
        assert said.out == "0 ok, 0 differ\n"


def test_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(json.dumps(log()), encoding="utf-8")
    assert main(["check", str(file), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == {"logs": [{"name": str(file), "says": "ok"}], "ok": 1, "differ": 0, "unread": []}


def test_from_python() -> None:
    assert hp.check(log()) == log()["result"]
    with pytest.raises(IllegalLog) as refused:
        hp.check(log(ILLEGAL))
    assert (refused.value.event, refused.value.seat, refused.value.rule) == (12, 3, "HF-5.5")
    with pytest.raises(UsageError):
        hp.check([])  # type: ignore[arg-type]
