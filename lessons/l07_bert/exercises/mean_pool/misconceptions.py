"""The misconceptions about ``mean_pool``, each a wrong function with advice."""

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _total(hidden: Tensor, mask: Tensor) -> Tensor:
    return torch.einsum("btd,bt->bd", hidden, mask.to(hidden.dtype))


def _from_the_second(hidden: Tensor, mask: Tensor) -> Tensor:
    return _total(hidden[:, 1:], mask[:, 1:])


def _inner(mask: Tensor, first: bool = True, last: bool = True) -> Tensor:
    """Take each text's first and last token out of the mask, wherever its padding stands."""
    count = mask.cumsum(1) * mask
    kept = mask * (count != int(first))
    return kept * (count != mask.sum(1, keepdim=True)) if last else kept


def _mean(hidden: Tensor, mask: Tensor, count: Tensor | None = None) -> Tensor:
    return _total(hidden, mask) / (mask if count is None else count).sum(1, keepdim=True)


def _or_all(mask: Tensor, kept: Tensor) -> Tensor:
    return torch.where(kept.any(1, keepdim=True), kept, mask)


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
        "[CLS] and [SEP] are left out of the mean",
        "Take every token whose mask is 1, [CLS] and [SEP] among them: they have vectors like the "
        "others.",
        lambda hidden, mask: _mean(hidden, _inner(mask)),
        variants=(
            lambda hidden, mask: _mean(hidden, _or_all(mask, _inner(mask))),
            lambda hidden, mask: (
                _total(hidden, _inner(mask)) / _inner(mask).sum(1, keepdim=True).clamp(min=1)
            ),
            lambda hidden, mask: _mean(
                hidden, torch.where(mask.sum(1, keepdim=True) > 2, _inner(mask), mask)
            ),
            lambda hidden, mask: _mean(hidden[:, 1:-1], mask[:, 1:-1]),
            lambda hidden, mask: _mean(hidden, _inner(mask), mask),
        ),
    ),
    Misconception(
        "[SEP] is left out of the mean",
        "Take every token whose mask is 1, [SEP] too.",
        lambda hidden, mask: _mean(hidden, _inner(mask, first=False)),
        variants=(
            lambda hidden, mask: _mean(hidden, _or_all(mask, _inner(mask, first=False))),
            lambda hidden, mask: _mean(hidden[:, :-1], mask[:, :-1]),
            lambda hidden, mask: _mean(hidden, _inner(mask, first=False), mask),
        ),
    ),
    Misconception(
        "the first places are averaged, wherever the tokens stand",
        "Padding may stand in front: it is the mask that says which places are tokens, not their "
        "number.",
        lambda hidden, mask: _mean(
            hidden, (torch.arange(mask.shape[1]) < mask.sum(1, keepdim=True)).long()
        ),
    ),
    Misconception(
        "the mask of the first text, or its number of tokens, serves for all texts",
        "Each text has its own row of the mask: keep the axis of the texts, attention_mask[:, :, "
        "None] and attention_mask.sum(1, keepdim=True).",
        lambda hidden, mask: _mean(hidden, mask[:1].expand_as(mask)),
        variants=(
            lambda hidden, mask: _mean(hidden, mask, mask[:1]),
            lambda hidden, mask: hidden[:, : int(mask[0].sum())].mean(1),
            lambda hidden, mask: _mean(hidden, mask[:1].expand_as(mask), mask),
        ),
    ),
    Misconception(
        "the number of tokens is off",
        "Divide by attention_mask.sum(1): as each text has a token, nothing has to be added "
        "against a division by 0.",
        lambda hidden, mask: _total(hidden, mask) / (mask.sum(1, keepdim=True) + 1),
        variants=(
            lambda hidden, mask: _total(hidden, mask) / (mask.sum(1, keepdim=True) - 1),
            lambda hidden, mask: _total(hidden, mask) / (mask.sum(1, keepdim=True) - 2),
        ),
    ),
    Misconception(
        "the sum is divided by the root of the number of tokens",
        "That is another way of pooling; a mean divides by the number itself.",
        lambda hidden, mask: _total(hidden, mask) / mask.sum(1, keepdim=True).sqrt(),
    ),
    Misconception(
        "the sum is divided by the number of texts",
        "Divide by the number of tokens of each text, attention_mask.sum(1, keepdim=True).",
        lambda hidden, mask: _total(hidden, mask) / len(mask),
    ),
    Misconception(
        "the sum is divided by the size of the vectors",
        "Divide by the number of tokens of each text, attention_mask.sum(1, keepdim=True).",
        lambda hidden, mask: _total(hidden, mask) / hidden.shape[2],
    ),
    Misconception(
        "the components are averaged, not the tokens",
        "Axis 1 counts tokens and axis 2 components: the result is a vector (B, D) per text.",
        lambda hidden, mask: hidden.mean(2),
        variants=(lambda hidden, mask: (hidden * mask[:, :, None]).mean(-1),),
    ),
    Misconception(
        "the axis of the tokens is kept",
        "Return (B, D): sum over axis 1 without keepdim.",
        lambda hidden, mask: _mean(hidden, mask)[:, None],
    ),
    Misconception(
        "only the last place is used",
        "Average all tokens of a text.",
        lambda hidden, mask: hidden[:, -1],
    ),
    Misconception(
        "the largest value over the tokens is taken",
        "Add the tokens up and divide by their number: the mean, not the maximum.",
        lambda hidden, attention_mask: hidden.masked_fill(
            attention_mask[:, :, None] == 0, -torch.inf
        ).amax(1),
        variants=(
            lambda hidden, attention_mask: hidden.amax(1),
            lambda hidden, attention_mask: (hidden * attention_mask[:, :, None]).amax(1),
        ),
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
