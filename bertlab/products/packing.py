"""Weights laid out once, for as long as a model only reads."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import nn

from bertlab.products import ways
from bertlab.products.choice import chosen
from bertlab.products.linear import Linear


@contextmanager
def packed(model: nn.Module) -> Iterator[None]:
    """Lay out the weights of a model's linear layers once, where oneDNN multiplies.

    Else each product does it anew: for the few tokens of a short text that is a third of its time.
    For as long as this holds, weights must stay as they are, and there are two copies of them.

    Args:
        model: Whose layers are ``bertlab.products.Linear``; others stay as they are.

    Raises:
        ValueError: At the end, if a weight has changed: what was read came from the old one.
    """
    layers = [layer for layer in model.modules() if isinstance(layer, Linear)]
    known = [layer for layer in layers if _is_usual(layer)] if _pays() else []
    for layer in known:
        layer.laid_out = ways.laid_out(layer.weight)
    before = [layer.weight._version for layer in known]
    try:
        yield
    finally:
        for layer in known:
            layer.laid_out = None
    if before != [layer.weight._version for layer in known]:
        raise ValueError("expected weights that stay as they are while packed; one changed")


def _is_usual(layer: Linear) -> bool:
    weight = layer.weight  # of one made in inference mode nobody can tell whether it has changed
    return (
        weight.dtype is torch.float32 and weight.device.type == "cpu" and not weight.is_inference()
    )


def _pays() -> bool:
    """Tell whether oneDNN multiplies here, and gives the same with weights laid out before."""
    return "onednn" in chosen().inference.values() and ways.works(
        lambda rows, weight, bias: ways.by_onednn(rows, ways.laid_out(weight), bias)
    )
