"""A small grammar checker: which of two words a language model puts into a gap of a sentence."""

from lessons.l02_nnlm.figures import legend_above

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Bool, Float
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from bertlab.before.ngrams.corpus import Vocabulary
from bertlab.before.nnlm.model import mix

Scorer = Callable[[Sequence[Sequence[int]]], Float[np.ndarray, " N"]]  # log P of each token
PAIRS = ("is", "are"), ("was", "were"), ("has", "have"), ("a", "an"), ("this", "these")
REACH = 4  # words of a window: a word changes its own probability and those of the next four


class Gaps(NamedTuple):
    """Places of a text at which one of two words stood, with the right and the wrong word in.

    Attributes:
        right: A stretch of the sentence around each place, as it was written.
        wrong: The same with the other word of the pair.
        counted: How many of its tokens to score; ``</s>`` only where the sentence ends.
        frequent: Whether the right word is the one that is more frequent in the training text.
    """

    right: list[list[int]]
    wrong: list[list[int]]
    counted: list[int]
    frequent: Bool[np.ndarray, " G"]


def gaps(pair: tuple[str, str], text: Sequence[Sequence[int]], vocabulary: Vocabulary) -> Gaps:
    """Find every place at which a word of a pair stands, and put the other word there."""
    ids = [vocabulary.index(word) for word in pair]
    other = dict(zip(ids, reversed(ids), strict=True))
    right, wrong, counted, frequent = [], [], [], []
    for sentence in text:
        for place in range(len(sentence)):
            word = sentence[place]
            if word not in other:
                continue
            first, last = max(0, place - REACH), min(len(sentence), place + REACH + 1)
            stretch = list(sentence[first:last])
            right.append(stretch)
            wrong.append([*stretch[: place - first], other[word], *stretch[place - first + 1 :]])
            counted.append(len(stretch) + (last == len(sentence)))
            frequent.append(vocabulary.counts[word] >= vocabulary.counts[other[word]])
    return Gaps(right, wrong, counted, np.array(frequent))


def gap_with(found: Gaps, words: Sequence[int]) -> int:
    """Return the number of the first gap whose stretch of text holds some words in a row."""
    for number, stretch in enumerate(found.right):
        places = range(len(stretch) - len(words) + 1)
        if any(list(words) == stretch[place : place + len(words)] for place in places):
            return number
    raise ValueError("expected words around a gap of the text, found no such gap")


def find_gap(
    pair: tuple[str, str],
    words: Sequence[str],
    text: Sequence[Sequence[int]],
    vocabulary: Vocabulary,
) -> int:
    """Return the number of the first gap of a pair that has some words in a row around it."""
    return gap_with(gaps(pair, text, vocabulary), vocabulary.encode(list(words)))


def scores(model: Scorer, stretches: Sequence[Sequence[int]]) -> list[Float[np.ndarray, " N"]]:
    """Score all tokens of some stretches; return an array for each."""
    ends = np.cumsum([len(stretch) + 1 for stretch in stretches])[:-1]
    return np.split(model(stretches), ends)


def right_words(
    trigram: Scorer,
    network: Scorer,
    weight: float,
    text: Sequence[Sequence[int]],
    vocabulary: Vocabulary,
) -> dict[str, list[Bool[np.ndarray, " G"]]]:
    """Let four choosers fill every gap of a text.

    Args:
        trigram: Scores with the trigram model.
        network: Scores with the network.
        weight: Of the network in the mixture.
        text: Sentences of ids.
        vocabulary: Their words.

    Returns:
        For each chooser an array a pair of words: where it chose the right one.
    """
    answers: dict[str, list[Bool[np.ndarray, " G"]]] = {}
    for pair in PAIRS:
        found = gaps(pair, text, vocabulary)
        counted, neural = (
            [scores(model, side) for side in (found.right, found.wrong)]
            for model in (trigram, network)
        )
        mixed = [
            [mix(net, count, weight) for net, count in zip(*side, strict=True)]
            for side in zip(neural, counted, strict=True)
        ]
        answers.setdefault("more frequent word", []).append(found.frequent)
        for name, sides in (("trigram model", counted), ("network", neural), ("mixture", mixed)):
            triples = zip(*sides, found.counted, strict=True)
            better = [right[:n].sum() > wrong[:n].sum() for right, wrong, n in triples]
            answers.setdefault(name, []).append(np.array(better))
    return answers


def lead_in_choices(
    answers: Mapping[str, Sequence[Bool[np.ndarray, " G"]]], first: str, second: str
) -> tuple[float, float]:
    """Return by how much one model is right more often, and half of the 95% interval of it."""
    ahead = np.concatenate(answers[first]).astype(float) - np.concatenate(answers[second])
    return float(ahead.mean()), float(1.96 * ahead.std() / len(ahead) ** 0.5)


def draw_choices(
    pairs: Sequence[tuple[str, str]], answers: Mapping[str, Sequence[Bool[np.ndarray, " G"]]]
) -> Figure:
    """Draw how often each model chooses the right word, pair by pair and over all gaps.

    Args:
        pairs: The two words of each pair.
        answers: For each model an array a pair: where it chose the right word.
    """
    figure, axes = plt.subplots(figsize=(5.2, 4.8))
    places = [*range(len(pairs)), len(pairs) + 0.4]
    for number, (name, found) in enumerate(answers.items()):
        groups = [*found, np.concatenate(found)]
        means = np.array([group.mean() for group in groups])
        half = [1.96 * group.std() / len(group) ** 0.5 for group in groups]
        shift = 0.18 * (number - 1.5)
        axes.errorbar(
            means, np.array(places) + shift, xerr=half, label=name, capsize=2,
            color=f"C{(6, 0, 1, 2)[number]}", fmt="xso^"[number],
        )  # fmt: skip
    labels = [
        f"{first} / {second}\n{len(group)} gaps"
        for (first, second), group in zip(pairs, next(iter(answers.values())), strict=True)
    ]
    axes.axhline(len(pairs) - 0.3, color="0.7", lw=1)
    axes.set_yticks(places, [*labels, f"all\n{len(groups[-1])} gaps"])
    axes.set(xlabel="right choices (95% interval)", xlim=(0.28, 1.02))
    axes.invert_yaxis()
    axes.xaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_title("Over all gaps, the mixture is best")
    legend_above(axes, columns=2)
    return figure
