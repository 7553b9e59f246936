"""The misconceptions about ``negative_sampling_step``, each a wrong function with advice."""

from lessons.l03_word2vec.exercises.negative_sampling_step.reference import (
    Pair,
    Tables,
    _errors,
    moved,
    step,
)

from collections.abc import Callable

import torch

from workbook.exercises import Misconception


def _one_table(pair: Pair) -> Tables:
    """Use the inputs for both roles; the outputs stay as they are."""
    shared = pair._replace(outputs=pair.inputs)
    inputs, outputs = step(shared)
    return inputs + outputs - pair.inputs, pair.outputs.clone()


def _outputs_first(pair: Pair) -> Tables:
    """Move the outputs, then read them for the gradient of the input."""
    rows, errors = _errors(pair)
    _, outputs = moved(pair, rows, errors)
    inputs = pair.inputs.clone()
    inputs[pair.center] -= pair.rate * errors @ outputs[rows]
    return inputs, outputs


def _inputs_first(pair: Pair) -> Tables:
    """Move the input, then use it for the gradients of the outputs."""
    rows, errors = _errors(pair)
    inputs, _ = moved(pair, rows, errors)
    outputs = pair.outputs.clone()
    for row, error in zip(rows, errors, strict=True):
        outputs[row] -= pair.rate * error * inputs[pair.center]
    return inputs, outputs


def _one_after_the_other(keep_old: bool, output_first: bool) -> Callable[[Pair], Tables]:
    """Read both tables again for each word; ``keep_old`` saves the row that moves first."""

    def wrong(pair: Pair) -> Tables:
        inputs, outputs = pair.inputs.clone(), pair.outputs.clone()
        for word in (pair.neighbor, *(word for word in pair.noise if word != pair.neighbor)):
            error = (outputs[word] @ inputs[pair.center]).sigmoid() - float(word == pair.neighbor)
            row, hidden = outputs[word], inputs[pair.center]  # views: they move with their table
            if keep_old:
                row, hidden = row.clone(), hidden.clone()
            if output_first:
                outputs[word] -= pair.rate * error * hidden
            inputs[pair.center] -= pair.rate * error * row
            if not output_first:
                outputs[word] -= pair.rate * error * hidden
        return inputs, outputs

    return wrong


def _exchanged_labels(pair: Pair) -> Tables:
    rows, errors = _errors(pair, label=1.0)
    errors[0] += 1
    return moved(pair, rows, errors)


def _no_repeats(pair: Pair) -> Tables:
    """Move a noise word that was drawn twice only once, as ``outputs[rows] -= ...`` does."""
    rows, errors = _errors(pair)
    inputs, _ = moved(pair, rows, errors)
    once = pair.outputs.clone()
    once[rows] -= pair.rate * errors[:, None] * pair.inputs[pair.center]
    return inputs, once


def _cosine(pair: Pair) -> Tables:
    rows, _ = _errors(pair)
    hidden = pair.inputs[pair.center]
    scores = torch.nn.functional.cosine_similarity(pair.outputs[rows], hidden[None], dim=1)
    labels = torch.zeros_like(scores)
    labels[0] = 1
    return moved(pair, rows, scores.sigmoid() - labels)


def _softmax(pair: Pair) -> Tables:
    rows, _ = _errors(pair)
    errors = (pair.outputs[rows] @ pair.inputs[pair.center]).softmax(dim=0)
    errors[0] -= 1
    return moved(pair, rows, errors)


def _slip(
    name: str, advice: str, wrong: Callable[[Pair], Tables], *variants: Callable[[Pair], Tables]
) -> Misconception:
    def of_arguments(wrong: Callable[[Pair], Tables]) -> Callable[..., Tables]:
        return lambda *arguments: wrong(Pair(*arguments))

    return Misconception(name, advice, of_arguments(wrong), tuple(map(of_arguments, variants)))


MISCONCEPTIONS = (
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
        lambda pair: step(pair, label=1.0),
    ),
    _slip(
        "the labels are exchanged: the neighbor has 0 and the noise has 1",
        "The neighbor is real, so its label is 1, and that of the noise is 0. Exchanged, words "
        "that stand together are driven apart.",
        _exchanged_labels,
    ),
    _slip(
        "the neighbor is pushed away when it is drawn as noise",
        "Skip noise words that are the neighbor: one and the same row would be told yes and "
        "no in one step.",
        lambda pair: step(pair, keep=lambda word: True),
    ),
    _slip(
        "noise words equal to the center are skipped",
        "It is the neighbor that must not be pushed away. The center may be noise: its row "
        "in outputs is another vector than its row in inputs.",
        lambda pair: step(pair, keep=lambda word: word not in (pair.center, pair.neighbor)),
    ),
    _slip(
        "the step goes up the gradient",
        "Subtract rate times the gradient: the error is probability minus label, and the loss "
        "is to fall.",
        lambda pair: step(pair._replace(rate=-pair.rate)),
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
        "the tables are read again after they have moved for the word before",
        "Read every score and every vector from the old tables, and write to the new ones. "
        "This is one step for all words together, not a step for each.",
        *(_one_after_the_other(old, first) for old in (True, False) for first in (True, False)),
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
        lambda pair: step(pair._replace(center=pair.neighbor, neighbor=pair.center)),
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
)
