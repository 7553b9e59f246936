"""The misconceptions about ``epoch_figures``, each a wrong function with advice."""

from lessons.l09_finetuning.exercises.epoch_figures.reference import Batch, Figures

from collections.abc import Callable, Sequence
from functools import partial

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy, nll_loss

from workbook.exercises import Misconception

Sums = list[float] | list[int]  # one for each batch


Total = Callable[[Sums, list[int]], float]  # (sums, sizes of the batches)


def _over_examples(sums: Sums, sizes: list[int]) -> float:
    return sum(sums) / sum(sizes)


def _over_batches(sums: Sums, sizes: list[int]) -> float:
    return sum(s / n for s, n in zip(sums, sizes, strict=True)) / len(sizes)


def _means_over_examples(sums: Sums, sizes: list[int]) -> float:
    return sum(s / n for s, n in zip(sums, sizes, strict=True)) / sum(sizes)


def _of(part: slice, over: slice) -> Total:
    return lambda sums, sizes: sum(sums[part]) / sum(sizes[over])


_ALL, _FIRST, _LAST = slice(None), slice(1), slice(-1, None)
_first, _first_over_all = _of(_FIRST, _FIRST), _of(_FIRST, _ALL)
_last, _last_over_all = _of(_LAST, _LAST), _of(_LAST, _ALL)
_by_the_last_size = _of(_ALL, _LAST)


def _as_the_first(sums: Sums, sizes: list[int]) -> float:
    return sum(sums) / (sizes[0] * len(sizes))


def _total(sums: Sums, sizes: list[int]) -> float:
    return float(sum(sums))


def _by_batches(sums: Sums, sizes: list[int]) -> float:
    return sum(sums) / len(sizes)


def _without_the_rest(sums: Sums, sizes: list[int]) -> float:
    full = [(s, n) for s, n in zip(sums, sizes, strict=True) if n == sizes[0]]
    return sum(s for s, _ in full) / sum(n for _, n in full)


def _softmax(logits: Tensor) -> Tensor:
    return logits.softmax(dim=1)


def _losses(logits: Tensor, labels: Tensor) -> Tensor:
    return cross_entropy(logits, labels, reduction="none")


def _figures(
    batches: Sequence[Batch],
    weight: Tensor,
    bias: Tensor,
    *,
    head: Callable[[Tensor, Tensor, Tensor], Tensor] = torch.nn.functional.linear,
    activation: Callable[[Tensor], Tensor] = lambda logits: logits,
    for_accuracy: Callable[[Tensor], Tensor] = lambda logits: logits,
    losses: Callable[[Tensor, Tensor], Tensor] = _losses,
    loss: Total = _over_examples,
    accuracy: Total = _over_examples,
) -> Figures:
    sums: list[float] = []
    correct: list[int] = []
    for pooled, labels in batches:
        logits = activation(head(pooled, weight, bias))
        sums.append(losses(logits, labels).sum().item())
        correct.append(int((for_accuracy(logits).argmax(dim=1) == labels).sum()))
    sizes = [len(labels) for _, labels in batches]
    return loss(sums, sizes), accuracy(correct, sizes)


