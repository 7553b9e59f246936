"""The parts of an encoder layer with random parameters, for the exercise that joins them."""

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention


class Parts(nn.Module):
    """Five parts of an encoder layer, in float64, with parameters large enough to show a slip.

    Args:
        size: D.
        num_heads: H; divides D.
        inner_size: F, of the feed-forward network.
        seed: For the parameters.
    """

    def __init__(self, size: int, num_heads: int, inner_size: int, seed: int) -> None:
        super().__init__()
        self.attention = Attention(size, num_heads)
        self.attention_norm = nn.LayerNorm(size, eps=1e-12)
        self.expand = nn.Linear(size, inner_size)
        self.contract = nn.Linear(inner_size, size)
        self.output_norm = nn.LayerNorm(size, eps=1e-12)
        self.double().requires_grad_(False)
        generator = torch.Generator().manual_seed(seed)
        for name, parameter in self.named_parameters():
            drawn = torch.randn(parameter.shape, generator=generator, dtype=torch.float64)
            gain = name.endswith("norm.weight")
            parameter.copy_(drawn * (0.3 if "norm" in name else 0.4) + gain)


class Attention(nn.Module):
    """Self-attention with several heads."""

    def __init__(self, size: int, num_heads: int) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.projection = nn.Linear(size, 3 * size)
        self.output = nn.Linear(size, size)

    def forward(
        self, x: Float[Tensor, "B T D"], attention_mask: Int[Tensor, "B T"]
    ) -> Float[Tensor, "B T D"]:
        """Return what each token takes from the tokens that are no padding."""
        query, key, value = (
            part.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
            for part in self.projection(x).chunk(3, dim=-1)
        )
        seen = attention_mask[:, None, None, :] == 1
        context = scaled_dot_product_attention(query, key, value, attn_mask=seen)
        result: Tensor = self.output(context.transpose(1, 2).flatten(2))
        return result
