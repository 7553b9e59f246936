"""What the attention lesson measures, before anything is drawn."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn.functional import normalize
from torch.utils.flop_counter import FlopCounterMode

from bertlab.model.attention import MultiHeadAttention
from bertlab.model.config import BertConfig
from bertlab.model.encoder import EncoderLayer

DEPTH = 12  # layers of the stacks with randomly initialized weights


def random_scores(size: int, count: int = 10_000) -> Float[Tensor, " count"]:
    """Return scores of queries and keys whose components are standard normal, not divided."""
    generator = torch.Generator().manual_seed(0)
    query, key = torch.randn(2, count, size, generator=generator)
    return (query * key).sum(dim=-1)


def scaling(sizes: Sequence[int], seeds: Iterable[int]) -> dict[str, Float[Tensor, "S N"]]:
    """Measure what softmax makes of random scores, not divided and divided by the root of a size.

    Args:
        sizes: N lengths of queries and keys.
        seeds: S seeds for the draws.

    Returns:
        For ``"as they are"`` and ``"divided"``: the largest of 64 weights, a mean over queries.
    """
    runs = [[_saturation(size, seed) for size in sizes] for seed in seeds]
    return {
        name: torch.tensor([[one[name] for one in run] for run in runs])
        for name in ("as they are", "divided")
    }


def _saturation(size: int, seed: int) -> dict[str, float]:
    generator = torch.Generator().manual_seed(seed)
    queries = torch.randn(2000, size, generator=generator)
    keys = torch.randn(64, size, generator=generator)
    found = {}
    for name, divisor in (("as they are", 1.0), ("divided", size**0.5)):
        weights = (queries @ keys.T / divisor).softmax(dim=-1)  # (queries, keys)
        found[name] = weights.amax(dim=-1).mean().item()
    return found


def noticed_by(changed: int, masks: Mapping[str, Bool[Tensor, "1 #T T"]]) -> dict[str, list[int]]:
    """Return, for each mask, the tokens whose output changes when one token's input does."""
    torch.manual_seed(0)
    block = MultiHeadAttention(8, 1)
    some = next(iter(masks.values()))
    hidden = torch.randn(1, some.shape[-1], 8)
    other = hidden.clone()
    other[:, changed] += 1
    found = {}
    for name, mask in masks.items():
        before, after = (block.inspect(x, mask[:, None]).output[0] for x in (hidden, other))
        differs = (before != after).any(dim=-1)
        found[name] = differs.nonzero()[:, 0].tolist()
    return found


@torch.no_grad()
def gap_after_shuffling(attention: nn.Module, size: int = 48, tokens: int = 9) -> float:
    """Return how far attention on shuffled tokens is from its own outputs, shuffled."""
    mask = torch.ones(1, tokens, dtype=torch.int64)
    attention, gaps = attention.double(), []
    for seed in range(3):
        torch.manual_seed(seed)
        hidden, order = torch.randn(1, tokens, size, dtype=torch.float64), torch.randperm(tokens)
        apart = attention(hidden, mask)[:, order] - attention(hidden[:, order], mask)
        gaps.append(apart.abs().max().item())
    return max(gaps)


