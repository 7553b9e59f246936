"""The ungraded tasks of lesson 02: what is right passes, and each mistake is named."""

import pytest
import torch
from torch import nn
from torch.nn.functional import cross_entropy

from bertlab.before.nnlm.model import WindowNetwork
from lessons.l02_nnlm import tasks


def step_of(*parts, scores=lambda scores: scores, give=lambda loss: loss.item()):
    def step(network, windows, targets, optimizer):
        loss = cross_entropy(scores(network(windows)), targets)
        do = {"zero": optimizer.zero_grad, "back": loss.backward, "step": optimizer.step}
        for part in parts:
            do[part]()
        return give(loss)

    return step


WHOLE = "zero", "back", "step"


@pytest.mark.parametrize(
    ("step", "says"),
    [
        (lambda *_: None, "Still open"),
        (step_of(*WHOLE, give=lambda loss: loss), "as a number"),
        (step_of("zero", "back"), "No weight has changed"),
        (step_of("back", "zero", "step"), "No weight has changed"),
        (step_of("back", "step"), "first batch is still in it"),
        (step_of(*WHOLE, scores=lambda scores: scores.softmax(dim=1)), "takes the scores"),
        (step_of(*WHOLE, "step"), "The first step is another"),
    ],
)
def test_a_wrong_step_is_named_and_ours_stands_in(step, says, capsys):
    assert tasks.completed_step(step) is tasks.our_step
    assert says in capsys.readouterr().out


def test_a_right_step_is_taken():
    for step in (step_of(*WHOLE), step_of("back", "step", "zero")):
        assert tasks.completed_step(step) is step


class Right(WindowNetwork):
    def forward(self, windows):
        return super().forward(windows)


class NoTanh(WindowNetwork):
    def forward(self, windows):
        return self.output(self.hidden(self.features(windows)))


class Probabilities(WindowNetwork):
    def forward(self, windows):
        return super().forward(windows).softmax(dim=1)


class Double(WindowNetwork):
    def forward(self, windows):
        return 2 * super().forward(windows)


class One(WindowNetwork):
    def forward(self, windows):
        return super().forward(windows)[0]


class Narrow(WindowNetwork):
    def __init__(self, *sizes):
        super().__init__(*sizes)
        self.hidden = nn.Linear(3, 4)

    def forward(self, windows):
        return self.output(self.hidden(self.embedding(windows).sum(dim=1)))


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (nn.Module, "the weights are"),
        (type("Open", (nn.Module,), {}), "Still open"),
        (Right, "Right"),
        (NoTanh, "no tanh"),
        (Probabilities, "probabilities"),
        (Double, "line by line"),
        (One, "3 windows give scores (9,)"),
        (Narrow, "(4, 3)"),
    ],
)
def test_a_class_is_compared(kind, says, capsys):
    if kind is nn.Module:
        kind = type("Empty", (nn.Module,), {"__init__": lambda self, *_: nn.Module.__init__(self),
                                            "forward": lambda self, windows: windows})  # fmt: skip
    tasks.compare(kind)
    assert says in capsys.readouterr().out


def leak(stream):
    return stream.unfold(0, 4, 1), stream[3:]


def mended(stream):
    return stream.unfold(0, 4, 1)[:-1], stream[4:]


@pytest.mark.parametrize(
    ("cut", "says"),
    [
        (leak, "still a bug"),
        (mended, "the right cut"),
        (lambda stream: (stream.unfold(0, 4, 1), stream[4:]), "as many"),
        (lambda stream: (stream.unfold(0, 3, 1)[:-1], stream[3:]), "still a bug"),
        (lambda stream: (stream.unfold(0, 4, 1)[:-2], stream[4:-1]), "still a bug"),
    ],
)
def test_a_cut_is_examined(cut, says, capsys):
    if says == "as many" or cut(torch.arange(10))[0].shape[1] == 3:
        assert says in tasks.cut_verdict(cut)
        return
    text = torch.randint(9, (40,))
    seen = []

    def train(network, optimizer, text):
        seen.append(text)
        return 1.0

    tasks.examine_cut(cut, train, lambda: WindowNetwork(9, 4, 3, 4), text, text)
    assert len(seen) == 1
    said = capsys.readouterr().out
    assert says in said
    assert "validation perplexity" in said


def test_a_cut_that_does_not_fit_is_not_trained(capsys):
    text = torch.arange(9)

    def never(*_):
        raise AssertionError("this cut cannot be trained on")

    tasks.examine_cut(lambda row: (row.unfold(0, 4, 1), row[4:]), never, never, text, text)
    assert "perplexity" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("results", "says"),
    [
        ({2: [200.0]}, "add another"),
        ({2: [200.0], 4: [210.0]}, "Too few seeds"),
        ({2: [200.0, 201.0, 202.0], 4: [210.0, 211.0, 212.0]}, "it does"),
        ({2: [200.0, 201.0, 212.0], 4: [210.0, 211.0, 213.0]}, "overlap"),
    ],
)
def test_a_design_is_judged(results, says, capsys):
    tasks.judge(results)
    said = capsys.readouterr().out
    assert says in said
    assert "window of 2: 200" in said
