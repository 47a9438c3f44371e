"""Options as a user writes them: ``--set OPTION=VALUE`` and option files in TOML or JSON.

What stands later wins: of several files the later one, ``--set`` over every file, of several ``--set`` the
last. Mappings are joined entry by entry. Within one file nothing may be given twice.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hupai.ext.errors import OptionError, UsageError
from hupai.ext.rules.catalog import definition
from hupai.ext.rules.options import MapOption, shown
from hupai.ext.rules.ruleset import named, overlaid, settled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from hupai.ext.rules.definition import Definition
    from hupai.ext.rules.options import Value
    from hupai.ext.rules.ruleset import Rules

_OPENING = {"[": "]", "{": "}", "(": ")"}
_STRING = "|".join(
    (r'"""(?:\\.|[^\\])*?"""', r"'''.*?'''", r'"(?:\\.|[^"\\\n])*"', r"'[^'\n]*'")  # multi-line, then plain
)
_TOML_TOKEN = re.compile(rf"{_STRING}|#[^\n]*|(?P<bare>(?:[A-Za-z0-9_-]|[^\x00-\x7f\s])+)", re.DOTALL)
_TOML_PART = r"""(?:"(?:\\.|[^"\\])*"|'[^']*'|[A-Za-z0-9_-]+)"""
_TOML_PATH = rf"{_TOML_PART}(?:[ \t]*\.[ \t]*{_TOML_PART})*"
_TOML_TABLE = re.compile(rf"[ \t]*\[[ \t]*({_TOML_PATH})[ \t]*\]")
_TOML_KEY = re.compile(rf"[ \t]*({_TOML_PATH})[ \t]*=")
_JSON_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[{}\[\]]')
_COLON = re.compile(r"\s*:")
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")

KeyPath = tuple[str, ...]
"""The parts of a dotted key."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One option, or one entry of a mapping, as it was written."""

    path: KeyPath
    value: object
    place: str
    """Where, such as `` (house.toml, line 3)``."""

    @property
    def key(self) -> str:
        """The dotted key, fit to be shown."""
        return shown(".".join(self.path))


def rules_from_texts(name: str, sets: Sequence[str] = (), files: Sequence[Path] = ()) -> Rules:
    """Return the rules of the variant `name` under what a command line gives.

    Parameters
    ----------
    name
        The variant, in English or 中文.
    sets
        ``OPTION=VALUE`` each, or several joined by commas; dotted keys reach into mappings.
    files
        TOML files, or JSON files where the name ends in ``.json``, with the options at the top level.

    Raises
    ------
    UsageError
        If there is no such variant, or a file cannot be read or parsed.
    OptionError
        If an option is unknown or does not take its value; file, line and key are named.
    """
    known = definition(name)
    accepted: dict[str, Value] = {}
    places: dict[str, str] = {}
    groups = [*(read_file(file) for file in files), *([setting] for setting in assignments(sets))]
    for settings in groups:
        for option, value in _accepted(known, settings).items():
            accepted[option] = overlaid(accepted.get(option), value)
        places |= {named(known, setting.path[0]).name: setting.place for setting in settings}
    return settled(known, accepted, places=places)


def assignments(texts: Iterable[str], *, place: str = " (--set)") -> list[Setting]:
    """Parse ``OPTION=VALUE`` texts, each perhaps several joined by commas, in their order.

    Raises
    ------
    UsageError
        If one has no ``=``, or no option before it.
    """
    return [assignment(item, place=place) for text in texts for item in split_list(text)]


def assignment(text: str, *, place: str = " (--set)") -> Setting:
    """Parse one ``OPTION=VALUE``."""
    key, equals, value = text.partition("=")
    path = tuple(_unquoted(part.strip()) for part in key.split("."))
    if not equals or not all(path):
        raise UsageError(
            f'"{shown(text)}"{place} is no OPTION=VALUE, such as base=2 or fan_values.seven_pairs=20.'
        )
    return Setting(path, parse_value(value), place)


def split_list(text: str) -> list[str]:
    """Split `text` at its commas, save those inside brackets or quotes."""
    items, start, closing, quote = [], 0, [], ""
    for at, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote and text[at - 1] != "\\" else quote
        elif sign in "\"'":
            quote = sign
        elif sign in _OPENING:
            closing.append(_OPENING[sign])
        elif closing and sign == closing[-1]:
            closing.pop()
        elif sign == "," and not closing:
            items.append(text[start:at].strip())
            start = at + 1
    items.append(text[start:].strip())
    return items


def parse_value(text: str) -> object:
    """Return the value of a TOML value, a bare word or ``null``."""
    text = text.strip()
    if text == "null":
        return None
    try:
        parsed = tomllib.loads(f"value = {_quote_bare(text)}")
    except (ValueError, RecursionError):
        return text
    # A line break could smuggle a second key in; such a text is a word that no option takes.
    return parsed["value"] if len(parsed) == 1 else text


