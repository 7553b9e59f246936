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


def padded(sentence, order):
    return [*("<s>" for _ in range(order - 1)), *sentence, "</s>"]


def right_grams(sentence, order):
    return grams_of(padded(sentence, order), order)


def shrinking(words, order):
    """Cut at every word, to the last one."""
    grams = []
    while words:
        grams.append(tuple(words[:order]))
        words = words[1:]
    return grams


def grown(sentence, order):
    grams, gram = [], ()
    for word in [*sentence, "</s>"]:
        gram = (*gram, word)[-order:]
        grams.append(gram)
    return grams


def different_grams(sentence, order):
    kept = []
    for gram in right_grams(sentence, order):
        if gram not in kept:
            kept.append(gram)
    return kept


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
    "an n-gram has only n - 1 words": lambda sentence, order: [
        gram[:-1] for gram in right_grams(sentence, order)
    ],
    "the first words get a shorter history instead of <s>": grown,
    "the windows run on past the end, and the last ones are too short": lambda sentence, order: (
        shrinking(padded(sentence, order), order)
    ),
    "<s> is repeated inside one string": lambda sentence, order: grams_of(
        ["".join(["<s>"] * (order - 1)), *sentence, "</s>"], order
    ),
    "each n-gram is kept only once": different_grams,
    "the words of an n-gram are joined into one string": lambda sentence, order: list(
        map(" ".join, right_grams(sentence, order))
    ),
    "history and word are kept apart, as a pair": lambda sentence, order: [
        (tuple(history), word) for *history, word in right_grams(sentence, order)
    ],
    "the words of an n-gram stand in reverse": lambda sentence, order: [
        tuple(reversed(gram)) for gram in right_grams(sentence, order)
    ],
    "the order is ignored: all are bigrams": lambda sentence, order: list(
        pairwise(padded(sentence, 2))
    ),
    "the n-grams of all lower orders are there as well": lambda sentence, order: list(
        chain.from_iterable(right_grams(sentence, n + 1) for n in range(order))
    ),
    "<s> and </s> are exchanged": lambda sentence, order: grams_of(
        ["</s>"] * (order - 1) + sentence + ["<s>"], order
    ),
}
OTHER_NGRAM_SLIPS = [
    (
        "one <s> stands in front, whatever the order",
        lambda sentence, order: [
            tuple(["<s>", *sentence, "</s>"][: i + 2][-order:]) for i in range(len(sentence) + 1)
        ],
    ),
    (
        "the windows run on past the end, and the last ones are too short",
        lambda sentence, order: shrinking(padded(sentence, order), order)[: len(sentence) + 2],
    ),
    (
        "</s> is repeated like <s>",
        lambda sentence, order: grams_of(padded(sentence, order) + ["</s>"] * (order - 1), order),
    ),
    (
        "the windows do not overlap",
        lambda sentence, order: shrinking(padded(sentence, order), order)[::order],
    ),
    (
        "an n-gram has n words of history",
        lambda sentence, order: grams_of(padded(sentence, order), order + 1),
    ),
    (
        "an n-gram has n words of history",
        lambda sentence, order: shrinking(padded(sentence, order), order + 1)[: len(sentence) + 1],
    ),
    (
        "an n-gram has only n - 1 words",
        lambda sentence, order: (
            grams_of(padded(sentence, order), order - 1)
            if order > 1
            else [()] * (len(sentence) + 2)
        ),
    ),
    (
        "<s> is repeated inside one string",
        lambda sentence, order: shrinking(["<s>" * (order - 1), *sentence, "</s>"], order)[:-1],
    ),
    (
        "each n-gram is kept only once",
        lambda sentence, order: sorted({*right_grams(sentence, order)}),
    ),
]


@pytest.mark.parametrize("name", NGRAM_SLIPS)
def test_slips_in_ngrams(name):
    assert_named(ngram.ngrams, NGRAM_SLIPS[name], name)


@pytest.mark.parametrize(("name", "wrong"), OTHER_NGRAM_SLIPS)
def test_other_forms_of_slips_in_ngrams(name, wrong):
    assert_named(ngram.ngrams, wrong, name)


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


def glued(sentences, history, word, stream=lambda sentences: chain(*sentences)):
    followers = [b for a, b in pairwise(["<s>", *stream(sentences), "</s>"]) if a == history]
    return quotient(followers.count(word), len(followers))


