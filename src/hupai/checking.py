"""Hand logs read back and compared with what they say they come to."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from hupai.ext.errors import IllegalLog, UsageError
from hupai.ext.reading import read_log
from hupai.ext.rules.options import shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

COMPARED = ("end", "winners", "payments", "parts")
"""The fields of a result, in the order in which differences are told."""
REFUSAL = ("event", "seat", "rule")
STRANGE_BYTES = re.compile("[\udc80-\udcff]")
"""Bytes that were no UTF-8, as they are read."""


def check(log: dict[str, Any]) -> dict[str, Any]:
    """Return what a hand log comes to.

    Parameters
    ----------
    log
        A hand log (docs/hand-log.md). A result in it is not looked at.

    Returns
    -------
    dict
        Its result: ``end``, ``winners``, ``payments``, ``parts``.

    Raises
    ------
    IllegalLog
        If the head, an event or the end may not stand where it stands.
    UsageError
        If it is no hand log.
    """
    result: dict[str, Any] = read_log(log)["result"]
    return result


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of one log.

    Attributes
    ----------
    name
        The file's path as given, for ``.jsonl`` with ``:LINE``.
    says
        ``ok``, ``differs`` or ``illegal``.
    why
        The differences, or the refusal.
    result
        What was computed, where the log says nothing itself.
    """

    name: str
    says: Literal["ok", "differs", "illegal"]
    why: str = ""
    result: dict[str, Any] | None = None

    @property
    def line(self) -> str:
        """The verdict in one line."""
        told = self.why if self.result is None else written(self.result)
        return f"{self.says} {self.name}{f': {told}' if told else ''}"

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as plain values."""
        told: dict[str, Any] = {"name": self.name, "says": self.says}
        if self.why:
            told["why"] = self.why
        return told if self.result is None else {**told, "result": self.result}


def judge(name: str, log: Any) -> Verdict:
    """Read a log back and compare.

    With ``illegal``, the refusal of that event for that seat and clause is expected; with ``result``, its
    fields are compared, and ``next`` where it is present; with neither, the result is told.

    Raises
    ------
    UsageError
        If it is no hand log.
    """
    if isinstance(log, dict) and log.get("illegal") is not None:
        return _judge_refusal(name, log)
    try:
        computed = read_log(log)
    except IllegalLog as refusal:
        return Verdict(name, "illegal", str(refusal))
    if log.get("result") is None:
        return Verdict(name, "ok", result=computed["result"])
    differences = list(_differences(log, computed))
    return Verdict(name, "differs" if differences else "ok", "; ".join(differences))


def logs_of(file: Path) -> Iterator[tuple[str, Any]]:
    """Yield the logs of a file and their names: a ``.jsonl`` holds one a line, any other file one.

    A line that is no JSON comes as the `UsageError` that says so, and the lines after it are read all the
    same.

    Raises
    ------
    UsageError
        If the file cannot be read or, where it holds one log, is no JSON; file, line and reason are named.
    """
    try:
        # Bytes that are no UTF-8 become surrogates, so that the line they are in can be told.
        if file.suffix == ".jsonl":
            with file.open(encoding="utf-8-sig", errors="surrogateescape") as lines:
                for number, line in enumerate(lines, start=1):
                    if line.strip():
                        yield f"{file}:{number}", _parsed_line(line, file, number)
            return
        text = file.read_text(encoding="utf-8-sig", errors="surrogateescape")
    except OSError as error:
        raise UsageError(f"{file}: it cannot be read ({error.strerror}).") from None
    yield str(file), _parsed(text, file, None)


def written(value: Any) -> str:
    """Return a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _judge_refusal(name: str, log: dict[str, Any]) -> Verdict:
    expected = log["illegal"]
    try:
        read_log(log)
        refused = None
    except IllegalLog as refusal:
        refused = {"event": refusal.event, "seat": refusal.seat, "rule": refusal.rule}
    stored = {key: expected.get(key) for key in REFUSAL} if isinstance(expected, dict) else expected
    if refused is not None and _alike(stored, refused):
        return Verdict(name, "ok")
    return Verdict(name, "differs", f"illegal: stored {written(stored)}, computed {written(refused)}")


def _differences(log: dict[str, Any], computed: dict[str, Any]) -> Iterator[str]:
    result = log["result"]
    if not isinstance(result, dict):
        yield _difference("result", result, computed["result"])
        return
    for key in COMPARED:
        if not _alike(result.get(key), computed["result"][key]):
            yield _difference(key, result.get(key), computed["result"][key])
    if log.get("next") is not None and not _alike(log["next"], computed["next"]):
        yield _difference("next", log["next"], computed["next"])


def _difference(key: str, stored: Any, computed: Any) -> str:
    return f"{key}: stored {written(stored)}, computed {written(computed)}"


def _alike(stored: Any, computed: Any) -> bool:
    # Python takes true for 1 and 1.0 for 1; a log does not.
    if type(stored) is not type(computed):
        return False
    if isinstance(stored, dict):
        return stored.keys() == computed.keys() and all(_alike(stored[key], computed[key]) for key in stored)
    if isinstance(stored, list):
        return len(stored) == len(computed) and all(map(_alike, stored, computed))
    return bool(stored == computed)


def _parsed_line(text: str, file: Path, line: int) -> Any:
    try:
        return _parsed(text, file, line)
    except UsageError as error:
        return error


def _parsed(text: str, file: Path, line: int | None) -> Any:
    if strange := STRANGE_BYTES.search(text):
        here = line or text.count("\n", 0, strange.start()) + 1
        raise UsageError(f"{file}, line {here}: it is no UTF-8 text (byte {ord(strange[0]) - 0xDC00:#04x}).")
    try:
        return json.loads(text, object_pairs_hook=_with_keys_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise UsageError(
            f"{file}, line {line or error.lineno}: it is no JSON ({error.msg}, column {error.colno})."
        ) from None
    except RecursionError:
        raise UsageError(f"{file}, line {line or 1}: it is nested too deeply for a hand log.") from None
    except ValueError as error:
        reason = "a number of too many digits" if "digits" in str(error) else str(error)
        raise UsageError(f"{file}, line {line or 1}: it is no JSON that can be read ({reason}).") from None


def _with_keys_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        twice = next(
            key for at, (key, _) in enumerate(pairs) if any(key == later for later, _ in pairs[at + 1 :])
        )
        raise ValueError(f'the key "{shown(twice)}" is given twice')
    return read


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")
