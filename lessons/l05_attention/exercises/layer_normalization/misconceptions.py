"""The misconceptions about ``layer_normalization``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

from torch import Tensor

from workbook.exercises import Misconception


def _norm(
    x: Tensor,
    gain: Tensor,
    bias: Tensor,
    eps: float = 1e-12,
    *,
    over: int | tuple[int, ...] = -1,
    correction: int = 0,
    divide: Callable[[Tensor, float], Tensor] = lambda variance, eps: (variance + eps).sqrt(),
    center: bool = True,
    finish: Callable[[Tensor, Tensor, Tensor], Tensor] = lambda x, gain, bias: gain * x + bias,
) -> Tensor:
    if center:
        variance = x.var(over, keepdim=True, correction=correction)
        x = x - x.mean(over, keepdim=True)
    else:
        variance = (x**2).mean(over, keepdim=True)
    return finish(x / divide(variance, eps), gain, bias)


def _outside(variance: Tensor, eps: float) -> Tensor:
    return variance.sqrt() + eps


MISCONCEPTIONS = (
    Misconception(
        "eps is added outside the root",
        "Add eps to the variance, then take the root: sqrt(variance + eps).",
        partial(_norm, divide=_outside),
        variants=(partial(_norm, divide=_outside, correction=1),),
    ),
    Misconception(
        "eps is left out",
        "Add eps to the variance: a vector whose components are all equal has variance 0, and "
        "0 / 0 is NaN.",
        partial(_norm, divide=lambda variance, eps: variance.sqrt()),
    ),
    Misconception(
        "the variance is the unbiased one",
        "Divide the squares by D, not by D - 1: torch's var and std do the latter unless you "
        "say correction=0.",
        partial(_norm, correction=1),
    ),
    Misconception(
        "it divides by the variance, not by its root",
        "Divide by the standard deviation, sqrt(variance + eps), or the result's variance is "
        "not 1.",
        partial(_norm, divide=lambda variance, eps: variance + eps),
    ),
    Misconception(
        "the mean and variance are taken over the tokens",
        "Use the last axis, with keepdim=True: each token is normalized by its own numbers, or "
        "its vector depends on its neighbors and on the padding.",
        partial(_norm, over=1),
    ),
    Misconception(
        "the mean and variance are taken over the batch",
        "Use the last axis, with keepdim=True: over the batch it is batch normalization, and a "
        "text's result depends on the other texts.",
        partial(_norm, over=0),
        variants=(partial(_norm, over=(0, 1)),),
    ),
    Misconception(
        "the mean and variance are taken over a whole text",
        "Each token is normalized by itself: the last axis only, not tokens and components "
        "together.",
        partial(_norm, over=(1, 2)),
        variants=(partial(_norm, over=(0, 1, 2)),),
    ),
    Misconception(
        "the mean is not subtracted",
        "Subtract the mean first. Without it this is RMSNorm, which later models use and BERT "
        "does not.",
        partial(_norm, center=False),
    ),
    Misconception(
        "gain and bias are left out",
        "Finish with gain * ... + bias: they are learned, and a published file holds them.",
        partial(_norm, finish=lambda x, gain, bias: x),
    ),
    Misconception(
        "the bias is added before the gain",
        "First multiply by the gain, then add the bias.",
        partial(_norm, finish=lambda x, gain, bias: gain * (x + bias)),
    ),
)