def word_first(sentences, history, word):
    counts = follower_counts(sentences)
    return quotient(counts[word][history], counts[history].total())


def unpadded(sentences, history, word):
    counts = follower_counts(sentences, start=False, end=False)
    return quotient(counts[history][word], counts[history].total())


def unpadded_tokens(sentences, history, word):
    counts = follower_counts(sentences, start=False, end=False)
    return quotient(counts[history][word], [*chain(*sentences)].count(history))


def without_last_words(sentences, history, word):
    heads = [w for sentence in sentences for w in ["<s>", *sentence][: len(sentence)]]
    return quotient(follower_counts(sentences)[history][word], heads.count(history))


def once_a_sentence(sentences, history, word):
    each = [follower_counts([sentence]) for sentence in sentences]
    having = [counts[history] for counts in each if history in counts]
    return quotient(sum(word in after for after in having), len(having))


def different_in_a_sentence(sentences, history, word):
    after = Counter()
    for sentence in sentences:
        after.update(follower_counts([sentence])[history].keys())
    return quotient(after[word], after.total())


def in_one_sentence(sentences, history, word):
    having = [{"<s>", *s, "</s>"} for s in sentences if history in {"<s>", *s}]
    return quotient(sum(word in words for words in having), len(having))


def share_of_all(sentences, history, word, edges=(0, 1)):
    start, end = edges
    words = [w for s in sentences for w in ["<s>"] * start + [*s] + ["</s>"] * end]
    return quotient(words.count(word), len(words))


def joint_of(tokens):
    def joint(sentences, history, word):
        counts = follower_counts(sentences)
        return quotient(counts[history][word], sum(len(s) + tokens for s in sentences))

    return joint


def guardless(sentences, history, word):
    after = follower_counts(sentences)[history]
    return after[word] / after.total()


def first_place(sentences, history, word):
    after = []
    for sentence in sentences:
        words = ["<s>", *sentence, "</s>"]
        if history in words:
            after.append(words[words.index(history) + 1])
    return quotient(after.count(word), len(after))


def anywhere_after(sentences, history, word):
    found = total = 0
    for sentence in sentences:
        words = ["<s>", *sentence, "</s>"]
        while history in words:
            words = words[words.index(history) + 1 :]
            found, total = found + (word in words), total + 1
    return quotient(found, total)


def by_dictionary(sentences, history, word):
    counts = dict(follower_counts(sentences))
    return counts[history][word] / counts[history].total()


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
    "the word is looked for before the history": word_first,
    "the sentences are not padded": unpadded,
    "the last word of a sentence is not counted as a history": without_last_words,
    "a sentence counts at most once, however often it has the pair": once_a_sentence,
    "it is enough that history and word are in one sentence": in_one_sentence,
    "the history is ignored": share_of_all,
    "only one of the sentences is counted": lambda sentences, history, word: quotient(
        follower_counts(sentences[-1:])[history][word],
        follower_counts(sentences[-1:])[history].total(),
    ),
    "the count of the pair is returned, not a share": lambda sentences, history, word: (
        follower_counts(sentences)[history][word]
    ),
    "a history that never occurs raises an error": guardless,
    "only the first place of the history in a sentence is counted": first_place,
    "the count of the word stands for the count of the pair": lambda sentences, history, word: (
        quotient(
            sum(counts[word] for counts in follower_counts(sentences).values()),
            follower_counts(sentences)[history].total(),
        )
    ),
    "divided by the number of sentences": lambda sentences, history, word: quotient(
        follower_counts(sentences)[history][word], len(sentences)
    ),
    "divided by the number of different words after the history": (
        lambda sentences, history, word: quotient(
            follower_counts(sentences)[history][word], len(follower_counts(sentences)[history])
        )
    ),
}
OTHER_CONDITIONAL_SLIPS = [
    ("a history that never occurs raises an error", by_dictionary),
    ("it is enough that history and word are in one sentence", anywhere_after),
    ("the joint probability stands for the conditional one", joint_of(0)),
    ("the joint probability stands for the conditional one", joint_of(2)),
    ("pairs reach across sentences", glued),
    ("the sentences are not padded", unpadded_tokens),
    (
        "a sentence counts at most once, however often it has the pair",
        different_in_a_sentence,
    ),
    ("the history is ignored", lambda s, h, w: share_of_all(s, h, w, edges=(0, 0))),
    ("the history is ignored", lambda s, h, w: share_of_all(s, h, w, edges=(1, 1))),
    (
        "only one of the sentences is counted",
        lambda s, h, w: guardless(s[:1], h, w),  # and no guard either
    ),
]


