"""The misconceptions about ``interpolate``, each a wrong function with advice."""

from lessons.l02_nnlm.exercises.interpolate.reference import interpolate

import numpy as np

from workbook.exercises import Misconception

MISCONCEPTIONS = (
    Misconception(
        "the logarithms are mixed, not the probabilities",
        "Leave the logarithms first: a weighted mean of logs is a product of powers, which "
        "sums to less than 1 over the vocabulary, so it is no distribution.",
        lambda first, second, weight: weight * first + (1 - weight) * second,
    ),
    Misconception(
        "the weight goes to the wrong model",
        "Give weight to the first model and 1 - weight to the second.",
        lambda first, second, weight: interpolate(second, first, weight),
    ),
    Misconception(
        "both models get half, whatever the weight is",
        "Use the weight: it is what the validation text is asked for.",
        lambda first, second, weight: interpolate(first, second, 0.5),
    ),
    Misconception(
        "the weights do not sum to 1",
        "Give the second model 1 - weight: two distributions whose weights sum to more than 1 "
        "are more than one distribution.",
        lambda first, second, weight: np.log(weight * np.exp(first) + np.exp(second)),
        variants=(lambda first, second, weight: np.logaddexp(first, second),),
    ),
    Misconception(
        "the better of the two is taken for each token",
        "Mix with a weight that was fixed before: to choose the better model you would need to "
        "know the word, and the maxima sum to more than 1 over the vocabulary.",
        lambda first, second, weight: np.maximum(first, second),
    ),
    Misconception(
        "the probability is returned, not its logarithm",
        "Take the logarithm of the mixture at the end, so that the result is of the kind that "
        "came in.",
        lambda first, second, weight: np.exp(interpolate(first, second, weight)),
    ),
)
