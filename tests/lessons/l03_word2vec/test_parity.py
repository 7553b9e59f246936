"""The same as gensim: the tree, the file format, neighbors, analogies, ratings, kept words."""

import gensim.models
import numpy as np
import pytest
import torch
from gensim.models.word2vec import Word2Vec as GensimWord2Vec
from scipy import stats

from bertlab.datasets import Analogy, WordPair
from bertlab.predecessors.word2vec.examples import keep_probability, noise_distribution
from bertlab.predecessors.word2vec.huffman import expected_length, huffman_tree
from bertlab.predecessors.word2vec.model import Training, Word2Vec
from bertlab.predecessors.word2vec.word_vectors import WordVectors
from lessons.l03_word2vec.experiments.word2vec import news_sentences
from lessons.l03_word2vec.rank_correlation import spearman

SENTENCES = news_sentences()[0][:400]


@pytest.fixture(scope="module")
def theirs():
    return GensimWord2Vec(
        SENTENCES, vector_size=12, min_count=4, sample=1e-3, hs=1, negative=3, workers=1, epochs=2
    )


@pytest.fixture(scope="module")
def ours(theirs):
    return WordVectors(theirs.wv.index_to_key, theirs.wv.vectors)


def counts_of(model):
    return [int(model.wv.get_vecattr(word, "count")) for word in model.wv.index_to_key]


def test_vocabularies_have_the_same_words_and_counts(theirs):
    model = Word2Vec(training=Training(vector_size=4, min_count=4, epochs=1)).fit(SENTENCES)
    mine = dict(zip(model.words_, model.counts_.tolist(), strict=True))
    assert mine == dict(zip(theirs.wv.index_to_key, counts_of(theirs), strict=True))


def test_trees_are_equally_short(theirs):
    """Ties can be broken in several ways, but no two best trees differ in expected length."""
    counts = counts_of(theirs)
    lengths = [len(theirs.wv.get_vecattr(word, "code")) for word in theirs.wv.index_to_key]
    expected = np.dot(lengths, counts) / sum(counts)
    assert expected_length(huffman_tree(counts), counts) == pytest.approx(expected, abs=1e-12)


def test_words_are_kept_with_the_same_probability(theirs):
    kept = [theirs.wv.get_vecattr(w, "sample_int") for w in theirs.wv.index_to_key]
    mine = keep_probability(torch.tensor(counts_of(theirs)), 1e-3)
    np.testing.assert_allclose(np.array(kept) / (2**32 - 1), mine, atol=1e-6)


def test_noise_has_the_same_distribution(theirs):
    mine = noise_distribution(torch.tensor(counts_of(theirs)), 0.75).cumsum(0)
    np.testing.assert_allclose(theirs.cum_table / theirs.cum_table[-1], mine, atol=1e-6)


def test_first_vectors_have_the_same_spread(theirs):
    fresh = GensimWord2Vec(vector_size=12, min_count=4)
    fresh.build_vocab(SENTENCES)
    mine = Word2Vec(
        training=Training(vector_size=12, min_count=4, epochs=1, learning_rate=0.0, end_rate=0.0)
    ).fit(SENTENCES)
    for vectors in (fresh.wv.vectors, mine.input_.numpy()):
        assert np.abs(vectors).max() <= 1 / 12
        assert np.abs(vectors).max() > 0.99 / 12
    assert not mine.output_.any()


def test_gensim_reads_our_file_and_we_read_theirs(tmp_path, theirs, ours):
    ours.save(tmp_path / "ours.txt")
    loaded = gensim.models.KeyedVectors.load_word2vec_format(str(tmp_path / "ours.txt"))
    assert tuple(loaded.index_to_key) == ours.words
    assert (loaded.vectors == ours.vectors).all()
    theirs.wv.save_word2vec_format(str(tmp_path / "theirs.txt"))
    again = WordVectors.load(tmp_path / "theirs.txt")
    assert again.words == ours.words
    np.testing.assert_allclose(again.vectors, ours.vectors, rtol=1e-6)


def test_neighbors(theirs, ours):
    for word in ours.words[::50]:
        expected = theirs.wv.most_similar(word, topn=5)
        found = ours.neighbors(word, 5)
        np.testing.assert_allclose([n.cosine for n in found], [c for _, c in expected], atol=1e-5)
        assert found[0].word == expected[0][0]


def test_analogies(theirs, ours):
    random = np.random.default_rng(0)
    for _ in range(20):
        a, b, c = random.choice(ours.words, 3, replace=False)
        expected = theirs.wv.most_similar(positive=[b, c], negative=[a], topn=3)
        found = ours.analogy(a, b, c, 3)
        np.testing.assert_allclose([n.cosine for n in found], [c for _, c in expected], atol=1e-5)
        assert found[0].word == expected[0][0]


def test_accuracy_on_analogies(tmp_path, theirs, ours):
    random = np.random.default_rng(1)
    questions = []
    for number in range(60):
        a, b, c, d = random.choice(ours.words, 4, replace=False)
        d = ours.analogy(a, b, c)[0].word if number % 3 == 0 else d
        questions.append(Analogy("all", a, b, c, d))
    lines = [f"{q.a} {q.b} {q.c} {q.d}" for q in questions]
    (tmp_path / "q.txt").write_text("\n".join([": all", *lines]))
    score, sections = theirs.wv.evaluate_word_analogies(str(tmp_path / "q.txt"))
    right, asked = ours.answer(questions)
    assert asked == len(sections[-1]["correct"]) + len(sections[-1]["incorrect"])
    assert right / asked == pytest.approx(score)
    assert right >= 20


def test_agreement_with_human_ratings(tmp_path, theirs, ours):
    random = np.random.default_rng(2)
    pairs = [
        WordPair(*random.choice(ours.words, 2, replace=False), float(random.integers(0, 10)))
        for _ in range(50)
    ]
    text = "\n".join(f"{p.first}\t{p.second}\t{p.score}" for p in pairs)
    (tmp_path / "pairs.tsv").write_text(text)
    expected = theirs.wv.evaluate_word_pairs(str(tmp_path / "pairs.tsv"))[1].statistic
    scores = ours.score_pairs(pairs)
    assert spearman(scores.human, scores.cosine) == pytest.approx(expected, abs=1e-6)


def test_spearman_equals_scipy():
    random = np.random.default_rng(3)
    first, second = random.integers(0, 8, (2, 60)).astype(float)
    expected = stats.spearmanr(first, second).statistic
    assert spearman(first, second) == pytest.approx(expected, abs=1e-12)


def test_vectors_grow_alike(theirs):
    """Nothing is tuned: at equal settings the vectors come out equally long."""
    training = Training(vector_size=12, min_count=4, epochs=3, batch_size=16)
    mine = Word2Vec(training=training).fit(SENTENCES).input_.norm(dim=1).mean().item()
    settings = {"vector_size": 12, "min_count": 4, "sg": 1, "workers": 1, "epochs": 3}
    model = GensimWord2Vec(SENTENCES, **settings, batch_words=100)  # its rate falls once a batch
    assert mine == pytest.approx(np.linalg.norm(model.wv.vectors, axis=1).mean(), rel=0.05)
