"""The misconceptions about ``pretraining_loss``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, one_hot

from workbook.exercises import Misconception

MaskedLoss = Callable[[Tensor, Tensor, Tensor], Tensor]  # (logits, ids, chosen)
Loss = Callable[[Tensor, Tensor], Tensor]


def _each(logits: Tensor, ids: Tensor) -> Tensor:  # the loss of every token, (B, T)
    return cross_entropy(logits.transpose(1, 2), ids, reduction="none")


def _binary(logits: Tensor, labels: Tensor) -> Tensor:
    return binary_cross_entropy_with_logits(logits, one_hot(labels, 2).to(logits.dtype))


def _one_column(logits: Tensor, labels: Tensor, column: int = 1, truth: int = 1) -> Tensor:
    wanted = (labels == truth).to(logits.dtype)
    return binary_cross_entropy_with_logits(logits[:, column], wanted)


def _scores_at_zero(logits: Tensor, ids: Tensor, chosen: Tensor) -> Tensor:
    return _each(logits * chosen[:, :, None], ids).mean()


def _viewed(logits: Tensor, ids: Tensor, chosen: Tensor) -> Tensor:
    B, T, V = logits.shape
    return cross_entropy(logits.reshape(B, V, T), ids, reduction="none")[chosen].mean()


def _right_ones(values: Tensor, answers: Tensor) -> Tensor:
    """Minus the mean of the values at the answers, the last axis."""
    return -values.gather(-1, answers.unsqueeze(-1)).mean()


def _along(axis: int) -> MaskedLoss:
    """Softmax along another axis than the pieces."""
    return lambda x, ids, chosen: _right_ones(x.log_softmax(axis)[chosen], ids[chosen])


def _loss(
    logits: Tensor,
    ids: Tensor,
    chosen: Tensor,
    next_logits: Tensor,
    next_labels: Tensor,
    *,
    both: Loss = cross_entropy,
    tokens: Loss | None = None,
    pairs: Loss | None = None,
    masked: MaskedLoss | None = None,
    total: Callable[[Tensor, Tensor], Any] = torch.add,
) -> Any:
    first = masked(logits, ids, chosen) if masked else (tokens or both)(logits[chosen], ids[chosen])
    return total(first, (pairs or both)(next_logits, next_labels))


def _each_way(loss: Loss) -> tuple[Callable[..., Any], ...]:
    return partial(_loss, both=loss), partial(_loss, tokens=loss), partial(_loss, pairs=loss)


def _all_together(logits: Tensor, ids: Tensor, chosen: Tensor, pairs: Tensor, y: Tensor) -> Any:
    return (_sum(logits[chosen], ids[chosen]) + _sum(pairs, y)) / (chosen.sum() + len(y))


_COLUMN_0: tuple[dict[str, Any], ...] = {"column": 0, "truth": 0}, {"column": 0}
_sum = partial(cross_entropy, reduction="sum")
_ONCE_MORE = _each_way(lambda x, y: cross_entropy(x, y) / len(y))
_MINUS_P = _each_way(lambda x, y: _right_ones(x.softmax(-1), y))
_RAW = _each_way(_right_ones)
_TWICE = _each_way(lambda x, y: cross_entropy(x.softmax(-1), y))
_DOWN = _each_way(lambda x, y: _right_ones(x.log_softmax(0), y))


MISCONCEPTIONS = (
    Misconception(
        "the masked-word loss counts every token",
        "Take the chosen ones only: at the others the answer stands in the input, and copying "
        "it would be most of the loss.",
        partial(_loss, masked=lambda logits, ids, chosen: _each(logits, ids).mean()),
    ),
    Misconception(
        "the loss of the chosen tokens is divided by the number of all tokens",
        "Divide by the number of chosen tokens: else the loss is about seven times too small, "
        "and the smaller the more padding a batch has.",
        partial(_loss, masked=lambda x, ids, chosen: (_each(x, ids) * chosen).mean()),
    ),
    Misconception(
        "the masked-word loss is averaged over the rows first",
        "Sum over all chosen tokens of the batch, then divide once: a mean of the rows' means "
        "gives a token in a short text more weight than one in a long text.",
        partial(_loss, masked=lambda x, ids, c: ((_each(x, ids) * c).sum(1) / c.sum(1)).mean()),
        (partial(_loss, masked=lambda x, i, c: ((_each(x, i) * c).sum(1) / c.sum(1)).nanmean()),),
    ),
    Misconception(
        "the masked-word loss is divided by the number of texts",
        "Divide by the number of chosen tokens. Divided by texts it grows with their length, "
        "and drowns the loss of the pairs.",
        partial(_loss, masked=lambda x, ids, chosen: (_each(x, ids) * chosen).sum(dim=1).mean()),
    ),
    Misconception(
        "the masked-word loss is a sum, the next-sentence loss a mean",
        "Both are means. As a sum the first outweighs the second by the number of chosen "
        "tokens, and the step depends on the size of the batch.",
        partial(_loss, tokens=_sum),
    ),
    Misconception(
        "the next-sentence loss is a sum, the masked-word loss a mean",
        "Both are means: divide the loss of the pairs by their number, or leave out "
        "reduction='sum'.",
        partial(_loss, pairs=_sum),
    ),
    Misconception(
        "both losses are sums",
        "Both are means, each over its own predictions: sums grow with the batch, and the tokens "
        "outweigh the pairs.",
        partial(_loss, both=_sum),
    ),
    Misconception(
        "scores are taken for logarithms of shares",
        "nll_loss wants log_softmax. cross_entropy takes scores as they are and makes "
        "probabilities of "
        "them.",
        _RAW[0],
        variants=_RAW[1:],
    ),
    Misconception(
        "a mean is divided by its number once more",
        "cross_entropy divides by the number of its rows already, unless you ask for a sum.",
        _ONCE_MORE[0],
        variants=_ONCE_MORE[1:],
    ),
    Misconception(
        "tokens that were not chosen have to be guessed as piece 0",
        "A target of 0 means [PAD], and cross_entropy counts it. Select the chosen tokens, or "
        "set the other targets to -100, which it leaves out.",
        partial(_loss, masked=lambda x, ids, chosen: _each(x, ids * chosen).mean()),
    ),
    Misconception(
        "scores of 0 stand for tokens that were not chosen, and count",
        "Scores times chosen are 0 elsewhere, which is an even guess and costs log V. Select the "
        "chosen tokens, logits[chosen], instead.",
        partial(_loss, masked=_scores_at_zero),
        variants=(partial(_loss, masked=lambda x, ids, c: _scores_at_zero(x, ids * c, c)),),
    ),
    Misconception(
        "a chosen word of id 0 is left out",
        "ids may hold 0 at a chosen place, so ignore_index=0 loses it. Select by chosen, or set "
        "the others to -100.",
        partial(_loss, tokens=partial(cross_entropy, ignore_index=0)),
    ),
    Misconception(
        "view or reshape takes the place of transpose",
        "cross_entropy wants the pieces on axis 1: transpose(1, 2) moves the axis; a view in that "
        "shape mixes the scores of several tokens.",
        partial(_loss, masked=_viewed),
    ),
    Misconception(
        "the softmax runs over tokens or texts, not over the pieces",
        "The pieces compete for a place: softmax along the last axis, dim=-1. The two columns of "
        "a pair stand on the last axis, too.",
        partial(_loss, masked=_along(1)),
        variants=(partial(_loss, masked=_along(0)), *_DOWN),
    ),
    Misconception(
        "the loss is minus the probability, without its logarithm",
        "The surprisal is -log p. nll_loss wants log_softmax: given probabilities it returns a "
        "number below 0 and does not complain.",
        _MINUS_P[0],
        variants=_MINUS_P[1:],
    ),
    Misconception(
        "chosen is inverted",
        "chosen is True where a token has to be guessed: take logits[chosen], not logits[~chosen].",
        partial(_loss, masked=lambda x, ids, chosen: _each(x, ids)[~chosen].mean()),
    ),
    Misconception(
        "ignore_index=0 leaves out the pairs that belong together",
        "0 is a class here, is next. With ignore_index=0 the model sees only the other class, "
        "and learns to give it always.",
        partial(_loss, pairs=partial(cross_entropy, ignore_index=0)),
    ),
    Misconception(
        "the next-sentence columns are exchanged, or the labels flipped",
        "Column 0 and label 0 both stand for *is next*: cross_entropy takes them as they are.",
        partial(_loss, pairs=lambda logits, labels: cross_entropy(logits, 1 - labels)),
    ),
    Misconception(
        "each column of the next-sentence scores is taken as a yes-or-no question of its own",
        "The two columns are two classes of which one is true: softmax and cross-entropy, not "
        "a sigmoid for each.",
        partial(_loss, pairs=_binary),
    ),
    Misconception(
        "only one column of the next-sentence scores is used",
        "The probability of a class comes from both columns: cross_entropy(next_logits, "
        "next_labels), not a sigmoid of one.",
        partial(_loss, pairs=_one_column),
        variants=tuple(partial(_loss, pairs=partial(_one_column, **c)) for c in _COLUMN_0),
    ),
    Misconception(
        "the logits go through a softmax before cross_entropy",
        "cross_entropy takes logits and does the softmax itself. Done twice, the loss can "
        "never come near 0 and its gradients are small.",
        _TWICE[0],
        variants=_TWICE[1:],
    ),
    Misconception(
        "the two losses are averaged",
        "The paper adds them. Half the sum has the same minimum, but half the gradient: the "
        "learning rates of others no longer fit.",
        partial(_loss, total=lambda masked, pairs: (masked + pairs) / 2),
    ),
    Misconception(
        "tokens and pairs are put into one mean",
        "Each loss is a mean over its own predictions. In one mean the few pairs hardly count "
        "beside the many tokens.",
        _all_together,
    ),
    Misconception(
        "the next-sentence loss is left out",
        "Add the mean loss of the pairs. Later models did without it; BERT has it.",
        partial(_loss, total=lambda masked, pairs: masked),
    ),
    Misconception(
        "the masked-word loss is left out",
        "Add the mean loss of the chosen tokens: without it nothing is learned of words.",
        partial(_loss, total=lambda masked, pairs: pairs),
    ),
    Misconception(
        "the two losses are returned beside each other, not their sum",
        "Add them: one number goes backwards, and its gradient is that of both.",
        partial(_loss, total=lambda masked, pairs: (masked, pairs)),
        variants=(partial(_loss, total=lambda masked, pairs: torch.stack([masked, pairs])),),
    ),
    Misconception(
        "the loss is made of plain numbers, without gradient, or not in the dtype of the logits",
        "Stay with tensors: no gradient gets through item(), and torch.tensor makes a new number "
        "of it, in float32. cross_entropy returns a loss in the dtype of the logits.",
        partial(_loss, total=lambda masked, pairs: (masked + pairs).float()),
    ),
)
