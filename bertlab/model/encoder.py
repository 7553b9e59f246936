"""The encoder: embeddings, then layers of attention and feed-forward networks."""

from typing import cast

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.functional import gelu

from bertlab.model.attention import AttentionDetails, MultiHeadAttention
from bertlab.model.config import BertConfig


class Embeddings(nn.Module):
    """The sum of three look-ups (word piece, position, segment), normalized.

    Source: Devlin et al. 2019, figure 2; LayerNorm and dropout as in the released code.
    """

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        D = config.hidden_size
        self.word = nn.Embedding(config.vocab_size, D, padding_idx=config.pad_token_id)
        self.position = nn.Embedding(config.max_positions, D)
        self.token_type = nn.Embedding(config.type_vocab_size, D)
        self.norm = nn.LayerNorm(D, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout)

    def forward(
        self,
        input_ids: Int[Tensor, "B T"],
        token_type_ids: Int[Tensor, "B T"],
        first_position: int = 0,
    ) -> Float[Tensor, "B T D"]:
        """Return one vector per token, (B, T, D); a text that goes on has a first position."""
        last_position = first_position + input_ids.shape[1]
        positions = torch.arange(first_position, last_position, device=input_ids.device)  # (T,)
        total = self.word(input_ids) + self.position(positions) + self.token_type(token_type_ids)
        return self.dropout(self.norm(total))


class FeedForward(nn.Module):
    """Two linear maps with a GELU between them, applied to each token by itself.

    The GELU is the exact one, with the error function; ``approximate = "tanh"`` is the formula with
    which some models were trained.
    """

    approximate = "none"

    def __init__(self, hidden_size: int, intermediate_size: int) -> None:
        super().__init__()
        self.expand = nn.Linear(hidden_size, intermediate_size)
        self.contract = nn.Linear(intermediate_size, hidden_size)

    def forward(self, hidden: Float[Tensor, "*N D"]) -> Float[Tensor, "*N D"]:
        """Return new vectors of the same shape."""
        return self.contract(gelu(self.expand(hidden), approximate=self.approximate))


class EncoderLayer(nn.Module):
    """Attention, then feed-forward; each is added to its input, and the sum is normalized.

    This is *post-norm*: LayerNorm comes after the addition, as in Vaswani et al. 2017, section 3.1.
    """

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        D = config.hidden_size
        self.attention = MultiHeadAttention(D, config.num_heads, config.attention_dropout)
        self.attention_norm = nn.LayerNorm(D, eps=config.layer_norm_eps)
        self.feed_forward = FeedForward(D, config.intermediate_size)
        self.output_norm = nn.LayerNorm(D, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout)

    def forward(
        self,
        hidden: Float[Tensor, "B T D"],
        mask: Bool[Tensor, "#B 1 #T S"] | None = None,
        source: Float[Tensor, "B S D"] | None = None,
    ) -> Float[Tensor, "B T D"]:
        """Return the tokens' vectors after this layer.

        Args:
            hidden: One vector per token, (B, T, D).
            mask: True where a key may be seen; broadcasts to (B, H, T, S).
            source: What is looked at, if it is more than these tokens.
        """
        return self._finish(hidden, self.attention(hidden, mask, source))

    def read(
        self,
        positions: Int[Tensor, " M"],
        hidden: Float[Tensor, "B T D"],
        mask: Bool[Tensor, "#B 1 #T T"] | None = None,
    ) -> Float[Tensor, "M D"]:
        """Return the vectors of some tokens alone: as ``forward`` has them, for less work.

        Only attention mixes tokens, so what follows it can be left out for all others.

        Args:
            positions: Tokens counted through the batch row by row.
            hidden: As in ``forward``.
            mask: As in ``forward``.
        """
        attended = self.attention(hidden, mask)
        return self._finish(hidden.flatten(0, 1)[positions], attended.flatten(0, 1)[positions])

    def inspect(
        self, hidden: Float[Tensor, "B T D"], mask: Bool[Tensor, "#B 1 #T T"] | None = None
    ) -> tuple[Float[Tensor, "B T D"], AttentionDetails]:
        """Return the vectors after this layer, and what its heads saw."""
        details = self.attention.inspect(hidden, mask)
        return self._finish(hidden, details.output), details

    def _finish(self, hidden: Tensor, attended: Tensor) -> Tensor:
        hidden = self.attention_norm(hidden + self.dropout(attended))
        return self.output_norm(hidden + self.dropout(self.feed_forward(hidden)))


class Encoder(nn.Module):
    """A stack of encoder layers of equal shape, each with its own weights."""

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.layers = nn.ModuleList(EncoderLayer(config) for _ in range(config.num_layers))

    def forward(
        self, hidden: Float[Tensor, "B T D"], mask: Bool[Tensor, "#B 1 #T T"] | None = None
    ) -> Float[Tensor, "B T D"]:
        """Return the tokens' vectors after the last layer."""
        for layer in self.layers:
            hidden = layer(hidden, mask)
        return hidden

    def read(
        self,
        positions: Int[Tensor, " M"],
        hidden: Float[Tensor, "B T D"],
        mask: Bool[Tensor, "#B 1 #T T"] | None = None,
    ) -> Float[Tensor, "M D"]:
        """Return the vectors of some tokens after the last layer; see ``EncoderLayer.read``."""
        *lower, last = self.layers
        for layer in lower:
            hidden = layer(hidden, mask)
        return cast(EncoderLayer, last).read(positions, hidden, mask)

    def inspect(
        self, hidden: Float[Tensor, "B T D"], mask: Bool[Tensor, "#B 1 #T T"] | None = None
    ) -> tuple[tuple[Tensor, ...], tuple[AttentionDetails, ...]]:
        """Return the vectors before the first and after each layer, and what all heads saw."""
        states, seen = [hidden], []
        for layer in self.layers:
            hidden, details = cast(EncoderLayer, layer).inspect(hidden, mask)
            states.append(hidden)
            seen.append(details)
        return tuple(states), tuple(seen)
