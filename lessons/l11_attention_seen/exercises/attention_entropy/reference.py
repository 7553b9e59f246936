"""The reference of ``attention_entropy``: it stands in until the student is right."""

import torch
from jaxtyping import Float, Int
from torch import Tensor


def attention_entropy(
    weights: Float[Tensor, "B H T T"], attention_mask: Int[Tensor, "B T"]
) -> Float[Tensor, " H"]:
    """Measure how widely each head spreads its attention.

    Args:
        weights: Attention weights; row i of a head says how token i looks at all, (B, H, T, T).
        attention_mask: 1 for tokens, 0 for padding behind them, (B, T). The weights on padding are
            0, but padding has rows of its own.

    Returns:
        The entropy of a row, in nats, averaged over all tokens of all texts, (H,).
    """
    entropy = torch.special.entr(weights).sum(dim=-1)  # (B, H, T)
    return entropy.transpose(1, 2)[attention_mask.bool()].mean(dim=0)
