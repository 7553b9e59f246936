"""The question: the second part of a text is written token by token."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question

PRIME, V = 1009, 12


def scores(model: int, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
    """Return scores (1, T, V) that change with whatever a token can hear of in two layers.

    All is done in whole numbers: no processor rounds them in another way.

    Args:
        model: A number, in place of weights.
        ids: Of one text, (1, T).
        types: (1, T), of 0 and 1.
        mask: (1, T, T), bools.
    """
    T = ids.shape[-1]
    if ids.shape != (1, T) or types.shape != (1, T) or mask.shape != (1, T, T):
        raise ValueError(
            f"expected ids {(1, T)}, types {(1, T)} and a mask {(1, T, T)}, "
            f"got {tuple(ids.shape)}, {tuple(types.shape)} and {tuple(mask.shape)}"
        )
    places = torch.arange(1, T + 1)
    x = (37 * ids + 411 * types) % PRIME
    for _ in range(2):
        x = (x + (mask.long() * places) @ x[0]) * (model + 5) % PRIME
    cubes = torch.arange(1, V + 1) ** 3  # no two are equal, of this prime, so no scores are
    return ((x % (PRIME - 1) + 1)[..., None] * cubes % PRIME).double()


def _cases() -> list[Case]:
    given = [
        (9, [1, 5, 7, 2], 2),  # three tokens
        (38, [0, 4, 4, 9, 11, 3], 3),  # eight
        (1, [1, 2], 2),  # 16, and no end
        (19, [6, 10, 3, 8, 3, 7, 4, 0], 0),  # 15
        (3, [2, 5, 9], 9),  # none
        (1, [1], 0),  # one
        (5, [0, 4, 4, 9, 11, 3], 3),  # 16 again
    ]
    return [Case((model, scores, first, end)) for model, first, end in given]


def _allows(model: int, first: list[int], end: int, **_: object) -> bool:
    return model >= 0 and len(first) > 0 and 0 <= end < V


QUESTION = Question(
    name="pronounce", cases=_cases, difficulty=3, minutes=13, exact_types=True, allows=_allows
)
