"""The sentences of the first screen: what matters most, in words computed from the estimates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hupai.reports import numbers
from hupai.reports.blocks import Fact

if TYPE_CHECKING:
    from hupai.analysis.document import Document, Estimate, Finding
    from hupai.reports.words import Words

SHARES = frozenset(
    {"draw_rate", "win_rate", "self_draw_share", "several_rate", "dealer_win", "share", "of_wins"}
)
"""The estimates of findings that are shares; the others are amounts."""

COUNTS = frozenset({"fans", "all"})
"""The numbers of findings that count things."""


def sentences(document: Document, words: Words) -> list[tuple[str, str]]:
    """Return the findings, the gravest first: the question that each answers, and the answer."""
    return [
        (words(f"question.{finding.question}"), sentence(finding, document, words))
        for finding in document.findings
    ]


def sentence(finding: Finding, document: Document, words: Words) -> str:
    """Write one finding."""
    holes = {"unit": words.of(document.rules.unit), "money": words("unit.money")}
    for name, estimate in finding.estimates.items():
        if name in SHARES:
            holes[name], holes[f"{name}_interval"] = (
                numbers.percent(estimate),
                numbers.percent_interval(estimate),
            )
        else:
            signed = name != "length"
            holes[name] = numbers.amount(estimate, plus=signed)
            holes[f"{name}_interval"] = numbers.interval(estimate, plus=signed)
    for name, value in finding.numbers.items():
        if name == "share":
            holes[name] = f"{100 * value:.1f}%"
        elif name in COUNTS or name.endswith("_seat"):
            holes[name] = numbers.whole(value)
        else:
            holes[name] = numbers.significant(value, 2)
    holes |= {name: words.of(text) for name, text in finding.texts.items()}
    return words(f"finding.{finding.kind}", **holes)


def facts(document: Document, words: Words) -> list[Fact]:
    """Return the figures of the first screen, each with its interval."""
    measures = {measure.key: measure.estimate for measure in document.headline}
    dealer = document.positions[0].estimates
    unit = words.of(document.rules.unit)
    shown: list[tuple[str, Estimate, bool]] = [
        ("dealer_win", dealer["win_rate"], True),
        ("dealer_score", dealer["score"], False),
        ("draw_rate", measures["draw_rate"], True),
        ("self_draw_share", measures["self_draw_share"], True),
        ("several_rate", measures["several_rate"], True),
        ("points", measures["points"], False),
    ]
    found = []
    for key, estimate, share in shown:
        plus = key == "dealer_score"
        value = numbers.percent(estimate) if share else numbers.amount(estimate, plus=plus)
        ends = numbers.percent_interval(estimate) if share else numbers.interval(estimate, plus=plus)
        found.append(
            Fact(
                words(f"fact.{key}", unit=unit, money=words("unit.money")),
                value,
                numbers.few(estimate) or words("fact.interval", interval=ends),
            )
        )
    return found


def balance_line(document: Document, words: Words) -> tuple[bool, str]:
    """Return whether the run's sums are in order, and the line that says so."""
    checks = document.checks
    sound = not (checks.unbalanced_hands or checks.parts_differ or checks.winners_differ)
    return sound, words(
        "check.sound" if sound else "check.unsound",
        hands=numbers.whole(checks.hands),
        total=numbers.whole(checks.total),
        unbalanced=numbers.whole(checks.unbalanced_hands),
        parts=numbers.whole(checks.parts_differ),
        winners=numbers.whole(checks.winners_differ),
    )


def seats(document: Document) -> str:
    """Return who sat in the four seats."""
    names = document.origin.seats
    return f"4 × {names[0]}" if len(set(names)) == 1 else ", ".join(names)


def line_up(document: Document, words: Words) -> str:
    """Return the caveat that always stands beside the findings: who played."""
    names = document.origin.seats
    if len(set(names)) == 1:
        return words("caveat.same", strategy=names[0])
    return words("caveat.mixed", strategies=", ".join(names))
