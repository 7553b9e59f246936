"""The misconceptions about ``pretraining_loss``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, one_hot

from workbook.exercises import Misconception

MaskedLoss = Callable[[Tensor, Tensor, Tensor], Tensor]  # (logits, ids, chosen)


NextLoss = Callable[[Tensor, Tensor], Tensor]


def _each(logits: Tensor, ids: Tensor) -> Tensor:
    """Loss of every token, (B, T)."""
    return cross_entropy(logits.transpose(1, 2), ids, reduction="none")


def _masked_mean(logits: Tensor, ids: Tensor, chosen: Tensor) -> Tensor:
    return _each(logits, ids)[chosen].mean()


def _row_means(logits: Tensor, ids: Tensor, chosen: Tensor) -> Tensor:
    losses = _each(logits, ids)
    return torch.stack(
        [row[places].mean() for row, places in zip(losses, chosen, strict=True)]
    ).mean()


def _no_answer_is_zero(logits: Tensor, ids: Tensor, chosen: Tensor) -> Tensor:
    return _each(logits, ids * chosen).mean()


def _binary(logits: Tensor, labels: Tensor) -> Tensor:
    return binary_cross_entropy_with_logits(logits, one_hot(labels, 2).to(logits.dtype))


def _loss(
    logits: Tensor,
    ids: Tensor,
    chosen: Tensor,
    next_logits: Tensor,
    next_labels: Tensor,
    *,
    masked: MaskedLoss = _masked_mean,
    pairs: NextLoss = cross_entropy,
) -> Tensor:
    return masked(logits, ids, chosen) + pairs(next_logits, next_labels)


def _all_together(
    logits: Tensor, ids: Tensor, chosen: Tensor, next_logits: Tensor, next_labels: Tensor
) -> Tensor:
    tokens = _each(logits, ids)[chosen]
    return torch.cat([tokens, cross_entropy(next_logits, next_labels, reduction="none")]).mean()


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
        partial(_loss, masked=_row_means),
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
        partial(_loss, masked=lambda x, ids, chosen: _each(x, ids)[chosen].sum()),
    ),
    Misconception(
        "tokens that were not chosen have to be guessed as piece 0",
        "A target of 0 means [PAD], and cross_entropy counts it. Select the chosen tokens, or "
        "set the other targets to -100, which it leaves out.",
        partial(_loss, masked=_no_answer_is_zero),
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
        "the next-sentence columns are exchanged",
        "Column 0 is is next, and label 0 says so: cross_entropy takes the labels as they are.",
        partial(_loss, pairs=lambda logits, labels: cross_entropy(logits, 1 - labels)),
    ),
    Misconception(
        "each column of the next-sentence scores is taken as a yes-or-no question of its own",
        "The two columns are two classes of which one is true: softmax and cross-entropy, not "
        "a sigmoid for each.",
        partial(_loss, pairs=_binary),
    ),
    Misconception(
        "the logits go through a softmax before cross_entropy",
        "cross_entropy takes logits and does the softmax itself. Done twice, the loss can "
        "never come near 0 and its gradients are small.",
        partial(
            _loss,
            masked=lambda x, ids, chosen: cross_entropy(x.softmax(-1)[chosen], ids[chosen]),
        ),
        variants=(
            lambda x, ids, chosen, pairs, labels: (
                cross_entropy(x.softmax(-1)[chosen], ids[chosen])
                + cross_entropy(pairs.softmax(-1), labels)
            ),
        ),
    ),
    Misconception(
        "the two losses are averaged",
        "The paper adds them. Half the sum has the same minimum, but half the gradient: the "
        "learning rates of others no longer fit.",
        lambda *arguments: _loss(*arguments) / 2,
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
        partial(_loss, pairs=lambda logits, labels: logits.new_zeros(())),
    ),
)
