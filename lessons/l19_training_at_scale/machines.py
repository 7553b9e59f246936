"""Processes that stand for machines; the reader's function joins their gradients.

(``processes`` has one program that is started several times, as at work.)
"""

from lessons.l19_training_at_scale import live

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from multiprocessing import get_context

import numpy as np
import torch
from torch import Tensor

Join = Callable[[list[list[Tensor]], list[int]], list[Tensor]]
UPDATES, RATE = 5, 0.1


class Processes:
    """Several processes of this computer: each has the model, and computes its part of a batch.

    Args:
        sizes: How many texts of each batch they get.
    """

    def __init__(self, *sizes: int) -> None:
        self.sizes, self.pools = sizes, ExitStack()

    def __enter__(self) -> "Processes":
        """Start them; they have no memory in common."""
        begin = partial(ProcessPoolExecutor, 1, mp_context=get_context("spawn"))
        self.each = [self.pools.enter_context(begin()) for _ in self.sizes]
        return self

    def __exit__(self, *_: object) -> None:
        """Stop them."""
        self.pools.close()

    def updates(self, join: Join) -> list[Tensor]:
        """Return the weights after some updates with gradients that a function joins."""

        def joined(step: int, weights: list[Tensor]) -> list[Tensor]:
            arrays = [weight.numpy() for weight in weights]
            jobs = [
                process.submit(_gradient_of_part, arrays, step, self.sizes, part)
                for part, process in enumerate(self.each)
            ]
            sums, counts = zip(*(job.result() for job in jobs), strict=True)
            return join([list(map(torch.from_numpy, one)) for one in sums], list(counts))

        return _updated(joined)


def _gradient_of_part(
    weights: list[np.ndarray], step: int, sizes: tuple[int, ...], part: int
) -> tuple[list[np.ndarray], int]:
    """Compute in another process what ``gradient_of_sum`` says of a part of a batch."""
    model = live.small_model()
    with torch.no_grad():
        for parameter, weight in zip(model.parameters(), weights, strict=True):
            parameter.copy_(torch.from_numpy(weight))
    found, number = live.gradient_of_sum(model, live.one_batch(*sizes, step=step).parts[part])
    return [gradient.numpy() for gradient in found], number


def updates_alone(texts: int) -> list[Tensor]:
    """Return the weights after the same updates in this process, with whole batches."""

    def whole(step: int, weights: list[Tensor]) -> list[Tensor]:
        sums, number = _gradient_of_part([w.numpy() for w in weights], step, (texts,), 0)
        return [torch.from_numpy(one) / number for one in sums]

    return _updated(whole)


def mean_of_means(gradients: Sequence[Sequence[Tensor]], counts: Sequence[int]) -> list[Tensor]:
    """Join gradients wrongly: each part as if it had as many losses as the others."""
    means = [[tensor / n for tensor in one] for one, n in zip(gradients, counts, strict=True)]
    return [torch.stack(one).mean(dim=0) for one in zip(*means, strict=True)]


def _updated(gradient: Callable[[int, list[Tensor]], list[Tensor]]) -> list[Tensor]:
    weights = [parameter.detach().clone() for parameter in live.small_model().parameters()]
    for step in range(UPDATES):
        gradients = gradient(step, weights)
        weights = [w - RATE * g for w, g in zip(weights, gradients, strict=True)]
    return weights


def distance(one: Sequence[Tensor], other: Sequence[Tensor]) -> float:
    """Return the length of the difference of two gradients, as part of the second's length."""
    differences = torch.stack([(a - b).norm() for a, b in zip(one, other, strict=True)])
    return float(differences.norm() / torch.stack([b.norm() for b in other]).norm())
