"""The misconceptions about ``perplexity``, each a wrong function with advice."""

from lessons.l02_nnlm.exercises.perplexity.reference import Batches, losses, perplexity

import math

import torch
from torch.nn.functional import cross_entropy

from workbook.exercises import Misconception


def _over_the_batch(score_batches: Batches, target_batches: Batches) -> float:
    logs = [
        scores.log_softmax(dim=0)[torch.arange(len(targets)), targets]
        for scores, targets in zip(score_batches, target_batches, strict=True)
    ]
    return math.exp(-torch.cat(logs).mean().item())


def _mean_of_perplexities(score_batches: Batches, target_batches: Batches) -> float:
    each = [
        perplexity([scores], [targets])
        for scores, targets in zip(score_batches, target_batches, strict=True)
    ]
    return sum(each) / len(each)


def _mean_of_means(score_batches: Batches, target_batches: Batches) -> float:
    means = [
        cross_entropy(scores, targets).item()
        for scores, targets in zip(score_batches, target_batches, strict=True)
    ]
    return math.exp(sum(means) / len(means))


def _sum_of_means(score_batches: Batches, target_batches: Batches) -> float:
    means = [
        cross_entropy(scores, targets).item()
        for scores, targets in zip(score_batches, target_batches, strict=True)
    ]
    return math.exp(sum(means))


MISCONCEPTIONS = (
    Misconception(
        "the softmax runs over the batch",
        "Let the softmax run over the vocabulary, dim=-1: the words compete for one place of "
        "the text. Windows of a batch have nothing to do with each other.",
        _over_the_batch,
    ),
    Misconception(
        "the perplexities of the batches are averaged",
        "Average the losses and take exp once, at the end: exp of a mean is not the mean of "
        "exps, so the result would depend on how the text is cut into batches.",
        _mean_of_perplexities,
    ),
    Misconception(
        "the means of the batches are averaged, though the last batch is smaller",
        "Collect the losses of all tokens and divide by their number once: here a token of the "
        "small last batch counts for more than the others.",
        _mean_of_means,
    ),
    Misconception(
        "the losses of the batches are added up",
        "Divide by the number of tokens: the sum grows with the text, and a perplexity must not.",
        _sum_of_means,
        variants=(lambda scores, targets: math.exp(losses(scores, targets).sum().item()),),
    ),
    Misconception(
        "the loss is returned, without exp",
        "Take exp at the end: the mean loss is the cross-entropy in nats, the perplexity is "
        "its exponential.",
        lambda scores, targets: losses(scores, targets).mean().item(),
    ),
    Misconception(
        "the sign is lost: exp of the mean log-probability",
        "Take exp of minus the mean log-probability: yours is below 1, as a probability is, "
        "and a perplexity is at least 1.",
        lambda scores, targets: math.exp(-losses(scores, targets).mean().item()),
    ),
    Misconception(
        "one divided by the mean of the probabilities",
        "Average the logarithms, not the probabilities: a text's probability is a product.",
        lambda scores, targets: 1 / torch.exp(-losses(scores, targets)).mean().item(),
    ),
    Misconception(
        "two bases are mixed: 2 to the power of a loss in nats",
        "Use one base for both: exp undoes the natural logarithm that cross_entropy takes, "
        "2 ** undoes log2.",
        lambda scores, targets: 2 ** losses(scores, targets).mean().item(),
    ),
)
