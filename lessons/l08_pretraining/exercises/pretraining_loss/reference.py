"""The reference of ``pretraining_loss``: it stands in until the student is right."""

from jaxtyping import Bool, Float, Int
from torch import Tensor
from torch.nn.functional import cross_entropy


def pretraining_loss(
    logits: Float[Tensor, "B T V"],
    ids: Int[Tensor, "B T"],
    chosen: Bool[Tensor, "B T"],
    next_logits: Float[Tensor, "B 2"],
    next_labels: Int[Tensor, " B"],
) -> Float[Tensor, ""]:
    """Add the mean loss of the chosen tokens and the mean loss of the pairs.

    Args:
        logits: Scores of all pieces at each place, between -40 and 40, (B, T, V).
        ids: The pieces that stood there before masking, (B, T).
        chosen: True where a piece has to be guessed, (B, T).
        next_logits: Scores of *is next* (column 0) and *is not next* (column 1), (B, 2).
        next_labels: 0 for a pair that belongs together, 1 for another one, (B,).

    Returns:
        The sum of both means, in nats: over all chosen tokens of the batch, and over its pairs. A
        tensor of shape ().
    """
    masked_lm = cross_entropy(logits[chosen], ids[chosen])
    return masked_lm + cross_entropy(next_logits, next_labels)
