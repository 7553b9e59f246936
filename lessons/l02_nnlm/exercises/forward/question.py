"""The question: the forward pass of the network as a class. It is not graded."""

import torch

from bertlab.predecessors.nnlm.model import WindowNetwork
from workbook.exercises import Case, Question


def _case(batch: int, V: int, T: int, m: int, D: int) -> Case:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(batch)
        network = WindowNetwork(V, T, m, D).double()
        return Case((network, torch.randint(V, (batch, T))))


def _cases() -> list[Case]:
    return [_case(5, 9, 2, 3, 4), _case(4, 7, 3, 2, 5), _case(1, 6, 4, 5, 3)]  # B, V, T, m, D


QUESTION = Question(name="forward", cases=_cases, difficulty=2, minutes=3, graded=False)
