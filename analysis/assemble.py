"""From the tally of a run to the document of its report."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from hupai.analysis import estimates
from hupai.analysis.answers import answers
from hupai.analysis.distributions import distribution, single
from hupai.analysis.document import (
    Checks,
    Document,
    Estimate,
    Fan,
    Measure,
    Money,
    Own,
    Place,
    Replay,
)
from hupai.analysis.estimates import Moments
from hupai.analysis.findings import findings
from hupai.analysis.origin import both, origin, rule_set
from hupai.analysis.piece import SEATS, WAYS
from hupai.analysis.tally import CLAIMS, LAST_NEED, LAST_STREAK, Tally, coded

if TYPE_CHECKING:
    from hupai.ext.rules import Rules
    from hupai.ext.rules.definition import Column
    from hupai.ext.rules.definition import Fan as Declared
    from hupai.simulate import Recorded

RARE_FAN = 1e-3
"""A fan that comes less often than once in 1/RARE_FAN hands gets a hand to replay."""
MOST_REPLAYS = 12
"""A report names at most so many hands to replay."""
DIGITS = 10
"""Significant digits kept: more than any interval can mean, and the same on every machine."""

RATES = (
    "win_rate", "draw_rate", "leave_rate", "self_draw_rate", "discard_rate", "rob_rate",
    "self_draw_share", "several_rate", "several_share", "streak_rate",
)  # fmt: skip
MEANS = ("points", "gain", "moved", "length", "win_turn")
PLACE_RATES = (
    "win_rate", "self_draw_rate", "discard_rate", "rob_rate", "fed_rate", "robbed_rate", "lost_rate",
    "ready_rate",
)  # fmt: skip
PLACE_MEANS = ("score", "ready_turn", "chows", "pungs", "kongs")
WAY_LINES = (
    "won_self", "won_discard", "won_rob", "fed", "robbed", "self_of_others", "discard_of_others",
    "nobody_won",
)  # fmt: skip


def assemble(run: Recorded, summed: Tally) -> Document:
    """Make the document of a balance report.

    Parameters
    ----------
    run
        For its rules, settings and manifest; its rows are not read.
    summed
        The tally of all its tables.
    """
    read = Estimates(summed)
    rules = run.rules
    described = rule_set(rules)
    headline = [Measure(key=key, estimate=read.rate(f"headline/{key}")) for key in RATES]
    headline += [Measure(key=key, estimate=read.mean(f"headline/{key}")) for key in MEANS]
    source = origin(run, summed)
    positions = [read.place("position", place) for place in range(SEATS)]
    seats = [read.place("seat", place, source.seats[place]) for place in range(SEATS)]
    fans = _fans(read, rules)
    return Document(
        rules=described,
        origin=source,
        checks=Checks(tables=summed.tables, **asdict(summed.checks)),
        findings=findings(rules=described, positions=positions, seats=seats, headline=headline, fans=fans),
        headline=headline,
        positions=positions,
        seats=seats,
        ways=[
            Money(key=name, positions=[read.mean(f"way/{name}/{place}") for place in range(SEATS)])
            for name in WAY_LINES
        ],
        parts=[
            Money(
                key=f"{part.key}/{flow}",
                title=both(part),
                positions=[read.mean(f"money/{part.key}/{place}/{flow}") for place in range(SEATS)],
            )
            for part in rules.definition.parts
            for flow in ("received", "paid", "net")
        ],
        total=Money(key="total", positions=[place.estimates["score"] for place in positions]),
        fans=fans,
        fan_other=read.share("fan_other/share"),
        points=distribution(summed.counts["points"]),
        results=distribution(summed.counts["result"]),
        win_turns={way: single(summed.counts[f"win_turn/{way}"]) for way in WAYS},
        ready_turns=single(summed.counts["ready_turn"]),
        lengths=single(summed.counts["length"]),
        ready=[
            Measure(key="ready_rate", estimate=read.rate("ready/rate")),
            Measure(key="ready_turn", estimate=read.mean("ready/turn")),
            Measure(key="ready_win_rate", estimate=read.rate("ready/win_rate")),
            Measure(key="ready_at_draw", estimate=read.rate("ready/at_draw")),
        ],
        claims=[Measure(key=kind, estimate=read.mean(f"claims/{kind}")) for kind in CLAIMS],
        needs=_needs(read),
        last_need=LAST_NEED,
        streaks=[
            Measure(key=str(length), estimate=read.rate(f"streak/{length}"))
            for length in range(LAST_STREAK + 1)
        ],
        topics=answers(summed.topics, rules, plain),
        own=_own(read, rules),
        replays=_replays(summed, fans),
    )


class Estimates:
    """Turns the measures of a tally into estimates."""

    def __init__(self, summed: Tally) -> None:
        self.tally = summed

    def moments(self, path: str) -> Moments:
        """Return the sums of a measure; a run without hands has none."""
        return self.tally.moments.get(path) or Moments(0, (0, 0, 0), ((0, 0, 0),) * 3)

    def rate(self, path: str) -> Estimate:
        """Estimate a proportion, or a ratio where a hand can hold several events and they outnumber hands."""
        held = self.moments(path)
        return plain(
            estimates.proportion(held) if held.totals[0] <= held.totals[1] else estimates.ratio(held)
        )

    def mean(self, path: str, *, support: int | None = None) -> Estimate:
        """Estimate a mean; `support` says from how many observations it comes."""
        return plain(estimates.ratio(self.moments(path), support=support))

    def share(self, path: str, *, support: int | None = None) -> Estimate:
        """Estimate a share of all money won; what it rests on are the wins."""
        found = self.mean(path, support=support)
        return found if found.how == "too_few" else found.model_copy(update={"n": self.tally.checks.wins})

    def amount(self, path: str, *, support: int) -> Estimate:
        """Estimate a mean that cannot be negative, and neither can the low end of its interval."""
        return not_negative(self.mean(path, support=support))

    def recorded(self, root: str) -> Estimate:
        """Estimate the mean of an own column; it rests on those that had anything to record."""
        return self.mean(f"{root}/mean", support=self.moments(f"{root}/rate").totals[0])

    def codes(self, root: str) -> list[Measure]:
        """Estimate how often each code of an own column occurs.

        Tables in which a code does not occur are in the sums of the column's rate, and only there.
        """
        whole = self.moments(f"{root}/rate")
        found = []
        for code in sorted(self.tally.counts[root]):
            held = self.tally.moments.get(f"{root}/value/{code}")
            if held is not None:
                (yy, xy), _ = held.products
                filled = Moments(
                    whole.tables, (held.totals[0], whole.totals[1]), ((yy, xy), (xy, whole.products[1][1]))
                )
                found.append(Measure(key=str(code), estimate=plain(estimates.proportion(filled))))
        return found

    def place(self, kind: str, place: int, strategy: str | None = None) -> Place:
        """Gather what is asked of a seat or a position."""
        root = f"{kind}/{place}"
        found = {name: self.rate(f"{root}/{name}") for name in PLACE_RATES}
        found |= {name: self.mean(f"{root}/{name}") for name in PLACE_MEANS}
        found["spread"] = plain(estimates.spread(self.moments(f"{root}/spread")))
        return Place(place=place, strategy=strategy, estimates=found)


def not_negative(estimate: Estimate) -> Estimate:
    """Return the estimate of what cannot be negative with an interval that is not, either."""
    if estimate.low is None or estimate.low >= 0:
        return estimate
    return estimate.model_copy(update={"low": 0.0})


def plain(estimate: estimates.Estimate) -> Estimate:
    """Return an estimate as the document holds it, rounded to `DIGITS` significant digits."""
    return Estimate(
        value=_rounded(estimate.value),
        low=_rounded(estimate.low),
        high=_rounded(estimate.high),
        n=estimate.n,
        events=estimate.events,
        how=estimate.how,
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.{DIGITS}g}")


def _fans(read: Estimates, rules: Rules) -> list[Fan]:
    return [
        _fan(read, fan, int(read.tally.worth.values[index]))
        for index, fan in enumerate(rules.definition.fans)
        if fan.listed
    ]


def _fan(read: Estimates, fan: Declared, value: int) -> Fan:
    root = f"fan/{fan.id}"
    count = read.moments(f"{root}/rate").totals[0]
    return Fan(
        id=fan.id,
        title=both(fan),
        value=value,
        how=fan.how,
        clause=fan.clause,
        meaning=both(fan.meaning),
        count=count,
        rate=read.rate(f"{root}/rate"),
        of_wins=read.rate(f"{root}/of_wins"),
        times=read.amount(f"{root}/times", support=count),
        points=read.mean(f"{root}/points"),
        share=not_negative(read.share(f"{root}/share", support=count)),
        first_hand=read.tally.firsts.by_fan.get(fan.id),
    )


def _needs(read: Estimates) -> list[Place]:
    found = []
    for tiles in range(LAST_NEED + 1):
        if read.moments(f"need/{tiles}/rate").totals[0]:
            named = {"rate": read.rate(f"need/{tiles}/rate"), "win_rate": read.rate(f"need/{tiles}/win_rate")}
            found.append(Place(place=tiles, estimates=named | {"score": read.mean(f"need/{tiles}/score")}))
    return found


def _own(read: Estimates, rules: Rules) -> list[Own]:
    return [_own_column(read, column) for column in rules.definition.columns]


def _own_column(read: Estimates, column: Column) -> Own:
    root = f"own/{column.name}"
    measures = ("rate",) if coded(column) else ("rate", "mean")

    def at(kind: str, place: int) -> dict[str, Estimate]:
        where = f"{root}/{kind}/{place}"
        found = {"rate": read.rate(f"{where}/rate"), "mean": read.recorded(where)}
        return {name: found[name] for name in measures}

    then = {}
    if column.per_seat:
        then = {name: read.rate(f"{root}/{name}") for name in ("win_rate", "fed_rate")}
        then["score"] = read.mean(f"{root}/score")
    places = range(SEATS) if column.per_seat else ()
    return Own(
        name=column.name,
        title=both(column),
        unit=None if column.unit is None else both(column.unit),
        per_seat=column.per_seat,
        nullable=column.nullable,
        count=read.moments(f"{root}/rate").totals[0],
        rate=read.rate(f"{root}/rate"),
        mean=None if coded(column) else read.recorded(root),
        values=read.codes(root) if coded(column) else [],
        seats=[at("seat", place) for place in places],
        positions=[at("position", place) for place in places],
        **then,
    )


def _replays(summed: Tally, fans: list[Fan]) -> list[Replay]:
    firsts, points = summed.firsts, summed.counts["points"]
    chosen = []
    if points:
        middle = estimates.quantile(points, 0.5)[0]
        for why, amount in (("typical", middle), ("largest", max(points))):
            hand, seat = firsts.by_points[amount]
            chosen.append(Replay(why=why, hand=hand, seat=seat, amount=amount))
    if firsts.greatest_loss is not None and firsts.greatest_loss[0] < 0:
        amount, hand, seat = firsts.greatest_loss
        chosen.append(Replay(why="greatest_loss", hand=hand, seat=seat, amount=amount))
    if firsts.longest is not None:
        draws, hand = firsts.longest
        chosen.append(Replay(why="longest", hand=hand, amount=draws))
    rare = [fan for fan in fans if fan.first_hand is not None and (fan.rate.value or 0) < RARE_FAN]
    rare.sort(key=lambda fan: (fan.count, fan.id))
    chosen += [
        Replay(why="rare_fan", hand=fan.first_hand, fan=fan.id)
        for fan in rare[: MOST_REPLAYS - len(chosen)]
        if fan.first_hand is not None
    ]
    return chosen
