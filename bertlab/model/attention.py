"""Attention: each token looks at all others and takes a weighted mean of what they offer."""

import math
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn.functional import dropout, scaled_dot_product_attention


class AttentionOutput(NamedTuple):
    """What attention returns: context (B, H, T, K) and weights (B, H, T, S).

    Rows of the weights sum to 1, unless dropout has struck some of them.
    """

    context: Float[Tensor, "B H T K"]
    weights: Float[Tensor, "B H T S"]


class AttentionDetails(NamedTuple):
    """All that happens in one multi-head block: its output and what each head saw."""

    output: Float[Tensor, "B T D"]
    weights: Float[Tensor, "B H T S"]
    queries: Float[Tensor, "B H T K"]
    keys: Float[Tensor, "B H S K"]
    values: Float[Tensor, "B H S K"]


def attention(
    query: Float[Tensor, "B H T K"],
    key: Float[Tensor, "B H S K"],
    value: Float[Tensor, "B H S K"],
    mask: Bool[Tensor, "#B #H #T S"] | None = None,
    dropout_probability: float = 0.0,
) -> AttentionOutput:
    r"""Scaled dot-product attention, $\mathrm{softmax}(QK^\top / \sqrt{K})\,V$, step by step.

    Args:
        query: What each token asks, (B, H, T, K).
        key: What each token can be found by, (B, H, S, K); S is T where a text looks at itself.
        value: What each token gives, (B, H, S, K).
        mask: True where a key may be seen; broadcasts to (B, H, T, S). None shows all. A row that
            shows none gets equal weights here; torch's fused kernel gives zeros. ``BertModel``
            refuses such masks.
        dropout_probability: Share of weights to drop; 0 outside training.

    Returns:
        The context (B, H, T, K) and the weights (B, H, T, S): row i says how token i looks at all.

    Source: Vaswani et al. 2017, equation 1.
    """
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])  # (B, H, T, S)
    if mask is not None:
        # Not -inf: a row that may see nothing would become NaN.
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = dropout(scores.softmax(dim=-1), dropout_probability, training=True)
    return AttentionOutput(weights @ value, weights)


class MultiHeadAttention(nn.Module):
    r"""H heads side by side, $\mathrm{MultiHead}(x) = \mathrm{Concat}(head_1, ..., head_H)\,W^O$.

    $head_i$ is ``attention`` of the queries $x W_i^Q$, the keys $x W_i^K$ and the values $x W_i^V$;
    ``query``, ``key`` and ``value`` hold the matrices of all heads, ``output`` holds $W^O$.

    Args:
        hidden_size: D.
        num_heads: H; divides D.
        attention_dropout: Probability to drop a weight in training.

    Source: Vaswani et al. 2017, section 3.2.2.
    """

    def __init__(self, hidden_size: int, num_heads: int, attention_dropout: float = 0.0) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.attention_dropout = attention_dropout
        self.query = nn.Linear(hidden_size, hidden_size)
        self.key = nn.Linear(hidden_size, hidden_size)
        self.value = nn.Linear(hidden_size, hidden_size)
        self.output = nn.Linear(hidden_size, hidden_size)

    def forward(
        self,
        hidden: Float[Tensor, "B T D"],
        mask: Bool[Tensor, "#B 1 #T S"] | None = None,
        source: Float[Tensor, "B S D"] | None = None,
    ) -> Float[Tensor, "B T D"]:
        """Mix each token with those it may see, by torch's fused kernel (it keeps no weights).

        Args:
            hidden: One vector per token, (B, T, D).
            mask: True where a key may be seen; broadcasts to (B, H, T, S).
            source: Another text to look at, as in *cross-attention*; None is the tokens themselves,
                and S is T.
        """
        query, key, value = self._project(hidden, source)
        context = scaled_dot_product_attention(
            query, key, value, attn_mask=mask, dropout_p=self._dropout()
        )
        return self.output(merge_heads(context))

    def inspect(
        self,
        hidden: Float[Tensor, "B T D"],
        mask: Bool[Tensor, "#B 1 #T S"] | None = None,
        source: Float[Tensor, "B S D"] | None = None,
    ) -> AttentionDetails:
        """Do what ``forward`` does, step by step, and return what each head saw as well."""
        query, key, value = self._project(hidden, source)
        context, weights = attention(query, key, value, mask, self._dropout())
        return AttentionDetails(self.output(merge_heads(context)), weights, query, key, value)

    def _project(self, hidden: Tensor, source: Tensor | None) -> tuple[Tensor, Tensor, Tensor]:
        H, source = self.num_heads, hidden if source is None else source
        query = split_heads(self.query(hidden), H)  # (B, H, T, K)
        key = split_heads(self.key(source), H)  # (B, H, S, K), as value
        value = split_heads(self.value(source), H)
        return query, key, value

    def _dropout(self) -> float:
        return self.attention_dropout if self.training else 0.0


def split_heads(hidden: Float[Tensor, "B T D"], num_heads: int) -> Float[Tensor, "B H T K"]:
    """Cut each token's vector into H pieces of K = D / H elements and bring the heads forward."""
    B, T, D = hidden.shape
    return hidden.view(B, T, num_heads, D // num_heads).transpose(1, 2)  # (B, H, T, K)


def merge_heads(context: Float[Tensor, "B H T K"]) -> Float[Tensor, "B T D"]:
    """Undo ``split_heads``: lay the H pieces of each token side by side again."""
    return context.transpose(1, 2).flatten(2)  # (B, T, D)
