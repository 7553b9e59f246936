"""What residual connections and LayerNorm do in a stack of layers that was not trained."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import normalize

from bertlab.model.config import BertConfig
from bertlab.model.encoder import EncoderLayer

DEPTH = 12  # layers


def likeness(hidden: Float[Tensor, "1 T D"]) -> float:
    """Return the mean cosine of all pairs of different tokens."""
    unit = normalize(hidden[0], dim=-1)
    tokens = len(unit)
    total = (unit @ unit.T).sum().item() - unit.square().sum().item()
    return total / (tokens * (tokens - 1))


class Stack(NamedTuple):
    """What happens in 12 layers with randomly initialized weights, by seed and layer.

    Attributes:
        alike: Mean cosine of two tokens after each layer, the input first, (S, 13).
        own: Of the gradient of one token's output, the proportion (of its squared norm) that
            arrives at the same token of each layer's input, (S, 12).
    """

    alike: Float[Tensor, "S depths"]
    own: Float[Tensor, "S layers"]


def residuals(seeds: Iterable[int]) -> dict[str, Stack]:
    """Run 12 layers on 32 tokens with and without residual connections."""
    runs: dict[str, list[tuple[list[float], list[float]]]] = {"with": [], "without": []}
    config = BertConfig(hidden_size=64, num_heads=4, intermediate_size=256)
    for seed in seeds:
        torch.manual_seed(seed)
        layers = [EncoderLayer(config).eval() for _ in range(DEPTH)]
        tokens, direction = torch.randn(1, 32, 64), torch.randn(64)
        for name, step in (("with", _whole_layer), ("without", _bare_layer)):
            runs[name].append(_up_and_down(layers, step, tokens, direction))
    return {
        name: Stack(*(torch.tensor(values) for values in zip(*found, strict=True)))
        for name, found in runs.items()
    }


def _whole_layer(layer: EncoderLayer, hidden: Tensor) -> Tensor:
    return layer(hidden)


def _bare_layer(layer: EncoderLayer, hidden: Tensor) -> Tensor:
    attended = layer.attention_norm(layer.attention(hidden))
    return layer.output_norm(layer.feed_forward(attended))


def _up_and_down(
    layers: Sequence[EncoderLayer],
    step: Callable[[EncoderLayer, Tensor], Tensor],
    tokens: Tensor,
    direction: Tensor,
) -> tuple[list[float], list[float]]:
    states = [tokens.clone().requires_grad_()]
    for layer in layers:
        states.append(step(layer, states[-1]))
    gradients = torch.autograd.grad(states[-1][0, 0] @ direction, states[:-1])  # of token 0
    own = [(g[0, 0].square().sum() / g.square().sum()).item() for g in gradients]
    return [likeness(state.detach()) for state in states], own


class Sizes(NamedTuple):
    """Standard deviations of the vectors in a stack with residuals, by seed and layer.

    Attributes:
        normed: After each layer, with LayerNorm, (S, 12).
        bare: The same without, (S, 12).
        added: Without LayerNorm: the size of what a block adds, divided by that of its input, for
            attention and feed-forward, (S, 12, 2).
    """

    normed: Float[Tensor, "S layers"]
    bare: Float[Tensor, "S layers"]
    added: Float[Tensor, "S layers 2"]


@torch.no_grad()
def sizes_of_vectors(seeds: Iterable[int]) -> Sizes:
    """Measure the standard deviation of the vectors after each layer, with LayerNorm and without.

    Weights are drawn as the first Transformer's were (Glorot and Bengio 2010); residuals stay.
    """
    config = BertConfig(hidden_size=64, num_heads=4, intermediate_size=256)
    rows: list[tuple[list[float], list[float], list[list[float]]]] = []
    for seed in seeds:
        torch.manual_seed(seed)
        layers = [EncoderLayer(config).eval() for _ in range(DEPTH)]
        for matrix in (p for layer in layers for p in layer.parameters() if p.dim() == 2):
            nn.init.xavier_normal_(matrix)
        x = torch.randn(1, 32, 64)
        rows.append((_normed(layers, x), *_without_norms(layers, x)))
    return Sizes(*(torch.tensor(values) for values in zip(*rows, strict=True)))


def _normed(layers: Sequence[EncoderLayer], x: Tensor) -> list[float]:
    found = []
    for layer in layers:
        x = layer(x)
        found.append(x.std().item())
    return found


def _without_norms(
    layers: Sequence[EncoderLayer], x: Tensor
) -> tuple[list[float], list[list[float]]]:
    sizes, added = [], []
    for layer in layers:
        parts = []
        for block in (layer.attention, layer.feed_forward):
            new = block(x)
            parts.append((new.std() / x.std()).item())
            x = x + new
        sizes.append(x.std().item())
        added.append(parts)
    return sizes, added
