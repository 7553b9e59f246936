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
WIDTH = 64  # D of the stacks
BERT_START = 0.02 * (768 / WIDTH) ** 0.5  # sums over 64 are then as large as BERT's over 768


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
            arrives at the same token after each layer, the input first, (S, 13).
    """

    alike: Float[Tensor, "S depths"]
    own: Float[Tensor, "S depths"]


def residuals(seeds: Iterable[int], larger: bool = False) -> dict[str, Stack]:
    """Run 12 layers on 32 tokens with and without residual connections.

    Args:
        seeds: For parameters and inputs; both stacks of a seed have the same.
        larger: Whether parameters are drawn as in tensor2tensor, the first Transformer's program
            (Glorot and Bengio 2010). Otherwise torch draws them, about as large as BERT's are for
            this width.
    """
    runs: dict[str, list[tuple[list[float], list[float]]]] = {"with": [], "without": []}
    config = BertConfig(hidden_size=WIDTH, num_heads=4, intermediate_size=256)
    for seed in seeds:
        torch.manual_seed(seed)
        layers = [EncoderLayer(config).eval() for _ in range(DEPTH)]
        if larger:
            for matrix in (p for layer in layers for p in layer.parameters() if p.dim() == 2):
                nn.init.xavier_normal_(matrix)
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
    gradients = torch.autograd.grad(states[-1][0, 0] @ direction, states)  # of token 0
    own = [(g[0, 0].square().sum() / g.square().sum()).item() for g in gradients]
    return [likeness(state.detach()) for state in states], own


class Sizes(NamedTuple):
    """Vectors and attention in a stack with residuals, by seed and layer.

    Attributes:
        vectors: Standard deviation of the vectors, the input first, (S, 13).
        largest: In each layer, the largest of a query's 32 weights, a mean over heads and
            queries, (S, 12).
        sensitivity: In each layer, the sum of a (1 - a) over a query's weights a, (S, 12).
        added: The size of what a block adds, divided by that of its input, for attention and
            feed-forward, (S, 12, 2).
    """

    vectors: Float[Tensor, "S depths"]
    largest: Float[Tensor, "S layers"]
    sensitivity: Float[Tensor, "S layers"]
    added: Float[Tensor, "S layers 2"]


@torch.no_grad()
def sizes_of_vectors(seeds: Iterable[int], std: float | None = None) -> dict[str, Sizes]:
    """Measure vectors and attention weights in 12 layers, with LayerNorm and without.

    Args:
        seeds: For weights and inputs; both stacks of a seed have the same.
        std: Of the numbers in all matrices. With None they are drawn as the first Transformer's
            were (Glorot and Bengio 2010).
    """
    runs: dict[str, list[_Climb]] = {"with": [], "without": []}
    config = BertConfig(hidden_size=WIDTH, num_heads=4, intermediate_size=256)
    for seed in seeds:
        torch.manual_seed(seed)
        layers = [EncoderLayer(config).eval() for _ in range(DEPTH)]
        for matrix in (p for layer in layers for p in layer.parameters() if p.dim() == 2):
            if std is None:
                nn.init.xavier_normal_(matrix)
            else:
                nn.init.normal_(matrix, std=std)
        x = torch.randn(1, 32, 64)
        for name, found in runs.items():
            found.append(_climb(layers, x, normed=name == "with"))
    return {
        name: Sizes(*(torch.tensor(values) for values in zip(*found, strict=True)))
        for name, found in runs.items()
    }


_Climb = tuple[list[float], list[float], list[float], list[list[float]]]


def _climb(layers: Sequence[EncoderLayer], x: Tensor, normed: bool) -> _Climb:
    sizes, largest, sensitivity, added = [x.std().item()], [], [], []
    for layer in layers:
        seen = layer.attention.inspect(x)
        weights = seen.weights
        largest.append(weights.amax(dim=-1).mean().item())
        sensitivity.append((weights * (1 - weights)).sum(dim=-1).mean().item())
        middle = x + seen.output
        middle = layer.attention_norm(middle) if normed else middle
        fed = layer.feed_forward(middle)
        parts = (seen.output, x), (fed, middle)
        added.append([(new.std() / old.std()).item() for new, old in parts])
        x = middle + fed
        x = layer.output_norm(x) if normed else x
        sizes.append(x.std().item())
    return sizes, largest, sensitivity, added
