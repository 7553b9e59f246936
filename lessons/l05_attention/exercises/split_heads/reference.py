"""The reference of ``split_heads``."""

from jaxtyping import Float
from torch import Tensor


def split_heads(x: Float[Tensor, "B T D"], H: int) -> Float[Tensor, "B H T d"]:
    """Give head 0 the first D / H columns of every word, head 1 the next ones, and so on."""
    return x.unflatten(-1, (H, -1)).transpose(1, 2)
