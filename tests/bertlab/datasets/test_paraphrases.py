"""Generated paraphrases: nothing is shared by parts, and words in common do not suffice."""

import re
from itertools import combinations
from string import Formatter

import pytest
import torch
from sklearn.feature_extraction.text import TfidfVectorizer

from bertlab.datasets.generated.paraphrases import (
    DETAILS,
    EVENTS,
    PERSONS,
    Paraphrase,
    detail_of,
    paraphrases,
)
from bertlab.vectors.ranking import hits_at_1, mean_reciprocal_rank, neighbor_ranks

PARTS = ("train", "validation", "test")


@pytest.fixture(scope="module")
def data():
    return paraphrases()


def texts_of(part):
    return [text for pair in part for text in (pair.first, pair.second)]


def test_what_is_told_and_every_sentence_come_once(data):
    for part in data:
        told = {(pair.event, pair.person, pair.detail) for pair in part}
        assert len(told) == len(part)
        sentences = {text.casefold() for text in texts_of(part)}
        assert len(sentences) == 2 * len(part)
        assert all(re.fullmatch(r"[A-Z][^{}|]+\.", text) for text in texts_of(part))


def test_parts_share_nothing(data):
    for one, other in combinations(PARTS, 2):
        wordings = [{w for event in EVENTS[part] for w in event} for part in (one, other)]
        names = [{n for pair in PERSONS[part] for n in pair} for part in (one, other)]
        details = [{d for kind in DETAILS[part].values() for d in kind} for part in (one, other)]
        for ours, theirs in (wordings, names, details):
            assert not ours & theirs
    for ours, theirs in combinations(map(texts_of, data), 2):
        assert not set(ours) & set(theirs)


def test_every_event_has_four_wordings_with_the_same_slots():
    for event in (event for part in PARTS for event in EVENTS[part]):
        assert len(set(event)) == 4
        slots = [sorted(name for _, name, _, _ in Formatter().parse(w) if name) for w in event]
        assert slots == [sorted(["who", detail_of(event[0])])] * 4


def test_a_pair_says_the_same_in_other_words(data):
    for name, part in zip(PARTS, data, strict=True):
        names = dict(PERSONS[name])
        for pair in part:
            first, second = (text.casefold() for text in (pair.first, pair.second))
            both = (pair.person, names[pair.person])
            assert all(any(name in text for name in both) for text in (first, second))
            assert pair.detail.casefold() in first and pair.detail.casefold() in second
            assert first != second


def test_words_in_common_find_few_partners(data):
    """Words lead near, but other sentences share more of them than the partner does."""
    firsts, seconds = zip(*[(pair.first, pair.second) for pair in data.test], strict=True)
    counts = TfidfVectorizer().fit([*firsts, *seconds])
    vectors = [torch.from_numpy(counts.transform(texts).toarray()) for texts in (firsts, seconds)]
    ranks = neighbor_ranks(*vectors)
    assert hits_at_1(ranks) < 0.05
    assert 0.02 < mean_reciprocal_rank(ranks) < 0.2


def test_the_seed_decides(data):
    assert paraphrases(40, 8, 20, seed=3) == paraphrases.__wrapped__(40, 8, 20, seed=3)
    assert paraphrases(40, 8, 20, seed=3) != paraphrases(40, 8, 20, seed=4)
    assert isinstance(data.test[0], Paraphrase)


@pytest.mark.parametrize(
    ("size", "most"), [((2881, 1, 1), 2880), ((1, 0, 1), 144), ((1, 1, 1961), 1960)]
)
def test_sizes_that_cannot_be(size, most):
    with pytest.raises(ValueError, match=f"expected 1 to {most} pairs"):
        paraphrases(*size)
