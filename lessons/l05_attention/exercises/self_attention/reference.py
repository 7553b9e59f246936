"""The reference of ``SelfAttention``."""

from lessons.l05_attention.exercises.attend.reference import attend
from lessons.l05_attention.exercises.merge_heads.reference import merge_heads
from lessons.l05_attention.exercises.split_heads.reference import split_heads

from torch import nn


class SelfAttention(nn.Module):
    """Attention with H heads on vectors (B, T, D)."""

    def __init__(self, D, H):  # type: ignore[no-untyped-def]
        super().__init__()
        self.num_heads = H
        self.query, self.key = nn.Linear(D, D), nn.Linear(D, D)
        self.value, self.output = nn.Linear(D, D), nn.Linear(D, D)

    def forward(self, x, mask):  # type: ignore[no-untyped-def]
        """Return (B, T, D); keep the weights (B, H, T, T)."""
        query = split_heads(self.query(x), self.num_heads)
        key = split_heads(self.key(x), self.num_heads)
        value = split_heads(self.value(x), self.num_heads)
        context, self.weights = attend(query, key, value, mask[:, None])
        return self.output(merge_heads(context))
