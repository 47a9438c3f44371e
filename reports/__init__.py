"""Figures and estimates as HTML, PNG, CSV and JSON, in Chinese and English.

A report is made from the content of `report.json` alone: the same JSON gives the same page.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hupai.reports.write import FORMATS, formats_of, report, write_report

__all__ = ["FORMATS", "formats_of", "report", "write_report"]


def __getattr__(name: str) -> Any:
    # jinja2 and matplotlib are loaded when a report is written, not by `import hupai`.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module("hupai.reports.write"), name)
    globals()[name] = value
    return value
