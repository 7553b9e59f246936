"""Cloze tests: which hidden tokens of held-out text a masked language model guesses."""

import torch
from jaxtyping import Int
from torch import Tensor

from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.data import PretrainingBatch, PretrainingData
from bertlab.pretraining.objectives import masked_logits, spread


@torch.no_grad()
def guesses(model: BertForMaskedLM, data: PretrainingData, number: int) -> Int[Tensor, " M"]:
    """Return the piece that a model finds likeliest at each hidden position of some examples."""
    return torch.cat([masked_logits(model, batch).argmax(dim=1) for batch in batches(data, number)])


def targets(data: PretrainingData, number: int) -> Int[Tensor, " M"]:
    """Return the pieces that stood at the hidden positions of the same examples."""
    return torch.cat([batch.targets for batch in batches(data, number)])


def batches(data: PretrainingData, number: int, size: int = 32) -> list[PretrainingBatch]:
    """Return the examples of held-out text that models are asked about, evenly spread over it."""
    names = spread(data, number)
    return [data.batch(names[i : i + size]) for i in range(0, len(names), size)]


def examples_of(data: PretrainingData, number: int) -> tuple[int, ...]:
    """Return for each hidden position the number of the example that it is in."""
    examples, offset = list[int](), 0
    for batch in batches(data, number):
        B, T = batch.input_ids.shape
        examples += (batch.positions // T + offset).tolist()
        offset += B
    return tuple(examples)
