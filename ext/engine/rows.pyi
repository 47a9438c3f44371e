from typing import Any

import numpy as np

HAND_ROW: np.dtype[Any]
WIN_ROW: np.dtype[Any]
MELD_ROW: np.dtype[Any]
FACT_ROW: np.dtype[Any]
SIZES: dict[str, int]
WIN_ACTS: tuple[int, ...]
NO_WIN: int
MELD_ACTS: tuple[int, ...]
