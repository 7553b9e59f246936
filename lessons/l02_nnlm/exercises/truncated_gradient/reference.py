"""The reference of ``truncated_gradient``: it stands in until the student is right."""

from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor


class Backpropagated(NamedTuple):
    """The gradient of the loss with respect to the recurrence, and the last state."""

    gradient: Tensor
    state: Tensor


def truncated_gradient(
    vectors: Float[Tensor, "T D"],
    targets: Float[Tensor, "T D"],
    recurrence: Float[Tensor, "D D"],
    chunk_size: int,
) -> Backpropagated:
    """Return the gradient that stops at the start of each chunk, and the state after the text."""
    weight = recurrence.clone().requires_grad_()
    state, loss = torch.zeros_like(vectors[0]), torch.zeros(())
    for t, (vector, target) in enumerate(zip(vectors, targets, strict=True)):
        if t % chunk_size == 0:
            state = state.detach()
        state = torch.tanh(vector + weight @ state)
        loss = loss + (state - target).square().sum()
    return Backpropagated(torch.autograd.grad(loss, weight)[0], state.detach())
