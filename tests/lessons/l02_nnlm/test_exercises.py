"""What the references give, worked by hand."""

import numpy as np
import pytest
import torch

from lessons.l02_nnlm import exercises
from tests.exercise_checks import loaded, solve

nnlm = loaded(exercises)


def test_windows_by_hand():
    case, (contexts, targets) = solve(nnlm.context_windows)
    assert case.args == (["the", "cat", "sat"], 2)
    assert contexts == [["<s>", "<s>"], ["<s>", "the"], ["the", "cat"], ["cat", "sat"]]
    assert targets == ["the", "cat", "sat", "</s>"]


def test_an_interpolation_by_hand():
    case, result = solve(nnlm.interpolate)
    assert case.args[2] == 0.25
    np.testing.assert_allclose(np.exp(result), [0.2, 0.2275, 0.2])


@pytest.mark.parametrize(("chunk_size", "gradient"), [(3, 1.41), (2, 1.07)])
def test_a_truncated_gradient_as_the_lesson_works_it(chunk_size, gradient):
    text = torch.tensor([[1.0], [0.0], [0.0]]), torch.zeros(3, 1), torch.ones(1, 1)
    found, _ = nnlm.truncated_gradient.reference(*text, chunk_size)
    assert found.item() == pytest.approx(gradient, abs=5e-3)


def test_the_gradient_of_u_is_that_of_autograd():
    _, hidden, targets = solve(nnlm.gradient_of_u)[0].args
    weight = torch.ones(4, hidden.shape[1], dtype=hidden.dtype).cumsum(0).requires_grad_()
    scores = hidden @ weight.T
    torch.nn.functional.cross_entropy(scores, targets).backward()
    found = nnlm.gradient_of_u.reference(scores.detach(), hidden, targets)
    torch.testing.assert_close(found, weight.grad)
