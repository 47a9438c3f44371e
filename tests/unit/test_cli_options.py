"""The command line's frame: common flags, exit codes, errors; and the commands that show the rules."""

import errno
import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest
import typer
from rich.cells import cell_len

from hupai.cli import main
from hupai.cli.faults import explained, guarded
from hupai.cli.frame import Screen, command, system_language
from hupai.cli.tables import wrapped
from hupai.ext.errors import IllegalLog, RunError
from hupai.ext.rules import definition, rules_from_texts, variants


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    monkeypatch.setenv("COLUMNS", "200")


def played(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_variants_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = played(capsys, "variants")
    assert (code, err) == (0, "")
    for name in variants():
        assert name in out
        assert definition(name).variant.zh in out
        assert definition(name).variant.en in out


def test_variants_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = played(capsys, "variants", "--json")
    listed = {variant["name"]: variant for variant in json.loads(out)}
    assert (code, tuple(listed)) == (0, variants())
    assert listed["hefei"]["deck"]["tiles"] == 84


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("name", variants())
def test_every_option_and_entry_is_shown(capsys: pytest.CaptureFixture[str], name: str, lang: str) -> None:
    code, out, err = played(capsys, "options", name, "--lang", lang)
    assert (code, err) == (0, "")
    plain = "".join(out.split())
    for option in definition(name).options:
        assert option.name in out
        assert option.zh in out
        assert option.clause in out
        assert "".join(option.meaning.say("zh" if lang == "zh" else "en").split())[:12] in plain
        for key in getattr(option, "keys", ()):
            assert f"{option.name}.{key.name}" in out


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("width", [40, 80, 119, 120, 160])
def test_no_name_is_broken_at_any_width(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int, lang: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for name in variants():
        _, out, _ = played(capsys, "options", name, "--lang", lang)
        assert max(map(cell_len, out.splitlines())) <= width
        words = set(out.split())
        for option in definition(name).options:
            assert {option.name, option.zh, option.clause} <= words
            assert {f"{option.name}.{key.name}" for key in getattr(option, "keys", ())} <= words


@pytest.mark.parametrize(("lang", "begin"), [("zh", "种类：play "), ("en", "Kinds: play ")])
def test_the_kinds_are_explained(capsys: pytest.CaptureFixture[str], lang: str, begin: str) -> None:
    first = played(capsys, "options", "hefei", "--lang", lang)[1].splitlines()[0]
    assert first.startswith(begin)
    assert all(f"{kind} " in first for kind in ("score", "next"))


def test_on_a_narrow_terminal_an_option_has_lines_of_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = played(capsys, "options", "hefei")[1]
    assert (
        "\n\nmin_suit_tiles  胡牌张数  HF-11.5\n"
        "  int, default 8, kind play\n"
        "  allowed: a whole number from 5 to 14\n"
        "  tiles of one suit needed to win; 支 counts beyond it\n"
    ) in out
    assert "\n\nfan_values.seven_pairs  七对  HF-" in out


def test_lines_break_between_words_and_after_closing_marks() -> None:
    assert wrapped("a seven_pairs b", 8, indent=2) == ["  a", "  seven_pairs", "  b"]
    assert wrapped("胡牌张数，九张。", 8) == ["胡牌张", "数，九", "张。"]
    assert wrapped("", 8) == wrapped("  ", 8) == []


@pytest.mark.parametrize("name", variants())
def test_options_as_json_can_be_given_back(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, _ = played(capsys, "--json", "options", definition(name).variant.zh)
    shown = json.loads(out)
    assert (code, shown["variant"]) == (0, name)
    texts = [
        f"{option['zh']}={json.dumps(option['default'])}"
        for option in shown["options"]
        if not isinstance(option["default"], dict)
    ]
    assert rules_from_texts(name, texts).given == {}


def test_the_language_is_the_locales_unless_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert system_language() == "en"
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert system_language() == "zh"
    assert "含义" in played(capsys, "options", "hefei")[1]
    assert "Meaning" in played(capsys, "options", "hefei", "--lang", "en")[1]
    assert "Meaning" in played(capsys, "--lang", "en", "options", "hefei")[1]
    assert "含义" in played(capsys, "--lang", "en", "options", "hefei", "--lang", "zh")[1]
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.setenv("LC_MESSAGES", "")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert system_language() == "en"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["optoins", "hefei"],
            'hupai has no command "optoins". Did you mean options? Commands: demo, variants, ',
        ),
        (["variants", "--jsn"], 'hupai variants has no option "--jsn". Did you mean --json?'),
        (["--lnag", "zh", "variants"], 'hupai has no option "--lnag". Did you mean --lang?'),
        (["variants", "--lang", "fr"], "Invalid value for '--lang': 'fr' is not one of 'zh', 'en'."),
        (["options"], "Missing argument 'VARIANT'. `hupai options --help` shows its usage."),
        (["options", "hefei", "x"], "unexpected extra argument"),
        (["options", "hefi"], 'There is no variant "hefi". Did you mean hefei? Variants: '),
        (["options", "合肥麻江"], "Did you mean 合肥麻将?"),
        ([], "no command is given."),
    ],
)
def test_wrong_usage_is_told_in_one_style(
    capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    code, out, err = played(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith("hupai: ")
    assert message in err
    assert "Traceback" not in err


def test_tracebacks_come_with_debug_only(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = played(capsys, "options", "hefi", "--debug")
    assert code == 2
    assert "Traceback" in err
    assert err.rstrip().splitlines()[-1].startswith("hupai: There is no variant")


def _raising(error: BaseException) -> Any:
    def run() -> None:
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (RunError("The run is of another seed."), 2, "hupai: The run is of another seed.\n"),
        (
            IllegalLog(event=3, seat=1, rule="HF-3.1", reason="no chows"),
            1,
            "event 3, seat 1, HF-3.1: no chows",
        ),
        (OSError(errno.ENOSPC, "No space left on device", "runs/x"), 2, "runs/x: there is no room to write."),
        (PermissionError(errno.EACCES, "Permission denied", "x"), 2, "hupai: x: permission denied.\n"),
        (OSError(errno.EBADF, "Bad file descriptor"), 101, "a fault of hupai's own: OSError"),
        (
            ZeroDivisionError("division\nby zero"),
            101,
            "ZeroDivisionError: division by zero. Please report it",
        ),
        (KeyboardInterrupt("go on with: hupai simulate"), 130, "hupai: go on with: hupai simulate\n"),
        (KeyboardInterrupt(), 130, "hupai: interrupted.\n"),
        (typer.Exit(1), 1, ""),
        (SystemExit(3), 3, ""),
    ],
)
def test_each_error_has_its_exit_code(
    capsys: pytest.CaptureFixture[str], error: BaseException, code: int, message: str
) -> None:
    app = typer.Typer(add_completion=False)
    app.command()(_raising(error))
    if isinstance(error, typer.Exit):
        assert guarded(lambda: app(args=[], standalone_mode=False), debug=False) == code
    else:
        assert guarded(_raising(error), debug=False) == code
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.out == ""
    assert "Traceback" not in shown.err
    if code not in (1, 3):
        assert shown.err.count("\n") == 1


def test_a_command_that_is_interrupted_says_how_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    app = typer.Typer(add_completion=False)

    @app.command()
    @command
    def stopped(screen: Screen, word: str = "x") -> None:
        screen.remark(f"playing {word}")
        raise KeyboardInterrupt("stopped cleanly; go on with: hupai simulate hefei")

    assert guarded(lambda: app(args=["--word", "y"], standalone_mode=False), debug=False) == 130
    assert capsys.readouterr().err == "playing y\nhupai: stopped cleanly; go on with: hupai simulate hefei\n"
    assert guarded(lambda: app(args=["--quiet"], standalone_mode=False), debug=False) == 130
    assert "playing" not in capsys.readouterr().err


def test_an_error_of_the_system_without_a_file_is_explained_too() -> None:
    assert explained(OSError(errno.ENOSPC, "No space left on device")) == ("there is no room to write.", 2)


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hupai", *words],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env=os.environ | environment,
    )


