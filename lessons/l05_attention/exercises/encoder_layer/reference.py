"""The reference of ``encoder_layer``: it stands in until the student is right."""

from typing import Any

from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import gelu


def encoder_layer(
    x: Float[Tensor, "B T D"], attention_mask: Int[Tensor, "B T"], layer: Any
) -> Float[Tensor, "B T D"]:
    """Run one encoder layer: attention, then feed-forward, each with residual and LayerNorm.

    Args:
        x: One vector per token, (B, T, D).
        attention_mask: 1 for a token, 0 for padding, which may stand in front, (B, T), int64.
        layer: Holds the five parts, which are called like functions: ``attention(x, mask)``,
            ``attention_norm(x)``, ``expand(x)`` (from D to F numbers), ``contract(x)`` (from F to
            D) and ``output_norm(x)``.

    Returns:
        The new vectors, (B, T, D).

    Source: Devlin et al. 2019; Vaswani et al. 2017, section 3.1, with GELU for ReLU.
    """
    attended = layer.attention_norm(x + layer.attention(x, attention_mask))
    inner = gelu(layer.expand(attended))  # (B, T, F)
    result: Tensor = layer.output_norm(attended + layer.contract(inner))
    return result
