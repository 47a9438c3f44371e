"""Estimates with intervals from what was recorded.

`balance` reads a run once and returns a `Balance`: pandas DataFrames, and the document of a report.
`Precision` judges, while a run grows, whether its intervals are narrow enough.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hupai.analysis.frames import Balance, balance
    from hupai.analysis.precision import Precision

# Public name -> the module that defines it. Each stands in the imports above too, for type checkers.
_HOMES = {
    "Balance": "frames",
    "Precision": "precision",
    "balance": "frames",
}

__all__ = ["Balance", "Precision", "balance"]


def __getattr__(name: str) -> Any:
    # pydantic models and numpy are loaded when an estimate is asked for, not by `import hupai`.
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"hupai.analysis.{home}"), name)
    globals()[name] = value
    return value
