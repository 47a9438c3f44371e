from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from hupai.ext.rulebook import RuleBook

class Block:
    hands: npt.NDArray[np.void]
    wins: npt.NDArray[np.void]
    facts: npt.NDArray[np.void] | None
    def __init__(
        self, hands: npt.NDArray[np.void], wins: npt.NDArray[np.void], facts: npt.NDArray[np.void] | None
    ) -> None: ...

class Engine:
    def __init__(
        self,
        book: RuleBook,
        seats: Sequence[tuple[str, Mapping[str, Any]]],
        *,
        seed: int,
        hands_per_table: int,
    ) -> None: ...
    def play(self, first_hand: int, hands: int, *, facts: bool = True) -> Block: ...
    def replay(self, first: int, stop: int) -> Iterator[dict[str, Any]]: ...

def settle_facts(
    book: RuleBook, facts: npt.NDArray[np.void]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.void]]: ...
def settled_columns(book: RuleBook, facts: npt.NDArray[np.void]) -> npt.NDArray[np.int32]: ...
