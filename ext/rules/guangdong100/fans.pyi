from collections.abc import Iterable

from hupai.ext.rulebook import RuleBook

def pattern_fans(
    book: RuleBook, tiles: Iterable[int], melds: Iterable[tuple[int, bool]], joker: int
) -> list[int]: ...
