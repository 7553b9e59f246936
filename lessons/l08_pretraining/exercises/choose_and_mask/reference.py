"""The reference of ``choose_and_mask``: it stands in until the student is right."""

from typing import NamedTuple

from jaxtyping import Bool, Float, Int
from torch import Tensor


class MaskedText(NamedTuple):
    """What the exercise returns; a plain tuple of the three is as good."""

    input_ids: Int[Tensor, " T"]
    places: Int[Tensor, " M"]
    targets: Int[Tensor, " M"]


def choose_and_mask(
    ids: Int[Tensor, " T"],
    maskable: Bool[Tensor, " T"],
    mask_id: int,
    scores: Float[Tensor, " T"],
    fates: Float[Tensor, " T"],
    random_ids: Int[Tensor, " T"],
) -> MaskedText:
    """Choose the tokens to guess and hide most of them.

    Args:
        ids: A sequence with its specials and padding, (T,).
        maskable: False at [CLS], [SEP] and [PAD], (T,).
        mask_id: The piece [MASK], an int.
        scores: A number in [0, 1) for each token, (T,). Of the maskable tokens 15% are chosen,
            as Python's ``round`` has it, but at least one: those with the smallest scores.
        fates: A number in [0, 1) for each token, (T,). A chosen one below 0.8 becomes [MASK], from
            0.8 to below 0.9 its piece of ``random_ids``, from 0.9 on it stays.
        random_ids: A random piece for each token, (T,).

    Returns:
        The sequence as the model sees it, the chosen places, rising, and what stood there.
    """
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    shown = ids.clone()
    fate = fates[places]
    shown[places[fate < 0.8]] = mask_id
    swapped = places[(fate >= 0.8) & (fate < 0.9)]
    shown[swapped] = random_ids[swapped]
    return MaskedText(shown, places, ids[places])
