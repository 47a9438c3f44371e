"""The variants that are there: each sub-package of this one with a ``variant.toml``, and nothing else."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from hupai.ext.errors import UsageError, nearest
from hupai.ext.rules.definition import load

if TYPE_CHECKING:
    from hupai.ext.rules.definition import Definition
    from hupai.ext.rules.topic import Topic

_GAME = re.compile("麻将|麻將|mahjong", re.IGNORECASE)


@cache
def variants() -> tuple[str, ...]:
    """Return the names of all variants, in alphabetical order."""
    folder = files("hupai.ext.rules")
    return tuple(sorted(entry.name for entry in folder.iterdir() if entry.joinpath("variant.toml").is_file()))


def definition(name: str) -> Definition:
    """Return the declaration of a variant: its names, deck, options, fans, parts, columns and clauses.

    Parameters
    ----------
    name
        The variant, in English or 中文: ``hefei``, ``合肥麻将``.

    Raises
    ------
    UsageError
        If there is none; the nearest name is given.
    """
    if not isinstance(name, str):
        raise UsageError(f"A variant is named by a word, not by {name!r}. Variants: {', '.join(variants())}.")
    if name in variants():
        return _loaded(name)
    by_zh = {_loaded(known).variant.zh: known for known in variants()}
    if name in by_zh:
        return _loaded(by_zh[name])
    near = nearest_variant(name)
    hint = "" if near is None else f" Did you mean {near if name.isascii() else _loaded(near).variant.zh}?"
    raise UsageError(f'There is no variant "{name}".{hint} Variants: {", ".join(variants())}.')


def nearest_variant(written: str) -> str | None:
    """Return the English word for the variant whose name, in any language, is most like the one written.

    That it is mahjong goes without saying: 合肥 is as near to 合肥麻将 as can be, and 广东麻将 to 广东100张.
    """
    named = {
        _without_game(text): known
        for known in variants()
        for text in (known, _loaded(known).variant.en, _loaded(known).variant.zh)
    }
    near = nearest(_without_game(written), named)
    return None if near is None else named[near]


def _without_game(name: str) -> str:
    return _GAME.sub("", name).strip()


@cache
def _loaded(name: str) -> Definition:
    return load(files("hupai.ext.rules").joinpath(name, "variant.toml"))


@cache
def topics(name: str) -> tuple[Topic, ...]:
    """Return what the report tells of a variant alone; nothing where it has no ``report.toml``."""
    from hupai.ext.rules.topic import load_topics

    file = files("hupai.ext.rules").joinpath(name, "report.toml")
    return load_topics(file, definition(name)) if file.is_file() else ()
