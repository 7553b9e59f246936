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
    measure: Callable[[Tensor], Tensor] = lambda gap: gap.square().sum(),
    share: Callable[[int, int, int], float] = lambda t, size, length: 1.0,
    start: Callable[[Tensor], Tensor] = torch.zeros_like,
    until: Callable[[int, int], int] = lambda length, chunk_size: length,
) -> Backpropagated:
    weight = recurrence.detach().clone().requires_grad_()
    state, loss = start(vectors[0]), torch.zeros(())
    for t in range(until(len(vectors), chunk_size)):
        entering = before(state, t, chunk_size)
        state = after(step(vectors[t], weight, entering), t, chunk_size)
        part = share(t, chunk_size, len(vectors))
        if part:
            loss = loss + part * measure(compared(entering, state) - targets[t])
    return Backpropagated(torch.autograd.grad(loss, weight)[0], state.detach())


def _full_chunks(length: int, chunk_size: int) -> int:
    """Count the words in chunks of full size."""
    return length // chunk_size * chunk_size


def _in_last_chunk(t: int, chunk_size: int, length: int) -> float:
    return float(t >= (length - 1) // chunk_size * chunk_size)


def _size_of_chunk(t: int, chunk_size: int, length: int) -> int:
    """Count the words of the chunk that holds word t."""
    begin = t // chunk_size * chunk_size
    return min(begin + chunk_size, length) - begin


def _ends_chunk(t: int, chunk_size: int, length: int) -> float:
    return float((t + 1) % chunk_size == 0 or t + 1 == length)


def _going_back_from_every_word(
    vectors: Tensor, targets: Tensor, recurrence: Tensor, chunk_size: int
) -> Backpropagated:
    weight = recurrence.detach().clone().requires_grad_()
    states, loss = [torch.zeros_like(vectors[0])], torch.zeros(())
    for t in range(len(vectors)):
        begin = max(0, t + 1 - chunk_size)
        state = states[begin]
        for vector in vectors[begin : t + 1]:
            state = torch.tanh(vector + weight @ state)
        loss = loss + (state - targets[t]).square().sum()
        states.append(state.detach())
    return Backpropagated(torch.autograd.grad(loss, weight)[0], states[-1])


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
        "forgotten the text before.",
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
                share=lambda t, size, length: float(t < _full_chunks(length, size)),
            ),
        ),
    ),
    Misconception(
        "only the last chunk counts",
        "Add up the losses of all chunks: one that is thrown away teaches nothing.",
        partial(_read_text, share=_in_last_chunk),
    ),
    Misconception(
        "each target is compared with the state before its word",
        "Update the state first, then compare: the state after the word is what predicts.",
        partial(_read_text, compared=lambda entering, leaving: entering),
    ),
    Misconception(
        "the state is detached one word too early",
        "Detach before the first word of a chunk, where t % chunk_size is 0: before the last word, "
        "that word is cut off from its own chunk and tied to the next.",
        partial(_read_text, before=lambda state, t, size: _cut(state, t + 1, size)),
    ),
    Misconception(
        "the gradient goes back chunk_size words from every word",
        "Cut where a chunk begins, and only there: a word's gradient goes back to the beginning of "
        "its own chunk, which is nearer for some words than for others.",
        _going_back_from_every_word,
    ),
    Misconception(
        "a mean of squared differences is taken, not their sum",
        "Sum over all components and all words: a mean divides the gradient by their number.",
        partial(_read_text, measure=lambda gap: gap.square().mean()),
        variants=(
            partial(_read_text, share=lambda t, size, length: 1 / length),
            partial(
                _read_text,
                measure=lambda gap: gap.square().mean(),
                share=lambda t, size, length: 1 / length,
            ),
            partial(_read_text, share=lambda *place: 1 / _size_of_chunk(*place)),
            partial(
                _read_text,
                measure=lambda gap: gap.square().mean(),
                share=lambda *place: 1 / _size_of_chunk(*place),
            ),
            partial(_read_text, share=lambda t, size, length: 1 / -(-length // size)),
        ),
    ),
    Misconception(
        "the squared differences are halved",
        "Leave them whole: the loss is the sum of the squares, without the factor of 1 / 2.",
        partial(_read_text, measure=lambda gap: gap.square().sum() / 2),
    ),
    Misconception(
        "the differences are not squared: a norm of them is the loss",
        "Square the differences and sum: neither the absolute values nor a root are taken.",
        partial(_read_text, measure=lambda gap: gap.abs().sum()),
        variants=(partial(_read_text, measure=torch.linalg.vector_norm),),
    ),
    Misconception(
        "only the last word of each chunk is compared",
        "Compare the state with the target after every word: each of them has one.",
        partial(_read_text, share=_ends_chunk),
    ),
    Misconception(
        "only the last word of the text is compared",
        "Add up the loss at every word: each of them has a target.",
        partial(_read_text, share=lambda t, size, length: float(t + 1 == length)),
    ),
    Misconception(
        "the tanh is missing",
        "Take tanh of the sum: without it the state is a linear function that can grow.",
        partial(_read_text, step=lambda vector, weight, state: vector + weight @ state),
    ),
    Misconception(
        "the vector is added after the tanh",
        "Add the vector inside: the state is tanh of the whole sum, within -1 and 1.",
        partial(_read_text, step=lambda vector, weight, state: vector + (weight @ state).tanh()),
    ),
    Misconception(
        "the recurrence multiplies the vector as well",
        "Multiply only the state by the recurrence: the vector is added as it is.",
        partial(_read_text, step=lambda vector, weight, state: (weight @ (vector + state)).tanh()),
        variants=(
            partial(
                _read_text, step=lambda vector, weight, state: (weight @ vector + state).tanh()
            ),
        ),
    ),
    Misconception(
        "the state starts at ones, not at zeros",
        "Start at zeros: nothing was read yet.",
        partial(_read_text, start=torch.ones_like),
    ),
)
