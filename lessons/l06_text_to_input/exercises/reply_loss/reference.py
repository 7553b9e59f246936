"""The reference of ``reply_loss``: it stands in until the student is right."""

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cross_entropy


def reply_loss(asked: Float[Tensor, "N 2 D"], replies: Float[Tensor, "N 2 D"]) -> Float[Tensor, ""]:
    """Return the mean cross-entropy of choosing the right one of each message's own two replies."""
    scores = 20 * asked @ replies.transpose(1, 2)  # (N, emojis, replies)
    right = torch.arange(2).repeat(len(asked))
    return cross_entropy(scores.flatten(0, 1), right)
