"""The misconceptions about ``truncated_gradient``, each a wrong function with advice."""

from lessons.l02_nnlm.exercises.truncated_gradient.reference import Backpropagated

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception

Change = Callable[[Tensor, int, int], Tensor]  # of a state, by its place and the chunk size


def _cut(state: Tensor, t: int, chunk_size: int) -> Tensor:
    return state.detach() if t % chunk_size == 0 else state


def _read_text(
    vectors: Tensor,
    targets: Tensor,
    recurrence: Tensor,
    chunk_size: int,
    *,
    before: Change = _cut,
    step: Callable[[Tensor, Tensor, Tensor], Tensor] = lambda vector, weight, state: torch.tanh(
        vector + weight @ state
    ),
    after: Change = lambda state, t, chunk_size: state,
    compared: Callable[[Tensor, Tensor], Tensor] = lambda entering, leaving: leaving,
    counts: Callable[[int, int, int], bool] = lambda t, size, length: True,
    until: Callable[[int, int], int] = lambda length, chunk_size: length,
) -> Backpropagated:
    weight = recurrence.detach().clone().requires_grad_()
    state, loss = torch.zeros_like(vectors[0]), torch.zeros(())
    for t in range(until(len(vectors), chunk_size)):
        entering = before(state, t, chunk_size)
        state = after(step(vectors[t], weight, entering), t, chunk_size)
        if counts(t, chunk_size, len(vectors)):
            loss = loss + (compared(entering, state) - targets[t]).square().sum()
    return Backpropagated(torch.autograd.grad(loss, weight)[0], state.detach())


def _full_chunks(length: int, chunk_size: int) -> int:
    """Count the words in chunks of full size."""
    return length // chunk_size * chunk_size


def _in_last_chunk(t: int, chunk_size: int, length: int) -> bool:
    return t >= (length - 1) // chunk_size * chunk_size


def _cut_behind_end(state: Tensor, t: int, chunk_size: int) -> Tensor:
    return _cut(state, t + 1, chunk_size)


MISCONCEPTIONS = (
    Misconception(
        "the state is never detached",
        "Detach the state before the first word of each chunk: else the gradient goes back to "
        "the beginning of the text, and the memory grows with every word.",
        partial(_read_text, before=lambda state, t, chunk_size: state),
    ),
    Misconception(
        "the state is reset to zero at each chunk",
        "Carry the value over and cut only the gradient, with detach(): a state of zeros has "
        "forgotten the text, and the window is back.",
        partial(
            _read_text,
            before=lambda state, t, chunk_size: state * 0 if t % chunk_size == 0 else state,
        ),
    ),
    Misconception(
        "the state is detached before every word",
        "Detach only where a chunk begins: cut at every word, the recurrence never learns what "
        "to keep for later.",
        partial(_read_text, before=lambda state, t, chunk_size: state.detach()),
    ),
    Misconception(
        "the state is detached one word too late",
        "Detach before the first word of the chunk is read: after it, that word's own step "
        "is cut off from the rest of its chunk and tied to the chunk before.",
        partial(_read_text, before=lambda state, t, size: _cut(state, t - 1, size)),
    ),
    Misconception(
        "the state is detached before its loss is computed",
        "Detach where the next chunk begins, after the loss of the word is taken: a state that "
        "was detached first has no past, so its word sends no gradient back.",
        partial(_read_text, before=lambda state, t, size: state, after=_cut),
        variants=(partial(_read_text, before=lambda state, t, size: state, after=_cut_behind_end),),
    ),
    Misconception(
        "the state is multiplied from the left, state @ recurrence",
        "Write recurrence @ state, as the formula does: row i of the recurrence makes component "
        "i of the new state. From the left, it is the transposed matrix that is learned.",
        partial(_read_text, step=lambda vector, weight, state: torch.tanh(vector + state @ weight)),
    ),
    Misconception(
        "the words of the last chunk are lost where it is shorter",
        "Go on to the end of the text: the last chunk may hold fewer words than chunk_size, and "
        "they have targets like all others.",
        partial(_read_text, until=_full_chunks),
        variants=(
            partial(
                _read_text,
                counts=lambda t, chunk_size, length: t < _full_chunks(length, chunk_size),
            ),
        ),
    ),
    Misconception(
        "only the last chunk counts",
        "Add up the losses of all chunks: one that is thrown away teaches nothing.",
        partial(_read_text, counts=_in_last_chunk),
    ),
    Misconception(
        "each target is compared with the state before its word",
        "Update the state first, then compare: the state after the word is what predicts.",
        partial(_read_text, compared=lambda entering, leaving: entering),
    ),
)
