"""The recorded run of ELMo: its slice still runs, and its numbers come out again."""

import math

import pytest
import torch

from bertlab.predecessors.elmo.language_model import published, published_folder
from bertlab.predecessors.ngrams.corpus import wiki_language_model_data
from lessons.l04_elmo.experiments import elmo
from workbook import scoreboard
from workbook.records import recorded, run_slice


def test_the_record_is_of_this_configuration():
    assert recorded("elmo")["configuration"] == elmo.CONFIGURATION


def test_the_slice_of_the_language_model_learns():
    part = run_slice("elmo")
    (_, first), (_, second) = part["epochs"]
    assert second < first < 1000
    rows = scoreboard.rows({"results": part})
    assert [row.model for row in rows] == ["ELMo, forward", "ELMo, backward"]
    assert all(1 < row.perplexity < 1000 for row in rows)


def test_the_published_model_has_the_recorded_perplexities():
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        model, data = published(), wiki_language_model_data()
        found = model.directions(data.test)
    finally:
        torch.set_num_threads(before)
    rows = scoreboard.rows(recorded("elmo"))
    assert len(found.forward) == sum(len(sentence) + 1 for sentence in data.test)
    for scores, row in zip(found, rows, strict=True):
        assert math.exp(-scores.mean()) == pytest.approx(row.perplexity, rel=1e-4)
        assert elmo.direction_parameters(model) == row.parameters
    assert model.vocabulary == data.vocabulary


def test_the_published_files_are_small_and_in_half_precision():
    assert (published_folder() / "model.safetensors").stat().st_size <= 6_000_000
    weight = published().network_.output.weight
    assert torch.equal(weight, weight.half().float())
