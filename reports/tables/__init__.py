"""The tables of a balance report, made from the document alone."""

from __future__ import annotations

from hupai.reports.tables.amounts import money, parts, scores
from hupai.reports.tables.answers import topic_tables
from hupai.reports.tables.ends import headline, positions, seats, streaks
from hupai.reports.tables.fan_table import fans
from hupai.reports.tables.flow import needs, ready, turns
from hupai.reports.tables.origin import options, provenance, replays, written
from hupai.reports.tables.recorded import own, own_places, own_values
from hupai.reports.tables.spread import histogram, quantiles

__all__ = [
    "fans",
    "headline",
    "histogram",
    "money",
    "needs",
    "options",
    "own",
    "own_places",
    "own_values",
    "parts",
    "positions",
    "provenance",
    "quantiles",
    "ready",
    "replays",
    "scores",
    "seats",
    "streaks",
    "topic_tables",
    "turns",
    "written",
]
