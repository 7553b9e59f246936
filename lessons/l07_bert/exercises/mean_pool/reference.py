"""The reference of ``mean_pool``: it stands in until the student is right."""

from jaxtyping import Float, Int
from torch import Tensor


def mean_pool(
    hidden: Float[Tensor, "B T D"], attention_mask: Int[Tensor, "B T"]
) -> Float[Tensor, "B D"]:
    """Average the vectors of each text's tokens, padding left out.

    Args:
        hidden: The last layer's vectors, (B, T, D).
        attention_mask: 1 for a token, [CLS] and [SEP] among them, 0 for padding, which may
            stand on both sides, (B, T), int64.

    Returns:
        One vector per text, (B, D), in the dtype of ``hidden``.
    """
    mask = attention_mask[:, :, None]  # (B, T, 1)
    return (hidden * mask).sum(1) / mask.sum(1)
