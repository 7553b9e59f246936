"""N-gram models: values worked by hand, the laws they keep, and what they refuse."""

import math
import tracemalloc
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.ngrams.counts import (
    BEGIN_ID,
    END_ID,
    UNKNOWN_ID,
    count_levels,
    prediction_rows,
)
from bertlab.predecessors.ngrams.interpolation import Interpolated
from bertlab.predecessors.ngrams.kneser_ney import KneserNey, ModifiedKneserNey
from bertlab.predecessors.ngrams.ngram import AddK, MaximumLikelihood

TOY = [s.split() for s in ["I love deep learning", "I love deep rivers", "you love learning"]]
VOCABULARY = Vocabulary.from_sentences(TOY)
SENTENCES = [VOCABULARY.encode(sentence) for sentence in TOY]
NUM_OUTCOMES = 8  # I you love deep learning rivers, <unk>, </s>

# For the laws: a vocabulary of 7 ids, of which texts use 0 and 3..6.
SMALL = Vocabulary.from_sentences([["a", "b", "c", "d"]])
IDS = st.sampled_from([UNKNOWN_ID, 3, 4, 5, 6])
TEXTS = st.lists(st.lists(IDS, max_size=6), min_size=1, max_size=8).filter(
    lambda sentences: any(word >= 3 for sentence in sentences for word in sentence)
)
HISTORIES = st.lists(st.integers(0, len(SMALL) - 1), max_size=6)
SMOOTHED = [
    lambda order: AddK(order, SMALL, k=0.3),
    lambda order: Interpolated(order, SMALL),
    lambda order: KneserNey(order, SMALL),
    lambda order: KneserNey(order, SMALL, discounts=[0.7] * order),
    lambda order: ModifiedKneserNey(order, SMALL),
]


def test_rows_hold_the_bigrams_of_the_worked_example():
    rows = prediction_rows(
        [VOCABULARY.encode(["I", "love", "deep", "learning"])], 2, len(VOCABULARY)
    )
    assert [VOCABULARY.decode(row) for row in rows.tolist()] == [
        ["<s>", "I"],
        ["I", "love"],
        ["love", "deep"],
        ["deep", "learning"],
        ["learning", "</s>"],
    ]


def test_rows_of_order_3_start_with_two_paddings_and_never_cross_a_sentence():
    rows = prediction_rows([[5, 6], [], [4]], 3, 7).tolist()
    s, e = BEGIN_ID, END_ID
    assert rows == [[s, s, 5], [s, 5, 6], [5, 6, e], [s, s, e], [s, s, 4], [s, 4, e]]


@given(text=TEXTS, order=st.integers(1, 5))
@settings(max_examples=40)
def test_levels_count_what_a_loop_counts(text, order):
    rows = prediction_rows(text, order, len(SMALL))
    levels = count_levels(rows, len(SMALL))
    grams = [[tuple(row[-length:]) for row in rows.tolist()] for length in range(1, order + 1)]
    for length, level in enumerate(levels, start=1):
        counts = Counter(grams[length - 1])
        assert sorted(level.counts) == sorted(counts.values())
        histories = Counter(gram[:-1] for gram in grams[length - 1])
        assert sorted(level.totals) == sorted(histories.values())
        if length < order:
            continuations = Counter(gram[1:] for gram in set(grams[length]))
            assert sorted(level.continuations) == sorted(continuations.values())


def test_maximum_likelihood_by_hand():
    model = MaximumLikelihood(2, VOCABULARY).fit(SENTENCES)
    assert model.probability("love", ["I"]) == 1
    assert model.probability("deep", ["I", "love"]) == pytest.approx(2 / 3)
    assert model.probability("I") == pytest.approx(2 / 3)  # the start of a sentence
    assert model.probability("</s>", ["deep", "learning"]) == 1
    assert model.probability("rivers", ["love"]) == 0
    # <s> I love deep learning </s>: 2/3 * 1 * 2/3 * 1/2 * 1, five predictions
    assert model.perplexity(SENTENCES[:1]) == pytest.approx((2 / 9) ** (-1 / 5))
    assert model.num_parameters == 10  # different bigrams


def test_maximum_likelihood_gives_zero_and_an_infinite_perplexity_for_the_unseen():
    model = MaximumLikelihood(2, VOCABULARY).fit(SENTENCES)
    assert not model.distribution(["learning", "you", "rivers", "I", "you", "<unk>"]).any()
    assert model.perplexity([VOCABULARY.encode(["you", "love", "rivers"])]) == math.inf


def test_add_k_by_hand():
    model = AddK(2, VOCABULARY, k=0.5).fit(SENTENCES)
    assert model.probability("deep", ["love"]) == pytest.approx(2.5 / (3 + 0.5 * NUM_OUTCOMES))
    assert model.probability("I", ["<unk>"]) == pytest.approx(1 / NUM_OUTCOMES)
    assert model.num_parameters == 10


