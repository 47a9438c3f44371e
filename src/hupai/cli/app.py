"""The typer application that all commands hang on."""

from __future__ import annotations

import signal
import sys
from importlib import import_module
from typing import Annotated

import typer

from hupai import __version__
from hupai.cli.faults import guarded
from hupai.cli.frame import Debug, Front, Json, LangChoice, Quiet
from hupai.ext.errors import EXIT_INTERRUPTED

COMMANDS = ("demo", "variants", "options", "simulate", "status", "report", "replay", "check")
"""The commands in the order in which the help lists them.

Each is a module of this package that defines ``register(app)``. It imports what is heavy inside its function,
so that ``hupai --help`` stays quick.
"""

app = typer.Typer(
    name="hupai",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - typer calls it
    if wanted:
        typer.echo(f"hupai {__version__}")
        raise typer.Exit


@app.callback()
def _front(
    context: typer.Context,
    *,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version),
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
    lang: LangChoice = None,
    debug: Debug = False,
) -> None:
    """Deal and play regional mahjong by the million, and judge its rules (胡牌).

    The flags --json, --quiet, --lang and --debug may stand before or after the command.
    """
    del version, debug  # one is its callback's, the other is read by main(), which needs it if typer fails
    context.obj = Front(json=json, quiet=quiet, lang=lang)


for _name in COMMANDS:
    import_module(f"hupai.cli.{_name}").register(app)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    arguments
        The words after ``hupai``; by default those of the process.

    Returns
    -------
    int
        0 done, 1 failed check, 2 wrong usage or input, 101 a fault of hupai's own, 130 interrupted.
    """
    words = sys.argv[1:] if arguments is None else arguments
    code = guarded(
        lambda: app(args=words, prog_name="hupai", standalone_mode=False), debug="--debug" in words
    )
    if arguments is None and code == EXIT_INTERRUPTED:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not spoil the exit code
    return code
