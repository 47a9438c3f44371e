from collections.abc import Iterable, Sequence
from typing import TypedDict

from hupai.ext.rulebook import RuleBook

class HandFacts(TypedDict):
    need: int
    keeps: list[int]
    lowers: list[int]
    fans: list[int]
    waits: list[int]
    larger: list[int]

def hand_facts(book: RuleBook, tiles: Iterable[int], melds: Sequence[tuple[int, bool]]) -> HandFacts: ...
