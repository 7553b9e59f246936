"""The reference of ``masked_loss``."""

from typing import Any

from jaxtyping import Bool, Float, Int
from torch import Tensor
from torch.nn.functional import cross_entropy


def masked_loss(
    model: Any, shown: Int[Tensor, "B T"], ids: Int[Tensor, "B T"], chosen: Bool[Tensor, "B T"]
) -> Float[Tensor, ""]:
    """Return the mean loss of the chosen positions, in nats."""
    vectors = model.bert(shown, attention_mask=(ids != 0).long()).last_hidden_state
    hidden = vectors[chosen]  # (M, D)
    scores = model.masked_lm(hidden, model.bert.embeddings.word.weight)  # (M, V)
    return cross_entropy(scores, ids[chosen])
