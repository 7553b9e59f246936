"""The exercises on fine-tuning: worked by hand, and compared with the library."""

import copy
import math

import numpy as np
import pytest
import torch
from torch.nn.functional import cross_entropy

from bertlab.finetuning.classifier import EarlyStopping
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.training.batches import similar_batches
from bertlab.training.loop import Objective
from lessons.l09_finetuning import exercises
from lessons.l09_finetuning.pooling import LastFourPooling
from tests.exercise_checks import loaded, solve

finetuning = loaded(exercises)


def test_the_figures_by_hand():
    """Even guesses among 3 classes cost log 3, and class 0 wins the tie: 2 of 5 are right."""
    batches = [
        (torch.ones(4, 2), torch.tensor([0, 1, 2, 0])),
        (torch.ones(1, 2), torch.tensor([1])),
    ]
    zeros = torch.zeros(3, 2), torch.zeros(3)
    loss, accuracy = finetuning.epoch_figures.reference(batches, *zeros)
    assert math.isclose(loss, math.log(3), rel_tol=1e-6)
    assert accuracy == 0.4


@pytest.mark.parametrize("number", range(3))
def test_the_cases_meet_what_the_recipe_spoils(number):
    """Batches differ in size, and ReLU turns a right answer with logits below 0 into a wrong one.

    No two sizes of a case are equal, or a wrong axis could go unnoticed.
    """
    case, (_, accuracy) = solve(finetuning.epoch_figures, number)
    batches, weight, bias = case.args
    sizes = [len(labels) for _, labels in batches]
    assert len(set(sizes)) > 1
    axes = [*set(sizes), len(batches), sum(sizes), *weight.shape]
    assert len(set(axes)) == len(axes)
    spoiled = 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        dead = (logits < 0).all(dim=1) & (logits.argmax(dim=1) == labels) & (labels > 0)
        spoiled += int(dead.sum())
    assert spoiled > 0
    assert 0 < accuracy < 1


@pytest.mark.parametrize("number", range(3))
def test_the_librarys_batches_are_those_of_the_exercise(number):
    case, expected = solve(finetuning.bucketed_batches, number)
    shuffled, lengths, batch_size, bucket, generator = copy.deepcopy(case.args)
    found = similar_batches(
        np.array(shuffled), np.array(lengths), batch_size, generator, bucket=bucket
    )
    assert [batch.tolist() for batch in found] == expected


def padding(batches, lengths):
    """Return how many places of padding the batches have."""
    return sum(max(lengths[t] for t in batch) - lengths[t] for batch in batches for t in batch)


def test_each_text_once_and_little_padding():
    generator = np.random.default_rng(0)
    lengths, shuffled = generator.integers(5, 60, 203).tolist(), generator.permutation(203).tolist()
    divide = finetuning.bucketed_batches.reference
    batches = divide(shuffled, lengths, 8, 6, generator)
    assert sorted(text for batch in batches for text in batch) == list(range(203))
    assert sorted(map(len, batches)) == [3] + [8] * 25
    random_batches = divide(shuffled, lengths, 8, 1, generator)
    assert padding(batches, lengths) < padding(random_batches, lengths) / 3


def test_a_case_has_no_two_texts_of_one_length_and_a_rest():
    for case in finetuning.bucketed_batches.cases()[:3]:  # those behind have one text and none
        shuffled, lengths, batch_size, bucket, _ = case.args
        assert sorted(shuffled) == list(range(len(lengths)))
        assert len(set(lengths)) == len(lengths)
        assert len(lengths) % batch_size and len(lengths) % (batch_size * bucket)
        assert len({len(lengths), batch_size, bucket}) == 3


