"""A variant with every option in force: what a run is played under."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from hupai.ext.errors import OptionError, UsageError, nearest
from hupai.ext.rules.catalog import definition
from hupai.ext.rules.options import MapOption, near_word, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hupai.ext.rulebook import RuleBook
    from hupai.ext.rules.definition import Definition
    from hupai.ext.rules.options import Kind, Option, Value

HASH_LENGTH = 16
"""Hexadecimal digits of a rules' hash: 64 bits."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A variant and its options, validated; two are equal if they play and settle alike.

    Made by `rules`, and by `changed` from others; immutable, and usable as a key.

    Attributes
    ----------
    name
        The variant.
    options
        Every option in force.
    given
        The options that differ from the variant's defaults.
    definition
        The variant's declaration.
    hash
        16 hexadecimal digits that name variant and options.
    """

    name: str
    _options: str
    """Every option in force, as canonical JSON: what the hash is made of, and immutable."""
    _given: str

    @property
    def definition(self) -> Definition:
        """The variant's declaration."""
        return definition(self.name)

    @property
    def options(self) -> dict[str, Value]:
        """Every option in force, mappings complete; a fresh copy of plain Python values."""
        options: dict[str, Value] = json.loads(self._options)
        return options

    @property
    def given(self) -> dict[str, Value]:
        """Only what differs from the variant's defaults, as a hand log names it; a fresh copy."""
        given: dict[str, Value] = json.loads(self._given)
        return given

    @property
    def hash(self) -> str:
        """The first digits of the SHA-256 of the variant's name and every option in force."""
        canonical = f"{self.name}\n{self._options}".encode()
        return hashlib.sha256(canonical).hexdigest()[:HASH_LENGTH]

    def book(self) -> RuleBook:
        """Return the compiled rules; the same object each time within a process."""
        return _book(self.name, self._options, self._given)

    def changed(self, changes: Mapping[str, object] | None = None, /, **options: object) -> Rules:
        """Return these rules with some options changed; of a mapping only the entries that are named.

        Raises
        ------
        OptionError
            If an option is unknown or does not take its value.
        """
        known = self.definition
        merged: dict[str, Value] = dict(self.given)
        for name, value in accept(known, joined(changes, options)).items():
            merged[name] = overlaid(merged.get(name), value)
        return settled(known, merged)

    def kinds(self, other: Rules) -> set[Kind]:
        """Return the kinds of option in which these rules and `other`, of the same variant, differ.

        Empty if they play and settle alike. Where only ``score`` is in it, hands of the one can be settled
        under the other.

        Raises
        ------
        ValueError
            If `other` is of another variant.
        """
        if other.name != self.name:
            raise ValueError(f"{self.name} and {other.name} are two variants")
        mine, theirs = self.options, other.options
        touched: set[Kind] = set()
        for option in self.definition.options:
            touched |= _touched(option, mine[option.name], theirs[option.name])
        return touched

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return (self.name, self._options) == (other.name, other._options)

    def __hash__(self) -> int:
        return hash((self.name, self._options))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.given.items())
        return f"rules({self.name!r}{', ' if given else ''}{given})"


def rules(name: str, options: Mapping[str, object] | None = None, /, **named: object) -> Rules:
    """Return the rules of the variant `name` under the options given, all others at their defaults.

    Parameters
    ----------
    name
        The variant, in English or 中文.
    options, named
        Options by their English or 中文 names; a mapping may be given in part.

    Raises
    ------
    UsageError
        If there is no such variant.
    OptionError
        If an option is unknown or does not take its value.

    Examples
    --------
    >>> rules("hefei", min_suit_tiles=9, fan_values={"seven_pairs": 20}).given
    {'fan_values': {'seven_pairs': 20}, 'min_suit_tiles': 9}
    """
    known = definition(name)
    return settled(known, accept(known, joined(options, named)))


def joined(options: Mapping[str, object] | None, named: Mapping[str, object]) -> Mapping[str, object]:
    """Return options given in a mapping and those given by keyword as one mapping; the keywords win."""
    return {**options, **named} if isinstance(options, Mapping) else named if options is None else options


def accept(known: Definition, options: Mapping[str, object]) -> dict[str, Value]:
    """Return `options` by their English names, each with the value that it takes, or raise `OptionError`."""
    if not isinstance(options, Mapping):
        raise UsageError(f"Options are a mapping of names to values, not {shown(options)}.")
    accepted: dict[str, Value] = {}
    for written, value in options.items():
        option = named(known, written)
        if option.name in accepted:
            raise OptionError(f"{option.name} ({option.zh}) is given twice", key=written)
        accepted[option.name] = option.accept(value, key=written)
    return accepted


