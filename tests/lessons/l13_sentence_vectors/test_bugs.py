"""The friend's two readings, and other slips, are told from the right ones."""

import pytest
import torch

from lessons.l13_sentence_vectors import bugs


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
