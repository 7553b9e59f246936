"""What is read of recorded runs is what they hold, and the baselines are right by hand."""

from collections import Counter

import numpy as np
import pytest
import torch

from lessons.l08_pretraining import live, recorded
from lessons.l08_pretraining.experiments import approach
from workbook import records
from workbook.recorded_answers import Sheet


@pytest.mark.parametrize("kind", recorded.KINDS)
def test_curves_have_a_row_for_each_seed_and_end_as_the_answers_do(kind):
    steps, losses = recorded.curves(kind)
    assert steps == [*range(100, 1601, 100)] and losses.shape == (3, 16)
    accuracies = recorded.curves(kind, "held_out_masked_accuracy").values
    _, answers = recorded._hidden_answers()
    right = recorded.recorded_sheets(recorded.ablation.KEPT, kind).guess == answers
    assert accuracies[:, -1] == pytest.approx(right.double().mean(dim=1), abs=1e-3)


def entropy(probabilities):
    some = probabilities[probabilities > 0]
    return -(some * np.log(some)).sum()


@pytest.mark.parametrize(("counts", "vocab_size"), [((3, 1), 7), ((30, 10, 1), 50)])
def test_what_the_own_position_tells_is_a_mutual_information(counts, vocab_size):
    V = vocab_size - 5
    p = np.array([*counts, *[0] * (V - len(counts))]) / sum(counts)
    joint = np.diag(p) / 2 + np.outer(p, np.full(V, 1 / V)) / 2
    told = entropy(p) + entropy(joint.sum(axis=0)) - entropy(joint)
    found = recorded.own_position_gain(Counter(dict(enumerate(counts, start=5))), vocab_size)
    assert found == pytest.approx(0.2 * told)


def test_hidden_positions_alone(monkeypatch):
    is_hidden = torch.tensor([True, False, True])
    sheet = Sheet(torch.tensor([[7, 8, 5]], dtype=torch.int16), torch.zeros(1, 3))
    monkeypatch.setattr(recorded, "_hidden_answers", lambda: (is_hidden, torch.tensor([7, 8, 6])))
    monkeypatch.setattr(recorded, "recorded_sheets", lambda path, kind: sheet)
    assert recorded.accuracies_where_hidden("full") == [0.5]


def test_what_a_model_answered_before_its_loss_fell_comes_out_of_its_stored_weights():
    """The curve's line at that update, from weights in half precision."""
    record = records.recorded("approach")
    assert record["configuration"] == approach.CONFIGURATION
    curves, language = record["results"]["en"], live.english()
    assert len(curves["step"]) == 3
    line = curves["step"][0].index(record["configuration"]["stored"]["en"])
    held_out = approach.batches(language._replace(documents=language.held_out))
    asked = [held_out(0, step) for step in range(record["configuration"]["held_out"])]
    found = approach._line(live.before_the_fall(language), asked, language)
    assert found == pytest.approx({name: curves[name][0][line] for name in found}, abs=5e-3)
