"""Random tensors under a published file's names, for the exercises of the BERT lesson."""

from collections.abc import Mapping

import torch
from torch import Tensor

Tensors = Mapping[str, Tensor]


def random_tensors(shapes: Mapping[str, tuple[int, ...]], seed: int, scale: float) -> Tensors:
    """Draw tensors by name: LayerNorm weights around 1, everything else around 0."""
    generator = torch.Generator().manual_seed(seed)
    tensors = {}
    for name, shape in shapes.items():
        drawn = torch.randn(shape, generator=generator, dtype=torch.float64)
        in_norm = "LayerNorm" in name
        tensors[name] = drawn * (0.3 if in_norm else scale) + name.endswith("LayerNorm.weight")
    return tensors
