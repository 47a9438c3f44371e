from collections.abc import Iterable
from typing import Any

from hupai.ext.rulebook import RuleBook

def hand_facts(
    book: RuleBook, tiles: Iterable[int], melds: Iterable[tuple[int, bool]], joker: int
) -> dict[str, Any]: ...