def test_interpolation_by_hand():
    model = Interpolated(2, VOCABULARY, weights=[0.8, 0.6]).fit(SENTENCES)
    unigram = 0.8 * 2 / 14 + 0.2 / NUM_OUTCOMES  # "deep": 2 of 14 predictions
    assert model.probability("deep", ["love"]) == pytest.approx(0.6 * 2 / 3 + 0.4 * unigram)
    assert model.probability("deep", ["<unk>"]) == pytest.approx(unigram)  # nothing to mix with
    assert model.num_parameters == 10 + 7 + 2


def test_kneser_ney_by_hand():
    model = KneserNey(2, VOCABULARY, discounts=[0.0, 0.75]).fit(SENTENCES)
    # 10 different bigrams, 2 of them end with "learning"; "love" has 3 tokens and 2 types after it.
    assert model.probability("learning", ["love"]) == pytest.approx((0.25 + 1.5 * 2 / 10) / 3)
    assert model.probability("love", ["love"]) == pytest.approx(1.5 * 2 / 10 / 3)
    assert model.probability("love", ["<unk>"]) == pytest.approx(2 / 10)
    assert model.num_parameters == 10 + 7 + 6


class RoundDiscounts(ModifiedKneserNey):
    """With discounts that are easy to work with by hand."""

    @staticmethod
    def estimate(counts):
        return 0.5, 1.0, 1.5


def test_modified_kneser_ney_by_hand():
    more = [*SENTENCES, VOCABULARY.encode(["deep", "love"]), VOCABULARY.encode(["I", "love"])]
    model = RoundDiscounts(2, VOCABULARY).fit(more)
    # after "I": love 3 times. After "love": </s> 2, deep 2, learning 1.
    # Continuations, 13 in all: </s> 3, love 3, deep 2, learning 2, I 1, you 1, rivers 1.
    freed = 2 * 1.5 + 2 * 1.0 + 3 * 0.5
    love, deep = (3 - 1.5 + freed / NUM_OUTCOMES) / 13, (2 - 1 + freed / NUM_OUTCOMES) / 13
    learning = (2 - 1 + freed / NUM_OUTCOMES) / 13
    assert model.probability("love", ["I"]) == pytest.approx((3 - 1.5 + 1.5 * love) / 3)
    assert model.probability("deep", ["love"]) == pytest.approx((2 - 1 + 2.5 * deep) / 5)
    assert model.probability("learning", ["love"]) == pytest.approx((0.5 + 2.5 * learning) / 5)
    assert model.probability("rivers", ["<unk>"]) == pytest.approx((0.5 + freed / 8) / 13)


def test_modified_discounts_of_a_small_text_are_the_single_ones():
    small = ModifiedKneserNey(2, VOCABULARY).fit(SENTENCES)
    assert small.discounts_ == ((4 / 10,) * 3, (6 / 14,) * 3)
    assert small.discounts_ == KneserNey(2, VOCABULARY).fit(SENTENCES).discounts_


def test_discounts_by_hand():
    counts = np.repeat([1, 2, 3, 4, 9], [10, 4, 2, 1, 5])
    assert KneserNey.estimate(counts) == pytest.approx((10 / 18,) * 3)
    assert ModifiedKneserNey.estimate(counts) == pytest.approx((5 / 9, 7 / 6, 17 / 9))


@pytest.mark.parametrize(
    ("counts", "discount"),
    [([2, 2, 3, 4], 0.5), ([1, 3, 4], 1.0), ([1, 2, 4], 1 / 3), ([1, 2, *[3] * 9], 1 / 3)],
)
def test_discounts_fall_back_where_counts_of_counts_say_nothing(counts, discount):
    assert ModifiedKneserNey.estimate(np.array(counts)) == pytest.approx((discount,) * 3)


def test_single_discount_falls_back_without_counts_of_one():
    assert KneserNey.estimate(np.array([2, 2, 3])) == (0.5, 0.5, 0.5)
    assert KneserNey.estimate(np.array([1, 1, 3])) == (1.0, 1.0, 1.0)


def slow_kneser_ney(text, order, discounts, word, history):
    """The definition, with sets and loops."""
    rows = [tuple(row) for row in prediction_rows(text, order, len(SMALL)).tolist()]

    def probability(length, history):
        if length == 0:
            return 1 / (len(SMALL) - 1)
        grams = [row[-length:] for row in rows]
        if length < order:
            grams = [longer[1:] for longer in {row[-length - 1 :] for row in rows}]
        counts = Counter(gram[-1] for gram in grams if gram[:-1] == history)
        lower = probability(length - 1, history[1:])
        if not counts:
            return lower
        taken = sum(discounts[length - 1] for _ in counts)
        kept = max(counts[word] - discounts[length - 1], 0)
        return (kept + taken * lower) / sum(counts.values())

    padded = (BEGIN_ID,) * (order - 1) + tuple(history)
    return probability(order, padded[len(history) :])


