"""Estimates with intervals from what was recorded.

`balance` reads a run once and returns a `Balance`: pandas DataFrames, and the document that reports are
made from.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hupai.analysis.frames import Balance, balance

__all__ = ["Balance", "balance"]


def __getattr__(name: str) -> Any:
    # pydantic models and numpy are loaded when an estimate is asked for, not by `import hupai`.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module("hupai.analysis.frames"), name)
    globals()[name] = value
    return value
