"""The misconceptions about ``context_mean``, each a wrong function with advice."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _picked(vectors: Tensor, context: Tensor) -> Tensor:
    """Return the vector of each word, zeros for padding."""
    return vectors[context.clamp(min=0)] * (context >= 0)[:, :, None]  # (B, C, D)


def _distinct_mean(vectors: Tensor, context: Tensor) -> Tensor:
    rows = [torch.unique(row[row >= 0]) for row in context]
    return torch.stack([vectors[row].mean(dim=0) for row in rows])


def _number(context: Tensor) -> Tensor:
    """Count the words of each row, (B, 1)."""
    return (context >= 0).sum(dim=1, keepdim=True)


def _distinct(context: Tensor) -> Tensor:
    """Count the different words of each row, (B, 1)."""
    return torch.tensor([[len({*row} - {-1})] for row in context.tolist()])


def _first_places(end: Callable[[Tensor], int]) -> Callable[..., Tensor]:
    """Average the places before ``end``, whatever they hold."""

    def wrong(vectors: Tensor, context: Tensor) -> Tensor:
        return torch.stack([vectors[row[: end(row)]].mean(dim=0) for row in context])

    return wrong


def _first_padding(row: Tensor) -> int:
    return [*row.tolist(), -1].index(-1)


def _by(divisor: Callable[[Tensor, Tensor], Any]) -> Callable[..., Tensor]:
    """Divide the sum over the words by something else than their number."""
    return lambda vectors, context: _picked(vectors, context).sum(dim=1) / divisor(vectors, context)


def _over(vectors: Tensor, context: Tensor, dim: int | tuple[int, ...]) -> Tensor:
    """Average over other axes, without the padding."""
    is_word = (context >= 0)[:, :, None].expand(-1, -1, vectors.shape[1])
    return _picked(vectors, context).sum(dim) / is_word.sum(dim)


def _without_word_0(vectors: Tensor, context: Tensor) -> Tensor:
    is_word = (context > 0)[:, :, None]
    return (vectors[context] * is_word).sum(dim=1) / is_word.sum(dim=1)


MISCONCEPTIONS = (
    Misconception(
        "the vectors are added, not averaged",
        "Divide the sum by the number of words seen: otherwise a word in a full window gets "
        "scores several times as large as one at the end of a sentence.",
        lambda vectors, context: _picked(vectors, context).sum(dim=1),
        variants=(
            lambda vectors, context: vectors[context].sum(dim=1),
            lambda vectors, context: vectors[context.clamp(min=0)].sum(dim=1),
        ),
    ),
    Misconception(
        "padding counts as a word",
        "Divide by the number of words in each row, (context >= 0).sum(dim=1), not by the "
        "width of the table.",
        lambda vectors, context: _picked(vectors, context).mean(dim=1),
    ),
    Misconception(
        "padding reads the last row of the table",
        "Index -1 is the last word in Python, so vectors[context] gives padding a meaning. "
        "Set these places to zero before adding.",
        lambda vectors, context: vectors[context].mean(dim=1),
        variants=(
            lambda vectors, context: (
                vectors[context].sum(dim=1) / (context >= 0).sum(dim=1, keepdim=True)
            ),
        ),
    ),
    Misconception(
        "padding reads row 0",
        "clamp(min=0) only keeps the look-up from failing. The row it finds has to be set to "
        "zero before adding: word 0 is a word like any other.",
        lambda vectors, context: vectors[context.clamp(min=0)].mean(dim=1),
        variants=(
            lambda vectors, context: (
                vectors[context.clamp(min=0)].sum(dim=1) / (context >= 0).sum(dim=1, keepdim=True)
            ),
        ),
    ),
    Misconception(
        "word 0 is taken for padding",
        "Compare with -1, as in context >= 0 or context > -1: word 0 is a word like any other, the "
        "most frequent one in many vocabularies.",
        _without_word_0,
        variants=(
            lambda vectors, context: (
                (vectors[context] * (context > 0)[:, :, None]).sum(dim=1)
                / (context >= 0).sum(dim=1, keepdim=True)
            ),
            lambda vectors, context: (
                (vectors[context] * (context != 0)[:, :, None]).sum(dim=1)
                / (context != 0).sum(dim=1, keepdim=True)
            ),
            lambda vectors, context: (
                (vectors[context] * (context != 0)[:, :, None]).sum(dim=1) / _number(context)
            ),
        ),
    ),
    Misconception(
        "a word that stands twice in the window counts once",
        "CBOW averages over places, not over different words: a word seen twice weighs twice.",
        _distinct_mean,
        variants=(
            lambda vectors, context: (
                _distinct_mean(vectors, context) * _distinct(context) / _number(context)
            ),
            lambda vectors, context: _picked(vectors, context).sum(dim=1) / _distinct(context),
        ),
    ),
    Misconception(
        "the vectors are put side by side",
        "Concatenation is what the NNLM of lesson 02 does. CBOW forgets the order: a bag of "
        "words has one vector, the mean.",
        lambda vectors, context: _picked(vectors, context).flatten(start_dim=1),
        variants=(
            lambda vectors, context: vectors[context].flatten(start_dim=1),
            lambda vectors, context: _picked(vectors, context),
            lambda vectors, context: vectors[context],
        ),
    ),
    Misconception(
        "the padding is taken to stand at the end of each row",
        "-1 can stand anywhere, so look at each place: skip it with continue or a mask, not with "
        "break or a slice.",
        _first_places(_first_padding),
        variants=(
            _first_places(lambda row: int((row >= 0).sum())),
            lambda vectors, context: torch.nan_to_num(
                _first_places(_first_padding)(vectors, context)
            ),
        ),
    ),
    Misconception(
        "the sum is not divided by the number of words of its own row",
        "Each row has a number of words of its own: (context >= 0).sum(dim=1), and a last axis to "
        "divide (B, D) by it.",
        _by(lambda vectors, context: (context >= 0).sum()),
        variants=(
            _by(lambda vectors, context: len(context)),
            _by(lambda vectors, context: vectors.shape[1]),
            _by(lambda vectors, context: len(vectors)),
            _by(lambda vectors, context: _number(context).max()),
            _by(lambda vectors, context: _number(context).double().mean().float()),
        ),
    ),
    Misconception(
        "the number of words is one too large",
        "Every row has a word, so nothing has to be added against a division by 0: divide by the "
        "number itself.",
        _by(lambda vectors, context: _number(context) + 1),
    ),
    Misconception(
        "there is one mean for all rows together",
        "Each row is an example of its own: add up over dim=1 only, and the result is (B, D).",
        lambda vectors, context: _over(vectors, context, (0, 1)),
        variants=(
            lambda vectors, context: _over(vectors, context, (0, 1)).expand(len(context), -1),
            lambda vectors, context: vectors[context].mean(dim=(0, 1)),
            lambda vectors, context: vectors[context].mean(),
            lambda vectors, context: vectors[context[context >= 0]].mean(dim=0, keepdim=True),
        ),
    ),
    Misconception(
        "the mean is taken over another axis than the words",
        "vectors[context] has the axes (B, C, D): the words of a row are axis 1.",
        lambda vectors, context: _over(vectors, context, 2),
        variants=(
            lambda vectors, context: _over(vectors, context, 0),
            lambda vectors, context: vectors[context].mean(dim=2),
            lambda vectors, context: vectors[context].mean(dim=0),
            lambda vectors, context: _picked(vectors, context).mean(dim=2),
            lambda vectors, context: _picked(vectors, context).mean(dim=0),
        ),
    ),
    Misconception(
        "the sum is multiplied by the number of words, or divided twice",
        "A mean is the sum divided once by the number of words.",
        lambda vectors, context: _picked(vectors, context).sum(dim=1) * _number(context),
        variants=(
            _by(lambda vectors, context: _number(context) ** 2),
            _by(lambda vectors, context: _number(context) * context.shape[1]),
        ),
    ),
    Misconception(
        "the largest component is taken instead of the mean",
        "CBOW averages: add the vectors up and divide by the number of words.",
        lambda vectors, context: torch.stack(
            [vectors[row[row >= 0]].amax(dim=0) for row in context]
        ),
    ),
)
