"""The tasks without grades say what is wrong, and give back what works."""

import numpy as np
import pytest
import torch

from bertlab.before.word2vec import WordVectors
from bertlab.before.word2vec.model import descend
from lessons.l03_word2vec import tasks


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


def by(pick, unit=True):
    def given(vectors, four):
        rows = np.stack([vectors[word] for word in four])
        if unit:
            rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return pick(rows @ rows.mean(axis=0), four)

    return given


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (lambda vectors, four: None, "not filled in yet"),
        (by(lambda close, four: int(close.argmin())), "not its place"),
        (by(lambda close, four: four[close.argmax()]), "smallest cosine"),
        (by(lambda close, four: four[close.argmin()], unit=False), "A long vector decides"),
        (lambda vectors, four: four[0], "Some answers are wrong"),
        (lambda vectors, four: four[9], "IndexError"),
    ],
)
def test_the_mistake_is_named(given, said, capsys):
    assert tasks.checked(given) is tasks.odd_one_out
    assert said in capsys.readouterr().out


def test_a_right_odd_one_out_stays(capsys):
    given = by(lambda close, four: four[close.argmin()])
    assert tasks.checked(given) is given
    assert "odd_one_out: right." in capsys.readouterr().out
    assert tasks.checked(tasks.odd_one_out) is tasks.odd_one_out


def test_the_odd_one_is_far_from_the_mean():
    vectors = WordVectors(list("abcd"), np.array(tasks.CASES[0]))
    assert tasks.odd_one_out(vectors, list("abcd")) == "d"
