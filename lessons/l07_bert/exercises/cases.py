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


def layer_tensors(hidden: int, intermediate: int, seed: int) -> dict[str, Tensor]:
    """Draw the 16 tensors of one encoder layer, large enough for every slip to show."""
    shapes: dict[str, tuple[int, ...]] = {}
    for name in ("query", "key", "value"):
        shapes[f"attention.self.{name}"] = (hidden, hidden)
    shapes["attention.output.dense"] = (hidden, hidden)
    shapes["attention.output.LayerNorm"] = (hidden,)
    shapes["intermediate.dense"] = (intermediate, hidden)
    shapes["output.dense"] = (hidden, intermediate)
    shapes["output.LayerNorm"] = (hidden,)
    named = {f"{name}.weight": shape for name, shape in shapes.items()}
    named |= {f"{name}.bias": shape[:1] for name, shape in shapes.items()}
    return dict(random_tensors(named, seed, scale=0.4))


def layer_case(
    lengths: tuple[int, ...], tokens: int, heads: int, head_size: int, intermediate: int
) -> tuple[Tensor, Tensor, dict[str, Tensor], int]:
    """Make hidden vectors, a mask with padding in every row, a layer's tensors and its heads."""
    generator = torch.Generator().manual_seed(tokens)
    hidden_size = heads * head_size
    shape = (len(lengths), tokens, hidden_size)
    hidden = torch.randn(shape, generator=generator, dtype=torch.float64)
    mask = (torch.arange(tokens) < torch.tensor(lengths)[:, None]).long()
    return hidden, mask, layer_tensors(hidden_size, intermediate, seed=tokens), heads
