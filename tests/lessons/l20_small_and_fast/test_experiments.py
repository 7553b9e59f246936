"""The recorded runs: accuracies computed again from logits that are kept; how students begin."""

import pytest
import torch
from safetensors.torch import load_file

from bertlab.datasets import movie_reviews
from bertlab.finetuning.sentiment import movie_classifier
from lessons.l20_small_and_fast.experiments import places, small_and_fast, students
from workbook.recorded_answers import accuracy
from workbook.records import recorded

LABELS = [one.label for one in movie_reviews().test]


@pytest.mark.parametrize("experiment", [students, places])
def test_logits_that_are_kept_have_the_recorded_accuracies(experiment):
    kept = load_file(experiment.KEPT)
    results = recorded(experiment.__name__.rpartition(".")[2])["results"]
    assert kept.keys() == {"teacher", *results["students"]}
    for kind, one in results["students"].items():
        assert [round(accuracy(logits, LABELS), 4) for logits in kept[kind]] == one["test"]
    assert round(accuracy(kept["teacher"][0], LABELS), 4) == results["teacher"]["test"]


def test_every_point_has_the_accuracy_of_its_logits():
    kept, points = load_file(small_and_fast.KEPT), recorded("small_and_fast")["results"]["points"]
    assert kept.keys() == points.keys() and len(kept) > 20
    for name, one in points.items():
        assert [round(accuracy(logits, LABELS), 4) for logits in kept[name]] == one["test"]
        for size in small_and_fast.CONFIGURATION["batches"]:
            times = one[f"batch of {size}"]["milliseconds"]
            assert 0 < times["low"] <= times["median"] <= times["high"]


@pytest.fixture(scope="module")
def teacher():
    return movie_classifier()


def test_a_student_begins_with_layers_of_the_teacher_of_minilm_or_of_nobody(teacher):
    same, other, fresh = (
        students.begin(teacher, start, [0, 3], seed=0) for start in ("teacher", "minilm", "random")
    )
    for one in (same, other, fresh):
        assert len(one.bert.encoder.layers) == 2
    third = teacher.bert.encoder.layers[3].feed_forward.expand.weight
    assert torch.equal(same.bert.encoder.layers[1].feed_forward.expand.weight, third)
    assert torch.equal(same.classifier.dense.weight, teacher.classifier.dense.weight)
    for one in (other, fresh):
        assert not torch.equal(one.bert.encoder.layers[1].feed_forward.expand.weight, third)
        assert not torch.equal(one.classifier.dense.weight, teacher.classifier.dense.weight)
    again = students.begin(teacher, "random", [0, 3], seed=1)
    words = [one.bert.embeddings.word.weight for one in (teacher, other, fresh, again)]
    assert not any(torch.equal(words[2], one) for one in (words[0], words[1], words[3]))


def test_heads_go_in_order_and_one_stays_in_each_layer(teacher):
    asked = {"heads": [12, 60], "judged by": 8}
    few, many = small_and_fast.without_heads(teacher, asked).values()
    for model, gone in ((few, 12), (many, 60)):
        heads = [layer.attention.num_heads for layer in model.bert.encoder.layers]
        assert sum(heads) == 72 - gone and min(heads) >= 1
    assert teacher.bert.encoder.layers[0].attention.num_heads == 12


def test_so_many_zeros_as_asked(teacher):
    pruned = small_and_fast.with_zeros(teacher, 0.5)
    weights = [layer.feed_forward.expand.weight for layer in pruned.bert.encoder.layers]
    zeros = sum(int((weight == 0).sum()) for weight in weights) / sum(map(torch.numel, weights))
    assert 0.3 < zeros < 0.7
    assert (teacher.bert.encoder.layers[0].feed_forward.expand.weight != 0).all()
