"""The recorded runs: scores come out of the ranks that were kept, and slices run."""

import numpy as np
import pytest
import torch

from bertlab.model.checkpoint import read_tensors
from lessons.l13_sentence_vectors import reading
from lessons.l13_sentence_vectors.experiments import sentence_vectors, simcse
from workbook.records import recorded


@pytest.fixture(scope="module")
def ways():
    return recorded("sentence_vectors")


@pytest.fixture(scope="module")
def trained():
    return recorded("simcse")


def assert_summary(ranks, pairs, stored):
    """State that proportions and intervals are those of the ranks, by NumPy."""
    ranks = ranks.numpy().astype(float)
    assert len(ranks) == len(pairs.queries) and ranks.min() >= 1
    assert (ranks == 1).mean() == pytest.approx(stored["first"], abs=1e-4)
    assert (1 / ranks).mean() == pytest.approx(stored["reciprocal"], abs=1e-4)
    names = sorted(set(pairs.groups))
    sums = np.array([(1 / ranks)[np.array(pairs.groups) == name].sum() for name in names])
    counts = np.array([pairs.groups.count(name) for name in names])
    drawn = np.random.default_rng(1).integers(0, len(names), (2000, len(names)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    bounds = np.percentile(means, [2.5, 97.5])
    np.testing.assert_allclose(bounds, [stored["low"], stored["high"]], atol=0.015)


@pytest.mark.parametrize(
    "name", ["TF-IDF", "minilm-words, mean", "minilm-words, whitened to 64", "minilm, mean"]
)
def test_scores_come_out_of_the_kept_ranks(ways, name):
    kept, pairs = read_tensors(sentence_vectors.KEPT), sentence_vectors.test_pairs(None)
    for which, each in pairs.items():
        assert_summary(kept[f"{which}/{name}"], each, ways["results"]["ways"][name][which])


def test_scores_of_simcse_come_out_of_the_kept_ranks(trained):
    kept, pairs = read_tensors(simcse.KEPT), sentence_vectors.test_pairs(None)
    for name, seeds in trained["results"].items():
        for row in seeds:
            for which, each in pairs.items():
                assert_summary(kept[f"{which}/{name}/{row['seed']}"], each, row[which])


def test_the_pairs_are_many(ways):
    assert ways["results"]["pairs"] == {"editorials": 2224, "paraphrases": 600}


def test_the_trained_encoder_is_another_one():
    before, after = reading.load("minilm-words"), simcse.trained_encoder()
    changed = [
        name
        for (name, one), (_, other) in zip(
            before.named_parameters(), after.named_parameters(), strict=True
        )
        if not torch.equal(one, other)
    ]
    assert changed and all(name.startswith("encoder") for name in changed)
    assert not after.training
