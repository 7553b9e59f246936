"""What the further experiments measure: positions, how far a network reaches, and its price."""

from collections.abc import Callable, Iterable, Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import normalize
from torch.utils.flop_counter import FlopCounterMode

from bertlab.model.attention import MultiHeadAttention
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.encoder import EncoderLayer


def sinusoids(tokens: int, size: int) -> Float[Tensor, "T D"]:
    """Return the position vectors of the first Transformer: sines and cosines, D / 2 wavelengths.

    Args:
        tokens: T.
        size: D, even.

    Source: Vaswani et al. (2017), section 3.5.
    """
    position = torch.arange(tokens)[:, None]
    frequency = 10_000 ** (-torch.arange(0, size, 2) / size)  # (D / 2,)
    return torch.stack(
        [(position * frequency).sin(), (position * frequency).cos()], dim=-1
    ).flatten(1)


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
    """Measure for three kinds of networks how strongly the last output depends on each input."""
    makers: dict[str, Callable[[int], nn.Module]] = {
        "RNN": lambda D: nn.RNN(D, D, batch_first=True),
        "LSTM": lambda D: nn.LSTM(D, D, batch_first=True),
        "attention": lambda D: MultiHeadAttention(D, 4),
    }
    seeds = list(seeds)
    return {name: torch.stack([reach(make, s) for s in seeds]) for name, make in makers.items()}


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
