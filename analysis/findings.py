"""The findings that matter most: one on whether the rules are fair, one on pace, one on price.

Each question has several candidate answers. A candidate weighs by how far its number lies from what a
designer would call unremarkable, on a scale on which 1 is grave; the heaviest of each question is told, the
heaviest first. Only kinds and numbers are decided here; the sentences are the report's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hupai.analysis.document import Estimate, Finding

if TYPE_CHECKING:
    from hupai.analysis.document import Fan, Measure, Place, RuleSet

NEVER = 1e-5
"""A fan rarer than once in so many hands never happens to a player."""


def findings(
    *, rules: RuleSet, positions: list[Place], seats: list[Place], headline: list[Measure], fans: list[Fan]
) -> list[Finding]:
    """Choose the three findings.

    Parameters
    ----------
    rules, positions, seats, headline, fans
        The parts of the document that they are drawn from.
    """
    measures = {measure.key: measure.estimate for measure in headline}
    questions = (
        _fair(positions, seats),
        _pace(measures),
        _price(rules, fans, measures),
    )
    chosen = [max(candidates, key=lambda finding: finding.weight) for candidates in questions if candidates]
    return sorted(chosen, key=lambda finding: -finding.weight)


def _fair(positions: list[Place], seats: list[Place]) -> list[Finding]:
    found = []
    dealer, spread = positions[0].estimates["score"], positions[0].estimates["spread"].value
    if dealer.value is not None and spread:
        effect = abs(dealer.value) / spread
        named = {"dealer": dealer, "dealer_win": positions[0].estimates["win_rate"]}
        named |= {f"place_{place.place}": place.estimates["score"] for place in positions[1:]}
        numbers = {"spread": spread}
        if _clear(dealer):
            # (1.96 σ/d)²: hands until the edge stands out of luck.
            numbers["hands_to_notice"] = (1.96 / effect) ** 2
            kind = "dealer_gains" if dealer.value > 0 else "dealer_loses"
            found.append(
                Finding(
                    question="fair", kind=kind, weight=min(1.0, 10 * effect), estimates=named, numbers=numbers
                )
            )
        else:
            found.append(
                Finding(question="fair", kind="dealer_even", weight=0.1, estimates=named, numbers=numbers)
            )
    if len({seat.strategy for seat in seats}) > 1:
        order = sorted(seats, key=lambda seat: seat.estimates["score"].value or 0.0)
        worst, best = order[0], order[-1]
        if _clear(best.estimates["score"]):
            found.append(
                Finding(
                    question="fair",
                    kind="strategies_differ",
                    weight=0.9,
                    estimates={"best": best.estimates["score"], "worst": worst.estimates["score"]},
                    numbers={"best_seat": best.place, "worst_seat": worst.place},
                )
            )
    return found


def _pace(measures: dict[str, Estimate]) -> list[Finding]:
    found = []
    drawn, shared = measures["draw_rate"], measures["self_draw_share"]
    named = {
        key: measures[key] for key in ("draw_rate", "win_rate", "self_draw_share", "several_rate", "length")
    }
    if drawn.value is not None:
        kind = "many_drawn" if drawn.value > 0.15 else "few_drawn"
        found.append(
            Finding(
                question="pace",
                kind=kind,
                weight=min(1.0, 0.15 + 2 * max(0.0, drawn.value - 0.1)),
                estimates=named,
            )
        )
    if shared.value is not None:
        kind = "mostly_self_draw" if shared.value > 0.5 else "mostly_discard"
        weight = max(0.0, abs(shared.value - 0.5) * 1.6 - 0.1)
        found.append(Finding(question="pace", kind=kind, weight=min(1.0, weight), estimates=named))
    several = measures["several_rate"]
    if several.value is not None and several.value > 0.05:
        found.append(
            Finding(
                question="pace", kind="several_often", weight=min(1.0, 4 * several.value), estimates=named
            )
        )
    return found


def _price(rules: RuleSet, fans: list[Fan], measures: dict[str, Estimate]) -> list[Finding]:
    found = []
    paid = [fan for fan in fans if fan.share.value]
    if paid:
        top = max(paid, key=lambda fan: fan.share.value or 0.0)
        share = top.share.value or 0.0
        found.append(
            Finding(
                question="price",
                kind="one_fan_pays",
                weight=max(0.05, min(1.0, 1.4 * (share - 0.2))),
                estimates={"share": top.share, "of_wins": top.of_wins},
                texts={"fan": top.title, "unit": rules.unit},
            )
        )
    mean = measures["points"].value
    large = [fan for fan in paid if mean and fan.value >= 3 * mean and fan.count]
    if large:
        share = sum(fan.share.value or 0.0 for fan in large)
        rate = sum(fan.rate.value or 0.0 for fan in large)
        found.append(
            Finding(
                question="price",
                kind="large_fans",
                weight=min(1.0, 1.5 * share),
                numbers={"fans": len(large), "share": share, "one_in": 1 / rate},
                texts={"unit": rules.unit},
            )
        )
    rare = [fan for fan in fans if fan.rate.high is not None and fan.rate.high < NEVER]
    if rare:
        found.append(
            Finding(
                question="price",
                kind="fans_never",
                weight=min(0.8, 0.25 + 0.05 * len(rare)),
                numbers={"fans": len(rare), "all": len(fans)},
                texts={"fan": rare[0].title},
            )
        )
    return found


def _clear(estimate: Estimate) -> bool:
    """Return whether the interval lies on one side of zero."""
    return estimate.low is not None and estimate.high is not None and (estimate.low > 0 or estimate.high < 0)
