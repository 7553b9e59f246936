"""Similar words: neighbors by a second way, and what MacBERT's masker shows."""

from itertools import pairwise

import numpy as np
import pytest

from bertlab.predecessors.word2vec.word_vectors import WordVectors
from bertlab.pretraining.masking import Unit, apart, choose_spans, number_to_mask
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from lessons.l16_what_to_mask.similar_words import (
    NGRAMS,
    SimilarWordMasker,
    as_pieces,
    similar_words,
)
from tests.toy_pretraining import NUM_SPECIALS, toy_tokenizer

TOKENIZER = toy_tokenizer(40)
FIRST_WORD = NUM_SPECIALS  # ids below are specials
SIMILAR = {(a,): [(a + 1,), (a + 2,)] for a in range(5, 30)}
SIMILAR |= {(a, a + 1): [(a + 1, a)] for a in range(5, 30)}


def sequence_of(sizes):
    """A sequence in words of these sizes."""
    edges = np.cumsum([1, *sizes]).tolist()
    ids = np.random.default_rng(0).integers(FIRST_WORD, 40, edges[-1] + 1)
    maskable = np.ones(len(ids), bool)
    maskable[[0, -1]] = False
    return ids, maskable, [Unit(a, b) for a, b in pairwise(edges)]


def outcomes(masker, sequence, draws):
    generator = np.random.default_rng(1)
    return [(sequence[0], masker(*sequence, generator)) for _ in range(draws)]


def test_macbert_shows_similar_words():
    ids, maskable, _ = sequence_of([1, 2] * 60)
    ids[1:-1:3], ids[2:-1:3], ids[3:-1:3] = 7, 20, 21  # words (7,) and (20, 21)
    units = apart([Unit(a, a + 2) for a in range(2, len(ids) - 1, 3)], maskable, "word")
    counts = {1: np.zeros(3), 2: np.zeros(3)}
    for _, masked in outcomes(SimilarWordMasker(TOKENIZER, SIMILAR), (ids, maskable, units), 400):
        assert TOKENIZER.mask_id not in masked.input_ids
        for word in units:
            if word.start not in masked.positions:
                continue
            old, new = (tuple(x[word.start : word.end]) for x in (ids, masked.input_ids))
            kind = 0 if new in SIMILAR[old] else 2 if new == old else 1
            counts[len(old)][kind] += 1
            assert new in SIMILAR or new in SIMILAR[old]
    for length, found in counts.items():
        ways = len([word for word in SIMILAR if len(word) == length])
        similar = 0.8 + 0.1 * len(SIMILAR[(7,) if length == 1 else (20, 21)]) / ways
        assert found[0] / found.sum() == pytest.approx(similar, abs=0.02)
        assert found[2] / found.sum() == pytest.approx(0.1 + 0.1 / ways, abs=0.02)


def test_a_word_without_similar_ones_becomes_a_random_word_of_its_length():
    ids, maskable, units = sequence_of([2, 3] * 20)
    masker = SimilarWordMasker(TOKENIZER, {(5, 6): [(6, 5)]}, (1.0,))
    for seed in range(30):
        masked = masker(ids, maskable, units, np.random.default_rng(seed))
        for word in units:
            if word.start in masked.positions:
                new = tuple(masked.input_ids[word.start : word.end].tolist())
                old = tuple(ids[word.start : word.end].tolist())
                assert len(new) == 3 or new in (old, (5, 6))
                assert min(new) >= FIRST_WORD, "of a length without words: random pieces"


def test_runs_have_one_to_four_words_and_each_word_a_fate_of_its_own():
    ids, maskable, units = sequence_of([2] * 60)
    masker, mixed = SimilarWordMasker(TOKENIZER, SIMILAR), 0
    sizes = []
    for seed in range(300):
        masked = masker(ids, maskable, units, np.random.default_rng(seed))
        spans = choose_spans(units, number_to_mask(maskable), NGRAMS, np.random.default_rng(seed))
        sizes.append(len(spans[0]))
        for span in spans:
            stays = {bool((masked.input_ids[a:b] == ids[a:b]).all()) for a, b, _ in span}
            mixed += len(stays) == 2
    assert np.bincount(sizes, minlength=5)[1:] / 300 == pytest.approx(NGRAMS, abs=0.1)
    assert mixed


def test_no_neighbors_that_fit():
    for others in ([], [(6, 7)], [(6,), (7, 8)]):
        with pytest.raises(ValueError, match=r"expected words of 1 ids for \(5,\), got"):
            SimilarWordMasker(TOKENIZER, {(5,): others})
    with pytest.raises(ValueError, match="expected 1 neighbor or more, got 0"):
        similar_words(WordVectors(["a", "b"], np.eye(2)), TOKENIZER, 0)


def test_neighbors_are_the_nearest_of_the_same_length():
    tokenizer = WordPieceTokenizer((*SPECIALS, *"甲乙丙丁"))
    words = ["甲", "乙", "丙", "甲乙", "乙丙", "丙丁", "甲戊", "丁丁丁"]
    rows = np.random.default_rng(0).normal(size=(8, 3))
    table = similar_words(WordVectors(words, rows), tokenizer, 2)
    assert list(table) == words[:6], "戊 is no piece, and 丁丁丁 has no fellow"
    vectors = dict(zip(words, rows, strict=True))
    for word, others in table.items():
        fellows = [w for w in words[:6] if len(w) == len(word) and w != word]
        cosines = {w: vectors[w] @ vectors[word] / np.linalg.norm(vectors[w]) for w in fellows}
        assert others == sorted(fellows, key=cosines.get, reverse=True)
    ids = as_pieces(table, tokenizer)
    assert ids[(5, 6)][0] == tuple(tokenizer.text_ids(table["甲乙"][0]))
    SimilarWordMasker(tokenizer, ids)
