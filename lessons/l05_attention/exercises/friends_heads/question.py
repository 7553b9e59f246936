"""The question: heads without a transpose, a bug to be found. It is not graded."""

from lessons.l05_attention.exercises.cases import padding

import torch

from workbook.exercises import Case, Question


def cases() -> list[Case]:
    """Return queries, keys and values (B, T, D), a mask and a number of heads."""
    found = []
    for lengths, T, D, H in (((4, 3), 4, 12, 3), ((5, 2, 6), 6, 8, 2), ((3,), 3, 5, 5)):
        generator = torch.Generator().manual_seed(T)
        shape = 3, len(lengths), T, D
        query, key, value = torch.randint(-3, 4, shape, generator=generator).double()
        # scores so far apart leave whole numbers: a wrong stub is shown with the same digits
        found.append(Case((10_000 * query, key, value, padding(T, *lengths), H)))
    return found


QUESTION = Question(name="friends_heads", cases=cases, difficulty=3, minutes=5, graded=False)
