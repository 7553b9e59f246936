"""The task without a grade says what is wrong, and gives back what works."""

import torch

from bertlab.predecessors.word2vec.model import descend
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
