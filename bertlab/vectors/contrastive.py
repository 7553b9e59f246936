"""The in-batch loss: of all texts in the batch, which one belongs to mine?

The positives of the other anchors serve as negatives, and cost nothing more. SimCSE's two forms
differ in what the positive is: the same text through another dropout mask (unsupervised), or a text
that follows from it, with one that contradicts it as a hard negative (supervised).
"""

import math

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cross_entropy, normalize


def in_batch_loss(
    anchors: Float[Tensor, "B D"],
    positives: Float[Tensor, "B D"],
    temperature: float = 0.05,
    negatives: Float[Tensor, "N D"] | None = None,
) -> Float[Tensor, ""]:
    r"""Return the mean cross-entropy of finding each anchor's positive, in nats.

    With $s_{ij}$ the cosine of anchor $i$ and candidate $j$, it is the mean over $i$ of
    $-\log\left(e^{s_{ii}/\tau} / \sum_j e^{s_{ij}/\tau}\right)$. If all candidates look alike, it
    is the logarithm of their number.

    Args:
        anchors: A vector for each text; its length does not matter.
        positives: Row i belongs to anchor i; the other rows are its negatives.
        temperature: The cosines are divided by it; above 0.
        negatives: Hard negatives, further candidates for every anchor: any number of them, so that
            the i-th need not belong to anchor i.

    Raises:
        ValueError: If the shapes do not fit, an anchor would have a single candidate, or the
            temperature is not above 0.

    Source: Gao et al. 2021, SimCSE, equations 1, 4 and 5; van den Oord et al. 2018 (InfoNCE).
    """
    if not (math.isfinite(temperature) and temperature > 0):
        raise ValueError(f"expected a temperature above 0, got {temperature}")
    if anchors.shape != positives.shape:
        raise ValueError(
            f"expected a positive for each anchor, {tuple(anchors.shape)}; got "
            f"{tuple(positives.shape)}"
        )
    candidates = positives if negatives is None else torch.cat([positives, negatives])  # (B + N, D)
    if len(candidates) < 2 or not len(anchors):
        raise ValueError(
            f"expected anchors and two candidates or more, got {len(anchors)} and {len(candidates)}"
        )
    scores = normalize(anchors, dim=1) @ normalize(candidates, dim=1).T / temperature  # (B, B + N)
    return cross_entropy(scores, torch.arange(len(anchors), device=anchors.device))
