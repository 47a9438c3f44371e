"""When a run is long enough: judged part by part on the half-widths of the report's own intervals.

An expression names metrics and the half-widths wanted of their 95 % intervals:
``win_rate±0.001 and dealer.score±0.05``. Metrics are

- those of the headline: ``win_rate``, ``draw_rate``, ``self_draw_share``, ``points``, ``length`` …;
- ``PLACE.MEASURE`` with `dealer`, `a2`, `a3`, `a4` or `seat0` … `seat3`, and ``score``, ``win_rate``,
  ``fed_rate``, ``spread`` …;
- ``fan.ID.MEASURE`` with ``rate``, ``of_wins``, ``times``, ``points`` or ``share``.

To stop on precision, and not on significance, leaves the intervals as honest as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hupai.analysis.assemble import MEANS, PLACE_MEANS, PLACE_RATES, RATES, Estimates
from hupai.analysis.estimates import Estimate, proportion, ratio, spread
from hupai.analysis.piece import Piece
from hupai.analysis.tally import Tally
from hupai.ext.errors import UsageError, nearest

if TYPE_CHECKING:
    from pathlib import Path

    from hupai.ext.rules import Rules

PLACES = {"dealer": "position/0", "a2": "position/1", "a3": "position/2", "a4": "position/3"} | {
    f"seat{seat}": f"seat/{seat}" for seat in range(4)
}
FAN_RATES, FAN_MEANS = ("rate", "of_wins"), ("times", "points", "share")
TERM = re.compile(r"\s*(?P<metric>[\w.]+)\s*(?:±|\+-|\+/-)\s*(?P<half>[0-9.eE+-]+)\s*")


@dataclass(frozen=True)
class Target:
    """A metric, where the tally holds it, and the half-width wanted."""

    metric: str
    path: str
    half_width: float


class Precision:
    """Judges after each part of a run, in order, whether its intervals are narrow enough.

    Parameters
    ----------
    rules
        Of the run.
    expression
        Metrics and half-widths, joined by ``and``.

    Raises
    ------
    UsageError
        If the expression cannot be read, or names an unknown metric.

    Examples
    --------
    >>> from hupai.ext.rules import rules
    >>> [target.half_width for target in Precision(rules("hefei"), "win_rate±0.001 and points±0.2").targets]
    [0.001, 0.2]
    """

    def __init__(self, rules: Rules, expression: str) -> None:
        self._tally = Tally(rules)
        self._known = metrics(rules)
        self.targets = tuple(self._target(term) for term in re.split(r"\s+and\s+", expression.strip()))

    def __call__(self, hands: Path, wins: Path) -> bool:
        """Take the next part's two files; return whether every half-width is reached."""
        import polars as pl

        self._tally.add(Piece(pl.read_parquet(hands), pl.read_parquet(wins), self._tally.worth.identifiers))
        return self.met

    @property
    def met(self) -> bool:
        """Whether every half-width is reached by what was taken so far."""
        found = ((self.estimate(target).half_width, target.half_width) for target in self.targets)
        return all(half is not None and half <= wanted for half, wanted in found)

    def estimate(self, target: Target) -> Estimate:
        """Estimate a target's metric from what was taken so far."""
        moments = Estimates(self._tally).moments(target.path)
        measure = target.path.rsplit("/", 1)[1]
        if measure == "spread":
            return spread(moments)
        rate = measure in RATES or measure in PLACE_RATES or measure in FAN_RATES
        if rate and moments.totals[0] <= moments.totals[1]:
            return proportion(moments)
        return ratio(moments)

    def _target(self, term: str) -> Target:
        read = TERM.fullmatch(term)
        half = _positive(read["half"]) if read else None
        if read is None or half is None:
            raise UsageError(
                f'--until: "{term}" is no metric with a half-width. Write METRIC±HALF_WIDTH, such as '
                "win_rate±0.001; several are joined by `and`."
            )
        metric = read["metric"]
        if metric not in self._known:
            near = nearest(metric, self._known)
            hint = f" Did you mean {near}?" if near else ""
            raise UsageError(
                f'--until: there is no metric "{metric}".{hint} Metrics: {", ".join((*RATES, *MEANS))}; '
                f"{'|'.join(PLACES)} with .score, .win_rate, .fed_rate …; fan.ID.rate, fan.ID.share …."
            )
        return Target(metric, self._known[metric], half)


def metrics(rules: Rules) -> dict[str, str]:
    """Return every metric's name and where the tally holds it."""
    known = {name: f"headline/{name}" for name in (*RATES, *MEANS)}
    for place, root in PLACES.items():
        for name in (*PLACE_RATES, *PLACE_MEANS, "spread"):
            known[f"{place}.{name}"] = f"{root}/{name}"
    for fan in rules.definition.fans:
        for name in (*FAN_RATES, *FAN_MEANS):
            known[f"fan.{fan.id}.{name}"] = f"fan/{fan.id}/{name}"
    return known


def _positive(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 < value < float("inf") else None
