"""The reference of ``cosine``: it stands in until the student is right."""

from jaxtyping import Float
from torch import Tensor


def cosine(a: Float[Tensor, " D"], b: Float[Tensor, " D"]) -> Float[Tensor, ""]:
    """Return the cosine similarity of two vectors of equal length."""
    return a @ b / (a.norm() * b.norm())
