"""Layer by layer: which parts of a BERT are trained, and how fast each of them learns."""

import re

from torch import nn

from bertlab.model.bert import BertModel


def freeze_lowest(bert: BertModel, number: int) -> None:
    """Freeze the embeddings and the lowest layers; what is above them is trained.

    Args:
        bert: The encoder of a model, ``model.bert``. Its parameters are changed.
        number: Layers to freeze: 0 freezes the embeddings alone, all of them leave what is learned
            to the pooler and the head.

    Raises:
        ValueError: If there are fewer layers.
    """
    layers = bert.encoder.layers
    if not 0 <= number <= len(layers):
        raise ValueError(f"number must be in [0, {len(layers)}], got {number}")
    bert.requires_grad_(True)
    for part in (bert.embeddings, *list(layers)[:number]):
        part.requires_grad_(False)


def rate_factors(model: nn.Module, factor: int | float) -> dict[str, float]:
    """Return by what the learning rate of each parameter is multiplied.

    The head, the pooler and the top layer learn at the full rate. Each layer below learns
    ``factor`` times as fast as the one above it, and the embeddings as the next layer down would.

    Args:
        model: Any model with a BERT inside.
        factor: Above 0; 1 is the same rate everywhere, and 0.95 is what the source found best.

    Raises:
        ValueError: If the factor is not in (0, 1].

    Source: Sun et al. 2019, How to Fine-Tune BERT for Text Classification?, on layer-wise rates.
    """
    if not 0 < factor <= 1:
        raise ValueError(f"the factor per layer must be in (0, 1], got {factor}")
    names = [name for name, _ in model.named_parameters()]
    layers = {name: _layer(name) for name in names}
    num_layers = 1 + max((i for i in layers.values() if i is not None), default=-1)
    # The embeddings are layer -1, and what is no part of the encoder counts as the top.
    return {
        name: factor ** (num_layers - 1 - layer) if layer is not None else 1.0
        for name, layer in layers.items()
    }


def _layer(name: str) -> int | None:
    """Return the number of a parameter's layer, from 0; -1 for the embeddings."""
    if re.search(r"(^|\.)embeddings\.", name):
        return -1
    found = re.search(r"(^|\.)encoder\.layers\.(\d+)\.", name)
    return int(found[2]) if found else None
