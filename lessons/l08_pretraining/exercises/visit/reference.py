"""The reference of ``visit``: it stands in until the student is right."""

from collections.abc import Callable

from jaxtyping import Int
from torch import Tensor


def visit(
    ids: Int[Tensor, "N T"],
    place: int,
    mask_id: int,
    scores_of: Callable[[Tensor], Tensor],
    draw: Callable[[Tensor], Tensor],
) -> Int[Tensor, "N T"]:
    """Mask one place of all texts again, and draw its pieces given all the others.

    Args:
        ids: The texts; they stay as they are.
        place: The token that is visited, the same one in all texts.
        mask_id: The piece [MASK].
        scores_of: A model's scores for all places of some texts: (N, T) -> (N, T, V).
        draw: Draws a piece for each row of probabilities: (N, V) -> (N,).

    Returns:
        The texts with the drawn pieces, (N, T).
    """
    ids = ids.clone()
    ids[:, place] = mask_id
    probabilities = scores_of(ids)[:, place].softmax(dim=1)
    ids[:, place] = draw(probabilities)
    return ids