def with_parameters(wrong):
    return lambda sentences, history, word: wrong(sentences, history, word)


@pytest.mark.parametrize(("name", "wrong"), OTHER_CONDITIONAL_SLIPS)
def test_other_forms_of_slips_in_conditional_probability(name, wrong):
    assert_named(ngram.conditional_probability, with_parameters(wrong), name)


@pytest.mark.parametrize("name", CONDITIONAL_SLIPS)
def test_slips_in_conditional_probability(name):
    assert_named(ngram.conditional_probability, with_parameters(CONDITIONAL_SLIPS[name]), name)


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


def with_infinity(rule):
    def perplexity(probabilities):
        return math.inf if (flat(probabilities) == 0).any() else float(rule(probabilities))

    return perplexity


def floored(least):
    return lambda probabilities: float(
        np.exp(-np.log(np.maximum(flat(probabilities), least)).mean())
    )


def added(least):
    return lambda probabilities: float(np.exp(-np.log(flat(probabilities) + least).mean()))


def zeros_count_as_1(probabilities):
    values = flat(probabilities)
    return float(np.exp(-np.log(np.where(values == 0, 1, values)).mean()))


def by_math_log(probabilities):
    total = 0.0
    for p in flat(probabilities).tolist():
        total += math.log(p)
    return math.exp(-total / len(flat(probabilities)))


def without_ends(probabilities):
    number = sum(len(sentence) - 1 for sentence in probabilities)
    return math.exp(-logs(probabilities).sum() / number) if number else math.inf


def undivided(probabilities):
    with np.errstate(over="ignore"):
        return float(np.exp(-logs(probabilities).sum()))


def power_first(probabilities):
    product = float(np.prod(flat(probabilities)))
    return math.inf if product == 0 else 1 / product / len(flat(probabilities))


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
    ("one divided by the mean of the probabilities", with_infinity(inverse_mean)),
    ("the minus sign is missing", with_infinity(no_minus)),
    ("the minus sign is missing", lambda p: float(np.prod(flat(p)) ** (1 / len(flat(p))))),
    (
        "two bases are mixed",
        lambda p: float(np.exp(-np.log10(flat(p) + (flat(p) == 0) * 1e-300).mean())),
    ),
    ("the sum of the logarithms is not divided", undivided),
    (
        "one perplexity for each sentence, not one for the text",
        lambda p: [with_infinity(lambda s: np.exp(-logs(s).mean()))([sentence]) for sentence in p],
    ),
    ("only one of the sentences is measured", with_infinity(lambda p: np.exp(-logs(p[:1]).mean()))),
    (
        "only one of the sentences is measured",
        with_infinity(lambda p: np.exp(-logs(p[-1:]).mean())),
    ),
    ("the </s> of each sentence is not counted among the predictions", without_ends),
    ("the cross-entropy in bits is returned", lambda p: float(-logs(p).mean() / np.log(2))),
    (
        "the mean of the logarithms is returned, without minus and exp",
        lambda p: float(logs(p).mean()),
    ),
    ("probabilities of 0 are left out", zeros_count_as_1),
    ("a tiny number stands in for a probability of 0", floored(1e-12)),
    ("a tiny number stands in for a probability of 0", floored(1e-300)),
    ("a tiny number stands in for a probability of 0", added(1e-10)),
    ("a probability of 0 raises an error instead of giving infinity", by_math_log),
    ("the power, or exp, comes before the division", power_first),
    (
        "probabilities of 0 are left out",
        lambda p: float(np.exp(-logs([s for s in p if min(s) > 0]).mean())),
    ),
    (
        "a probability of 0 gives 0 or NaN, not infinity",
        lambda p: 0.0 if 0 in flat(p) else float(np.exp(-logs(p).mean())),
    ),
    (
        "a probability of 0 gives 0 or NaN, not infinity",
        lambda p: math.nan if 0 in flat(p) else float(np.exp(-logs(p).mean())),
    ),
]


