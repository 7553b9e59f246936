"""What the lesson answers to a measure with bugs, and to a head that was designed by hand."""

from collections.abc import Callable

import torch
from torch import Tensor

from workbook.exercises.tasks import task

WIDE_ENOUGH = 0.9  # nats
LEAST = 0.5


def examine_measure(measure: Callable[[Tensor, Tensor], Tensor]) -> None:
    """Print whether a measure of the weight on [CLS] is right, or which bug is left.

    Args:
        measure: Takes weights (B, H, T, T) and an attention mask (B, T); returns (H,).
    """
    right = "right: what [CLS] gets, averaged over the tokens of both texts."
    task(__name__, "weight_on_cls", measure, None, _slip_in_measure, right)


def _slip_in_measure(measure: Callable[[Tensor, Tensor], Tensor]) -> str:
    generator = torch.Generator().manual_seed(0)
    mask = torch.tensor([[1] * 6, [1, 1, 1, 0, 0, 0]])
    scores = torch.randn(2, 3, 6, 6, generator=generator, dtype=torch.float64)
    weights = scores.masked_fill(mask[:, None, None] == 0, -torch.inf).softmax(dim=-1)
    keep = mask.bool()
    columns, rows = weights[..., 0].transpose(1, 2), weights[:, :, 0].transpose(1, 2)
    found = measure(weights, mask)
    answers = {
        "": columns[keep],
        "It measures what [CLS] gets, but the rows of padding still count.": columns.flatten(0, 1),
        "Padding is out. But these are rows, what [CLS] gives. What does it get?": rows[keep],
        f"All {len(found)} heads have the same number, {found[0]:.2f}: suspicious.": rows.flatten(
            0, 1
        ),
    }
    for answer, table in answers.items():
        if found.shape == (3,) and torch.allclose(found.double(), table.mean(dim=0)):
            return answer
    return f"Neither what [CLS] gets nor what it gives, in 3 heads: {found}"


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
