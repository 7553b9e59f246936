"""The encoder layer of lesson 05, under the same names, with all heads in one product."""

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn.functional import gelu


class SelfAttention(nn.Module):
    """Attention in several heads; see lesson 05.

    Args:
        size: D.
        num_heads: H.
    """

    def __init__(self, size: int, num_heads: int) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(size, size)
        self.key = nn.Linear(size, size)
        self.value = nn.Linear(size, size)
        self.output = nn.Linear(size, size)

    def split(self, x: Float[Tensor, "B T D"]) -> Float[Tensor, "B H T K"]:
        """Cut vectors into heads."""
        B, T, D = x.shape
        return x.view(B, T, self.num_heads, D // self.num_heads).transpose(1, 2)

    def forward(
        self, x: Float[Tensor, "B T D"], mask: Bool[Tensor, "B 1 #T T"]
    ) -> Float[Tensor, "B T D"]:
        """Return what each token takes from those that the mask lets it see."""
        query = self.split(self.query(x))
        key = self.split(self.key(x))
        value = self.split(self.value(x))
        scores = query @ key.transpose(-2, -1) / query.shape[-1] ** 0.5  # (B, H, T, T)
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        context = (scores.softmax(dim=-1) @ value).transpose(1, 2).flatten(2)  # (B, T, D)
        return self.output(context)


class EncoderLayer(nn.Module):
    """Attention and a feed-forward network, each with a residual and LayerNorm; see lesson 05.

    Args:
        size: D.
        num_heads: H.
        inner_size: F.
    """

    def __init__(self, size: int, num_heads: int, inner_size: int) -> None:
        super().__init__()
        self.attention = SelfAttention(size, num_heads)
        self.attention_norm = nn.LayerNorm(size, eps=1e-12)
        self.expand = nn.Linear(size, inner_size)
        self.contract = nn.Linear(inner_size, size)
        self.output_norm = nn.LayerNorm(size, eps=1e-12)

    def forward(
        self, x: Float[Tensor, "B T D"], mask: Bool[Tensor, "B 1 #T T"]
    ) -> Float[Tensor, "B T D"]:
        """Return the vectors after the layer."""
        x = self.attention_norm(x + self.attention(x, mask))
        inner = gelu(self.expand(x))
        return self.output_norm(x + self.contract(inner))