def read_file(path: Path) -> list[Setting]:
    """Read the options in a TOML or JSON file.

    Raises
    ------
    UsageError
        If it cannot be read, is not UTF-8, is no TOML or JSON, or gives a key twice; with file and line.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is no text in UTF-8 (byte {error.start}).") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UsageError(f"{shown(str(path))} cannot be read: {reason}.") from None
    tree, lines = (_read_json if path.suffix.lower() == ".json" else _read_toml)(path, text)
    return list(_settings(tree, (), lines, path))


def _accepted(known: Definition, settings: Iterable[Setting]) -> dict[str, Value]:
    accepted: dict[str, Value] = {}
    for setting in settings:
        option = named(known, setting.path[0], place=setting.place)
        if isinstance(option, MapOption) and len(setting.path) == 2:
            entry, number = option.accept_entry(
                setting.path[1], setting.value, key=setting.path[0], place=setting.place
            )
            value: Value = {entry: number}
        elif len(setting.path) == 1:
            value = option.accept(setting.value, key=setting.path[0], place=setting.place)
        else:
            depth = "takes no deeper key" if isinstance(option, MapOption) else "is no mapping"
            raise OptionError(
                f"{shown('.'.join(setting.path[:-1]))} {depth}; {setting.key}{setting.place} cannot be set",
                key=setting.key,
                allowed=option.allowed(),
            )
        if option.name in accepted and not _disjoint(accepted[option.name], value):
            raise OptionError(f"{setting.key}{setting.place} is given twice", key=setting.key)
        accepted[option.name] = overlaid(accepted.get(option.name), value)
    return accepted


def _disjoint(first: Value, second: Value) -> bool:
    return isinstance(first, dict) and isinstance(second, dict) and not first.keys() & second.keys()


def _settings(
    tree: Mapping[str, Any], above: KeyPath, lines: Mapping[KeyPath, int], file: Path
) -> Iterator[Setting]:
    for key, value in tree.items():
        path = (*above, key)
        if isinstance(value, dict) and value and not above:
            yield from _settings(value, path, lines, file)
        else:
            line = lines.get(path) or lines.get(above)
            yield Setting(path, value, f" ({file}, line {line})" if line else f" ({file})")


def _read_toml(path: Path, text: str) -> tuple[dict[str, Any], dict[KeyPath, int]]:
    quoted = _quote_bare(text)
    try:
        tree = tomllib.loads(quoted)
    except (ValueError, RecursionError) as error:
        message = str(error)
        found = _PLACE.search(message)
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        where = f"{path}, line {line}" if found else f"{path}"
        reason = _in_plain_words(error, _PLACE.sub("", message))
        hint = " (words are put in quotes)" if reason == "Invalid value" else ""
        raise UsageError(f"{where}: this is no TOML: {reason[:1].lower()}{reason[1:]}{hint}.") from None
    lines: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, line_text in enumerate(quoted.split("\n"), start=1):
        if header := _TOML_TABLE.match(line_text):
            table = _toml_path(header[1])
            lines.setdefault(table, number)
        elif key := _TOML_KEY.match(line_text):
            lines.setdefault((*table, *_toml_path(key[1])), number)
    return tree, lines


def _in_plain_words(error: Exception, reason: str) -> str:
    # Python tells of its own limits here, and how to lift them.
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return "a number has too many digits" if "set_int_max_str_digits" in reason else reason


def _read_json(path: Path, text: str) -> tuple[dict[str, Any], dict[KeyPath, int]]:
    try:
        tree = json.loads(text)
    except json.JSONDecodeError as error:
        reason = f"{error.msg[:1].lower()}{error.msg[1:]}"
        raise UsageError(f"{path}, line {error.lineno}: this is no JSON: {reason}.") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path}: this is no JSON: {_in_plain_words(error, str(error))}.") from None
    if not isinstance(tree, dict):
        raise UsageError(f"{path}, line 1: the file holds no object of options, but {shown(tree)}.")
    lines: dict[KeyPath, int] = {}
    for key, number in _json_keys(text):
        if key in lines:
            raise UsageError(
                f"{path}, line {number}: {shown('.'.join(key))} is given twice, first in line {lines[key]}."
            )
        lines[key] = number
    return tree, lines


def _json_keys(text: str) -> Iterator[tuple[KeyPath, int]]:
    # `text` is known to be JSON. Each open bracket has the key it stands under; a list's has none.
    above: list[str | None] = []
    key: str | None = None
    line, seen = 1, 0
    for token in _JSON_TOKEN.finditer(text):
        line += text.count("\n", seen, token.start())
        seen = token.start()
        if token[0] in "{[":
            above.append(key)
            key = None
        elif token[0] in "}]":
            above.pop()
        elif _COLON.match(text, token.end()):
            key = json.loads(token[0])
            path = [part for part in above[1:] if part is not None]
            if len(path) == len(above) - 1:
                yield (*path, str(key)), line


def _toml_path(written: str) -> KeyPath:
    return tuple(_unquoted(part) for part in re.findall(_TOML_PART, written))


def _unquoted(part: str) -> str:
    if len(part) < 2 or part[0] != part[-1] or part[0] not in "\"'":
        return part
    return str(parse_value(part))


def _quote_bare(text: str) -> str:
    # TOML wants quotes around 中文 keys and words; a user need not know that.
    def quoted(token: re.Match[str]) -> str:
        bare = token["bare"]
        return token[0] if bare is None or bare.isascii() else json.dumps(bare, ensure_ascii=False)

    return _TOML_TOKEN.sub(quoted, text)
