"""Writes a report's files."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from pydantic import ValidationError

from hupai.analysis.document import FORMAT, Document
from hupai.ext.errors import UsageError, nearest
from hupai.reports.words import LANGS, Lang, Words

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from hupai.simulate import Recorded

Format = Literal["html", "png", "csv", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)
"""What a report can be written as."""


def report(
    run: Recorded | str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    lang: Lang = "en",
    formats: Sequence[str] = ("html",),
) -> list[Path]:
    """Estimate the balance of a run and write its report.

    Parameters
    ----------
    run
        A run, its folder, or what `settle` gave.
    out
        Folder for the files; made if it is not there.
    lang
        ``zh`` or ``en``.
    formats
        Of ``html``, ``png``, ``csv``, ``json``. ``report.json`` is always written.

    Returns
    -------
    list of Path
        The files written, the main one first.

    Raises
    ------
    UsageError
        If `run` is neither a run nor a folder, a language or format is unknown, or the folder cannot be
        written to or holds the run's own files.
    RunError
        If the run's folder is no run, a part of it is missing, damaged or foreign, or it has no hands yet.
    """
    from hupai.analysis import balance
    from hupai.simulate import recorded
    from hupai.simulate.files import keep_clear

    checked = formats_of(formats)
    _checked_lang(lang)
    _checked_folder(Path(out))
    read = recorded(run)
    keep_clear(read.path, Path(out))
    return write_report(balance(read).to_json(), out, lang=lang, formats=checked)


def write_report(
    balance_json: dict[str, Any],
    out: str | os.PathLike[str],
    *,
    lang: Lang = "en",
    formats: Sequence[str] = ("html",),
) -> list[Path]:
    """Write the report that a `report.json` tells.

    Parameters
    ----------
    balance_json
        The content of `report.json`; nothing else is looked at.
    out
        Folder for the files; made if it is not there.
    lang
        ``zh`` or ``en``.
    formats
        ``html``: ``report.LANG.html``; ``png``: ``charts/NAME.LANG.png``; ``csv``: ``tables/NAME.LANG.csv``.
        ``report.json`` is always written.

    Returns
    -------
    list of Path
        The files written, the page first where there is one.

    Raises
    ------
    UsageError
        If the JSON is no balance report of this format, a language or format is unknown, or the folder cannot
        be written to.
    """
    wanted = formats_of(formats)
    words = Words(_checked_lang(lang))
    document = document_of(balance_json)
    folder = _checked_folder(Path(out))
    contents: dict[Path, bytes] = {}
    if {"html", "png", "csv"} & set(wanted):
        contents |= _pages(document, words, wanted, folder)
    contents[folder / "report.json"] = json_text(document).encode()
    for path, content in contents.items():
        _write(path, content)
    return list(contents)


def _pages(document: Document, words: Words, wanted: tuple[Format, ...], folder: Path) -> dict[Path, bytes]:
    from hupai.reports.charts import draw
    from hupai.reports.page import csv_text, page
    from hupai.reports.sections import all_tables, sections

    contents: dict[Path, bytes] = {}
    charts = draw(document, words, png="png" in wanted) if {"html", "png"} & set(wanted) else {}
    if "html" in wanted:
        contents[folder / f"report.{words.lang}.html"] = page(document, charts, words).encode()
    if "png" in wanted:
        for chart in charts.values():
            contents[folder / "charts" / f"{chart.key}.{words.lang}.png"] = chart.png
    if "csv" in wanted:
        for table in all_tables(sections(document, charts, words)):
            # The mark at the beginning tells spreadsheets that this is UTF-8.
            contents[folder / "tables" / f"{table.key}.{words.lang}.csv"] = csv_text(table).encode(
                "utf-8-sig"
            )
    return contents


def json_text(document: Document) -> str:
    """Write a document as `report.json` has it."""
    return json.dumps(document.model_dump(mode="json"), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def document_of(balance_json: dict[str, Any]) -> Document:
    """Read the content of a `report.json`."""
    found = balance_json.get("format") if isinstance(balance_json, dict) else None
    if found != FORMAT:
        raise UsageError(
            f"This is no balance report of format {FORMAT}: its `format` is {found!r}. "
            "`hupai report RUN --out DIR` makes one."
        )
    try:
        return Document.model_validate(balance_json)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UsageError(
            f"The balance report is broken at {where}: {first['msg']} ({error.error_count()} faults in all)."
        ) from None


def formats_of(formats: Sequence[str]) -> tuple[Format, ...]:
    """Check the names of formats; none, or an unknown one, raises a UsageError that names those there are."""
    checked: list[Format] = []
    for name in formats:
        known = next((known for known in FORMATS if known == name), None)
        if known is None:
            near = nearest(name, FORMATS)
            hint = f" Did you mean {near}?" if near else ""
            raise UsageError(f'There is no report format "{name}".{hint} Formats: {", ".join(FORMATS)}.')
        checked.append(known)
    if not checked:
        raise UsageError(f"A report needs a format. Formats: {', '.join(FORMATS)}.")
    return tuple(dict.fromkeys(checked))


def _checked_lang(lang: str) -> Lang:
    for known in LANGS:
        if known == lang:
            return known
    raise UsageError(f'There are no reports in the language "{lang}". Languages: {", ".join(LANGS)}.')


def _checked_folder(folder: Path) -> Path:
    if folder.is_file():
        raise UsageError(f"{folder} is a file; a report is a folder. Give --out a folder, there or not.")
    return folder


def _write(path: Path, content: bytes) -> None:
    """Write a file whole: a reader never sees half of it."""
    partial = path.with_name(f"{path.name}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(content)
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error