def named(known: Definition, written: object, *, place: str = "") -> Option:
    """Return the option of that English or 中文 name, or raise an `OptionError` that names the nearest."""
    option = known.option(written) if isinstance(written, str) else None
    if option is not None:
        return option
    word = str(written)
    maps = [item for item in known.options if isinstance(item, MapOption)]
    entries = [f"{item.name}.{key.name}" for item in maps if (key := item.key(word)) is not None]
    near = entries[0] if entries else near_word(word, known.options) or _near_entry(word, maps)
    listed = [item.name for item in known.options] if near is None else entries
    raise OptionError(
        f'{known.name} has no option "{shown(written)}"{place}',
        key=word,
        allowed=listed if len(listed) > 1 else f"what `hupai options {known.name}` lists",
        nearest=near,
    )


def _near_entry(written: str, maps: Iterable[MapOption]) -> str | None:
    """Return the entry of a mapping that is most like the one written without its mapping."""
    entries = {
        name: f"{item.name}.{key.name}" for item in maps for key in item.keys for name in (key.name, key.zh)
    }
    near = nearest(written, entries)
    return None if near is None else entries[near]


def overlaid(below: Value, above: Value) -> Value:
    """Return `above`; of two mappings the entries of both, those of `above` winning."""
    if isinstance(below, dict) and isinstance(above, dict):
        return {**below, **above}
    return above


def settled(
    known: Definition, accepted: Mapping[str, Value], *, places: Mapping[str, str] | None = None
) -> Rules:
    """Return the rules for options accepted one by one; what they ask of each other is checked here.

    Parameters
    ----------
    known
        The variant's declaration.
    accepted
        Option name -> value as `Declared.accept` returned it; mappings in part.
    places
        Option name -> where it was written, for the error.
    """
    force: dict[str, Value] = dict(known.defaults)
    for name, value in accepted.items():
        force[name] = overlaid(force[name], value)
    for constraint in known.constraints:
        lower, upper = force[constraint.lower], force[constraint.upper]
        if isinstance(lower, int) and isinstance(upper, int) and lower > upper:
            below, above = ((places or {}).get(name, "") for name in (constraint.lower, constraint.upper))
            raise OptionError(
                f"{constraint.lower} = {lower}{below} exceeds {constraint.upper} = {upper}{above}",
                key=constraint.lower,
                allowed=f"{constraint.lower} up to {constraint.upper} ({constraint.clause})",
            )
    # A variant some of whose defaults follow from other options has a `resolve` in its package.
    resolve = getattr(_variant_module(known.name), "resolve", None)
    in_force = force if resolve is None else resolve(force)
    return Rules(known.name, _canonical(in_force), _canonical(_differing(known, accepted)))


def _differing(known: Definition, accepted: Mapping[str, Value]) -> dict[str, Value]:
    differing: dict[str, Value] = {}
    for option in known.options:
        if option.name not in accepted:
            continue
        value = accepted[option.name]
        if isinstance(option, MapOption) and isinstance(value, dict):
            default = option.default
            value = {key: entry for key, entry in value.items() if default.get(key) != entry}
        if value != ({} if isinstance(option, MapOption) else option.default):
            differing[option.name] = value
    return differing


def _touched(option: Option, mine: Value, theirs: Value) -> set[Kind]:
    if mine == theirs:
        return set()
    if isinstance(option, MapOption) and isinstance(mine, dict) and isinstance(theirs, dict):
        switched = any((mine.get(key.name) == 0) != (theirs.get(key.name) == 0) for key in option.keys)
        return {option.kind, "play"} if option.zero_is_play and switched else {option.kind}
    return {option.kind}


def _canonical(options: Mapping[str, Value]) -> str:
    return json.dumps(options, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _variant_module(name: str) -> Any:
    return import_module(f"hupai.ext.rules.{name}")


@lru_cache(maxsize=256)
def _book(name: str, options: str, given: str) -> RuleBook:
    book: RuleBook = _variant_module(name).book(json.loads(options))
    book.given = json.loads(given)
    book.reasons = {clause: text.en for clause, text in definition(name).clauses.items()}
    return book
