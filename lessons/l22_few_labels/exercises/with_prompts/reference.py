"""The reference of ``with_prompts``."""

from jaxtyping import Bool, Float
from torch import Tensor


def with_prompts(
    vectors: Float[Tensor, "B T D"], slots: Bool[Tensor, "B T"], prompts: Float[Tensor, "S D"]
) -> Float[Tensor, "B T D"]:
    """Put trained vectors into the slots of each text.

    Args:
        vectors: Of the tokens.
        slots: True S times in each row.
        prompts: The s-th goes into the s-th slot of each text.

    Returns:
        New vectors; gradients flow back into the prompts.

    Source:
        Liu et al. 2021, arXiv 2103.10385 (P-tuning).
    """
    rows = prompts.repeat(len(vectors), 1)  # (B S, D)
    return vectors.masked_scatter(slots[..., None], rows)