MISCONCEPTIONS = (
    Misconception(
        "the recipe is as it was printed",
        "It has two flaws: the ReLU behind the logits, and a loss that adds up the means of "
        "batches, but divides by the number of examples.",
        partial(_figures, activation=torch.relu, loss=_means_over_examples),
    ),
    Misconception(
        "a ReLU stands behind the logits",
        "Leave it out, in loss and accuracy: where all logits of an example are below 0, ReLU "
        "makes the classes equal, argmax then takes class 0, and the gradient is 0.",
        partial(_figures, activation=torch.relu),
        variants=(
            partial(_figures, activation=torch.relu, loss=_over_batches),
            partial(_figures, activation=torch.relu, loss=_over_batches, accuracy=_over_batches),
            partial(_figures, for_accuracy=torch.relu),
            partial(_figures, losses=lambda logits, labels: _losses(logits.relu(), labels)),
        ),
    ),
    Misconception(
        "the bias is left out",
        "A logit is the product with the weights plus the class's bias: pooled @ weight.T + bias.",
        partial(_figures, head=lambda pooled, weight, bias: pooled @ weight.T),
        variants=(partial(_figures, head=lambda pooled, weight, bias: pooled @ weight.T - bias),),
    ),
    Misconception(
        "all batches are taken to be as large as the first",
        "Count the examples as they come, len(labels) of each batch: B is not always the same.",
        partial(_figures, loss=_as_the_first, accuracy=_as_the_first),
        variants=(partial(_figures, loss=_over_batches, accuracy=_as_the_first),),
    ),
    Misconception(
        "the sums of all batches are divided by the size of the last",
        "Add the sizes up, examples += len(labels): after the loop, len(labels) is the size of the "
        "last batch only.",
        partial(_figures, loss=_by_the_last_size, accuracy=_by_the_last_size),
        variants=(partial(_figures, loss=_by_the_last_size),),
    ),
    Misconception(
        "batches of another size than the first are left out",
        "Each example counts once, those of a smaller or larger batch too. Sums over examples need "
        "no batches of one size.",
        partial(_figures, loss=_without_the_rest, accuracy=_without_the_rest),
        variants=(partial(_figures, loss=_without_the_rest),),
    ),
    Misconception(
        "logits are taken for logarithms of shares",
        "nll_loss wants log_softmax. cross_entropy takes logits as they are.",
        partial(_figures, losses=lambda logits, labels: nll_loss(logits, labels, reduction="none")),
    ),
    Misconception(
        "the figures are those of the first batch",
        "Return after the loop, not inside it: each batch adds to the sums.",
        partial(_figures, loss=_first, accuracy=_first),
        variants=(partial(_figures, loss=_first_over_all, accuracy=_first_over_all),),
    ),
    Misconception(
        "another activation stands in the place of ReLU",
        "Logits need none: a sigmoid or tanh keeps their differences small, so that no class "
        "can get a probability near 1.",
        partial(_figures, activation=torch.sigmoid),
        variants=(
            partial(_figures, activation=torch.tanh),
            partial(_figures, activation=torch.nn.functional.gelu),
            partial(_figures, activation=torch.nn.functional.leaky_relu),
        ),
    ),
    Misconception(
        "the means of the batches are added and divided by the number of examples",
        "cross_entropy has divided by the size of the batch already. Add up sums over examples "
        "(reduction='sum'), or larger batches seem to have a smaller loss.",
        partial(_figures, loss=_means_over_examples),
        variants=(
            partial(_figures, accuracy=_means_over_examples),
            partial(_figures, loss=_means_over_examples, accuracy=_means_over_examples),
        ),
    ),
    Misconception(
        "the loss is a mean of the batches' means",
        "The last batch is smaller, and each of its examples would count for more: add up sums "
        "over examples, and divide once.",
        partial(_figures, loss=_over_batches),
    ),
    Misconception(
        "the accuracy is a mean of the batches' accuracies",
        "The last batch is smaller, and each of its examples would count for more: add up how "
        "many are right, and divide by the number of examples.",
        partial(_figures, accuracy=_over_batches),
    ),
    Misconception(
        "loss and accuracy both are means of the batches' means",
        "The last batch is smaller, and each of its examples would count for more. Keep sums "
        "and a count of examples; divide at the end.",
        partial(_figures, loss=_over_batches, accuracy=_over_batches),
    ),
    Misconception(
        "the logits go through a softmax before cross_entropy",
        "cross_entropy takes logits and does the softmax itself. Done twice, the loss of a "
        "perfect answer is still far from 0.",
        partial(_figures, activation=_softmax),
        variants=tuple(
            partial(_figures, activation=_softmax, loss=loss)
            for loss in (_means_over_examples, _over_batches)
        ),
    ),
    Misconception(
        "the loss is minus the probability, without its logarithm",
        "Take cross_entropy of the logits. nll_loss wants log_softmax: given probabilities it "
        "returns a number below 0 and does not complain.",
        partial(
            _figures,
            losses=lambda logits, labels: nll_loss(logits.softmax(dim=1), labels, reduction="none"),
        ),
    ),
    Misconception(
        "the number of right answers is divided by the number of batches",
        "Divide by the number of examples: an accuracy lies between 0 and 1.",
        partial(_figures, accuracy=_by_batches),
    ),
    Misconception(
        "the sum of the losses is divided by the number of batches",
        "Divide by the number of examples: reduction='sum' adds up the losses of examples, not of "
        "batches.",
        partial(_figures, loss=_by_batches),
        variants=(partial(_figures, loss=_by_batches, accuracy=_by_batches),),
    ),
    Misconception(
        "the accuracy is a number of examples or of percent, not a share",
        "Divide the number of right answers by the number of examples, and leave it so: an "
        "accuracy lies between 0 and 1.",
        partial(_figures, accuracy=_total),
        variants=(partial(_figures, accuracy=lambda sums, sizes: 100 * sum(sums) / sum(sizes)),),
    ),
    Misconception(
        "the share of wrong answers is returned",
        "Count where argmax equals the label: the accuracy is the share of right answers.",
        partial(_figures, accuracy=lambda sums, sizes: 1 - _over_examples(sums, sizes)),
    ),
    Misconception(
        "the loss is a sum",
        "Divide by the number of examples, or a larger data set has a larger loss.",
        partial(_figures, loss=_total),
        variants=(
            partial(
                _figures,
                loss=lambda sums, sizes: sum(s / n for s, n in zip(sums, sizes, strict=True)),
            ),
            partial(_figures, loss=_total, accuracy=_total),
        ),
    ),
    Misconception(
        "the figures are those of the last batch",
        "Add up over all batches: the last one is a few examples, and its figures jump from "
        "epoch to epoch.",
        partial(_figures, loss=_last, accuracy=_last),
        variants=(
            partial(_figures, loss=_last),
            partial(_figures, loss=_last_over_all, accuracy=_last_over_all),
            partial(_figures, loss=_last_over_all),
        ),
    ),
)