@pytest.mark.parametrize("number", range(3))
def test_micro_batches_give_what_large_batches_give(number):
    case, expected = solve(finetuning.accumulated_updates, number)
    weight, micro_batches, every, rate = case.args
    for start in range(0, len(micro_batches), every):
        vectors, labels = zip(*micro_batches[start : start + every], strict=True)
        weight = weight.detach().requires_grad_()
        loss = cross_entropy(torch.cat(vectors) @ weight.T, torch.cat(labels))
        (gradient,) = torch.autograd.grad(loss, weight)
        weight = weight - rate * gradient
    torch.testing.assert_close(weight.detach(), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("number", range(3))
def test_no_two_axes_of_the_micro_batches_are_equal(number):
    case, _ = solve(finetuning.accumulated_updates, number)
    weight, micro_batches, every, _ = case.args
    sizes = {len(labels) for _, labels in micro_batches}
    axes = [*sizes, *weight.shape]
    assert len(set(axes)) == len(axes)
    assert len(sizes) > 1 and every > 1


def test_the_interval_by_hand():
    right_a, right_b = torch.tensor([1.0, 1.0, 0.0, 0.0]), torch.tensor([1.0, 0.0, 1.0, 1.0])
    draws = torch.tensor([[0, 0, 0, 0]] * 20 + [[2, 2, 3, 0]] * 19 + [[1, 1, 0, 0]] * 2)
    low, high = finetuning.paired_interval.reference(right_a, right_b, draws)
    assert (low, high) == (-50, 75)


@pytest.mark.parametrize("number", range(6))
def test_the_interval_of_the_lesson_is_that_of_the_exercise(number):
    case, expected = solve(finetuning.paired_interval, number)
    right_a, right_b, draws = case.args
    assert (draws.size(0) - 1) % 40 == 0  # so each end is a row, for any rule of interpolation
    again = np.percentile(100 * (right_b - right_a)[draws].mean(dim=1), [2.5, 97.5])
    assert expected == pytest.approx(again.tolist())


def test_the_mixture_by_hand():
    """Layer n holds the number n everywhere; shares 1/2, 1/4, 1/8, 1/8 of the layers 2 to 5."""
    states = tuple(torch.full((2, 3, 4), float(layer)) for layer in range(6))
    w = torch.tensor([8.0, 4.0, 2.0, 2.0]).log()
    mixed = finetuning.mixed_cls.reference(states, w)
    torch.testing.assert_close(mixed, torch.full((2, 4), 2 / 2 + 3 / 4 + 4 / 8 + 5 / 8))


@pytest.mark.parametrize("number", range(3))
def test_the_librarys_mixture_is_that_of_the_exercise(number):
    case, expected = solve(finetuning.mixed_cls, number)
    states, w = case.args
    sizes = {"vocab_size": 11, "num_heads": 1, "hidden_size": states[0].shape[-1]}
    pooling = LastFourPooling(BertModel(BertConfig(**sizes, num_layers=len(states) - 1)))
    pooling.scores = torch.nn.Parameter(w)
    mask = torch.ones(states[0].shape[:2], dtype=torch.long)
    torch.testing.assert_close(pooling(states[1:], mask).detach(), expected)


@pytest.mark.parametrize("number", range(3))
def test_no_two_axes_of_the_layers_are_equal(number):
    case, _ = solve(finetuning.mixed_cls, number)
    states, w = case.args
    axes = [len(states), len(w), *states[0].shape]
    assert len(set(axes)) == len(axes)


@pytest.mark.parametrize(
    ("scores", "patience", "expected"),
    [
        ([50.0], 2, (1, 1)),
        ([50.0, 40.0, 60.0], 1, (1, 2)),
        ([50.0, 40.0, 60.0], 2, (3, 3)),
        ([50.0, 50.0, 50.0, 51.0], 2, (1, 3)),
        ([50.0, 60.0, 55.0, 54.0, 70.0], 2, (2, 4)),
    ],
)
def test_stopping_by_hand(scores, patience, expected):
    assert finetuning.early_stopping.reference(scores, patience) == expected


class Scored(Objective):
    """Just enough of an objective for a score to be watched."""

    def __init__(self):
        super().__init__()
        self.model = torch.nn.Linear(1, 1)

    def counts(self, batch):
        return {}

    def forward(self, batch):
        return {}


@pytest.mark.parametrize("number", range(6))
def test_the_library_stops_where_the_exercise_does(number):
    case, expected = solve(finetuning.early_stopping, number)
    scores, patience = case.args
    stopping, history = EarlyStopping(Scored(), "accuracy", patience), []
    for epoch, score in enumerate(scores, start=1):
        history.append({"step": epoch, "accuracy": score})
        if stopping(history):
            break
    assert (int(stopping.best.step), len(history)) == expected
