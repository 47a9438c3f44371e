import re
import subprocess
import sys
from pathlib import Path

import pytest

import hupai
from hupai.cli import main

HEAVY = ("pandas", "polars", "matplotlib", "pyarrow", "scipy")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("statement", ["import hupai", "import hupai.cli", "import hupai.ext.streams"])
def test_an_import_loads_nothing_heavy(statement: str) -> None:
    done = run("-c", f"import sys; {statement}; print(*[name for name in {HEAVY} if name in sys.modules])")
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "", "")


def test_the_version_is_printed_by_both_ways_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"hupai {hupai.__version__}\n"
    done = run("-m", "hupai", "--version")
    assert (done.returncode, done.stdout) == (0, f"hupai {hupai.__version__}\n")


def test_wrong_usage_exits_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--no-such-flag"]) == 2
    assert "no-such-flag" in capsys.readouterr().err


def test_every_public_name_is_there() -> None:
    assert all(hasattr(hupai, name) for name in hupai.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        hupai.nothing  # noqa: B018


def test_the_version_is_a_release_number() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", hupai.__version__)


def test_a_folder_of_the_same_name_does_not_hide_the_package(tmp_path: Path) -> None:
    (tmp_path / "hupai" / "docs").mkdir(parents=True)
    code = "import hupai; print(hupai.rules('hefei').name)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "hefei\n", "")
