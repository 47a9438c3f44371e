"""The engine: one game loop for all variants, the strategies, hand logs, settlement of recorded hands."""

from __future__ import annotations

from hupai.ext.engine.blocks import Block, Engine, settle_facts, settled_columns
from hupai.ext.engine.rows import FACT_ROW, HAND_ROW, WIN_ROW
from hupai.ext.engine.strategies import STRATEGIES

__all__ = [
    "FACT_ROW",
    "HAND_ROW",
    "STRATEGIES",
    "WIN_ROW",
    "Block",
    "Engine",
    "settle_facts",
    "settled_columns",
]
