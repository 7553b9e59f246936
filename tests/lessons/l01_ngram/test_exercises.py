"""The exercises on n-grams: every slip written a second time, caught and named."""

import math
from collections import Counter, defaultdict
from itertools import chain, pairwise
from zlib import crc32

import numpy as np
import pytest

from lessons.l01_ngram import exercises
from tests.exercise_checks import (
    assert_named,
    assert_rejected,
    check_exercise_module,
    diagnosis,
    loaded,
    solve,
)

ngram = loaded(exercises)


def test_module():
    check_exercise_module(ngram)


# ----------------------------------------------------------------------------------------- ngrams


def grams_of(tokens, order):
    return list(zip(*(tokens[i:] for i in range(order)), strict=False))


NGRAM_SLIPS = {
    "nothing stands before the first word": lambda sentence, order: grams_of(
        [*sentence, "</s>"], order
    ),
    "one <s> stands in front, whatever the order": lambda sentence, order: grams_of(
        ["<s>", *sentence, "</s>"], order
    ),
    "<s> itself is predicted": lambda sentence, order: grams_of(
        ["<s>"] * order + sentence + ["</s>"], order
    ),
    "the sentence has no end": lambda sentence, order: grams_of(
        ["<s>"] * (order - 1) + sentence, order
    ),
    "</s> is repeated like <s>": lambda sentence, order: grams_of(
        ["<s>"] * (order - 1) + sentence + ["</s>"] * (order - 1), order
    ),
    "the windows do not overlap": lambda sentence, order: grams_of(
        ["<s>"] * (order - 1) + sentence + ["</s>"], order
    )[::order],
    "an n-gram has n words of history": lambda sentence, order: grams_of(
        ["<s>"] * order + sentence + ["</s>"], order + 1
    ),
}


@pytest.mark.parametrize("name", NGRAM_SLIPS)
def test_slips_in_ngrams(name):
    assert_named(ngram.ngrams, NGRAM_SLIPS[name], name)


def test_ngrams_by_hand():
    case, expected = solve(ngram.ngrams)
    assert case.args == (["I", "love", "deep", "learning"], 2)
    assert expected == [
        ("<s>", "I"),
        ("I", "love"),
        ("love", "deep"),
        ("deep", "learning"),
        ("learning", "</s>"),
    ]


# ------------------------------------------------------------------------- conditional_probability


def follower_counts(sentences, start=True, end=True):
    counts = defaultdict(Counter)
    for sentence in sentences:
        padded = ["<s>"] * start + list(sentence) + ["</s>"] * end
        for first, second in pairwise(padded):
            counts[first][second] += 1
    return counts


def quotient(count, total):
    return count / total if total else 0.0


def joint(sentences, history, word):
    counts = follower_counts(sentences)
    return counts[history][word] / sum(c.total() for c in counts.values())


def swapped(sentences, history, word):
    counts = follower_counts(sentences)
    return quotient(counts[history][word], sum(c[word] for c in counts.values()))


def without_start(sentences, history, word):
    counts = follower_counts(sentences, start=False)
    return quotient(counts[history][word], counts[history].total())


def without_end(sentences, history, word):
    counts = follower_counts(sentences, end=False)
    return quotient(counts[history][word], counts[history].total())


def one_long_text(sentences, history, word):
    text = list(chain.from_iterable(sentences))
    followers = [text[i + 1] for i in range(len(text) - 1) if text[i] == history]
    return quotient(followers.count(word), len(followers))


def types_only(sentences, history, word):
    followers = follower_counts(sentences)[history]
    return (word in followers) / len(followers) if followers else 0.0


def mean_of_quotients(sentences, history, word, skipped=True):
    quotients = []
    for sentence in sentences:
        counts = follower_counts([sentence])[history]
        if counts or not skipped:
            quotients.append(quotient(counts[word], counts.total()))
    return quotient(sum(quotients), len(quotients))


