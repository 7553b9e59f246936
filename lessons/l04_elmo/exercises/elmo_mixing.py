"""Exercises of the lesson on ELMo: mixing layers, and averaging over the words of a text."""

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.exercises import Case, Exercise, Misconception


def _scalar_mix(
    layers: Float[Tensor, "layers T F"], w: Float[Tensor, " layers"], gamma: float
) -> Tensor:
    """Give gamma times the sum of the layers, weighted by the softmax of w."""
    return gamma * torch.tensordot(w.softmax(0), layers, dims=1)


def _weigh(layers: Tensor, shares: Tensor) -> Tensor:
    return torch.tensordot(shares, layers, dims=1)


def _mix_cases() -> list[Case]:
    def case(number: int, T: int, F: int, gamma: float) -> Case:
        return Case((torch.randn(number, T, F), torch.rand(number) * 2 + 0.1, gamma))

    return [case(3, 2, 4, 1.5), case(2, 5, 3, 0.4), case(4, 3, 2, 2.5)]


scalar_mix = Exercise(
    name="scalar_mix",
    reference=_scalar_mix,
    cases=_mix_cases,
    difficulty=2,
    minutes=6,
    misconceptions=(
        Misconception(
            "the weights are not normalized",
            "Take the softmax of w first: raw weights need not be positive nor sum to 1, and then "
            "they do the work of gamma as well.",
            lambda layers, w, gamma: gamma * _weigh(layers, w),
        ),
        Misconception(
            "the weights are divided by their sum, without the softmax",
            "Use the softmax: training moves w to negative numbers too, and w / w.sum() then "
            "divides by something near 0.",
            lambda layers, w, gamma: gamma * _weigh(layers, w / w.sum()),
        ),
        Misconception(
            "gamma is forgotten",
            "Multiply by gamma: the softmax fixes the sum of the shares, so only gamma can bring "
            "the vectors to the scale that the task needs.",
            lambda layers, w, gamma: _weigh(layers, w.softmax(0)),
        ),
        Misconception(
            "gamma stands inside the softmax",
            "Multiply the mixture by gamma, not w: inside the softmax it sharpens the shares and "
            "leaves the scale as it was.",
            lambda layers, w, gamma: _weigh(layers, (gamma * w).softmax(0)),
        ),
        Misconception(
            "the softmax runs over the components of the layers",
            "Take the softmax of the weights w, one number a layer. The layers themselves stay as "
            "they are.",
            lambda layers, w, gamma: gamma * _weigh(layers.softmax(-1), w.softmax(0)),
        ),
        Misconception(
            "the sum is divided by the number of layers once more",
            "Leave the division out: the shares sum to 1, so the mixture is an average already.",
            lambda layers, w, gamma: gamma * _weigh(layers, w.softmax(0)) / len(w),
        ),
    ),
)


def _mean_of_words(vectors: Float[Tensor, "B T F"], lengths: Int[Tensor, " B"]) -> Tensor:
    """Give the mean over each row's words: without its first and last token and the padding."""
    rows = zip(vectors, lengths.tolist(), strict=True)
    return torch.stack([row[1 : length - 1].mean(0) for row, length in rows])


def _masked_sum(vectors: Tensor, lengths: Tensor, first: int = 1, after: int = 1) -> Tensor:
    places = torch.arange(vectors.shape[1])
    inside = (places >= first) & (places < lengths[:, None] - after)
    return (vectors * inside[..., None]).sum(1)


def _pool_cases() -> list[Case]:
    def case(F: int, *lengths: int) -> Case:
        shape = (len(lengths), max(lengths) + 1, F)
        return Case((torch.randn(shape), torch.tensor(lengths)))

    return [case(4, 5, 3), case(2, 6, 4, 5), case(3, 7, 3, 4, 6)]


mean_of_words = Exercise(
    name="mean_of_words",
    reference=_mean_of_words,
    cases=_pool_cases,
    difficulty=2,
    minutes=8,
    misconceptions=(
        Misconception(
            "the padding is averaged as well",
            "Leave the padding out: else the same text gets another vector in a batch with a "
            "longer one.",
            lambda vectors, lengths: vectors.mean(1),
        ),
        Misconception(
            "<s> and </s> are averaged as well",
            "Start after the first token and stop before the last: every text has them, so they "
            "only pull all vectors together.",
            lambda vectors, lengths: _masked_sum(vectors, lengths, 0, 0) / lengths[:, None],
        ),
        Misconception(
            "the sum over the words is divided by the length of the padded row",
            "Divide by the number of words: else a short text gets a short vector, and longer "
            "company makes it shorter still.",
            lambda vectors, lengths: _masked_sum(vectors, lengths) / vectors.shape[1],
        ),
        Misconception(
            "the sum over the words is divided by the length with <s> and </s>",
            "Divide by as many tokens as you summed: the length less 2.",
            lambda vectors, lengths: _masked_sum(vectors, lengths) / lengths[:, None],
        ),
        Misconception(
            "the words are summed, not averaged",
            "Divide by the number of words: else the vector's size says how long the text is.",
            lambda vectors, lengths: _masked_sum(vectors, lengths),
        ),
        Misconception(
            "the last word is lost",
            "Slice up to the length less 1: a slice leaves out its end, so </s> is gone already.",
            lambda vectors, lengths: (
                _masked_sum(vectors, lengths, 1, 2) / (lengths - 3).clamp(min=1)[:, None]
            ),
        ),
    ),
)
