"""What a variant's report tells of it that the others have not: its ``report.toml``, beside ``variant.toml``.

A topic answers one of a designer's questions: a sentence, tables, charts. A table is one of two kinds.
Without rows its measures stand below each other, for all seats and, where `places` says so, by position and
seat. With rows (given one by one, or by the values of an expression) its measures stand side by side. What is
measured is written in the language of `hupai.ext.rules.expressions`.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Self

from pydantic import ConfigDict, Field, ValidationError, model_validator

from hupai.ext.rules.expressions import COMMON, Expression, Level, Sort, Type, parse
from hupai.ext.rules.options import BoolOption, IntOption, MapOption, Model, Text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from hupai.ext.rules.definition import Definition

HOLE = re.compile(r"\{(\w+)\.(\w+)(?:\[(\w+)\])?(!?)\}")
"""A hole in a sentence: ``{TABLE.MEASURE}`` or ``{TABLE.MEASURE[ROW]}``; with ``!`` the number alone, without
its interval."""
PLACES = tuple(f"{kind}_{place}" for kind in ("position", "seat") for place in range(4))
"""How the columns of a table by places are called, beside ``all``."""


class Measure(Text):
    """Something counted, in one of four ways; `of` and `given` are optional.

    ``rate``: how many of the events that `of` counts are such as the expression counts, where `given` holds.
    ``mean``: the sum of the expression over the sum of `of`. ``share``: the part of an amount `of` that the
    expression makes, or of all rows of the table that a row makes: `of` is summed over all of them.
    ``spread``: the standard deviation of the expression. Rates and shares are shown in per cent.
    """

    key: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    rate: str | None = None
    share: str | None = None
    mean: str | None = None
    spread: str | None = None
    given: str = "True"
    of: str = "True"

    @property
    def kind(self) -> Literal["rate", "share", "mean", "spread"]:
        """Which of the four it is."""
        found = [kind for kind in ("rate", "share", "mean", "spread") if getattr(self, kind) is not None]
        return found[0]  # type: ignore[return-value]

    @property
    def what(self) -> str:
        """The expression."""
        written: str = getattr(self, self.kind)
        return written

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if sum(kind is not None for kind in (self.rate, self.share, self.mean, self.spread)) != 1:
            raise ValueError(f"the measure {self.key} must be one of rate, share, mean and spread")
        return self


class Row(Text):
    """A row of a table: the observations for which `where` holds, and what names in `let` stand for in it."""

    key: str = Field(pattern=r"^[a-z0-9_]+$")
    where: str = "True"
    let: dict[str, str] = Field(default={})


@dataclass(frozen=True, slots=True)
class Counted:
    """A measure in one row, read and checked."""

    what: Expression
    given: Expression
    of: Expression
    where: Expression


class TopicTable(Text):
    """A table of a topic."""

    model_config = ConfigDict(populate_by_name=True)

    key: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    per: Literal["hand", "seat"]
    """What is looked at: hands, or each seat's hands."""
    head: Text | None = None
    """Over the names of the rows."""
    let: dict[str, str] = Field(default={})
    """Names that stand for expressions, in the whole table."""
    measures: tuple[Measure, ...] = Field(alias="measure", strict=False)
    rows: tuple[Row, ...] = Field(default=(), alias="row", strict=False)
    by: str | None = None
    """An expression: each of its `values` makes a row."""
    values: tuple[int, ...] = Field(default=(), strict=False)
    more: bool = False
    """The last of the values stands for all larger ones, too."""
    places: bool = False
    """Whether each measure is told by position and by seat as well."""
    chart: tuple[str, ...] = Field(default=(), strict=False)
    """The measures that are drawn, over the rows."""
    says: Text | None = None
    """A sentence about the table, or of its chart, with holes."""

    @cached_property
    def lines(self) -> tuple[Row, ...]:
        """The rows, those that `by` makes included."""
        if self.by is None:
            return self.rows
        made = []
        for at, value in enumerate(self.values):
            more = self.more and at == len(self.values) - 1
            zh, en = (f"≥{value}", f"{value}+") if more else (str(value), str(value))
            where = f"({self.by}) {'>=' if more else '=='} {value}"
            made.append(Row(key=str(value), zh=zh, en=en, where=where))
        return tuple(made)

    @property
    def cells(self) -> tuple[str, ...]:
        """How the estimates of a measure are called."""
        if self.lines:
            return tuple(row.key for row in self.lines)
        return ("all", *PLACES) if self.places else ("all",)

    def counted(self, measure: Measure, row: Row | None, names: dict[str, Type]) -> Counted:
        """Read what a measure counts in a row, or in a table without rows.

        Raises
        ------
        ValueError
            If an expression is none, or has a value of each seat where hands are looked at.
        """
        lets: dict[str, Expression] = {}
        for name, text in {**(row.let if row is not None else {}), **self.let}.items():
            if name in names or name in lets:
                raise ValueError(f"{name} stands for something already")
            lets[name] = parse(text, names, lets)
        what = parse(measure.what, names, lets)
        conditions = (measure.given, "True" if row is None else row.where)
        given, where = (parse(text, names, lets) for text in conditions)
        of = parse(measure.of, names, lets)
        for expression in (what, given, where, of):
            if self.per == "hand" and expression.type.level is Level.SEAT:
                raise ValueError(f"{expression.text} has a value of each seat, and the table looks at hands")
        for expression in (given, where):
            if expression.type.sort is not Sort.TRUTH:
                raise ValueError(f"{expression.text} is neither true nor false")
        if of.type.sort is Sort.SIGNED:
            raise ValueError(f"{of.text} can be negative, and nothing can be counted over it")
        return Counted(what, given, of, where)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        measures = [measure.key for measure in self.measures]
        _unique(self.key, measures)
        _unique(self.key, [row.key for row in self.lines])
        if (self.by is None) != (not self.values) or (self.by is not None and self.rows):
            raise ValueError(f"the table {self.key} takes rows, or by and values")
        if self.places and (self.lines or self.per == "hand"):
            raise ValueError(f"the table {self.key} cannot be told by places")
        if not set(self.chart) <= set(measures) or (self.chart and not (self.lines and self.says)):
            raise ValueError(f"the chart of {self.key} needs rows, measures and a sentence")
        return self


