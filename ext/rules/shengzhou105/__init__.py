"""嵊州105 (Shengzhou 105): jokers that can be discarded, 财鸟 and flights, stakes and liability.

``variant.toml`` declares its options, fans, parts and columns; the compiled modules play and settle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hupai.ext.rules.shengzhou105.modes import resolve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hupai.ext.rulebook import RuleBook
    from hupai.ext.rules.options import Value

__all__ = ["book", "resolve"]


def book(options: Mapping[str, Value]) -> RuleBook:
    """Return the compiled rules under `options`, all of which are given, valid and resolved."""
    from hupai.ext.rules.shengzhou105.play import ShengzhouBook

    return ShengzhouBook(dict(options))