CONDITIONAL_SLIPS = {
    "the joint probability stands for the conditional one": joint,
    "history and word are swapped in the condition": swapped,
    "no <s> before the sentences": without_start,
    "no </s> behind the sentences": without_end,
    "pairs reach across sentences": one_long_text,
    "different pairs are counted instead of occurrences": types_only,
    "the shares of the sentences are averaged": lambda sentences, history, word: mean_of_quotients(
        sentences, history, word
    ),
}


@pytest.mark.parametrize("name", CONDITIONAL_SLIPS)
def test_slips_in_conditional_probability(name):
    assert_named(ngram.conditional_probability, CONDITIONAL_SLIPS[name], name)


def test_a_mean_over_all_sentences_is_the_same_slip():
    assert_named(
        ngram.conditional_probability,
        lambda sentences, history, word: mean_of_quotients(sentences, history, word, skipped=False),
        "the shares of the sentences are averaged",
    )


def test_conditional_probability_by_hand():
    case, expected = solve(ngram.conditional_probability)
    assert case.args[1:] == ("love", "deep")
    assert expected == pytest.approx(2 / 3)


# -------------------------------------------------------------------------------------- perplexity


def flat(probabilities):
    return np.array([p for sentence in probabilities for p in sentence])


def logs(probabilities):
    with np.errstate(divide="ignore"):
        return np.log(flat(probabilities))


def inverse_mean(probabilities):
    return float(1 / np.mean(flat(probabilities)))


def mean_inverse(probabilities):
    with np.errstate(divide="ignore"):
        return float(np.mean(1 / flat(probabilities)))


def per_sentence(probabilities):
    with np.errstate(over="ignore"):
        return float(np.exp(-logs(probabilities).sum() / len(probabilities)))


def mean_of_perplexities(probabilities):
    return float(np.mean([np.exp(-logs([s]).mean()) for s in probabilities]))


def mean_of_sentence_logs(probabilities):
    return float(np.exp(-np.mean([logs([s]).mean() for s in probabilities])))


def exp_of_log2(probabilities):
    return float(np.exp(-(logs(probabilities) / np.log(2)).mean()))


def power_of_2_of_ln(probabilities):
    return float(2 ** -logs(probabilities).mean())


def begin_counted(probabilities):
    total = sum(len(sentence) + 1 for sentence in probabilities)
    return float(np.exp(-logs(probabilities).sum() / total))


def no_minus(probabilities):
    return float(np.exp(logs(probabilities).mean()))


def cross_entropy(probabilities):
    return float(-logs(probabilities).mean())


def zeros_skipped(probabilities):
    values = flat(probabilities)
    return float(np.exp(-np.log(values[values > 0]).mean()))


def multiplied(probabilities):
    product = 1.0
    for p in flat(probabilities):
        product *= float(p)
    if product == 0:
        return math.inf
    return (1 / product) ** (1 / len(flat(probabilities)))


def multiplied_bare(probabilities):
    product = 1.0
    for p in flat(probabilities):
        product *= float(p)
    return (1 / product) ** (1 / len(flat(probabilities)))


def log_of_product(probabilities):
    values = flat(probabilities)
    return math.exp(-math.log(np.prod(values)) / len(values))


def multiplied_unless_0(probabilities):
    return math.inf if (flat(probabilities) == 0).any() else multiplied_bare(probabilities)


def log_of_product_unless_0(probabilities):
    return math.inf if 0.0 in flat(probabilities) else log_of_product(probabilities)


PERPLEXITY_SLIPS = [
    ("one divided by the mean of the probabilities", inverse_mean),
    ("the mean of the inverse probabilities", mean_inverse),
    ("divided by the number of sentences", per_sentence),
    ("a mean over sentences", mean_of_perplexities),
    ("a mean over sentences", mean_of_sentence_logs),
    ("two bases are mixed", exp_of_log2),
    ("two bases are mixed", power_of_2_of_ln),
    ("<s> is counted among the predictions", begin_counted),
    ("the minus sign is missing", no_minus),
    ("the cross-entropy is returned", cross_entropy),
    ("probabilities of 0 are left out", zeros_skipped),
    ("the product of all probabilities underflows", multiplied),
    ("the product of all probabilities underflows", multiplied_bare),
    ("the product of all probabilities underflows", log_of_product),
    ("the product of all probabilities underflows", multiplied_unless_0),
    ("the product of all probabilities underflows", log_of_product_unless_0),
]


