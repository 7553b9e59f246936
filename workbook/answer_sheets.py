"""Answer sheets: what models said at every place they were asked about, kept beside a record.

A record has means; from its sheets anyone can compute them again.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from safetensors import safe_open
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.model.checkpoint import write_tensors
from bertlab.pretraining.data import PretrainingBatch, PretrainingData
from bertlab.pretraining.objectives import Answers, spread


class Sheet(NamedTuple):
    """Answers to masked words.

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


def write_sheets(path: Path, sheets: Mapping[str, Sequence[Sheet]]) -> None:
    """Store the sheets of several runs, one for each seed."""
    tensors = {
        f"{field}.{name}": torch.stack([getattr(sheet, field) for sheet in sheets[name]])
        for name in sheets
        for field in Sheet._fields
    }
    write_tensors(path, tensors)


def read_sheets(path: Path, name: str) -> Sheet:
    """Return the sheets of a run as one, (seeds, M)."""
    with safe_open(path, framework="pt") as file:
        return Sheet(*(file.get_tensor(f"{field}.{name}") for field in Sheet._fields))
