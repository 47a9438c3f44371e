from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

MAGIC: Final[bytes]
VERSION: Final[int]
TABLES: Final[tuple[str, ...]]
TWIN: Final[str]

class Shapes(NamedTuple):
    need: NDArray[np.int8]
    keeps: NDArray[np.uint64]
    lowers: NDArray[np.uint64]

class Hands:
    def __init__(
        self,
        blocks: Iterable[tuple[str, str, int]],
        counts: ArrayLike,
        *,
        sets: ArrayLike = 4,
        joker: int | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    @overload
    def standard(self, *, masks: Literal[True] = True) -> Shapes: ...
    @overload
    def standard(self, *, masks: Literal[False]) -> NDArray[np.int8]: ...
    @overload
    def restricted(self, floors: Sequence[int], *, masks: Literal[True] = True) -> Shapes: ...
    @overload
    def restricted(self, floors: Sequence[int], *, masks: Literal[False]) -> NDArray[np.int8]: ...
    @overload
    def pairs(self, *, masks: Literal[True] = True) -> Shapes: ...
    @overload
    def pairs(self, *, masks: Literal[False]) -> NDArray[np.int8]: ...
    @overload
    def restricted_pairs(self, quota: Sequence[int], *, masks: Literal[True] = True) -> Shapes: ...
    @overload
    def restricted_pairs(self, quota: Sequence[int], *, masks: Literal[False]) -> NDArray[np.int8]: ...
    @overload
    def joker_pairs(self, *, masks: Literal[True] = True) -> Shapes: ...
    @overload
    def joker_pairs(self, *, masks: Literal[False]) -> NDArray[np.int8]: ...
