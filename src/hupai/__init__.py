"""hupai (胡牌): a Monte Carlo laboratory for regional mahjong rules.

The public names are loaded when they are first asked for, so that ``import hupai`` stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

# The sub-package bears the name of the function that users call. It is loaded first, so that the function
# stays in the name's place; `from hupai.simulate import …` finds the sub-package all the same.
import_module("hupai.simulate")
from hupai.playing import simulate  # noqa: E402

if TYPE_CHECKING:
    from hupai.analysis import Balance, balance
    from hupai.checking import check
    from hupai.ext.errors import CheckError, HupaiError, IllegalLog, OptionError, RunError, UsageError
    from hupai.ext.rules import Definition, Rules, definition, rules, variants
    from hupai.reports import report
    from hupai.simulate import Run, Settled, Status, open_run, replay, replays, settle, status, verify

__version__ = "0.1.0"

# Public name -> the module that defines it. Each stands in the imports above too, for type checkers.
_HOMES = {
    "Balance": "hupai.analysis",
    "CheckError": "hupai.ext.errors",
    "Definition": "hupai.ext.rules",
    "HupaiError": "hupai.ext.errors",
    "IllegalLog": "hupai.ext.errors",
    "OptionError": "hupai.ext.errors",
    "Rules": "hupai.ext.rules",
    "Run": "hupai.simulate",
    "RunError": "hupai.ext.errors",
    "Settled": "hupai.simulate",
    "Status": "hupai.simulate",
    "UsageError": "hupai.ext.errors",
    "balance": "hupai.analysis",
    "check": "hupai.checking",
    "definition": "hupai.ext.rules",
    "open_run": "hupai.simulate",
    "replay": "hupai.simulate",
    "replays": "hupai.simulate",
    "report": "hupai.reports",
    "rules": "hupai.ext.rules",
    "settle": "hupai.simulate",
    "status": "hupai.simulate",
    "variants": "hupai.ext.rules",
    "verify": "hupai.simulate",
}

__all__ = [
    "Balance",
    "CheckError",
    "Definition",
    "HupaiError",
    "IllegalLog",
    "OptionError",
    "Rules",
    "Run",
    "RunError",
    "Settled",
    "Status",
    "UsageError",
    "__version__",
    "balance",
    "check",
    "definition",
    "open_run",
    "replay",
    "replays",
    "report",
    "rules",
    "settle",
    "simulate",
    "status",
    "variants",
    "verify",
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
