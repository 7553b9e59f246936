"""The reference of ``choose_and_mask``."""

from jaxtyping import Bool, Float, Int
from torch import Tensor


def choose_and_mask(
    ids: Int[Tensor, " T"],
    maskable: Bool[Tensor, " T"],
    mask_id: int,
    scores: Float[Tensor, " T"],
    draws: Float[Tensor, " T"],
    random_ids: Int[Tensor, " T"],
) -> tuple[Int[Tensor, " T"], Int[Tensor, " M"], Int[Tensor, " M"]]:
    """Return the ids that the model sees, the chosen positions, and what stood there."""
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    positions = candidates[scores[candidates].argsort()[:number]].sort().values
    shown, draw = ids.clone(), draws[positions]
    shown[positions[draw < 0.8]] = mask_id
    exchanged = positions[(draw >= 0.8) & (draw < 0.9)]
    shown[exchanged] = random_ids[exchanged]
    return shown, positions, ids[positions]
