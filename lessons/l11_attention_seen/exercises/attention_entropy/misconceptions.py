"""The misconceptions about ``attention_entropy``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception

Rows = Callable[[Tensor], Tensor]  # (B, H, T, T) -> (B, H, T)


def _entropy(weights: Tensor) -> Tensor:
    return torch.where(weights > 0, -weights * weights.clamp(min=1e-300).log(), 0.0).sum(dim=-1)


def _tokens(values: Tensor, mask: Tensor) -> Tensor:
    """Average (B, H, T) over tokens."""
    return (values * mask[:, None]).sum(dim=(0, 2)) / mask.sum()


def _measure(
    weights: Tensor,
    mask: Tensor,
    *,
    rows: Rows = _entropy,
    average: Callable[[Tensor, Tensor], Tensor] = _tokens,
) -> Tensor:
    return average(rows(weights), mask)


def _text_means(values: Tensor, mask: Tensor) -> Tensor:
    return ((values * mask[:, None]).sum(dim=2) / mask.sum(dim=1, keepdim=True)).mean(dim=0)


def _of_the_mean(weights: Tensor, mask: Tensor) -> Tensor:
    """Average the rows first."""
    mean = (weights * mask[:, None, :, None]).sum(dim=(0, 2)) / mask.sum()  # (H, T)
    return _entropy(mean)


MISCONCEPTIONS = (
    Misconception(
        "the rows of padding count",
        "Average over the rows where attention_mask is 1. Padding looks at the text too, and "
        "the more of it a batch has, the more its rows would decide.",
        partial(_measure, average=lambda values, mask: values.mean(dim=(0, 2))),
    ),
    Misconception(
        "the sum is divided by the number of all rows",
        "Divide by the number of tokens, attention_mask.sum(): with B x T the result falls as "
        "padding grows.",
        partial(
            _measure,
            average=lambda values, mask: (values * mask[:, None]).mean(dim=(0, 2)),
        ),
    ),
    Misconception(
        "a weight of 0 gives NaN",
        "0 times its logarithm counts as 0, the limit of p log p. Use torch.special.entr, or "
        "leave the zeros out before you take the logarithm.",
        partial(_measure, rows=lambda weights: -(weights * weights.log()).sum(dim=-1)),
        variants=(
            lambda weights, mask: (
                -(weights * weights.log()).sum(dim=-1).transpose(1, 2)[mask.bool()].mean(dim=0)
            ),
        ),
    ),
    Misconception(
        "the sign is missing",
        "Entropy is minus the sum of p log p: the logarithm of a weight below 1 is negative.",
        partial(_measure, rows=lambda weights: -_entropy(weights)),
    ),
    Misconception(
        "the entropy is in bits",
        "Take the natural logarithm: the result is asked for in nats. A bit is 0.69 nats.",
        partial(_measure, rows=lambda weights: _entropy(weights) / torch.tensor(2.0).log()),
    ),
    Misconception(
        "the entropy is divided by its largest value, log T",
        "Leave it in nats. A share of log T would depend on the padding, which makes T larger "
        "and adds nothing to see.",
        partial(
            _measure,
            rows=lambda weights: _entropy(weights) / torch.tensor(weights.shape[-1]).log(),
        ),
    ),
    Misconception(
        "the sum goes down the columns",
        "Sum over the last axis: a row holds what one token sees and adds up to 1. A column "
        "holds what others give to one token, and adds up to anything.",
        partial(_measure, rows=lambda weights: _entropy(weights.transpose(-2, -1))),
    ),
    Misconception(
        "the rows are averaged before the entropy is taken",
        "Take each row's entropy, then the mean. Tokens that look at one place each, but at "
        "different ones, have an average row that looks spread out.",
        _of_the_mean,
    ),
    Misconception(
        "the entropies are added up, not averaged",
        "Divide by the number of tokens, or long texts seem to have wider heads.",
        partial(_measure, average=lambda values, mask: (values * mask[:, None]).sum(dim=(0, 2))),
    ),
    Misconception(
        "each text is averaged by itself first",
        "Average over all tokens at once: a mean of the texts' means gives a token of a short "
        "text more weight.",
        partial(_measure, average=_text_means),
    ),
)
