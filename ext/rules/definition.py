"""What a variant declares in its ``variant.toml``: names, options, fans, parts, own columns, reasons.

The declaration is read once and never changes. How to write one is in ``docs/``; the models below refuse a
declaration that contradicts itself, so that a slip is found when the variant is loaded and not in a report.
"""

from __future__ import annotations

import tomllib
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self

from pydantic import ConfigDict, Field, ValidationError, model_validator

from hupai.ext.rules.options import LARGEST, IntOption, Lang, MapOption, Model, Option, Text

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class Deck(Text):
    """The deck: how many tiles, and which."""

    tiles: int


class Variant(Model):
    """The variant's names and where its rules come from."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    short: str = Field(pattern=r"^[a-z]+$")
    """Begins the names of the variant's own columns."""
    prefix: str = Field(pattern=r"^[A-Z]+$")
    """Begins the names of its clauses."""
    zh: str
    en: str
    deck: Deck
    sources: Text
    unit: Text
    """What the points of a winner are called."""

    def say(self, lang: Lang) -> str:
        """Return the variant's name in `lang`."""
        return self.zh if lang == "zh" else self.en


class Fan(Model):
    """A fan: something that a winning hand is worth points for."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    zh: str
    en: str
    value: int
    """Its value where the options say nothing else."""
    min: int = 0
    max: int = LARGEST
    how: Literal["add", "multiply", "replace", "pattern", "factor", "base", "addition"]
    """How it enters a winner's points.

    ``add``: its value is added as often as it counts. ``multiply``, ``factor``: the points are multiplied.
    ``replace``: nothing else counts. ``pattern``, ``base``: only the largest of them counts. ``addition``: it
    is added to that one.
    """
    clause: str
    meaning: Text
    listed: bool = True
    """False for a value that never stands in a winner's ``fans``."""

    def say(self, lang: Lang) -> str:
        """Return the fan's name in `lang`."""
        return self.zh if lang == "zh" else self.en


class Part(Model):
    """One of the causes by which payments are split."""

    key: str = Field(pattern=r"^[a-z]+$")
    zh: str
    en: str

    def say(self, lang: Lang) -> str:
        """Return the part's name in `lang`."""
        return self.zh if lang == "zh" else self.en


