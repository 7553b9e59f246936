"""The misconceptions about ``scalar_mix``, each a wrong function with advice."""

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _weigh(layers: Tensor, shares: Tensor) -> Tensor:
    return torch.tensordot(shares, layers, dims=1)


MISCONCEPTIONS = (
    Misconception(
        "the weights are not normalized",
        "Take the softmax of w first: raw weights need not be positive nor sum to 1, and then "
        "they do the work of gamma as well.",
        lambda layers, w, gamma: gamma * _weigh(layers, w),
    ),
    Misconception(
        "the weights are divided by their sum, without the softmax",
        "Use the softmax: training moves w to negative numbers too, and w / w.sum() then "
        "divides by something near 0.",
        lambda layers, w, gamma: gamma * _weigh(layers, w / w.sum()),
    ),
    Misconception(
        "gamma is forgotten",
        "Multiply by gamma: the softmax fixes the sum of the shares, so only gamma can bring "
        "the vectors to the scale that the task needs.",
        lambda layers, w, gamma: _weigh(layers, w.softmax(0)),
    ),
    Misconception(
        "gamma stands inside the softmax",
        "Multiply the mixture by gamma, not w: inside the softmax it sharpens the shares and "
        "leaves the scale as it was.",
        lambda layers, w, gamma: _weigh(layers, (gamma * w).softmax(0)),
    ),
    Misconception(
        "the softmax runs over the components of the layers",
        "Take the softmax of the weights w, one number a layer. The layers themselves stay as "
        "they are.",
        lambda layers, w, gamma: gamma * _weigh(layers.softmax(-1), w.softmax(0)),
    ),
    Misconception(
        "the sum is divided by the number of layers once more",
        "Leave the division out: the shares sum to 1, so the mixture is an average already.",
        lambda layers, w, gamma: gamma * _weigh(layers, w.softmax(0)) / len(w),
    ),
)
