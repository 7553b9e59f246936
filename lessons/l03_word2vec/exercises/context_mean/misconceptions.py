"""The misconceptions about ``context_mean``, each a wrong function with advice."""

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _picked(vectors: Tensor, context: Tensor) -> Tensor:
    """Return the vector of each word, zeros for padding."""
    return vectors[context.clamp(min=0)] * (context >= 0)[:, :, None]  # (B, C, D)


def _distinct_mean(vectors: Tensor, context: Tensor) -> Tensor:
    rows = [torch.unique(row[row >= 0]) for row in context]
    return torch.stack([vectors[row].mean(dim=0) for row in rows])


def _without_word_0(vectors: Tensor, context: Tensor) -> Tensor:
    is_word = (context > 0)[:, :, None]
    return (vectors[context] * is_word).sum(dim=1) / is_word.sum(dim=1)


MISCONCEPTIONS = (
    Misconception(
        "the vectors are added, not averaged",
        "Divide the sum by the number of words seen: otherwise a word in a full window gets "
        "scores several times as large as one at the end of a sentence.",
        lambda vectors, context: _picked(vectors, context).sum(dim=1),
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
        ),
    ),
    Misconception(
        "a word that stands twice in the window counts once",
        "CBOW averages over places, not over different words: a word seen twice weighs twice.",
        _distinct_mean,
    ),
    Misconception(
        "the vectors are put side by side",
        "Concatenation is what the NNLM of lesson 02 does. CBOW forgets the order: a bag of "
        "words has one vector, the mean.",
        lambda vectors, context: _picked(vectors, context).flatten(start_dim=1),
    ),
)
