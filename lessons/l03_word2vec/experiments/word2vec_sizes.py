"""Tree or noise words: which suits rare words, which frequent ones, which short vectors?

The page of the released program says: hierarchical softmax is "better for infrequent words",
negative sampling "better for frequent words, better with low dimensional vectors". So skip-gram is
trained with both, at several sizes of vectors, on the text and with the settings of ``word2vec``.

Two judges, fixed before any run. People: the cosines of the pairs of both lists are kept, so that
any split can be computed afterwards. And ``minilm``, a model of far more text: of the ten words
that it puts nearest to a word, how many are among our ten? Asked for words of four bands of counts.
"""

from lessons.l03_word2vec.experiments.word2vec import CONFIGURATION as BESIDE_GENSIM
from lessons.l03_word2vec.experiments.word2vec import PAIRS, build, pack, training_sentences

import time
from typing import Any

import numpy as np

from bertlab.datasets import minilm_folder
from bertlab.predecessors.word2vec.model import Word2Vec
from bertlab.predecessors.word2vec.word_vectors import WordVectors, bert_word_vectors
from workbook.experiments import one_thread

NEAREST = 10

CONFIGURATION: dict[str, Any] = {
    "training": {k: v for k, v in BESIDE_GENSIM["training"].items() if k != "vector_size"},
    "num_negatives": BESIDE_GENSIM["num_negatives"],
    "power": BESIDE_GENSIM["power"],
    "seeds": [0, 1, 2],
    "sizes": [10, 30, 100, 300],
    "objectives": ["hierarchical softmax", "negative sampling"],
    "bands": [5, 10, 30, 100],
    "words_a_band": 500,
    "every": 1,
}
SLICE: dict[str, Any] = {
    "training": {**CONFIGURATION["training"], "epochs": 1},
    "seeds": [0],
    "sizes": [10],
    "bands": [5, 30],
    "words_a_band": 20,
    "every": 8,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train skip-gram with both objectives at all sizes, on one thread.

    Returns:
        ``models``: for each size and objective what ``_judge`` returns, an entry a seed;
        ``places``: which pairs of each list have both words in the vocabulary; ``rarer``: the
        count of the rarer word of each of these pairs; ``words``: how many words of each band were
        asked.
    """
    with one_thread():
        sentences = training_sentences()[:: configuration["every"]]
        teacher = bert_word_vectors(minilm_folder())
        models = []
        for size in configuration["sizes"]:
            for objective in configuration["objectives"]:
                judged = []
                for seed in configuration["seeds"]:
                    began = time.perf_counter()
                    model = build(configuration, "skip-gram", objective, seed, vector_size=size)
                    model.fit(sentences)
                    seconds = round(time.perf_counter() - began, 1)
                    judged.append({"seconds": seconds, **_judge(model, teacher, configuration)})
                row = {key: [one[key] for one in judged] for key in judged[0]}
                models.append({"size": size, "objective": objective, **row})
        return {"models": models, **_pairs(model), **_asked(model, teacher, configuration)}


def _judge(model: Word2Vec, teacher: WordVectors, configuration: dict[str, Any]) -> dict[str, Any]:
    """Return the cosines of both lists, and the agreement with the teacher in each band."""
    vectors = model.vectors_
    cosines = {name: pack(vectors.score_pairs(load()).cosine) for name, load in PAIRS.items()}
    shared = [place for place, word in enumerate(model.words_) if word in teacher]
    names = [model.words_[place] for place in shared]
    theirs = np.stack([teacher[name] for name in names])
    chosen = _chosen(model, teacher, configuration)
    return {
        **cosines,
        "agreement": [
            round(agreement(vectors.vectors[shared], theirs, asked), 4) for asked in chosen
        ],
    }


def agreement(ours: np.ndarray, theirs: np.ndarray, asked: np.ndarray) -> float:
    """Return how many of the ten nearest words by one table are among the ten by the other.

    Args:
        ours: A row for each word.
        theirs: Rows for the same words, of any length.
        asked: The rows whose neighbors are compared.

    Returns:
        The mean proportion, from 0 to 1.
    """
    nearest = []
    for table in (ours, theirs):
        unit = table / np.linalg.norm(table, axis=1, keepdims=True)
        cosines = unit[asked] @ unit.T
        cosines[np.arange(len(asked)), asked] = -np.inf
        nearest.append(np.argsort(-cosines, axis=1)[:, :NEAREST])
    both = [len(set(a) & set(b)) for a, b in zip(*nearest, strict=True)]
    return float(np.mean(both)) / NEAREST


def _chosen(
    model: Word2Vec, teacher: WordVectors, configuration: dict[str, Any]
) -> list[np.ndarray]:
    """Return rows of the shared words of each band, drawn the same way for every model."""
    counts = [
        count
        for word, count in zip(model.words_, model.counts_.tolist(), strict=True)
        if word in teacher
    ]
    bands, generator = configuration["bands"], np.random.default_rng(0)
    band_of = np.searchsorted(bands, counts, side="right") - 1
    found = []
    for band in range(len(bands)):
        rows = np.flatnonzero(band_of == band)
        number = min(configuration["words_a_band"], len(rows))
        found.append(np.sort(generator.choice(rows, number, replace=False)))
    return found


def _pairs(model: Word2Vec) -> dict[str, Any]:
    """Return which pairs of each list are known, and the count of the rarer word of each."""
    count = dict(zip(model.words_, model.counts_.tolist(), strict=True))
    places, rarer = {}, {}
    for name, load in PAIRS.items():
        pairs = load()
        places[name] = list(model.vectors_.score_pairs(pairs).indices)
        known = [pairs[place] for place in places[name]]
        rarer[name] = [min(count[p.first.lower()], count[p.second.lower()]) for p in known]
    return {"places": places, "rarer": rarer}


def _asked(model: Word2Vec, teacher: WordVectors, configuration: dict[str, Any]) -> dict[str, Any]:
    return {"words": [len(rows) for rows in _chosen(model, teacher, configuration)]}
