"""The misconceptions about ``scalar_mix``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _mix(
    layers: Tensor,
    w: Tensor,
    gamma: float,
    *,
    share: Callable[[Tensor, float], Tensor] = lambda w, gamma: w.softmax(0),
    layer: Callable[[Tensor], Tensor] = lambda layers: layers,
    scale: Callable[[float], float] = lambda gamma: gamma,
    finish: Callable[[Tensor, int], Tensor] = lambda mixture, number: mixture,
) -> Tensor:
    mixture = torch.tensordot(share(w, gamma), layer(layers), dims=1)
    return finish(scale(gamma) * mixture, len(w))


_OF_LAYERS = tuple(
    partial(_mix, share=lambda w, gamma: w, layer=partial(torch.softmax, dim=axis))
    for axis in (0, -1, 1)
)

MISCONCEPTIONS = (
    Misconception(
        "the weights are not normalized",
        "Take the softmax of w first: raw weights need not be positive nor sum to 1, and then "
        "they do the work of gamma as well.",
        partial(_mix, share=lambda w, gamma: w),
    ),
    Misconception(
        "the weights are divided by their sum, without the softmax",
        "Use the softmax: training moves w to negative numbers too, and w / w.sum() then "
        "divides by something near 0.",
        partial(_mix, share=lambda w, gamma: w / w.sum()),
    ),
    Misconception(
        "gamma is forgotten",
        "Multiply by gamma: the softmax fixes the sum of the shares, so only gamma can bring "
        "the vectors to the scale that the task needs.",
        partial(_mix, scale=lambda gamma: 1.0),
    ),
    Misconception(
        "gamma stands inside the softmax",
        "Multiply the mixture by gamma, not w: inside the softmax it sharpens the shares and "
        "leaves the scale as it was.",
        partial(_mix, share=lambda w, gamma: (gamma * w).softmax(0), scale=lambda gamma: 1.0),
    ),
    Misconception(
        "the layers go through a softmax too",
        "Take the softmax of the weights w, one number a layer. The layers themselves stay as "
        "they are.",
        partial(_mix, layer=lambda layers: layers.softmax(-1)),
        variants=(
            partial(_mix, layer=lambda layers: layers.softmax(0)),
            partial(_mix, layer=lambda layers: layers.softmax(1)),
        ),
    ),
    Misconception(
        "the softmax is taken of the layers, and w weighs them as it is",
        "Take the softmax of w alone, one number a layer: the layers hold the states, and a "
        "softmax would change what they say.",
        _OF_LAYERS[0],
        variants=_OF_LAYERS[1:],
    ),
    Misconception(
        "the sum is divided by the number of layers once more",
        "Leave the division out: the shares sum to 1, so the mixture is an average already.",
        partial(_mix, finish=lambda mixture, number: mixture / number),
    ),
)
