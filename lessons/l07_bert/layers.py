"""The encoder layer of lesson 05, under the same names, with all heads at once.

bertlab's own layer holds query, key and value in one matrix; a published file, and the table that
the student completes, have three.
"""

from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn.functional import gelu, scaled_dot_product_attention

from bertlab.model.attention import merge_heads, split_heads


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

    def forward(
        self, x: Float[Tensor, "B T D"], mask: Bool[Tensor, "B 1 #T T"]
    ) -> Float[Tensor, "B T D"]:
        """Return what each token takes from those that the mask lets it see."""
        query, key, value = (
            split_heads(linear(x), self.num_heads) for linear in (self.query, self.key, self.value)
        )
        context = scaled_dot_product_attention(query, key, value, attn_mask=mask)
        return self.output(merge_heads(context))


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