@pytest.mark.parametrize(("name", "wrong"), PERPLEXITY_SLIPS)
def test_slips_in_perplexity(name, wrong):
    assert_named(ngram.perplexity, lambda probabilities: wrong(probabilities), name)


def test_all_slips_in_perplexity_are_written_again():
    names = {slip.name for slip in ngram.perplexity.misconceptions}
    assert {name for name, _ in PERPLEXITY_SLIPS} == names


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


def ranked(train, key, size=None):
    """Sort (key, word) pairs, and keep the words of the first."""
    counts = Counter(chain.from_iterable(train))
    return [word for _, word in sorted((key(counts[word], word), word) for word in counts)][:size]


def against_the_alphabet(train, held_out, size):
    counts = Counter(chain.from_iterable(train))
    pairs = sorted(((number, word) for word, number in counts.items()), reverse=True)
    return mark(held_out, [word for _, word in pairs][:size])


def at_least_as_frequent(train, held_out, size):
    words = [word for sentence in train for word in sentence]
    best = sorted({(-words.count(word), word) for word in words})
    limit = best[min(size, len(best)) - 1][0]
    return mark(held_out, [word for number, word in best if number <= limit])


def in_many_sentences(train, held_out, size):
    words = sorted(set().union(*train))
    words.sort(key=lambda word: -sum(word in sentence for sentence in train))
    return mark(held_out, words[:size])


def one_by_one(train, held_out, size):
    best = most_common(train, None)
    known = []
    while len(known) < size:
        known.append(best[len(known)])
    return mark(held_out, known)


def turned_around(train, held_out, size):
    known = most_common(train, size)
    return [["<unk>" if word in known else word for word in sentence] for sentence in held_out]


VOCABULARY_SLIPS = [
    ("the held-out text leaks into the vocabulary", leaky),
    ("the vocabulary is the held-out text's own", own_vocabulary),
    ("the vocabulary is the held-out text's own", nothing_replaced),
    ("every training word is kept", all_training_words),
    ("the first words are kept instead of the most frequent", first_seen),
    ("the first words are kept instead of the most frequent", first_in_the_alphabet),
    ("unknown words are dropped", dropped),
    ("sentences with an unknown word are dropped", sentences_dropped),
    (
        "the training text is written, not the held-out text",
        lambda train, held_out, size: mark(train, most_common(train, size)),
    ),
    (
        "the training text is written, not the held-out text",
        lambda train, held_out, size: mark(train + held_out, most_common(train, size)),
    ),
    (
        "the rarest words are kept",
        lambda train, held_out, size: mark(held_out, ranked(train, lambda n, word: n, size)),
    ),
    (
        "the rarest words are kept",
        lambda train, held_out, size: mark(
            held_out, [word for word, _ in Counter(chain(*train)).most_common()[-size:]]
        ),
    ),
    (
        "of equally frequent words, those seen first are kept",
        lambda train, held_out, size: mark(
            held_out, dict(Counter(chain(*train)).most_common(size))
        ),
    ),
    (
        "of equally frequent words, those seen last are kept",
        lambda train, held_out, size: mark(
            held_out,
            sorted(dict.fromkeys(chain(*train)), key=[*chain(*train)].count)[-size:],
        ),
    ),
    ("of equally frequent words, the last in the alphabet are kept", against_the_alphabet),
    ("all words as frequent as the last one are kept, more than `size`", at_least_as_frequent),
    (
        "`size` is taken for the least count of a word",
        lambda train, held_out, size: mark(
            held_out, [word for word in chain(*train) if [*chain(*train)].count(word) >= size]
        ),
    ),
    (
        "`size` is taken for the least count of a word",
        lambda train, held_out, size: mark(
            held_out, [word for word in chain(*train) if [*chain(*train)].count(word) > size]
        ),
    ),
    (
        "`<unk>` takes the place of one of the `size` words",
        lambda train, held_out, size: mark(held_out, ["<unk>", *most_common(train, None)][:size]),
    ),
    ("sentences with the word are counted, not its occurrences", in_many_sentences),
    ("a training text of fewer than `size` words raises an error", one_by_one),
    ("the known words are replaced, not the unknown ones", turned_around),
    (
        "only one of the training sentences is counted",
        lambda train, held_out, size: mark(held_out, most_common(train[-1:], size)),
    ),
    (
        "only one of the training sentences is counted",
        lambda train, held_out, size: mark(held_out, most_common(train[:1], size)),
    ),
    (
        "words that the training text does not have stay as they are",
        lambda train, held_out, size: [
            ["<unk>" if word in most_common(train, None)[size:] else word for word in sentence]
            for sentence in held_out
        ],
    ),
    (
        "the words that occur once are replaced, whatever `size` is",
        lambda train, held_out, size: mark(
            held_out, [word for word in chain(*train) if [*chain(*train)].count(word) > 1]
        ),
    ),
    (
        "the sentences run into one list",
        lambda train, held_out, size: [
            word for line in mark(held_out, most_common(train, size)) for word in line
        ],
    ),
    (
        "each sentence is joined into one string",
        lambda train, held_out, size: [*map(" ".join, mark(held_out, most_common(train, size)))],
    ),
]


