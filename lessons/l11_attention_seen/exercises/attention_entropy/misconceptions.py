"""The misconceptions about ``attention_entropy``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception

Rows = Callable[[Tensor], Tensor]  # (B, H, T, T) -> (B, H, T)
Average = Callable[[Tensor, Tensor], Tensor]  # (B, H, T) and the mask (B, T) -> (H,)


def _terms(weights: Tensor) -> Tensor:
    return torch.where(weights > 0, -weights * weights.log(), 0.0)


def _entropy(weights: Tensor) -> Tensor:
    return _terms(weights).sum(dim=-1)


def _broken(weights: Tensor) -> Tensor:
    return -(weights * weights.log()).sum(dim=-1)


def _of_logits(weights: Tensor) -> Tensor:
    return _entropy(weights.softmax(dim=-1))


def _all(values: Tensor, mask: Tensor) -> Tensor:
    return values.mean(dim=(0, 2))


def _added(values: Tensor, mask: Tensor) -> Tensor:
    return (values * mask[:, None]).sum(dim=(0, 2))


def _tokens(values: Tensor, mask: Tensor) -> Tensor:
    """Average (B, H, T) over tokens."""
    return _added(values, mask) / mask.sum()


def _picked(values: Tensor, mask: Tensor) -> Tensor:
    """Average (B, H, T) over tokens, by an index."""
    return values.transpose(1, 2)[mask.bool()].mean(dim=0)


def _measure(
    weights: Tensor,
    mask: Tensor,
    *,
    rows: Rows = _entropy,
    average: Average = _tokens,
    finish: Callable[[Tensor], Tensor] = lambda found: found,
) -> Tensor:
    return finish(average(rows(weights), mask))


def _of_texts(values: Tensor, mask: Tensor) -> Tensor:
    return (values * mask[:, None]).sum(dim=2) / mask.sum(dim=1, keepdim=True)


def _of_the_mean(weights: Tensor, mask: Tensor, *, by_text: bool = False) -> Tensor:
    """Average the rows first."""
    found = (weights * mask[:, None, :, None]).sum(dim=2)  # (B, H, T)
    if by_text:
        return _entropy(found / mask.sum(dim=1)[:, None, None]).mean(dim=0)
    return _entropy(found.sum(dim=0) / mask.sum())


def _of_each_length(weights: Tensor, mask: Tensor) -> Tensor:
    return _tokens(_entropy(weights) / mask.sum(dim=1)[:, None, None].log(), mask)


MISCONCEPTIONS = (
    Misconception(
        "the rows of padding count",
        "Average over the rows where attention_mask is 1. Padding looks at the text too, and "
        "the more of it a batch has, the more its rows would decide.",
        partial(_measure, average=_all),
    ),
    Misconception(
        "the rows of padding are added in, though only tokens are counted",
        "The mask belongs to the rows: sum over the last axis, then leave out rows of padding. A "
        "sum down the columns (dim=-2) goes through them, and a mask on columns leaves them in.",
        partial(_measure, average=lambda values, mask: values.sum(dim=(0, 2)) / mask.sum()),
    ),
    Misconception(
        "the mask is inverted",
        "Take the rows where attention_mask is 1, the tokens: 0 is padding.",
        partial(_measure, average=lambda values, mask: _tokens(values, 1 - mask)),
    ),
    Misconception(
        "the 0 and 1 of the mask are taken for numbers of rows",
        "An index of integers picks rows 0 and 1 again and again. Make truth values of the mask, "
        "attention_mask.bool(), which pick where it is True.",
        partial(
            _measure,
            average=lambda values, mask: values.transpose(1, 2)[mask.long()].mean(dim=0),
        ),
    ),
    Misconception(
        "the sum is divided by the number of all rows",
        "Divide by the number of tokens, attention_mask.sum(): with B x T the result falls as "
        "padding grows.",
        partial(_measure, average=lambda values, mask: _all(values * mask[:, None], mask)),
    ),
    Misconception(
        "the sum is divided by the number of texts",
        "Divide by the number of tokens of all texts, attention_mask.sum(): a text has many rows, "
        "and the mean is one over rows.",
        partial(_measure, average=lambda values, mask: _added(values, mask) / len(mask)),
    ),
    Misconception(
        "a weight of 0 gives NaN",
        "0 times its logarithm counts as 0, the limit of p log p. Use torch.special.entr, or "
        "leave the zeros out before you take the logarithm.",
        partial(_measure, rows=_broken),
        variants=(partial(_measure, rows=_broken, average=_picked),),
    ),
    Misconception(
        "a row with a weight of 0 counts as 0, or not at all",
        "Only the term of that weight is 0, not the sum of its row: put the 0 in for NaN before "
        "you sum (torch.special.entr does).",
        partial(_measure, rows=lambda weights: _broken(weights).nan_to_num(0.0)),
        variants=(
            lambda weights, mask: (
                _broken(weights).transpose(1, 2)[mask.bool()].nanmean(dim=0).nan_to_num(0.0)
            ),
            lambda weights, mask: _broken(weights).transpose(1, 2)[mask.bool()].nanmean(dim=0),
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
        "the entropy is divided by its largest value, the logarithm of a length",
        "Leave it in nats. A share of log T would depend on the padding, which makes T larger "
        "and adds nothing to see.",
        partial(
            _measure,
            rows=lambda weights: _entropy(weights) / torch.tensor(weights.shape[-1]).log(),
        ),
        variants=(_of_each_length,),
    ),
    Misconception(
        "the exponential of the entropy is returned",
        "Leave it in nats. Its exponential says how many tokens a row sees, which is a number to "
        "read the entropy by.",
        partial(_measure, rows=lambda weights: _entropy(weights).exp()),
        variants=(partial(_measure, finish=torch.exp),),
    ),
    Misconception(
        "a row's terms are averaged, not added up",
        "Entropy is the sum over a row, -sum p log p. Each weight p is the mean's weight already, "
        "so do not divide by T again.",
        partial(_measure, rows=lambda weights: _terms(weights).mean(dim=-1)),
    ),
    Misconception(
        "the weights are taken for logits",
        "The rows of weights have been through a softmax: they sum to 1. A second one makes all "
        "of them alike (in Categorical, say probs= and not logits=).",
        partial(_measure, rows=_of_logits),
    ),
    Misconception(
        "the logarithms are not weighted",
        "Each logarithm counts by its weight, p log p: otherwise tokens that are hardly seen "
        "count the most.",
        partial(
            _measure,
            rows=lambda weights: torch.where(weights > 0, -weights.log(), 0.0).sum(dim=-1),
        ),
    ),
    Misconception(
        "the rows are averaged before the entropy is taken",
        "Take each row's entropy, then the mean. Tokens that look at one place each, but at "
        "different ones, have an average row that looks spread out.",
        _of_the_mean,
        variants=(
            partial(_of_the_mean, by_text=True),
            lambda weights, mask: _entropy(weights.mean(dim=(0, 2))),
            lambda weights, mask: _entropy(weights.mean(dim=2)).mean(dim=0),
        ),
    ),
    Misconception(
        "the entropies are added up, not averaged",
        "Divide by the number of tokens, or long texts seem to have wider heads.",
        partial(_measure, average=_added),
    ),
    Misconception(
        "each text is averaged by itself first",
        "Average over all tokens at once: a mean of the texts' means gives a token of a short "
        "text more weight.",
        partial(_measure, average=lambda values, mask: _of_texts(values, mask).mean(dim=0)),
        variants=(
            partial(_measure, average=lambda values, mask: _of_texts(values, mask).sum(dim=0)),
            partial(_measure, average=_of_texts),
        ),
    ),
    Misconception(
        "the heads are averaged, too or instead",
        "Each head keeps a number of its own, (H,): average over the tokens alone, and name the "
        "axis, mean(dim=0).",
        lambda weights, mask: _tokens(_entropy(weights), mask).mean(),
        variants=(
            lambda weights, mask: _entropy(weights).transpose(1, 2)[mask.bool()].mean(dim=1),
        ),
    ),
)
