"""The misconceptions about ``accumulated_updates``, each a wrong function with advice."""

from lessons.l09_finetuning.exercises.accumulated_updates.reference import Batch

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception

Scale = Callable[[list[int], int, int], int]  # (sizes in the group, every, this one's size)
Errors = Callable[[Tensor, Tensor], Tensor]  # (logits, labels) -> gradient of the summed loss


def _by_examples(sizes: list[int], every: int, size: int) -> int:
    return sum(sizes)


def _by_own_size(sizes: list[int], every: int, size: int) -> int:
    return size


def _by_full_groups(sizes: list[int], every: int, size: int) -> int:
    return size * every


def _whole_groups(micro_batches: list[Batch], every: int) -> list[list[Batch]]:
    groups = _groups(micro_batches, every)
    return [group for group in groups if len(group) == every]


def _off_by_one(micro_batches: list[Batch], every: int) -> list[list[Batch]]:
    return [micro_batches[:1], *_groups(micro_batches[1:], every)]


def _off_by_one_whole(micro_batches: list[Batch], every: int) -> list[list[Batch]]:
    return [micro_batches[:1], *_whole_groups(micro_batches[1:], every)]


def _groups(micro_batches: list[Batch], every: int) -> list[list[Batch]]:
    return [micro_batches[i : i + every] for i in range(0, len(micro_batches), every)]


def _share_minus_truth(logits: Tensor, labels: Tensor) -> Tensor:
    errors = logits.softmax(dim=1)
    errors[range(len(labels)), labels] -= 1
    return errors


def _softmax_twice(logits: Tensor, labels: Tensor) -> Tensor:
    shares = logits.softmax(dim=1)
    errors = _share_minus_truth(shares, labels)
    return shares * (errors - (shares * errors).sum(dim=1, keepdim=True))


def _updated(
    weight: Tensor,
    micro_batches: list[Batch],
    every: int,
    rate: float,
    *,
    groups: Callable[[list[Batch], int], list[list[Batch]]] = _groups,
    divide_by: Scale = _by_examples,
    of_the_epoch: bool = False,
    errors: Errors = _share_minus_truth,
    stale: bool = False,
    counts_on: bool = False,
    so_far: bool = False,
    kept: float = 0.0,
    cleared_inside: bool = False,
    steps_inside: bool = False,
    ascend: bool = False,
) -> Tensor:
    gradient, given = torch.zeros_like(weight), weight
    sizes: list[int] = []
    all_sizes = [len(labels) for _, labels in micro_batches]
    for group in groups(micro_batches, every):
        sizes = [*(sizes if counts_on else []), *(len(labels) for _, labels in group)]
        for number, (vectors, labels) in enumerate(group, start=1 + len(sizes) - len(group)):
            counted = sizes[:number] if so_far else all_sizes if of_the_epoch else sizes
            found = errors(vectors @ (given if stale else weight).T, labels)
            part = found.T @ vectors / divide_by(counted, every, len(labels))
            gradient = part if cleared_inside else gradient + part
            if steps_inside:
                weight, gradient = weight - rate * gradient, kept * gradient
        weight = weight + (rate if ascend else -rate) * gradient
        gradient = kept * gradient
    return weight