def test_all_slips_in_encode_held_out_are_written_again():
    names = {slip.name for slip in ngram.encode_held_out.misconceptions}
    assert {name for name, _ in VOCABULARY_SLIPS} == names


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


def make_kneser_ney(lower=None, kept=None, weight=None, new_history=None, prepare=None):
    def kneser_ney(sentences, history, word, discount):
        counts, after, types, before = (prepare or pieces)(sentences, history, word)
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


def not_after_the_start(counts, word, types, before, there=("word", "types")):
    """Take <s> for no word before: among those before the word, among all of them, or both."""
    starts = counts["<s>"]
    before -= (word in starts) if "word" in there else 0
    return before / max(1, types - (len(starts) if "types" in there else 0))


def pieces_of(*edges, glue=False):
    """Count pairs with other edges, or through the ends of the sentences."""

    def prepare(sentences, history, word):
        lines = [["<s>"] * edges[0] + list(s) + ["</s>"] * edges[1] for s in sentences]
        lines = [list(chain(*lines))] if glue else lines
        counts = follower_counts(lines, start=False, end=False)
        types = sum(map(len, counts.values()))
        return counts, counts[history], types, sum(word in after for after in counts.values())

    return prepare


def words_below(sentences, history, word, discount):
    _, after, *_ = pieces(sentences, history, word)
    words = [*chain(*sentences)]
    lower = words.count(word) / len(words)
    if not after:
        return lower
    head = max(after[word] - discount, 0) / after.total()
    return head + discount * len(after) / after.total() * lower


def other_total(total):
    def kneser_ney(sentences, history, word, discount):
        _, after, types, before = pieces(sentences, history, word)
        number = total(sentences, history, after)
        if number == 0:
            return before / types
        return (max(after[word] - discount, 0) + discount * len(after) * before / types) / number

    return kneser_ney


def words_before_history(sentences, history, word, discount):
    counts, after, types, before = pieces(sentences, history, word)
    if not after:
        return before / types
    firsts = [first for first in counts if history in counts[first]]
    head = max(after[word] - discount, 0) / after.total()
    return head + discount * len(firsts) / after.total() * before / types


def guardless_kneser_ney(sentences, history, word, discount):
    _, after, types, before = pieces(sentences, history, word)
    head = max(after[word] - discount, 0) / after.total()
    return head + discount * len(after) / after.total() * before / types


def off_the_share(sentences, history, word, discount):
    _, after, types, before = pieces(sentences, history, word)
    if not after:
        return before / types
    total = after.total()
    return max(after[word] / total - discount, 0) + discount * len(after) / total * before / types


def undivided_head(sentences, history, word, discount):
    _, after, types, before = pieces(sentences, history, word)
    if not after:
        return before / types
    return max(after[word] - discount, 0) + discount * len(after) / after.total() * before / types


