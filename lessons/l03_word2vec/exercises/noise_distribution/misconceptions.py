"""The misconceptions about ``noise_distribution``, each a wrong function with advice."""

from lessons.l03_word2vec.exercises.keep_probability.misconceptions import shares

from collections.abc import Callable

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _normalized(weights: Tensor) -> Tensor:
    return weights / weights.sum()


def _powers(counts: Tensor, power: float) -> Tensor:
    return _normalized(counts.double() ** power)


def _divided(by: Callable[[Tensor], Tensor | int]) -> Callable[[Tensor, float], Tensor]:
    """Divide the powers by something of them."""
    return lambda counts, power: counts.double() ** power / by(counts.double() ** power)


MISCONCEPTIONS = (
    Misconception(
        "the noise is uniform",
        "Frequent words should be drawn more often, only less often than they occur: the "
        "weights are count ** power.",
        lambda counts, power: _normalized(torch.ones_like(counts, dtype=torch.float64)),
        variants=(lambda counts, power: torch.ones_like(counts, dtype=torch.float64),),
    ),
    Misconception(
        "the power is missing",
        "These are the words as they occur. Take each count to the power first.",
        lambda counts, power: shares(counts),
        variants=(lambda counts, power: shares(counts) * power,),
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
        variants=(lambda counts, power: counts.double() ** (1 / power),),
    ),
    Misconception(
        "rare words are drawn most",
        "The power is positive: frequent words stay more likely than rare ones, only less so "
        "than in the text.",
        lambda counts, power: _normalized(counts.double() ** -power),
        variants=(
            lambda counts, power: counts.double() ** -power,
            lambda counts, power: 1 - _powers(counts, power),
            lambda counts, power: _normalized(1 - _powers(counts, power)),
            lambda counts, power: _normalized(1 / counts.double()),
        ),
    ),
    Misconception(
        "the powers are not normalized",
        "Divide the powers by their sum: probabilities sum to 1.",
        lambda counts, power: counts.double() ** power,
    ),
    Misconception(
        "the powers are divided by something other than their sum",
        "Divide by the sum of the powers: by their largest, their number or their length, the "
        "results do not sum to 1.",
        _divided(torch.max),
        variants=(
            _divided(len),
            _divided(torch.mean),
            _divided(torch.norm),
            lambda counts, power: counts.double() ** power / counts.max(),
        ),
    ),
    Misconception(
        "the power is 3/4, whatever is asked for",
        "Use the argument: the lesson tries the powers 1 and 0 as well.",
        lambda counts, power: _powers(counts, 0.75),
    ),
    Misconception(
        "the power is 1 - power, or is applied twice",
        "Each count is taken to the given power, once: count ** power.",
        lambda counts, power: _powers(counts, 1 - power),
        variants=(
            lambda counts, power: _powers(counts, power * power),
            lambda counts, power: _powers(counts, 2 * power),
        ),
    ),
    Misconception(
        "a softmax normalizes",
        "Divide by the sum. A softmax takes exponentials first, and the most frequent word gets "
        "nearly everything.",
        lambda counts, power: (counts.double() ** power).softmax(dim=0),
        variants=(
            lambda counts, power: (counts.double() * power).softmax(dim=0),
            lambda counts, power: (shares(counts) ** power).softmax(dim=0),
            lambda counts, power: (shares(counts) * power).softmax(dim=0),
            lambda counts, power: counts.double().softmax(dim=0),
            lambda counts, power: shares(counts).softmax(dim=0),
            lambda counts, power: counts.double().softmax(dim=0) ** power,
            lambda counts, power: _normalized(counts.double().softmax(dim=0) ** power),
            lambda counts, power: _powers(counts, power).softmax(dim=0),
        ),
    ),
    Misconception(
        "the shares are mixed with a uniform draw",
        "It is the power that lifts rare words: count ** power, divided by the sum of the powers.",
        lambda counts, power: power * shares(counts) + (1 - power) / len(counts),
        variants=(
            lambda counts, power: (1 - power) * shares(counts) + power / len(counts),
            lambda counts, power: (shares(counts) + 1 / len(counts)) / 2,
        ),
    ),
    Misconception(
        "base and exponent are exchanged",
        "The count is the base: count ** power. power ** count is next to 0 for frequent words.",
        lambda counts, power: _normalized(power ** counts.double()),
        variants=(lambda counts, power: power ** counts.double(),),
    ),
    Misconception(
        "the counts are multiplied by the power, and not divided by their sum",
        "A power is count ** power, with two stars, and its sum makes probabilities of it.",
        lambda counts, power: counts.double() * power,
    ),
    Misconception(
        "each count is one too large",
        "Take the counts as they are: every word occurs at least once, so there is nothing to "
        "smooth.",
        lambda counts, power: _powers(counts + 1, power),
    ),
    Misconception(
        "the logarithm of the counts stands where the power belongs",
        "Weigh each word by count ** power itself. The logarithm of a count of 1 is 0.",
        lambda counts, power: _normalized(counts.double().log() * power),
        variants=(
            lambda counts, power: _powers(counts, power).log(),
            lambda counts, power: _normalized(counts.double().log() ** power),
        ),
    ),
    Misconception(
        "the probabilities are in float32, or were on the way to float64",
        "Convert before you compute, counts.double(): an integer tensor to a float power is "
        "float32, and converted at the end it keeps the rounding of float32.",
        lambda counts, power: _normalized(counts**power),
        variants=(
            lambda counts, power: _normalized(counts**power).double(),
            lambda counts, power: _normalized((counts**power).double()),
            lambda counts, power: (counts**power).double() / (counts**power).sum().double(),
            lambda counts, power: _normalized((counts / counts.sum()) ** power),
            lambda counts, power: _normalized((counts / counts.sum()) ** power).double(),
            lambda counts, power: _powers(counts, power).float(),
        ),
    ),
)
