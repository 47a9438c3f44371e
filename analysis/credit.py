"""What each fan of a win is worth of its points.

A fan that adds is credited its value, each time it counts; a fan that stands for the whole pattern likewise.
Those that multiply share what they add by Shapley's value (Shapley 1953): each gets the mean, over all orders
in which they could have come, of what it added when it came. A pattern without a value of its own (its worth
follows from something else) takes what the others leave. What no fan explains (a cap, a factor that is never
listed) is not credited, and stands in the report as "other"; it is negative where a cap cuts.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hupai.ext.rules import Rules

    Ints = NDArray[np.int64]

ADDING = frozenset({"add", "addition", "base", "pattern", "replace"})
"""How a fan counts when it is credited its own value (`hupai.ext.rules.definition.Fan.how`)."""
MULTIPLYING = frozenset({"multiply", "factor"})
"""How a fan counts when it shares what all factors together add."""
PATTERNS = frozenset({"base", "pattern"})
"""How a fan counts when it stands for the whole hand."""


@dataclass(frozen=True)
class FanWorth:
    """The fans of a rule set as credit sees them.

    Attributes
    ----------
    identifiers
        In the order of the declaration.
    values
        In force, (fans,).
    hows
        How each enters the points.
    """

    identifiers: tuple[str, ...]
    values: Ints
    hows: tuple[str, ...]

    @classmethod
    def of(cls, rules: Rules) -> FanWorth:
        """Read the fans of `rules` with the values in force."""
        named = rules.options.get("fan_values")
        given = named if isinstance(named, dict) else {}
        fans = rules.definition.fans
        values = [given[fan.id] if given.get(fan.id) is not None else fan.value for fan in fans]
        return cls(
            tuple(fan.id for fan in fans), np.array(values, dtype=np.int64), tuple(fan.how for fan in fans)
        )

    def credit(self, counted: tuple[Ints, Ints, Ints], points: Ints) -> NDArray[np.float64]:
        """Credit the points of wins to their fans.

        Parameters
        ----------
        counted
            Of which win, which fan, how often; (entries,) each, every pair of win and fan once.
        points
            Of each win, (wins,).

        Returns
        -------
        ndarray
            Points credited to each entry, (entries,). Those of one win may sum to less, or under a cap to
            more, than its points.
        """
        win, fan, times = counted
        hows = np.array(self.hows)
        credited = np.where(np.isin(hows, list(ADDING))[fan], self.values[fan] * times, 0).astype(float)
        factors = np.flatnonzero(np.isin(hows, list(MULTIPLYING)))
        here = np.flatnonzero(np.isin(fan, factors))
        if here.size:
            base = np.bincount(win, weights=credited, minlength=len(points))
            bit = np.zeros(len(hows), dtype=np.int64)
            bit[factors] = 1 << np.arange(len(factors))
            pattern = np.zeros(len(points), dtype=np.int64)
            np.add.at(pattern, win[here], bit[fan[here]])
            for held in np.unique(pattern[win[here]]).tolist():
                among = [int(factor) for factor in factors if held & int(bit[factor])]
                shares = dict(zip(among, shapley([int(self.values[f]) for f in among]), strict=True))
                entries = here[pattern[win[here]] == held]
                credited[entries] = base[win[entries]] * np.array([shares[f] for f in fan[entries].tolist()])
        whole = np.flatnonzero((np.isin(hows, list(PATTERNS)) & (self.values == 0))[fan])
        if whole.size:
            left = points - np.bincount(win, weights=credited, minlength=len(points))
            among_times = np.bincount(win[whole], weights=times[whole], minlength=len(points))
            credited[whole] = left[win[whole]] * times[whole] / among_times[win[whole]]
        return credited


def shapley(factors: list[int]) -> list[float]:
    """Share what factors add to 1 when they are multiplied.

    Parameters
    ----------
    factors
        At least 1 each.

    Returns
    -------
    list of float
        Each factor's share; together product − 1.
    """
    shares = []
    for index, factor in enumerate(factors):
        others = factors[:index] + factors[index + 1 :]
        gained = sum(
            prod(before) * (factor - 1) / comb(len(others), size)
            for size in range(len(others) + 1)
            for before in combinations(others, size)
        )
        shares.append(gained / len(factors))
    return shares
