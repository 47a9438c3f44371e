"""广东100张 (Guangdong 100): jokers, honours, kongs paid at once, and horses.

``variant.toml`` declares its options, fans, parts and columns; the compiled modules play and settle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hupai.ext.rulebook import RuleBook
    from hupai.ext.rules.options import Value


def book(options: Mapping[str, Value]) -> RuleBook:
    """Return the compiled rules under `options`, all of which are given and valid."""
    from hupai.ext.rules.guangdong100.play import GuangdongBook

    return GuangdongBook(dict(options))
