"""``hupai report RUN``: the balance report of a run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hupai.cli.arguments import RunFolder
from hupai.cli.frame import Screen, command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hupai.simulate import Run


def register(app: typer.Typer) -> None:
    """Hang the command on `app`."""
    app.command("report")(report)


@command
def report(
    screen: Screen,
    run: RunFolder,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="DIR", help="Folder for the report's files.", show_default=False),
    ],
    formats: Annotated[
        str, typer.Option("--formats", metavar="LIST", help="Of html, png, csv, json; joined by commas.")
    ] = "html",
) -> None:
    """Write the balance report of a run, in the language that --lang says.

    report.json holds every estimate and is always written; the page is made from it alone.
    """
    from hupai.reports import formats_of
    from hupai.simulate import open_run

    wanted = formats_of([name.strip() for name in formats.split(",") if name.strip()])
    opened = open_run(run)
    if not opened.manifest.complete:
        there, planned = opened.manifest.reached, opened.manifest.hands
        screen.remark(
            screen.say(
                zh=f"此运行尚未完成：报告只含已有的 {there:,} 局，共计划 {planned:,} 局。",
                en=f"The run is not finished: the report is of the {there:,} hands there, of {planned:,}.",
            )
        )
    written = reported(screen, opened, out, formats=wanted)
    if screen.json:
        screen.write_json({"run": str(run), "files": [str(path) for path in written]})
        return
    for path in written:
        screen.line(str(path))


def reported(screen: Screen, run: Run, out: Path, *, formats: Sequence[str]) -> list[Path]:
    """Estimate and write a report in the screen's language; return its files, the page first."""
    from hupai.reports import report as write

    return write(run, out, lang=screen.lang, formats=formats)
