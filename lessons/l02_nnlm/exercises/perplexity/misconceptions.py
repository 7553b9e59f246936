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
        partial(_perplexity, average=lambda batches: torch.cat([*batches]).sum() / len(batches)),
    ),
    Misconception(
        "the losses of the batches are added up",
        "Divide by the number of tokens: the sum grows with the text, and a perplexity must not.",
        partial(_perplexity, average=lambda batches: _means(batches).sum()),
        variants=(partial(_perplexity, average=lambda batches: torch.cat([*batches]).sum()),),
    ),
    Misconception(
        "the loss is returned, without exp",
        "Take exp at the end: the mean loss is the cross-entropy in nats, the perplexity is "
        "its exponential.",
        partial(_perplexity, finish=lambda loss: loss),
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
        partial(
            _perplexity, average=lambda batches: -torch.cat([*batches]).neg().exp().mean().log()
        ),
    ),
    Misconception(
        "two bases are mixed: 2 to the power of a loss in nats",
        "Use one base for both: exp undoes the natural logarithm that cross_entropy takes, "
        "2 ** undoes log2.",
        partial(_perplexity, finish=lambda loss: 2.0**loss),
    ),
)
