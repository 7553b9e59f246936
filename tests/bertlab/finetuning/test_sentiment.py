"""Samples of reviews, the word list of the release, and what is kept of every method's answers."""

import numpy as np
import pytest

from bertlab.datasets import movie_reviews, sentiment_lexicon
from bertlab.finetuning import sentiment


def test_the_lexicon_of_the_release():
    lexicon = sentiment_lexicon()
    assert len(lexicon) == 7506
    assert lexicon["good"] == 1.9
    assert all(-4 <= valence <= 4 for valence in lexicon.values())


def test_a_sample_is_random_and_repeats():
    part = movie_reviews().train
    assert sentiment.sample(part, 50) == sentiment.sample(part, 50)
    assert sentiment.sample(part, 50) != sentiment.sample(part, 50, seed=1)
    assert sorted(sentiment.sample(part, None)) == sorted(part)
    proportion = np.mean([review.label for review in sentiment.sample(part, 400)])
    assert 0.4 < proportion < 0.6  # the first 400 of the file are nearly all favorable
    with pytest.raises(ValueError, match="number must be in"):
        sentiment.sample(part, 0)
