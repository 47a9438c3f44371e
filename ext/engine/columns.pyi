from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

class Spread:
    def __init__(self, row: np.dtype[Any], moves: Sequence[tuple[int, int, npt.NDArray[Any]]]) -> None: ...
    def put(self, at: int, rows: npt.NDArray[np.void]) -> bool: ...

def gather(rows: npt.NDArray[np.void], moves: Sequence[tuple[int, int, npt.NDArray[Any]]]) -> None: ...
def fan_lists(
    wins: npt.NDArray[np.void], order: Sequence[int]
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]: ...
def nets(flows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]: ...

class Strings:
    flat: npt.NDArray[np.uint8]
    ends: npt.NDArray[np.int32]
    there: npt.NDArray[np.bool_] | None
    def __init__(
        self,
        flat: npt.NDArray[np.uint8],
        ends: npt.NDArray[np.int32],
        there: npt.NDArray[np.bool_] | None,
    ) -> None: ...

class FactPacker:
    tiles: list[Strings]
    melds: Strings
    times: Strings
    marks: Strings
    def __init__(self, hands: int) -> None: ...
    def put(self, facts: npt.NDArray[np.void]) -> None: ...

def unpack_facts(
    rows: npt.NDArray[np.void], tiles: Sequence[Strings], melds: Strings, times: Strings, marks: Strings
) -> None: ...