@pytest.mark.parametrize(("name", "wrong"), PERPLEXITY_SLIPS)
def test_slips_in_perplexity(name, wrong):
    assert_named(ngram.perplexity, wrong, name)


def test_perplexity_by_hand():
    case, expected = solve(ngram.perplexity)
    assert case.args == ([[0.5, 0.25, 0.125], [0.5, 0.01]],)
    assert expected == pytest.approx((1 / (0.5 * 0.25 * 0.125 * 0.5 * 0.01)) ** (1 / 5))


def test_numpy_answers_are_accepted():
    def perplexity(probabilities):
        with np.errstate(divide="ignore"):
            return np.exp(-np.log(np.concatenate(probabilities)).mean())

    assert "stands in" not in diagnosis(ngram.perplexity, perplexity)


# --------------------------------------------------------------------------------- encode_held_out


def most_common(sentences, size):
    counts = Counter(chain.from_iterable(sentences))
    ranked = sorted(sorted(counts), key=counts.__getitem__, reverse=True)
    return ranked[:size]


def mark(sentences, known):
    result = []
    for sentence in sentences:
        result.append([])
        for word in sentence:
            result[-1].append(word if word in known else "<unk>")
    return result


def leaky(train, held_out, size):
    return mark(held_out, most_common(list(train) + list(held_out), size))


def own_vocabulary(train, held_out, size):
    return mark(held_out, most_common(held_out, size))


def nothing_replaced(train, held_out, size):
    return mark(held_out, most_common(held_out, None))


def all_training_words(train, held_out, size):
    return mark(held_out, set().union(*train))


def first_seen(train, held_out, size):
    known = []
    for word in chain.from_iterable(train):
        if word not in known:
            known.append(word)
    return mark(held_out, known[:size])


def first_in_the_alphabet(train, held_out, size):
    return mark(held_out, sorted(set().union(*train))[:size])


def dropped(train, held_out, size):
    known = most_common(train, size)
    return [[word for word in sentence if word in known] for sentence in held_out]


def sentences_dropped(train, held_out, size):
    known = most_common(train, size)
    return [sentence for sentence in held_out if all(word in known for word in sentence)]


VOCABULARY_SLIPS = [
    ("the held-out text leaks into the vocabulary", leaky),
    ("the vocabulary is the held-out text's own", own_vocabulary),
    ("the vocabulary is the held-out text's own", nothing_replaced),
    ("every training word is kept", all_training_words),
    ("the first words are kept instead of the most frequent", first_seen),
    ("the first words are kept instead of the most frequent", first_in_the_alphabet),
    ("unknown words are dropped", dropped),
    ("sentences with an unknown word are dropped", sentences_dropped),
]


@pytest.mark.parametrize(("name", "wrong"), VOCABULARY_SLIPS)
def test_slips_in_encode_held_out(name, wrong):
    assert_named(ngram.encode_held_out, wrong, name)


def ranked_by(tie):
    """Keep the most frequent words; of equals those that come first by another rule."""

    def encode_held_out(train, held_out, size):
        counts = Counter(chain.from_iterable(train))
        kept = sorted(counts, key=lambda word: (-counts[word], tie(list(counts), word)))[:size]
        return mark(held_out, kept)

    return encode_held_out


@pytest.mark.parametrize(
    "tie",
    [
        lambda seen, word: seen.index(word),  # most_common, and a stable sort
        lambda seen, word: -seen.index(word),
        lambda seen, word: [-ord(character) for character in word],
        lambda seen, word: crc32(word.encode()),  # as a set's order: any
    ],
)
def test_equally_frequent_words_come_in_alphabetical_order(tie):
    assert_rejected(ngram.encode_held_out, ranked_by(tie))


