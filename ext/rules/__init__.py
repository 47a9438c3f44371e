"""The variants: each a sub-package with a declaration and compiled rules, found by its ``variant.toml``."""

from __future__ import annotations

from hupai.ext.rules.catalog import definition, topics, variants
from hupai.ext.rules.definition import Definition
from hupai.ext.rules.ruleset import Rules, rules
from hupai.ext.rules.texts import rules_from_texts

__all__ = ["Definition", "Rules", "definition", "rules", "rules_from_texts", "topics", "variants"]
