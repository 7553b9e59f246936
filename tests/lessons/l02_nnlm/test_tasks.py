"""The ungraded tasks of lesson 02: what is right passes, and each mistake is named."""

import pytest
import torch
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


def mean_of(others):
    return sum(others) / len(others)


def unit(others):
    return mean_of(others) / mean_of(others).square().sum().sqrt()


@pytest.mark.parametrize(
    ("without", "says"),
    [
        (lambda row, others: None, "not filled in yet"),
        (lambda row, others: (row @ unit(others)) * unit(others), "was to be taken away"),
        (lambda row, others: row - mean_of(others), "mean itself"),
        (lambda row, others: row - unit(others), "All of u"),
        (lambda row, others: row - (row @ mean_of(others)) * mean_of(others), "the length 1"),
        (lambda row, others: row - (row @ unit(others)) * mean_of(others), "in both places"),
        (lambda row, others: row - (row @ mean_of(others)) * unit(others), "in both places"),
        (lambda row, others: row + (row @ unit(others)) * unit(others), "added"),
        (lambda row, others: row.sub_((row @ unit(others)) * unit(others)), "have changed"),
        (lambda row, others: row @ unit(others), "tensor of shape (3,)"),
        (lambda row, others: row * 2, "What remains is another row"),
    ],
)
def test_a_wrong_direction_is_named_and_ours_stands_in(without, says, capsys):
    assert tasks.completed_direction(without) is tasks.our_direction
    assert says in capsys.readouterr().out


def test_a_right_direction_is_taken():
    def by_projection(row, others):
        center = mean_of(others)
        return row - center * (row @ center) / (center @ center)

    assert tasks.completed_direction(by_projection) is by_projection


@pytest.mark.parametrize(
    ("put_in", "says"),
    [
        (lambda row, others, length: None, "not filled in yet"),
        (lambda row, others, length: length * unit(others), "the piece alone"),
        (lambda row, others, length: row + length * mean_of(others), "give u the length 1"),
        (lambda row, others, length: row - length * unit(others), "another one"),
        (lambda row, others, length: row.add_(length * unit(others)), "have changed"),
        (lambda row, others, length: (row @ unit(others)) + length, "tensor of shape (3,)"),
    ],
)
def test_a_wrong_addition_is_named_and_ours_stands_in(put_in, says, capsys):
    assert tasks.completed_addition(put_in) is tasks.our_addition
    assert says in capsys.readouterr().out


def test_a_right_addition_is_taken():
    def put_in(row, others, length):
        return row + length * unit(others)

    assert tasks.completed_addition(put_in) is put_in


MANY = [["a", str(number)] for number in range(20)]


@pytest.mark.parametrize(
    ("groups", "says"),
    [
        ([], "not filled in yet"),
        ([*MANY, ["a", "two"]], "a number word"),
        ([*MANY, ["a", "<num>"]], "a number word"),
        ([*MANY, ["a"]], "2 different words"),
        ([*MANY, ["a", "a"]], "2 different words"),
        (MANY[:19], "Fewer than 20"),
        ([["a", "b"], ["b", "a"]] * 20, "Fewer than 20"),
    ],
)
def test_an_unfair_control_is_named_and_ours_stands_in(groups, says, capsys):
    ours = [["c", "d"]]
    assert tasks.completed_controls(groups, ours, ["two", "three"]) is ours
    assert says in capsys.readouterr().out


def test_a_fair_control_is_taken():
    assert tasks.completed_controls(MANY, [], ["two", "three"]) is MANY


def leak(stream):
    return stream.unfold(0, 4, 1), stream[3:]


def mended(stream):
    return stream.unfold(0, 4, 1)[:-1], stream[4:]


@pytest.mark.parametrize(
    ("cut", "says"),
    [
        (leak, "not to be trusted"),
        (mended, "cut: right"),
        (lambda stream: (stream.unfold(0, 4, 1)[:-2], stream[4:-1]), "not to be trusted"),
    ],
)
def test_a_cut_is_examined(cut, says, capsys):
    text = torch.randint(9, (40,))
    seen = []

    def train(network, optimizer, text):
        seen.append(text)
        return [1.0]

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
    said = capsys.readouterr().out
    assert "perplexity" not in said and "as many windows as next words: 7, 6" in said


def test_code_that_stops_does_not_stop_the_lesson(capsys):
    def stops(*_):
        raise RuntimeError("shapes")

    text = torch.arange(9)
    assert tasks.completed_step(stops) is tasks.our_step
    assert tasks.completed_direction(stops) is tasks.our_direction
    tasks.examine_cut(stops, stops, stops, text, text)
    assert capsys.readouterr().out.count("It stops with RuntimeError: shapes.") == 3
