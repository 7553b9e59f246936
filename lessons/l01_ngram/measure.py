"""What the n-gram lesson measures: texts that are written, counts that return, words chosen."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, permutations
from typing import NamedTuple

import numpy as np

from bertlab.predecessors.ngrams.corpus import NUMBER, Vocabulary, wiki_sentences
from bertlab.predecessors.ngrams.ngram import MaximumLikelihood, NgramModel
from bertlab.statistics import Interval, proportion_interval

BEGIN, END = 1, 2  # the ids of <s> and </s>
WITHOUT_SPACE_BEFORE = set(",.;:!?)%") | {"'s", "..."}
PAIRS = [
    ("then", "than"),
    ("form", "from"),
    ("who", "whom"),
    ("their", "there"),
    ("a", "an"),
    ("word", "world"),
    ("were", "where"),
    ("is", "are"),
]


def readable(words: Iterable[str]) -> str:
    """Join words as a text is printed: a capital first, no space before a comma, ``#`` a number."""
    text, glue = "", True
    for word in words:
        shown = "#" if word == NUMBER else word
        text += shown if glue or word in WITHOUT_SPACE_BEFORE else f" {shown}"
        glue = word == "("
    return text[:1].upper() + text[1:]


def first_texts(
    orders: Iterable[int], seeds: Iterable[int], max_words: int = 28
) -> dict[int, list[str]]:
    """Let raw counts of all words, the rarest too, write; for each order a text for each seed."""
    sentences = wiki_sentences().train
    words = Vocabulary.from_sentences(sentences)
    encoded, seeds = [words.encode(sentence) for sentence in sentences], list(seeds)
    found = {}
    for order in orders:
        model = MaximumLikelihood(order, words).fit(encoded)
        texts = [model.sample(seed, max_words) for seed in seeds]
        cut = [" ..." if len(text) == max_words else "" for text in texts]
        found[order] = [readable(text) + end for text, end in zip(texts, cut, strict=True)]
    return found


def copied(write: Callable[[int], list[str]], known: set[tuple[str, ...]], count: int) -> float:
    """Return the proportion of written sentences that stand in the training text as they are."""
    return float(np.mean([tuple(write(seed)) in known for seed in range(count)]))


def pieces(words: Sequence[str], sentences: Iterable[Sequence[str]]) -> list[list[str]]:
    """Cut a text into the longest pieces, from its beginning on, that stand in one sentence each.

    A word that no sentence has is a piece of its own.
    """
    lines = [f" {' '.join(sentence)} " for sentence in sentences]
    found, start = [], 0
    while start < len(words):
        end, inside = start + 1, lines
        while inside and end <= len(words):
            piece = f" {' '.join(words[start:end])} "
            inside = [line for line in inside if piece in line]
            end += bool(inside)
        end = max(end - 1, start + 1)
        found.append(list(words[start:end]))
        start = end
    return found


def glued(pieces: Sequence[Sequence[str]], sentences: Iterable[Sequence[str]], shared: int) -> bool:
    """Tell whether the last words of each piece stand before the next one in some sentence."""
    lines = [f" {' '.join(sentence)} " for sentence in sentences]
    seams = [" ".join([*one[-shared:], *other]) for one, other in pairwise(pieces)]
    return all(any(f" {seam} " in line for line in lines) for seam in seams)


def pairs_of(sentences: Iterable[Sequence[int]]) -> Counter[tuple[int, int]]:
    """Count the pairs of neighbors of some sentences, with ``<s>`` and ``</s>``."""
    return Counter(pair for sentence in sentences for pair in pairwise([BEGIN, *sentence, END]))


class Halves(NamedTuple):
    """What the second half of a text makes of the pairs that the first has seen r times.

    Attributes:
        counts: r.
        again: The mean count of these pairs in the other half.
        errors: Its standard error.
    """

    counts: list[int]
    again: np.ndarray
    errors: np.ndarray


def halves(train: Sequence[Sequence[int]], largest: int = 9, apart: bool = False) -> Halves:
    """Count the pairs of every second sentence, or of other articles, and look them up again."""
    middle = len(train) // 2
    parts = (train[:middle], train[middle:]) if apart else (train[0::2], train[1::2])
    first, second = map(pairs_of, parts)
    again, errors = [], []
    for seen in range(1, largest + 1):
        others = np.array([second[pair] for pair, count in first.items() if count == seen])
        again.append(others.mean())
        errors.append(others.std() / len(others) ** 0.5)
    return Halves(list(range(1, largest + 1)), np.array(again), np.array(errors))


