"""The misconceptions about ``perplexity``, each a wrong function with advice."""

from lessons.l02_nnlm.exercises.perplexity.reference import Batches

import math
from collections.abc import Callable, Sequence
from functools import partial

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from workbook.exercises import Misconception


def _losses(scores: Tensor, targets: Tensor) -> Tensor:
    return cross_entropy(scores, targets, reduction="none")


def _losses_over_the_batch(scores: Tensor, targets: Tensor) -> Tensor:
    return -scores.log_softmax(dim=0)[torch.arange(len(targets)), targets]


def _perplexity(
    score_batches: Batches,
    target_batches: Batches,
    *,
    lose: Callable[[Tensor, Tensor], Tensor] = _losses,
    average: Callable[[Sequence[Tensor]], Tensor] = lambda batches: torch.cat([*batches]).mean(),
    finish: Callable[[float], float] = math.exp,
) -> float:
    pairs = zip(score_batches, target_batches, strict=True)
    return finish(average([lose(scores, targets) for scores, targets in pairs]).item())


def _means(batches: Sequence[Tensor]) -> Tensor:
    return torch.stack([losses.mean() for losses in batches])


def _joined(batches: Sequence[Tensor]) -> Tensor:
    return torch.cat([*batches])


def _sizes(batches: Sequence[Tensor]) -> Tensor:
    return torch.tensor([float(len(losses)) for losses in batches])


def _picked(scores: Tensor, targets: Tensor) -> Tensor:
    return scores[torch.arange(len(targets)), targets]