@given(text=TEXTS, order=st.integers(1, 4), history=HISTORIES, word=IDS, seed=st.integers(0, 99))
@settings(max_examples=50)
def test_kneser_ney_agrees_with_the_definition(text, order, history, word, seed):
    discounts = np.random.default_rng(seed).uniform(0, 1, order).tolist()
    model = KneserNey(order, SMALL, discounts).fit(text)
    expected = slow_kneser_ney(text, order, discounts, word, history)
    assert model.probability(word, history) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("make", SMOOTHED)
@given(text=TEXTS, order=st.integers(1, 5), history=HISTORIES)
@settings(max_examples=50)
def test_probabilities_sum_to_one_after_any_history(make, text, order, history):
    distribution = make(order).fit(text).distribution(history)
    assert distribution.shape == (len(SMALL),)
    assert distribution.sum() == pytest.approx(1, abs=1e-12)
    assert distribution.min() >= 0
    assert distribution[BEGIN_ID] == 0


@given(text=TEXTS, order=st.integers(1, 4), weights=st.integers(0, 99), history=HISTORIES)
@settings(max_examples=40)
def test_interpolation_sums_to_one_with_fitted_weights(text, order, weights, history):
    start = np.random.default_rng(weights).uniform(0.05, 0.95, order).tolist()
    model = Interpolated(order, SMALL, start).fit(text).fit_weights([[3, 4, 4], [6]], num_steps=5)
    assert model.distribution(history).sum() == pytest.approx(1, abs=1e-12)


@given(text=TEXTS, order=st.integers(1, 4))
@settings(max_examples=30)
def test_maximum_likelihood_sums_to_one_after_every_history_it_saw(text, order):
    model = MaximumLikelihood(order, SMALL).fit(text)
    for row in prediction_rows(text, order, len(SMALL)).tolist():
        assert model.distribution(row[:-1]).sum() == pytest.approx(1)


@pytest.mark.parametrize("make", [*SMOOTHED, lambda order: MaximumLikelihood(order, SMALL)])
def test_three_ways_to_ask_give_the_same_number(make):
    text = [[3, 4, 5, 3, 4], [5, 5, 6], [3]]
    held_out = [[3, 4, 3], [6, 0]]
    model = make(3).fit(text)
    one_by_one = [
        model.probability(word, sentence[:i])
        for sentence in held_out
        for i, word in enumerate([*sentence, END_ID])
    ]
    assert model.probabilities(held_out).tolist() == pytest.approx(one_by_one, abs=1e-15)
    assert model.distribution([3, 4])[5] == model.probability(5, [3, 4])
    assert model.probability(BEGIN_ID, [3]) == 0
    assert model.distribution(["a", "b"]).tolist() == model.distribution([3, 4]).tolist()


def test_perplexity_is_the_inverse_geometric_mean_over_all_tokens():
    model = AddK(1, VOCABULARY).fit(SENTENCES)
    probabilities = model.probabilities(SENTENCES)
    assert len(probabilities) == 4 + 4 + 3 + 3  # words, and one </s> a sentence
    assert model.perplexity(SENTENCES) == pytest.approx(math.prod(probabilities) ** (-1 / 14))


def test_a_uniform_model_is_as_perplexed_as_it_has_outcomes():
    model = Interpolated(1, VOCABULARY, weights=[0.0]).fit(SENTENCES)
    assert model.perplexity(SENTENCES) == pytest.approx(NUM_OUTCOMES)


def test_expectation_maximization_finds_the_best_weight():
    model = Interpolated(1, VOCABULARY).fit(SENTENCES)
    held_out = [VOCABULARY.encode(["love", "<unk>", "love", "deep"])]
    grid = np.linspace(0.01, 0.99, 99)
    best = min(
        grid, key=lambda w: Interpolated(1, VOCABULARY, [w]).fit(SENTENCES).perplexity(held_out)
    )
    assert model.fit_weights(held_out, num_steps=500).weights_[0] == pytest.approx(best, abs=0.01)


def test_expectation_maximization_finds_the_best_pair_of_weights():
    texts = ["I love deep learning", "love I love love", "you love <unk>", "love rivers"]
    held_out = [VOCABULARY.encode(text.split()) for text in texts]
    model = Interpolated(2, VOCABULARY).fit(SENTENCES).fit_weights(held_out, num_steps=500)
    found = model.perplexity(held_out)
    for step in ([0.02, 0], [-0.02, 0], [0, 0.02], [0, -0.02]):
        weights = (model.weights_ + step).tolist()
        assert Interpolated(2, VOCABULARY, weights).fit(SENTENCES).perplexity(held_out) > found