def misfits(counts: Sequence[int], lost: np.ndarray) -> tuple[float, float]:
    """Return the squared errors of the best fixed amount and of the best fixed percentage."""
    seen = np.array(counts)
    slope = (seen @ lost) / (seen @ seen)
    return float(((lost - lost.mean()) ** 2).sum()), float(((lost - slope * seen) ** 2).sum())


class Choice(NamedTuple):
    """How often a model finds which of two words stood in a text.

    Attributes:
        words: The two.
        places: How many places were asked.
        right: The proportion of right answers.
        frequent: The same for a reader who always says the word that is more frequent in training.
    """

    words: tuple[str, str]
    places: int
    right: float
    frequent: float

    @property
    def interval(self) -> Interval:
        """The 95% interval of the proportion."""
        return proportion_interval(self.right, self.places)

    @property
    def clear(self) -> bool:
        """Whether the interval begins more than a point above the frequent word."""
        return self.interval[0] > self.frequent + 0.01


def choices(
    model: NgramModel, sentences: Sequence[Sequence[int]], pairs: Iterable[tuple[str, str]]
) -> list[Choice]:
    """Ask at each place of either word of a pair which of the two makes the sentence likelier."""
    words, found = model.vocabulary, []
    for pair in pairs:
        ids = [words.index(word) for word in pair]
        places = [(s, i) for s in sentences for i, word in enumerate(s) if word in ids]
        chosen = [_likelier(model, sentence, place, ids) for sentence, place in places]
        truth = [sentence[place] for sentence, place in places]
        frequent = max(ids, key=lambda each: words.counts[each])
        right = np.mean([a == b for a, b in zip(chosen, truth, strict=True)])
        always = np.mean([word == frequent for word in truth])
        found.append(Choice(pair, len(places), float(right), float(always)))
    return found


def by_next_word(
    model: NgramModel, sentences: Sequence[Sequence[int]], pair: tuple[str, str]
) -> dict[bool, float]:
    """Return how often the right one of two words is chosen, by whether the next word is known."""
    ids = [model.vocabulary.index(word) for word in pair]
    right: dict[bool, list[bool]] = {True: [], False: []}
    for line in sentences:
        for place, (word, following) in enumerate(pairwise([*line, END])):
            if word in ids:
                right[following != 0].append(_likelier(model, line, place, ids) == word)
    return {known: float(np.mean(found)) for known, found in right.items()}


def _likelier(model: NgramModel, sentence: Sequence[int], place: int, ids: Sequence[int]) -> int:
    filled = [[*sentence[:place], word, *sentence[place + 1 :]] for word in ids]
    totals = np.log(model.probabilities(filled)).reshape(len(ids), -1).sum(axis=1)
    return ids[int(totals.argmax())]


def put_in_order(
    model: NgramModel,
    train: Sequence[Sequence[int]],
    held_out: Sequence[Sequence[int]],
    most: int = 500,
) -> np.ndarray:
    """Shuffle five neighbors of a new text, and let a model put them in order.

    The model is given the two words before. The five are different words of the vocabulary,
    without marks and numbers, and stand nowhere in the training text.

    Returns:
        For each five whether it came back as it was written.
    """
    counted = {tuple(line[i : i + 5]) for line in train for i in range(len(line) - 4)}
    plain = [word.isalpha() for word in model.vocabulary.words]
    arrangements = np.array(list(permutations(range(5))))  # the first is the one that was written
    asked = [
        line[end - 7 : end]
        for line in held_out
        for end in range(7, len(line) + 1, 5)
        if len(set(line[end - 5 : end])) == 5
        and all(plain[word] for word in line[end - 5 : end])
        and tuple(line[end - 5 : end]) not in counted
    ]
    found = []
    for words in asked[:most]:
        fives = np.array(words[2:])[arrangements]
        texts = np.hstack([np.tile(words[:2], (len(fives), 1)), fives])
        scores = np.log(model.probabilities(texts.tolist())).reshape(len(fives), -1)
        found.append(scores[:, 2:7].sum(axis=1).argmax() == 0)
    return np.array(found)
