"""The reference of ``truncated_gradient``: it stands in until the student is right."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor


class Backpropagated(NamedTuple):
    """The gradient of the loss with respect to the recurrence, and the last state."""

    gradient: Tensor
    state: Tensor


Change = Callable[[Tensor, int], Tensor]  # of a state, before the word of a place is read


def truncated_gradient(
    vectors: Float[Tensor, "T D"],
    targets: Float[Tensor, "T D"],
    recurrence: Float[Tensor, "D D"],
    chunk_size: int,
) -> Backpropagated:
    """Return the gradient that stops at the start of each chunk, and the state after the text."""
    return unroll(vectors, targets, recurrence, cut_at(0, chunk_size))


def unroll(
    vectors: Tensor, targets: Tensor, recurrence: Tensor, change: Change, counts_from: int = 0
) -> Backpropagated:
    """Read a text word by word, and go back through the sum of squared differences."""
    weight = recurrence.clone().requires_grad_()
    state, loss = torch.zeros_like(vectors[0]), torch.zeros(())
    for t, (vector, target) in enumerate(zip(vectors, targets, strict=True)):
        state = torch.tanh(vector + weight @ change(state, t))
        if t >= counts_from:
            loss = loss + (state - target).square().sum()
    return Backpropagated(torch.autograd.grad(loss, weight)[0], state.detach())


def cut_at(place: int, chunk_size: int) -> Change:
    """Detach the state before one place of every chunk."""
    return lambda state, t: state.detach() if t % chunk_size == place else state
