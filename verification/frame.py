"""What the scripts share: the tests' own modules on the path, and the command line."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))


def run(check: Callable[[str, Namespace], int], doc: str | None, **sizes: int) -> None:
    """Run a check for each variant that is named; it returns how many differences it found."""
    from handlogs.settings import VARIANTS

    parser = ArgumentParser(description=doc)
    parser.add_argument("variants", nargs="*", metavar="VARIANT", default=VARIANTS)
    parser.add_argument("--seed", type=int, default=1)
    for name, size in sizes.items():
        parser.add_argument(f"--{name}", type=int, default=size)
    given = parser.parse_args()
    differing = 0
    for variant in given.variants:
        start = time.perf_counter()
        found = check(variant, given)
        print(f"{variant}: {found} differ ({time.perf_counter() - start:.0f} s)")
        differing += found
    sys.exit(1 if differing else 0)
