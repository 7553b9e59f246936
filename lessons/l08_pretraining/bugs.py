"""A masking function with bugs, to be found by counting what it does."""

from collections.abc import Callable

import torch
from torch import Tensor

from workbook.exercises.tasks import task

Masking = Callable[..., tuple[Tensor, Tensor, Tensor]]  # as the exercise ``choose_and_mask``
TEXTS, TOKENS, PIECES, MASK = 400, 62, 1000, 4  # pieces 0 to 4 are special


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
        maskable = ids > MASK
        scores, fates = torch.rand(2, TOKENS, generator=generator)
        random_ids = torch.randint(5, PIECES, (TOKENS,), generator=generator)
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
        "answers that are what stood there": true / chosen,
    }


def is_right(found: dict[str, float]) -> bool:
    """Return whether proportions are those of BERT, within two percent."""
    expected = (0.15, 0.8, 0.1, 0.1, 1.0)
    return all(abs(x - y) < 0.02 for x, y in zip(found.values(), expected, strict=True))


def examine(mask: Masking) -> None:
    """Print what a masking function does, and name its bugs."""
    task(__name__, "friends_mask", mask, None, _slip, "right: it masks as BERT does.")


def _slip(mask: Masking) -> str:
    found = counts(mask)
    for name, proportion in found.items():
        print(f"{proportion:4.0%}  {name}")
    if is_right(found):
        return ""
    chosen, hidden, exchanged, stay, true = found.values()
    said = []
    if abs(chosen - 0.15) > 0.02:
        said.append("15% of the words should be chosen.")
    if hidden < 0.02 and exchanged > 0.8:
        said.append("No chosen token is shown as [MASK]: something is written over it.")
    elif max(abs(hidden - 0.8), abs(exchanged - 0.1), abs(stay - 0.1)) > 0.02:
        said.append("The fates should be 80%, 10% and 10%.")
    if true < 0.98:
        said.append("Most answers are not what stood there: when are they read, and from where?")
    return "\n".join(said)
