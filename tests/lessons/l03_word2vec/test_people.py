"""How well vectors agree with people, and the record of several seeds."""

import numpy as np
import pytest

from bertlab.datasets import WordPair, wordsim353
from bertlab.predecessors.word2vec.word_vectors import WordVectors
from lessons.l03_word2vec import people
from lessons.l03_word2vec.experiments.word2vec import pack, unpack
from lessons.l03_word2vec.rank_correlation import paired_interval, spearman
from workbook.records import recorded, run_slice


def test_slice_of_yours():
    found = run_slice("word2vec_yours")
    for system in ("yours", "gensim"):
        (seed,) = found[system]["wordsim353"]
        assert len(unpack(seed)) == len(found["places"]["wordsim353"])
    assert found["yours"] != found["gensim"]


def test_the_record_has_five_seeds_of_a_smaller_vocabulary():
    yours, defaults = (recorded(name)["results"] for name in ("word2vec_yours", "word2vec"))
    for name, places in yours["places"].items():
        assert set(places) <= set(defaults["places"][name])
        for system in ("yours", "gensim"):
            assert len({*yours[system][name]}) == 5


def vectors(seed, words="abcd"):
    return WordVectors(list(words), np.random.default_rng(seed).normal(size=(len(words), 3)))


def test_pairs_that_all_know_are_rated(monkeypatch):
    monkeypatch.setattr(people, "human_scores", lambda name, places: np.array(places, float))
    rated = [WordPair("A", "b", 5.0), WordPair("a", "d", 1.0), WordPair("b", "c", 9.0)]
    seeds = [pack(np.array([0.1, 0.2, 0.3])), pack(np.array([0.4, 0.5, 0.6]))]
    yours = {"places": {"list": [0, 1, 2]}, "yours": {"list": seeds}, "gensim": {"list": seeds}}
    models = [{"objective": name, "gensim": {"list": seeds}} for name in people.DEFAULTS]
    defaults = {"places": {"list": [2, 0, 1]}, "models": models}
    mine, large = vectors(0), vectors(1, "abc")  # the large model does not know d
    today = {people.YOURS: mine, people.SAME: mine, people.LARGE: large}
    found = people.rate("list", rated, today, (yours, defaults))
    assert found.human.tolist() == [0, 2]
    expected = [[mine.cosine("a", "b"), mine.cosine("b", "c")], [0.4, 0.6]]
    np.testing.assert_allclose(found.cosines[people.YOURS], expected)
    np.testing.assert_allclose(found.cosines[people.DEFAULTS["negative sampling"]][0], [0.2, 0.1])
    assert found.cosines[people.LARGE].shape == (1, 2)


def test_intervals_are_those_of_a_paired_bootstrap():
    random = np.random.default_rng(0)
    human = np.array([pair.score for pair in wordsim353()])
    sets = {
        label: human + spread * random.normal(size=(3, len(human)))
        for label, spread in ((people.YOURS, 1.0), ("other", 3.0))
    }
    rated = people.Rated(human, sets)
    mean, low, high = people.leads(rated)["other"]
    assert (low, high) == pytest.approx(paired_interval(human, *sets.values(), 500), abs=0.02)
    assert low < mean < high
    found = people.agreements(rated)[people.YOURS]
    assert found.seeds == [spearman(human, row) for row in sets[people.YOURS]]
    assert found.low < np.mean(found.seeds) < found.high
