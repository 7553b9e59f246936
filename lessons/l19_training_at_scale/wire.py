"""What crosses the wire: the gradient of all parameters, at every update."""

from collections.abc import Callable

import torch
from torch import nn

from bertlab.model import BertConfig
from bertlab.model.albert import AlbertConfig, AlbertForMaskedLM
from bertlab.model.tasks import BertForPreTraining

ALBERT_BASE = {"vocab_size": 30_000, "embedding_size": 128}
MODELS: dict[str, Callable[[], nn.Module]] = {
    "MiniLM": lambda: BertForPreTraining(BertConfig.preset("minilm")),
    "BERT base": lambda: BertForPreTraining(BertConfig.preset("base")),
    "BERT large": lambda: BertForPreTraining(BertConfig.preset("large")),
    "ALBERT base": lambda: AlbertForMaskedLM(AlbertConfig(**ALBERT_BASE)),
}


def parameters_of(name: str) -> int:
    """Count the numbers that a model in pre-training has a gradient of, without making them."""
    with torch.device("meta"):
        return sum(parameter.numel() for parameter in MODELS[name]().parameters())


def ring_bytes(parameters: int, processes: int, bytes_per_number: int = 4) -> float:
    """Return the bytes that each process sends at an update, in a ring: 2 (P - 1) / P gradients.

    Args:
        parameters: Numbers in the gradient.
        processes: P. Each sends P - 1 parts of size 1/P to add up, and again as many sums.
        bytes_per_number: 4 in float32, 2 in half precision.

    Raises:
        ValueError: If a number is not positive.
    """
    if min(parameters, processes, bytes_per_number) < 1:
        raise ValueError(
            "expected numbers of at least 1, got "
            f"{parameters} parameters, {processes} processes, {bytes_per_number} bytes"
        )
    return 2 * (processes - 1) / processes * parameters * bytes_per_number
