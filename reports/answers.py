"""The chapter on what only this variant has: its topics, each with its sentence, tables and charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hupai.ext.rules.topic import HOLE
from hupai.reports import numbers, tables
from hupai.reports.blocks import Charts, Heading, Prose, Tables

if TYPE_CHECKING:
    import re

    from hupai.analysis.document import Document, Estimate, Text, Topic, TopicMeasure, TopicOption
    from hupai.reports.blocks import Block
    from hupai.reports.charts import Chart
    from hupai.reports.words import Words


def blocks(document: Document, charts: dict[str, Chart], words: Words) -> list[Block]:
    """Return the chapter.

    Parameters
    ----------
    document
        What `report.json` holds.
    charts
        As `hupai.reports.charts.draw` made them, in the same language.
    words
        The language.
    """
    found: list[Block] = []
    for topic in document.topics:
        found.append(Heading(topic.key, words.of(topic.title)))
        found.append(Prose(filled(topic.says, topic, words), "answer"))
        if topic.options:
            found.append(Prose(in_force(topic.options, words)))
        if not topic.seen:
            continue
        drawn = [charts[key] for key in (chart_key(topic.key, t.key) for t in topic.tables) if key in charts]
        if drawn:
            found.append(Charts(drawn))
        made = tables.topic_tables(topic, words)
        narrow = [table for table in made if not table.wide]
        found += [table for table in made if table.wide]
        # One narrow table keeps its own width.
        found += [Tables(narrow)] if len(narrow) > 1 else narrow
    return found


def chart_key(topic: str, table: str) -> str:
    """Return how the chart of a table is called."""
    return f"topic_{topic}_{table}"


def filled(says: Text, topic: Topic, words: Words) -> str:
    """Write a sentence of a topic with its numbers."""
    measures = {(table.key, measure.key): measure for table in topic.tables for measure in table.measures}

    def number(match: re.Match[str]) -> str:
        table, key, cell, alone = match.groups()
        measure = measures[table, key]
        return _written(measure, measure.estimates[cell or "all"], words, alone=bool(alone))

    # A full-width bracket is wide enough: no space follows it.
    return HOLE.sub(number, words.of(says)).replace("） ", "）")


def in_force(options: list[TopicOption], words: Words) -> str:
    """Write which options the topic hangs on, and how they stand."""
    said = []
    for option in options:
        value = str(option.value)
        if isinstance(option.value, bool):
            value = words("truth.true" if option.value else "truth.false")
        elif option.said is not None and words.lang == "zh":
            value = option.said.zh
        said.append(words("topic.option", option=words.of(option.title), value=value))
    return words("topic.options", options=words.listing(said))


def _written(measure: TopicMeasure, estimate: Estimate, words: Words, *, alone: bool) -> str:
    share = measure.kind == "share"
    value = numbers.percent(estimate) if share else numbers.amount(estimate, plus=measure.signed)
    if alone:
        return value
    if few := numbers.few(estimate):
        return words("topic.estimate", value=value, interval=few)
    if estimate.low is None or estimate.low == estimate.high:
        return value
    ends = numbers.percent_interval(estimate) if share else numbers.interval(estimate, plus=measure.signed)
    return words("topic.estimate", value=value, interval=ends)