class Column(Model):
    """A column of the hands table that only this variant has."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    per_seat: bool
    """Four columns, ``name_0`` … ``name_3``, instead of one."""
    type: Literal["int8", "int16", "int32", "int64"]
    nullable: bool = False
    settled: bool = False
    """Options of kind ``score`` change it: settling hands again works it out again."""
    unit: Text | None = None
    zh: str
    en: str

    @property
    def fields(self) -> tuple[str, ...]:
        """The names in the table, as they follow each other."""
        return tuple(f"{self.name}_{seat}" for seat in range(4)) if self.per_seat else (self.name,)


class Constraint(Model):
    """Two integer options of which the one must not exceed the other."""

    lower: str
    upper: str
    clause: str


class Definition(Model):
    """A variant as it is declared.

    The order of `fans`, `parts` and `columns` is the order of the indices in the compiled module.

    Attributes
    ----------
    variant
        Names in both languages, deck and sources.
    options
        Each with its name, 中文, kind, default, what it takes, clause and meaning.
    fans
        Each with its identifier, names, value, how it counts, and clause.
    parts
        The causes by which payments are split.
    columns
        What the variant records of its own in the table of hands.
    constraints
        Options of which the one must not exceed the other.
    clauses
        Clause -> in both languages, why a log that breaks it is refused.
    """

    model_config = ConfigDict(ignored_types=(cached_property,), populate_by_name=True)

    variant: Variant
    options: tuple[Option, ...] = Field(alias="option", strict=False)
    fans: tuple[Fan, ...] = Field(alias="fan", strict=False)
    parts: tuple[Part, ...] = Field(alias="part", strict=False)
    columns: tuple[Column, ...] = Field(default=(), alias="column", strict=False)
    constraints: tuple[Constraint, ...] = Field(default=(), alias="constraint", strict=False)
    clauses: dict[str, Text] = Field(alias="clause")

    @property
    def name(self) -> str:
        """The variant's name."""
        return self.variant.name

    @cached_property
    def fan_index(self) -> dict[str, int]:
        """Fan identifier -> its index."""
        return {fan.id: index for index, fan in enumerate(self.fans)}

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """Option name -> value in force where nothing is given; entries the variant derives are missing."""
        return {option.name: option.default for option in self.options}

    @cached_property
    def _by_name(self) -> dict[str, Option]:
        return {name: option for option in self.options for name in (option.name, option.zh)}

    def option(self, written: str) -> Option | None:
        """Return the option of that English or 中文 name, or None."""
        return self._by_name.get(written)

    def fan(self, written: str) -> Fan | None:
        """Return the fan of that identifier or 中文 name, or None."""
        return next((fan for fan in self.fans if written in (fan.id, fan.zh)), None)

    def reason(self, clause: str, lang: Lang = "en") -> str:
        """Return in one sentence why a log that breaks `clause` is refused."""
        return self.clauses[clause].say(lang)

    @model_validator(mode="before")
    @classmethod
    def _name_fans(cls, declared: Any) -> Any:
        # A mapping over fans says `keys = "fans"` or lists identifiers; names and values stand at the fan.
        if not isinstance(declared, dict):
            return declared
        fans = {fan.get("id"): fan for fan in declared.get("fan", ())}
        options = []
        for option in declared.get("option", ()):
            keys = option.get("keys")
            if keys is not None:
                names = list(fans) if keys == "fans" else keys
                derived = option.get("derived", False)
                option = {**option, "keys": [_key_of_fan(name, fans, derived=derived) for name in names]}
            options.append({**option, "default": None} if option.get("default") == "null" else option)
        return {**declared, "option": options}

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        _unique("option", [name for option in self.options for name in {option.name, option.zh}])
        _unique("fan", [name for fan in self.fans for name in (fan.id, fan.zh)])
        _unique("part", [part.key for part in self.parts])
        _unique("column", [field for column in self.columns for field in column.fields])
        for option in self.options:
            if not isinstance(option, MapOption):
                option.accept(option.default)
        for column in self.columns:
            if not column.name.startswith(f"{self.variant.short}_"):
                raise ValueError(f"column {column.name} must begin with {self.variant.short}_")
        for clause in (*self.clauses, *(item.clause for item in (*self.options, *self.fans))):
            if not clause.startswith(f"{self.variant.prefix}-"):
                raise ValueError(f"clause {clause} must begin with {self.variant.prefix}-")
        for constraint in self.constraints:
            for name in (constraint.lower, constraint.upper):
                option_or_none = self.option(name)
                if not isinstance(option_or_none, IntOption) or option_or_none.null is not None:
                    raise ValueError(f"the constraint names {name}, which is no integer option")
        return self


def _key_of_fan(key: Any, fans: dict[str, dict[str, Any]], *, derived: bool) -> Any:
    if not isinstance(key, str):
        return key
    if key not in fans:
        raise ValueError(f"the key {key} is no fan")
    fan = fans[key]
    limits = {limit: fan[limit] for limit in ("min", "max") if limit in fan}
    return {"name": key, "zh": fan["zh"], "default": None if derived else fan["value"], **limits}


def _unique(what: str, names: list[str]) -> None:
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"{what} declared twice: {', '.join(sorted(twice))}")


def load(file: Traversable) -> Definition:
    """Read the declaration in `file`.

    Raises
    ------
    ValueError
        If it is no TOML, contradicts itself, or names something unknown: the variant's fault, not the user's.
    """
    declared = tomllib.loads(file.read_text(encoding="utf-8"))
    try:
        return Definition.model_validate(declared)
    except ValidationError as error:
        raise ValueError(f"{file}: {error}") from None
