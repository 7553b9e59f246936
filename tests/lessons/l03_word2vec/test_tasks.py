"""The tasks without grades say what is wrong, and give back what works."""

import numpy as np
import pytest
import scipy.stats
import torch

from bertlab.before.word2vec.model import descend
from lessons.l03_word2vec import tasks
from lessons.l03_word2vec.rank_correlation import spearman


class Right:
    step = tasks.step


class Broken:
    def step(self, centers, neighbors, rate):
        noise = torch.multinomial(self.noise, 5 * len(centers), replacement=True).view(-1, 5)
        asked = torch.cat([neighbors[:, None], noise], dim=1)
        v, u = self.inputs[centers], self.outputs[asked]
        error = torch.einsum("bkd,bd->bk", u, v).sigmoid()
        descend(self.inputs, centers, torch.einsum("bk,bkd->bd", error, u), rate)
        rows = torch.einsum("bk,bd->bkd", error, v).flatten(0, 1)
        descend(self.outputs, asked.flatten(), rows, rate)


def test_a_right_step_stays(capsys):
    assert tasks.repaired(Right) is Right
    assert "SkipGram: right." in capsys.readouterr().out


def test_a_broken_step_is_replaced(capsys):
    mended = tasks.repaired(Broken)
    assert issubclass(mended, Broken) and mended.step is tasks.step
    assert "All vectors point the same way" in capsys.readouterr().out


def test_a_stub_of_a_step_is_replaced(capsys):
    class Stub:
        def step(self, centers, neighbors, rate): ...

    assert tasks.repaired(Stub).step is tasks.step
    assert "the workbook's version stands in" in capsys.readouterr().out


def corner(first, second):
    return np.corrcoef(first, second)[0, 1]


def counted(values):
    """Return ranks as the hint has them: a loop over values, ties shared."""
    return [1 + sum(values < v) + (sum(values == v) - 1) / 2 for v in values]


def by_sorting(values):
    rank = {place: i for i, place in enumerate(sorted(range(len(values)), key=values.__getitem__))}
    return [rank[place] for place in range(len(values))]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (lambda ratings, cosines: None, "not filled in yet"),
        (lambda ratings, cosines: np.corrcoef(ratings, cosines), "its corner"),
        (lambda ratings, cosines: corner(ratings, cosines), "replace each by its rank"),
        (lambda ratings, cosines: corner(ratings.argsort(), cosines.argsort()), "argsort says"),
        (lambda ratings, cosines: corner(by_sorting(ratings), by_sorting(cosines)), "share the"),
        (
            lambda ratings, cosines: corner(
                [sum(ratings < r) for r in ratings], [sum(cosines < c) for c in cosines]
            ),
            "share the mean of their ranks",
        ),
        (lambda ratings, cosines: corner(counted(ratings), cosines), "one of the two still has"),
        (lambda ratings, cosines: corner(ratings, counted(cosines)), "the ratings still have"),
        (
            lambda ratings, cosines: corner(counted(-ratings), counted(cosines)),
            "upside down",
        ),
        (lambda ratings, cosines: 0.5, "Some answers are wrong"),
        (lambda ratings, cosines: ratings[99], "IndexError"),
    ],
)
def test_the_mistake_is_named(given, said, capsys):
    assert tasks.tried(given) is spearman
    assert said in capsys.readouterr().out


def test_right_rank_agreements_stay(capsys):
    for given in (
        lambda ratings, cosines: corner(counted(ratings), counted(cosines)),
        lambda ratings, cosines: scipy.stats.spearmanr(ratings, cosines).statistic,
        spearman,
    ):
        assert tasks.tried(given) is given
        assert "rank_agreement: right." in capsys.readouterr().out


def test_the_example_of_the_advice():
    assert spearman(np.array([1.0, 2, 2]), np.array([0.1, 0.3, 0.2])) == pytest.approx(
        0.87, abs=5e-3
    )
