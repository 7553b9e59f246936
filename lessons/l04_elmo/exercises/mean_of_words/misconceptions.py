"""The misconceptions about ``mean_of_words``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _mean(
    vectors: Tensor,
    lengths: Tensor,
    *,
    first: int = 1,
    end: Callable[[Tensor, int], Tensor] = lambda lengths, size: lengths - 1,
    number: Callable[[Tensor, Tensor, int], Tensor] = lambda summed, lengths, size: summed,
) -> Tensor:
    size = vectors.shape[1]
    places = torch.arange(size)
    inside = (places >= first) & (places < end(lengths, size)[:, None])  # (B, T)
    summed = (vectors * inside[..., None]).sum(1)
    return summed / number(inside.sum(1), lengths, size).clamp(min=1)[:, None]


MISCONCEPTIONS = (
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
        partial(_mean, first=0, end=lambda lengths, size: lengths),
    ),
    Misconception(
        "</s> is averaged as well",
        "Stop before the last token, at length - 1: a slice leaves out its end, so 1 : length "
        "still holds </s>.",
        partial(_mean, end=lambda lengths, size: lengths),
    ),
    Misconception(
        "<s> is averaged as well",
        "Start after the first token: every text has <s>, so it only pulls all vectors together.",
        partial(_mean, first=0),
    ),
    Misconception(
        "the lengths are not used: only the first and the last place of the padded row go",
        "Stop at each row's own end, lengths - 1: place -1 of a short row is padding, and its "
        "</s> stands before it.",
        partial(_mean, end=lambda lengths, size: torch.full_like(lengths, size - 1)),
        variants=(partial(_mean, end=lambda lengths, size: torch.full_like(lengths, size)),),
    ),
    Misconception(
        "the sum over the words is divided by the length of the padded row",
        "Divide by the number of words: else a short text gets a short vector, and longer "
        "company makes it shorter still.",
        partial(_mean, number=lambda summed, lengths, size: torch.full_like(lengths, size)),
    ),
    Misconception(
        "the sum over the words is divided by the length with <s> and </s>",
        "Divide by as many tokens as you summed: the length less 2.",
        partial(_mean, number=lambda summed, lengths, size: lengths),
    ),
    Misconception(
        "the words are summed, not averaged",
        "Divide by the number of words: else the vector's size says how long the text is.",
        partial(_mean, number=lambda summed, lengths, size: torch.ones_like(lengths)),
    ),
    Misconception(
        "the last word is lost",
        "Slice up to the length less 1: a slice leaves out its end, so </s> is gone already.",
        partial(_mean, end=lambda lengths, size: lengths - 2),
    ),
)
