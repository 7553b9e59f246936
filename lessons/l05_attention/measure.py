"""What the attention lesson measures, before anything is drawn."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.utils.flop_counter import FlopCounterMode

from bertlab.model.attention import MultiHeadAttention
from bertlab.model.config import BertConfig
from bertlab.model.encoder import EncoderLayer

Head = Callable[[Tensor, Tensor, Tensor, Tensor], tuple[Tensor, Tensor]]


def random_scores(size: int, count: int = 10_000) -> Float[Tensor, " count"]:
    """Return scores of queries and keys whose components are standard normal, not divided."""
    generator = torch.Generator().manual_seed(0)
    query, key = torch.randn(2, count, size, generator=generator)
    return (query * key).sum(dim=-1)


class Scaling(NamedTuple):
    """What softmax makes of random scores, by seed and length of a query, (S, N).

    Attributes:
        largest: The largest of 64 weights, a mean over queries.
        sensitivity: The sum of a (1 - a) over 64 weights a, a mean over queries.
    """

    largest: Float[Tensor, "S N"]
    sensitivity: Float[Tensor, "S N"]


def scaling(sizes: Sequence[int], seeds: Iterable[int]) -> dict[str, Scaling]:
    """Measure what softmax makes of random scores, as they are and divided by the root of a size.

    Args:
        sizes: N lengths of queries and keys.
        seeds: S seeds for the draws.
    """
    runs = [[_saturation(size, seed) for size in sizes] for seed in seeds]
    return {
        name: Scaling(*torch.tensor([[one[name] for one in run] for run in runs]).unbind(-1))
        for name in ("not divided", "divided")
    }


def _saturation(size: int, seed: int) -> dict[str, tuple[float, float]]:
    generator = torch.Generator().manual_seed(seed)
    queries = torch.randn(2000, size, generator=generator)
    keys = torch.randn(64, size, generator=generator)
    found = {}
    for name, divisor in (("not divided", 1.0), ("divided", size**0.5)):
        weights = (queries @ keys.T / divisor).softmax(dim=-1)  # (queries, keys)
        sensitivity = (weights * (1 - weights)).sum(dim=-1)
        found[name] = weights.amax(dim=-1).mean().item(), sensitivity.mean().item()
    return found


def noticed_by(
    changed: int, masks: Mapping[str, Int[Tensor, "T T"]], head: Head
) -> dict[str, list[int]]:
    """Return, for each mask, the tokens whose output changes when one token's input does.

    Args:
        changed: The token.
        masks: By name; row i has 1 where token i may look.
        head: Attention that takes query, key, value and the mask (B, T) of a text's tokens.
    """
    generator = torch.Generator().manual_seed(0)
    size = len(next(iter(masks.values())))
    matrices = torch.randn(3, 8, 8, generator=generator)
    vectors = torch.randn(size, 8, generator=generator)
    other = vectors.clone()
    other[changed] += 1
    found = {}
    for name, mask in masks.items():
        before, after = (_row_by_row(x, matrices, mask, head) for x in (vectors, other))
        found[name] = (before != after).any(dim=-1).nonzero()[:, 0].tolist()
    return found


def _row_by_row(
    x: Float[Tensor, "T D"], matrices: Float[Tensor, "3 D D"], mask: Int[Tensor, "T T"], head: Head
) -> Float[Tensor, "T D"]:
    """Hand the same text to a head once for each token, with that token's row of the mask."""
    query, key, value = ((x @ matrix).expand(len(x), -1, -1) for matrix in matrices)
    contexts, _ = head(query, key, value, mask)  # (T, T, D): text i is for token i
    return contexts.diagonal().T


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


def reaches(seeds: Iterable[int]) -> dict[str, Float[Tensor, "S T"]]:
    """Measure for four kinds of networks how strongly the last output depends on each input."""
    makers: dict[str, Callable[[int], nn.Module]] = {
        "RNN": lambda D: nn.RNN(D, D, batch_first=True),
        "LSTM": lambda D: nn.LSTM(D, D, batch_first=True),
        "RNN that only turns": _orthogonal,
        "attention": lambda D: MultiHeadAttention(D, 4),
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


def price(tokens: Int[Tensor, " N"], size: int) -> tuple[Int[Tensor, " N"], Int[Tensor, " N"]]:
    """Return the operations of a layer's linear maps and of its pairs, by length of text.

    Args:
        tokens: T, several.
        size: D.
    """
    return 24 * tokens * size**2, 4 * tokens**2 * size


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
