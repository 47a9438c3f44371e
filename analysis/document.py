"""What `report.json` holds: estimates and names, never rows.

The page is made from this alone. Texts that belong to the variant stand here in both languages; the
report's own words are in `hupai.reports`. `FORMAT` changes whenever a field changes its name or meaning.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

FORMAT = 2
"""Version of the layout of `report.json`."""


class Model(BaseModel):
    """Base: unknown keys are an error, values do not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Text(Model):
    """A name or sentence in both languages."""

    zh: str
    en: str


class Estimate(Model):
    """A number, its 95 % interval, and what it rests on (see `hupai.analysis.estimates.Estimate`)."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    events: int | None = None
    how: str


class Option(Model):
    """One option in force."""

    name: str
    title: Text
    clause: str
    kind: str
    value: Any
    said: Text | None = None
    """The value in words, where it is a word or null."""
    default: Any
    given: Any = None
    """What was given in its place; of a mapping only the entries named."""
    changed: bool
    meaning: Text


class RuleSet(Model):
    """Which rules were played."""

    variant: str
    title: Text
    deck: Text
    sources: Text
    unit: Text
    hash: str
    options: list[Option]


class Origin(Model):
    """Where the numbers come from, and how to make them again."""

    hands: int
    tables: int
    hands_per_table: int
    wins: int
    seats: list[str]
    seed: int
    versions: dict[str, str]
    manifest_sha256: str
    simulate: str
    report: str
    replay: str


class Checks(Model):
    """What must hold, counted: every number but the first three should be 0."""

    hands: int
    wins: int
    tables: int
    total: int
    unbalanced_hands: int
    parts_differ: int
    winners_differ: int


class Finding(Model):
    """One of the findings that matter most: its kind and the numbers that its sentence needs."""

    question: Literal["fair", "pace", "price"]
    kind: str
    weight: float
    estimates: dict[str, Estimate] = {}
    numbers: dict[str, float] = {}
    texts: dict[str, Text] = {}


class Measure(Model):
    """A named estimate."""

    key: str
    estimate: Estimate


class Place(Model):
    """A seat, or a position relative to the dealer, with its estimates by name."""

    place: int
    strategy: str | None = None
    estimates: dict[str, Estimate]


class Money(Model):
    """A line of where the money comes from or goes to: by position, then the mean of the four."""

    key: str
    title: Text | None = None
    positions: list[Estimate]


class Fan(Model):
    """A line of the fan table."""

    id: str
    title: Text
    value: int
    how: str
    clause: str
    meaning: Text
    count: int
    rate: Estimate
    of_wins: Estimate
    times: Estimate
    points: Estimate
    share: Estimate
    first_hand: int | None


class Bin(Model):
    """Values from `low` to `high`, both included, and how often they were seen."""

    low: int
    high: int
    count: int


class Tail(Model):
    """How often a value was at least `at`."""

    at: int
    count: int


class Quantile(Model):
    """A quantile with its order-statistic interval."""

    share: float
    value: int
    low: int
    high: int


class Distribution(Model):
    """How an amount is spread."""

    n: int
    mean: float | None
    least: int | None
    greatest: int | None
    bins: list[Bin]
    tail: list[Tail]
    """How often at least `at`, for positive values."""
    losses: list[Tail]
    """How often at most `at`, for negative values."""
    quantiles: list[Quantile]


class Own(Model):
    """What the variant records of its own, summed up in one way for all."""

    name: str
    title: Text
    unit: Text | None
    per_seat: bool
    nullable: bool
    count: int
    rate: Estimate
    mean: Estimate | None
    """None where the column holds codes, of which there is no mean."""
    values: list[Measure] = []
    """How often each code was seen."""
    win_rate: Estimate | None = None
    fed_rate: Estimate | None = None
    score: Estimate | None = None
    seats: list[dict[str, Estimate]] = []
    positions: list[dict[str, Estimate]] = []


class TopicMeasure(Model):
    """What a table of a topic measures, and the estimates of its cells.

    Without rows the cells are ``all`` and, where the table is told by places, ``position_0`` … ``seat_3``;
    else the keys of the rows.
    """

    key: str
    title: Text
    kind: Literal["share", "amount"]
    signed: bool
    estimates: dict[str, Estimate]


class TopicRow(Model):
    """A row of a table of a topic; `at` is its value, where it stands for one."""

    key: str
    title: Text
    at: int | None


class TopicTable(Model):
    """A table of a topic."""

    key: str
    title: Text
    per: Literal["hand", "seat"]
    head: Text | None
    places: bool
    rows: list[TopicRow]
    measures: list[TopicMeasure]
    chart: list[str]
    says: Text | None
    """A sentence with holes (`hupai.ext.rules.topic.HOLE`)."""


class TopicOption(Model):
    """An option in force that stands beside a topic."""

    title: Text
    value: Any
    said: Text | None


class Topic(Model):
    """A question that only this variant raises, and its answer."""

    key: str
    title: Text
    says: Text
    """The answer, with holes for estimates."""
    seen: bool
    """Whether there is anything to tell; `says` says so where there is not."""
    options: list[TopicOption]
    tables: list[TopicTable]


class Replay(Model):
    """A hand worth looking at."""

    why: str
    hand: int
    seat: int | None = None
    amount: int | None = None
    fan: str | None = None


class Document(Model):
    """The whole of a balance report."""

    kind: Literal["balance"] = "balance"
    format: int = FORMAT
    rules: RuleSet
    origin: Origin
    checks: Checks
    findings: list[Finding]
    headline: list[Measure]
    positions: list[Place]
    seats: list[Place]
    ways: list[Money]
    parts: list[Money]
    total: Money
    fans: list[Fan]
    fan_other: Estimate
    points: Distribution
    results: Distribution
    win_turns: dict[str, list[Bin]]
    ready_turns: list[Bin]
    lengths: list[Bin]
    ready: list[Measure]
    claims: list[Measure]
    needs: list[Place]
    last_need: int
    streaks: list[Measure]
    topics: list[Topic]
    own: list[Own]
    replays: list[Replay]
