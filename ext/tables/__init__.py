"""The hand-analysis tables: ``generate`` writes them at build time, ``hupai.ext.shapes`` maps them."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
"""Where the table files stand, one ``<name>.bin`` for each of `hupai.ext.tables.generate.SHAPES`."""
