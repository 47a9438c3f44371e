import numpy as np
import numpy.typing as npt

from hupai.ext.rulebook import RuleBook

def deal_counts(
    book: RuleBook, seed: int, first: int, hands: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]: ...
