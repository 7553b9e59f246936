"""The reference of ``cross_validated``."""

from lessons.l22_few_labels.exercises.folds.reference import folds

from jaxtyping import Float, Int
from torch import Tensor


def cross_validated(margins: Float[Tensor, " N"], labels: Int[Tensor, " N"], k: int) -> float:
    """Return the accuracy of a threshold, each fold judged by what the others taught.

    Args:
        margins: Of each text, the score of class 1 minus that of class 0.
        labels: The class of each text, at least k of both.
        k: The number of folds.
    """
    right = 0
    for fold in folds(labels.tolist(), k):
        others = [i for i in range(len(labels)) if i not in fold]
        low = margins[others][labels[others] == 0].mean()
        high = margins[others][labels[others] == 1].mean()
        threshold = (low + high) / 2
        above = margins[fold] > threshold
        right += sum((above == labels[fold]).tolist())
    return right / len(labels)
