"""``hupai check FILE…``: reads hand logs back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hupai.cli.faults import aside
from hupai.cli.frame import Screen, command
from hupai.ext.errors import EXIT_FAILED, EXIT_USAGE, AmountsTooLarge, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hupai.checking import Verdict


def register(app: typer.Typer) -> None:
    """Hang the command on `app`."""
    app.command("check")(check)


@command
def check(
    screen: Screen,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE…", help="Hand logs: .json, or .jsonl with one a line.", show_default=False
        ),
    ],
) -> None:
    """Read hand logs back: every event must be legal, and the result the one that is stored.

    Exits with 1 if a log is illegal or differs, with 2 if a file cannot be read or is no log.
    """
    unread: list[str] = []
    verdicts: list[Verdict] = []
    good = bad = 0
    for verdict in _verdicts(files, unread):
        good, bad = good + (verdict.says == "ok"), bad + (verdict.says != "ok")
        if screen.json:
            verdicts.append(verdict)
        else:
            screen.line(verdict.line)
    if screen.json:
        listed = [verdict.to_json() for verdict in verdicts]
        screen.write_json({"logs": listed, "ok": good, "differ": bad, "unread": unread})
    else:
        screen.line(f"{good} ok, {bad} differ")
    if unread:
        raise typer.Exit(EXIT_USAGE)
    if bad:
        raise typer.Exit(EXIT_FAILED)


def _verdicts(files: Iterable[Path], unread: list[str]) -> Iterator[Verdict]:
    """Yield a verdict for each log; what cannot be read is told at once, and all else is read."""
    from hupai.checking import judge, logs_of

    def missed(why: str) -> None:
        unread.append(why)
        aside(f"hupai: {why}")

    for file in files:
        try:
            for name, log in logs_of(file):
                if isinstance(log, UsageError):
                    missed(str(log))
                    continue
                try:
                    yield judge(name, log)
                except (UsageError, AmountsTooLarge) as error:
                    place = name if name == str(file) else f"{file}, line {name.rpartition(':')[2]}"
                    missed(f"{place}: {error}")
        except UsageError as error:
            missed(str(error))
