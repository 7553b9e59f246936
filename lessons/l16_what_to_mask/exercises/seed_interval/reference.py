"""The reference of ``seed_interval``: it stands in until the student is right."""

import torch
from jaxtyping import Float, Int
from torch import Tensor


def seed_interval(
    first: Float[Tensor, "S N"],
    second: Float[Tensor, "S N"],
    seeds: Int[Tensor, "R S"],
    lines: Int[Tensor, "R N"],
) -> tuple[float, float]:
    """Return the 95% interval of a lead, over lines and seeds.

    Args:
        first: The score of one masker with each seed on each line.
        second: The same of another masker; its seeds and lines go with those of the first.
        seeds: In each row the numbers of as many seeds, drawn with replacement.
        lines: In each row the numbers of as many lines, drawn with replacement.
    """
    apart = first - second
    drawn = zip(seeds, lines, strict=True)
    leads = torch.stack([apart[some][:, others].mean() for some, others in drawn])
    low, high = leads.quantile(torch.tensor([0.025, 0.975], dtype=leads.dtype)).tolist()
    return low, high
