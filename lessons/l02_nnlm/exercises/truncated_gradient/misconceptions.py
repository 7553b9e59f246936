"""The misconceptions about ``truncated_gradient``, each a wrong function with advice."""

from lessons.l02_nnlm.exercises.truncated_gradient.reference import (
    Backpropagated,
    Change,
    cut_at,
    unroll,
)

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _reset_at_chunk(chunk_size: int) -> Change:
    return lambda state, t: torch.zeros_like(state) if t % chunk_size == 0 else state


def _in_last_chunk(
    vectors: Tensor, targets: Tensor, recurrence: Tensor, chunk_size: int
) -> Backpropagated:
    last = (len(vectors) - 1) // chunk_size * chunk_size
    return unroll(vectors, targets, recurrence, cut_at(0, chunk_size), counts_from=last)


def _one_word_late(
    vectors: Tensor, targets: Tensor, recurrence: Tensor, chunk_size: int
) -> Backpropagated:
    """Compare each target with the state before its word is read."""
    weight = recurrence.detach().clone().requires_grad_()
    state, loss = torch.zeros_like(vectors[0]), torch.zeros(())
    for t, (vector, target) in enumerate(zip(vectors, targets, strict=True)):
        state = cut_at(0, chunk_size)(state, t)
        loss = loss + (state - target).square().sum()
        state = torch.tanh(vector + weight @ state)
    return Backpropagated(torch.autograd.grad(loss, weight)[0], state.detach())


MISCONCEPTIONS = (
    Misconception(
        "the state is never detached",
        "Detach the state before the first word of each chunk: else the gradient goes back to "
        "the beginning of the text, and the memory grows with every word.",
        lambda vectors, targets, recurrence, chunk_size: unroll(
            vectors, targets, recurrence, lambda state, t: state
        ),
    ),
    Misconception(
        "the state is reset to zero at each chunk",
        "Carry the value over and cut only the gradient, with detach(): a state of zeros has "
        "forgotten the text, and the window is back.",
        lambda vectors, targets, recurrence, chunk_size: unroll(
            vectors, targets, recurrence, _reset_at_chunk(chunk_size)
        ),
    ),
    Misconception(
        "the state is detached before every word",
        "Detach only where a chunk begins: cut at every word, the recurrence never learns what "
        "to keep for later.",
        lambda vectors, targets, recurrence, chunk_size: unroll(
            vectors, targets, recurrence, cut_at(0, 1)
        ),
    ),
    Misconception(
        "the state is detached one word too late",
        "Detach before the first word of the chunk is read: after it, that word's own step "
        "is cut off from the rest of its chunk and tied to the chunk before.",
        lambda vectors, targets, recurrence, chunk_size: unroll(
            vectors, targets, recurrence, cut_at(1, chunk_size)
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
)
