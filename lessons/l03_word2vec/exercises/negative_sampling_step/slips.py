"""Slips of the step of negative sampling: the same step word by word, one thing in it changed."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch
from torch import Tensor

Tables = tuple[Tensor, Tensor]
Asked = list[tuple[int, float]]  # words and labels
Form = Callable[..., Tables] | dict[str, Any]  # a function, or what is changed in the step
Move = Callable[[Tensor, Tensor, float, int], Tensor]  # (u, v, label, number of words)


def right_words(center: int, neighbor: int, noise: Sequence[int]) -> Asked:
    """Ask the neighbor and the noise words that are another word."""
    return [(neighbor, 1.0), *((word, 0.0) for word in noise if word != neighbor)]


def step(
    inputs: Tensor,
    outputs: Tensor,
    center: int,
    neighbor: int,
    noise: Sequence[int],
    rate: float,
    *,
    asked: Callable[[int, int, Sequence[int]], Asked] = right_words,
    read: Callable[[Tensor, Tensor], Tables] = lambda inputs, outputs: (inputs, outputs),
    score: Callable[[Tensor, Tensor], Tensor] = torch.dot,
    error: Callable[[Tensor, float], Tensor] = lambda score, label: score.sigmoid() - label,
    push: Move = lambda u, v, label, number: v,
    pull: Move = lambda u, v, label, number: u,
    again: str = "",
    first: str = "",
    restart: str = "",
    rated: Callable[[float], float] = lambda rate: rate,
) -> Tables:
    """Take the step, word by word; each keyword puts a slip in.

    ``asked`` says which words take part, with their labels; ``read`` gives the tables in which the
    center and the other words are looked up. The error, of a score and a label, times ``push``
    moves a word's row of the outputs, times ``pull`` the center's of the inputs.

    What ``again`` names is read from tables that have moved: "U" and "V" for scores, "u" and "v"
    for moves. ``first`` is the row, "u" or "v", that moves before the other reads it. In the tables
    of ``restart``, "i" and "o", a row keeps its last move only.
    """
    old_inputs, old_outputs = read(inputs, outputs)
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    words = asked(center, neighbor, noise)
    for word, label in words:
        hidden = (new_inputs if "V" in again else old_inputs)[center]
        asking = (new_outputs if "U" in again else old_outputs)[word]
        moved = rated(rate) * error(score(asking, hidden), label)
        v = (new_inputs if "v" in again else old_inputs)[center]  # a view: it moves with its table
        u = (new_outputs if "u" in again else old_outputs)[word]
        if not first:
            u, v = u.clone(), v.clone()
        for row in "vu" if first == "v" else "uv":
            if row == "u":
                start = (outputs if "o" in restart else new_outputs)[word]
                new_outputs[word] = start - moved * push(u, v, label, len(words))
            else:
                start = (inputs if "i" in restart else new_inputs)[center]
                new_inputs[center] = start - moved * pull(u, v, label, len(words))
    return new_inputs, new_outputs


def in_turn(first: str, scores_again: bool) -> Callable[..., Tables]:
    """Move all of one table, then the other, with or without new scores."""

    def wrong(inputs: Tensor, outputs: Tensor, *given: Any) -> Tables:
        new_inputs, new_outputs = step(inputs, outputs, *given)
        center, neighbor, noise, rate = given
        v, u = (inputs, new_outputs) if first == "outputs" else (new_inputs, outputs)
        rows, labels = map(list, zip(*right_words(center, neighbor, noise), strict=True))
        asking, hidden = (u, v) if scores_again else (outputs, inputs)
        moved = rate * ((asking[rows] @ hidden[center]).sigmoid() - torch.tensor(labels))
        if first == "outputs":
            new_inputs = inputs.clone()
            new_inputs[center] -= moved @ u[rows]
        else:
            new_outputs = outputs.index_add(0, torch.tensor(rows), -moved[:, None] * v[center])
        return new_inputs, new_outputs

    return wrong


def softmax(inputs: Tensor, outputs: Tensor, *given: Any) -> Tables:
    """Take one softmax over the words instead of a sigmoid for each."""
    rows = [word for word, _ in right_words(*given[:3])]
    shares = iter((outputs[rows] @ inputs[given[0]]).softmax(dim=0))
    return step(inputs, outputs, *given, error=lambda score, label: next(shares) - label)


def every_row(in_inputs: bool, in_outputs: bool) -> Callable[..., Tables]:
    """Move all rows of a table by what is meant for one, as without an index."""

    def wrong(inputs: Tensor, outputs: Tensor, *given: Any) -> Tables:
        moved = step(inputs, outputs, *given)
        one, other = (new - old for new, old in zip(moved, (inputs, outputs), strict=True))
        return (
            inputs + one.sum(dim=0) if in_inputs else moved[0],
            outputs + other.sum(dim=0) if in_outputs else moved[1],
        )

    return wrong


def one_table(inputs: Tensor, outputs: Tensor, *given: Any) -> Tables:
    """Use the inputs for both roles; the outputs stay as they are."""
    one, other = step(inputs, inputs, *given)
    return one + other - inputs, outputs.clone()


def until_the_neighbor(center: int, neighbor: int, noise: Sequence[int]) -> Asked:
    """Stop where the neighbor is drawn."""
    end = list(noise).index(neighbor) if neighbor in noise else len(noise)
    return right_words(center, neighbor, noise[:end])


def all_but_one(center: int, neighbor: int, noise: Sequence[int]) -> Asked:
    """Skip the neighbor once."""
    kept = list(noise)
    if neighbor in kept:
        kept.remove(neighbor)
    return [(neighbor, 1.0), *((word, 0.0) for word in kept)]


def all_noise(label: Callable[[int, int], float]) -> Callable[[int, int, Sequence[int]], Asked]:
    """Skip nothing; the label is one of a word and the neighbor."""
    return lambda center, neighbor, noise: [
        (neighbor, 1.0),
        *((word, label(word, neighbor)) for word in noise),
    ]


def not_the_center(center: int, neighbor: int, noise: Sequence[int]) -> Asked:
    """Skip the center, and nothing else."""
    return [(neighbor, 1.0), *((word, 0.0) for word in noise if word != center)]


def averaged(row: Tensor, label: float, number: int) -> Tensor:
    """Divide what moves a row by the number of words."""
    return row / number


def noise_averaged(row: Tensor, label: float, number: int) -> Tensor:
    """Divide what a noise word moves by the number of noise words."""
    return row if label else row / (number - 1)


def made(form: Form) -> Callable[..., Tables]:
    """Make a function of what is changed in the step."""
    return partial(step, **form) if isinstance(form, dict) else form


def mixed(for_inputs: dict[str, Any], for_outputs: dict[str, Any]) -> Callable[..., Tables]:
    """Take each table from a step of its own."""
    return lambda *given: (step(*given, **for_inputs)[0], step(*given, **for_outputs)[1])


def moved_elsewhere(of_center: str, of_words: str) -> Callable[..., Tables]:
    """Move the center's row and the words' rows in the tables "i" or "o"."""

    def wrong(inputs: Tensor, outputs: Tensor, *given: Any) -> Tables:
        moved = step(inputs, outputs, *given)
        moves = moved[0] - inputs, moved[1] - outputs
        tables = {"i": inputs.clone(), "o": outputs.clone()}
        for table, move in zip((of_center, of_words), moves, strict=True):
            tables[table] += move
        return tables["i"], tables["o"]

    return wrong
