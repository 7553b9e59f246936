"""The reference of ``triplet_loss``: it stands in until the student is right."""

from jaxtyping import Float
from torch import Tensor


def triplet_loss(
    anchors: Float[Tensor, "B D"],
    positives: Float[Tensor, "B D"],
    negatives: Float[Tensor, "B D"],
    margin: float = 1.0,
) -> Float[Tensor, ""]:
    """Return by how much the positives fail to be nearer than the negatives, on average.

    Args:
        anchors: (B, D).
        positives: Row i belongs to anchor i, (B, D).
        negatives: Row i does not, (B, D).
        margin: By how much the positive shall be nearer.

    Returns:
        The mean over the triples, a number.
    """
    near = (anchors - positives).norm(dim=1)
    far = (anchors - negatives).norm(dim=1)
    return (near - far + margin).clamp(min=0).mean()
