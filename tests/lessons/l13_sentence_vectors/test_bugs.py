"""The slips of the tasks without a grade are told from what is right."""

import pytest
import torch

from lessons.l13_sentence_vectors import bugs, couplings


def friends(bert, batch):
    bert.eval()
    return bugs.mean_vectors(bert, batch), bugs.mean_vectors(bert, batch)


def once(bert, batch):
    bert.train()
    vectors = bugs.mean_vectors(bert, batch)
    return vectors, vectors


def without_gradient(bert, batch):
    with torch.no_grad():
        return bugs.two_readings(bert, batch)


def one_is_without(bert, batch):
    first = bugs.mean_vectors(bert.eval(), batch)
    return first, bugs.mean_vectors(bert.train(), batch)


def shuffled(bert, batch):
    first, second = bugs.two_readings(bert, batch)
    return first, second - 5 * second.mean(dim=0)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (friends, "equal to the last digit"),
        (once, "equal to the last digit"),
        (without_gradient, "no gradient"),
        (one_is_without, "without dropout"),
        (shuffled, "hardly alike"),
        (lambda bert, batch: bugs.mean_vectors(bert, batch), "Return two tensors"),
        (lambda bert, batch: (torch.ones(2), torch.ones(2)), r"must be \(4, 24\)"),
    ],
)
def test_slips_are_named(function, words):
    import re

    assert re.search(words, bugs.slip(function))


def test_right_ones_pass(capsys):
    def two_copies(bert, batch):
        bert.train()
        return tuple(bugs.mean_vectors(bert, batch) for _ in range(2))

    def mended(bert, batch):
        bert.train()
        first = bugs.mean_vectors(bert, batch)
        return first, bugs.mean_vectors(bert, batch)

    assert bugs.slip(bugs.two_readings) == bugs.slip(two_copies) == bugs.slip(mended) == ""
    assert bugs.examine(friends) is bugs.two_readings
    assert "not yet" in capsys.readouterr().out
    assert bugs.examine(mended) is mended


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda y2, s, t: y2, "Return two tensors"),
        (lambda y2, s, t: (y2 * (-s).exp() - t, s.sum(dim=1)), "not x2"),
        (lambda y2, s, t: ((y2 - t) / s.exp(), s.sum()), "one number for each"),
        (lambda y2, s, t: ((y2 - t) / s.exp(), -s.sum(dim=1)), "the way back"),
        (lambda y2, s, t: ((y2 - t) / s.exp(), s.exp().prod(dim=1)), "its logarithm"),
        (lambda y2, s, t: ((y2 - t) / s.exp(), s.mean(dim=1)), "product of its diagonal"),
    ],
)
def test_slips_of_the_way_back_are_named(function, words):
    assert words in couplings.slip(function)


def test_the_way_back_in_another_style():
    def by_numpy(y2, s, t):
        return (y2 - t) / s.exp(), s.exp().log().sum(-1)

    assert couplings.slip(couplings.undo) == couplings.slip(by_numpy) == ""
    assert couplings.checked(by_numpy) is by_numpy


def test_the_log_determinant_is_that_of_autograd():
    s, t = torch.tensor([0.3, -0.7]), torch.tensor([1.0, 2.0])
    jacobian = torch.autograd.functional.jacobian(lambda x: x * s.exp() + t, torch.ones(2))
    _, log_det = couplings.undo(torch.ones(1, 2), s[None], t[None])
    torch.testing.assert_close(log_det[0], torch.linalg.slogdet(jacobian).logabsdet)
