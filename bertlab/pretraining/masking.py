"""Masking: which tokens a BERT has to guess, and what it sees in their place."""

from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Int

MASK_SHARE = 0.15  # of the tokens that may be chosen
KEEP_SHARE, RANDOM_SHARE = 0.1, 0.1  # of the chosen ones; the others become [MASK]


class Masked(NamedTuple):
    """A sequence with masked tokens.

    Attributes:
        input_ids: The sequence as the model sees it, (T,).
        places: Where tokens were chosen, rising, (M,).
        targets: The tokens that stood there, (M,).
    """

    input_ids: np.ndarray
    places: np.ndarray
    targets: np.ndarray


def mask_tokens(
    ids: Int[np.ndarray, " T"],
    maskable: Bool[np.ndarray, " T"],
    mask_id: int,
    replacements: Int[np.ndarray, " R"],
    generator: np.random.Generator,
) -> Masked:
    """Choose 15% of the tokens; show 80% of them as [MASK], 10% as a random piece, 10% as they are.

    Args:
        ids: The sequence, (T,).
        maskable: Where a token may be chosen: not at specials and padding.
        mask_id: The piece [MASK].
        replacements: The pieces a random one is drawn from.
        generator: Source of the choices.

    Raises:
        ValueError: If no token may be chosen.

    Source: Devlin et al. 2019, section 3.1; the number chosen is fixed, as in the released code.
    """
    candidates = np.flatnonzero(maskable)
    if not len(candidates):
        raise ValueError(f"expected tokens to choose from, got {len(ids)} that are all specials")
    number = max(1, round(MASK_SHARE * len(candidates)))
    places = np.sort(generator.choice(candidates, number, replace=False))
    shown = ids.copy()
    fate = generator.random(number)
    random_pieces = generator.choice(replacements, number)
    shown[places[fate >= KEEP_SHARE + RANDOM_SHARE]] = mask_id
    swapped = fate < RANDOM_SHARE
    shown[places[swapped]] = random_pieces[swapped]
    return Masked(shown, places, ids[places])
