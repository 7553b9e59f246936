"""Exercises of the n-gram lesson on fair evaluation: perplexity, and the vocabulary."""

import math
import random
from collections import Counter
from collections.abc import Sequence

from bertlab.exercises import Case, Exercise, Misconception

Sentences = Sequence[Sequence[str]]

# --------------------------------------------------------------------------------------- perplexity


def _perplexity(probabilities: Sequence[Sequence[float]]) -> float:
    """Return exp of the mean negative log over all predictions; infinite if a probability is 0."""
    flat = [p for sentence in probabilities for p in sentence]
    if min(flat) == 0:
        return math.inf
    return math.exp(-sum(map(math.log, flat)) / len(flat))


def _log_sum(probabilities: Sequence[Sequence[float]]) -> float:
    return sum(_safe_log(p) for sentence in probabilities for p in sentence)


def _safe_log(p: float) -> float:
    return math.log(p) if p > 0 else -math.inf


def _number(probabilities: Sequence[Sequence[float]]) -> int:
    return sum(map(len, probabilities))


def _without_zeros(probabilities: Sequence[Sequence[float]]) -> float:
    return _perplexity([[p for p in sentence if p > 0] for sentence in probabilities])


def _with_product(probabilities: Sequence[Sequence[float]]) -> float:
    flat = [p for sentence in probabilities for p in sentence]
    product = math.prod(flat)
    return product ** (-1 / len(flat)) if product > 0 else math.inf


def _with_bare_product(probabilities: Sequence[Sequence[float]]) -> float:
    flat = [p for sentence in probabilities for p in sentence]
    return math.prod(flat) ** (-1 / len(flat))


def _perplexity_cases() -> list[Case]:
    draw = random.Random(0).uniform
    return [
        Case(([[0.5, 0.25, 0.125], [0.5, 0.01]],)),
        Case(([[0.2], [0.1, 0.9, 0.3, 0.4], [0.7, 0.05]],)),
        Case(([[0.3, 0.2], [0.0, 0.4, 0.1]],)),
        Case(([[draw(0.001, 0.02) for _ in range(5 + i % 7)] for i in range(60)],)),
    ]


perplexity = Exercise(
    name="perplexity",
    reference=_perplexity,
    cases=_perplexity_cases,
    difficulty=2,
    minutes=7,
    misconceptions=(
        Misconception(
            "one divided by the mean of the probabilities",
            "Average the logarithms, not the probabilities: a text's probability is a product, and "
            "one word the model finds impossible makes the whole text impossible.",
            lambda probabilities: (
                _number(probabilities) / sum(p for sentence in probabilities for p in sentence)
            ),
        ),
        Misconception(
            "the mean of the inverse probabilities",
            "Average the logarithms and take exp at the end: the mean of 1 / p is the arithmetic "
            "mean, which a few rare words dominate.",
            lambda probabilities: (
                sum(1 / p if p else math.inf for sentence in probabilities for p in sentence)
                / _number(probabilities)
            ),
        ),
        Misconception(
            "divided by the number of sentences",
            "Divide by the number of predictions: perplexity is per word, or else long sentences "
            "would count as hard ones.",
            lambda probabilities: _bounded_exp(-_log_sum(probabilities) / len(probabilities)),
        ),
        Misconception(
            "a mean over sentences",
            "Put all predictions together first: a mean over sentences gives a word in a short "
            "sentence more say than one in a long sentence.",
            lambda probabilities: (
                sum(_perplexity([sentence]) for sentence in probabilities) / len(probabilities)
            ),
            variants=(
                lambda probabilities: math.exp(
                    -sum(_log_sum([s]) / len(s) for s in probabilities) / len(probabilities)
                ),
            ),
        ),
        Misconception(
            "two bases are mixed",
            "Use one base: exp goes with the natural logarithm, 2 ** with log2. In either base the "
            "perplexity is the same.",
            lambda probabilities: math.exp(
                -_log_sum(probabilities) / math.log(2) / _number(probabilities)
            ),
            variants=(
                lambda probabilities: 2 ** (-_log_sum(probabilities) / _number(probabilities)),
            ),
        ),
        Misconception(
            "<s> is counted among the predictions",
            "Divide by the number of probabilities you were given: <s> is never predicted, and "
            "counting it makes the model look better than it is.",
            lambda probabilities: math.exp(
                -_log_sum(probabilities) / (_number(probabilities) + len(probabilities))
            ),
        ),
        Misconception(
            "the minus sign is missing",
            "Logarithms of probabilities are negative: without the minus you get the inverse, the "
            "geometric mean of the probabilities.",
            lambda probabilities: math.exp(_log_sum(probabilities) / _number(probabilities)),
        ),
        Misconception(
            "the cross-entropy is returned",
            "Take exp of the mean at the end: the mean itself is the cross-entropy, in nats.",
            lambda probabilities: -_log_sum(probabilities) / _number(probabilities),
        ),
        Misconception(
            "probabilities of 0 are left out",
            "A 0 makes the perplexity infinite: leaving it out rewards a model for calling a word "
            "that occurs impossible.",
            _without_zeros,
        ),
        Misconception(
            "the product of all probabilities underflows",
            "Add logarithms instead of multiplying: the product of a few hundred probabilities is "
            "smaller than the smallest float and becomes 0.",
            _with_product,
            variants=(_with_bare_product,),
        ),
    ),
)


