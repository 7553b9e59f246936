"""The reference of ``friends_heads``: the friend's code without its bug."""

from lessons.l05_attention.exercises.attend.reference import attend

from jaxtyping import Bool, Float
from torch import Tensor


def friends_heads(
    query: Float[Tensor, "B T D"],
    key: Float[Tensor, "B T D"],
    value: Float[Tensor, "B T D"],
    mask: Bool[Tensor, "B 1 T"],
    H: int,
) -> Float[Tensor, "B T D"]:
    """Return the contexts of all heads side by side."""
    B, T, D = query.shape
    parts = [part.view(B, T, H, D // H).transpose(1, 2) for part in (query, key, value)]
    context, _ = attend(*parts, mask[:, None])  # type: ignore[call-arg]
    return context.transpose(1, 2).reshape(B, T, D)
