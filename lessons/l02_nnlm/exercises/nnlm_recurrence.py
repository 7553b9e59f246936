"""Exercise of the lesson on neural language models: a gradient that stops at the chunk."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.exercises import Case, Exercise, Misconception


class Backpropagated(NamedTuple):
    """The gradient of the loss with respect to the recurrence, and the last state."""

    gradient: Tensor
    state: Tensor


Change = Callable[[Tensor, int], Tensor]  # of a state, before the word of a place is read


def _truncated_gradient(
    vectors: Float[Tensor, "T D"],
    targets: Float[Tensor, "T D"],
    recurrence: Float[Tensor, "D D"],
    chunk_size: int,
) -> Backpropagated:
    """Return the gradient that stops at the start of each chunk, and the state after the text."""
    return _unroll(vectors, targets, recurrence, _cut_at(0, chunk_size))


def _unroll(
    vectors: Tensor, targets: Tensor, recurrence: Tensor, change: Change, counts_from: int = 0
) -> Backpropagated:
    """Read a text word by word, and go back through the sum of squared differences."""
    weight = recurrence.detach().clone().requires_grad_()
    state, loss = torch.zeros_like(vectors[0]), torch.zeros(())
    for t, (vector, target) in enumerate(zip(vectors, targets, strict=True)):
        state = torch.tanh(vector + weight @ change(state, t))
        if t >= counts_from:
            loss = loss + (state - target).square().sum()
    return Backpropagated(torch.autograd.grad(loss, weight)[0], state.detach())


def _cut_at(place: int, chunk_size: int) -> Change:
    """Detach the state before one place of every chunk."""
    return lambda state, t: state.detach() if t % chunk_size == place else state


def _reset_at_chunk(chunk_size: int) -> Change:
    return lambda state, t: torch.zeros_like(state) if t % chunk_size == 0 else state


def _in_last_chunk(
    vectors: Tensor, targets: Tensor, recurrence: Tensor, chunk_size: int
) -> Backpropagated:
    last = (len(vectors) - 1) // chunk_size * chunk_size
    return _unroll(vectors, targets, recurrence, _cut_at(0, chunk_size), counts_from=last)


def _one_word_late(
    vectors: Tensor, targets: Tensor, recurrence: Tensor, chunk_size: int
) -> Backpropagated:
    """Compare each target with the state before its word is read."""
    weight = recurrence.detach().clone().requires_grad_()
    state, loss = torch.zeros_like(vectors[0]), torch.zeros(())
    for t, (vector, target) in enumerate(zip(vectors, targets, strict=True)):
        state = _cut_at(0, chunk_size)(state, t)
        loss = loss + (state - target).square().sum()
        state = torch.tanh(vector + weight @ state)
    return Backpropagated(torch.autograd.grad(loss, weight)[0], state.detach())


def _cases() -> list[Case]:
    def case(T: int, D: int, chunk_size: int) -> Case:
        return Case((torch.randn(T, D), torch.randn(T, D), torch.randn(D, D) / 2, chunk_size))

    return [case(7, 2, 3), case(8, 3, 4), case(5, 4, 2)]


truncated_gradient = Exercise(
    name="truncated_gradient",
    reference=_truncated_gradient,
    cases=_cases,
    difficulty=4,
    minutes=12,
    tolerance=1e-5,
    misconceptions=(
        Misconception(
            "the state is never detached",
            "Detach the state before the first word of each chunk: else the gradient goes back to "
            "the beginning of the text, and the memory grows with every word.",
            lambda vectors, targets, recurrence, chunk_size: _unroll(
                vectors, targets, recurrence, lambda state, t: state
            ),
        ),
        Misconception(
            "the state is reset to zero at each chunk",
            "Carry the value over and cut only the gradient, with detach(): a state of zeros has "
            "forgotten the text, and the window is back.",
            lambda vectors, targets, recurrence, chunk_size: _unroll(
                vectors, targets, recurrence, _reset_at_chunk(chunk_size)
            ),
        ),
        Misconception(
            "the state is detached before every word",
            "Detach only where a chunk begins: cut at every word, the recurrence never learns what "
            "to keep for later.",
            lambda vectors, targets, recurrence, chunk_size: _unroll(
                vectors, targets, recurrence, _cut_at(0, 1)
            ),
        ),
        Misconception(
            "the state is detached one word too late",
            "Detach before the first word of the chunk is read: after it, that word's own step "
            "is cut off from the rest of its chunk and tied to the chunk before.",
            lambda vectors, targets, recurrence, chunk_size: _unroll(
                vectors, targets, recurrence, _cut_at(1, chunk_size)
            ),
        ),
        Misconception(
            "only the last chunk counts",
            "Add up the losses of all chunks: one that is thrown away teaches nothing.",
            _in_last_chunk,
        ),
        Misconception(
            "each target is compared with the state before its word",
            "Update the state first, then compare: the state after the word is what predicts.",
            _one_word_late,
        ),
    ),
)
