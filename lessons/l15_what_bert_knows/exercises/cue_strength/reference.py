"""The reference of ``cue_strength``: it stands in until the student is right."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor


def cue_strength(
    word: str, right: Sequence[Sequence[str]], wrong: Sequence[Sequence[str]]
) -> Float[Tensor, "2"]:
    """Return productivity and coverage of a word as a cue.

    Args:
        word: What may give the answer away.
        right: For each question the words of its right answer.
        wrong: And those of its wrong one.
    """
    usable, hits = 0, 0
    for good, bad in zip(right, wrong, strict=True):
        if (word in good) != (word in bad):
            usable += 1
            hits += word in good
    productivity = hits / usable if usable else 0.0
    return torch.tensor([productivity, usable / len(right)])
