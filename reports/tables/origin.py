"""Where the numbers come from: settings, options, hands to look at."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hupai.reports import numbers
from hupai.reports.blocks import Column, Table, count_cell, words_cell

if TYPE_CHECKING:
    from hupai.analysis.document import Document, Option
    from hupai.reports.words import Words


def options(document: Document, words: Words) -> Table:
    """Every option in force; those changed first come to the eye."""
    rows = []
    for option in document.rules.options:
        value, default = written(option, words), written_default(option, words)
        said = "" if option.said is None else words.of(option.said)
        # In 中文 the name that scripts and --set take stands below the option's own.
        named = (option.clause,) if words.of(option.title) == option.name else (option.name, option.clause)
        rows.append(
            [
                words_cell(words.of(option.title), small=" · ".join(filter(None, named)), raw=option.name),
                words_cell(value, strong=option.changed, code=True, small=said, raw=_json(option.value)),
                words_cell(default if option.changed else "", code=option.changed, raw=_json(option.default)),
                words_cell(words(f"kind.{option.kind}"), raw=option.kind),
                words_cell(words.of(option.meaning)),
                words_cell(words("option.changed") if option.changed else "", raw=option.changed),
            ]
        )
    columns = [
        Column.words(words(f"column.{name}"), name)
        for name in ("option", "in_force", "default", "kind", "meaning", "changed")
    ]
    return Table("options", words("table.options"), columns, rows)


def written(option: Option, words: Words) -> str:
    """Write an option's value in force; of a mapping only what was given."""
    if isinstance(option.value, dict):
        given = option.given or {}
        return ", ".join(f"{key} = {_json(entry)}" for key, entry in given.items()) or words(
            "option.as_declared"
        )
    return _plain(option.value)


def written_default(option: Option, words: Words) -> str:
    """Write an option's default; of a mapping that it is as declared."""
    return words("option.as_declared") if isinstance(option.default, dict) else _plain(option.default)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def replays(document: Document, words: Words) -> Table:
    """Hands worth a look, with the command that shows each."""
    titles = {fan.id: words.of(fan.title) for fan in document.fans}
    unit = words.of(document.rules.unit)
    rows = []
    for replay in document.replays:
        why = words(
            f"replay.{replay.why}",
            fan=titles.get(replay.fan or "", ""),
            amount=numbers.whole(replay.amount),
            seat=replay.seat,
            unit=unit,
            money=words("unit.money"),
        )
        command = document.origin.replay.replace(" N", f" {replay.hand}") + " --pretty"
        rows.append([words_cell(why), count_cell(replay.hand), words_cell(command, code=True)])
    columns = [
        Column.words(words("column.why"), "why"),
        Column.count(words("column.hand"), "hand"),
        Column.words(words("column.command"), "command"),
    ]
    return Table("replays", words("table.replays"), columns, rows)


def provenance(document: Document, words: Words) -> Table:
    """What made the numbers."""
    source = document.origin
    facts: list[tuple[str, str]] = [
        ("variant", f"{words.of(document.rules.title)} ({document.rules.variant})"),
        ("deck", words.of(document.rules.deck)),
        ("sources", words.of(document.rules.sources)),
        ("hash", document.rules.hash),
        ("hands", numbers.whole(source.hands)),
        (
            "tables",
            words("provenance.tables_of", n=numbers.whole(source.tables), hands=source.hands_per_table),
        ),
        ("wins", numbers.whole(source.wins)),
        ("line_up", ", ".join(source.seats)),
        ("seed", str(source.seed)),
        ("versions", ", ".join(f"{name} {version}" for name, version in source.versions.items())),
        ("manifest", source.manifest_sha256),
    ]
    rows = [
        [
            words_cell(words(f"provenance.{key}"), raw=key),
            words_cell(text, code=key in ("hash", "manifest", "line_up")),
        ]
        for key, text in facts
    ]
    columns = [Column.words(words("column.what"), "what"), Column.words(words("column.value"), "value")]
    return Table("provenance", words("table.provenance"), columns, rows)
