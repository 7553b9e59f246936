"""The reference of ``soft_positions``."""

from collections.abc import Sequence


def soft_positions(branches: Sequence[int]) -> list[int]:
    """Return the position of each token: a branch goes on from the word that it hangs on.

    Args:
        branches: The number of each token's branch, 0 for the sentence.

    Source:
        Liu et al. (2020), K-BERT, "Embedding layer" (soft positions).
    """
    positions = []
    last = {0: -1}  # the last position of each branch until now
    for branch in branches:
        before = last.get(branch, last[0])
        last[branch] = before + 1
        positions.append(last[branch])
    return positions
