"""The ungraded task of lesson 02: what is right passes, and each mistake is named."""

import pytest
from torch.nn.functional import cross_entropy

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
        (lambda *_: None, "not filled in yet"),
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


def test_code_that_stops_does_not_stop_the_lesson(capsys):
    def stops(*_):
        raise RuntimeError("shapes")

    assert tasks.completed_step(stops) is tasks.our_step
    assert "It stops with RuntimeError: shapes." in capsys.readouterr().out
