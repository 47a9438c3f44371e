"""Run folders as the tests compare them, and a command line whose runs have small parts."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

SMALL = 512
"""Hands of a part, so that a short run has several."""
_MAIN = f"""
import sys
from hupai.simulate import plan
plan.ABOUT = {SMALL}
from hupai.cli import main
sys.exit(main(sys.argv[1:]))
"""


def bytes_of(folder: Path) -> dict[str, str]:
    """Every file of a folder, by its path, with its checksum."""
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def command(*words: object) -> list[str]:
    """A hupai command in a process of its own."""
    return [sys.executable, "-c", _MAIN, *map(str, words)]


def hupai(*words: object, **settings: Any) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(command(*words), capture_output=True, text=True, check=False, **settings)