def similarity_by_distance(
    table: Float[Tensor, "P D"],
) -> tuple[Float[Tensor, " distances"], Float[Tensor, " distances"]]:
    """Return mean and standard deviation of the cosine of rows 1, 2, 3, ... apart, to P / 2."""
    unit = normalize(table, dim=1)
    similarity = unit @ unit.T
    bands = [similarity.diagonal(distance) for distance in range(1, len(table) // 2 + 1)]
    means, deviations = ([f(band) for band in bands] for f in (torch.mean, torch.std))
    return torch.stack(means), torch.stack(deviations)


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


@torch.no_grad()
def sizes_of_vectors(seeds: Iterable[int]) -> dict[str, Float[Tensor, "S layers"]]:
    """Measure the standard deviation of the vectors after each layer, with LayerNorm and without.

    Weights are drawn as the first Transformer's were (Glorot and Bengio 2010); residuals stay.
    """
    config = BertConfig(hidden_size=64, num_heads=4, intermediate_size=256)
    found: dict[str, list[list[float]]] = {"with": [], "without": []}
    for seed in seeds:
        torch.manual_seed(seed)
        layers = [EncoderLayer(config).eval() for _ in range(DEPTH)]
        for matrix in (p for layer in layers for p in layer.parameters() if p.dim() == 2):
            nn.init.xavier_normal_(matrix)
        normed = bare = torch.randn(1, 32, 64)
        rows: dict[str, list[float]] = {"with": [], "without": []}
        for layer in layers:
            normed = layer(normed)
            bare = bare + layer.attention(bare)
            bare = bare + layer.feed_forward(bare)
            rows["with"].append(normed.std().item())
            rows["without"].append(bare.std().item())
        for name, row in rows.items():
            found[name].append(row)
    return {name: torch.tensor(rows) for name, rows in found.items()}


def reaches(seeds: Iterable[int]) -> dict[str, Float[Tensor, "S T"]]:
    """Measure for four kinds of networks how strongly the last output depends on each input."""
    makers: dict[str, Callable[[int], nn.Module]] = {
        "recurrent": lambda D: nn.RNN(D, D, batch_first=True),
        "LSTM": lambda D: nn.LSTM(D, D, batch_first=True),
        "recurrent, orthogonal": _orthogonal,
        "attention, 4 heads": lambda D: MultiHeadAttention(D, 4),
    }
    seeds = list(seeds)
    return {name: torch.stack([reach(make, s) for s in seeds]) for name, make in makers.items()}


def _orthogonal(size: int) -> nn.Module:
    """Return a network whose state is only turned from step to step, before the tanh."""
    network = nn.RNN(size, size, batch_first=True)
    nn.init.orthogonal_(network.get_parameter("weight_hh_l0"))
    return network


def reach(
    make: Callable[[int], nn.Module], seed: int, num_tokens: int = 65, size: int = 32
) -> Float[Tensor, " T"]:
    """Measure how strongly the last token's output depends on each input.

    Args:
        make: Builds a network from a vector size; it maps (B, T, D) to (B, T, D), alone or first
            in a tuple.
        seed: For the network's weights and the inputs.
        num_tokens: T.
        size: D.

    Returns:
        The norm of the Jacobian with respect to the input 0, 1, 2, ... tokens back, in float64.
    """
    torch.manual_seed(seed)
    network = make(size).double()
    inputs = torch.randn(1, num_tokens, size, dtype=torch.float64, requires_grad=True)
    output = network(inputs)
    last = (output[0] if isinstance(output, tuple) else output)[0, -1]  # (D,)
    rows = [torch.autograd.grad(y, inputs, retain_graph=True)[0][0] for y in last]
    return torch.stack(rows).square().sum(dim=(0, 2)).sqrt().flip(0)


def counted(lengths: Sequence[int]) -> list[int]:
    """Return what torch counts as the operations of one layer of BERT base, by length of text."""
    with torch.device("meta"):  # tracks shapes, computes nothing
        layer = EncoderLayer(BertConfig())
    found = []
    for T in lengths:
        with FlopCounterMode(display=False) as counter:
            layer.inspect(torch.empty(1, T, 768, device="meta"))
        found.append(counter.get_total_flops())
    return found


def context_of_tokens(lengths: Sequence[int], step: int) -> list[int]:
    """Return, for each token, the neighbors on its poorer side in the window that suits it best.

    Args:
        lengths: Tokens of each window of a text.
        step: From the start of one window to the start of the next.
    """
    best = [0] * ((len(lengths) - 1) * step + lengths[-1])
    for number, length in enumerate(lengths):
        for place in range(length):
            token = number * step + place
            best[token] = max(best[token], min(place, length - 1 - place))
    return best
