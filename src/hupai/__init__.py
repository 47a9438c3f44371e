"""hupai (胡牌): a Monte Carlo laboratory for regional mahjong rules.

The public names are loaded when they are first asked for, so that ``import hupai`` stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hupai.ext.errors import CheckError, HupaiError, IllegalLog, OptionError, RunError, UsageError
    from hupai.ext.rules import Definition, Rules, definition, rules, variants

__version__ = "0.1.0"

# Public name -> the module that defines it. Each stands in the imports above too, for type checkers.
_HOMES = {
    "CheckError": "hupai.ext.errors",
    "Definition": "hupai.ext.rules",
    "HupaiError": "hupai.ext.errors",
    "IllegalLog": "hupai.ext.errors",
    "OptionError": "hupai.ext.errors",
    "Rules": "hupai.ext.rules",
    "RunError": "hupai.ext.errors",
    "UsageError": "hupai.ext.errors",
    "definition": "hupai.ext.rules",
    "rules": "hupai.ext.rules",
    "variants": "hupai.ext.rules",
}

__all__ = [
    "CheckError",
    "Definition",
    "HupaiError",
    "IllegalLog",
    "OptionError",
    "Rules",
    "RunError",
    "UsageError",
    "__version__",
    "definition",
    "rules",
    "variants",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'hupai' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
