"""N-gram models beside nltk.lm, wherever both define the same model.

nltk counts whatever n-grams it is given. Its own padding pipeline also predicts ``<s>`` and repeats
``</s>``, so from order 3 on it is given our n-grams instead. Its vocabulary adds ``<UNK>``; ``<s>``
is left out of it, because here ``<s>`` is no outcome. Its Kneser-Ney ends in undiscounted
continuation counts, which is ours with a discount of 0 at order 1.
"""

import numpy as np
import pytest
from nltk.lm import MLE, KneserNeyInterpolated, Laplace, Lidstone
from nltk.lm import Vocabulary as NltkVocabulary
from nltk.lm.preprocessing import padded_everygram_pipeline

from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.ngrams.counts import prediction_rows
from bertlab.predecessors.ngrams.kneser_ney import KneserNey
from bertlab.predecessors.ngrams.ngram import AddK, MaximumLikelihood


def random_text(num_sentences=120, num_words=40, seed=0):
    """Sentences of different lengths in which a word depends on the one before it."""
    generator = np.random.default_rng(seed)
    sentences = []
    for _ in range(num_sentences):
        word, sentence = int(generator.integers(num_words)), []
        for _ in range(int(generator.integers(1, 12))):
            sentence.append(f"w{word}")
            word = int(word * 3 + generator.geometric(0.4)) % num_words
        sentences.append(sentence)
    return sentences


TEXT = random_text()
VOCABULARY = Vocabulary.from_sentences(TEXT)
IDS = [VOCABULARY.encode(sentence) for sentence in TEXT]


def our_ngrams(order):
    """For each predicted token, the n-grams of order 1 to n that end with it."""
    rows = prediction_rows(IDS, order, len(VOCABULARY)).tolist()
    words = [tuple(VOCABULARY.decode(row)) for row in rows]
    return [[row[-length:] for row in words for length in range(1, order + 1)]]


def fit_nltk(model_class, order, *args, **kwargs):
    outcomes = NltkVocabulary([*VOCABULARY.words[3:], "</s>"], unk_label="<unk>")
    model = model_class(*args, order=order, vocabulary=outcomes, **kwargs)
    model.counts.update(our_ngrams(order))
    return model


def questions(order, number, seed=1):
    """Histories from other sentences of the same kind, with words drawn evenly."""
    generator = np.random.default_rng(seed)
    rows = prediction_rows(
        [VOCABULARY.encode(sentence) for sentence in random_text(200, 40, seed=seed)],
        order,
        len(VOCABULARY),
    ).tolist()
    outcomes = [*VOCABULARY.words[3:], "</s>"]
    for i in generator.integers(len(rows), size=number):
        row = VOCABULARY.decode(rows[i])
        word = row[-1] if generator.random() < 0.5 else str(generator.choice(outcomes))
        yield word, tuple(row[:-1])


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5])
def test_maximum_likelihood_equals_nltk(order):
    ours, theirs = MaximumLikelihood(order, VOCABULARY).fit(IDS), fit_nltk(MLE, order)
    answers = [
        (ours.probability(word, history), theirs.unmasked_score(word, history))
        for word, history in questions(order, 300)
    ]
    assert answers and all(ours == pytest.approx(nltk, abs=1e-9) for ours, nltk in answers)
    assert any(nltk > 0 for _, nltk in answers)


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("k", [1.0, 0.2])
def test_add_k_equals_nltk(order, k):
    ours = AddK(order, VOCABULARY, k=k).fit(IDS)
    theirs = fit_nltk(Laplace, order) if k == 1 else fit_nltk(Lidstone, order, k)
    assert len(theirs.vocab) == ours.num_outcomes
    for word, history in questions(order, 300):
        expected = theirs.unmasked_score(word, history)
        assert ours.probability(word, history) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("order", [2, 3, 4, 5])
def test_kneser_ney_equals_nltk_on_500_scores(order):
    ours = KneserNey(order, VOCABULARY, discounts=[0.0] + [0.75] * (order - 1)).fit(IDS)
    theirs = fit_nltk(KneserNeyInterpolated, order, discount=0.75)
    seen = set(our_ngrams(order)[0])
    asked = list(questions(order, 500))
    for word, history in asked:
        expected = theirs.unmasked_score(word, history)
        assert ours.probability(word, history) == pytest.approx(expected, abs=1e-9)
    new_words = sum((*history, word) not in seen for word, history in asked)
    new_histories = sum(not theirs.counts[history] for _, history in asked)
    assert new_words > 100 and (order == 2 or new_histories > 20)


def test_bigram_kneser_ney_equals_nltk_with_its_own_padding():
    """With one padding symbol at each end the n-grams of both are the same."""
    ours = KneserNey(2, VOCABULARY, discounts=[0.0, 0.75]).fit(IDS)
    theirs = KneserNeyInterpolated(2, discount=0.75)
    theirs.fit(*padded_everygram_pipeline(2, TEXT))
    for word, history in questions(2, 500):
        expected = theirs.score(word, history)
        assert ours.probability(word, history) == pytest.approx(expected, abs=1e-9)
    assert (
        theirs.score("never seen", ("w1",))
        == 0
        < KneserNey(2, VOCABULARY).fit(IDS).probability("<unk>", ["w1"])
    )


def test_trigram_kneser_ney_differs_from_nltk_with_its_own_padding():
    """What lesson 01 says of its Exercise 6: nltk lets ``<s>`` follow, too."""
    lines = "I love deep learning", "I love deep rivers", "you love learning"
    text = [line.split() for line in lines]
    theirs = KneserNeyInterpolated(3, discount=0.5)
    theirs.fit(*padded_everygram_pipeline(3, text))
    vocabulary = Vocabulary.from_sentences(text)
    ours = KneserNey(3, vocabulary, discounts=[0.0, 0.5, 0.5]).fit(map(vocabulary.encode, text))
    assert ours.probability("learning", ["love", "deep"]) == pytest.approx(0.425)
    assert theirs.score("learning", ["love", "deep"]) == pytest.approx(0.417, abs=5e-4)
    assert theirs.score("<s>", ["love", "deep"]) > 0.02


def test_perplexity_equals_nltk():
    ours = AddK(3, VOCABULARY, k=0.2).fit(IDS)
    theirs = fit_nltk(Lidstone, 3, 0.2)
    rows = prediction_rows(IDS[:20], 3, len(VOCABULARY)).tolist()
    expected = 2 ** -np.mean(
        [np.log2(theirs.unmasked_score(w, tuple(h))) for *h, w in map(VOCABULARY.decode, rows)]
    )
    assert ours.perplexity(IDS[:20]) == pytest.approx(expected, rel=1e-9)
