"""The misconceptions about ``span_lengths``, each a wrong function with advice."""

import torch
from jaxtyping import Float
from torch import Tensor

from workbook.exercises import Misconception


def _weights(p: float, longest: int) -> Float[Tensor, " L"]:
    return p * (1 - p) ** torch.arange(longest)


def _cut(p: float, longest: int) -> Float[Tensor, " L"]:
    weights = _weights(p, longest)
    weights[-1] += 1 - weights.sum()
    return weights


def _goes_on(p: float, longest: int) -> Float[Tensor, " L"]:
    weights = _weights(1 - p, longest)
    return weights / weights.sum()


def _shared(p: float, longest: int) -> Float[Tensor, " L"]:
    weights = _weights(p, longest)
    return weights + (1 - weights.sum()) / longest


def _at_least(p: float, longest: int) -> Float[Tensor, " L"]:
    return (1 - p) ** torch.arange(longest)


MISCONCEPTIONS = (
    Misconception(
        "spans that are too long are cut",
        "Then the longest length gets all that is beyond it. A span that is too long is drawn "
        "again, so its probability goes to all lengths, in proportion.",
        _cut,
    ),
    Misconception(
        "spans that are too long are lost",
        "Your probabilities add up to less than 1. A span that is too long is drawn again until it "
        "is short enough.",
        _weights,
    ),
    Misconception(
        "p is taken for the probability that another word is added",
        "p is the probability that the span ends: with p = 0.8 most spans have one word.",
        _goes_on,
    ),
    Misconception(
        "what is too long is shared equally among all lengths",
        "Drawing again gives a length that is twice as probable twice as much: divide by the sum.",
        _shared,
    ),
    Misconception(
        "all lengths are equally probable",
        "Each further word needs the span to have gone on: long spans are rare.",
        lambda p, longest: torch.full((longest,), 1 / longest),
    ),
    Misconception(
        "the probability of at least so many words is returned",
        "That a span reaches a word is one thing, that it ends there is another: p has to come in.",
        _at_least,
    ),
)
