"""Heads: small networks that turn the encoder's vectors into answers."""

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import gelu, linear

from bertlab.model.config import BertConfig


class Pooler(nn.Module):
    """A dense layer with tanh over the first token, [CLS]: one vector for the whole input."""

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)

    def forward(self, hidden: Float[Tensor, "B T D"]) -> Float[Tensor, "B D"]:
        """Return one vector per sequence, each element in (-1, 1)."""
        return torch.tanh(self.dense(hidden[:, 0]))


class MaskedLMHead(nn.Module):
    """Scores every word piece for a position: dense, GELU, LayerNorm, then the word embeddings.

    The output matrix *is* the embedding matrix (tied weights), so it is passed in, not owned.

    Source: the released code of Devlin et al. 2019, ``get_masked_lm_output``.
    """

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)
        self.norm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.bias = nn.Parameter(torch.zeros(config.vocab_size))

    def forward(
        self, hidden: Float[Tensor, "*N D"], word_embeddings: Float[Tensor, "V D"]
    ) -> Float[Tensor, "*N V"]:
        """Return logits over the vocabulary, for all positions given or for a selection of them."""
        return linear(self.norm(gelu(self.dense(hidden))), word_embeddings, self.bias)


class LinearHead(nn.Module):
    """Dropout and one linear map: for sentence classes (B, D), tags or spans (B, T, D).

    Args:
        hidden_size: D.
        num_outputs: C classes or tags, or 2 for the start and the end of a span.
        dropout: Probability to drop an element of the input in training.
    """

    def __init__(self, hidden_size: int, num_outputs: int, dropout: float = 0.0) -> None:
        super().__init__()
        if num_outputs < 1:
            raise ValueError(f"a head needs at least 1 output, got {num_outputs}")
        self.dropout = nn.Dropout(dropout)
        self.dense = nn.Linear(hidden_size, num_outputs)

    def forward(self, hidden: Float[Tensor, "*N D"]) -> Float[Tensor, "*N C"]:
        """Return logits."""
        return self.dense(self.dropout(hidden))
