"""The variants that are there: each sub-package of this one with a ``variant.toml``, and nothing else."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from hupai.ext.errors import UsageError, nearest
from hupai.ext.rules.definition import load

if TYPE_CHECKING:
    from hupai.ext.rules.definition import Definition
    from hupai.ext.rules.topic import Topic


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
    near = nearest(name, [*variants(), *by_zh])
    hint = f" Did you mean {near}?" if near else ""
    raise UsageError(f'There is no variant "{name}".{hint} Variants: {", ".join(variants())}.')


@cache
def _loaded(name: str) -> Definition:
    return load(files("hupai.ext.rules").joinpath(name, "variant.toml"))


@cache
def topics(name: str) -> tuple[Topic, ...]:
    """Return what the report tells of a variant alone; nothing where it has no ``report.toml``."""
    from hupai.ext.rules.topic import load_topics

    file = files("hupai.ext.rules").joinpath(name, "report.toml")
    return load_topics(file, definition(name)) if file.is_file() else ()