KNESER_NEY_SLIPS = {
    "the lower order counts occurrences, not continuations": make_kneser_ney(lower=tokens_below),
    "<s> is left out of the different words before": make_kneser_ney(lower=not_after_the_start),
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
    "the weight of the lower order is the discount alone": make_kneser_ney(
        weight=lambda share, total, count, discount: discount
    ),
    "the weight of the lower order is not divided by the count of the history": make_kneser_ney(
        weight=lambda share, total, count, discount: share * total
    ),
    "the weight of the lower order lacks the discount": make_kneser_ney(
        weight=lambda share, total, count, discount: share / discount
    ),
    "the weight of the lower order counts words before, not those after the history": (
        words_before_history
    ),
    "the first term is missing": make_kneser_ney(kept=lambda count, discount: 0),
    "the weights are 1 - discount and the discount, as in an interpolation with a constant": (
        make_kneser_ney(
            kept=lambda count, discount: count - discount * count,
            weight=lambda share, total, count, discount: discount,
        )
    ),
    "the continuation count is not divided": make_kneser_ney(
        lower=lambda counts, word, types, before: before
    ),
    "the discount is taken off the share, not off the count": off_the_share,
    "the discounted count is not divided by the count of the history": undivided_head,
    "the count of the history is the number of different words after it": other_total(
        lambda sentences, history, after: len(after)
    ),
    "the history is counted in the sentences without padding, where <s> never occurs": other_total(
        lambda sentences, history, after: [*chain(*sentences)].count(history)
    ),
    "the pairs lack <s> or </s>": make_kneser_ney(prepare=pieces_of(0, 0)),
    "pairs reach across sentences": make_kneser_ney(prepare=pieces_of(1, 1, glue=True)),
    "a history that was never seen divides by zero": guardless_kneser_ney,
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


def test_all_slips_in_kneser_ney_are_written_again():
    assert {slip.name for slip in ngram.kneser_ney.misconceptions} == KNESER_NEY_SLIPS.keys()


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("the lower order counts occurrences, not continuations", words_below),
        (
            "<s> is left out of the different words before",
            make_kneser_ney(lower=lambda *seen: not_after_the_start(*seen, there=("word",))),
        ),
        (
            "<s> is left out of the different words before",
            make_kneser_ney(lower=lambda *seen: not_after_the_start(*seen, there=("types",))),
        ),
        ("the pairs lack <s> or </s>", make_kneser_ney(prepare=pieces_of(1, 0))),
        ("the pairs lack <s> or </s>", make_kneser_ney(prepare=pieces_of(0, 1))),
        ("pairs reach across sentences", make_kneser_ney(prepare=pieces_of(0, 0, glue=True))),
        (
            "the continuation count is divided by the number of words",
            make_kneser_ney(
                lower=lambda counts, word, types, before: (
                    before / len({*filter(counts.get, counts)}.union(*counts.values()))
                )
            ),
        ),
        (
            "the lower order helps only words that were not seen",
            make_kneser_ney(weight=lambda share, total, count, discount: float(count == 0)),
        ),
    ],
)
def test_other_forms_of_slips_in_kneser_ney(name, wrong):
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


# ---------------------------------------------------------------------------------- kneser_ney_any


def make_any(
    types=lambda size, top: size < top,
    cut=lambda history, size: history[len(history) - size :],
    new=lambda lower, single: lower,
    head=lambda count, discount: max(0.0, count - discount),
    times=lambda after, word: len(after),
    starts=None,
):
    """Go up from the single words to the whole history.

    Args:
        types: Whether the n-grams with ``size`` words of history count different words before.
        cut: The history of an order.
        new: The result after a new history, of the order below and of the single words.
        head: What is left of a count.
        times: How many discounts are given back.
        starts: How many ``<s>`` there are; as many as the history is long, if not given.
    """

    def kneser_ney_any(sentences, history, word, discount):
        top = len(history)
        edge = ("<s>",) * (top if starts is None else starts)
        lines = [(*edge, *sentence, "</s>") for sentence in sentences]
        whole = [
            line[end - top : end + 1] for line in lines for end in range(top, len(line))
        ]  # the longest n-grams, with repeats
        found = single = 0.0
        for size in range(top + 1):
            longer = whole
            if types(size, top):
                longer = {gram[-size - 2 :] for gram in whole}
            after = Counter(
                gram[-1]
                for gram in longer
                if gram[len(gram) - size - 1 : -1] == tuple(cut(history, size))
            )
            if size == 0:
                found = single = after[word] / after.total()
            elif after:
                back = discount * times(after, word) * found
                found = (head(after[word], discount) + back) / after.total()
            else:
                found = new(found, single)
        return found

    return kneser_ney_any


