"""The reference of ``gated``."""

from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import gelu


def gated(
    x: Float[Tensor, "*B D"], wide: Float[Tensor, "E D"], narrow: Float[Tensor, "D F"]
) -> Float[Tensor, "*B D"]:
    """Return what a feed-forward network with a gate makes of vectors.

    Args:
        x: The vectors, (..., D).
        wide: Makes E = 2F numbers: those that get a GELU, then those that they are multiplied by.
        narrow: Makes D numbers of F.
    """
    passed, gate = (x @ wide.T).chunk(2, dim=-1)  # (..., F) each
    return (gelu(passed) * gate) @ narrow.T
