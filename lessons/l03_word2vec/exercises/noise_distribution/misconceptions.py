"""The misconceptions about ``noise_distribution``, each a wrong function with advice."""

from lessons.l03_word2vec.exercises.keep_probability.misconceptions import shares

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _normalized(weights: Tensor) -> Tensor:
    return weights / weights.sum()


MISCONCEPTIONS = (
    Misconception(
        "the noise is uniform",
        "Frequent words should be drawn more often, only less often than they occur: the "
        "weights are count ** power.",
        lambda counts, power: _normalized(torch.ones_like(counts, dtype=torch.float64)),
    ),
    Misconception(
        "the power is missing",
        "These are the words as they occur. Take each count to the power first.",
        lambda counts, power: shares(counts),
    ),
    Misconception(
        "the power comes last, so the result does not sum to 1",
        "Normalizing before the power does no harm, but the result has to be divided by its "
        "own sum once more.",
        lambda counts, power: shares(counts) ** power,
    ),
    Misconception(
        "the weights are divided by the sum of the plain counts",
        "Divide count ** power by the sum of these powers; dividing by the sum of the counts "
        "leaves probabilities that do not sum to 1.",
        lambda counts, power: counts.double() ** power / counts.sum(),
    ),
    Misconception(
        "the power is inverted",
        "A power below 1 lifts rare words. 1 / power does the opposite: it draws the frequent "
        "ones even more often.",
        lambda counts, power: _normalized(counts.double() ** (1 / power)),
    ),
    Misconception(
        "rare words are drawn most",
        "The power is positive: frequent words stay more likely than rare ones, only less so "
        "than in the text.",
        lambda counts, power: _normalized(counts.double() ** -power),
    ),
)
