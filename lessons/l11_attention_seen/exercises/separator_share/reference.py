"""The reference of ``separator_share``: it stands in until the student is right."""

from jaxtyping import Float, Int
from torch import Tensor


def separator_share(
    weights: Float[Tensor, "B H T T"], input_ids: Int[Tensor, "B T"], sep_id: int, pad_id: int
) -> Float[Tensor, " H"]:
    """Measure how much of its weight each head gives to [SEP].

    Args:
        weights: Attention weights; row i of a head says how token i looks at all, (B, H, T, T).
        input_ids: The tokens of single texts and pairs, padded, (B, T). A pair has two [SEP]s.
        sep_id: The piece [SEP].
        pad_id: The piece [PAD].

    Returns:
        The weight that a token gives to all [SEP]s of its text together, averaged over all tokens
        of all texts, (H,). The specials are tokens like others, padding is not.
    """
    received = (weights * (input_ids == sep_id)[:, None, None, :]).sum(dim=-1)  # (B, H, T)
    return received.transpose(1, 2)[input_ids != pad_id].mean(dim=0)
