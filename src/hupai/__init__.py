"""hupai (胡牌): a Monte Carlo laboratory for regional mahjong rules.

The public names are loaded when they are first asked for, so that ``import hupai`` stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# Public name -> the module that defines it.
_HOMES = {
    "HupaiError": "hupai.ext.errors",
    "IllegalLog": "hupai.ext.errors",
}

__all__ = ["HupaiError", "IllegalLog", "__version__"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'hupai' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