MISCONCEPTIONS = (
    Misconception(
        "the softmax runs over the batch",
        "Let the softmax run over the vocabulary, dim=-1: the words compete for one place of "
        "the text. Windows of a batch have nothing to do with each other.",
        partial(_perplexity, lose=_losses_over_the_batch),
    ),
    Misconception(
        "the softmax is applied before cross_entropy, which applies it again",
        "Give cross_entropy the scores as they are: it takes the log-softmax itself, and a "
        "softmax of probabilities is nearly uniform.",
        partial(_perplexity, lose=lambda scores, targets: _losses(scores.softmax(-1), targets)),
    ),
    Misconception(
        "the perplexities of the batches are averaged",
        "Average the losses and take exp once, at the end: exp of a mean is not the mean of "
        "exps, so the result would depend on how the text is cut into batches.",
        partial(_perplexity, average=lambda batches: _means(batches).exp().mean().log()),
        variants=(
            partial(
                _perplexity,
                average=lambda batches: (
                    _means(batches).exp() @ _sizes(batches) / _sizes(batches).sum()
                ).log(),
            ),
        ),
    ),
    Misconception(
        "the means of the batches are averaged, though the last batch is smaller",
        "Collect the losses of all tokens and divide by their number once: here a token of the "
        "small last batch counts for more than the others.",
        partial(_perplexity, average=lambda batches: _means(batches).mean()),
    ),
    Misconception(
        "the sum of all losses is divided by the number of batches",
        "Divide by the number of tokens: a perplexity is per token, and must not depend on how "
        "many of them fit into a batch.",
        partial(_perplexity, average=lambda batches: _joined(batches).sum() / len(batches)),
    ),
    Misconception(
        "the losses of the batches are added up",
        "Divide by the number of tokens: the sum grows with the text, and a perplexity must not.",
        partial(_perplexity, average=lambda batches: _means(batches).sum()),
        variants=(partial(_perplexity, average=lambda batches: _joined(batches).sum()),),
    ),
    Misconception(
        "the loss is returned, without exp",
        "Take exp at the end: the mean loss is the cross-entropy in nats, the perplexity is "
        "its exponential.",
        partial(_perplexity, finish=lambda loss: loss),
        variants=(partial(_perplexity, finish=lambda loss: loss / math.log(2)),),
    ),
    Misconception(
        "the sign is lost: exp of the mean log-probability",
        "Take exp of minus the mean log-probability: yours is below 1, as a probability is, "
        "and a perplexity is at least 1.",
        partial(_perplexity, finish=lambda loss: math.exp(-loss)),
    ),
    Misconception(
        "one divided by the mean of the probabilities",
        "Average the logarithms, not the probabilities: a text's probability is a product.",
        partial(_perplexity, average=lambda batches: -_joined(batches).neg().exp().mean().log()),
    ),
    Misconception(
        "two bases are mixed: 2 to the power of a loss in nats",
        "Use one base for both: exp undoes the natural logarithm that cross_entropy takes, "
        "2 ** undoes log2.",
        partial(_perplexity, finish=lambda loss: 2.0**loss),
    ),
    Misconception(
        "two bases are mixed: exp of a loss in bits",
        "Use one base for both: exp undoes the natural logarithm, 2 ** undoes log2.",
        partial(_perplexity, finish=lambda loss: math.exp(loss / math.log(2))),
    ),
    Misconception(
        "the perplexities of the batches are added up",
        "Add up the losses of all tokens, divide by their number and take exp once: the result "
        "must not grow with the number of batches.",
        partial(_perplexity, average=lambda batches: _means(batches).exp().sum().log()),
        variants=(
            partial(
                _perplexity, average=lambda batches: (_means(batches).exp() @ _sizes(batches)).log()
            ),
        ),
    ),
    Misconception(
        "exp is taken for each token, and the mean after it",
        "Take the mean of the losses first and exp once, at the end: the mean of 1 / p is ruled by "
        "the few words that the model found least probable.",
        partial(_perplexity, average=lambda batches: _joined(batches).exp().mean().log()),
        variants=(
            partial(
                _perplexity,
                average=lambda batches: (
                    torch.stack([losses.exp().mean() for losses in batches]).mean().log()
                ),
            ),
        ),
    ),
    Misconception(
        "the losses are divided twice",
        "Divide once, by the number of all tokens: the plain cross_entropy of a batch is a mean "
        'already, reduction="sum" is not.',
        partial(_perplexity, average=lambda batches: _means(batches).sum() / _sizes(batches).sum()),
        variants=(
            partial(_perplexity, average=lambda batches: (_means(batches) / _sizes(batches)).sum()),
            partial(
                _perplexity, average=lambda batches: (_means(batches) / _sizes(batches)).mean()
            ),
            partial(_perplexity, average=lambda batches: _joined(batches).mean() / len(batches)),
            partial(
                _perplexity, average=lambda batches: _joined(batches).mean() / _sizes(batches).sum()
            ),
        ),
    ),
    Misconception(
        "all batches are taken to be of one size",
        "Add up the sizes of all batches: not all of them hold the same number of tokens.",
        partial(
            _perplexity,
            average=lambda batches: _joined(batches).sum() / (len(batches) * len(batches[0])),
        ),
        variants=(
            partial(
                _perplexity,
                average=lambda batches: _joined(batches).sum() / (len(batches) * len(batches[-1])),
            ),
        ),
    ),
    Misconception(
        "the sum of all losses is divided by the size of one batch",
        "Divide by the number of tokens of all batches: count them in the same loop as the losses.",
        partial(_perplexity, average=lambda batches: _joined(batches).sum() / len(batches[-1])),
        variants=(
            partial(_perplexity, average=lambda batches: _joined(batches).sum() / len(batches[0])),
        ),
    ),
    Misconception(
        "the number of scores is counted, not of tokens",
        "Count the targets: each token has V scores, but one loss.",
        partial(
            _perplexity, lose=lambda scores, targets: _losses(scores, targets) / scores.shape[1]
        ),
    ),
    Misconception(
        "only one of the batches counts",
        "Collect the losses of all batches: start the sum once, before the loop, and return after "
        "it.",
        partial(_perplexity, average=lambda batches: batches[-1].mean()),
        variants=(partial(_perplexity, average=lambda batches: batches[0].mean()),),
    ),
    Misconception(
        "the scores are taken for log-probabilities",
        "Take the log-softmax first, or cross_entropy, which does: scores are not normalized.",
        partial(_perplexity, lose=lambda scores, targets: -_picked(scores, targets)),
    ),
    Misconception(
        "the probabilities are taken for their logarithms",
        "Take the logarithm of the softmax, log_softmax: nll_loss expects log-probabilities.",
        partial(_perplexity, lose=lambda scores, targets: -_picked(scores.softmax(-1), targets)),
    ),
    Misconception(
        "the logarithm of the scores is taken, without a softmax",
        "Take the softmax first: scores may be negative, and then have no logarithm.",
        partial(_perplexity, lose=lambda scores, targets: -_picked(scores.log(), targets)),
    ),
    Misconception(
        "the entropy of the distributions stands for the loss of the targets",
        "Ask for the log-probability of the word that really follows: the entropy does not look at "
        "the targets.",
        partial(
            _perplexity,
            lose=lambda scores, targets: -(scores.softmax(-1) * scores.log_softmax(-1)).sum(-1),
        ),
    ),
)
