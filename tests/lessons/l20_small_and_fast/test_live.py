"""What runs beside the student's code."""

import pytest
import torch
from torch import nn

from bertlab.compression import copy_layers, size_of
from bertlab.finetuning.sentiment import movie_classifier
from bertlab.statistics import Estimate
from lessons.l20_small_and_fast import live
from lessons.l20_small_and_fast.exercises.prune.reference import prune
from lessons.l20_small_and_fast.exercises.quantize.reference import quantize


@pytest.fixture(scope="module")
def teacher():
    return movie_classifier()


@pytest.fixture(scope="module")
def snippets():
    return live.reviews().validation


def test_the_parts_of_a_model_do_its_work(teacher, snippets):
    parts = live.parts(teacher, snippets)
    seen = []
    hooks = [
        module.register_forward_hook(lambda module, *_: seen.append(type(module).__name__))
        for module in teacher.modules()
    ]
    counts = {}
    for name, work in parts.items():
        seen.clear()
        work()
        counts[name] = (seen.count("MultiHeadAttention"), seen.count("FeedForward"))
    for hook in hooks:
        hook.remove()
    assert counts == {"table": (0, 0), "attention": (6, 0), "feed-forward": (0, 6), "all": (6, 6)}


def test_all_numbers_are_counted_once(teacher):
    found = live.numbers(teacher)
    assert sum(found.values()) == size_of(teacher).numbers
    assert 0.5 < found["table"] / sum(found.values()) < 0.55


def test_a_student_is_taught_by_the_readers_step(teacher, snippets):
    student, asked = nn.Linear(2, 2), []

    def step(student, teacher, optimizer, inputs, T):
        asked.append((optimizer.param_groups[0]["lr"], len(inputs[0]), T, student.training))
        optimizer.step()
        return float(len(asked))

    losses = live.distil(student, teacher, snippets, step, T=2, epochs=0.2)
    assert losses == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
    rates, sizes, temperatures, modes = zip(*asked, strict=True)
    assert max(rates) == live.RATE and rates[-1] < live.RATE / 2
    assert set(sizes) == {live.BATCH} and set(temperatures) == {2} and all(modes)
    assert not student.training


def test_rounded_and_pruned_models_are_copies(teacher):
    weight = teacher.bert.encoder.layers[0].feed_forward.expand.weight
    before = weight.clone()
    rounded = live.rounded(teacher, quantize)
    pruned = live.pruned(teacher, prune, 0.5)
    assert torch.equal(weight, before)
    near = rounded.bert.encoder.layers[0].feed_forward.expand.weight
    assert 0 < (near - before).abs().max() < 0.01 * before.abs().max()
    assert not torch.equal(rounded.bert.embeddings.word.weight, teacher.bert.embeddings.word.weight)
    zeros = pruned.bert.encoder.layers[0].feed_forward.expand.weight == 0
    assert 0.2 < zeros.float().mean() < 0.8


def test_points_are_parts_of_the_teachers(monkeypatch):
    def point(test, time, size):
        return {
            "test": test,
            "batch of 1": {"of the standard": {"median": time}},
            "megabytes": size,
        }

    points = {
        "teacher, float32": point([0.8], 1.0, 90.9),
        "3 layers, int8": point([0.7, 0.9], 0.5, 17.6),
    }
    monkeypatch.setattr(live, "ahead", lambda *names: Estimate(0.0, -0.08, 0.04))
    found = live.recorded_points({"experiment": "", "results": {"points": points}})
    assert found[0][:4] == ("teacher, float32", 1.0, 1.0, 90.9)
    assert found[1][:4] == ("3 layers, int8", pytest.approx(1.0), 0.5, 17.6)
    assert found[1].interval == pytest.approx((0.9, 1.05))


def test_who_takes_longer_and_who_is_sure(teacher, snippets):
    shallow = copy_layers(teacher, [0])
    assert live.times_as_long(shallow, teacher, snippets, rounds=3) < 0.6
    bad, good = (live.good(teacher, text) for text in ("a dull, stupid mess", "a great, warm film"))
    assert bad < 0.2 < 0.8 < good


def test_snippets_go_from_bad_to_good(teacher):
    logits, texts = live.some_snippets(teacher)
    margins = (logits[:, 1] - logits[:, 0]).tolist()
    assert margins == sorted(margins) and margins[0] < 0 < margins[-1]
    assert len(set(texts)) == 5 and max(map(len, texts)) <= 45
