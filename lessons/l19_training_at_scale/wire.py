"""What crosses the wire: the gradient of all parameters, at every step."""

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
