"""Exercises of the lesson on neural language models: perplexity, and two models in one."""

import math
from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.exercises import Case, Exercise, Misconception

Batches = Sequence[Tensor]
FloatArray = NDArray[np.float64]

# --------------------------------------------------------------------------------------- perplexity


def _perplexity(score_batches: Batches, target_batches: Batches) -> float:
    """Return exp of the mean loss over all tokens of all batches."""
    return math.exp(_losses(score_batches, target_batches).mean().item())


def _losses(score_batches: Batches, target_batches: Batches) -> Tensor:
    return torch.cat(
        [
            cross_entropy(scores, targets, reduction="none")
            for scores, targets in zip(score_batches, target_batches, strict=True)
        ]
    )


def _over_the_batch(score_batches: Batches, target_batches: Batches) -> float:
    logs = [
        scores.log_softmax(dim=0)[torch.arange(len(targets)), targets]
        for scores, targets in zip(score_batches, target_batches, strict=True)
    ]
    return math.exp(-torch.cat(logs).mean().item())


def _mean_of_perplexities(score_batches: Batches, target_batches: Batches) -> float:
    each = [
        _perplexity([scores], [targets])
        for scores, targets in zip(score_batches, target_batches, strict=True)
    ]
    return sum(each) / len(each)


def _mean_of_means(score_batches: Batches, target_batches: Batches) -> float:
    means = [
        cross_entropy(scores, targets).item()
        for scores, targets in zip(score_batches, target_batches, strict=True)
    ]
    return math.exp(sum(means) / len(means))


def _sum_of_means(score_batches: Batches, target_batches: Batches) -> float:
    means = [
        cross_entropy(scores, targets).item()
        for scores, targets in zip(score_batches, target_batches, strict=True)
    ]
    return math.exp(sum(means))


def _perplexity_cases() -> list[Case]:
    def case(vocabulary_size: int, *sizes: int) -> Case:
        return Case(
            (
                [torch.randn(size, vocabulary_size) for size in sizes],
                [torch.randint(0, vocabulary_size, (size,)) for size in sizes],
            )
        )

    return [case(5, 4, 4, 2), case(7, 3, 6), case(6, 5)]


perplexity = Exercise(
    name="perplexity",
    reference=_perplexity,
    cases=_perplexity_cases,
    difficulty=2,
    minutes=8,
    tolerance=1e-5,
    misconceptions=(
        Misconception(
            "the softmax runs over the batch",
            "Let the softmax run over the vocabulary, dim=-1: the words compete for one place of "
            "the text. Windows of a batch have nothing to do with each other.",
            _over_the_batch,
        ),
        Misconception(
            "the perplexities of the batches are averaged",
            "Average the losses and take exp once, at the end: exp of a mean is not the mean of "
            "exps, so the result would depend on how the text is cut into batches.",
            _mean_of_perplexities,
        ),
        Misconception(
            "the means of the batches are averaged, though the last batch is smaller",
            "Collect the losses of all tokens and divide by their number once: here a token of the "
            "small last batch counts for more than the others.",
            _mean_of_means,
        ),
        Misconception(
            "the losses of the batches are added up",
            "Divide by the number of tokens: the sum grows with the text, and a perplexity must "
            "not.",
            _sum_of_means,
            variants=(lambda scores, targets: math.exp(_losses(scores, targets).sum().item()),),
        ),
        Misconception(
            "the loss is returned, without exp",
            "Take exp at the end: the mean loss is the cross-entropy in nats, the perplexity is "
            "its exponential.",
            lambda scores, targets: _losses(scores, targets).mean().item(),
        ),
        Misconception(
            "the sign is lost: exp of the mean log-probability",
            "Take exp of minus the mean log-probability: yours is below 1, as a probability is, "
            "and a perplexity is at least 1.",
            lambda scores, targets: math.exp(-_losses(scores, targets).mean().item()),
        ),
        Misconception(
            "one divided by the mean of the probabilities",
            "Average the logarithms, not the probabilities: a text's probability is a product.",
            lambda scores, targets: 1 / torch.exp(-_losses(scores, targets)).mean().item(),
        ),
        Misconception(
            "two bases are mixed: 2 to the power of a loss in nats",
            "Use one base for both: exp undoes the natural logarithm that cross_entropy takes, "
            "2 ** undoes log2.",
            lambda scores, targets: 2 ** _losses(scores, targets).mean().item(),
        ),
    ),
)

# -------------------------------------------------------------------------------------- interpolate


def _interpolate(first: FloatArray, second: FloatArray, weight: float) -> FloatArray:
    """Return the log of weight times one model's probability plus the rest of the other's."""
    return np.log(weight * np.exp(first) + (1 - weight) * np.exp(second))


def _interpolate_cases() -> list[Case]:
    draw = np.random.default_rng(0)
    return [
        Case((np.log([0.5, 0.01, 0.2]), np.log([0.1, 0.3, 0.2]), 0.25)),
        Case((-draw.exponential(3, 7), -draw.exponential(3, 7), 0.6)),
        Case((-draw.exponential(3, 4), -draw.exponential(3, 4), 0.9)),
    ]


interpolate = Exercise(
    name="interpolate",
    reference=_interpolate,
    cases=_interpolate_cases,
    difficulty=2,
    minutes=6,
    misconceptions=(
        Misconception(
            "the logarithms are mixed, not the probabilities",
            "Leave the logarithms first: a weighted mean of logs is a product of powers, which "
            "sums to less than 1 over the vocabulary, so it is no distribution.",
            lambda first, second, weight: weight * first + (1 - weight) * second,
        ),
        Misconception(
            "the weight goes to the wrong model",
            "Give weight to the first model and 1 - weight to the second.",
            lambda first, second, weight: _interpolate(second, first, weight),
        ),
        Misconception(
            "both models get half, whatever the weight is",
            "Use the weight: it is what the validation text is asked for.",
            lambda first, second, weight: _interpolate(first, second, 0.5),
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
            lambda first, second, weight: np.exp(_interpolate(first, second, weight)),
        ),
    ),
)
