"""Runs: the same bytes whoever writes them, gone on with, added to, refused."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import hupai as hp
from hupai.ext.errors import RunError, UsageError
from hupai.simulate import open_run, plan, simulate, simulation, status, verify
from hupai.simulate.files import sole_writer
from hupai.simulate.layout import Layout
from hupai.simulate.manifest import read_manifest, write_manifest
from hupai.simulate.writer import Work, write_part
from simulate.folders import SMALL, bytes_of, command, hupai

RULES = hp.rules("hefei")
FEW = 3 * SMALL + 40
"""Hands of a run of three whole parts and a short one."""


def made(folder: Path, hands: int = FEW, **settings: Any) -> Path:
    asked: dict[str, Any] = {"seats": "greedy,random,random,random", "seed": 5} | settings
    simulate(RULES, hands=hands, out=folder, **asked)
    return folder


@pytest.mark.parametrize("hands_per_table", [1, 16, 100, 1000])
def test_any_number_of_workers_writes_the_same_bytes(tmp_path: Path, hands_per_table: int) -> None:
    runs = [bytes_of(made(tmp_path / str(w), workers=w, hands_per_table=hands_per_table)) for w in (1, 2, 3)]
    assert runs[0] == runs[1] == runs[2]
    assert len(runs[0]) == 1 + 3 * -(-FEW // plan.part_size(hands_per_table))


class AtOnce(Executor):
    """Does its work when it is handed over."""

    def submit(self, function: Any, /, *given: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(function(*given, **named))
        return done


def test_any_executor_will_do(tmp_path: Path) -> None:
    assert bytes_of(made(tmp_path / "a", executor=AtOnce())) == bytes_of(made(tmp_path / "b"))


@pytest.mark.slow
def test_the_work_can_be_sent_to_another_process(tmp_path: Path) -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        made(tmp_path / "a", executor=pool)
    assert bytes_of(tmp_path / "a") == bytes_of(made(tmp_path / "b"))


def test_adding_hands_is_asking_for_them_at_once(tmp_path: Path) -> None:
    run = tmp_path / "run"
    for hands in (10, SMALL, SMALL + 10, 2 * SMALL + 1, FEW):
        made(run, hands)
        assert status(run).complete
        assert hp.open_run(run).hands.collect().height == hands
    assert bytes_of(run) == bytes_of(made(tmp_path / "at_once"))


def test_a_complete_run_is_left_as_it_is(tmp_path: Path) -> None:
    run = made(tmp_path / "run")
    before = {file: file.stat().st_mtime_ns for file in run.rglob("*")}
    made(run)
    assert {file: file.stat().st_mtime_ns for file in run.rglob("*")} == before


def test_nothing_in_a_run_tells_where_it_was_written(tmp_path: Path) -> None:
    first, second = made(tmp_path / "a"), made(tmp_path / "b" / "c", workers=3)
    assert bytes_of(first) == bytes_of(second)
    text = (first / "manifest.json").read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    assert set(json.loads(text)) - {"checksum"} == {
        "variant", "hands", "hands_per_table", "seed", "seats", "facts", "versions", "rules_hash", "given",
        "options", "parts",
    }  # fmt: skip


def test_without_facts_there_are_none(tmp_path: Path) -> None:
    run = hp.open_run(made(tmp_path / "run", facts=False))
    assert sorted(entry.name for entry in (run.path / "data").iterdir()) == ["hands", "wins"]
    with pytest.raises(RunError, match="--no-facts"):
        run.facts  # noqa: B018
    with pytest.raises(RunError, match="--no-facts"):
        hp.settle(run, base=2)


OTHERS: list[tuple[dict[str, Any], str]] = [
    ({"seed": 6}, r"seed \(5 there, 6 asked for\)"),
    ({"seats": "greedy"}, r"seat 1 \(random there, greedy asked for\)"),
    ({"hands_per_table": 8}, r"hands_per_table \(16 there, 8 asked for\)"),
    ({"facts": False}, r"facts \(true there, false asked for\)"),
    ({"hands": 10}, r"1,576 hands, more than the 10"),
]


@pytest.mark.parametrize(("settings", "said"), OTHERS)
def test_a_run_of_other_settings_is_refused_and_left_alone(
    tmp_path: Path, settings: dict[str, Any], said: str
) -> None:
    run = made(tmp_path / "run")
    before = bytes_of(run)
    with pytest.raises(RunError, match=said):
        made(run, **settings)
    assert bytes_of(run) == before


def test_a_run_of_other_options_is_refused_by_name(tmp_path: Path) -> None:
    run = made(tmp_path / "run")
    other = RULES.changed(fan_values={"seven_pairs": 50}, sea_stage=False)
    with pytest.raises(RunError) as refused:
        simulate(other, hands=FEW, out=run, seats="greedy,random,random,random", seed=5)
    assert "fan_values.seven_pairs (10 there, 50 asked for); sea_stage (true there, false asked" in str(
        refused.value
    )


def test_a_run_of_another_version_is_not_gone_on_with(tmp_path: Path) -> None:
    run = made(tmp_path / "run")
    there = read_manifest(Layout(run))
    older = there.versions.model_copy(update={"stream": 0})
    write_manifest(Layout(run), there.model_copy(update={"versions": older}))
    with pytest.raises(RunError, match=r"stream 0\).*stream 1\)"):
        made(run, 5000)
    with pytest.raises(RunError, match="other walls"):
        hp.replay(run, 3)


@pytest.mark.parametrize("held", ["notes.txt", "data/hands/part-000000.parquet"])
def test_a_folder_that_is_no_run_is_refused(tmp_path: Path, held: str) -> None:
    file = tmp_path / "run" / held
    file.parent.mkdir(parents=True)
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(RunError, match="it is no run"):
        made(tmp_path / "run")
    assert list(bytes_of(tmp_path / "run")) == [held]
    for look in (status, verify, open_run):
        with pytest.raises(RunError, match=r"no manifest\.json"):
            look(tmp_path / "run")


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("mine", encoding="utf-8")
    with pytest.raises(RunError, match="is a file"):
        made(tmp_path / "run")
    with pytest.raises(RunError, match="is a file"):
        status(tmp_path / "run")


@pytest.mark.parametrize(
    "broken", ["", "{", "[]", '{"variant": "hefei"}', "\ud800", '{"versions": {"schema": 99}}']
)
def test_a_broken_manifest_is_told(tmp_path: Path, broken: str) -> None:
    run = made(tmp_path / "run", 20)
    (run / "manifest.json").write_bytes(broken.encode("utf-8", "surrogatepass"))
    before = bytes_of(run)
    for act in (status, verify, open_run, made):
        with pytest.raises(RunError, match=r"manifest\.json is (damaged|of schema 99)"):
            act(run)
    assert bytes_of(run) == before


@pytest.mark.parametrize("table", ["../../elsewhere", "hands"])
def test_a_manifest_that_lists_other_files_is_told(tmp_path: Path, table: str) -> None:
    run = made(tmp_path / "run", 20)
    layout = Layout(run)
    there = read_manifest(layout)
    files: Any = {table: there.parts[0].files["hands"]}
    write_manifest(layout, there.with_parts([there.parts[0].model_copy(update={"files": files})]))
    with pytest.raises(RunError, match=r"manifest\.json is damaged, at parts|does not list one file of each"):
        status(run)


def test_faults_are_found_and_named(tmp_path: Path) -> None:
    run = made(tmp_path / "run")
    parts = run / "data"
    (parts / "wins" / "part-000001.parquet").unlink()
    cut = parts / "hands" / "part-000002.parquet"
    cut.write_bytes(cut.read_bytes()[:-1])
    (parts / "facts" / "part-000099.parquet").write_bytes(b"PAR1")
    flipped = parts / "facts" / "part-000000.parquet"
    content = bytearray(flipped.read_bytes())
    content[len(content) // 2] ^= 4
    flipped.write_bytes(content)
    named = [
        ("damaged", "data/hands/part-000002.parquet"),
        ("foreign", "data/facts/part-000099.parquet"),
        ("missing", "data/wins/part-000001.parquet"),
    ]
    assert sorted((fault.what, fault.file) for fault in status(run).faults) == named
    named.insert(0, ("damaged", "data/facts/part-000000.parquet"))
    found = verify(run)
    assert sorted((fault.what, fault.file) for fault in found.faults) == sorted(named)
    assert not found.complete
    before = bytes_of(run)
    with pytest.raises(RunError, match=r"foreign: data/facts/part-000099\.parquet"):
        made(run)
    with pytest.raises(RunError, match="not as its manifest says"):
        open_run(run)
    assert bytes_of(run) == before


@pytest.mark.parametrize("hands", [FEW, FEW + SMALL])
def test_a_missing_part_is_played_again(tmp_path: Path, hands: int) -> None:
    run = made(tmp_path / "run")
    (run / "data" / "wins" / "part-000001.parquet").unlink()
    (run / "data" / "hands" / "part-000003.parquet").unlink()
    made(run, hands)
    assert bytes_of(run) == bytes_of(made(tmp_path / "whole", hands))


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    run = made(tmp_path / "run", 20)
    with sole_writer(run), pytest.raises(RunError, match="Another hupai is writing"):
        made(run, 40)
    made(run, 40)


def test_a_part_is_planned_in_whole_tables() -> None:
    from hupai.simulate.plan import part_plans, part_size

    for k in (1, 3, 16, SMALL, SMALL + 1, 10_000):
        assert part_size(k) % k == 0
        plans = list(part_plans(100_003, k))
        assert [plan.first for plan in plans] == [i * part_size(k) for i in range(len(plans))]
        assert plans[-1].stop == 100_003


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"hands": 0}, "hands cannot be 0"),
        ({"hands": 1.5}, "hands cannot be 1.5"),
        ({"seed": -1}, "seed cannot be -1"),
        ({"seed": 2**64}, "seed cannot be"),
        ({"hands_per_table": 10_001}, "hands per table cannot be 10,001"),
        ({"workers": 0}, "workers cannot be 0"),
        ({"seats": "sped"}, "speed"),
    ],
)
def test_arguments_out_of_range_are_told(tmp_path: Path, settings: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        made(tmp_path / "run", **settings)
    assert not (tmp_path / "run").exists()


def test_the_largest_seed_and_a_whole_table_at_a_time(tmp_path: Path) -> None:
    made(tmp_path / "run", 3, seed=2**64 - 1, hands_per_table=10_000)
    assert hp.open_run(tmp_path / "run").seed == 2**64 - 1


class After:
    """Ends a run after so many parts, and keeps what it was asked about."""

    def __init__(self, parts: int) -> None:
        self.parts = parts
        self.asked: list[str] = []

    def __call__(self, hands: Path, wins: Path) -> bool:
        assert hands.is_file()
        assert wins.is_file()
        self.asked.append(hands.name)
        return len(self.asked) >= self.parts


@pytest.mark.parametrize("workers", [1, 3])
def test_a_judge_ends_a_run_after_a_whole_part(tmp_path: Path, workers: int) -> None:
    judge = After(2)
    run = made(tmp_path / "run", 50_000, until=judge, workers=workers)
    assert judge.asked == ["part-000000.parquet", "part-000001.parquet"]
    assert bytes_of(run) == bytes_of(made(tmp_path / "plain", 2 * SMALL))
    before = bytes_of(run)
    again = After(2)
    made(run, 50_000, until=again)
    assert again.asked == judge.asked
    assert bytes_of(run) == before
    made(run, 50_000, until=After(3))
    assert bytes_of(run) == bytes_of(made(tmp_path / "longer", 3 * SMALL))


def test_until_in_words(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"hands": 40 * SMALL, "seats": "greedy", "seed": 2}
    runs = [
        hp.simulate(RULES, out=tmp_path / str(w), until="win_rate±0.02 and points+-2", workers=w, **settings)
        for w in (1, 3)
    ]
    assert bytes_of(runs[0].path) == bytes_of(runs[1].path)
    assert SMALL < runs[0].manifest.hands < 40 * SMALL
    with pytest.raises(UsageError, match="win_rate"):
        hp.simulate(RULES, out=tmp_path / "x", until="winrate±0.02", **settings)
    assert not (tmp_path / "x").exists()


@pytest.mark.slow
def test_a_killed_run_is_gone_on_with_to_the_same_bytes(tmp_path: Path) -> None:
    script = Path(__file__).with_name("killed.py")
    done = subprocess.run(
        [sys.executable, script, tmp_path, "4"], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 20


def test_a_torn_line_of_the_journal_does_not_count(tmp_path: Path) -> None:
    whole = bytes_of(made(tmp_path / "whole"))
    for keep in (0, 1, 40, -1):
        run = made(tmp_path / f"run{keep}", 2 * SMALL)
        layout = Layout(run)
        there = read_manifest(layout)
        write_manifest(layout, there.with_parts(there.parts[:1], hands=FEW))
        line = there.parts[1].model_dump_json() + "\n"
        layout.journal.write_text(line[:keep] if keep >= 0 else line, encoding="utf-8")
        found = status(run)
        assert (found.manifest.reached, found.complete) == (2 * SMALL if keep < 0 else SMALL, False)
        assert hp.open_run(run).hands.collect().height == found.manifest.reached
        assert bytes_of(made(run)) == whole


def test_an_interrupted_run_tells_how_to_go_on(tmp_path: Path) -> None:
    run, hands = tmp_path / "my run", 60 * SMALL
    words = ["simulate", "hefei", "--hands", hands, "--out", run, "--seats", "random", "--set", "base=2"]
    process = subprocess.Popen(command(*words), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    journal = run / "unfinished" / "journal.jsonl"
    limit = time.monotonic() + 60
    while not (journal.exists() and journal.stat().st_size) and time.monotonic() < limit:
        time.sleep(0.002)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "Traceback" not in said
    assert [file.name for file in (run / "unfinished").iterdir()] == ["journal.jsonl"]
    again = shlex.split(said.strip().splitlines()[-1])
    assert again[0] == "hupai"
    assert hupai(*again[1:]).returncode == 0
    simulate(RULES.changed(base=2), hands=hands, out=tmp_path / "whole", seats="random")
    assert bytes_of(run) == bytes_of(tmp_path / "whole")


@pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are POSIX")
def test_no_room_is_told_in_a_sentence(tmp_path: Path) -> None:
    def limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))

    words = ["simulate", "hefei", "--hands", 4 * SMALL, "--out", tmp_path / "run", "--seats", "random"]
    done = hupai(*words, preexec_fn=limit)
    assert done.returncode == 2
    assert done.stderr.startswith("hupai: There is no room to write")
    assert "Traceback" not in done.stderr
    assert hupai(*words).returncode == 0
    simulate(RULES, hands=4 * SMALL, out=tmp_path / "whole", seats="random")
    assert bytes_of(tmp_path / "run") == bytes_of(tmp_path / "whole")


def test_what_reads_back_otherwise_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda self: original(self)[:-1] + b"!")
    with pytest.raises(RunError, match="the disk is at fault"):
        made(tmp_path / "run", 20)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    done = hupai("simulate", "hefei", "--hands", 10, "--out", tmp_path / "file" / "run")
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    if hasattr(os, "geteuid") and os.geteuid() != 0:
        (tmp_path / "closed").mkdir(mode=0o500)
        assert hupai("simulate", "hefei", "--hands", 10, "--out", tmp_path / "closed" / "run").returncode == 2


def test_a_fault_of_the_engine_leaves_nothing_half_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(work: Work, part: Any, *rest: Any) -> Any:
        if part.index == 2:
            raise hp.HupaiError("a fault")
        return write_part(work, part, *rest)

    monkeypatch.setattr(simulation, "write_part", faulty)
    with pytest.raises(hp.HupaiError, match="a fault"):
        made(tmp_path / "run")
    assert status(tmp_path / "run").manifest.reached == 2 * SMALL
    assert [file.name for file in (tmp_path / "run" / "unfinished").iterdir()] == ["journal.jsonl"]
    monkeypatch.undo()
    monkeypatch.setattr(plan, "ABOUT", SMALL)
    assert bytes_of(made(tmp_path / "run")) == bytes_of(made(tmp_path / "whole"))
