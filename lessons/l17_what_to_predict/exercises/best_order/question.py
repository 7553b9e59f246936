"""The question: in which order should these sentences stand."""

import torch

from workbook.exercises import Case, Question


def _case(N: int, seed: int) -> Case:
    generator = torch.Generator().manual_seed(seed)
    # Whole numbers add up exactly in any order, so that a tie is a tie in every style of code.
    return Case((torch.randint(-20, 21, (N, N), generator=generator).float(),))


def _cases() -> list[Case]:
    greedy = torch.tensor([[0.0, 9.0, 1.0], [0.0, 0.0, -20.0], [0.0, 3.0, 0.0]])
    return [
        Case((torch.tensor([[0.0, -2.0, 3.0], [1.0, 0.0, -1.0], [-4.0, 2.0, 0.0]]),)),
        Case((greedy,)),  # the best pair of all leads into a dead end
        Case((torch.tensor([[5.0, 2.0], [3.0, 9.0]]),)),  # the diagonal means nothing
        Case((torch.tensor([[7.0]]),)),
        Case(
            (torch.tensor([[0.0, -9.0, -2.0], [-3.0, 0.0, -8.0], [-7.0, -1.0, 0.0]]),)
        ),  # all below 0
        Case((torch.zeros(3, 3),)),  # all orders are equally good
        Case((-torch.ones(4, 4) - torch.eye(4),)),
        _case(3, 1),
        _case(4, 2),
        _case(4, 3),
        _case(5, 4),
        _case(5, 5),
    ]


QUESTION = Question(name="best_order", cases=_cases, difficulty=3, minutes=9)
