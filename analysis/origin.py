"""Where a report's numbers come from: the run's settings, and the commands that make it again."""

from __future__ import annotations

import hashlib
import json
import shlex
from typing import TYPE_CHECKING, Any

from hupai.analysis.document import Option, Origin, RuleSet, Text
from hupai.ext.engine.strategies import STRATEGIES
from hupai.ext.seats import format_seats

if TYPE_CHECKING:
    from hupai.analysis.tally import Tally
    from hupai.ext.rules import Rules
    from hupai.simulate import Recorded


def both(said: Any) -> Text:
    """Return the two languages of a declared name."""
    return Text(zh=said.zh, en=said.en)


def rule_set(rules: Rules) -> RuleSet:
    """Describe the rules with every option in force, those that differ from the default marked."""
    definition, given, force = rules.definition, rules.given, rules.options
    variant = definition.variant
    return RuleSet(
        variant=rules.name,
        title=both(variant),
        deck=both(variant.deck),
        sources=both(variant.sources),
        unit=both(variant.unit),
        hash=rules.hash,
        options=[
            Option(
                name=option.name,
                title=Text(zh=option.zh, en=option.name),
                clause=option.clause,
                kind=option.kind,
                value=force[option.name],
                said=said(option, force[option.name]),
                default=option.default,
                given=given.get(option.name),
                changed=option.name in given,
                meaning=both(option.meaning),
            )
            for option in definition.options
        ],
    )


def said(option: Any, value: Any) -> Text | None:
    """Return the two languages of a value that is a word, or null where that has a name."""
    if value is None and option.null is not None:
        return both(option.null)
    # Of the kinds of option only words have a list of named choices.
    choices = [choice for choice in getattr(option, "values", None) or () if hasattr(choice, "zh")]
    return next((both(choice) for choice in choices if choice.name == value), None)


def origin(run: Recorded, summed: Tally) -> Origin:
    """Say how the run was made, and how to make it again."""
    manifest = run.manifest
    seats = [format_seats([seat], STRATEGIES) for seat in run.seats]
    words = [
        "hupai",
        "simulate",
        run.rules.name,
        "--hands",
        str(summed.checks.hands),
        "--seed",
        str(run.seed),
    ]
    words += [
        "--seats",
        format_seats(run.seats, STRATEGIES),
        "--hands-per-table",
        str(manifest.hands_per_table),
    ]
    for name, value in settings(run.rules):
        words += ["--set", f"{name}={value}"]
    return Origin(
        hands=summed.checks.hands,
        tables=summed.tables,
        hands_per_table=manifest.hands_per_table,
        wins=summed.checks.wins,
        seats=seats,
        seed=run.seed,
        versions={name: str(version) for name, version in versions(manifest).items()},
        manifest_sha256=hashlib.sha256((run.path / "manifest.json").read_bytes()).hexdigest(),
        simulate=shlex.join([*words, "--out", "RUN"]),
        report="hupai report RUN --out DIR",
        replay="hupai replay RUN --hand N",
    )


def versions(manifest: Any) -> dict[str, Any]:
    """Return the versions of program, schema and random stream that made the run."""
    return dict(manifest.versions.model_dump(by_alias=True))


def settings(rules: Rules) -> list[tuple[str, str]]:
    """Return the options that differ from the defaults as ``--set`` takes them, mappings entry by entry."""
    flat: list[tuple[str, str]] = []
    for name, value in rules.given.items():
        if isinstance(value, dict):
            flat += [(f"{name}.{key}", _written(entry)) for key, entry in value.items()]
        else:
            flat.append((name, _written(value)))
    return flat


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
