"""The typer application that all commands hang on, and the way errors leave the program."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from hupai import __version__
from hupai.ext.errors import EXIT_DONE, EXIT_FAULT, EXIT_INTERRUPTED, HupaiError

app = typer.Typer(
    name="hupai",
    help="A Monte Carlo laboratory for regional mahjong rules.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - typer calls it
    if wanted:
        typer.echo(f"hupai {__version__}")
        raise typer.Exit


@app.callback()
def _front(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version),
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks.")] = False,
) -> None:
    """Play, record and judge regional mahjong rules."""
    del version, debug  # one is its callback's, the other is read by main(), which needs it if typer fails


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
    debug = "--debug" in words
    try:
        app(args=words, prog_name="hupai")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else EXIT_DONE
    except HupaiError as error:
        if debug:
            raise
        typer.echo(f"hupai: {error}", err=True)
        return error.exit_code
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Exception as fault:
        if debug:
            raise
        typer.echo(
            f"hupai: a fault of its own, {type(fault).__name__}: {fault}. --debug shows where.", err=True
        )
        return EXIT_FAULT
    return EXIT_DONE
