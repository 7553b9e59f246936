"""The misconceptions about ``mean_pool``, each a wrong function with advice."""

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _total(hidden: Tensor, mask: Tensor) -> Tensor:
    return torch.einsum("btd,bt->bd", hidden, mask.to(hidden.dtype))


def _from_the_second(hidden: Tensor, mask: Tensor) -> Tensor:
    return _total(hidden[:, 1:], mask[:, 1:])


MISCONCEPTIONS = (
    Misconception(
        "the padding is part of the mean",
        "Padding has vectors too, and they say nothing about the text: multiply by the mask "
        "before summing, and divide by the number of tokens.",
        lambda hidden, attention_mask: hidden.mean(1),
    ),
    Misconception(
        "the sum over the tokens is divided by the padded length",
        "Divide by the number of tokens of each text, attention_mask.sum(1), or a text's "
        "vector shrinks with the padding beside it.",
        lambda hidden, attention_mask: _total(hidden, attention_mask) / hidden.shape[1],
    ),
    Misconception(
        "the sum still holds the padding",
        "The number of tokens is right, but multiply by the mask before summing: what is "
        "divided must be a sum over the same tokens.",
        lambda hidden, attention_mask: hidden.sum(1) / attention_mask.sum(1, keepdim=True),
    ),
    Misconception(
        "the sum is divided by the tokens of the whole batch",
        "Each text has its own number of tokens: attention_mask.sum(1, keepdim=True).",
        lambda hidden, attention_mask: _total(hidden, attention_mask) / attention_mask.sum(),
    ),
    Misconception(
        "the sum is not divided",
        "Divide by the number of tokens, or a long text gets a long vector.",
        _total,
    ),
    Misconception(
        "the mask is inverted",
        "In attention_mask 1 is a token and 0 is padding; this is the mean of the padding.",
        lambda hidden, attention_mask: (
            _total(hidden, 1 - attention_mask) / (1 - attention_mask).sum(1, keepdim=True)
        ),
    ),
    Misconception(
        "only [CLS] is used",
        "Average all tokens of a text; its first token alone is another way of pooling.",
        lambda hidden, attention_mask: hidden[:, 0],
    ),
    Misconception(
        "[CLS] is left out of the mean",
        "Take every token whose mask is 1, [CLS] too: it has a vector like the others, and was "
        "part of the mean in training.",
        lambda hidden, attention_mask: (
            _from_the_second(hidden, attention_mask) / attention_mask[:, 1:].sum(1, keepdim=True)
        ),
        variants=(
            lambda hidden, attention_mask: (
                _from_the_second(hidden, attention_mask)
                / attention_mask[:, 1:].sum(1, keepdim=True).clamp(min=1)
            ),
            lambda hidden, attention_mask: (
                _from_the_second(hidden, attention_mask) / attention_mask.sum(1, keepdim=True)
            ),
        ),
    ),
    Misconception(
        "the largest value over the tokens is taken",
        "Add the tokens up and divide by their number: the mean, not the maximum.",
        lambda hidden, attention_mask: hidden.masked_fill(
            attention_mask[:, :, None] == 0, -torch.inf
        ).amax(1),
        variants=(lambda hidden, attention_mask: hidden.amax(1),),
    ),
    Misconception(
        "the texts are averaged, not the tokens",
        "Axis 0 counts texts and axis 1 tokens: sum over axis 1.",
        lambda hidden, attention_mask: hidden.mean(0),
        variants=(
            lambda hidden, attention_mask: (
                (hidden * attention_mask[:, :, None]).sum(0) / attention_mask.sum(0)[:, None]
            ),
        ),
    ),
)
