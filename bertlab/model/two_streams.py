"""XLNet's attention: relative positions, and two streams.

A token that is to be guessed must know *where* it stands, and not *what* it is; the tokens that are
guessed after it need both. So each token has two vectors: *content* (where and what) and *query*
(where alone). Both look at contents, through one set of weights and two masks
(``bertlab.model.masks.permutation_masks``).

Source: Yang et al. 2019, sections 2.3 and 2.4; relative positions are Transformer-XL's (Dai et al.
2019, section 3.3). Leaves out: segments, memory of earlier texts, dropout.
"""

import math

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from bertlab.model.attention import merge_heads, split_heads
from bertlab.model.config import BertConfig
from bertlab.model.encoder import FeedForward


class RelativeAttention(nn.Module):
    r"""Attention that knows how far away a token is, and not where it stands.

    The score of query i and key j is $(q_i + u) \cdot k_j + (q_i + v) \cdot W r_{i-j}$ over
    $\sqrt K$: $r$ are sinusoids of the distance, $u$ and $v$ are learned and the same for all.
    """

    def __init__(self, hidden_size: int, num_heads: int) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.query, self.key, self.value, self.distance, self.output = (
            nn.Linear(hidden_size, hidden_size, bias=False) for _ in range(5)
        )
        self.content_bias = nn.Parameter(torch.zeros(num_heads, 1, hidden_size // num_heads))
        self.distance_bias = nn.Parameter(torch.zeros(num_heads, 1, hidden_size // num_heads))

    def forward(
        self,
        hidden: Float[Tensor, "B T D"],
        content: Float[Tensor, "B T D"],
        mask: Bool[Tensor, "B 1 T T"],
    ) -> Float[Tensor, "B T D"]:
        """Return what each token of a stream takes from the contents it may see.

        Args:
            hidden: The stream that asks.
            content: The stream that is looked at.
            mask: True where content j may be seen by i.
        """
        T, D = hidden.shape[1:]
        query = split_heads(self.query(hidden), self.num_heads)  # (B, H, T, K), as key and value
        key = split_heads(self.key(content), self.num_heads)
        value = split_heads(self.value(content), self.num_heads)
        distances = torch.arange(T, device=hidden.device)
        distances = distances[:, None] - distances  # (T, T), i - j
        waves = self.distance(sinusoids(distances.flatten(), D).to(hidden))  # (T * T, D)
        waves = waves.view(T, T, self.num_heads, -1).permute(2, 0, 1, 3)  # (H, T, T, K)
        scores = (query + self.content_bias) @ key.mT
        scores = scores + torch.einsum("bhik,hijk->bhij", query + self.distance_bias, waves)
        scores = (scores / math.sqrt(query.shape[-1])).masked_fill(~mask, -torch.inf)
        return self.output(merge_heads(scores.softmax(dim=-1) @ value))


class TwoStreamLayer(nn.Module):
    """One layer, for both streams: attention and feed-forward, each added and normalized."""

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        D = config.hidden_size
        self.attention = RelativeAttention(D, config.num_heads)
        self.attention_norm = nn.LayerNorm(D, eps=config.layer_norm_eps)
        self.feed_forward = FeedForward(D, config.intermediate_size)
        self.output_norm = nn.LayerNorm(D, eps=config.layer_norm_eps)

    def forward(
        self,
        hidden: Float[Tensor, "B T D"],
        content: Float[Tensor, "B T D"],
        mask: Bool[Tensor, "B 1 T T"],
    ) -> Float[Tensor, "B T D"]:
        """Return the vectors of a stream after this layer; see ``RelativeAttention.forward``."""
        hidden = self.attention_norm(hidden + self.attention(hidden, content, mask))
        return self.output_norm(hidden + self.feed_forward(hidden))


class TwoStreamModel(nn.Module):
    """XLNet's network: scores of what stands at each place, from what was guessed before it."""

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.word = nn.Embedding(config.vocab_size, config.hidden_size)
        self.query = nn.Parameter(torch.empty(config.hidden_size))  # the same for all places
        self.layers = nn.ModuleList(TwoStreamLayer(config) for _ in range(config.num_layers))
        self.bias = nn.Parameter(torch.zeros(config.vocab_size))
        for weight in self.parameters():
            if weight.dim() == 2 or weight is self.query:
                nn.init.normal_(weight, std=config.initializer_range)

    def forward(
        self,
        input_ids: Int[Tensor, "B T"],
        content_mask: Bool[Tensor, "B 1 T T"],
        query_mask: Bool[Tensor, "B 1 T T"],
    ) -> Float[Tensor, "B T V"]:
        """Return the scores of each place's token, from the query stream.

        Args:
            input_ids: The text in its own order, (B, T).
            content_mask: See ``permutation_masks``, as ``query_mask``.
            query_mask: What a token that is to be guessed may see.
        """
        content = self.word(input_ids)
        query = self.query.expand_as(content)
        for layer in self.layers:
            # The query stream looks at contents as they enter the layer: both move at once.
            query, content = (
                layer(query, content, query_mask),
                layer(content, content, content_mask),
            )
        return query @ self.word.weight.T + self.bias


def sinusoids(positions: Int[Tensor, " N"], size: int) -> Float[Tensor, "N D"]:
    """Return waves of falling frequency at some positions: all sines, then all cosines.

    Source: Vaswani et al. 2017, section 3.5, in the order of Transformer-XL's program.
    """
    steps = torch.arange(0, size, 2, device=positions.device, dtype=torch.float64)
    angles = positions[:, None] / 10000 ** (steps / size)
    return torch.cat([angles.sin(), angles.cos()], dim=1)
