"""The reference of ``negative_sampling_step``: it stands in until the student is right."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

Tables = tuple[Tensor, Tensor]


class Pair(NamedTuple):
    """The arguments of the step."""

    inputs: Tensor
    outputs: Tensor
    center: int
    neighbor: int
    noise: Sequence[int]
    rate: float


def negative_sampling_step(
    inputs: Float[Tensor, "V D"],
    outputs: Float[Tensor, "V D"],
    center: int,
    neighbor: int,
    noise: Sequence[int],
    rate: float,
) -> tuple[Float[Tensor, "V D"], Float[Tensor, "V D"]]:
    """Return both tables after one step for a pair of words and some noise words."""
    return step(Pair(inputs, outputs, center, neighbor, noise, rate))


def _errors(pair: Pair, *, label: float = 0.0, keep: Callable[[int], bool] | None = None) -> Any:
    """Return the output rows that take part, and the error of each: its probability - label."""
    keep = keep or (lambda word: word != pair.neighbor)
    noise = [word for word in pair.noise if keep(word)]
    rows = [pair.neighbor, *noise]
    labels = torch.tensor([1.0] + [label] * len(noise))
    return rows, (pair.outputs[rows] @ pair.inputs[pair.center]).sigmoid() - labels


def step(pair: Pair, **changes: Any) -> Tables:
    rows, errors = _errors(pair, **changes)
    return moved(pair, rows, errors)


def moved(pair: Pair, rows: Sequence[int], errors: Tensor) -> Tables:
    """Move the rows against their gradients, all computed before anything moves."""
    inputs, outputs = pair.inputs.clone(), pair.outputs.clone()
    inputs[pair.center] -= pair.rate * errors @ pair.outputs[rows]
    for row, error in zip(rows, errors, strict=True):
        outputs[row] -= pair.rate * error * pair.inputs[pair.center]
    return inputs, outputs
