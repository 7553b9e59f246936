"""The reference of ``input_embeddings``: it stands in until the student is right."""

from lessons.l07_bert.exercises.cases import Tensors

import torch
from jaxtyping import Float, Int
from torch import Tensor


def input_embeddings(
    input_ids: Int[Tensor, "B T"],
    token_type_ids: Int[Tensor, "B T"],
    embeddings: Tensors,
    eps: float = 1e-12,
) -> Float[Tensor, "B T D"]:
    """Add the word, position and token type embeddings, then apply LayerNorm.

    Args:
        input_ids: Ids of the word pieces, (B, T), int64.
        token_type_ids: 0 in the first text, 1 in the second, (B, T), int64.
        embeddings: ``word_embeddings.weight`` (V, D), ``position_embeddings.weight`` (P, D),
            ``token_type_embeddings.weight`` (S, D), ``LayerNorm.weight`` and ``LayerNorm.bias``
            (D,): the names of a published file behind ``embeddings.``.
        eps: Added to the variance, inside the root.

    Returns:
        One vector per token, (B, T, D).
    """
    summed = (
        embeddings["word_embeddings.weight"][input_ids]
        + embeddings["position_embeddings.weight"][: input_ids.shape[1]]
        + embeddings["token_type_embeddings.weight"][token_type_ids]
    )
    mean = summed.mean(-1, keepdim=True)
    variance = (summed - mean).square().mean(-1, keepdim=True)
    normalized = (summed - mean) / torch.sqrt(variance + eps)
    return embeddings["LayerNorm.weight"] * normalized + embeddings["LayerNorm.bias"]
