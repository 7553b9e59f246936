"""Positions as distances: what a token is to another does not depend on where the text begins.

*Rotary*: queries and keys are turned by angles that grow with the position, so that the product of
two of them depends on the difference alone. *Offsets*: a vector that belongs to the distance is
added to key and value, a learned one or fixed waves.

Source: Su et al. 2021, section 3.2; Shaw et al. 2018, section 3; Wei et al. 2019, section 2.2.
"""

import math

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor


def angles(
    positions: Int[Tensor, "*N"], width: int, theta: float, dtype: torch.dtype = torch.float32
) -> Float[Tensor, "*N P"]:
    r"""Return $position / \theta^{2k / width}$ for k = 0, 1, ...; P is ``width`` / 2."""
    steps = torch.arange(0, width, 2, dtype=dtype, device=positions.device)
    return positions[..., None] / theta ** (steps / width)


def rotate(
    x: Float[Tensor, "*B N K"], positions: Int[Tensor, " N"], theta: float
) -> Float[Tensor, "*B N K"]:
    """Turn each pair (k, k + K / 2) of a vector's numbers by an angle that its position says.

    Args:
        x: Queries or keys, (..., N, K), K even. Numbers of 16 bits are turned in float32.
        positions: Where each of the N tokens stands.
        theta: The larger, the more slowly the last pairs turn.
    """
    dtype = torch.promote_types(x.dtype, torch.float32)
    turn = angles(positions, x.shape[-1], theta, dtype)  # (N, K / 2)
    cos, sin = turn.cos(), turn.sin()
    first, second = x.to(dtype).chunk(2, dim=-1)
    return torch.cat([first * cos - second * sin, second * cos + first * sin], dim=-1).to(x.dtype)


def distances(positions: Int[Tensor, " N"]) -> Int[Tensor, "N N"]:
    """Return j - i for each token i and each token j that it looks at."""
    return positions - positions[:, None]


def waves(
    distance: Int[Tensor, "N N"], width: int, dtype: torch.dtype = torch.float32
) -> Float[Tensor, "N N K"]:
    """Return the fixed vector of each distance: sines at even places, cosines at odd ones."""
    turn = angles(distance, width, 10000.0, dtype)
    return torch.stack([turn.sin(), turn.cos()], dim=-1).flatten(-2)


def functional_positions(length: int, width: int) -> Float[Tensor, "N N K"]:
    r"""Return the vector of each pair: $\sin$ and $\cos$ of $(j - i) / 10000^{2k / width}$.

    Args:
        length: N, tokens of a text.
        width: K, the width of one head, even.

    Source: Wei et al. 2019, equations 6 and 7.
    """
    return waves(distances(torch.arange(length)), width)


def attention_with_offsets(
    query: Float[Tensor, "*B N K"],
    key: Float[Tensor, "*B N K"],
    value: Float[Tensor, "*B N K"],
    offsets: Float[Tensor, "N N K"],
    mask: Bool[Tensor, "..."] | None = None,
) -> Float[Tensor, "*B N K"]:
    """Attention in which token i sees key and value of j with ``offsets[i, j]`` added.

    Args:
        query: What each token asks, (..., N, K).
        key: As query.
        value: As query.
        offsets: The same for all heads.
        mask: True where a key may be seen; broadcasts to (..., N, N). None shows all.

    Source: Wei et al. 2019, equations 4 and 5.
    """
    scores = query @ key.mT + torch.einsum("...ik,ijk->...ij", query, offsets)  # (..., N, N)
    scores = scores / math.sqrt(query.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    weights = scores.softmax(dim=-1)
    return weights @ value + torch.einsum("...ij,ijk->...ik", weights, offsets)
