"""A masking function with bugs, to be found by counting what it does."""

from collections.abc import Callable

import torch
from torch import Tensor

from workbook.exercises.tasks import task

Masking = Callable[..., tuple[Tensor, Tensor, Tensor]]  # as the exercise ``choose_and_mask``
TEXTS, TOKENS, PADDING, PIECES, MASK = 400, 62, 18, 1000, 4  # pieces 0 to 4 are special
EXPECTED = 0.15, 0.8, 0.1, 0.1, 1.0  # as ``counts`` returns them, by our rule


def counts(mask: Masking) -> dict[str, float]:
    """Return what a masking function does to random texts, as proportions.

    Args:
        mask: Takes ids, what may be chosen, the id of [MASK], scores, fates and random ids.

    Returns:
        How many words are chosen; of these, how many become [MASK], another piece, or stay; and how
        many answers are what stood there.
    """
    generator = torch.Generator().manual_seed(0)
    chosen = hidden = kept = true = words = 0
    for _ in range(TEXTS):
        ids = torch.randint(5, PIECES, (TOKENS,), generator=generator)
        ids[[0, -1]] = 2
        ids = torch.nn.functional.pad(ids, (0, PADDING))
        maskable = ids > MASK
        scores, fates = torch.rand(2, len(ids), generator=generator)
        random_ids = torch.randint(5, PIECES, (len(ids),), generator=generator)
        shown, places, answers = mask(ids.clone(), maskable, MASK, scores, fates, random_ids)
        words, chosen = words + int(maskable.sum()), chosen + len(places)
        hidden += int((shown[places] == MASK).sum())
        kept += int((shown[places] == ids[places]).sum())
        true += int((answers == ids[places]).sum())
    return {
        "chosen, of the words": chosen / words,
        "become [MASK]": hidden / chosen,
        "become another piece": 1 - (hidden + kept) / chosen,
        "stay": kept / chosen,
        "answers that stood there": true / chosen,
    }


def is_right(found: dict[str, float]) -> bool:
    """Return whether proportions are those of our rule, within two percent."""
    return all(abs(x - y) < 0.02 for x, y in zip(found.values(), EXPECTED, strict=True))


def _writes(mask: Masking) -> bool:
    ids = torch.arange(5, 65)
    scores = torch.linspace(0, 0.7, len(ids))
    mask(given := ids.clone(), ids > MASK, MASK, scores, scores, ids)
    return not bool((given == ids).all())


def examine(mask: Masking) -> None:
    """Print what a masking function does beside what it should do."""
    task(__name__, "friends_mask", mask, None, _slip, "right: it keeps the rule.")


def _slip(mask: Masking) -> str:
    found = counts(mask)
    for (name, proportion), right in zip(found.items(), EXPECTED, strict=True):
        print(f"{proportion:4.0%}  {name} (rule: {right:.0%})")
    if not is_right(found):
        return "Some proportions break the rule."
    if _writes(mask):
        return "It writes into the ids it is given: whoever needs the text later has lost it."
    return ""
