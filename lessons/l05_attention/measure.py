"""What the attention lesson measures, before anything is drawn."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.functional import normalize
from torch.utils.flop_counter import FlopCounterMode

from bertlab.inspection.attention_measures import HeadMeans
from bertlab.model.attention import MultiHeadAttention
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.encoder import EncoderLayer

Masked = Callable[[Tensor, Tensor, Tensor, Tensor], tuple[Tensor, Tensor]]


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
    changed: int, masks: Mapping[str, Bool[Tensor, "T T"]], attend: Masked
) -> dict[str, list[int]]:
    """Return, for each mask, the tokens whose output changes when one token's input does.

    Args:
        changed: The token.
        masks: By name; true at (i, j) where token i may look at token j.
        attend: Takes such a mask and queries, keys and values (T, d); returns the contexts first.
    """
    generator = torch.Generator().manual_seed(0)
    size = len(next(iter(masks.values())))
    matrices = torch.randn(3, 8, 8, generator=generator)
    vectors = torch.randn(size, 8, generator=generator)
    other = vectors.clone()
    other[changed] += 1
    found = {}
    for name, mask in masks.items():
        before, after = (attend(mask, *(x @ m for m in matrices))[0] for x in (vectors, other))
        found[name] = (before != after).any(dim=-1).nonzero()[:, 0].tolist()
    return found


@torch.no_grad()
def gap_after_shuffling(
    attention: nn.Module,
    size: int = 48,
    tokens: int = 9,
    positions: Float[Tensor, "T D"] | None = None,
) -> float:
    """Return how far attention on shuffled tokens is from its own outputs, shuffled.

    Args:
        attention: Takes vectors (B, T, D) and a mask (B, T).
        size: D.
        tokens: T.
        positions: What is added to the vectors at each place, after the tokens are shuffled.
    """
    added = torch.zeros(tokens, size) if positions is None else positions
    mask = torch.ones(1, tokens, dtype=torch.int64)
    attention, gaps = attention.double(), []
    for seed in range(3):
        torch.manual_seed(seed)
        hidden, order = torch.randn(1, tokens, size, dtype=torch.float64), torch.randperm(tokens)
        apart = attention(hidden + added, mask)[:, order]
        apart = apart - attention(hidden[:, order] + added, mask)
        gaps.append(apart.abs().max().item())
    return max(gaps)


def sinusoids(tokens: int, size: int) -> Float[Tensor, "T D"]:
    """Return the position vectors of the first Transformer: sines and cosines, D / 2 wavelengths.

    Args:
        tokens: T.
        size: D, even.

    Source: Vaswani et al. (2017), section 3.5.
    """
    places = torch.arange(tokens)[:, None]
    frequency = 10_000 ** (-torch.arange(0, size, 2) / size)  # (D / 2,)
    return torch.stack([(places * frequency).sin(), (places * frequency).cos()], dim=-1).flatten(1)


def learned(model: BertModel, tokens: int) -> Float[Tensor, "T D"]:
    """Return the position vectors that a model has learned, from place 0 on."""
    return model.embeddings.position.weight[:tokens].detach()


def cosines(vectors: Float[Tensor, "T D"]) -> Float[Tensor, "T T"]:
    """Return the cosine of each pair of vectors."""
    unit = normalize(vectors, dim=-1)
    return unit @ unit.T


def parts_in_main_directions(
    vectors: Float[Tensor, "T D"], others: Float[Tensor, "N D"], number: int
) -> tuple[float, float]:
    """Return which part of the squared length lies in the main directions of some vectors.

    Args:
        vectors: Their first right singular vectors are the directions.
        others: Other vectors, asked for their part in the same directions.
        number: How many directions.
    """
    directions = torch.linalg.svd(vectors.detach(), full_matrices=False)[2][:number]
    first, second = (
        ((some @ directions.T).square().sum() / some.square().sum()).item()
        for some in (vectors, others)
    )
    return first, second


def reaches(seeds: Iterable[int]) -> dict[str, Float[Tensor, "S T"]]:
    """Measure for five kinds of networks how strongly the last output depends on each input."""
    makers: dict[str, Callable[[int], nn.Module]] = {
        "RNN": lambda D: nn.RNN(D, D, batch_first=True),
        "LSTM": lambda D: nn.LSTM(D, D, batch_first=True),
        "LSTM, gates open": _open_gates,
        "orthogonal RNN": _orthogonal,
        "attention": attention_of_heads,
    }
    seeds = list(seeds)
    return {name: torch.stack([reach(make, s) for s in seeds]) for name, make in makers.items()}


def _orthogonal(size: int) -> nn.Module:
    """Return a network whose state is only turned from step to step, before the tanh."""
    network = nn.RNN(size, size, batch_first=True)
    nn.init.orthogonal_(network.get_parameter("weight_hh_l0"))
    return network


def _open_gates(size: int) -> nn.Module:
    """Return an LSTM whose forget gates begin at about 0.95: their bias is 3 instead of 0."""
    network = nn.LSTM(size, size, batch_first=True)
    for name, value in (("bias_ih_l0", 3.0), ("bias_hh_l0", 0.0)):
        nn.init.constant_(network.get_parameter(name)[size : 2 * size], value)
    return network


def attention_of_heads(size: int) -> nn.Module:
    """Return attention with 4 heads."""
    return MultiHeadAttention(size, 4)


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


def best_roles(means: HeadMeans) -> list[tuple[int, int]]:
    """Return layer and head that look most at the token before, at [CLS], and everywhere."""
    num_heads = means.entropy.shape[1]
    best = [int(values.argmax()) for values in (means.previous, means.first, means.entropy)]
    return [(place // num_heads, place % num_heads) for place in best]
