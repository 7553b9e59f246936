"""The reference of ``padding_mask``."""

from jaxtyping import Bool, Int
from torch import Tensor


def padding_mask(attention_mask: Int[Tensor, "B T"]) -> Bool[Tensor, "B 1 T"]:
    """Return True where a key is a word, one row for all queries of a text."""
    return attention_mask[:, None, :] == 1
