"""The misconceptions about ``layer_normalization``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _quotient(x: Tensor, mean: Tensor, root: Tensor) -> Tensor:
    return (x - mean) / root


def _variance(x: Tensor, mean: Tensor, over: int | tuple[int, ...]) -> Tensor:
    return ((x - mean) ** 2).mean(over, keepdim=True)


def _norm(
    x: Tensor,
    gain: Tensor,
    bias: Tensor,
    eps: float = 1e-12,
    *,
    over: int | tuple[int, ...] = -1,
    spread: Callable[[Tensor, Tensor, int | tuple[int, ...]], Tensor] = _variance,
    divide: Callable[[Tensor, float], Tensor] = lambda variance, eps: (variance + eps).sqrt(),
    shift: Callable[[Tensor, Tensor, Tensor], Tensor] = _quotient,
    finish: Callable[[Tensor, Tensor, Tensor], Tensor] = lambda x, gain, bias: gain * x + bias,
) -> Tensor:
    mean = x.mean(over, keepdim=True)
    return finish(shift(x, mean, divide(spread(x, mean, over), eps)), gain, bias)


def _unbiased(x: Tensor, mean: Tensor, over: int | tuple[int, ...]) -> Tensor:
    return x.var(over, keepdim=True, correction=1)


def _squares(x: Tensor, mean: Tensor, over: int | tuple[int, ...]) -> Tensor:
    return (x**2).mean(over, keepdim=True)


def _summed(x: Tensor, mean: Tensor, over: int | tuple[int, ...]) -> Tensor:
    return ((x - mean) ** 2).sum(over, keepdim=True)


def _fixed(eps: float) -> Callable[[Tensor, float], Tensor]:
    return lambda variance, given: (variance + eps).sqrt()


def _no_brackets(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-12) -> Tensor:
    mean, variance = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, correction=0)
    return gain * x - mean / (variance + eps).sqrt() + bias


def _outside(variance: Tensor, eps: float) -> Tensor:
    return variance.sqrt() + eps


MISCONCEPTIONS = (
    Misconception(
        "eps is added outside the root",
        "Add eps to the variance, then take the root: sqrt(variance + eps).",
        partial(_norm, divide=_outside),
        variants=(partial(_norm, divide=_outside, spread=_unbiased),),
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
        partial(_norm, spread=_unbiased),
    ),
    Misconception(
        "it divides by the variance, not by its root",
        "Divide by the standard deviation, sqrt(variance + eps), or the result's variance is "
        "not 1.",
        partial(_norm, divide=lambda variance, eps: variance + eps),
        variants=(
            partial(_norm, divide=lambda variance, eps: variance),
            partial(_norm, spread=_unbiased, divide=lambda variance, eps: variance),
        ),
    ),
    Misconception(
        "the variance is squared once more",
        "var is a square already; only the standard deviation would have to be squared under the "
        "root.",
        partial(_norm, divide=lambda variance, eps: (variance**2 + eps).sqrt()),
        variants=(
            partial(
                _norm,
                spread=_unbiased,
                divide=lambda variance, eps: (variance**2 + eps).sqrt(),
            ),
        ),
    ),
    Misconception(
        "the root is taken twice",
        "The variance stands under one root: std is a root already, so its square belongs there.",
        partial(_norm, divide=lambda variance, eps: (variance.sqrt() + eps).sqrt()),
        variants=(
            partial(
                _norm,
                spread=_unbiased,
                divide=lambda variance, eps: (variance.sqrt() + eps).sqrt(),
            ),
        ),
    ),
    Misconception(
        "it does not divide at all",
        "After the mean is subtracted, divide by sqrt(variance + eps), or the vectors keep their "
        "different sizes.",
        partial(_norm, shift=lambda x, mean, root: x - mean),
    ),
    Misconception(
        "it multiplies by the root",
        "Divide by sqrt(variance + eps): a vector that spreads widely has to shrink.",
        partial(_norm, shift=lambda x, mean, root: (x - mean) * root),
    ),
    Misconception(
        "the squared deviations are not averaged",
        "The variance is their mean over the last axis: one number for each token, the sum divided "
        "by D.",
        partial(_norm, spread=_summed),
        variants=(partial(_norm, spread=lambda x, mean, over: (x - mean) ** 2),),
    ),
    Misconception(
        "the variance is the mean of the squares, without the mean subtracted",
        "Square the deviations x - mean, not x itself.",
        partial(_norm, spread=_squares),
    ),
    Misconception(
        "the deviations are not squared",
        "The variance is the mean of the squared deviations. Without the square they cancel out, "
        "and with absolute values they make another measure.",
        partial(_norm, spread=lambda x, mean, over: (x - mean).abs().mean(over, keepdim=True)),
        variants=(
            partial(_norm, spread=lambda x, mean, over: (x - mean).mean(over, keepdim=True)),
        ),
    ),
    Misconception(
        "eps is a fixed number, whatever the argument says",
        "Use the argument eps: models differ in it, and the cases do too.",
        partial(_norm, divide=_fixed(1e-5)),
        variants=tuple(partial(_norm, divide=_fixed(eps)) for eps in (1e-12, 1e-6, 1e-3)),
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
        "the mean and variance are taken over more than one token",
        "Each token is normalized by itself: the last axis only, not tokens and components "
        "together.",
        partial(_norm, over=(1, 2)),
        variants=(partial(_norm, over=(0, 1, 2)),),
    ),
    Misconception(
        "the mean is not subtracted",
        "Subtract the mean first. Without it this is RMSNorm, which later models use and BERT "
        "does not.",
        partial(_norm, spread=_squares, shift=lambda x, mean, root: x / root),
        variants=(partial(_norm, shift=lambda x, mean, root: x / root),),
    ),
    Misconception(
        "the brackets around x - mean are missing",
        "The whole difference is divided by the root: (x - mean) / root, for / binds more tightly "
        "than -.",
        _no_brackets,
        variants=(partial(_norm, shift=lambda x, mean, root: x - mean / root),),
    ),
    Misconception(
        "gain and bias are left out",
        "Finish with gain * ... + bias: they are learned, and a published file holds them.",
        partial(_norm, finish=lambda x, gain, bias: x),
    ),
    Misconception(
        "only one of gain and bias is used",
        "Finish with gain * ... + bias: both are learned, and a published file holds both.",
        partial(_norm, finish=lambda x, gain, bias: gain * x),
        variants=(partial(_norm, finish=lambda x, gain, bias: x + bias),),
    ),
    Misconception(
        "gain and bias are applied before the vector is normalized",
        "Normalize x first, then multiply by the gain and add the bias: the other way round the "
        "normalization would undo part of what they learned.",
        lambda x, gain, bias, eps=1e-12: _norm(
            gain * x + bias, torch.ones(()), torch.zeros(()), eps
        ),
    ),
    Misconception(
        "the bias is added before the gain",
        "First multiply by the gain, then add the bias.",
        partial(_norm, finish=lambda x, gain, bias: gain * (x + bias)),
    ),
)