class Topic(Text):
    """A question and its answer."""

    model_config = ConfigDict(populate_by_name=True)

    key: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    says: Text
    """The answer, with holes for numbers."""
    seen: str | None = None
    """A hole: where its number is 0, or there is none, `unseen` is said instead."""
    unseen: Text | None = None
    options: tuple[str, ...] = Field(default=(), strict=False)
    """Options whose values in force stand beside the answer; an entry of a mapping is written NAME.KEY."""
    tables: tuple[TopicTable, ...] = Field(alias="table", strict=False)

    def table(self, key: str) -> TopicTable:
        """Return the table of that key."""
        return next(table for table in self.tables if table.key == key)

    @property
    def sentences(self) -> Iterator[Text]:
        """All texts that have holes."""
        yield self.says
        yield from (table.says for table in self.tables if table.says is not None)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        _unique(self.key, [table.key for table in self.tables])
        if (self.seen is None) != (self.unseen is None):
            raise ValueError(f"the topic {self.key} takes both of seen and unseen")
        known = {
            (table.key, measure.key, cell)
            for table in self.tables
            for measure in table.measures
            for cell in table.cells
        }
        texts = [text for said in self.sentences for text in (said.zh, said.en)]
        for text in [*texts, *([] if self.seen is None else [f"{{{self.seen}}}"])]:
            for table, measure, row, _ in HOLE.findall(text):
                if (table, measure, row or "all") not in known:
                    raise ValueError(f"the topic {self.key} has no {table}.{measure}[{row or 'all'}]")
            if "{" in HOLE.sub("", text):
                raise ValueError(f"the topic {self.key} has a hole that is none: {text}")
        return self


class Topics(Model):
    """The whole of a ``report.toml``."""

    model_config = ConfigDict(populate_by_name=True)

    topics: tuple[Topic, ...] = Field(alias="topic", strict=False)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        _unique("topics", [topic.key for topic in self.topics])
        return self


def names_of(definition: Definition) -> dict[str, Type]:
    """Return the names that a variant's expressions may use."""
    names = dict(COMMON)
    names |= {f"part_{part.key}": Type(Level.SEAT, Sort.SIGNED) for part in definition.parts}
    names |= {f"fan_{fan.id}": Type(Level.SEAT, Sort.COUNT) for fan in definition.fans if fan.listed}
    for column in definition.columns:
        names[column.name] = Type(Level.SEAT if column.per_seat else Level.HAND, Sort.COUNT)
    for option in definition.options:
        if isinstance(option, MapOption):
            names |= {f"option.{option.name}.{key.name}": Type(Level.RUN, Sort.COUNT) for key in option.keys}
        elif isinstance(option, BoolOption | IntOption):
            sort = Sort.TRUTH if isinstance(option, BoolOption) else Sort.COUNT
            names[f"option.{option.name}"] = Type(Level.RUN, sort)
    return names


def load_topics(file: Traversable, definition: Definition) -> tuple[Topic, ...]:
    """Read the topics of a variant.

    Raises
    ------
    ValueError
        If the file is no TOML, contradicts itself, or names something unknown: the variant's fault.
    """
    try:
        topics = Topics.model_validate(tomllib.loads(file.read_text(encoding="utf-8"))).topics
    except ValidationError as error:
        raise ValueError(f"{file}: {error}") from None
    names = names_of(definition)
    for topic in topics:
        for name in topic.options:
            if f"option.{name}" not in names and definition.option(name) is None:
                raise ValueError(f"{file}: the topic {topic.key} names an option that is not there: {name}")
        for table in topic.tables:
            for measure in table.measures:
                for row in table.lines or (None,):
                    try:
                        table.counted(measure, row, names)
                    except ValueError as error:
                        raise ValueError(f"{file}: {topic.key}.{table.key}.{measure.key}: {error}") from None
    return topics


def _unique(where: str, keys: list[str]) -> None:
    twice = {key for key in keys if keys.count(key) > 1}
    if twice:
        raise ValueError(f"{where}: declared twice: {', '.join(sorted(twice))}")
