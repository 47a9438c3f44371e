"""Input that nobody meant: each is refused in one sentence, or taken as it was meant, and nothing crashes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hupai as hp
from hupai.cli import main
from hupai.ext.engine import Engine

CASES = Path(__file__).parent / "cases"
LOG = json.loads((CASES / "hefei" / "001_plain_discard.json").read_text(encoding="utf-8"))
WHOLE = [16.0, "16", None, True, float("nan"), 10**5000, np.array([16]), [16], object()]
"""What is no whole number within any limits."""
WRONG: tuple[Any, ...] = ("absent", None, 77, "x", {"x": 1})
"""What values of a manifest are changed to."""


def played(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def command(*words: object, **settings: Any) -> subprocess.CompletedProcess[bytes]:
    listed = [sys.executable, "-m", "hupai", *map(str, words)]
    return subprocess.run(listed, check=False, stderr=subprocess.PIPE, **settings)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> hp.Run:
    return hp.simulate(hp.rules("hefei"), hands=48, out=tmp_path_factory.mktemp("bad") / "run")


# -- hand logs


def logs_file(folder: Path, *lines: str | bytes) -> Path:
    file = folder / "logs.jsonl"
    file.write_bytes(b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines))
    return file


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{bad", "it is no JSON (Expecting property name"),
        (b'{"variant": "\xff"}', "it is no UTF-8 text (byte 0xff)"),
        ('{"dealer": 1, "dealer": 2}', 'the key "dealer" is given twice'),
        ('{"streak": NaN}', "NaN is no number of JSON"),
        ('{"streak": ' + "9" * 5000 + "}", "a number of too many digits"),
        ("[" * 100_000, "nested too deeply"),
        ("[]", "A hand log is a JSON object"),
    ],
)
def test_a_bad_line_is_named_and_the_others_are_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str | bytes, why: str
) -> None:
    file = logs_file(tmp_path, json.dumps(LOG), line, json.dumps(LOG))
    code, out, err = played(capsys, "check", file)
    assert code == 2
    assert out.splitlines() == [f"ok {file}:1", f"ok {file}:3", "2 ok, 0 differ"]
    assert err.startswith(f"hupai: {file}, line 2: ")
    assert why in err
    assert "Traceback" not in err


def test_a_file_that_is_no_text_is_told_by_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "log.json"
    file.write_bytes(b'{\n"why":\n"\xc3\x28"}')
    code, _, err = played(capsys, "check", file)
    assert (code, err) == (2, f"hupai: {file}, line 3: it is no UTF-8 text (byte 0xc3).\n")


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
@pytest.mark.parametrize("flag", [[], ["--json"]])
def test_what_is_no_text_can_be_told_of(tmp_path: Path, locale: str, flag: list[str]) -> None:
    log = {**LOG, "result": {**LOG["result"], "end": "\ud800\x1b"}}
    for name in (b"plain.json", b"\xff.json"):
        Path(os.fsdecode(bytes(tmp_path) + b"/" + name)).write_text(json.dumps(log), encoding="utf-8")
    words: list[str | bytes] = [sys.executable, "-m", "hupai", "check", *flag, "plain.json", b"\xff.json"]
    done = subprocess.run(
        words, check=False, capture_output=True, cwd=tmp_path, env=os.environ | {"LC_ALL": locale}
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"\\ud800" in done.stdout
    assert b"\x1b" not in done.stdout
    if flag:
        assert json.loads(done.stdout)["differ"] == 2


@pytest.mark.parametrize("variant", hp.variants())
def test_junk_anywhere_in_a_log_is_refused_and_no_fault(variant: str) -> None:
    log = json.loads(next(iter(sorted((CASES / variant).glob("*.json")))).read_text(encoding="utf-8"))
    junk: list[Any] = [
        None,
        True,
        1.0,
        10**30,
        -(2**63),
        "１m",
        "\ud800",
        [],
        {},
        [[]],
        [10**30] * 4,
        {"seat": 0},
    ]
    places: list[tuple[Any, Any]] = [(log, key) for key in log if key != "result"]
    places += [(log["deal"], 2), (log["deal"][1], 5), *((log["events"], at) for at in (0, 1, -1))]
    places += [(event, key) for event in log["events"][:4] for key in event]
    for holder, key in places:
        kept = holder[key]
        for value in junk:
            holder[key] = value
            try:
                hp.check(log)
            except (hp.IllegalLog, hp.UsageError) as refusal:
                assert len(str(refusal)) < 500  # noqa: PT017
        holder[key] = kept
    assert hp.check(log) == log["result"]


# -- numbers, options, seats


@pytest.mark.parametrize("name", ["hands", "seed", "hands_per_table", "workers"])
@pytest.mark.parametrize("value", [*WHOLE, -1, 2**64], ids=lambda value: type(value).__name__)
def test_what_is_no_whole_number_is_refused_before_anything_is_written(
    tmp_path: Path, name: str, value: object
) -> None:
    if name == "workers" and value is None:
        return
    settings: dict[str, Any] = {"hands": 16, name: value}
    with pytest.raises(hp.UsageError, match="Allowed: a whole number from"):
        hp.simulate(hp.rules("hefei"), out=tmp_path / "run", **settings)
    assert not (tmp_path / "run").exists()


def test_numbers_of_numpy_are_numbers(tmp_path: Path) -> None:
    plain = hp.simulate(
        hp.rules("hefei", base=2), hands=8, out=tmp_path / "plain", seed=2**64 - 1, seats="random"
    )
    other = hp.simulate(
        hp.rules("hefei", base=np.int16(2)),
        hands=np.int64(8),  # type: ignore[arg-type]
        seed=np.uint64(2**64 - 1),  # type: ignore[arg-type]
        hands_per_table=np.int8(16),  # type: ignore[arg-type]
        workers=np.int32(1),  # type: ignore[arg-type]
        seats=[("random", {"slip": np.float64(0)})] * 4,
        out=tmp_path / "other",
    )
    for file in plain.path.rglob("*"):
        if file.is_file():
            assert file.read_bytes() == (other.path / file.relative_to(plain.path)).read_bytes()


@pytest.mark.parametrize(
    "seats",
    [None, 5, b"speed", [], ["speed"] * 3, [5] * 4, [("speed",)] * 4, [("sped", {})], [("speed", {"x": 1})]]
    + [[("speed", {"slip": value})] for value in (2, "0.5", float("nan"), None, True, [0.5])]
    + ["", "speed:", "speed:slip=0_1", "speed:slip=٠", "speed\nx", "speed:" + "x" * 5000 + "=1"],
)
def test_wrong_seats_are_refused_in_one_short_line(tmp_path: Path, seats: Any) -> None:
    with pytest.raises(hp.UsageError) as refusal:
        hp.simulate(hp.rules("hefei"), hands=16, out=tmp_path / "run", seats=seats)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 500
    assert not (tmp_path / "run").exists()


def test_minus_nothing_is_nothing(tmp_path: Path) -> None:
    rules = hp.rules("duyun", leave_rate=-0.0)
    assert rules == hp.rules("duyun")
    assert json.dumps(rules.options["leave_rate"]) == "0.0"
    hp.simulate(rules, hands=4, out=tmp_path / "run", seats="random:slip=-0.0")
    assert "-0.0" not in (tmp_path / "run" / "manifest.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("variant", hp.variants())
def test_no_value_of_python_makes_an_option_fail_otherwise(variant: str) -> None:
    strange = [
        *WHOLE,
        np.array([1, 2, 3, 4]),
        np.str_("x"),
        b"x",
        {1, 2},
        int,
        {None: None},
        [np.array([1])] * 4,
    ]
    for option in hp.definition(variant).options:
        entries = [key.name for key in getattr(option, "keys", ())][:2]
        for value in strange:
            for given in (value, *({entry: value} for entry in entries)):
                try:
                    hp.rules(variant, {option.name: given}).book()
                except hp.OptionError as refusal:
                    assert len(str(refusal)) < 1000  # noqa: PT017


@pytest.mark.parametrize("given", [5, "base", ["base"], hp.UsageError])
def test_options_that_are_no_mapping_are_refused(given: Any) -> None:
    with pytest.raises(hp.UsageError, match="a mapping of names to values"):
        hp.rules("hefei", given)
    with pytest.raises(hp.UsageError, match="a mapping of names to values"):
        hp.rules("hefei").changed(given)


@pytest.mark.parametrize("name", [None, 5, ["hefei"], {"hefei"}])
def test_a_variant_that_is_no_word_is_refused(name: Any) -> None:
    with pytest.raises(hp.UsageError, match="Variants: duyun"):
        hp.rules(name)


@pytest.mark.parametrize(
    "wrong", [{"hands_per_table": 0}, {"hands_per_table": -1}, {"hands_per_table": 2**62}, {"seed": 1.5}]
)
def test_an_engine_takes_no_absurd_numbers(wrong: dict[str, Any]) -> None:
    with pytest.raises(hp.UsageError, match="Allowed: a whole number"):
        Engine(hp.rules("hefei").book(), [("speed", {})] * 4, **{"seed": 1, "hands_per_table": 4, **wrong})


def test_an_engine_plays_no_absurd_hands() -> None:
    engine = Engine(hp.rules("hefei").book(), [("speed", {})] * 4, seed=1, hands_per_table=4)
    for first, hands in ((0, -1), (-4, 4), (2**62, 4), (0, 2**63), (0, 1.5), (None, 1)):
        with pytest.raises(hp.UsageError):
            engine.play(first, hands)  # type: ignore[arg-type]
    for begin, stop in ((-1, 3), (0, 2**63), (1.5, 2)):
        with pytest.raises(hp.UsageError):
            engine.replay(begin, stop)  # type: ignore[arg-type]
    assert not list(engine.replay(5, 3))


# -- runs


def places(value: Any, above: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [above] if above else []
    for key, entry in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        found += places(entry, (*above, key))
    return found


def test_no_value_of_a_manifest_can_be_changed_by_hand(
    capsys: pytest.CaptureFixture[str], run: hp.Run
) -> None:
    file = run.path / "manifest.json"
    text = file.read_text(encoding="utf-8")
    told = json.loads(text)
    files = {part: part.read_bytes() for part in run.path.rglob("*.parquet")}
    for place in places(told):
        if place[0] == "options" and place[-1] not in ("options", "base", "fan_values", "seven_pairs"):
            continue
        for wrong in WRONG:
            changed = json.loads(text)
            holder = changed
            for key in place[:-1]:
                holder = holder[key]
            if wrong == "absent":
                del holder[place[-1]]
            elif holder[place[-1]] != wrong:
                holder[place[-1]] = wrong
            else:
                continue
            file.write_text(json.dumps(changed), encoding="utf-8")
            with pytest.raises(hp.RunError, match=r"manifest\.json"):
                hp.verify(run.path)
            if len(place) == 1:
                code, out, err = played(capsys, "replay", run.path, "--hand", "0")
                assert (code, out) == (2, "")
                assert str(file) in err
                with pytest.raises(hp.RunError):
                    hp.simulate(hp.rules("hefei"), hands=48, out=run.path)
            assert json.loads(file.read_text(encoding="utf-8")) == changed
    file.write_text(json.dumps(told), encoding="utf-8")  # laid out otherwise it is the same
    assert played(capsys, "verify", run.path)[0] == 0
    file.write_text(text, encoding="utf-8")
    assert {part: part.read_bytes() for part in run.path.rglob("*.parquet")} == files


@pytest.mark.parametrize(
    "hands", ["", ",", "-1", "0:0", "5:3", ":3", "3:", "1.0", "٣", "0:1:2", "48", "9" * 5000]
)
def test_hands_that_are_not_there_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, run: hp.Run, hands: str
) -> None:
    file = tmp_path / "logs.jsonl"
    file.write_text("kept", encoding="utf-8")
    code, out, err = played(capsys, "replay", run.path, "--hand", hands, "--out", file)
    assert (code, out) == (2, "")
    assert "Allowed: " in err
    assert len(err) < 500
    assert file.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize("hands", [[range(0, 9, 3)], [range(3, 0, -1)], [5], [(0, 3)]])
def test_hands_are_replayed_by_plain_ranges_only(run: hp.Run, hands: Any) -> None:
    with pytest.raises(hp.UsageError, match="in steps of 1"):
        hp.replays(run, hands)


def test_a_replay_goes_through_a_link_and_into_a_pipe_and_replaces_neither(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, run: hp.Run
) -> None:
    link, pipe = tmp_path / "link.json", tmp_path / "pipe"
    link.symlink_to("file.json")
    assert played(capsys, "replay", run.path, "--hand", 3, "--out", link)[0] == 0
    assert link.is_symlink()
    log = json.loads((tmp_path / "file.json").read_text(encoding="utf-8"))
    assert log["result"] == hp.check(log)
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        assert played(capsys, "replay", run.path, "--hand", 3, "--out", pipe)[0] == 0
        assert reader.stdout is not None
        assert json.loads(reader.stdout.read()) == log
    assert pipe.is_fifo()
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["file.json", "link.json", "pipe"]
    code, _, err = played(capsys, "replay", run.path, "--hand", 3, "--out", tmp_path)
    assert (code, err) == (2, f"hupai: {tmp_path} is a folder; --out is the file to write to.\n")


@pytest.mark.parametrize(
    "words",
    [
        ["status", ""],
        ["check", ""],
        ["demo", "--out", ""],
        ["simulate", "hefei", "--hands", "16", "--out", ""],
        ["simulate", "hefei", "--hands", "16", "--out", "run", "--options", ""],
    ],
)
def test_an_empty_word_is_no_path(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = played(capsys, *words)
    assert code == 2
    assert "a path cannot be empty" in err
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_among_the_parts_of_a_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, run: hp.Run
) -> None:
    (tmp_path / "link").symlink_to(run.path / "data")
    for out in (run.path / "data", run.path / "data" / "x" / "y", tmp_path / "link", run.path / "unfinished"):
        for words in (["report", run.path], ["replay", run.path, "--hand", "0"]):
            code, told, err = played(capsys, *words, "--out", out)
            assert (code, told) == (2, "")
            assert "among the run's own files" in err
    assert played(capsys, "replay", run.path, "--hand", "0", "--out", run.path / "manifest.json")[0] == 2
    assert played(capsys, "verify", run.path)[0] == 0


def test_a_run_can_be_looked_at_while_it_is_written(tmp_path: Path) -> None:
    folder, over = tmp_path / "run", threading.Event()
    seen: set[object] = set()

    def look() -> None:
        while not over.is_set():
            if (folder / "manifest.json").exists():
                seen.update(hp.status(folder).faults)

    watching = threading.Thread(target=look)
    watching.start()
    try:
        for hands in (100_000, 200_000):
            hp.simulate(hp.rules("hefei"), hands=hands, out=folder, facts=False, seats="random")
    finally:
        over.set()
        watching.join()
    assert seen == set()


def test_a_folder_whose_name_is_no_text_is_refused_where_it_must_be(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = Path(os.fsdecode(bytes(tmp_path) + b"/\xff"))
    made = hp.simulate(hp.rules("hefei"), hands=4, out=out)
    assert hp.verify(out).complete
    assert hp.replay(made, 3)["result"]
    code, _, err = played(capsys, "report", out, "--out", tmp_path / "report")
    assert code == 2
    assert "is no text in Unicode" in err


# -- option files


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("a.toml", "base = " + "9" * 6000, "a number has too many digits."),
        ("a.json", '{"base": ' + "9" * 6000 + "}", "a number has too many digits."),
        ("a.toml", "base = " + "[" * 5000, "it is nested too deeply."),
        ("a.json", '{"base": ' + "[" * 9000 + "}", "it is nested too deeply."),
        (
            "a.toml",
            "stake_dealer_min = 5\nstake_max = 3",
            "5 (FILE, line 1) exceeds stake_max = 3 (FILE, line 2).",
        ),
    ],
)
def test_what_is_wrong_in_an_options_file_is_told_in_plain_words(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, text: str, why: str
) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    words = ["simulate", "shengzhou105", "--hands", "4", "--out", tmp_path / "run", "--options", file]
    code, _, err = played(capsys, *words)
    assert code == 2
    assert why.replace("FILE", str(file)) in err
    assert not (tmp_path / "run").exists()


# -- streams and signals


def test_streams_that_take_nothing_are_no_fault(run: hp.Run) -> None:
    words = " ".join([sys.executable, "-m", "hupai"])
    for line, code in (
        (f"{words} status {run.path} >&-", 0),
        (f"{words} status {run.path} 2>&-", 0),
        (f"{words} nonsense 2>&-", 2),
        (f"{words} nonsense 2>/dev/full", 2),
        (f"{words} variants >/dev/full", 2),
        (f"{words} --version <&- >&- 2>&-", 0),
    ):
        if "/dev/full" in line and not Path("/dev/full").is_char_device():
            continue
        assert subprocess.run(line, shell=True, check=False, capture_output=True).returncode == code, line


def test_a_width_of_nothing_is_taken_for_none() -> None:
    done = command("variants", env=os.environ | {"COLUMNS": "0"}, stdout=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"hefei" in done.stdout


def test_too_little_memory_is_told() -> None:
    from hupai.cli.faults import explained

    assert explained(MemoryError("Unable to allocate 487. TiB")) == ("there is not enough memory.", 2)


def test_what_cannot_be_printed_does_not_reach_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = played(capsys, "status", "a\x1b[2Jb")
    assert code == 2
    assert "\x1b" not in err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_cleanly_and_says_how_to_go_on(tmp_path: Path, number: signal.Signals) -> None:
    out = tmp_path / "run"
    words = [sys.executable, "-m", "hupai", "simulate", "hefei", "--hands", "100000000", "--out", str(out)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as playing:
        until = time.monotonic() + 60
        while not list(out.glob("data/hands/*.parquet")) and time.monotonic() < until:
            time.sleep(0.02)
        playing.send_signal(number)
        told, remarks = playing.communicate(timeout=60)
    assert (playing.returncode, told) == (130, "")
    assert remarks.endswith(f"To go on:\nhupai simulate hefei --hands 100000000 --out {out}\n")
    assert [entry.name for entry in (out / "unfinished").iterdir()] == ["journal.jsonl"]
    found = hp.verify(out)
    assert found.faults == ()
    assert found.manifest.reached > 0


# -- amounts as large as options allow


@pytest.mark.parametrize("variant", hp.variants())
def test_a_balance_holds_under_the_largest_options(tmp_path: Path, variant: str) -> None:
    given: dict[str, Any] = {}
    for option in hp.definition(variant).options:
        if option.type == "map":
            given[option.name] = {key.name: option.limits(key)[1] for key in option.keys}
        elif (
            option.type == "int" and option.kind == "score" and option.max is not None and option.null is None
        ):
            given[option.name] = option.max
    run = hp.simulate(hp.rules(variant, given), hands=320, out=tmp_path / "run", hands_per_table=160)
    told = hp.balance(run).to_json()
    for seat in told["seats"]:
        pays = run.hands.select(f"pay_{seat['place']}").collect().to_series().to_list()
        mean = Fraction(sum(pays), len(pays))
        spread = float(Fraction(sum(pay * pay for pay in pays), len(pays)) - mean * mean) ** 0.5
        assert seat["estimates"]["score"]["value"] == pytest.approx(float(mean), rel=1e-9)
        assert seat["estimates"]["spread"]["value"] == pytest.approx(spread, rel=1e-9)
