"""Exercises of the n-gram lesson that count: windows and relative frequencies."""

from collections.abc import Sequence

from bertlab.exercises import Case, Exercise, Misconception

Sentences = Sequence[Sequence[str]]

# --------------------------------------------------------------------------- n-grams of a sentence


def _ngrams(sentence: Sequence[str], order: int) -> list[tuple[str, ...]]:
    """Return one n-gram for each word of a sentence and for its closing ``</s>``."""
    padded = ["<s>"] * (order - 1) + [*sentence, "</s>"]
    return [tuple(padded[i : i + order]) for i in range(len(sentence) + 1)]


def _windows(padded: Sequence[str], order: int, step: int = 1) -> list[tuple[str, ...]]:
    return [tuple(padded[i : i + order]) for i in range(0, len(padded) - order + 1, step)]


def _ngram_cases() -> list[Case]:
    love = ["I", "love", "deep", "learning"]
    return [
        Case((love, 2)),
        Case((love, 3)),
        Case((["yes"], 4)),
        Case((["to", "be", "or", "not", "to", "be"], 1)),
        Case((["so", "it", "goes"], 5)),
    ]


ngrams = Exercise(
    name="ngrams",
    reference=_ngrams,
    cases=_ngram_cases,
    difficulty=1,
    minutes=5,
    misconceptions=(
        Misconception(
            "nothing stands before the first word",
            "Put order - 1 times <s> in front: without it the model never learns how a sentence "
            "begins, and its first words are never predicted.",
            lambda sentence, order: _windows([*sentence, "</s>"], order),
        ),
        Misconception(
            "one <s> stands in front, whatever the order",
            "The first word needs order - 1 words of history like any other, so <s> is repeated "
            "order - 1 times.",
            lambda sentence, order: _windows(["<s>", *sentence, "</s>"], order),
        ),
        Misconception(
            "<s> itself is predicted",
            "That is one <s> too many: order - 1 of them fill the history of the first word, and "
            "an n-gram that ends with <s> predicts something that is always there.",
            lambda sentence, order: _windows(["<s>"] * order + [*sentence, "</s>"], order),
        ),
        Misconception(
            "the sentence has no end",
            "Put one </s> behind, and let the last n-gram end with it: a model that never predicts "
            "the end can only go on.",
            lambda sentence, order: _windows(["<s>"] * (order - 1) + [*sentence], order),
        ),
        Misconception(
            "</s> is repeated like <s>",
            "One </s> is enough: <s> fills up histories, but after the first </s> nothing is left "
            "to predict.",
            lambda sentence, order: _windows(
                ["<s>"] * (order - 1) + [*sentence] + ["</s>"] * (order - 1), order
            ),
        ),
        Misconception(
            "the windows do not overlap",
            "Move on by one word, not by the order: each word is predicted once, and is part of "
            "the history of the next ones.",
            lambda sentence, order: _windows(
                ["<s>"] * (order - 1) + [*sentence, "</s>"], order, step=order
            ),
            variants=(
                lambda sentence, order: [
                    gram for i, gram in enumerate(_ngrams(sentence, order)) if i % order == 0
                ],
            ),
        ),
        Misconception(
            "an n-gram has n words of history",
            "The order counts the predicted word too: a bigram is one word of history and the word "
            "that follows it.",
            lambda sentence, order: _ngrams(sentence, order + 1),
        ),
    ),
)

# ------------------------------------------------------------------- relative frequency of a bigram


def _bigrams(sentences: Sentences) -> list[tuple[str, ...]]:
    return [gram for sentence in sentences for gram in _ngrams(sentence, 2)]


def _share(pairs: Sequence[tuple[str, ...]], history: str, word: str) -> float:
    total = sum(first == history for first, _ in pairs)
    return pairs.count((history, word)) / total if total else 0.0


def _conditional_probability(sentences: Sentences, history: str, word: str) -> float:
    """Return the share of the words after ``history`` that are ``word``; 0 if nothing is there."""
    return _share(_bigrams(sentences), history, word)


def _joint(sentences: Sentences, history: str, word: str) -> float:
    pairs = _bigrams(sentences)
    return pairs.count((history, word)) / len(pairs)


def _reversed(sentences: Sentences, history: str, word: str) -> float:
    pairs = [(second, first) for first, second in _bigrams(sentences)]
    return _share(pairs, word, history)


def _no_start(sentences: Sentences, history: str, word: str) -> float:
    return _share([pair for pair in _bigrams(sentences) if pair[0] != "<s>"], history, word)


def _no_end(sentences: Sentences, history: str, word: str) -> float:
    return _share([pair for pair in _bigrams(sentences) if pair[1] != "</s>"], history, word)


def _joined(sentences: Sentences, history: str, word: str) -> float:
    return _share(_windows([w for sentence in sentences for w in sentence], 2), history, word)


def _types(sentences: Sentences, history: str, word: str) -> float:
    return _share(sorted(set(_bigrams(sentences))), history, word)


_TEXT = [
    ["the", "cat", "saw", "the", "dog"],
    ["the", "dog", "saw", "the", "cat", "run"],
    ["a", "dog", "saw", "the", "dog"],
    ["the", "dog", "run"],
    ["dog", "saw", "a", "bird"],
]


def _conditional_cases() -> list[Case]:
    toy = [["I", "love", "deep", "learning"], ["I", "love", "you"], ["you", "love", "deep", "sea"]]
    return [
        Case((toy, "love", "deep")),
        Case((_TEXT, "the", "dog")),
        Case((_TEXT, "<s>", "the")),
        Case((_TEXT, "dog", "</s>")),
        Case((_TEXT, "dog", "the")),
        Case((_TEXT, "saw", "the")),
        Case((_TEXT, "owl", "the")),
    ]


conditional_probability = Exercise(
    name="conditional_probability",
    reference=_conditional_probability,
    cases=_conditional_cases,
    difficulty=2,
    minutes=8,
    misconceptions=(
        Misconception(
            "the joint probability stands for the conditional one",
            "Divide by how often the history occurs, not by all pairs: the question is what comes "
            "next, given that the history is already there.",
            _joint,
        ),
        Misconception(
            "history and word are swapped in the condition",
            "Divide by the count of the history. Divided by the count of the word, it is the "
            "probability of the word before, P(history | word).",
            _reversed,
        ),
        Misconception(
            "no <s> before the sentences",
            "Start each sentence with <s>: otherwise nothing follows <s>, and the model cannot "
            "say how sentences begin.",
            _no_start,
        ),
        Misconception(
            "no </s> behind the sentences",
            "End each sentence with </s>: a history at the end of a sentence is followed by it, "
            "and belongs in the count you divide by.",
            _no_end,
        ),
        Misconception(
            "pairs reach across sentences",
            "Make the pairs sentence by sentence: the last word of one sentence and the first word "
            "of the next were never side by side.",
            _joined,
        ),
        Misconception(
            "different pairs are counted instead of occurrences",
            "Count every occurrence: a set forgets that one word followed ten times and another "
            "once.",
            _types,
        ),
    ),
)
