"""The reference of ``EncoderLayer``."""

from lessons.l05_attention.exercises.layer_norm import LayerNorm
from lessons.l05_attention.exercises.self_attention.reference import SelfAttention

from torch import nn


class EncoderLayer(nn.Module):
    """Attention, then feed-forward, each with residual and LayerNorm, on vectors (B, T, D).

    Source: Devlin et al. 2019; Vaswani et al. 2017, section 3.1, with GELU for ReLU.
    """

    def __init__(self, D, H):  # type: ignore[no-untyped-def]
        super().__init__()
        self.attention, self.attention_norm = SelfAttention(D, H), LayerNorm(D)
        self.expand, self.contract = nn.Linear(D, 4 * D), nn.Linear(4 * D, D)
        self.output_norm = LayerNorm(D)

    def forward(self, x, mask):  # type: ignore[no-untyped-def]
        """Return the vectors (B, T, D) after both blocks."""
        h = self.attention_norm(x + self.attention(x, mask))
        inner = nn.functional.gelu(self.expand(h))
        return self.output_norm(h + self.contract(inner))
