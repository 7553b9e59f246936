"""Exercise of the fine-tuning lesson: micro-batches that give the updates of full batches."""

from collections.abc import Callable, Sequence
from functools import partial

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.exercises.definition import Case, Exercise, Misconception

Batch = tuple[Tensor, Tensor]  # vectors (B, D), labels (B,)


def _accumulated_updates(
    weight: Float[Tensor, "C D"], micro_batches: Sequence[Batch], every: int, rate: float
) -> Float[Tensor, "C D"]:
    """Train a head by gradient descent, with an update after each group of micro-batches.

    Args:
        weight: Of the head, whose logits are vectors @ weight.T, (C, D). It stays as it is: work on
            a clone.
        micro_batches: Pairs of vectors (B, D) and labels (B,), of different sizes B.
        every: Micro-batches in a group. The last group may have fewer, and gets its update too.
        rate: The learning rate.

    Returns:
        The weight after the last update. Each subtracts ``rate`` times the gradient of the mean
        cross-entropy of all examples of the group: what one large batch would give.
    """
    weight = weight.clone().requires_grad_()
    optimizer = torch.optim.SGD([weight], lr=rate)
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
        examples = sum(len(labels) for _, labels in group)
        for vectors, labels in group:
            loss = cross_entropy(vectors @ weight.T, labels, reduction="sum") / examples
            loss.backward()  # adds to weight.grad; only this micro-batch was in memory
        optimizer.step()
        optimizer.zero_grad()
    return weight.detach()


def _case(seed: int, sizes: tuple[int, ...], classes: int, hidden: int, every: int) -> Case:
    generator = torch.Generator().manual_seed(seed)
    micro_batches = []
    for size in sizes:
        vectors = torch.randn(size, hidden, generator=generator, dtype=torch.float64)
        micro_batches.append((vectors, torch.randint(classes, (size,), generator=generator)))
    weight = torch.randn(classes, hidden, generator=generator, dtype=torch.float64)
    return Case((weight, micro_batches, every, 0.5 + 0.1 * seed))


def _cases() -> list[Case]:
    return [
        _case(0, sizes=(4, 7, 1, 4, 4, 1), classes=3, hidden=5, every=2),
        _case(1, sizes=(6, 1, 8, 6, 8), classes=4, hidden=7, every=3),  # a rest of two
        _case(2, sizes=(1, 9, 4, 9), classes=6, hidden=3, every=2),
    ]


# --- the slips: the same loop, one line of it changed ---------------------------------------------

Scale = Callable[[list[int], int, int], int]  # (sizes in the group, every, this one's size)


def _by_examples(sizes: list[int], every: int, size: int) -> int:
    return sum(sizes)


def _by_own_size(sizes: list[int], every: int, size: int) -> int:
    return size


def _whole_groups(micro_batches: list[Batch], every: int) -> list[list[Batch]]:
    groups = _groups(micro_batches, every)
    return [group for group in groups if len(group) == every]


def _groups(micro_batches: list[Batch], every: int) -> list[list[Batch]]:
    return [micro_batches[i : i + every] for i in range(0, len(micro_batches), every)]


def _updated(
    weight: Tensor,
    micro_batches: list[Batch],
    every: int,
    rate: float,
    *,
    groups: Callable[[list[Batch], int], list[list[Batch]]] = _groups,
    divide_by: Scale = _by_examples,
    kept: float = 0.0,
    cleared_inside: bool = False,
    steps_inside: bool = False,
    ascend: bool = False,
) -> Tensor:
    gradient = torch.zeros_like(weight)
    for group in groups(micro_batches, every):
        sizes = [len(labels) for _, labels in group]
        for vectors, labels in group:
            errors = (vectors @ weight.T).softmax(dim=1)
            errors[range(len(labels)), labels] -= 1
            part = errors.T @ vectors / divide_by(sizes, every, len(labels))
            gradient = part if cleared_inside else gradient + part
            if steps_inside:
                weight, gradient = weight - rate * gradient, kept * gradient
        weight = weight + (rate if ascend else -rate) * gradient
        gradient = kept * gradient
    return weight


accumulated_updates = Exercise(
    name="accumulated_updates",
    reference=_accumulated_updates,
    cases=_cases,
    misconceptions=(
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
            partial(_updated, divide_by=lambda sizes, every, size: size * every),
        ),
        Misconception(
            "the sizes are taken to be those of the first micro-batch of the group",
            "Count the examples of the group: its micro-batches differ, above all the last of an "
            "epoch.",
            partial(_updated, divide_by=lambda sizes, every, size: sizes[0] * len(sizes)),
            variants=(partial(_updated, divide_by=lambda sizes, every, size: sizes[0] * every),),
        ),
        Misconception(
            "the losses are added and not divided",
            "Divide by the examples of the group: else a batch twice as large makes a step twice "
            "as long.",
            partial(_updated, divide_by=lambda sizes, every, size: 1),
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
                partial(
                    _updated,
                    cleared_inside=True,
                    divide_by=lambda sizes, every, size: size * every,
                ),
            ),
        ),
        Misconception(
            "there is an update after each micro-batch",
            "Update once the group is complete: all its gradients belong to the same weights, as "
            "in one large batch.",
            partial(_updated, steps_inside=True),
            variants=(
                partial(_updated, steps_inside=True, divide_by=_by_own_size),
                partial(
                    _updated,
                    steps_inside=True,
                    divide_by=lambda sizes, every, size: size * every,
                ),
            ),
        ),
        Misconception(
            "the update goes up the gradient",
            "Subtract the gradient: it points to where the loss grows.",
            partial(_updated, ascend=True),
        ),
    ),
    difficulty=4,
    minutes=12,
)
