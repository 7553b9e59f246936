"""The reference of ``friends_mask``: the friend's code without its bugs."""

from jaxtyping import Bool, Float, Int
from torch import Tensor


def friends_mask(
    ids: Int[Tensor, " T"],
    maskable: Bool[Tensor, " T"],
    mask_id: int,
    scores: Float[Tensor, " T"],
    draws: Float[Tensor, " T"],
    random_ids: Int[Tensor, " T"],
) -> tuple[Int[Tensor, " T"], Int[Tensor, " M"], Int[Tensor, " M"]]:
    """Return the ids that the model sees, the chosen positions, and what stood there."""
    number = max(1, round(0.15 * int(maskable.sum())))
    ranked = scores.masked_fill(~maskable, 2.0).argsort()  # specials come last
    positions = ranked[:number].sort().values
    draw, answers = draws[positions], ids[positions]
    ids = ids.clone()
    ids[positions[draw < 0.8]] = mask_id
    exchanged = positions[(draw >= 0.8) & (draw < 0.9)]
    ids[exchanged] = random_ids[exchanged]
    return ids, positions, answers
