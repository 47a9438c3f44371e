"""The balance of a rule set, estimated from a run."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from hupai.analysis.assemble import assemble
from hupai.analysis.tally import tally

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping

    import pandas as pd

    from hupai.analysis.document import Distribution, Document, Estimate
    from hupai.simulate import Recorded


def balance(run: Recorded | str | os.PathLike[str]) -> Balance:
    """Estimate how a rule set plays and pays.

    Parameters
    ----------
    run
        A run, its folder, or what `settle` gave; its tables are read once, piece by piece.

    Returns
    -------
    Balance
        Estimates with 95 % intervals as pandas DataFrames, and the document that reports are made from.

    Raises
    ------
    UsageError
        If `run` is neither a run nor a folder.
    RunError
        If the folder is no run, a part of it is missing, damaged or foreign, or the run has no hands yet.

    Examples
    --------
    >>> balance("runs/hefei").positions["score"]  # doctest: +SKIP
    """
    from hupai.simulate import recorded

    read = recorded(run)
    return Balance(assemble(read, tally(read)))


class Balance:
    """Estimates of a run, as pandas DataFrames.

    Each estimate ``x`` in a frame stands in the columns ``x``, ``x_low``, ``x_high`` (95 % interval; NaN
    where there are too few observations) and ``x_n`` (observations it rests on); where a row is one estimate,
    in ``value``, ``low``, ``high``, ``n`` and ``events`` (how many of the observations count, of a rate).
    Rates are shares (0 … 1); scores and points are in units of the base stake. A position is relative to the
    dealer, 0 the dealer itself; a turn is a seat's own draws so far.

    Parameters
    ----------
    document
        What `report.json` holds.

    Attributes
    ----------
    headline
        Index ``measure``, one estimate a row. Of hands: ``win_rate``, ``draw_rate``, ``leave_rate``,
        ``self_draw_rate``, ``discard_rate``, ``rob_rate`` (how they end), ``several_rate`` (several winners),
        ``streak_rate`` (the dealer stayed on), ``length`` (tiles drawn), ``moved`` (money that changes
        hands), ``chows``, ``pungs``, ``kongs`` (of all four). Of won hands: ``self_draw_share``; of those won
        off a discard: ``several_share``. Of wins: ``points``, ``gain`` (all payers together), ``win_turn``.
        Of each seat's hands: ``ready_rate``, ``ready_turn`` (when first ready), ``ready_win_rate`` (of those
        ever ready, won), ``ready_at_draw`` (of drawn hands).
    positions
        Index ``position``. Estimates of its hands: ``win_rate``, ``self_draw_rate``, ``discard_rate``,
        ``rob_rate`` (wins, and how), ``fed_rate`` (dealt in), ``robbed_rate``, ``lost_rate`` (lost money),
        ``ready_rate``, ``score`` (mean result), ``spread`` (its standard deviation), ``ready_turn``,
        ``chows``, ``pungs``, ``kongs``.
    seats
        Index ``seat``: ``strategy``, and the same estimates.
    money
        Index ``line``, the mean amount a hand of position 0 to 3 in the columns ``0`` to ``3``. Lines that
        add up to the line ``total``: by way (``won_self``, ``won_discard``, ``won_rob``, ``fed``, ``robbed``,
        ``self_of_others``, ``discard_of_others``, ``nobody_won``), and by part, ``PART/net`` of
        ``PART/received`` and ``PART/paid``.
    fans
        Index ``fan``; the last row, ``other``, is what no fan explains: ``zh``, ``en``, ``value`` under these
        options, ``how`` it counts, ``count`` of wins that have it, ``one_in`` so many hands; estimates of
        ``rate`` (of hands), ``of_wins`` (of wins), ``times`` (how often it counts, a hand), ``points`` (mean,
        of the wins that have it), ``share`` (of all points paid); ``first_hand`` that has it.
    scores
        Quantiles: ``of`` (``points`` of a win, or ``result`` of a seat in a hand), ``share`` of observations
        up to ``value``, with ``low`` and ``high``.
    histograms
        ``of`` as above; ``count`` of observations from ``low`` to ``high``.
    turns
        ``of`` (a way of winning, or ``ready``), ``turn``, ``count`` of wins, or of seats first ready then.
    lengths
        ``draws``, ``count`` of hands with so many tiles drawn after the deal.
    needs
        Index ``need``, tiles short when dealt (last row: or more): ``rate``, ``win_rate``, ``score``.
    streaks
        Index ``streak``, how often the dealer had dealt in a row before (last row: or more): ``rate``.
    topics
        What only this variant's report tells, one estimate a row: ``topic``, ``table``, ``measure`` and
        ``cell``.
    own
        The variant's own columns: ``column``, ``of`` (``all``, ``value``, ``seat`` or ``position``),
        ``place`` (which of them); estimates of ``rate`` (how often it happens), ``mean``, and of seats to
        which it happens ``win_rate``, ``fed_rate``, ``score``.
    """

    def __init__(self, document: Document) -> None:
        self.document = document

    def to_json(self) -> dict[str, Any]:
        """Return the content of `report.json`: estimates only, never rows."""
        return self.document.model_dump(mode="json")

    @cached_property
    def headline(self) -> pd.DataFrame:
        """Rates and means of the whole run, one row a measure."""
        measures = [*self.document.headline, *self.document.ready, *self.document.claims]
        return _frame(
            ({"measure": m.key, "value": m.estimate.value, **_ends(m.estimate)} for m in measures), "measure"
        )

    @cached_property
    def positions(self) -> pd.DataFrame:
        """One row a position relative to the dealer, from 0 (the dealer) to 3."""
        return _frame(
            ({"position": p.place, **_flat(p.estimates)} for p in self.document.positions), "position"
        )

    @cached_property
    def seats(self) -> pd.DataFrame:
        """One row a seat, with the strategy that sat there."""
        return _frame(
            ({"seat": p.place, "strategy": p.strategy, **_flat(p.estimates)} for p in self.document.seats),
            "seat",
        )

    @cached_property
    def money(self) -> pd.DataFrame:
        """Mean amount a hand by position, one row for each way and part it comes by."""
        lines = [*self.document.ways, *self.document.parts, self.document.total]
        return _frame(
            (
                {"line": line.key, **_flat({str(i): e for i, e in enumerate(line.positions)})}
                for line in lines
            ),
            "line",
        )

    @cached_property
    def fans(self) -> pd.DataFrame:
        """One row a fan, in the order of the declaration; ``other`` is what no fan explains.

        ``rate`` is per hand, ``of_wins`` per win, ``times`` how often it counts in a hand, ``points`` of
        the wins that have it, ``share`` its share of all points paid.
        """
        rows = [
            {
                "fan": fan.id,
                "zh": fan.title.zh,
                "en": fan.title.en,
                "value": fan.value,
                "how": fan.how,
                "count": fan.count,
                "one_in": 1 / fan.rate.value if fan.rate.value else None,
                **_flat({key: getattr(fan, key) for key in ("rate", "of_wins", "times", "points", "share")}),
                "first_hand": fan.first_hand,
            }
            for fan in self.document.fans
        ]
        rows.append({"fan": "other", **_flat({"share": self.document.fan_other})})
        return _frame(rows, "fan")

    @cached_property
    def scores(self) -> pd.DataFrame:
        """Quantiles of the points of a win and of a seat's result in a hand."""
        return _frame(
            {"of": name, "share": q.share, "value": q.value, "low": q.low, "high": q.high}
            for name, spread in (("points", self.document.points), ("result", self.document.results))
            for q in spread.quantiles
        )

    @cached_property
    def histograms(self) -> pd.DataFrame:
        """Counts by bins of the points of a win and of a seat's result in a hand."""
        spreads: tuple[tuple[str, Distribution], ...] = (
            ("points", self.document.points),
            ("result", self.document.results),
        )
        return _frame({"of": name, **b.model_dump()} for name, spread in spreads for b in spread.bins)

    @cached_property
    def turns(self) -> pd.DataFrame:
        """Wins by the winner's own draws so far and by way; seats by the draw that first made them ready."""
        rows: list[dict[str, Any]] = [
            {"of": way, "turn": b.low, "count": b.count}
            for way, bins in self.document.win_turns.items()
            for b in bins
        ]
        rows += [{"of": "ready", "turn": b.low, "count": b.count} for b in self.document.ready_turns]
        return _frame(rows)

    @cached_property
    def lengths(self) -> pd.DataFrame:
        """Hands by the number of tiles drawn after the deal."""
        return _frame({"draws": b.low, "count": b.count} for b in self.document.lengths)

    @cached_property
    def needs(self) -> pd.DataFrame:
        """How often a hand is dealt so many tiles short, and what becomes of it; last row: or more."""
        return _frame(({"need": p.place, **_flat(p.estimates)} for p in self.document.needs), "need")

    @cached_property
    def streaks(self) -> pd.DataFrame:
        """Share of hands by how often their dealer had dealt in a row before; last row: or more."""
        return _frame(
            ({"streak": int(m.key), **_flat({"rate": m.estimate})} for m in self.document.streaks), "streak"
        )

    @cached_property
    def topics(self) -> pd.DataFrame:
        """What only this variant's report tells: one row a topic, table, measure and cell of the table.

        A cell is the key of a row of the table; of tables without rows ``all`` and, where they are told by
        places, ``position_0`` … ``seat_3``.
        """
        return _frame(
            {
                "topic": topic.key,
                "table": table.key,
                "measure": measure.key,
                "cell": cell,
                "value": estimate.value,
                **_ends(estimate),
            }
            for topic in self.document.topics
            for table in topic.tables
            for measure in table.measures
            for cell, estimate in measure.estimates.items()
        )

    @cached_property
    def own(self) -> pd.DataFrame:
        """What the variant records of its own: one row a column, overall, by seat and by position."""
        rows = []
        for column in self.document.own:
            overall = {
                key: found
                for key in ("rate", "mean", "win_rate", "fed_rate", "score")
                if (found := getattr(column, key)) is not None
            }
            rows.append({"column": column.name, "of": "all", "place": None, **_flat(overall)})
            rows += [
                {"column": column.name, "of": "value", "place": int(m.key), **_flat({"rate": m.estimate})}
                for m in column.values
            ]
            for of, places in (("seat", column.seats), ("position", column.positions)):
                rows += [
                    {"column": column.name, "of": of, "place": at, **_flat(found)}
                    for at, found in enumerate(places)
                ]
        return _frame(rows)


def _ends(estimate: Estimate) -> dict[str, Any]:
    return {"low": estimate.low, "high": estimate.high, "n": estimate.n, "events": estimate.events}


def _flat(estimates: Mapping[str, Estimate]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, estimate in estimates.items():
        flat[name] = estimate.value
        flat[f"{name}_low"], flat[f"{name}_high"], flat[f"{name}_n"] = estimate.low, estimate.high, estimate.n
    return flat


def _frame(rows: Iterable[dict[str, Any]], index: str | None = None) -> pd.DataFrame:
    import pandas as pd

    frame = pd.DataFrame(list(rows))
    return frame.set_index(index) if index is not None and len(frame) else frame
