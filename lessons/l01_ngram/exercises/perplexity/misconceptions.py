"""The misconceptions about ``perplexity``, each a wrong function with advice."""

from lessons.l01_ngram.exercises.perplexity.reference import perplexity

import math
from collections.abc import Callable, Sequence

from workbook.exercises import Misconception


def _log_sum(probabilities: Sequence[Sequence[float]]) -> float:
    return sum(_safe_log(p) for sentence in probabilities for p in sentence)


def _safe_log(p: float) -> float:
    return math.log(p) if p > 0 else -math.inf


def _number(probabilities: Sequence[Sequence[float]]) -> int:
    return sum(map(len, probabilities))


def _without_zeros(probabilities: Sequence[Sequence[float]]) -> float:
    return perplexity([[p for p in sentence if p > 0] for sentence in probabilities])


def _with_product(probabilities: Sequence[Sequence[float]]) -> float:
    flat = [p for sentence in probabilities for p in sentence]
    product = math.prod(flat)
    return product ** (-1 / len(flat)) if product > 0 else math.inf


def _with_bare_product(probabilities: Sequence[Sequence[float]]) -> float:
    flat = [p for sentence in probabilities for p in sentence]
    return math.prod(flat) ** (-1 / len(flat))


def _with_log_of_product(probabilities: Sequence[Sequence[float]]) -> float:
    flat = [p for sentence in probabilities for p in sentence]
    return math.exp(-math.log(math.prod(flat)) / len(flat))


def _apart_from_zeros(
    rule: Callable[[Sequence[Sequence[float]]], float],
) -> Callable[[Sequence[Sequence[float]]], float]:
    """Answer a probability of 0 as the exercise asks for."""
    return lambda probabilities: math.inf if 0 in map(min, probabilities) else rule(probabilities)


def _bounded_exp(value: float) -> float:
    return math.exp(value) if value < 700 else math.inf


MISCONCEPTIONS = (
    Misconception(
        "one divided by the mean of the probabilities",
        "Average the logarithms, not the probabilities: a text's probability is a product, and "
        "one word the model finds impossible makes the whole text impossible.",
        lambda probabilities: (
            _number(probabilities) / sum(p for sentence in probabilities for p in sentence)
        ),
    ),
    Misconception(
        "the mean of the inverse probabilities",
        "Average the logarithms and take exp at the end: the mean of 1 / p is the arithmetic "
        "mean, which a few rare words dominate.",
        lambda probabilities: (
            sum(1 / p if p else math.inf for sentence in probabilities for p in sentence)
            / _number(probabilities)
        ),
    ),
    Misconception(
        "divided by the number of sentences",
        "Divide by the number of predictions: perplexity is per word, or else long sentences "
        "would count as hard ones.",
        lambda probabilities: _bounded_exp(-_log_sum(probabilities) / len(probabilities)),
    ),
    Misconception(
        "a mean over sentences",
        "Put all predictions together first: a mean over sentences gives a word in a short "
        "sentence more say than one in a long sentence.",
        lambda probabilities: (
            sum(perplexity([sentence]) for sentence in probabilities) / len(probabilities)
        ),
        variants=(
            lambda probabilities: math.exp(
                -sum(_log_sum([s]) / len(s) for s in probabilities) / len(probabilities)
            ),
        ),
    ),
    Misconception(
        "two bases are mixed",
        "Use one base: exp goes with the natural logarithm, 2 ** with log2. In either base the "
        "perplexity is the same.",
        lambda probabilities: math.exp(
            -_log_sum(probabilities) / math.log(2) / _number(probabilities)
        ),
        variants=(lambda probabilities: 2 ** (-_log_sum(probabilities) / _number(probabilities)),),
    ),
    Misconception(
        "<s> is counted among the predictions",
        "Divide by the number of probabilities you were given: <s> is never predicted, and "
        "counting it makes the model look better than it is.",
        lambda probabilities: math.exp(
            -_log_sum(probabilities) / (_number(probabilities) + len(probabilities))
        ),
    ),
    Misconception(
        "the minus sign is missing",
        "Logarithms of probabilities are negative: without the minus you get the inverse, the "
        "geometric mean of the probabilities.",
        lambda probabilities: math.exp(_log_sum(probabilities) / _number(probabilities)),
    ),
    Misconception(
        "the cross-entropy is returned",
        "Take exp of the mean at the end: the mean itself is the cross-entropy, in nats.",
        lambda probabilities: -_log_sum(probabilities) / _number(probabilities),
    ),
    Misconception(
        "probabilities of 0 are left out",
        "A 0 makes the perplexity infinite: leaving it out rewards a model for calling a word "
        "that occurs impossible.",
        _without_zeros,
    ),
    Misconception(
        "the product of all probabilities underflows",
        "Add logarithms instead of multiplying: the product of a few hundred probabilities is "
        "smaller than the smallest float and becomes 0.",
        _with_product,
        variants=(
            _with_bare_product,
            _with_log_of_product,
            _apart_from_zeros(_with_bare_product),
            _apart_from_zeros(_with_log_of_product),
        ),
    ),
)
