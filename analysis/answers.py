"""From the sums of a variant's topics to what `report.json` holds of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hupai.analysis import document
from hupai.analysis.document import TopicMeasure, TopicOption, TopicRow
from hupai.analysis.origin import both, said
from hupai.analysis.topics import Asked, asked, cells
from hupai.ext.rules import topics
from hupai.ext.rules.options import MapOption
from hupai.ext.rules.topic import HOLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from hupai.analysis import estimates
    from hupai.analysis.document import Estimate
    from hupai.analysis.topics import TopicTally
    from hupai.ext.rules import Rules
    from hupai.ext.rules.topic import Topic, TopicTable

    Plain = Callable[[estimates.Estimate], Estimate]


def answers(summed: TopicTally, rules: Rules, plain: Plain) -> list[document.Topic]:
    """Estimate what a variant's topics ask.

    Parameters
    ----------
    summed
        The sums of a run.
    rules
        Of the run.
    plain
        Turns an estimate into that of the document.
    """
    return [_answer(topic, summed, rules, plain) for topic in topics(rules.name)]


def _answer(topic: Topic, summed: TopicTally, rules: Rules, plain: Plain) -> document.Topic:
    filled: dict[tuple[str, str], dict[str, Estimate]] = {}
    first: dict[tuple[str, str], Asked] = {}
    for table, measure, one in asked(topic, rules):
        at = table.key, measure.key
        first.setdefault(at, one)
        for cell in cells(table, one):
            filled.setdefault(at, {})[cell] = _estimate(summed, one, cell, plain)
    seen = topic.seen is None or bool(_held(filled, topic.seen).value)
    unseen = topic.unseen
    return document.Topic(
        key=topic.key,
        title=both(topic),
        says=both(topic.says if seen or unseen is None else unseen),
        seen=seen,
        options=[_option(name, rules) for name in topic.options],
        tables=[_table(table, filled, first) for table in topic.tables],
    )


def _estimate(summed: TopicTally, one: Asked, cell: str, plain: Plain) -> Estimate:
    found = plain(summed.estimate(one, cell))
    if one.proportion or one.kind == "spread":
        return found
    # What cannot be negative has no interval that is; over an amount of money a count of hands says more.
    ends = {} if one.signed or found.low is None else {"low": max(0.0, found.low)}
    counted = {} if one.counted.of.type.sort.name == "TRUTH" else {"n": summed.rests_on(one, cell)}
    return found.model_copy(update={**ends, **counted})


def _held(filled: dict[tuple[str, str], dict[str, Estimate]], hole: str) -> Estimate:
    match = HOLE.fullmatch(f"{{{hole}}}")
    assert match is not None
    table, measure, row, _ = match.groups()
    return filled[table, measure][row or "all"]


def _table(
    table: TopicTable,
    filled: dict[tuple[str, str], dict[str, Estimate]],
    first: dict[tuple[str, str], Asked],
) -> document.TopicTable:
    values: dict[str, int] = {} if table.by is None else {str(value): value for value in table.values}
    return document.TopicTable(
        key=table.key,
        title=both(table),
        per=table.per,
        head=None if table.head is None else both(table.head),
        places=table.places,
        rows=[TopicRow(key=row.key, title=both(row), at=values.get(row.key)) for row in table.lines],
        measures=[
            TopicMeasure(
                key=measure.key,
                title=both(measure),
                kind="share" if measure.kind in ("rate", "share") else "amount",
                signed=first[table.key, measure.key].signed,
                estimates=filled[table.key, measure.key],
            )
            for measure in table.measures
        ],
        chart=list(table.chart),
        says=None if table.says is None else both(table.says),
    )


def _option(name: str, rules: Rules) -> TopicOption:
    named, _, key = name.partition(".")
    option = rules.definition.option(named)
    assert option is not None
    value: Any = rules.options[named]
    title = document.Text(zh=option.zh, en=named)
    if key and isinstance(option, MapOption):
        zh = next(known.zh for known in option.keys if known.name == key)
        title = document.Text(zh=f"{option.zh}·{zh}", en=name)
        value = value[key]
    return TopicOption(title=title, value=value, said=None if key else said(option, value))
