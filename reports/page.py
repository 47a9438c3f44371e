"""The page: one HTML file with everything in it, made from the document alone."""

from __future__ import annotations

import base64
import csv
import io
import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from hupai.reports import numbers, tables, verdict
from hupai.reports.blocks import Charts, Code, Heading, Points, Prose, Table, Tables
from hupai.reports.fonts import font_face
from hupai.reports.sections import sections

if TYPE_CHECKING:
    from hupai.analysis.document import Document
    from hupai.reports.charts import Chart
    from hupai.reports.words import Words

TEMPLATE = "balance.html.j2"
KINDS = {
    "prose": Prose, "heading": Heading, "points": Points, "code": Code, "charts": Charts, "table": Table,
    "tables": Tables,
}  # fmt: skip
"""How the template calls the kinds of block."""


def page(document: Document, charts: dict[str, Chart], words: Words) -> str:
    """Write the page.

    Parameters
    ----------
    document
        What `report.json` holds.
    charts
        In the same language.
    words
        The language.

    Returns
    -------
    str
        HTML that needs nothing from anywhere else.
    """
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    folder = files("hupai.reports").joinpath("templates")
    environment = Environment(
        loader=FunctionLoader(lambda name: folder.joinpath(name).read_text(encoding="utf-8")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.tests |= {
        name: (lambda block, kind=kind: isinstance(block, kind)) for name, kind in KINDS.items()
    }
    source = document.origin
    sound, check = verdict.balance_line(document, words)
    title = words.of(document.rules.title)
    changed = [
        (" ".join(dict.fromkeys([words.of(option.title), option.name])), tables.written(option, words))
        for option in document.rules.options
        if option.changed
    ]
    context: dict[str, Any] = {
        "say": words,
        "lang": "zh-CN" if words.lang == "zh" else "en",
        "title": words("page.title", title=title),
        "subtitle": words(
            "page.sub",
            hands=numbers.whole(source.hands),
            tables=numbers.whole(source.tables),
            seats=verdict.seats(document),
            seed=source.seed,
            hash=document.rules.hash,
        ),
        "changed": changed,
        "findings": verdict.sentences(document, words),
        "facts": verdict.facts(document, words),
        "sound": sound,
        "check": check,
        "caveat": verdict.line_up(document, words),
        "sections": sections(document, charts, words),
        "svg": lambda chart: Markup(chart.svg),  # drawn here, from numbers and names that matplotlib escapes
        "csv_link": csv_link,
        "version": source.versions.get("program", numbers.NOTHING),
    }
    template = environment.get_template(TEMPLATE)
    # Twice: what the page shows decides which characters its font must have.
    shown = template.render(context, font_face="")
    return template.render(
        context, font_face=Markup(font_face(re.sub(r"<svg.*?</svg>", "", shown, flags=re.DOTALL)))
    )


def csv_text(table: Table) -> str:
    """Write a table as CSV, with Windows line ends as RFC 4180 has it."""
    held = io.StringIO()
    csv.writer(held).writerows(table.records())
    return held.getvalue()


def csv_link(table: Table) -> str:
    """Return a link that holds a table's CSV: the page stays one file."""
    # The mark at the beginning tells spreadsheets that this is UTF-8.
    packed = base64.b64encode(("\ufeff" + csv_text(table)).encode()).decode()
    return f"data:text/csv;charset=utf-8;base64,{packed}"