MISCONCEPTIONS = (
    Misconception(
        "the losses are added and not divided",
        "Divide by the examples of the group: else a batch twice as large makes a step twice "
        "as long.",
        partial(_updated, divide_by=lambda sizes, every, size: 1),
    ),
    Misconception(
        "the means of the micro-batches are added",
        "backward adds gradients up, so the sum of the means is several times too large. "
        "Divide the sum of each micro-batch's losses by the examples of the group.",
        partial(_updated, divide_by=_by_own_size),
    ),
    Misconception(
        "each micro-batch counts the same, whatever its size",
        "Each loss is a mean already, and dividing by the number of micro-batches makes a mean "
        "of means: an example of a small one counts for more. Divide sums by the examples.",
        partial(_updated, divide_by=lambda sizes, every, size: size * len(sizes)),
    ),
    Misconception(
        "each micro-batch counts the same, and the last group as if it were full",
        "Divide sums of losses by the examples of the group. Dividing means by every makes a "
        "mean of means, and too small an update where the last group has fewer.",
        partial(_updated, divide_by=_by_full_groups),
    ),
    Misconception(
        "the last group has no update if it is not full",
        "Make the update for what is left, too: its gradient was computed, and else it is lost "
        "or falls into the next epoch.",
        partial(_updated, groups=_whole_groups),
    ),
    Misconception(
        "the gradient is not cleared after an update",
        "Set it to None or call zero_grad after each update: else the old gradients are part "
        "of every later step.",
        partial(_updated, kept=1.0),
    ),
    Misconception(
        "the gradient is cleared before each micro-batch",
        "Clear it after an update only: cleared between, the group's last micro-batch is all "
        "that is left, and the others were computed for nothing.",
        partial(_updated, cleared_inside=True),
        variants=(
            partial(_updated, cleared_inside=True, divide_by=_by_own_size),
            partial(_updated, cleared_inside=True, divide_by=_by_full_groups),
        ),
    ),
    Misconception(
        "there is an update after each micro-batch",
        "Update once the group is complete: all its gradients belong to the same weights, as "
        "in one large batch.",
        partial(_updated, steps_inside=True),
        variants=(
            partial(_updated, steps_inside=True, divide_by=_by_own_size),
            partial(_updated, steps_inside=True, divide_by=_by_full_groups),
        ),
    ),
    Misconception(
        "the sizes are taken to be those of the first micro-batch of the group",
        "Count the examples of the group: its micro-batches differ, above all the last of an "
        "epoch.",
        partial(_updated, divide_by=lambda sizes, every, size: sizes[0] * len(sizes)),
        variants=(partial(_updated, divide_by=lambda sizes, every, size: sizes[0] * every),),
    ),
    Misconception(
        "the sum is divided by the examples of one micro-batch of the group",
        "Add the sizes up before you divide: after the loop, len(labels) is that of the last "
        "micro-batch only.",
        partial(_updated, divide_by=lambda sizes, every, size: sizes[-1]),
        variants=(partial(_updated, divide_by=lambda sizes, every, size: sizes[0]),),
    ),
    Misconception(
        "the sum is divided by the number of micro-batches, not of examples",
        "The mean is over examples: divide the sum of the losses by the number of all examples of "
        "the group.",
        partial(_updated, divide_by=lambda sizes, every, size: len(sizes)),
        variants=(partial(_updated, divide_by=lambda sizes, every, size: every),),
    ),
    Misconception(
        "means are divided by the examples of the group once more",
        "cross_entropy has divided by the size of the micro-batch already: ask for "
        "reduction='sum', or multiply by len(labels) first.",
        partial(_updated, divide_by=lambda sizes, every, size: size * sum(sizes)),
        variants=(partial(_updated, divide_by=lambda sizes, every, size: size * size),),
    ),
    Misconception(
        "the examples of all groups are counted, not those of the group",
        "The mean is over the examples of this group: count them for each group anew.",
        partial(_updated, of_the_epoch=True),
    ),
    Misconception(
        "the examples are counted on from group to group",
        "Set the count back to 0 after each update, as the gradient: the sum of a group's losses "
        "is divided by the examples of this group, or the steps become smaller and smaller.",
        partial(_updated, counts_on=True),
    ),
    Misconception(
        "a micro-batch is divided by the examples counted so far",
        "Count the examples of the whole group before its first loss, or divide the gradient at "
        "the update: else the first micro-batch is divided by too few, and weighs too much.",
        partial(_updated, so_far=True),
        variants=(partial(_updated, so_far=True, counts_on=True),),
    ),
    Misconception(
        "the groups are off by one: the first has a single micro-batch",
        "number % every is 0 for number 0. Count from 1, enumerate(micro_batches, start=1), or "
        "ask for (number + 1) % every == 0.",
        partial(_updated, groups=_off_by_one),
        variants=(
            partial(_updated, groups=_off_by_one_whole),
            partial(_updated, groups=_off_by_one, divide_by=_by_full_groups),
            partial(_updated, groups=_off_by_one_whole, divide_by=_by_full_groups),
        ),
    ),
    Misconception(
        "every is taken for the number of groups",
        "every says how many micro-batches a group has; there are as many groups as it takes.",
        partial(_updated, groups=lambda all_, every: _groups(all_, -(-len(all_) // every))),
    ),
    Misconception(
        "only the first group is used",
        "Return behind the loop: each group makes an update, and the next one starts from its "
        "weight.",
        partial(_updated, groups=lambda all_, every: [all_[:every]]),
    ),
    Misconception(
        "there is one update for all micro-batches",
        "Update after each group of every micro-batches, and clear the gradient.",
        partial(_updated, groups=lambda all_, every: [all_]),
    ),
    Misconception(
        "the weight is returned as it came",
        "Keep the result of each update: weight = weight - rate * gradient, or let an optimizer "
        "step before zero_grad clears the gradient.",
        partial(_updated, groups=lambda all_, every: []),
    ),
    Misconception(
        "all gradients are those of the first weight",
        "Compute the logits with the weight as the last update left it, not with the argument.",
        partial(_updated, stale=True),
    ),
    Misconception(
        "the logits go through a softmax before cross_entropy",
        "cross_entropy takes logits and does the softmax itself. Done twice, the gradients are "
        "small.",
        partial(_updated, errors=_softmax_twice),
    ),
    Misconception(
        "the update goes up the gradient",
        "Subtract the gradient: it points to where the loss grows.",
        partial(_updated, ascend=True),
    ),
)
