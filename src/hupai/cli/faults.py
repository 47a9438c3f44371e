"""The one place where errors leave the program: a clear paragraph on standard error and an exit code."""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
import threading
import traceback
from codecs import lookup_error, register_error
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from hupai import __version__
from hupai.ext.errors import (
    EXIT_DONE,
    EXIT_FAULT,
    EXIT_INTERRUPTED,
    EXIT_USAGE,
    HupaiError,
    nearest,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_NO_COMMAND = re.compile(r"No such command '(.*?)'\.", re.DOTALL)
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_USERS = _NO_ROOM | {
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.ENOENT,
    errno.EEXIST,
    errno.EISDIR,
    errno.ENOTDIR,
    errno.ENAMETOOLONG,
}
"""What an operating system refuses for reasons that are the user's to mend."""


class _ReaderGoneError(Exception):
    """Whoever read standard output has closed it."""


class _InterruptedError(Exception):
    """A command was interrupted; the message says how to go on."""


def guarded(run: Callable[[], object], *, debug: bool) -> int:
    """Call `run`, turn whatever it raises into a message, and return the exit code.

    Parameters
    ----------
    run
        Parses and runs the command line; returns an exit code, or anything else for success.
    debug
        Show tracebacks.
    """
    _open_streams()
    try:
        with _stopped_by_signals():
            code = run()
        sys.stdout.flush()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else EXIT_DONE
    except (_ReaderGoneError, BrokenPipeError):
        _close_output()
        return EXIT_DONE
    except (_InterruptedError, KeyboardInterrupt, typer.Abort) as stop:
        _tell(str(stop) or "interrupted.")
        return EXIT_INTERRUPTED
    except Exception as error:
        if debug:
            traceback.print_exc()
        message, code = explained(error)
        _tell(message)
        try:
            sys.stdout.flush()
        except OSError:  # it is standard output itself that takes no more
            _close_output()
        return code
    if code == EXIT_INTERRUPTED:  # typer's own answer to Ctrl-C outside a command's function
        _tell("interrupted.")
    return code if isinstance(code, int) else EXIT_DONE


def explained(error: Exception) -> tuple[str, int]:
    """Return the paragraph that tells a user of `error`, and the exit code."""
    if isinstance(error, HupaiError):
        return error.message, error.exit_code
    if _is_usage(error):
        return _usage(error), EXIT_USAGE
    if isinstance(error, OSError) and error.errno in _USERS:
        what = "there is no room to write" if error.errno in _NO_ROOM else (error.strerror or "refused")
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{what[:1].lower()}{what[1:]}.", EXIT_USAGE
    if isinstance(error, MemoryError):
        return "there is not enough memory.", EXIT_USAGE
    name = type(error).__name__
    text = " ".join(str(error).split()).rstrip(".")
    told = f"a fault of hupai's own: {name}{': ' if text else ''}{text}."
    how = (
        f"Please report it with the command and the version, {__version__}; --debug shows where it happened."
    )
    return f"{told} {how}", EXIT_FAULT


def interrupted(told: str) -> NoReturn:
    """End a command that was interrupted; what is told, such as how to go on, is printed."""
    raise _InterruptedError(told)


def reader_gone() -> NoReturn:
    """End a command whose standard output was closed: its reader has what it wanted."""
    raise _ReaderGoneError


def aside(text: str) -> None:
    """Write a line to standard error. That nobody can read it any more is no reason to stop."""
    with suppress(OSError, ValueError):
        typer.echo(text, err=True)


def _tell(message: str) -> None:
    # What a name or a value holds that cannot be printed must not move a terminal's cursor.
    printable = "".join(sign if sign.isprintable() or sign == "\n" else ascii(sign)[1:-1] for sign in message)
    aside(f"hupai: {printable}")


def _open_streams() -> None:
    """See to it that anything can be written to standard output and error.

    中文 on a terminal that cannot show it, a lone surrogate in a hand log, bytes of a file's name that are no
    text, or a stream that was closed before the start must not end in an error.
    """
    register_error("hupai.shown", _shown_in_place)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - lives on
        elif getattr(stream, "errors", None) in ("strict", "surrogateescape"):
            stream.reconfigure(
                errors="hupai.shown" if stream.errors == "surrogateescape" else "backslashreplace"
            )


def _shown_in_place(error: UnicodeError) -> tuple[str | bytes, int]:
    # A name's own bytes where the system's names are taken as bytes, escapes for all else.
    try:
        return lookup_error("surrogateescape")(error)
    except UnicodeError:
        return lookup_error("backslashreplace")(error)


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Let a request to end, or a terminal that was closed, stop a command as cleanly as Ctrl-C does."""

    def stop(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        signals = []
    taken = [number for number in signals if signal.getsignal(number) == signal.SIG_DFL]
    for number in taken:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def _close_output() -> None:
    # The interpreter flushes standard output once more when it ends, and would complain.
    sink = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(sink, sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - lives as long as the process
    finally:
        os.close(sink)


def _is_usage(error: Exception) -> bool:
    # Newer versions of typer have click inside, older ones beside them: its errors are known by what they do.
    return callable(getattr(error, "format_message", None)) and hasattr(error, "exit_code")


def _usage(error: Any) -> str:
    context = getattr(error, "ctx", None)
    if context is None:
        return str(error.format_message())
    if type(error).__name__ == "NoArgsIsHelpError":
        return f"no command is given.\n{context.get_help()}"
    path = context.command_path
    hint = f"`{path} --help` shows its usage."
    missing = getattr(error, "option_name", None)
    if type(error).__name__ == "NoSuchOption" and missing:
        options = [name for item in context.command.params for name in item.opts if name.startswith("--")]
        near = nearest(missing, [*options, "--help"])
        return f'{path} has no option "{missing}".{_suggested(near)} {hint}'
    message = str(error.format_message())
    if unknown := _NO_COMMAND.match(message):
        commands = context.command.list_commands(context)
        near = nearest(unknown[1], commands)
        return f'{path} has no command "{unknown[1]}".{_suggested(near)} Commands: {", ".join(commands)}.'
    message = message.replace("Value error, ", "")  # pydantic's words, which typer repeats
    return f"{message.rstrip('.')}. {hint}"


def _suggested(near: str | None) -> str:
    return f" Did you mean {near}?" if near else ""
