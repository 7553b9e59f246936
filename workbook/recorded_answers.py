"""What is kept beside a record, so that anyone can compute its scores again: logits and answers.

``workbook.experiments.Runs.keep`` stores both, in half precision, with a row for each seed. A score
is taken of logits as they are kept.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from safetensors import safe_open
from sklearn.metrics import accuracy_score
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.pretraining.data import PretrainingBatch, PretrainingData
from bertlab.pretraining.objectives import Answers, spread


def accuracy(logits: Float[Tensor, "N C"], labels: Sequence[int]) -> float:
    """Return the proportion of texts whose largest logit is that of their class."""
    return float(accuracy_score(labels, logits.argmax(dim=1)))


def recorded_logits(path: Path, variant: str) -> Float[Tensor, "S N C"]:
    """Return the logits of a variant, one row of texts for each seed."""
    with safe_open(path, framework="pt") as file:
        return file.get_tensor(variant).float()


class Sheet(NamedTuple):
    """What a model said at every masked word that it was asked about.

    Attributes:
        guess: (M,), the likeliest piece at each place, as int16.
        surprise: (M,), in nats, at the piece that stood there.
    """

    guess: Int[Tensor, "*S M"]
    surprise: Float[Tensor, "*S M"]


@torch.no_grad()
def fill_sheet(
    answer: Callable[[PretrainingBatch], Answers], data: PretrainingData, num_examples: int
) -> Sheet:
    """Ask a model about the examples that ``mean_scores`` scores.

    Args:
        answer: Returns under ``masked_lm`` the logits of a batch and the right pieces.
        data: The text.
        num_examples: How many examples at most.
    """
    logits, targets = answer(data.batch(spread(data, num_examples)))["masked_lm"]
    surprise = cross_entropy(logits, targets, reduction="none")
    return Sheet(logits.argmax(dim=1).to(torch.int16), surprise)


def right_answers(data: PretrainingData, num_examples: int) -> Int[Tensor, " M"]:
    """Return the pieces that stood at the places of a sheet."""
    return data.batch(spread(data, num_examples)).targets


def recorded_sheets(path: Path, variant: str) -> Sheet:
    """Return the sheets of a variant as one, (S, M); they are kept as ``{name}.{variant}``."""
    with safe_open(path, framework="pt") as file:
        return Sheet(*(file.get_tensor(f"{name}.{variant}") for name in Sheet._fields))
