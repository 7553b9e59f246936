"""The recorded read-out: slices run, scores come out of kept answers and of the shipped change."""

import pytest
import torch

from bertlab.model.checkpoint import read_tensors
from bertlab.pretraining.objectives import masked_scores
from bertlab.pretraining.readout import from_change
from bertlab.training.changes import CHANGE
from lessons.l08_pretraining.experiments import readout, readout_long
from tests.recomputed import assert_answers
from workbook.recorded_answers import right_answers
from workbook.records import recorded

WAYS = recorded("readout")["results"]["ways"]


@pytest.fixture(scope="module")
def held_out():
    return readout.texts(readout.CONFIGURATION["max_length"])[1]


@pytest.mark.parametrize("way", WAYS)
def test_scores_come_out_of_the_kept_answers(way, held_out):
    targets = right_answers(held_out, readout.CONFIGURATION["held_out"])
    assert_answers(WAYS[way], readout.KEPT, way, targets)


def test_the_shipped_change_has_the_recorded_scores(held_out):
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        found = masked_scores(from_change("minilm-words"), held_out, len(held_out))
    finally:
        torch.set_num_threads(before)
    stored = recorded("readout_long")["results"]["stored"]
    assert found.keys() == stored.keys()
    for name, value in found.items():
        assert value == pytest.approx(stored[name], abs=2e-3)


def test_the_shipped_change_is_small_and_what_was_trained():
    file = readout_long.KEPT / CHANGE
    assert file.stat().st_size <= 12_000_000
    model = readout.fresh(readout_long.CONFIGURATION["way"], seed=0)
    trained = sum(p.numel() for p in model.parameters() if p.requires_grad)
    assert sum(tensor.numel() for tensor in read_tensors(file).values()) == trained
