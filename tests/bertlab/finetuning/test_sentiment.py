"""Simple methods for sentiment, and what is kept of every method's answers."""

import numpy as np
import pytest
import torch

from bertlab.datasets import RatedText, movie_reviews, sentiment_lexicon
from bertlab.finetuning import sentiment
from workbook.kept_logits import accuracy, halved, keep_logits, kept_logits

LEXICON = {"good": 1.9, "bad": -2.5, "don't": -0.5}


def rated(text, label=0):
    return RatedText(text, valence=1.0 if label else -1.0, label=label)


def test_the_lexicon_of_the_release():
    lexicon = sentiment_lexicon()
    assert len(lexicon) == 7506
    assert lexicon["good"] == 1.9
    assert all(-4 <= valence <= 4 for valence in lexicon.values())


def test_lexicon_sums_by_hand():
    assert sentiment.lexicon_sum("Good, good - not BAD!", LEXICON) == pytest.approx(1.3)
    assert sentiment.lexicon_sum("I don't know", LEXICON) == -0.5
    assert sentiment.lexicon_sum("...", LEXICON) == 0.0


def test_features_by_hand():
    (length, marks, summed), *_ = sentiment.text_features([rated("Good, not bad!")], LEXICON)
    assert length == pytest.approx(3 / 25 - 1)
    assert marks == pytest.approx(2 / 3)
    assert summed == pytest.approx(np.tanh(-0.6 / 4))


def test_a_sample_is_random_and_repeats():
    part = movie_reviews().train
    assert sentiment.sample(part, 50) == sentiment.sample(part, 50)
    assert sentiment.sample(part, 50) != sentiment.sample(part, 50, seed=1)
    assert sorted(sentiment.sample(part, None)) == sorted(part)
    share = np.mean([review.label for review in sentiment.sample(part, 400)])
    assert 0.4 < share < 0.6  # the first 400 of the file are nearly all favorable
    with pytest.raises(ValueError, match="number must be in"):
        sentiment.sample(part, 0)


@pytest.mark.parametrize("characters", [False, True])
def test_word_weights_know_the_training_texts_only(characters):
    texts = ["a good film", "a good plot", "bad bad"]
    train, other = sentiment.word_weights(texts, [["new words", "good"]], characters)
    assert train.shape[0] == 3
    assert train.shape[1] == other.shape[1]
    assert other[1].nnz > 0
    if not characters:
        assert other[0].nnz == 0


def test_the_regression_is_the_best_on_validation():
    generator = np.random.default_rng(0)
    features = generator.normal(size=(60, 5))
    labels = (features[:, 0] + generator.normal(size=60) > 0).astype(int)
    chosen = sentiment.best_regression(features[:30], labels[:30], features[30:], labels[30:])
    scores = [
        sentiment.LogisticRegression(C=c, max_iter=2000)
        .fit(features[:30], labels[:30])
        .score(features[30:], labels[30:])
        for c in sentiment.STRENGTHS
    ]
    assert chosen.score(features[30:], labels[30:]) == max(scores)


def test_kept_logits_come_back(tmp_path):
    logits = [halved(torch.randn(7, 3)) for _ in range(2)]
    keep_logits(tmp_path / "kept.safetensors", {"one": logits, "two": logits[:1]})
    found = kept_logits(tmp_path / "kept.safetensors", "one")
    torch.testing.assert_close(found, torch.stack(logits), rtol=0, atol=0)
    assert kept_logits(tmp_path / "kept.safetensors", "two").shape == (1, 7, 3)


def test_accuracy_by_hand():
    logits = torch.tensor([[0.1, 0.2], [0.3, -1.0], [0.0, 5.0], [1.0, 2.0]])
    assert accuracy(logits, [1, 0, 1, 0]) == 0.75
