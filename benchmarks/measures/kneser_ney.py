"""A Kneser-Ney trigram model: fit, then 500 scores, beside ``nltk.lm``."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch

from benchmarks.oracles import library
from benchmarks.results import Row, compare, pair
from benchmarks.timing import check_close, interleaved
from bertlab.before.ngrams.corpus import Vocabulary, wiki_sentences
from bertlab.before.ngrams.kneser_ney import KneserNey

CONFIGURATION: dict[str, Any] = {
    "num_sentences": 500,
    "num_scores": 500,
    "order": 3,
    "discount": 0.75,
    "reach": 20.0,
    "repetitions": 7,
    "tolerance": 1e-9,
    "seed": 0,
}
SLICE: dict[str, Any] = {"num_sentences": 20, "num_scores": 10, "repetitions": 1}
Sentences = Sequence[Sequence[str]]
Question = tuple[str, tuple[str, ...]]  # a word and its history


def run(configuration: dict[str, Any]) -> list[Row]:
    """Compare fit and scores together, each score asked for by itself."""
    sentences = wiki_sentences().train[: configuration["num_sentences"]]
    vocabulary = Vocabulary.from_sentences(sentences)
    asked = questions(sentences, configuration)
    works = {
        "ours": lambda: our_scores(sentences, vocabulary, asked, configuration),
        "theirs": lambda: nltk_scores(sentences, vocabulary, asked, configuration),
    }
    scores = {name: torch.tensor(work()) for name, work in works.items()}
    check_close("the scores", scores["ours"], scores["theirs"], configuration["tolerance"])
    times = interleaved(works, configuration["repetitions"])
    words = sum(map(len, sentences))
    note = (
        f"{words:,} words; nltk goes through all n-grams for each score, so more text makes "
        "the ratio larger"
    )
    work = f"Kneser-Ney of order {configuration['order']}, fit + {len(asked)} scores"
    return [compare(work, "nltk.lm", *pair(times), reach=configuration["reach"], note=note)]


def questions(sentences: Sentences, configuration: dict[str, Any]) -> list[Question]:
    """Draw words with their histories; half of the words are another sentence's."""
    generator = np.random.default_rng(configuration["seed"])
    grams = [gram for s in sentences for gram in ngrams(s, configuration["order"])]
    grams = [gram for gram in grams if len(gram) == configuration["order"]]
    chosen = generator.integers(len(grams), size=(configuration["num_scores"], 2)).tolist()
    return [(grams[w if i % 2 else h][-1], grams[h][:-1]) for i, (w, h) in enumerate(chosen)]


def ngrams(sentence: Sequence[str], order: int) -> Iterator[tuple[str, ...]]:
    """Yield the n-grams of orders 1 to n that end with each predicted token."""
    padded = ("<s>",) * (order - 1) + (*sentence, "</s>")
    for end in range(order, len(padded) + 1):
        for length in range(1, order + 1):
            yield padded[end - length : end]


def our_scores(
    sentences: Sentences,
    vocabulary: Vocabulary,
    asked: Sequence[Question],
    configuration: dict[str, Any],
) -> list[float]:
    """Encode the sentences, fit, and score one question after the other."""
    order = configuration["order"]
    # nltk takes no discount off the continuation counts of single words.
    discounts = [0.0] + [configuration["discount"]] * (order - 1)
    model = KneserNey(order, vocabulary, discounts).fit(map(vocabulary.encode, sentences))
    return [model.probability(word, history) for word, history in asked]


def nltk_scores(
    sentences: Sentences,
    vocabulary: Vocabulary,
    asked: Sequence[Question],
    configuration: dict[str, Any],
) -> list[float]:
    """Fit nltk's model on the same n-grams, and score the same questions."""
    nltk_lm, order = library("nltk.lm"), configuration["order"]
    outcomes = nltk_lm.Vocabulary([*vocabulary.words[3:], "</s>"], unk_label="<unk>")
    model = nltk_lm.KneserNeyInterpolated(
        order, discount=configuration["discount"], vocabulary=outcomes
    )
    model.counts.update(ngrams(sentence, order) for sentence in sentences)
    return [model.unmasked_score(word, history) for word, history in asked]
