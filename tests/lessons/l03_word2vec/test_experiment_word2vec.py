"""The recorded runs of the word2vec lesson: a slice runs, and the records agree with themselves."""

import numpy as np
import pytest

from bertlab.datasets import simlex999, wordsim353
from bertlab.predecessors.word2vec.examples import count_words
from lessons.l03_word2vec.experiments.word2vec import (
    CONFIGURATION,
    PAIRS,
    SYSTEMS,
    difference,
    human_scores,
    kept_vectors,
    pack,
    training_sentences,
    unpack,
    words_only,
)
from lessons.l03_word2vec.rank_correlation import spearman
from workbook.records import recorded, run_slice


@pytest.fixture(scope="module")
def results():
    return recorded("word2vec")["results"]


def test_slice_trains_ours_and_theirs():
    found = run_slice("word2vec")
    (row,) = found["models"]
    for system in SYSTEMS:
        assert len(unpack(row[system]["wordsim353"][0])) == len(found["places"]["wordsim353"])
        assert -1 <= row[system]["simlex999 spearman"][0] <= 1
    bounds = row["difference"]["wordsim353"]
    assert bounds["low"] <= bounds["mean"] <= bounds["high"]
    cosines = [unpack(row[system]["wordsim353"][0]) for system in SYSTEMS]
    assert not np.allclose(cosines[1], cosines[2]), "the order of the sentences decides"


def test_slice_of_the_variants():
    found = run_slice("word2vec_variants")
    assert {row["objective"] for row in found["six_ways"]} == {
        "full softmax",
        "hierarchical softmax",
        "negative sampling",
    }
    touched = {row["objective"]: row["rows_per_example"] for row in found["six_ways"]}
    assert touched["full softmax"] == found["num_words"]
    assert 5 < touched["negative sampling"] < 6
    assert touched["hierarchical softmax"] < touched["full softmax"] / 4
    assert found["batch_sizes"][0]["limited"][0] > 1


def test_words_only_drops_marks_and_numbers():
    sentences = [["in", "<num>", ",", "u.s.", "'s", "don't"], ["<num>", "."]]
    assert words_only(sentences) == [["in", "u.s.", "'s", "don't"]]


def test_packed_cosines_are_read_back():
    assert pack(np.array([0.5, -0.1, 0.12345])) == "5000 -1000 1234"
    assert unpack("5000 -1000 1234").tolist() == [0.5, -0.1, 0.1234]


def test_recorded_text_is_the_text(results):
    sentences = training_sentences()
    assert results["num_tokens"] == sum(map(len, sentences))
    words, _ = count_words(sentences, CONFIGURATION["training"]["min_count"])
    assert results["num_words"] == len(words)
    known = set(words)
    for name, load in PAIRS.items():
        both = [p.first.lower() in known and p.second.lower() in known for p in load()]
        assert results["places"][name] == np.flatnonzero(both).tolist()


def test_recorded_correlations_follow_from_recorded_cosines(results):
    for row in results["models"]:
        for system in SYSTEMS:
            for name in PAIRS:
                human = human_scores(name, results["places"][name])
                for seed, cosines in enumerate(row[system][name]):
                    expected = row[system][f"{name} spearman"][seed]
                    assert spearman(human, unpack(cosines)) == pytest.approx(expected, abs=5e-5)


def test_recorded_interval_follows_from_recorded_cosines(results):
    row = results["models"][0]
    repeats = CONFIGURATION["bootstrap_repeats"]
    found = difference(row, "wordsim353", results["places"]["wordsim353"], repeats)
    assert found == pytest.approx(row["difference"]["wordsim353"], abs=2e-4)


def test_kept_vectors_are_those_of_the_record(results):
    vectors = kept_vectors()
    assert len(vectors) == results["num_words"]
    context, objective, system, seed = CONFIGURATION["keep"]
    (row,) = [
        r for r in results["models"] if (r["context"], r["objective"]) == (context, objective)
    ]
    for name, pairs in (("wordsim353", wordsim353()), ("simlex999", simlex999())):
        cosines = vectors.score_pairs(pairs).cosine
        np.testing.assert_allclose(cosines, unpack(row[system][name][seed]), atol=2e-3)
