"""The reference of ``nearest_agrees``: it stands in until the student is right."""

import torch
from jaxtyping import Float, Int
from torch import Tensor


def nearest_agrees(vectors: Float[Tensor, "N F"], kinds: Int[Tensor, " N"]) -> float:
    """Give the proportion of uses whose nearest other use, by the cosine, has the same sense."""
    unit = vectors / vectors.norm(dim=1, keepdim=True)
    cosines = (unit @ unit.T).fill_diagonal_(-torch.inf)  # no use is its own neighbor
    nearest = cosines.argmax(dim=1)
    return (kinds[nearest] == kinds).double().mean().item()
