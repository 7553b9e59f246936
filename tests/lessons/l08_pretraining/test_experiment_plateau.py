"""The recorded run of the plateau: its slice runs, and its measures are right by hand."""

import math
from collections import Counter

import pytest

from lessons.l08_pretraining.experiments import plateau
from workbook.records import recorded, run_slice


@pytest.mark.nightly
def test_a_slice_has_the_fields_of_the_record():
    part, whole = run_slice("plateau"), recorded("plateau")["results"]
    assert part.keys() == whole.keys() == {"32", "128"}
    for length, runs in part.items():
        assert len(runs) == 1 and len(whole[length]) == 3
        assert runs[0].keys() == whole[length][0].keys()
        assert len(runs[0]["tokens"]) == len(runs[0]["validation"])
        assert abs(runs[0]["validation"][0] - math.log(2000)) < 1  # fresh weights: equal shares


@pytest.mark.nightly
def test_the_unigram_guess_of_the_record_is_that_of_the_text():
    run = plateau.prepare(plateau.CONFIGURATION, "128", seed=1)
    counts = plateau.target_counts(run.train_data)
    asked = plateau.target_counts(run.validation_data, run.config.held_out)
    found = plateau.unigram_surprise(counts, asked, len(run.tokenizer.vocabulary))
    expected = recorded("plateau")["results"]["128"][0]["unigram"]
    assert found == pytest.approx(expected, abs=1e-4)


def test_both_lengths_read_the_same_number_of_tokens():
    tokens = {n: run[0]["tokens"][-1] for n, run in recorded("plateau")["results"].items()}
    assert tokens["32"] == pytest.approx(tokens["128"], rel=0.1)


def test_unigram_surprise_by_hand():
    """Counts 2 and 1, one more each for 3 pieces: 3/6, 2/6, 1/6."""
    found = plateau.unigram_surprise(Counter({7: 2, 8: 1}), Counter({7: 1, 9: 1}), vocab_size=3)
    assert found == pytest.approx((math.log(2) + math.log(6)) / 2)


def test_when_a_plateau_is_left():
    run = {"tokens": [10, 20, 30], "validation": [5.9, 5.69, 5.0], "unigram": 6.0}
    assert plateau.left_at(run) == 20
    assert plateau.left_at({**run, "unigram": 5.2}) == math.inf
