"""The exercises on ELMo: an example worked by hand."""

import pytest
import torch

from lessons.l04_elmo.exercises.nearest_agrees.reference import nearest_agrees


def test_an_agreement_by_hand():
    vectors = torch.tensor([[1.0, 0.0], [9.0, 1.0], [0.0, 1.0], [0.1, 2.0], [2.0, 3.0]])
    assert nearest_agrees(vectors, torch.tensor([1, 1, 0, 0, 0])) == 1
    assert nearest_agrees(vectors, torch.tensor([1, 0, 1, 0, 0])) == pytest.approx(1 / 5)