@given(text=TEXTS, held_out=TEXTS, order=st.integers(1, 4))
@settings(max_examples=40)
def test_no_step_of_expectation_maximization_lowers_the_likelihood(text, held_out, order):
    model = Interpolated(order, SMALL).fit(text)
    before = model.perplexity(held_out)
    for _ in range(5):
        after = model.fit_weights(held_out, num_steps=1).perplexity(held_out)
        assert after <= before * (1 + 1e-12)
        before = after


def test_unseen_proportion_counts_tokens():
    model = MaximumLikelihood(2, VOCABULARY).fit(SENTENCES)
    held_out = [VOCABULARY.encode(["you", "love", "rivers", "rivers"])]
    assert model.unseen_proportion(held_out) == 2 / 5  # (love, rivers) and (rivers, rivers)
    assert model.unseen_proportion(SENTENCES) == 0


def test_samples_repeat_and_follow_the_counts():
    model = MaximumLikelihood(2, VOCABULARY).fit(SENTENCES)
    drawn = [model.sample(seed) for seed in range(150)]
    assert drawn == [model.sample(seed) for seed in range(150)]
    firsts = Counter(words[0] for words in drawn)
    assert firsts["I"] / 150 == pytest.approx(2 / 3, abs=0.1)
    assert ["you", "love", "deep", "rivers"] in drawn  # a sentence it never saw
    assert all(words[-1] in ("learning", "rivers") for words in drawn)
    assert model.sample(0, history=["you", "love", "deep"])[0] in ("learning", "rivers")
    assert len(AddK(1, VOCABULARY, k=100.0).fit(SENTENCES).sample(1, max_words=2)) <= 2


@pytest.mark.parametrize("model_class", [MaximumLikelihood, AddK, Interpolated, KneserNey])
def test_bad_input_is_refused(model_class):
    with pytest.raises(ValueError, match="order must be at least 1, got 0"):
        model_class(0, VOCABULARY)
    model = model_class(2, VOCABULARY)
    with pytest.raises(ValueError, match="expected a fitted"):
        model.perplexity(SENTENCES)
    with pytest.raises(ValueError, match="at least one sentence, got none"):
        model.fit([])
    with pytest.raises(ValueError, match="got none among its 3 words"):
        model.fit([[UNKNOWN_ID, UNKNOWN_ID], [UNKNOWN_ID]])
    with pytest.raises(ValueError, match="got none among its 0 words"):
        model.fit([[]])
    with pytest.raises(ValueError, match="expected ids from 0 to 8, got 1 to 9"):
        model.fit([[9]])
    with pytest.raises(ValueError, match="expected ids from 0 to 8, got -1"):
        model.fit([[-1, 3]])
    with pytest.raises(ValueError, match="encode first"):
        model.fit(iter([["I", "love"]]))
    with pytest.raises(ValueError, match="encode first"):
        model.fit(iter([[3.0, 4.0]]))
    with pytest.raises(ValueError, match=r"without <s> .* got 1 and 0 of them"):
        model.fit([[BEGIN_ID, 3]])
    with pytest.raises(ValueError, match=r"without <s> .* got 0 and 1 of them"):
        model.fit([[3, END_ID]])
    model.fit(SENTENCES)
    with pytest.raises(ValueError, match="swimming"):
        model.probability("swimming", ["love"])
    with pytest.raises(ValueError, match="swimming"):
        model.distribution(["swimming"])
    with pytest.raises(ValueError, match="expected ids from 0 to 8, got 9"):
        model.distribution([9])


def test_bad_settings_are_refused():
    with pytest.raises(ValueError, match="k must be above 0, got 0"):
        AddK(2, VOCABULARY, k=0.0)
    with pytest.raises(ValueError, match="expected 2 weights"):
        Interpolated(2, VOCABULARY, weights=[0.5])
    with pytest.raises(ValueError, match="expected 1 weights"):
        Interpolated(1, VOCABULARY, weights=[1.5])
    with pytest.raises(ValueError, match="expected 2 discounts"):
        KneserNey(2, VOCABULARY, discounts=[0.5])
    with pytest.raises(ValueError, match="expected 1 discounts"):
        KneserNey(1, VOCABULARY, discounts=[-0.1])
    model = MaximumLikelihood(2, VOCABULARY).fit(SENTENCES)
    with pytest.raises(ValueError, match="known next words"):
        model.sample(history=["<unk>"])


def test_400_000_words_of_order_5_need_far_less_than_2_gib():
    generator = np.random.default_rng(0)
    words = 3 + np.minimum(generator.zipf(1.3, size=(20_000, 20)), 7_997) - 1
    vocabulary = Vocabulary.from_sentences([[f"w{i}" for i in range(7_997)]])
    tracemalloc.start()
    ModifiedKneserNey(5, vocabulary).fit(words.tolist())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 0.5 * 2**30
