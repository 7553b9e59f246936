"""Seeded attention weights for the exercises on looking at attention."""

from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor


def padded_mask(lengths: Sequence[int], tokens: int) -> Int[Tensor, "B T"]:
    """Return a mask with 1 for the tokens of each text and 0 for padding up to ``tokens``."""
    return (torch.arange(tokens) < torch.tensor(lengths)[:, None]).long()


def sharp_weights(
    lengths: Sequence[int], heads: int, tokens: int
) -> Float[Tensor, "B heads tokens tokens"]:
    """Return weights of 1, or twice 1/2: some tokens are seen by nobody."""
    rows, length = torch.arange(tokens), torch.tensor(lengths)[:, None, None]
    first = rows * torch.arange(heads)[:, None] % length // 2  # (B, heads, tokens)
    second = rows % length // 3
    both = torch.stack([first, second.expand_as(first)])
    return torch.nn.functional.one_hot(both, tokens).float().mean(dim=0)


def padded_weights(
    lengths: Sequence[int], heads: int, tokens: int, dtype: torch.dtype = torch.float32
) -> Float[Tensor, "B heads tokens tokens"]:
    """Return weights of texts in a batch: none on padding, but padding has rows too."""
    generator = torch.Generator().manual_seed(tokens)
    shape = (len(lengths), heads, tokens, tokens)
    scores = 2 * torch.randn(shape, generator=generator, dtype=torch.float64)
    visible = padded_mask(lengths, tokens).bool()[:, None, None, :]
    return scores.masked_fill(~visible, -torch.inf).softmax(dim=-1).to(dtype)
