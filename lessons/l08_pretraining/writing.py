"""A task: one visit of Gibbs sampling masks a place again and draws its piece."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from workbook.exercises.tasks import task

Scores = Callable[[Tensor], Tensor]  # ids (N, T) -> (N, T, V)
Draw = Callable[[Tensor], Tensor]  # probabilities (N, V) -> pieces (N,)
Visit = Callable[[Tensor, int, int, Scores, Draw], None]

MASK, PIECES = 4, 9  # of the texts that a visit is tried on


class Mistake(NamedTuple):
    """A wrong visit, and the words for it."""

    says: str
    wrong: Visit


def visit(ids: Tensor, place: int, mask_id: int, scores_of: Scores, draw: Draw) -> None:
    """Mask one place of all texts again, and draw its pieces given all the others.

    Args:
        ids: (N, T), changed at the place alone.
        place: The token that is visited, the same one in all texts.
        mask_id: The piece [MASK].
        scores_of: A model's scores for all places, (N, T, V).
        draw: Draws a piece for each row of probabilities, (N, V).
    """
    ids[:, place] = mask_id
    probabilities = scores_of(ids)[:, place].softmax(dim=1)
    ids[:, place] = draw(probabilities)


def _without_mask(ids: Tensor, place: int, mask_id: int, scores_of: Scores, draw: Draw) -> None:
    ids[:, place] = draw(scores_of(ids)[:, place].softmax(dim=1))


def _likeliest(ids: Tensor, place: int, mask_id: int, scores_of: Scores, draw: Draw) -> None:
    ids[:, place] = mask_id
    ids[:, place] = scores_of(ids)[:, place].argmax(dim=1)


def _over_texts(ids: Tensor, place: int, mask_id: int, scores_of: Scores, draw: Draw) -> None:
    ids[:, place] = mask_id
    ids[:, place] = draw(scores_of(ids)[:, place].softmax(dim=0))


def _scores_drawn(ids: Tensor, place: int, mask_id: int, scores_of: Scores, draw: Draw) -> None:
    ids[:, place] = mask_id
    ids[:, place] = draw(scores_of(ids)[:, place])


def _stays_hidden(ids: Tensor, place: int, mask_id: int, scores_of: Scores, draw: Draw) -> None:
    ids[:, place] = mask_id
    draw(scores_of(ids)[:, place].softmax(dim=1))


def _all_hidden(ids: Tensor, place: int, mask_id: int, scores_of: Scores, draw: Draw) -> None:
    hidden = torch.full_like(ids, mask_id)
    ids[:, place] = draw(scores_of(hidden)[:, place].softmax(dim=1))


def _a_copy(ids: Tensor, place: int, mask_id: int, scores_of: Scores, draw: Draw) -> None:
    visit(ids.clone(), place, mask_id, scores_of, draw)


MISTAKES = (
    Mistake(
        "The place is not masked before it is scored, so the model sees the old piece there. "
        "Write mask_id first.",
        _without_mask,
    ),
    Mistake("The likeliest piece is taken. Draw one with its probability.", _likeliest),
    Mistake("The softmax runs over the texts. The pieces of one text compete: dim=1.", _over_texts),
    Mistake("draw gets scores. It wants probabilities: softmax.", _scores_drawn),
    Mistake("The place still shows [MASK]. Write what was drawn into ids.", _stays_hidden),
    Mistake("All places are masked. Mask this one only: the others are known.", _all_hidden),
    Mistake("ids is as it was. Write into ids itself, not into a copy.", _a_copy),
)


def masks_and_draws(function: Visit) -> Visit:
    """Check a student's visit, and print what is found.

    Returns:
        The function itself if it is right; ours if it is wrong or has no body yet.
    """
    right = "right: it masks, scores and draws."
    return task(__name__, "visit", function, visit, mistake, right)


def mistake(function: Visit) -> str:
    """Say what is wrong with a visit; an empty text if nothing is."""
    found = tried(function)
    if found == tried(visit):
        return ""
    for says, wrong in MISTAKES:
        if found == tried(wrong):
            return says
    return "Mask the place in ids, score all texts, and write the drawn pieces at this place."


def tried(function: Visit) -> list[list[int]]:
    """Return what a visit makes of some texts; scores and draws depend on all they get."""
    found = []
    for place in (1, 3):
        ids = torch.tensor([[2, 5, 6, 7, 3], [2, 8, 7, 5, 3], [2, 6, 6, 6, 3]])
        function(ids, place, MASK, _scores_of, _drawn)
        found += ids.tolist()
    return found


def _scores_of(ids: Tensor) -> Tensor:
    """Return scores that depend on every piece of a text and on the place, (N, T, V)."""
    text = (ids.double() * torch.arange(3, 3 + ids.shape[1])).sum(dim=1)[:, None, None]
    places = torch.arange(ids.shape[1])[None, :, None]
    return 3 * torch.sin(text + 5 * places + 2 * torch.arange(PIECES)[None, None])


def _drawn(probabilities: Tensor) -> Tensor:
    """Return for each row the piece at which the sum of probabilities passes two thirds."""
    passed = probabilities.cumsum(dim=1) > 2 / 3
    return passed.long().argmax(dim=1)
