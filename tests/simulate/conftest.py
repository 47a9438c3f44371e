from __future__ import annotations

import pytest

from hupai.simulate import plan
from simulate.folders import SMALL


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs made in the tests' own process have small parts."""
    monkeypatch.setattr(plan, "ABOUT", SMALL)
