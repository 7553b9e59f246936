"""The count of right comparisons: by hand, and the slips that are named."""

import pytest
import torch

from lessons.l00_start_here import counting


def test_right_comparisons_by_hand():
    assert counting.right_comparisons([0.9, 0.7], [0.8, 0.7]) == 0.625  # as the lesson says
    assert counting.right_comparisons([1.0], [1.0]) == 0.5


def by_broadcasting(same, different):
    ahead = torch.tensor(same)[:, None] - torch.tensor(different)
    return ((ahead > 0).double() + (ahead == 0) / 2).mean().item()


def test_another_right_one_is_kept(capsys):
    assert counting.checked(by_broadcasting) is by_broadcasting
    assert capsys.readouterr().out == "right_comparisons: right.\n"


def points(same, different, tie=0.5):
    return sum(tie if a == b else float(a > b) for a in same for b in different)


@pytest.mark.parametrize(
    ("count", "says"),
    [
        (lambda same, different: None, "not filled in yet"),
        (points, "Divide by the number"),
        (lambda s, d: points(s, d, 0), "count a tie as one half"),
        (lambda s, d: points(s, d, 0) / len(s) / len(d), "a coin would decide"),
        (lambda s, d: points(s, d, 1) / len(s) / len(d), "not one."),
        (lambda s, d: points(d, s) / len(s) / len(d), "counts the wrong ones"),
        (lambda s, d: sum(a > b for a, b in zip(s, d)) / len(s), "with all of them"),  # noqa: B905
        (lambda s, d: 100 * points(s, d) / len(s) / len(d), "not a percentage"),
        (lambda s, d: sum(s) / len(s) - sum(d) / len(d), "and 0.625 is right"),
        (lambda s, d: s[9], "It stops with IndexError"),
    ],
)
def test_slips_are_named_and_ours_stands_in(count, says, capsys):
    assert counting.checked(count) is counting.right_comparisons
    assert says in capsys.readouterr().out
