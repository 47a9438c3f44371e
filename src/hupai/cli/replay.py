"""``hupai replay RUN --hand N``: hand logs of a run."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hupai.cli.arguments import RunFolder
from hupai.cli.frame import Screen, command
from hupai.ext.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def register(app: typer.Typer) -> None:
    """Hang the command on `app`."""
    app.command("replay")(replay)


@command
def replay(
    screen: Screen,
    run: RunFolder,
    hand: Annotated[
        str,
        typer.Option(
            "--hand", metavar="N[,M,A:B]", help="Numbers of hands; A:B is A to B - 1.", show_default=False
        ),
    ],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write to this file.", show_default=False)
    ] = None,
    *,
    pretty: Annotated[bool, typer.Option("--pretty", help="One event a line, to be read by people.")] = False,
) -> None:
    """Play hands of a run again and give their logs, one JSON object a line."""
    from hupai.simulate import replays
    from hupai.simulate.files import keep_clear
    from hupai.simulate.replaying import hand_ranges

    if out is not None:
        keep_clear(run, out)
    logs = replays(run, hand_ranges(hand))
    form = pretty_log if pretty else _plain_log
    with _sink(screen, out) as write:
        for log in logs:
            write(form(log))
    if out is not None:
        if screen.json:
            screen.write_json({"file": str(out)})
        else:
            screen.line(str(out))


def pretty_log(log: dict[str, Any]) -> str:
    """Return a hand log as JSON with one entry, one hand of the deal and one event a line."""
    lines = []
    for key, value in log.items():
        if key in ("deal", "events") and value:
            entries = ",\n  ".join(_plain_log(entry) for entry in value)
            lines.append(f"{_plain_log(key)}: [\n  {entries}\n ]")
        elif key == "result":
            entries = ",\n  ".join(
                f"{_plain_log(name)}: {_plain_log(entry)}" for name, entry in value.items()
            )
            lines.append(f"{_plain_log(key)}: {{\n  {entries}\n }}")
        else:
            lines.append(f"{_plain_log(key)}: {_plain_log(value)}")
    return "{\n " + ",\n ".join(lines) + "\n}"


def _plain_log(log: Any) -> str:
    return json.dumps(log, ensure_ascii=False)


@contextmanager
def _sink(screen: Screen, out: Path | None) -> Iterator[Callable[[str], object]]:
    """Give what writes a log; a file is there when all logs are, or not at all."""
    if out is None:
        yield screen.line
        return
    if out.is_dir():
        raise UsageError(f"{out} is a folder; --out is the file to write to.")
    # A link is written through; a device or a pipe takes what comes, and is never replaced.
    file = Path(os.path.realpath(out))
    staged = file.with_name(f".{file.name}.part") if file.is_file() or not file.exists() else file
    try:
        with staged.open("w", encoding="utf-8") as sink:
            yield lambda text: sink.write(text + "\n")
        if staged != file:
            staged.replace(file)
    except OSError as error:
        error.filename = error.filename or str(out)
        raise
    finally:
        if staged != file:
            staged.unlink(missing_ok=True)