def test_encode_held_out_by_hand():
    case, expected = solve(ngram.encode_held_out)
    assert case.args[2] == 4  # zebras 3; and, gnus, grass and lions 2: the alphabet decides
    assert expected[0] == ["<unk>", "and", "zebras", "<unk>"]


# -------------------------------------------------------------------------------------- kneser_ney


def pieces(sentences, history, word):
    """Counts after the history, and both sides' types of the word."""
    counts = follower_counts(sentences)
    types = sum(len(followers) for followers in counts.values())
    before = sum(word in followers for followers in counts.values())
    return counts, counts[history], types, before


def make_kneser_ney(lower=None, kept=None, weight=None, new_history=None):
    def kneser_ney(sentences, history, word, discount):
        counts, after, types, before = pieces(sentences, history, word)
        tail = before / types if lower is None else lower(counts, word, types, before)
        if not after:
            return tail if new_history is None else new_history
        total, count = after.total(), after[word]
        head = max(0.0, count - discount) if kept is None else kept(count, discount)
        share = len(after) * discount / total
        if weight is not None:
            share = weight(share, total, count, discount)
        return head / total + share * tail

    return kneser_ney


def tokens_below(counts, word, types, before):
    total = sum(followers.total() for followers in counts.values())
    return sum(followers[word] for followers in counts.values()) / total


KNESER_NEY_SLIPS = {
    "the lower order counts occurrences, not continuations": make_kneser_ney(lower=tokens_below),
    "continuations are counted on the wrong side": make_kneser_ney(
        lower=lambda counts, word, types, before: len(counts.get(word, {})) / types
    ),
    "the continuation count is divided by the number of words": make_kneser_ney(
        lower=lambda counts, word, types, before: before / len(set().union(*counts.values()))
    ),
    "the continuation count is divided by all occurrences of pairs": make_kneser_ney(
        lower=lambda counts, word, types, before: (
            before / sum(followers.total() for followers in counts.values())
        )
    ),
    "the discount is not given back": make_kneser_ney(weight=lambda *_: 0.0),
    "one discount is given back instead of one per different word": make_kneser_ney(
        weight=lambda share, total, count, discount: discount / total
    ),
    "the weight of the lower order is not divided by the count of the history": make_kneser_ney(
        weight=lambda share, total, count, discount: discount
    ),
    "the discount is given back without having been taken": make_kneser_ney(
        kept=lambda count, discount: count
    ),
    "the discount is taken from words that were not seen": make_kneser_ney(
        kept=lambda count, discount: count - discount
    ),
    "the lower order helps only words that were not seen": make_kneser_ney(
        weight=lambda share, total, count, discount: 0.0 if count else share
    ),
    "a history that was never seen gives 0": make_kneser_ney(new_history=0.0),
}


@pytest.mark.parametrize("name", KNESER_NEY_SLIPS)
def test_slips_in_kneser_ney(name):
    assert_named(ngram.kneser_ney, KNESER_NEY_SLIPS[name], name)


def test_the_number_of_words_without_the_division_is_the_same_slip():
    name = "the weight of the lower order is not divided by the count of the history"
    wrong = make_kneser_ney(weight=lambda share, total, count, discount: share * total)
    assert_named(ngram.kneser_ney, wrong, name)


def test_two_slips_in_kneser_ney():
    wrong = make_kneser_ney(lower=tokens_below, kept=lambda count, discount: count)
    answer = diagnosis(ngram.kneser_ney, wrong)
    assert "*the lower order counts occurrences, not continuations* and" in answer
    assert "*the discount is given back without having been taken*" in answer


def test_kneser_ney_by_hand():
    assert "stands in" not in diagnosis(ngram.kneser_ney, make_kneser_ney())
    case, expected = solve(ngram.kneser_ney)
    assert case.args[1:] == ("the", "york", 0.75)
    # after "the": new 2, old 1; "york" follows new, and, old: 3 of 21 different pairs
    assert expected == pytest.approx(0.75 * 2 * (3 / 21) / 3)
