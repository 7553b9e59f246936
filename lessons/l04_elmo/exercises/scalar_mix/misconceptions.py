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


def _nested(layers: Tensor, w: Tensor, gamma: float) -> Tensor:
    """Multiply by gamma after each layer."""
    total = torch.zeros_like(layers[0])
    for share, layer in zip(w.softmax(0), layers, strict=True):
        total = gamma * (total + share * layer)
    return total


def _axis(gather: Callable[[Tensor], Tensor]) -> Callable[..., Tensor]:
    """Do something else to the weighted layers, (layers, T, F), than sum over the first axis."""
    return lambda layers, w, gamma: gamma * gather(w.softmax(0)[:, None, None] * layers)


def _without(start: int, end: int, renormalized: bool) -> Callable[..., Tensor]:
    """Leave out layers at the start and the end, before or after the softmax."""

    def wrong(layers: Tensor, w: Tensor, gamma: float) -> Tensor:
        used = slice(start, len(w) - end)
        shares = w[used].softmax(0) if renormalized else w.softmax(0)[used]
        return gamma * torch.tensordot(shares, layers[used], dims=1)

    return wrong


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
        variants=(
            partial(_mix, share=lambda w, gamma: w.abs() / w.abs().sum()),
            partial(_mix, share=lambda w, gamma: w / w.abs().sum()),
            partial(_mix, share=lambda w, gamma: w.square() / w.square().sum()),
            partial(_mix, share=lambda w, gamma: w.relu() / w.relu().sum()),
            partial(_mix, share=lambda w, gamma: w / w.norm()),
            partial(_mix, share=lambda w, gamma: w / w.max()),
        ),
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
        variants=(
            partial(_mix, share=lambda w, gamma: (gamma * w).softmax(0)),
            partial(_mix, share=lambda w, gamma: (w / gamma).softmax(0), scale=lambda gamma: 1.0),
        ),
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
    Misconception(
        "a sigmoid or plain exponentials stand where the softmax belongs",
        "The shares of the layers sum to 1: take w.softmax(dim=0), which divides the exponentials "
        "by their sum.",
        partial(_mix, share=lambda w, gamma: w.sigmoid()),
        variants=(
            partial(_mix, share=lambda w, gamma: w.exp()),
            partial(_mix, share=lambda w, gamma: w.sigmoid() / w.sigmoid().sum()),
            partial(_mix, share=lambda w, gamma: w.tanh()),
            partial(_mix, share=lambda w, gamma: w.exp() / w.exp().max()),
            partial(_mix, share=lambda w, gamma: w.exp() / w.sum()),
        ),
    ),
    Misconception(
        "the softmax is taken of -w, twice, or with its logarithm",
        "The shares are the softmax of w as it is, taken once.",
        partial(_mix, share=lambda w, gamma: (-w).softmax(0)),
        variants=(
            partial(_mix, share=lambda w, gamma: w.softmax(0).softmax(0)),
            partial(_mix, share=lambda w, gamma: w.log_softmax(0)),
            partial(_mix, share=lambda w, gamma: -w.log_softmax(0)),
            partial(_mix, share=lambda w, gamma: 1 - w.softmax(0)),
        ),
    ),
    Misconception(
        "w is not used: every layer has the same share",
        "Weigh each layer by its share: which layers help is what the task learns.",
        partial(_mix, share=lambda w, gamma: torch.full_like(w, 1 / len(w))),
        variants=(
            partial(_mix, share=lambda w, gamma: torch.ones_like(w)),
            partial(_mix, share=lambda w, gamma: torch.ones_like(w) / len(w) ** 2),
        ),
    ),
    Misconception(
        "the first layer, the word vectors, is left out",
        "The sum begins with j = 0: layer 0, the word vectors, has a share as well.",
        _without(1, 0, renormalized=False),
        variants=(_without(1, 0, renormalized=True),),
    ),
    Misconception(
        "the last layer is left out",
        "The sum goes to L, the top layer: there are L + 1 layers, counted from 0.",
        _without(0, 1, renormalized=False),
        variants=(_without(0, 1, renormalized=True),),
    ),
    Misconception(
        "only one layer is taken",
        "Add all layers, each with its share: a plain = in a loop keeps only the last.",
        _axis(lambda weighted: weighted[-1]),
        variants=(
            _axis(lambda weighted: weighted[0]),
            lambda layers, w, gamma: gamma * layers[w.argmax()],
            lambda layers, w, gamma: gamma * layers[-1],
            lambda layers, w, gamma: gamma * layers[0],
        ),
    ),
    Misconception(
        "gamma is not a factor of the sum",
        "Multiply the sum by gamma once: it is the scale of the whole mixture.",
        lambda layers, w, gamma: _mix(layers, w, 1.0) + gamma,
        variants=(
            partial(_mix, scale=lambda gamma: 1 / gamma),
            partial(_mix, scale=lambda gamma: gamma**2),
            _nested,
            lambda layers, w, gamma: gamma ** len(w) * _mix(layers, w, 1.0),
            lambda layers, w, gamma: _mix(layers, w, 1.0) ** gamma,
            lambda layers, w, gamma: (
                _mix(layers, w, 1.0) + (gamma - 1) * w.softmax(0)[0] * layers[0]
            ),
        ),
    ),
    Misconception(
        "the weighted layers are not summed over the layers",
        "Sum over the first axis, the layers: (T, F) is left, a mixture for each token.",
        _axis(lambda weighted: weighted),
        variants=(
            _axis(lambda weighted: weighted.sum(1)),
            _axis(lambda weighted: weighted.sum(2)),
            _axis(lambda weighted: weighted.sum()),
            _axis(lambda weighted: weighted.mean(1)),
            _axis(lambda weighted: weighted.mean(2)),
            _axis(lambda weighted: torch.cat(list(weighted), dim=-1)),
        ),
    ),
)
