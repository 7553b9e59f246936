"""The misconceptions about ``mean_of_words``, each a wrong function with advice."""

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _masked_sum(vectors: Tensor, lengths: Tensor, first: int = 1, after: int = 1) -> Tensor:
    places = torch.arange(vectors.shape[1])
    inside = (places >= first) & (places < lengths[:, None] - after)
    return (vectors * inside[..., None]).sum(1)


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
)
