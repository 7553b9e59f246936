"""The exercise of the word2vec lesson on learning: one step of negative sampling."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.exercises import Case, Exercise, Misconception

Tables = tuple[Tensor, Tensor]


class _Pair(NamedTuple):
    """The arguments of the step."""

    inputs: Tensor
    outputs: Tensor
    center: int
    neighbor: int
    noise: Sequence[int]
    rate: float


def _negative_sampling_step(
    inputs: Float[Tensor, "V D"],
    outputs: Float[Tensor, "V D"],
    center: int,
    neighbor: int,
    noise: Sequence[int],
    rate: float,
) -> tuple[Float[Tensor, "V D"], Float[Tensor, "V D"]]:
    """Return both tables after one step for a pair of words and some noise words."""
    return _step(_Pair(inputs, outputs, center, neighbor, noise, rate))


def _errors(pair: _Pair, *, label: float = 0.0, keep: Callable[[int], bool] | None = None) -> Any:
    """Return the output rows that take part, and the error of each: its probability - label."""
    keep = keep or (lambda word: word != pair.neighbor)
    noise = [word for word in pair.noise if keep(word)]
    rows = [pair.neighbor, *noise]
    labels = torch.tensor([1.0] + [label] * len(noise), dtype=pair.inputs.dtype)
    return rows, (pair.outputs[rows] @ pair.inputs[pair.center]).sigmoid() - labels


def _step(pair: _Pair, **changes: Any) -> Tables:
    rows, errors = _errors(pair, **changes)
    return _moved(pair, rows, errors)


def _moved(pair: _Pair, rows: Sequence[int], errors: Tensor) -> Tables:
    """Move the rows against their gradients, all computed before anything moves."""
    inputs, outputs = pair.inputs.clone(), pair.outputs.clone()
    inputs[pair.center] -= pair.rate * errors @ pair.outputs[rows]
    for row, error in zip(rows, errors, strict=True):
        outputs[row] -= pair.rate * error * pair.inputs[pair.center]
    return inputs, outputs


def _one_table(pair: _Pair) -> Tables:
    """Use the inputs for both roles; the outputs stay as they are."""
    shared = pair._replace(outputs=pair.inputs)
    inputs, outputs = _step(shared)
    return inputs + outputs - pair.inputs, pair.outputs.clone()


def _outputs_first(pair: _Pair) -> Tables:
    """Move the outputs, then read them for the gradient of the input."""
    rows, errors = _errors(pair)
    _, outputs = _moved(pair, rows, errors)
    inputs = pair.inputs.clone()
    inputs[pair.center] -= pair.rate * errors @ outputs[rows]
    return inputs, outputs


def _inputs_first(pair: _Pair) -> Tables:
    """Move the input, then use it for the gradients of the outputs."""
    rows, errors = _errors(pair)
    inputs, _ = _moved(pair, rows, errors)
    outputs = pair.outputs.clone()
    for row, error in zip(rows, errors, strict=True):
        outputs[row] -= pair.rate * error * inputs[pair.center]
    return inputs, outputs


def _no_repeats(pair: _Pair) -> Tables:
    """Move a noise word that was drawn twice only once, as ``outputs[rows] -= ...`` does."""
    rows, errors = _errors(pair)
    inputs, _ = _moved(pair, rows, errors)
    once = pair.outputs.clone()
    once[rows] -= pair.rate * errors[:, None] * pair.inputs[pair.center]
    return inputs, once


def _cosine(pair: _Pair) -> Tables:
    rows, _ = _errors(pair)
    hidden = pair.inputs[pair.center]
    scores = torch.nn.functional.cosine_similarity(pair.outputs[rows], hidden[None], dim=1)
    labels = torch.zeros_like(scores)
    labels[0] = 1
    return _moved(pair, rows, scores.sigmoid() - labels)


def _softmax(pair: _Pair) -> Tables:
    rows, _ = _errors(pair)
    errors = (pair.outputs[rows] @ pair.inputs[pair.center]).softmax(dim=0)
    errors[0] -= 1
    return _moved(pair, rows, errors)


def _cases() -> list[Case]:
    random = torch.Generator().manual_seed(2)

    def tables(num_words: int, size: int) -> tuple[Tensor, Tensor]:
        shape = 2, num_words, size
        both = torch.randn(shape, generator=random, dtype=torch.float64)
        return both[0], both[1]

    return [
        Case((*tables(7, 4), 2, 5, [0, 6, 1], 0.1)),
        Case((*tables(6, 3), 1, 4, [3, 4, 3, 1], 0.5)),
        Case((*tables(8, 5), 0, 7, [7, 7, 2, 0, 5, 2], 0.2)),
    ]


def _slip(name: str, advice: str, wrong: Callable[[_Pair], Tables]) -> Misconception:
    return Misconception(name, advice, lambda *arguments: wrong(_Pair(*arguments)))


negative_sampling_step = Exercise(
    name="negative_sampling_step",
    reference=_negative_sampling_step,
    cases=_cases,
    difficulty=4,
    minutes=15,
    misconceptions=(
        _slip(
            "one table plays both roles",
            "The center is looked up in inputs, neighbor and noise in outputs. With a single table "
            "a word would have to be likely beside itself.",
            _one_table,
        ),
        _slip(
            "the noise words are pulled closer too",
            "The label of a noise word is 0, so its error is sigmoid(score). With label 1 "
            "everything is drawn together and all vectors end up alike.",
            lambda pair: _step(pair, label=1.0),
        ),
        _slip(
            "the neighbor is pushed away when it is drawn as noise",
            "Skip noise words that are the neighbor: one and the same row would be told yes and "
            "no in one step.",
            lambda pair: _step(pair, keep=lambda word: True),
        ),
        _slip(
            "noise words equal to the center are skipped",
            "It is the neighbor that must not be pushed away. The center may be noise: its row "
            "in outputs is another vector than its row in inputs.",
            lambda pair: _step(pair, keep=lambda word: word not in (pair.center, pair.neighbor)),
        ),
        _slip(
            "the step goes up the gradient",
            "Subtract rate times the gradient: the error is probability minus label, and the loss "
            "is to fall.",
            lambda pair: _step(pair._replace(rate=-pair.rate)),
        ),
        _slip(
            "the outputs have moved before the input reads them",
            "Compute all gradients from the old tables, then move. Keep the sum for the input "
            "in a variable of its own.",
            _outputs_first,
        ),
        _slip(
            "the input has moved before the outputs read it",
            "Compute all gradients from the old tables, then move: the outputs need the old row "
            "of the center.",
            _inputs_first,
        ),
        _slip(
            "a noise word drawn twice moves once",
            "outputs[rows] -= ... writes a repeated row only once. Loop over the words, or use "
            "index_add_: two draws are two examples.",
            _no_repeats,
        ),
        _slip(
            "center and neighbor are swapped",
            "Skip-gram sees the center and guesses the neighbor: the center's row is in inputs, "
            "the neighbor's in outputs.",
            lambda pair: _step(pair._replace(center=pair.neighbor, neighbor=pair.center)),
        ),
        _slip(
            "the scores are cosines",
            "The score is the dot product. Nothing in word2vec divides by the lengths; cosines "
            "come in when vectors are compared after training.",
            _cosine,
        ),
        _slip(
            "the words share one softmax",
            "Each word gets a yes-or-no question of its own, so use sigmoid. A softmax over the "
            "k + 1 words is another objective (sampled softmax).",
            _softmax,
        ),
    ),
)
