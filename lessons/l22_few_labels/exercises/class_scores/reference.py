"""The reference of ``class_scores``."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor


def class_scores(
    logits: Float[Tensor, "B V"], words: Sequence[Sequence[int]]
) -> Float[Tensor, "B C"]:
    """Return the log of the summed probability of each class's words.

    Args:
        logits: Of the vocabulary, in the gap of each text, (B, V).
        words: For each of two classes or more the ids of its words, one or more.

    Source:
        Schick and Schütze 2021, arXiv 2001.07676 (PET), section 3.1, with several words a class.
    """
    logs = logits.log_softmax(dim=1)  # (B, V)
    return torch.stack([logs[:, ids].logsumexp(dim=1) for ids in words], dim=1)