def stops_at_a_new_history(sentences, history, word, discount):
    return make_any(new=lambda lower, single: single / (lower - lower))(
        sentences, history, word, discount
    )


ANY_SLIPS = {
    "the shorter orders count occurrences, not different words before": make_any(
        types=lambda size, top: False
    ),
    "only the single words count different words before; the orders in between count repeats": (
        make_any(types=lambda size, top: size == 0 < top)
    ),
    "the single words add up the continuation counts of the pairs": None,
    "the history loses its last word, not its oldest": make_any(
        cut=lambda history, size: history[:size]
    ),
    "a history that was never seen gives 0": make_any(new=lambda lower, single: 0.0),
    "a history that was never seen goes straight to the single words": make_any(
        new=lambda lower, single: single
    ),
    "a history that was never seen divides by zero": stops_at_a_new_history,
    "the discount is not given back": make_any(times=lambda after, word: 0),
    "one discount is given back instead of one per different word": make_any(
        times=lambda after, word: 1
    ),
    "the lower order helps only words that were not seen": make_any(
        times=lambda after, word: 0 if word in after else len(after)
    ),
    "the discount is given back without having been taken": make_any(
        head=lambda count, discount: count
    ),
    "the discount is taken from words that were not seen": make_any(
        head=lambda count, discount: count - discount
    ),
    "<s> stands in front only once": make_any(starts=1),
}


def summed_up(sentences, history, word, discount):
    """Let the single words add up what the pairs count."""
    if len(history) < 2:
        lines = [["<s>"] * len(history) + list(line) + ["</s>"] for line in sentences]
        words = [*chain.from_iterable(line[len(history) :] for line in lines)]
        single = words.count(word) / len(words)
    else:
        lines = [["<s>", "<s>", *line, "</s>"] for line in sentences]
        triples = {gram for line in lines for gram in zip(line, line[1:], line[2:], strict=False)}
        single = sum(gram[2] == word for gram in triples) / len(triples)
    lowest = [single]

    def with_lowest(sentences, history, word, discount):
        edge = ["<s>"] * len(history)
        counts = Counter()
        for line in sentences:
            padded = [*edge, *line, "</s>"]
            counts.update(zip(*(padded[i:] for i in range(len(history) + 1)), strict=False))
        tables = [counts]
        for _ in history[1:]:
            tables.append(Counter(gram[1:] for gram in tables[-1]))
        found = lowest[0]
        for level, table in enumerate(reversed(tables)):
            short = tuple(history[len(history) - level - 1 :])
            after = {gram[-1]: count for gram, count in table.items() if gram[:-1] == short}
            if after:
                head = max(after.get(word, 0) - discount, 0)
                found = (head + discount * len(after) * found) / sum(after.values())
        return found

    return with_lowest(sentences, history, word, discount) if history else single


ANY_SLIPS["the single words add up the continuation counts of the pairs"] = summed_up


@pytest.mark.parametrize("name", ANY_SLIPS)
def test_slips_in_kneser_ney_any(name):
    assert_named(ngram.kneser_ney_any, ANY_SLIPS[name], name)


def test_all_slips_in_kneser_ney_any_are_written_again():
    assert {slip.name for slip in ngram.kneser_ney_any.misconceptions} == ANY_SLIPS.keys()


def test_kneser_ney_any_by_hand():
    assert "stands in" not in diagnosis(ngram.kneser_ney_any, make_any())
    case, expected = solve(ngram.kneser_ney_any)
    assert case.args[1:] == (("to", "the"), "new", 0.75)
    # After "to the": new 3, old 1. Before "the new": to, flew; before "the old": to.
    pairs = {pair for line in case.args[0] for pair in pairwise(["<s>", *line, "</s>"])}
    single = sum(second == "new" for _, second in pairs) / len(pairs)
    middle = (2 - 0.75 + 0.75 * 2 * single) / 3
    after = Counter(
        triple[2]
        for line in case.args[0]
        for triple in zip(line, line[1:], line[2:], strict=False)
        if triple[:2] == ("to", "the")
    )
    assert after == {"new": 3, "old": 1}
    assert expected == pytest.approx((3 - 0.75 + 0.75 * 2 * middle) / 4)