def _bounded_exp(value: float) -> float:
    return math.exp(value) if value < 700 else math.inf


# --------------------------------------------------------------- the vocabulary and a held-out text


def _top(sentences: Sentences, size: int | None) -> set[str]:
    counts = Counter(word for sentence in sentences for word in sentence)
    return set(sorted(counts, key=lambda word: (-counts[word], word))[:size])


def _replace(sentences: Sentences, known: set[str]) -> list[list[str]]:
    return [[w if w in known else "<unk>" for w in sentence] for sentence in sentences]


def _encode_held_out(train: Sentences, held_out: Sentences, size: int) -> list[list[str]]:
    """Return the held-out sentences with ``<unk>`` for all but the ``size`` words kept."""
    return _replace(held_out, _top(train, size))


def _first_words(train: Sentences, held_out: Sentences, size: int) -> list[list[str]]:
    seen = dict.fromkeys(word for sentence in train for word in sentence)
    return _replace(held_out, set(list(seen)[:size]))


def _vocabulary_cases() -> list[Case]:
    train = [
        ["zebras", "and", "gnus", "and", "zebras", "eat", "grass"],
        ["lions", "eat", "gnus", "and", "zebras"],
        ["grass", "grows", "and", "lions", "sleep"],
    ]
    crows = ["crows", "eat", "crows", "and", "crows", "grow"]
    held_out = [["lions", "and", "zebras", "sleep"], crows]
    more = [["grass", "feeds", "gnus"], ["crows", "sleep"], ["zebras", "and", "lions", "run"]]
    return [Case((train, held_out, 4)), Case((train, more, 6)), Case((train, held_out, 1))]


encode_held_out = Exercise(
    name="encode_held_out",
    reference=_encode_held_out,
    cases=_vocabulary_cases,
    difficulty=2,
    minutes=7,
    misconceptions=(
        Misconception(
            "the held-out text leaks into the vocabulary",
            "Count the training text only: words that were chosen by looking at the held-out text "
            "hide how often a model meets words it does not know.",
            lambda train, held_out, size: _replace(held_out, _top([*train, *held_out], size)),
        ),
        Misconception(
            "the vocabulary is the held-out text's own",
            "Choose the words from the training text: the model has to be finished before it sees "
            "a held-out word.",
            lambda train, held_out, size: _replace(held_out, _top(held_out, size)),
            variants=(lambda train, held_out, size: [list(s) for s in held_out],),
        ),
        Misconception(
            "every training word is kept",
            "Keep the `size` most frequent words only: rare ones become <unk>, which is how the "
            "model learns what an unknown word is surrounded by.",
            lambda train, held_out, size: _replace(held_out, _top(train, None)),
        ),
        Misconception(
            "the first words are kept instead of the most frequent",
            "Sort the words by their count before cutting: the order in which they turn up says "
            "little about how often they will be needed.",
            _first_words,
            variants=(
                lambda train, held_out, size: _replace(
                    held_out, set(sorted({w for s in train for w in s})[:size])
                ),
            ),
        ),
        Misconception(
            "unknown words are dropped",
            "Put <unk> in their place: dropping them makes the text shorter and easier, and brings "
            "words together that were not neighbors.",
            lambda train, held_out, size: [
                [word for word in sentence if word in _top(train, size)] for sentence in held_out
            ],
        ),
        Misconception(
            "sentences with an unknown word are dropped",
            "Keep every sentence, with <unk> in it: the hard sentences are part of the test.",
            lambda train, held_out, size: [
                list(sentence) for sentence in held_out if set(sentence) <= _top(train, size)
            ],
        ),
    ),
)
