"""What the lesson answers to a head that was designed by hand."""

import torch
from torch import Tensor

from workbook.exercises.tasks import task

WIDE_ENOUGH = 0.9  # nats
LEAST = 0.5


def examine_head(weights: Tensor) -> None:
    """Print whether a head designed by hand has a role and still looks widely.

    Args:
        weights: (4, 4).
    """
    right = "right: a role does not mean that a head looks at one token alone."
    task(__name__, "designed", weights, None, _slip_in_head, right)


def _slip_in_head(weights: Tensor) -> str:
    rows = weights.double()
    if rows.shape != (4, 4) or (rows < 0).any() or (rows.sum(dim=1) - 1).abs().max() > 1e-4:
        return "No weights yet: four rows of four numbers from 0 to 1, and each row adds up to 1."
    before = rows.diagonal(-1).mean().item()
    entropy = torch.special.entr(rows).sum(dim=1).mean().item()
    most = torch.tensor(4.0).log().item()
    print(f"to the token before: {before:.2f}; entropy: {entropy:.2f} of at most {most:.2f} nats")
    if before <= LEAST:
        return "It has no role yet: the token before must get more than a half."
    if entropy <= WIDE_ENOUGH:
        return "It has the role, but it looks at few tokens. Where can the rest of the weight go?"
    return ""