def test_a_closed_pipe_is_no_error() -> None:
    words = [sys.executable, "-m", "hupai", "options", "hefei", "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as reading:
        assert reading.stdout is not None
        assert reading.stderr is not None
        reading.stdout.close()
        assert reading.stderr.read() == b""
    assert reading.returncode == 0


def test_a_terminal_without_chinese_gets_its_codes() -> None:
    done = run("variants", "--json", PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\u5408\\u80a5" in done.stdout
    assert json.loads(done.stdout)
    shown = run("options", "hefei", PYTHONIOENCODING="latin-1")
    assert (shown.returncode, shown.stderr) == (0, "")


def test_no_escape_code_reaches_a_pipe_and_no_colour_where_it_is_unwanted() -> None:
    assert "\x1b" not in run("options", "hefei").stdout
    forced = run("options", "hefei", NO_COLOR="1", FORCE_COLOR="1").stdout
    assert not re.search(r"\x1b\[(?:[34]\d|9[0-7])m", forced)


def test_help_loads_nothing_that_it_does_not_need() -> None:
    slow = ("pydantic", "rich", "numpy", "pandas", "polars", "pyarrow", "matplotlib", "scipy", "jinja2")
    show = f"print([name for name in {slow} if name in sys.modules])"
    code = f"import sys; from hupai.cli import main; main(['--help']); {show}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    for name in ("variants", "options"):
        assert f"  {name}" in done.stdout
