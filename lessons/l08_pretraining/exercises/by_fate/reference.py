"""The reference of ``by_fate``: it stands in until the student is right."""

import torch
from jaxtyping import Float, Int
from torch import Tensor


def by_fate(
    shown: Int[Tensor, " M"],
    answers: Int[Tensor, " M"],
    mask_id: int,
    surprisals: Float[Tensor, " M"],
) -> Float[Tensor, " 3"]:
    """Score the hidden, the exchanged and the kept places apart.

    Args:
        shown: The pieces that the model sees at the chosen places, (M,).
        answers: What stood there, (M,).
        mask_id: The piece [MASK], an int.
        surprisals: At the answers, in nats, (M,).

    Returns:
        Three mean surprisals, (3,): where the model sees [MASK], where it sees another piece, and
        where it sees the answer itself. There is a place of each kind, or more.
    """
    hidden, kept = shown == mask_id, shown == answers
    return torch.stack([surprisals[kind].mean() for kind in (hidden, ~hidden & ~kept, kept)])
