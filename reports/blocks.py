"""What a page is made of: sections of prose, tables, charts and code."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hupai.reports import numbers

if TYPE_CHECKING:
    from hupai.analysis.document import Estimate
    from hupai.reports.charts import Chart

Raw = str | int | float | bool | None
ESTIMATE_FIELDS = ("", "_low", "_high", "_n")
"""What follows a column's key in the CSV for an estimate."""

MOST_ROOMY = 7
"""So many columns of estimates fit on a screen without standing close."""


@dataclass(frozen=True)
class Cell:
    """One cell: what is shown, what stands small below it, and what a CSV and a sort take."""

    shown: str
    small: str = ""
    raw: tuple[Raw, ...] = (None,)
    strong: bool = False
    code: bool = False

    @property
    def order(self) -> Raw:
        """By what rows are sorted."""
        return self.raw[0]


@dataclass(frozen=True)
class Column:
    """A column of a table; `fields` are its columns in the CSV."""

    label: str
    fields: tuple[str, ...]
    number: bool = True

    @classmethod
    def words(cls, label: str, key: str) -> Column:
        """Make a column of text."""
        return cls(label, (key,), number=False)

    @classmethod
    def count(cls, label: str, key: str) -> Column:
        """Make a column of single numbers."""
        return cls(label, (key,))

    @classmethod
    def estimate(cls, label: str, key: str) -> Column:
        """Make a column of estimates."""
        return cls(label, tuple(key + suffix for suffix in ESTIMATE_FIELDS))


@dataclass(frozen=True)
class Table:
    """A table; its `key` names its CSV file."""

    key: str
    title: str
    columns: list[Column]
    rows: list[list[Cell]]
    note: str = ""
    wide: bool = True
    """Whether it takes the page's whole width; narrow ones stand side by side."""
    folded: bool = False
    """Whether it opens only when asked."""
    total: list[Cell] = field(default_factory=list)
    """A last row that sums the others up, and stays last when they are sorted."""

    @property
    def dense(self) -> bool:
        """Whether it has so many columns that they must stand close to fit on a screen."""
        estimates = [column for column in self.columns if len(column.fields) == len(ESTIMATE_FIELDS)]
        return len(estimates) > MOST_ROOMY

    def records(self) -> list[list[Raw]]:
        """Return the table as a CSV has it, its head first."""
        head: list[Raw] = [name for column in self.columns for name in column.fields]
        rows = [*self.rows, self.total] if self.total else self.rows
        return [head, *([raw for cell in row for raw in cell.raw] for row in rows)]


@dataclass(frozen=True)
class Prose:
    """A paragraph."""

    text: str
    kind: str = "prose"


@dataclass(frozen=True)
class Heading:
    """The title of a part of a chapter; its `key` is where links find it."""

    key: str
    text: str


@dataclass(frozen=True)
class Points:
    """A list of short statements."""

    items: list[str]


@dataclass(frozen=True)
class Code:
    """A line to be typed, with what it does."""

    label: str
    text: str


@dataclass(frozen=True)
class Charts:
    """Charts that stand side by side where there is room."""

    charts: list[Chart]


@dataclass(frozen=True)
class Fact:
    """A figure of the first screen."""

    label: str
    value: str
    small: str


@dataclass(frozen=True)
class Tables:
    """Narrow tables that stand side by side where there is room."""

    tables: list[Table]


Block = Prose | Heading | Points | Code | Charts | Table | Tables


@dataclass(frozen=True)
class Section:
    """A chapter of the page."""

    key: str
    title: str
    blocks: list[Block]


def words_cell(
    text: str, *, strong: bool = False, code: bool = False, small: str = "", raw: Raw = None
) -> Cell:
    """Make a cell of text."""
    return Cell(text, small, (text if raw is None else raw,), strong=strong, code=code)


def count_cell(value: float | None) -> Cell:
    """Make a cell of one whole number."""
    return Cell(numbers.whole(value), raw=(value,))


def share_cell(estimate: Estimate, *, strong: bool = False) -> Cell:
    """Make a cell of a share with its interval."""
    small = _interval(estimate, numbers.percent_interval(estimate))
    return Cell(numbers.percent(estimate), small, _raw(estimate), strong=strong)


def amount_cell(estimate: Estimate, *, plus: bool = False, strong: bool = False) -> Cell:
    """Make a cell of a mean with its interval."""
    small = _interval(estimate, numbers.interval(estimate, plus=plus))
    return Cell(numbers.amount(estimate, plus=plus), small, _raw(estimate), strong=strong)


def one_in_cell(estimate: Estimate) -> Cell:
    """Make a cell of the N of "1 in N" with its interval: the ends are those of the rate, turned over."""
    value, low, high = (numbers.one_in(rate) for rate in (estimate.value, estimate.high, estimate.low))
    if not estimate.value:
        return Cell(
            f"> {numbers.significant(low, 2)}" if low else numbers.NOTHING, raw=(None, low, None, estimate.n)
        )
    ends = [numbers.significant(end) if end else "∞" for end in (low, high)]
    return Cell(numbers.significant(value), "–".join(ends), (value, low, high, estimate.n))


def _raw(estimate: Estimate) -> tuple[Raw, ...]:
    return estimate.value, estimate.low, estimate.high, estimate.n


def _interval(estimate: Estimate, text: str) -> str:
    """Return the small print of an estimate: its interval, unless it is a point, or of how few it is."""
    if estimate.low is None:
        return numbers.few(estimate)
    if estimate.how == "tables" and estimate.low == estimate.high:
        return ""
    return text
