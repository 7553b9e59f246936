"""The recorded runs of ELMo: their slices still run, and their numbers come out again."""

import math

import numpy as np
import pytest
import torch

from bertlab.before.elmo.language_model import published, published_folder
from bertlab.before.ngrams.corpus import wiki_language_model_data
from bertlab.datasets import movie_reviews
from lessons.l04_elmo.experiments import elmo, elmo_features
from workbook import scoreboard
from workbook.records import recorded, run_slice


@pytest.fixture(scope="module")
def features():
    return recorded("elmo_features")["results"]


@pytest.mark.parametrize("module", [elmo, elmo_features], ids=["elmo", "elmo_features"])
def test_the_record_is_of_this_configuration(module):
    name = module.__name__.rpartition(".")[2]
    assert recorded(name)["configuration"] == module.CONFIGURATION


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


def test_the_classifiers_come_out_again(features):
    part = run_slice("elmo_features")
    assert part["labels"] == features["labels"]
    for variant in elmo_features.VARIANTS:
        (ours,) = part["predictions"][variant]["500"]
        theirs = features["predictions"][variant]["500"][0]
        differing = sum(a != b for a, b in zip(ours, theirs, strict=True))
        assert differing <= 5, f"{variant}: {differing} of {len(ours)} predictions differ"
        ours, theirs = (r["validation"][variant]["500"][0] for r in (part, features))
        assert ours == pytest.approx(theirs, abs=0.005)
    assert part["shares"]["500"][0] == pytest.approx(features["shares"]["500"][0], abs=0.01)


def test_accuracies_are_those_of_the_recorded_predictions(features):
    right = np.array([rated.label for rated in movie_reviews().test])
    for variant, by_size in features["predictions"].items():
        for size, rows in by_size.items():
            expected = [(np.array(list(map(int, row))) == right).mean() for row in rows]
            found = elmo_features.accuracies(features, variant, int(size))
            assert found == pytest.approx(expected)
            assert len(found) == len(elmo_features.CONFIGURATION["seeds"])


def test_the_recorded_shares_are_shares(features):
    for rows in features["shares"].values():
        assert all(sum(row) == pytest.approx(1, abs=1e-5) and min(row) > 0 for row in rows)
