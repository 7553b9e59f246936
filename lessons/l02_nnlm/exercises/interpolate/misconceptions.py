"""The misconceptions about ``interpolate``, each a wrong function with advice."""

from lessons.l02_nnlm.exercises.interpolate.reference import FloatArray

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from workbook.exercises import Misconception

Weights = tuple[float, float]


def _mixed(
    first: FloatArray,
    second: FloatArray,
    weight: float,
    *,
    weights: Callable[[float], Weights] = lambda weight: (weight, 1 - weight),
    enter: Callable[[FloatArray], FloatArray] = np.exp,
    join: Callable[[FloatArray, FloatArray], FloatArray] = np.add,
    leave: Callable[[FloatArray], Any] = np.log,
) -> Any:
    one, other = weights(weight)
    return leave(join(one * enter(first), other * enter(second)))


def _same(values: FloatArray) -> FloatArray:
    return values


def _exp2(values: FloatArray) -> FloatArray:
    return np.exp(np.log(2) * values)


def _weighted_logs(first: FloatArray, second: FloatArray, weight: float) -> FloatArray:
    return np.logaddexp(weight * first, (1 - weight) * second)


def _log_of_weight(first: FloatArray, second: FloatArray, weight: float) -> FloatArray:
    return np.logaddexp(math.log(weight) + first, math.log(1 - weight) + second)


def _normalized(mixture: FloatArray) -> FloatArray:
    return np.log(mixture / mixture.sum())


MISCONCEPTIONS = (
    Misconception(
        "the logarithms are mixed, not the probabilities",
        "Go back to probabilities first, by exp: a weighted mean of logs is a product of powers, "
        "which sums to less than 1 over the vocabulary, so it is no distribution.",
        partial(_mixed, enter=_same, leave=_same),
    ),
    Misconception(
        "the logarithm of a mixture of logarithms is taken",
        "Undo the logarithms that came in, with exp: they are below 0, and have no logarithm.",
        partial(_mixed, enter=_same),
        variants=(partial(_mixed, enter=np.log), partial(_mixed, enter=np.log, leave=_same)),
    ),
    Misconception(
        "the weights are multiplied into the logarithms, not into the probabilities",
        "Take exp first and multiply then: a weight in front of a logarithm is a power of the "
        "probability. With logaddexp, np.log of the weight is added.",
        _weighted_logs,
        variants=(lambda first, second, weight: np.exp(_weighted_logs(first, second, weight)),),
    ),
    Misconception(
        "the weights are added to the logarithms, not their own logarithms",
        "To multiply a probability by a weight is to add the logarithm of the weight to its "
        "logarithm. It is simpler to take exp first, and to multiply.",
        lambda first, second, weight: np.logaddexp(weight + first, 1 - weight + second),
    ),
    Misconception(
        "the weight goes to the wrong model",
        "Give weight to the first model and 1 - weight to the second.",
        partial(_mixed, weights=lambda weight: (1 - weight, weight)),
    ),
    Misconception(
        "both models get half, whatever the weight is",
        "Use the weight: it is what the validation text is asked for.",
        partial(_mixed, weights=lambda weight: (0.5, 0.5)),
    ),
    Misconception(
        "the weights do not sum to 1",
        "Give the second model 1 - weight: two distributions whose weights sum to more than 1 "
        "are more than one distribution.",
        partial(_mixed, weights=lambda weight: (weight, 1)),
        variants=(
            partial(_mixed, weights=lambda weight: (1, 1)),
            partial(_mixed, weights=lambda weight: (1, weight)),
            partial(_mixed, weights=lambda weight: (1, 1 - weight)),
            partial(_mixed, weights=lambda weight: (weight, weight)),
            partial(_mixed, weights=lambda weight: (weight, 1 + weight)),
        ),
    ),
    Misconception(
        "the mixture is divided by 2 as well",
        "The weights sum to 1 already: a sum with weights is the mean.",
        partial(_mixed, leave=lambda mixture: np.log(mixture / 2)),
    ),
    Misconception(
        "only one of the models is used",
        "Add what the second model says: its part of the mixture is 1 - weight.",
        partial(_mixed, weights=lambda weight: (weight, 0)),
        variants=(
            partial(_mixed, weights=lambda weight: (0, 1 - weight)),
            lambda first, second, weight: first if weight >= 0.5 else second,
            lambda first, second, weight: first,
            lambda first, second, weight: second,
        ),
    ),
    Misconception(
        "the better of the two is taken for each token",
        "Mix with a weight that was fixed before: to choose the better model you would need to "
        "know the word, and the maxima sum to more than 1 over the vocabulary.",
        lambda first, second, weight: np.maximum(first, second),
    ),
    Misconception(
        "the larger of the two weighted terms is taken, not their sum",
        "Add the two terms: a word is as probable as both ways to it together.",
        partial(_mixed, join=np.maximum),
    ),
    Misconception(
        "the terms are multiplied, not added",
        "Add the two probabilities: a sum of logarithms is the logarithm of a product, and a "
        "mixture is a sum.",
        partial(_mixed, join=np.multiply),
        variants=(partial(_mixed, weights=lambda weight: (1, 1), join=np.multiply),),
    ),
    Misconception(
        "the probability is returned, not its logarithm",
        "Take the logarithm of the mixture at the end, so that the result is of the kind that "
        "came in.",
        partial(_mixed, leave=_same),
    ),
    Misconception(
        "another base than e is used",
        "Use np.exp and np.log, which belong together: the log-probabilities that came in are "
        "natural logarithms, and so is the result.",
        partial(_mixed, leave=np.log2),
        variants=(
            partial(_mixed, leave=np.log10),
            partial(_mixed, enter=_exp2),
            partial(_mixed, enter=_exp2, leave=np.log2),
            partial(_mixed, enter=lambda values: 10**values, leave=np.log10),
        ),
    ),
    Misconception(
        "the mixture is normalized over the tokens of the text",
        "Leave the mixture as it is: the probabilities of one place sum to 1 over the vocabulary, "
        "not those of the words that occurred over the text.",
        partial(_mixed, leave=_normalized),
    ),
    Misconception(
        "one number is returned, not one for each token",
        "Keep the axis of the tokens: the text's mean is taken later, from the array.",
        partial(_mixed, leave=lambda mixture: np.log(mixture).mean()),
        variants=(
            partial(_mixed, leave=lambda mixture: np.log(mixture).sum()),
            partial(_mixed, leave=lambda mixture: np.log(mixture.mean())),
            partial(_mixed, leave=lambda mixture: np.exp(-np.log(mixture).mean())),
        ),
    ),
    Misconception(
        "the logarithm of a weight of 0 raises an error",
        "Multiply the probabilities by the weights instead: math.log(0) raises an error, and a "
        "weight of 0 or 1 is allowed.",
        _log_of_weight,
    ),
)
