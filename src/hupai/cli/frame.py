"""What all commands share: their common flags, and the screen that they write to.

Results go to standard output, progress and remarks to standard error.
"""

from __future__ import annotations

import inspect
import json as json_format
import os
import sys
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_type_hints

import typer
from typer.models import ArgumentInfo, OptionInfo

from hupai.cli.faults import aside, interrupted, reader_gone

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console, RenderableType

LEAST_WIDTH = 20
"""Columns below which a width that is told is taken for none: a table would show nothing."""
PLAIN_WIDTH = 160
"""Columns of a table where standard output is no terminal and nothing says how wide it is."""


class Language(StrEnum):
    """The languages of texts and reports."""

    ZH = "zh"
    EN = "en"


Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no remarks.")]
LangChoice = Annotated[
    Language | None, typer.Option("--lang", help="Language of texts; by default the system's, else en.")
]
Debug = Annotated[bool, typer.Option("--debug", help="Show tracebacks.")]


@dataclass(frozen=True, slots=True)
class Front:
    """The common flags that stood before the command."""

    json: bool = False
    quiet: bool = False
    lang: Language | None = None


@dataclass(frozen=True, slots=True)
class Screen:
    """Where a command writes, and in which way."""

    lang: Literal["zh", "en"]
    json: bool = False
    """The result is wanted as JSON."""
    quiet: bool = False

    def line(self, text: str) -> None:
        """Write one line of the result."""
        typer.echo(text)

    @property
    def width(self) -> int:
        """Columns that the result has."""
        return _console().width

    def show(self, *parts: RenderableType) -> None:
        """Write tables and other rich renderables as (part of) the result."""
        console = _console()
        for part in parts:
            console.print(part)

    def write_json(self, value: object) -> None:
        """Write the result as JSON, 中文 as it is where the terminal can show it."""
        plain = "utf" not in (sys.stdout.encoding or "").lower()
        text = json_format.dumps(value, ensure_ascii=plain, indent=2, allow_nan=False)
        # A lone surrogate, of a name that is no text or a hand log, is no UTF-8; its escape is JSON.
        typer.echo(text.encode("utf-8", "backslashreplace").decode())

    def remark(self, text: str) -> None:
        """Write a remark to standard error, unless ``--quiet``."""
        if not self.quiet:
            aside(text)

    @property
    def animated(self) -> bool:
        """Whether standard error may show a moving progress bar."""
        return not self.quiet and sys.stderr.isatty()

    def say(self, *, zh: str, en: str) -> str:
        """Return the text of the chosen language."""
        return zh if self.lang == "zh" else en


def command(function: Callable[..., None]) -> Callable[..., None]:
    """Turn a function whose first parameter is `screen` into a typer command with the common flags.

    The flags count before and after the command's name. An interruption ends the command with exit code 130,
    a reader that closed the pipe ends it quietly.
    """
    hints = get_type_hints(function, include_extras=True)
    for hint in hints.values():
        _refuse_empty_paths(hint)
    own = [
        parameter.replace(annotation=hints[parameter.name])
        for parameter in list(inspect.signature(function).parameters.values())[1:]
    ]

    @wraps(function)
    def run(context: typer.Context, **given: Any) -> None:
        front = context.obj if isinstance(context.obj, Front) else Front()
        flags = {name: given.pop(name) for name in ("json", "quiet", "lang", "debug")}
        lang = flags["lang"] or front.lang
        screen = Screen(
            lang=system_language() if lang is None else ("zh" if lang is Language.ZH else "en"),
            json=flags["json"] or front.json,
            quiet=flags["quiet"] or front.quiet,
        )
        try:
            function(screen, **given)
        except KeyboardInterrupt as stop:
            interrupted(str(stop) or screen.say(zh="已中断。", en="interrupted."))
        except BrokenPipeError:
            reader_gone()

    common = {
        "json": (Json, False),
        "quiet": (Quiet, False),
        "lang": (LangChoice, None),
        "debug": (Debug, False),
    }
    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context),
        *(parameter.replace(kind=keyword) for parameter in own),
        *(
            inspect.Parameter(name, keyword, default=default, annotation=annotation)
            for name, (annotation, default) in common.items()
        ),
    ]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _refuse_empty_paths(hint: Any) -> None:
    # An empty word, as of a shell's unset variable, would otherwise mean the folder one happens to be in.
    for info in get_args(hint)[1:]:
        if isinstance(info, OptionInfo | ArgumentInfo) and Path in _parts(get_args(hint)[0]):
            info.parser = _path


def _parts(kind: Any) -> set[Any]:
    return {kind}.union(*(_parts(part) for part in get_args(kind)))


def _path(word: str) -> Path:
    if not word:
        raise typer.BadParameter("a path cannot be empty")
    return Path(word)


def system_language() -> Literal["zh", "en"]:
    """Return the language of the system's locale: ``zh``, or ``en`` for all others."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "zh" if value.lower().startswith("zh") else "en"
    import locale

    return "zh" if (locale.getlocale()[0] or "").lower().startswith(("zh", "chinese")) else "en"


def _console() -> Console:
    from rich.console import Console

    class ResultConsole(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich would exit with 1, which says that a check failed

    told = os.environ.get("COLUMNS", "")
    known = int(told) >= LEAST_WIDTH if told.isascii() and told.isdigit() else sys.stdout.isatty()
    width = None if known else PLAIN_WIDTH
    return ResultConsole(file=sys.stdout, highlight=False, markup=False, width=width)
