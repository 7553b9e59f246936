"""The reference of ``pretraining_loss``."""

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
    """Add the mean loss of the chosen tokens and the mean loss of the pairs, in nats."""
    words = cross_entropy(logits[chosen], ids[chosen])
    return words + cross_entropy(next_logits, next_labels)
