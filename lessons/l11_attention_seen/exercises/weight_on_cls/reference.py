"""The reference of ``weight_on_cls``: it stands in until the student is right."""

from jaxtyping import Float, Int
from torch import Tensor


def weight_on_cls(
    weights: Float[Tensor, "B H T T"], attention_mask: Int[Tensor, "B T"]
) -> Float[Tensor, " H"]:
    """Return what a token gives to [CLS], averaged over all tokens of all texts, (H,)."""
    received = weights[..., 0]  # (B, H, T)
    return received.transpose(1, 2)[attention_mask.bool()].mean(dim=0)
