"""The reference of ``epoch_figures``: it stands in until the student is right."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cross_entropy

Batch = tuple[Tensor, Tensor]  # pooled vectors (B, D), labels (B,)


Figures = tuple[float, float]


def epoch_figures(
    batches: Sequence[Batch], weight: Float[Tensor, "C D"], bias: Float[Tensor, " C"]
) -> Figures:
    """Return the mean loss and the accuracy over all examples of an epoch.

    Args:
        batches: Pairs of pooled vectors (B, D) and labels (B,); B is not always the same.
            No logit is beyond 50 or -50.
        weight: Of the head, stored as (out, in), (C, D).
        bias: Of the head, (C,).

    Returns:
        The mean cross-entropy of an example, in nats, and the share of examples whose label has the
        largest logit. Each example counts once, whatever batch it is in.
    """
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels, reduction="sum").item()
        correct += int((logits.argmax(dim=1) == labels).sum())
        examples += len(labels)
    return loss / examples, correct / examples
