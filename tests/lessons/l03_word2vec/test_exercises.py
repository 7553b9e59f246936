"""The exercises on word2vec: every slip written a second time, caught and named."""

import math

import numpy as np
import pytest
import torch
from torch import Tensor

from lessons.l03_word2vec import exercises
from tests.exercise_checks import assert_named, check_exercise_module, diagnosis, loaded, solve

word2vec = loaded(exercises)


def test_module():
    check_exercise_module(word2vec)


# --------------------------------------------------------------------------------- skip_gram_pairs


def right_part(words, window, i):
    return list(words[i + 1 : i + 1 + window])


def left_part(words, window, i):
    return list(words[max(0, i - window) : i])


def joined(words, window, sides):
    return [(word, other) for i, word in enumerate(words) for other in sides(words, window, i)]


def both(words, window, i):
    return left_part(words, window, i) + right_part(words, window, i)


def wrapping(words, window):
    pairs = []
    for i in range(len(words)):
        for step in range(-window, window + 1):
            if step and i + step < len(words):
                pairs.append((words[i], words[i + step]))
    return pairs


def first_times(words, window):
    pairs = joined(words, window, both)
    return [pair for place, pair in enumerate(pairs) if pair not in pairs[:place]]


PAIR_SLIPS = {
    "the last neighbor on the right is missing": lambda words, window: joined(
        words, window, lambda w, n, i: left_part(w, n, i) + right_part(w, n - 1, i)
    ),
    "the first neighbor on the left is missing": lambda words, window: joined(
        words, window, lambda w, n, i: left_part(w, n - 1, i) + right_part(w, n, i)
    ),
    "a word is its own neighbor": lambda words, window: joined(
        words, window, lambda w, n, i: [*left_part(w, n, i), w[i], *right_part(w, n, i)]
    ),
    "only the words that follow are neighbors": lambda words, window: joined(
        words, window, right_part
    ),
    "only the words before are neighbors": lambda words, window: joined(words, window, left_part),
    "the pairs are the wrong way round": lambda words, window: [
        (other, word) for word, other in joined(words, window, both)
    ],
    "the beginning of the sentence reads from its end": wrapping,
    "both sides together have window words": lambda words, window: joined(words, window // 2, both),
    "a pair that occurs twice is counted once": first_times,
}


@pytest.mark.parametrize("name", PAIR_SLIPS)
def test_slips_in_pairs(name):
    assert_named(word2vec.skip_gram_pairs, PAIR_SLIPS[name], name)


def ordered(arrange):
    """Arrange the places of all pairs, then look the words up."""

    def wrong(words, window):
        places = [(i, i + d) for i in range(len(words)) for d in range(-window, window + 1) if d]
        places = [(i, j) for i, j in places if 0 <= j < len(words)]
        return [(words[i], words[j]) for i, j in arrange(places)]

    return wrong


def from_near_to_far(words, window):
    pairs = []
    for i, word in enumerate(words):
        for distance in range(1, window + 1):
            pairs += [(word, words[j]) for j in (i - distance, i + distance) if 0 <= j < len(words)]
    return pairs


def both_ways_at_once(words, window):
    pairs = []
    for i, word in enumerate(words):
        for other in right_part(words, window, i):
            pairs += [(word, other), (other, word)]
    return pairs


def whole_window(words, window, i, choose):
    around = words[max(0, i - window) : i + window + 1]
    return choose(around, words[i])


def without_first(around, word):
    place = around.index(word)
    return around[:place] + around[place + 1 :]


def by_index(words, window):
    return [
        (word, other)
        for word in words
        for other in both(words, window, min(k for k, w in enumerate(words) if w == word))
    ]


def to_the_end(words, window):
    """Slice from i - window, whatever its sign."""
    pairs = []
    for i, word in enumerate(words):
        left = [words[j] for j in range(len(words))[slice(i - window, i)]]
        pairs += [(word, other) for other in left + right_part(words, window, i)]
    return pairs


def inner_slice(words, window):
    pairs = []
    for i, word in enumerate(words):
        places = range(len(words))[slice(i - window, i + window + 1)]
        pairs += [(word, words[j]) for j in places if j != i]
    return pairs


def at_once(words, window):
    return [(word, both(words, window, i)) for i, word in enumerate(words)]


def kept_places(keep):
    return ordered(lambda places: [pair for pair in places if keep(*pair)])


def kept_with_length(keep):
    return lambda words, window: kept_places(lambda i, j: keep(i, j, len(words), window))(
        words, window
    )


ORDER = "the pairs are there, but not word by word and from left to right"
TEXT = "words are told apart by what they say, not by their place"
NEGATIVE = "a slice begins at a negative place, so neighbors near the beginning are lost"
FULL = "words near the start or the end, whose window is not full, get no pairs"
NOBODY = "the first or the last word of the sentence is nobody's neighbor"
NO_PAIRS = "the first or the last word of the sentence gets no pairs"
WIDE = "the window is one place too wide"
EXACT = "only words exactly window places away are neighbors, or only those next to it"
ONE_ENTRY = "the neighbors of a word stand together in one entry"
PLACES = "the pairs hold places, not words"

PAIR_FORMS = [
    (ORDER, from_near_to_far),
    (ORDER, both_ways_at_once),
    (ORDER, lambda words, window: sorted(joined(words, window, both))),
    (ORDER, ordered(lambda places: sorted(places, key=lambda p: (p[0], -p[1])))),
    (ORDER, lambda words, n: joined(words, n, right_part) + joined(words, n, left_part)),
    (ORDER, lambda words, n: joined(words, n, left_part) + joined(words, n, right_part)),
    (ORDER, lambda w, n: joined(w, n, lambda w, n, i: right_part(w, n, i) + left_part(w, n, i))),
    (
        ORDER,
        lambda w, n: joined(w, n, lambda w, n, i: left_part(w, n, i)[::-1] + right_part(w, n, i)),
    ),
    (ORDER, ordered(lambda places: sorted(places, key=lambda p: abs(p[0] - p[1])))),
    (
        TEXT,
        lambda w, n: joined(
            w, n, lambda w, n, i: [x for x in whole_window(w, n, i, lambda a, x: a) if x != w[i]]
        ),
    ),
    (TEXT, lambda w, n: joined(w, n, lambda w, n, i: whole_window(w, n, i, without_first))),
    (TEXT, by_index),
    (NEGATIVE, to_the_end),
    (NEGATIVE, inner_slice),
    (FULL, kept_with_length(lambda i, j, n, window: window <= i < n - window)),
    (FULL, kept_with_length(lambda i, j, n, window: window <= i)),
    (FULL, kept_with_length(lambda i, j, n, window: i + window < n)),
    (NOBODY, kept_with_length(lambda i, j, n, window: j + 1 < n)),
    (NOBODY, kept_places(lambda i, j: j > 0)),
    (NO_PAIRS, kept_with_length(lambda i, j, n, window: i + 1 < n)),
    (NO_PAIRS, kept_places(lambda i, j: i > 0)),
    (
        "the pairs at the full distance are missing",
        kept_with_length(lambda i, j, n, window: abs(i - j) < window),
    ),
    (WIDE, lambda words, window: joined(words, window + 1, both)),
    (
        WIDE,
        lambda w, n: joined(w, n, lambda w, n, i: left_part(w, n, i) + right_part(w, n + 1, i)),
    ),
    (
        WIDE,
        lambda w, n: joined(w, n, lambda w, n, i: left_part(w, n + 1, i) + right_part(w, n, i)),
    ),
    (EXACT, kept_with_length(lambda i, j, n, window: abs(i - j) == window)),
    (EXACT, kept_places(lambda i, j: abs(i - j) == 1)),
    ("only the first word gets its pairs", kept_places(lambda i, j: i == 0)),
    (
        "every pair is there twice",
        lambda words, n: [pair for a, b in joined(words, n, both) for pair in ((a, b), (b, a))],
    ),
    (ONE_ENTRY, at_once),
    (ONE_ENTRY, lambda words, n: [[(w, x) for x in found] for w, found in at_once(words, n)]),
    (PLACES, lambda words, n: joined(range(len(words)), n, both)),
    (
        "every other word of the sentence is a neighbor",
        lambda words, n: [
            (a, b) for i, a in enumerate(words) for j, b in enumerate(words) if i != j
        ],
    ),
    (
        "each pair is a list or a text, not a tuple",
        lambda words, n: [list(pair) for pair in joined(words, n, both)],
    ),
    (
        "the beginning of the sentence reads from its end",
        lambda words, n: [
            (words[i], words[(i + d) % len(words)])
            for i in range(len(words))
            for d in range(-n, n + 1)
            if d % len(words)
        ],
    ),
    ("a pair that occurs twice is counted once", lambda words, n: sorted(first_times(words, n))),
]


@pytest.mark.parametrize(("name", "wrong"), PAIR_FORMS)
def test_pairs_in_other_forms(name, wrong):
    assert_named(word2vec.skip_gram_pairs, lambda words, window: wrong(words, window), name)


def test_pairs_by_hand():
    _, expected = solve(word2vec.skip_gram_pairs)
    assert expected[:5] == [
        ("the", "quick"),
        ("the", "brown"),
        ("quick", "the"),
        ("quick", "brown"),
        ("quick", "fox"),
    ]
    assert len(expected) == 2 + 3 + 4 + 3 + 2


def test_a_loop_over_slices_is_right():
    words = word2vec.skip_gram_pairs
    assert "correct" in diagnosis(words, lambda words, window: joined(words, window, both))


# -------------------------------------------------------------------------------- keep_probability


def each(formula):
    """Apply a formula of one count, the total and t to every count."""

    def over_all(counts, sample):
        total = sum(counts.tolist())
        values = [formula(count, total, sample) for count in counts.tolist()]
        return torch.tensor(values, dtype=torch.float64)

    return over_all


KEEP_SLIPS = {
    "the result is the probability of dropping a word": each(
        lambda c, n, t: max(0.0, 1 - math.sqrt(t * n / c) - t * n / c)
    ),
    "the ratio is upside down": each(
        lambda c, n, t: min(1.0, math.sqrt(c / (n * t)) + c / (n * t))
    ),
    "f is the count, not the share of the text": each(
        lambda c, n, t: min(1.0, math.sqrt(t / c) + t / c)
    ),
    "f is the count divided by the number of different words": lambda counts, sample: each(
        lambda c, n, t: min(1.0, math.sqrt(t * len(counts) / c) + t * len(counts) / c)
    )(counts, sample),
    "f is relative to the most frequent word": lambda counts, sample: each(
        lambda c, n, t: min(
            1.0, math.sqrt(t * max(counts.tolist()) / c) + t * max(counts.tolist()) / c
        )
    )(counts, sample),
    "there is no upper limit": each(lambda c, n, t: math.sqrt(t * n / c) + t * n / c),
    "only the square root is there, as the paper prints it": each(
        lambda c, n, t: min(1.0, math.sqrt(t * n / c))
    ),
    "the square root is missing": each(lambda c, n, t: min(1.0, t * n / c)),
}


@pytest.mark.parametrize("name", KEEP_SLIPS)
def test_slips_in_keep_probability(name):
    assert_named(word2vec.keep_probability, KEEP_SLIPS[name], name)


def tensor_of(formula, limit=lambda x: x.clamp(max=1)):
    """Apply a formula of the shares and t to the whole tensor."""

    def answer(counts, sample):
        return limit(formula(counts / counts.sum(dtype=torch.float64), sample))

    return answer


def usual(f, t):
    return torch.sqrt(t / f) + t / f


DROP = "the result is the probability of dropping a word"
NO_LIMIT = "there is no upper limit"
ALL_ONE = "every probability is 1"
SUM_TO_1 = "the probabilities are made to sum to 1"
ROOT_OF_BOTH = "the root covers both terms"
ROOT_OF_ONE = "the root is of t alone, or of f alone"
FLOAT32 = "the probabilities are float32, not float64"
SQUARED = "the ratio is squared, not put under a root"
NOT_ADDED = "the two terms are not added"
OF_A_TERM = "the limit is set to a term, not to the sum"

KEEP_FORMS = [
    (DROP, each(lambda c, n, t: max(0.0, 1 - math.sqrt(t * n / c)))),
    (DROP, each(lambda c, n, t: 1 - math.sqrt(t * n / c))),
    (DROP, each(lambda c, n, t: 1 - math.sqrt(t * n / c) - t * n / c)),
    (NO_LIMIT, each(lambda c, n, t: math.sqrt(t * n / c) + t * n / c if c / n > t else 1.0)),
    ("the limit is a lower one", tensor_of(usual, torch.ones(1).maximum)),
    (ALL_ONE, tensor_of(lambda f, t: torch.sqrt(t / f.floor()) + t / f.floor())),
    (ALL_ONE, tensor_of(lambda f, t: torch.sqrt(f / t) + t / f)),
    (ALL_ONE, tensor_of(lambda f, t: torch.sqrt(t / f) + f / t)),
    (ALL_ONE, tensor_of(lambda f, t: torch.sqrt(t / f) + 1)),
    (SUM_TO_1, tensor_of(usual, lambda x: x.clamp(max=1) / x.clamp(max=1).sum())),
    (SUM_TO_1, tensor_of(usual, lambda x: x / x.sum())),
    (FLOAT32, lambda counts, t: (t / (f := counts / counts.sum())).sqrt().add(t / f).clamp(max=1)),
    ("the largest value is scaled to 1, not cut off at 1", tensor_of(usual, lambda x: x / x.max())),
    (ROOT_OF_BOTH, each(lambda c, n, t: min(1.0, math.sqrt(t * n / c + t * n / c)))),
    (ROOT_OF_BOTH, each(lambda c, n, t: min(1.0, math.sqrt(math.sqrt(t * n / c) + t * n / c)))),
    (ROOT_OF_BOTH, each(lambda c, n, t: min(1.0, math.sqrt(t * n / c + t)))),
    (ROOT_OF_ONE, each(lambda c, n, t: min(1.0, math.sqrt(t) * n / c + t * n / c))),
    (ROOT_OF_ONE, each(lambda c, n, t: min(1.0, t / math.sqrt(c / n) + t * n / c))),
    (SQUARED, each(lambda c, n, t: min(1.0, (t * n / c) ** 2 + t * n / c))),
    (SQUARED, each(lambda c, n, t: min(1.0, (t * n / c) ** 2))),
    (NOT_ADDED, each(lambda c, n, t: min(1.0, math.sqrt(t * n / c) * t * n / c))),
    (NOT_ADDED, each(lambda c, n, t: min(1.0, math.sqrt(t * n / c) - t * n / c))),
    (NOT_ADDED, tensor_of(lambda f, t: (torch.sqrt(t / f) + 1) * t / f)),
    ("t and f are multiplied", tensor_of(lambda f, t: torch.sqrt(t * f) + t * f)),
    ("the second term is t, not the ratio", tensor_of(lambda f, t: torch.sqrt(t / f) + t)),
    (OF_A_TERM, each(lambda c, n, t: min(1.0, math.sqrt(t * n / c)) + t * n / c)),
    (OF_A_TERM, each(lambda c, n, t: min(1.0, math.sqrt(t * n / c)) + min(1.0, t * n / c))),
]


@pytest.mark.parametrize(("name", "wrong"), KEEP_FORMS)
def test_keep_probability_in_other_forms(name, wrong):
    assert_named(word2vec.keep_probability, lambda counts, sample: wrong(counts, sample), name)


def test_two_slips_in_keep_probability():
    wrong = each(lambda c, n, t: math.sqrt(t / c))  # the plain count, and only the root
    answer = diagnosis(word2vec.keep_probability, lambda counts, sample: wrong(counts, sample))
    assert "*f is the count, not the share of the text* and *only the square root" in answer


def test_keep_probability_by_hand():
    case, expected = solve(word2vec.keep_probability)
    assert case.args[0].tolist() == [700, 200, 90, 9, 1]
    ratio = 0.01 / 0.7
    assert expected[0].item() == pytest.approx(math.sqrt(ratio) + ratio)
    assert expected[3:].tolist() == [1, 1]


# ------------------------------------------------------------------------------------ context_mean


def known_rows(vectors, row):
    return [vectors[word] for word in row.tolist() if word != -1]


def by_row(combine):
    return lambda vectors, context: torch.stack([combine(vectors, row) for row in context])


MEAN_SLIPS = {
    "the vectors are added, not averaged": by_row(lambda v, row: sum(known_rows(v, row))),
    "padding counts as a word": by_row(lambda v, row: sum(known_rows(v, row)) / len(row)),
    "padding reads the last row of the table": by_row(
        lambda v, row: sum(v[word] for word in row) / len(row)
    ),
    "padding reads row 0": by_row(
        lambda v, row: sum(v[max(word, 0)] for word in row.tolist()) / len(row)
    ),
    "word 0 is taken for padding": by_row(
        lambda v, row: (
            sum(v[word] for word in row.tolist() if word > 0)
            / torch.tensor(float(sum(word > 0 for word in row.tolist())))
        )
    ),
    "a word that stands twice in the window counts once": by_row(
        lambda v, row: (
            sum(v[w] for w in sorted({*row.tolist()} - {-1})) / len({*row.tolist()} - {-1})
        )
    ),
    "the vectors are put side by side": by_row(
        lambda v, row: torch.cat(
            [v[w] if w >= 0 else torch.zeros(v.shape[1]) for w in row.tolist()]
        )
    ),
}


@pytest.mark.parametrize("name", MEAN_SLIPS)
def test_slips_in_context_mean(name):
    assert_named(word2vec.context_mean, MEAN_SLIPS[name], name)


@pytest.mark.parametrize(
    "combine",
    [
        lambda v, row: sum(v[w] for w in row.tolist() if w > 0) / sum(row >= 0),
        lambda v, row: v[row[row != 0]].mean(dim=0),
    ],
)
def test_word_0_is_missing_in_other_ways(combine):
    answer = by_row(combine)
    assert_named(
        word2vec.context_mean,
        lambda vectors, context: answer(vectors, context),
        "word 0 is taken for padding",
    )


def total_of(v, row):
    return sum(known_rows(v, row))


def number_of(context):
    return sum(word != -1 for row in context.tolist() for word in row)


def until_padding(v, row):
    words = []
    for word in row.tolist():
        if word == -1:
            break
        words.append(v[word])
    return sum(words, torch.zeros(v.shape[1])) / torch.tensor(len(words))


def in_place_of_the_number(number):
    return lambda v, context: (
        torch.stack([total_of(v, row) for row in context]) / number(v, context)
    )


def over_components(v, context):
    """Average the components of each word, zero for padding."""
    return torch.stack(
        [
            torch.stack([v[w].mean() if w >= 0 else torch.tensor(0.0) for w in row])
            for row in context
        ]
    )


def over_rows(v, context):
    sums = [sum(known_rows(v, row), torch.zeros(v.shape[1])) for row in context.T]
    return torch.stack(sums) / (context > -1).sum(dim=0)[:, None]


AT_END = "the padding is taken to stand at the end of each row"
OWN_ROW = "the sum is not divided by the number of words of its own row"
ALL_ROWS = "there is one mean for all rows together"
OTHER_AXIS = "the mean is taken over another axis than the words"
TWICE = "the sum is multiplied by the number of words, or divided twice"
SIDE_BY_SIDE = "the vectors are put side by side"
ONCE = "a word that stands twice in the window counts once"

MEAN_FORMS = [
    (AT_END, by_row(until_padding)),
    (AT_END, by_row(lambda v, row: v[row[: len(known_rows(v, row))]].mean(dim=0))),
    (OWN_ROW, in_place_of_the_number(lambda v, context: number_of(context))),
    (OWN_ROW, in_place_of_the_number(lambda v, context: context.shape[0])),
    (OWN_ROW, in_place_of_the_number(lambda v, context: v.shape[1])),
    (
        "the number of words is one too large",
        by_row(lambda v, row: total_of(v, row) / (1 + len(known_rows(v, row)))),
    ),
    (ALL_ROWS, lambda v, context: v[context.flatten()[context.flatten() > -1]].mean(dim=0)),
    (
        ALL_ROWS,
        lambda v, context: (
            by_row(total_of)(v, context).sum(0).expand(context.shape[0], v.shape[1])
            / number_of(context)
        ),
    ),
    (ALL_ROWS, lambda v, context: v[context.flatten()].sum(0) / context.numel()),
    (OTHER_AXIS, over_components),
    (OTHER_AXIS, over_rows),
    (OTHER_AXIS, lambda v, context: v[context].sum(2) / v.shape[1]),
    (TWICE, by_row(lambda v, row: total_of(v, row) * len(known_rows(v, row)))),
    (TWICE, by_row(lambda v, row: total_of(v, row) / len(known_rows(v, row)) ** 2)),
    (
        "the largest component is taken instead of the mean",
        by_row(lambda v, row: torch.stack(known_rows(v, row)).max(dim=0).values),
    ),
    (SIDE_BY_SIDE, lambda v, context: v[context].reshape(len(context), -1)),
    (ONCE, by_row(lambda v, row: sum(v[w] for w in {*row.tolist()} - {-1}) / sum(row >= 0))),
    (ONCE, by_row(lambda v, row: total_of(v, row) / len({*row.tolist()} - {-1}))),
    ("the vectors are added, not averaged", by_row(lambda v, row: sum(v[word] for word in row))),
]


@pytest.mark.parametrize(("name", "wrong"), MEAN_FORMS)
def test_context_mean_in_other_forms(name, wrong):
    assert_named(word2vec.context_mean, lambda vectors, context: wrong(vectors, context), name)


def test_a_loop_over_rows_is_right():
    answer = by_row(lambda v, row: torch.stack(known_rows(v, row)).mean(dim=0))
    assert "correct" in diagnosis(
        word2vec.context_mean, lambda vectors, context: answer(vectors, context)
    )


# ------------------------------------------------------------------------- hierarchical_probability


def logistic(x):
    return 1 / (1 + math.exp(-x))


def walk(hidden, nodes, path, code, yes=0, start=0, stop=None):
    """Return the probability of each turn, with plain numbers."""
    found = []
    for node, turn in list(zip(path, code, strict=True))[start:stop]:
        score = sum(a * b for a, b in zip(nodes[node].tolist(), hidden.tolist(), strict=True))
        found.append(logistic(score if turn == yes else -score))
    return found


def length(vector: Tensor) -> float:
    return math.sqrt(sum(x * x for x in vector.tolist()))


TREE_SLIPS = {
    "left and right are mixed up": lambda *given: math.prod(walk(*given, yes=1)),
    "every turn is taken as left": lambda hidden, nodes, path, code: math.prod(
        walk(hidden, nodes, path, [0] * len(code))
    ),
    "the probabilities of the turns are added": lambda *given: sum(walk(*given)),
    "the probabilities of the turns are averaged": lambda *given: (
        sum(walk(*given)) / len(walk(*given))
    ),
    "the path is read from the word up, the code from the root down": (
        lambda hidden, nodes, path, code: math.prod(walk(hidden, nodes, path, code[::-1]))
    ),
    "the root is left out": lambda *given: math.prod(walk(*given, start=1)),
    "the last turn is left out": lambda *given: math.prod(walk(*given, stop=-1)),
    "the result is the log-probability": lambda *given: math.log(math.prod(walk(*given))),
    "the scores are cosines": lambda hidden, nodes, path, code: math.prod(
        walk(hidden / length(hidden), torch.stack([row / length(row) for row in nodes]), path, code)
    ),
}


def with_names(wrong):
    return lambda hidden, nodes, path, code: wrong(hidden, nodes, path, code)


@pytest.mark.parametrize("name", TREE_SLIPS)
def test_slips_in_the_tree(name):
    assert_named(word2vec.hierarchical_probability, with_names(TREE_SLIPS[name]), name)


def scored(hidden, nodes, path, code):
    return [
        (float((nodes[node] * hidden).sum()), turn) for node, turn in zip(path, code, strict=True)
    ]


def of_turns(left, right, start=1.0):
    """Multiply a number for each turn to ``start``."""

    def wrong(*given):
        product = start
        for score, turn in scored(*given):
            product *= right(score) if turn else left(score)
        return product

    return wrong


def first_return(*given):
    for score, turn in scored(*given):
        return 1 - logistic(score) if turn else logistic(score)


def without_brackets(*given):
    product = 1.0
    for score, turn in scored(*given):
        product = product * logistic(score) if turn == 0 else 1 - product * logistic(score)
    return product


def in_table_order(hidden, nodes, path, code):
    return math.prod(walk(hidden, nodes, range(len(code)), code))


def exponentials(*given):
    total = sum(math.exp(score) for score, _ in scored(*given))
    return [(math.exp(score) / total, turn) for score, turn in scored(*given)]


SIGMOID = "the sigmoid is missing"
ONE_KIND = "turns of one kind are left out"
WHOLE = "1 minus is taken of the whole product, not of the one turn"
TOGETHER = "the scores are put together before the sigmoid"
NOT_THE_REST = "the probability of right is not 1 minus that of left"
SOFTMAX = "the nodes share one softmax"
APART = "path and code are one turn apart"
TABLE = "the nodes are read in the order of the table, not along the path"

TREE_FORMS = [
    ("every turn is taken as right", of_turns(lambda s: logistic(-s), lambda s: logistic(-s))),
    (TABLE, in_table_order),
    (TABLE, lambda hidden, nodes, path, code: math.prod(walk(hidden, nodes, code, code))),
    ("only the last turn counts", lambda *given: walk(*given)[-1]),
    ("only the first turn counts", first_return),
    (SIGMOID, of_turns(lambda s: s, lambda s: 1 - s)),
    (SIGMOID, of_turns(lambda s: s, lambda s: -s)),
    (ONE_KIND, of_turns(logistic, lambda s: 1.0)),
    (ONE_KIND, of_turns(lambda s: 1.0, lambda s: 1 - logistic(s))),
    (WHOLE, without_brackets),
    (WHOLE, lambda *given: 1 - math.prod(walk(*given))),
    (TOGETHER, lambda *given: logistic(sum(-s if turn else s for s, turn in scored(*given)))),
    (TOGETHER, lambda *given: logistic(sum(s for s, _ in scored(*given)))),
    (TOGETHER, lambda *given: logistic(math.prod(s for s, _ in scored(*given)))),
    (NOT_THE_REST, of_turns(logistic, lambda s: logistic(1 - s))),
    (NOT_THE_REST, of_turns(logistic, lambda s: -logistic(s))),
    (NOT_THE_REST, of_turns(logistic, lambda s: logistic(s) - 1)),
    (NOT_THE_REST, of_turns(logistic, lambda s: 1 / logistic(s))),
    (SOFTMAX, lambda *given: math.prod(1 - p if turn else p for p, turn in exponentials(*given))),
    (SOFTMAX, lambda *given: math.prod(p for p, _ in exponentials(*given))),
    ("the product starts at 0", of_turns(logistic, lambda s: 1 - logistic(s), start=0.0)),
    (
        "the result is the negative log-probability",
        lambda *given: sum(-math.log(p) for p in walk(*given)),
    ),
    (APART, lambda hidden, nodes, path, code: math.prod(walk(hidden, nodes, path[:-1], code[1:]))),
    (APART, lambda hidden, nodes, path, code: math.prod(walk(hidden, nodes, path[1:], code[:-1]))),
]


@pytest.mark.parametrize(("name", "wrong"), TREE_FORMS)
def test_the_tree_in_other_forms(name, wrong):
    assert_named(word2vec.hierarchical_probability, with_names(wrong), name)


def test_a_loop_over_turns_is_right():
    right = with_names(lambda *given: math.prod(walk(*given)))
    assert "correct" in diagnosis(word2vec.hierarchical_probability, right)


# ------------------------------------------------------------------------------ noise_distribution


NOISE_SLIPS = {
    "the noise is uniform": lambda counts, power: torch.full(
        (len(counts),), 1 / len(counts), dtype=torch.float64
    ),
    "the power is missing": lambda counts, power: counts / counts.sum().double(),
    "the power comes last, so the result does not sum to 1": lambda counts, power: torch.pow(
        counts.double() / sum(counts.tolist()), power
    ),
    "the weights are divided by the sum of the plain counts": lambda counts, power: torch.tensor(
        [c**power / sum(counts.tolist()) for c in counts.tolist()], dtype=torch.float64
    ),
    "the power is inverted": lambda counts, power: (counts.double().log() / power).softmax(dim=0),
    "rare words are drawn most": lambda counts, power: (-power * counts.double().log()).softmax(0),
}


@pytest.mark.parametrize("name", NOISE_SLIPS)
def test_slips_in_noise(name):
    assert_named(word2vec.noise_distribution, NOISE_SLIPS[name], name)


def powers_by(weigh, normalize=lambda weights: [w / sum(weights) for w in weights]):
    """Weigh each count with plain numbers, then normalize the list."""

    def wrong(counts, power):
        weights = [weigh(count, power) for count in counts.tolist()]
        return torch.tensor(normalize(weights), dtype=torch.float64)

    return wrong


def raised(count, power):
    return math.exp(power * math.log(count))


def softened(weights):
    total = sum(math.exp(weight - max(weights)) for weight in weights)
    return [math.exp(weight - max(weights)) / total for weight in weights]


SINGLE = "the probabilities are in float32, or were on the way to float64"
OTHER_SUM = "the powers are divided by something other than their sum"
OTHER_POWER = "the power is 1 - power, or is applied twice"
A_SOFTMAX = "a softmax normalizes"
MIXED = "the shares are mixed with a uniform draw"
BASE = "base and exponent are exchanged"
LOGARITHM = "the logarithm of the counts stands where the power belongs"
RARE_MOST = "rare words are drawn most"

NOISE_FORMS = [
    ("the powers are not normalized", powers_by(raised, list)),
    (OTHER_SUM, powers_by(raised, lambda w: [x / max(w) for x in w])),
    (OTHER_SUM, powers_by(raised, lambda w: [x / len(w) for x in w])),
    (OTHER_SUM, powers_by(raised, lambda w: [x * len(w) / sum(w) for x in w])),
    (OTHER_SUM, powers_by(raised, lambda w: [x / math.hypot(*w) for x in w])),
    ("the power is 3/4, whatever is asked for", powers_by(lambda c, p: raised(c, 3 / 4))),
    (OTHER_POWER, powers_by(lambda c, p: raised(c, 1 - p))),
    (OTHER_POWER, powers_by(lambda c, p: raised(raised(c, p), p))),
    (A_SOFTMAX, powers_by(raised, softened)),
    (A_SOFTMAX, powers_by(lambda c, p: c * p, softened)),
    (A_SOFTMAX, powers_by(lambda c, p: c, softened)),
    (A_SOFTMAX, powers_by(raised, lambda w: softened([x / sum(w) for x in w]))),
    (MIXED, lambda counts, p: p * counts.double() / counts.sum() + (1 - p) / counts.numel()),
    (MIXED, lambda counts, p: (1 - p) * counts.double() / counts.sum() + p / counts.numel()),
    (BASE, powers_by(lambda c, p: p**c)),
    (BASE, powers_by(lambda c, p: p**c, list)),
    (
        "the counts are multiplied by the power, and not divided by their sum",
        powers_by(lambda c, p: c * p, list),
    ),
    ("the power is missing", lambda counts, p: p * counts.double() / counts.sum()),
    (SINGLE, lambda counts, p: counts.float().pow(p) / sum(counts.float().pow(p))),
    (SINGLE, lambda counts, p: (counts.float().pow(p) / counts.pow(p).sum()).to(torch.float64)),
    (SINGLE, lambda counts, p: counts.pow(p).double().div(counts.pow(p).sum().item())),
    (SINGLE, lambda counts, p: powers_by(raised)(counts, p).to(torch.float32)),
    ("each count is one too large", powers_by(lambda c, p: raised(c + 1, p))),
    (LOGARITHM, powers_by(lambda c, p: math.log(c))),
    (LOGARITHM, powers_by(lambda c, p: math.log(c) ** p)),
    (RARE_MOST, powers_by(lambda c, p: 1 / raised(c, p), list)),
    (RARE_MOST, powers_by(raised, lambda w: [1 - x / sum(w) for x in w])),
]


@pytest.mark.parametrize(("name", "wrong"), NOISE_FORMS)
def test_noise_in_other_forms(name, wrong):
    assert_named(word2vec.noise_distribution, lambda counts, power: wrong(counts, power), name)


def test_normalizing_before_the_power_does_no_harm():
    def twice(counts, power):
        weights = (counts.double() / counts.sum()) ** power
        return weights / weights.sum()

    assert "correct" in diagnosis(word2vec.noise_distribution, twice)


# -------------------------------------------------------------------------- negative_sampling_step


def step(inputs, outputs, center, neighbor, noise, rate, **slip):
    """Take the step with plain loops over numbers; ``slip`` names what goes wrong."""
    inputs, outputs = inputs.numpy().copy(), outputs.numpy().copy()
    if slip.get("shared"):
        read = inputs.copy()
        moving = inputs
    else:
        read = outputs.copy()
        moving = outputs
    hidden = inputs[center].copy()
    asked = [(neighbor, 1.0)]
    for word in noise:
        skipped = slip.get("skip", lambda word: word == neighbor)
        if not skipped(word):
            asked.append((word, slip.get("label", 0.0)))
    if slip.get("once"):
        asked = list(dict.fromkeys(asked))
    scores = np.array([slip.get("score", np.dot)(read[word], hidden) for word, _ in asked])
    guesses = slip.get("squash", lambda s: 1 / (1 + np.exp(-s)))(scores)
    errors = guesses - np.array([label for _, label in asked])
    pull = sum(error * read[word] for error, (word, _) in zip(errors, asked, strict=True))
    if slip.get("input first"):
        inputs[center] -= rate * pull
        hidden = inputs[center].copy()
    for error, (word, _) in zip(errors, asked, strict=True):
        moving[word] -= rate * error * hidden
    if slip.get("output first"):
        pull = sum(error * outputs[word] for error, (word, _) in zip(errors, asked, strict=True))
    if not slip.get("input first"):
        inputs[center] -= rate * pull
    return torch.from_numpy(inputs), torch.from_numpy(outputs)


def made(**slip):
    return lambda inputs, outputs, center, neighbor, noise, rate: step(
        inputs, outputs, center, neighbor, noise, rate, **slip
    )


def no_repeats(inputs, outputs, center, neighbor, noise, rate):
    """The input hears every draw, but each row of the outputs moves once."""
    right, _ = step(inputs, outputs, center, neighbor, noise, rate)
    _, once = step(inputs, outputs, center, neighbor, noise, rate, once=True)
    return right, once


def one_by_one(inputs, outputs, center, neighbor, noise, rate, order="uv", saved=True):
    """Take a step for each word, with NumPy; ``order`` says which of its two rows moves first."""
    v, u = inputs.numpy().copy(), outputs.numpy().copy()
    for word in [neighbor] + [n for n in noise if n != neighbor]:
        error = 1 / (1 + np.exp(-v[center] @ u[word])) - (1 if word == neighbor else 0)
        old_v, old_u = v[center].copy(), u[word].copy()
        for table in order:
            if table == "u":
                u[word] = u[word] - rate * error * (old_v if saved else v[center])
            else:
                v[center] = v[center] - rate * error * (old_u if saved else u[word])
    return torch.from_numpy(v), torch.from_numpy(u)


def labels_exchanged(inputs, outputs, center, neighbor, noise, rate):
    v, u = inputs.clone().requires_grad_(), outputs.clone().requires_grad_()
    loss = -torch.nn.functional.logsigmoid(-(u[neighbor] @ v[center]))
    for word in noise:
        if word != neighbor:
            loss = loss - torch.nn.functional.logsigmoid(u[word] @ v[center])
    loss.backward()
    return v.detach() - rate * v.grad, u.detach() - rate * u.grad


def exp_normalized(scores):
    return np.exp(scores) / np.exp(scores).sum()


def angle(a, b):
    return a @ b / np.linalg.norm(a) / np.linalg.norm(b)


STEP_SLIPS = {
    "one table plays both roles": made(shared=True),
    "the noise words are pulled closer too": made(label=1.0),
    "the labels are exchanged: the neighbor has 0 and the noise has 1": labels_exchanged,
    "the tables are read again after they have moved": one_by_one,
    "the neighbor is pushed away when it is drawn as noise": made(skip=lambda word: False),
    "noise words equal to the center are skipped": lambda inputs, outputs, center, *rest: step(
        inputs, outputs, center, *rest, skip=lambda word: word in (center, rest[0])
    ),
    "the step goes up the gradient": lambda inputs, outputs, center, neighbor, noise, rate: step(
        inputs, outputs, center, neighbor, noise, -rate
    ),
    "the outputs have moved before the input reads them": made(**{"output first": True}),
    "the input has moved before the outputs read it": made(**{"input first": True}),
    "a noise word drawn twice moves once": no_repeats,
    "center and neighbor are swapped": lambda inputs, outputs, center, neighbor, noise, rate: step(
        inputs, outputs, neighbor, center, noise, rate
    ),
    "the scores are cosines": made(score=angle),
    "the words share one softmax": made(squash=exp_normalized),
}


@pytest.mark.parametrize("name", STEP_SLIPS)
def test_slips_in_the_step(name):
    wrong = STEP_SLIPS[name]

    def answer(inputs, outputs, center, neighbor, noise, rate):
        return wrong(inputs, outputs, center, neighbor, noise, rate)

    assert_named(word2vec.negative_sampling_step, answer, name)


@pytest.mark.parametrize(("order", "saved"), [("vu", True), ("uv", False), ("vu", False)])
def test_tables_are_read_again_in_other_orders(order, saved):
    def answer(inputs, outputs, center, neighbor, noise, rate):
        return one_by_one(inputs, outputs, center, neighbor, noise, rate, order, saved)

    name = "the tables are read again after they have moved"
    assert_named(word2vec.negative_sampling_step, answer, name)


def keeping(last):
    """Take the step; the table in ``last`` starts from the old rows at each word."""

    def wrong(inputs, outputs, center, neighbor, noise, rate):
        v, u = inputs.clone(), outputs.clone()
        for word in [neighbor] + [n for n in noise if n != neighbor]:
            error = torch.sigmoid(outputs[word] @ inputs[center]) - float(word == neighbor)
            v[center] = inputs[center] - rate * error * outputs[word]
            start = outputs if "u" in last else u
            u[word] = start[word] - rate * error * inputs[center]
        return v, u

    return wrong


def gradients(inputs, outputs, center, neighbor, words, loss, label=lambda word, neighbor: 0.0):
    """Return both gradients of a loss, by autograd."""
    v, u = inputs.clone().requires_grad_(), outputs.clone().requires_grad_()
    total = loss(u[neighbor] @ v[center], 1.0)
    for word in words:
        total = total + loss(u[word] @ v[center], label(word, neighbor))
    total.backward()
    return v.grad, u.grad


def log_loss(score, label):
    return -torch.nn.functional.logsigmoid(score if label else -score)


def descending(change=None, loss=log_loss, words=None, **labels):
    """Take the step by autograd; ``change`` is made to (input's, outputs' gradient, words)."""

    def wrong(inputs, outputs, center, neighbor, noise, rate):
        kept = [n for n in noise if n != neighbor]
        kept = words(noise, center, neighbor) if words else kept
        v, u = gradients(inputs, outputs, center, neighbor, kept, loss, **labels)
        v, u = change(v, u, len(kept)) if change else (v, u)
        return inputs - rate * v, outputs - rate * u

    return wrong


def by_hand(error, along_u="v", along_v="u"):
    """Write out the error of a score and a label, and what each row moves along."""

    def wrong(inputs, outputs, center, neighbor, noise, rate):
        v, u = inputs.clone(), outputs.clone()
        for word in [neighbor] + [n for n in noise if n != neighbor]:
            rows = {"v": inputs[center], "u": outputs[word]}
            e = error(float(rows["u"] @ rows["v"]), word == neighbor)
            u[word] -= rate * e * rows[along_u]
            v[center] -= rate * e * rows[along_v]
        return v, u

    return wrong


def noise_by_itself(of_noise_v=1.0, of_noise_u=1.0, of_neighbor=1.0, split=False):
    """Weigh what the noise moves in each table, and what the neighbor does."""

    def wrong(inputs, outputs, center, neighbor, noise, rate):
        kept = [n for n in noise if n != neighbor]
        v, u = gradients(inputs, outputs, center, neighbor, [], log_loss)
        both = gradients(inputs, outputs, center, neighbor, kept, log_loss)
        weight = 1 / max(len(kept), 1) if split else 1.0
        v = of_neighbor * v + weight * of_noise_v * (both[0] - v)
        u = of_neighbor * u + weight * of_noise_u * (both[1] - u)
        return inputs - rate * v, outputs - rate * u

    return wrong


def read_from(for_v, for_u):
    """Look the center up in one table and the others in another, and move the right ones."""

    def wrong(inputs, outputs, center, neighbor, noise, rate):
        tables = {"i": inputs, "o": outputs}
        v, u = inputs.clone(), outputs.clone()
        hidden = tables[for_v][center]
        for word in [neighbor] + [n for n in noise if n != neighbor]:
            row = tables[for_u][word]
            error = logistic(float(row @ hidden)) - (word == neighbor)
            u[word] -= rate * error * hidden
            v[center] -= rate * error * row
        return v, u

    return wrong


def from_moved(score="", moves="", order="vu"):
    """Read what is named from the tables that have moved, each at the time it is used."""

    def wrong(inputs, outputs, center, neighbor, noise, rate):
        v, u = inputs.clone(), outputs.clone()
        for word in [neighbor] + [n for n in noise if n != neighbor]:
            a = (u if "u" in score else outputs)[word]
            b = (v if "v" in score else inputs)[center]
            error = logistic(float(a @ b)) - (word == neighbor)
            for table in order:
                if table == "u":
                    u[word] -= rate * error * (v if "v" in moves else inputs)[center]
                else:
                    v[center] -= rate * error * (u if "u" in moves else outputs)[word]
        return v, u

    return wrong


def exchanged(inputs, outputs, center, neighbor, noise, rate):
    v, u = descending()(outputs, inputs, center, neighbor, noise, rate)
    return u, v


def up_to(noise, center, neighbor):
    kept = []
    for word in noise:
        if word == neighbor:
            break
        kept.append(word)
    return kept


def one_removed(noise, center, neighbor):
    found = [place for place, word in enumerate(noise) if word == neighbor][:1]
    return [word for place, word in enumerate(noise) if place not in found]


READ_AGAIN = "the tables are read again after they have moved"
CLOSER = "the noise words are pulled closer too"
AWAY = "the neighbor is pushed away like the noise"
MEAN = "the gradients are averaged, not added"
ALONG = "a row moves along itself"
UP = "one of the two tables goes up the gradient"
STILL = "one of the two tables does not move"
ONE_ROLE = "one table plays both roles"
LAST = "the center keeps only the step of the last word"
RATE = "the rate is left out, or counts twice"
OF_LOSS = "the loss stands where its derivative belongs"
HALF = "the noise moves one of the two tables only"

STEP_FORMS = [
    ("the two tables are exchanged", exchanged),
    ("the two tables are exchanged", read_from("o", "i")),
    (ONE_ROLE, read_from("i", "i")),
    (ONE_ROLE, read_from("o", "o")),
    (CLOSER, by_hand(lambda s, real: logistic(s) - 1 if real else -logistic(s))),
    (AWAY, by_hand(lambda s, real: logistic(s))),
    (AWAY, by_hand(lambda s, real: 1 - logistic(s) if real else logistic(s))),
    (
        "the error of a noise word is sigmoid(-score)",
        by_hand(lambda s, real: -logistic(-s) if real else logistic(-s)),
    ),
    ("the sigmoid is missing", by_hand(lambda s, real: s - 1 if real else s)),
    (OF_LOSS, by_hand(lambda s, real: -math.log(logistic(s if real else -s)))),
    (OF_LOSS, by_hand(lambda s, real: (1, -1)[real] * -math.log(logistic((-s, s)[real])))),
    (
        "the derivative of the sigmoid is multiplied in",
        descending(loss=lambda score, label: (score.sigmoid() - label) ** 2 / 2),
    ),
    (
        "the neighbor is pulled once more each time it is drawn as noise",
        descending(
            words=lambda noise, center, neighbor: noise,
            label=lambda word, neighbor: float(word == neighbor),
        ),
    ),
    (
        "of several draws of the neighbor only one is skipped",
        descending(words=one_removed),
    ),
    ("the noise ends where the neighbor is drawn", descending(words=up_to)),
    (
        "noise words equal to the center are skipped",
        descending(words=lambda noise, center, neighbor: [n for n in noise if n != center]),
    ),
    ("the noise takes no part", descending(words=lambda *_: [])),
    ("the neighbor takes no part", noise_by_itself(of_neighbor=0)),
    (UP, descending(lambda v, u, n: (-v, u))),
    (UP, descending(lambda v, u, n: (v, -u))),
    (STILL, descending(lambda v, u, n: (v, 0 * u))),
    (STILL, descending(lambda v, u, n: (0 * v, u))),
    (HALF, noise_by_itself(of_noise_v=0)),
    (HALF, noise_by_itself(of_noise_u=0)),
    (ALONG, by_hand(lambda s, real: logistic(s) - real, along_u="u")),
    (ALONG, by_hand(lambda s, real: logistic(s) - real, along_v="v")),
    (ALONG, by_hand(lambda s, real: logistic(s) - real, along_u="u", along_v="v")),
    ("a move goes to the wrong table", descending(lambda v, u, n: (u, v))),
    ("a move goes to the wrong table", descending(lambda v, u, n: (v + u, 0 * u))),
    ("every row of a table moves", descending(lambda v, u, n: (v, u.sum(0).expand_as(u)))),
    ("every row of a table moves", descending(lambda v, u, n: (v.sum(0).expand_as(v), u))),
    ("the outputs have moved before the input reads them", from_moved(moves="u", order="uv")),
    ("the outputs have moved before the input reads them", from_moved(moves="u", order="vu")),
    ("the input has moved before the outputs read it", from_moved(moves="v", order="vu")),
    ("the input has moved before the outputs read it", from_moved(moves="v", order="uv")),
    (READ_AGAIN, from_moved(score="u", moves="u", order="vu")),
    (READ_AGAIN, from_moved(score="u", moves="u", order="uv")),
    (READ_AGAIN, from_moved(score="v", moves="v", order="vu")),
    (READ_AGAIN, from_moved(score="uv")),
    (READ_AGAIN, from_moved(moves="uv", order="uv")),
    (
        "a noise word drawn twice counts once",
        descending(words=lambda noise, center, neighbor: {*noise} - {neighbor}),
    ),
    (LAST, keeping("v")),
    (LAST, keeping("uv")),
    (MEAN, descending(lambda v, u, n: (v / (n + 1), u / (n + 1)))),
    (MEAN, descending(lambda v, u, n: (v / (n + 1), u))),
    (MEAN, noise_by_itself(split=True)),
    (RATE, lambda i, o, c, b, noise, rate: descending()(i, o, c, b, noise, 1)),
    (RATE, lambda i, o, c, b, noise, rate: descending()(i, o, c, b, noise, rate**2)),
]


@pytest.mark.parametrize(("name", "wrong"), STEP_FORMS)
def test_a_slip_in_the_step_by_autograd_or_by_hand(name, wrong):
    def answer(inputs, outputs, center, neighbor, noise, rate):
        return wrong(inputs, outputs, center, neighbor, noise, rate)

    assert_named(word2vec.negative_sampling_step, answer, name)


@pytest.mark.parametrize(
    ("exercise", "slips", "forms"),
    [
        ("skip_gram_pairs", PAIR_SLIPS, PAIR_FORMS),
        ("keep_probability", KEEP_SLIPS, KEEP_FORMS),
        ("context_mean", MEAN_SLIPS, MEAN_FORMS),
        ("hierarchical_probability", TREE_SLIPS, TREE_FORMS),
        ("noise_distribution", NOISE_SLIPS, NOISE_FORMS),
        ("negative_sampling_step", STEP_SLIPS, STEP_FORMS),
    ],
)
def test_every_slip_is_written_again(exercise, slips, forms):
    written = {*slips, *(name for name, _ in forms)}
    assert written == {slip.name for slip in getattr(word2vec, exercise).misconceptions}


def test_the_step_in_loops_is_right():
    assert "correct" in diagnosis(word2vec.negative_sampling_step, made())


def test_the_step_equals_autograd():
    case, (inputs, outputs) = solve(word2vec.negative_sampling_step, case=1)
    old_in, old_out, center, neighbor, noise, rate = case.args
    old_in, old_out = old_in.clone().requires_grad_(), old_out.clone().requires_grad_()
    scores = old_out @ old_in[center]
    loss = -torch.nn.functional.logsigmoid(scores[neighbor])
    for word in noise:
        if word != neighbor:
            loss = loss - torch.nn.functional.logsigmoid(-scores[word])
    loss.backward()
    torch.testing.assert_close(inputs, old_in.detach() - rate * old_in.grad)
    torch.testing.assert_close(outputs, old_out.detach() - rate * old_out.grad)
