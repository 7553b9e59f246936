"""Baselines of the lesson by hand: the word list, counts of words, the best regression."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from bertlab.datasets import RatedText
from lessons.l09_finetuning import baselines

LEXICON = {"good": 1.9, "bad": -2.5, "don't": -0.5}


def rated(text, label=0):
    return RatedText(text, valence=1.0 if label else -1.0, label=label)


def test_lexicon_sums_by_hand():
    assert baselines.lexicon_sum("Good, good - not BAD!", LEXICON) == pytest.approx(1.3)
    assert baselines.lexicon_sum("I don't know", LEXICON) == -0.5
    assert baselines.lexicon_sum("...", LEXICON) == 0.0


def test_features_by_hand():
    (length, marks, summed), *_ = baselines.text_features([rated("Good, not bad!")], LEXICON)
    assert length == pytest.approx(3 / 25 - 1)
    assert marks == pytest.approx(2 / 3)
    assert summed == pytest.approx(np.tanh(-0.6 / 4))


def test_word_weights_know_the_training_texts_only():
    texts = ["a good film", "a good plot", "bad bad"]
    train, other = baselines.word_weights(texts, [["new words", "good"]])
    assert train.shape[0] == 3
    assert train.shape[1] == other.shape[1]
    assert other[1].nnz > 0
    assert other[0].nnz == 0


def test_the_regression_is_the_best_on_validation():
    generator = np.random.default_rng(0)
    features = generator.normal(size=(60, 5))
    labels = (features[:, 0] + generator.normal(size=60) > 0).astype(int)
    chosen = baselines.best_regression(features[:30], labels[:30], features[30:], labels[30:])
    scores = [
        LogisticRegression(C=c, max_iter=2000)
        .fit(features[:30], labels[:30])
        .score(features[30:], labels[30:])
        for c in baselines.STRENGTHS
    ]
    assert chosen.score(features[30:], labels[30:]) == max(scores)
