"""The ungraded tasks on the network of lesson 02: what is right passes, and mistakes are named."""

import pytest
import torch
from torch.nn.functional import cross_entropy

from lessons.l02_nnlm import tasks_network


def scores(self, windows):
    vectors = [self.embedding(column) for column in windows.T]
    return self.output(self.hidden(torch.cat(vectors, dim=1)).tanh())


def test_a_right_forward_is_taken():
    assert tasks_network.completed_forward(scores) is scores


@pytest.mark.parametrize(
    ("forward", "says"),
    [
        (lambda self, windows: None, "not filled in yet"),
        (lambda self, windows: scores(self, windows).softmax(dim=1), "These are probabilities"),
        (lambda self, windows: scores(self, windows).log_softmax(dim=1), "These are logarithms"),
        (
            lambda self, windows: self.output(self.hidden(self.embedding(windows).flatten(1))),
            "tanh is missing",
        ),
        (lambda self, windows: scores(self, windows)[0], "one for every word"),
        (lambda self, windows: 2 * scores(self, windows), "other ones"),
        (lambda self, windows: self.tanh(windows), "It stops with"),
    ],
)
def test_a_wrong_forward_is_named_and_ours_stands_in(forward, says, capsys):
    assert tasks_network.completed_forward(forward) is tasks_network.our_forward
    assert says in capsys.readouterr().out


def by_loop(scores, hidden, targets):
    found = torch.zeros(scores.shape[1], hidden.shape[1])
    for row, state, target in zip(scores, hidden, targets, strict=True):
        of_row = torch.exp(row) / torch.exp(row).sum()
        of_row[target] -= 1
        found += torch.outer(of_row, state) / len(targets)
    return found


def test_the_gradient_is_that_of_autograd():
    torch.manual_seed(0)
    hidden, weight = torch.randn(6, 3), torch.randn(5, 3, requires_grad=True)
    targets = torch.tensor([0, 4, 4, 1, 2, 0])
    batch = hidden @ weight.T
    cross_entropy(batch, targets).backward()
    for function in (tasks_network.our_gradient, by_loop):
        torch.testing.assert_close(function(batch.detach(), hidden, targets), weight.grad)
    assert tasks_network.completed_gradient(by_loop) is by_loop


@pytest.mark.parametrize(
    ("gradient", "says"),
    [
        (lambda *_: None, "not filled in yet"),
        (lambda *_: 0.5, "Return a tensor"),
        (lambda *given: by_loop(*given).T, "transpose"),
        (lambda *given: by_loop(*given)[0], "(V, D)"),
        (lambda *given: by_loop(*given) * len(given[2]), "divide by B"),
        (lambda *given: -by_loop(*given), "sign"),
        (lambda s, h, t: s.softmax(1).T @ h / len(t), "subtract 1"),
        (lambda *given: 2 * by_loop(*given), "another gradient"),
    ],
)
def test_a_wrong_gradient_is_named_and_ours_stands_in(gradient, says, capsys):
    assert tasks_network.completed_gradient(gradient) is tasks_network.our_gradient
    assert says in capsys.readouterr().out
