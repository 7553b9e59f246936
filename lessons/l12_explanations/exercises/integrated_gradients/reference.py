"""The reference of ``integrated_gradients``: it stands in until the student is right."""

from lessons.l12_explanations.exercises.integrated_gradients.question import Slopes

import torch
from jaxtyping import Float
from torch import Tensor


def integrated_gradients(
    slopes_at: Slopes,
    word_vectors: Float[Tensor, "T D"],
    mask_vectors: Float[Tensor, "T D"],
    num_steps: int,
) -> Float[Tensor, " T"]:
    """Multiply the mean slope on the way from a baseline to the text by that way.

    Args:
        slopes_at: Returns how the score changes with each number of the vectors that it is given.
        word_vectors: Of the text's tokens, where the way ends.
        mask_vectors: The baseline, where it begins.
        num_steps: Into how many equal pieces the way is cut; slopes are taken at their middles.

    Returns:
        A number for each token, in units of the score.

    Source: Sundararajan et al. 2017, Axiomatic attribution for deep networks.
    """
    way = word_vectors - mask_vectors
    total = torch.zeros_like(way)
    for step in range(num_steps):
        fraction = (step + 0.5) / num_steps
        total += slopes_at(mask_vectors + fraction * way)
    return (total / num_steps * way).sum(dim=-1)
