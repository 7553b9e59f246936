"""Word vectors trained here and by gensim on the same tokens, judged on the same word pairs.

The settings are gensim's defaults, so nothing was tuned on the word pairs. The text is Wikipedia's
training part and the news of ``lee``, both modern English prose; it was chosen before any vector
was judged. gensim sees the sentences once in random order, as our training does with its examples,
and once in the order of the text.
"""

from lessons.l03_word2vec.rank_correlation import paired_interval, spearman

import functools
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import gensim.models
import numpy as np
from safetensors import safe_open
from safetensors.numpy import save_file

from bertlab.datasets import analogies, lee, simlex999, wordsim353
from bertlab.predecessors.ngrams.corpus import NUMBER, split_sentences, wiki_sentences
from bertlab.predecessors.word2vec.examples import cbow, count_words, skip_gram
from bertlab.predecessors.word2vec.model import Training, Word2Vec
from bertlab.predecessors.word2vec.objectives import (
    FullSoftmax,
    HierarchicalSoftmax,
    NegativeSampling,
    Objective,
)
from bertlab.predecessors.word2vec.word_vectors import WordVectors
from workbook.experiments import one_thread
from workbook.records import RUNS

CONTEXTS = {"skip-gram": skip_gram, "CBOW": cbow}
OBJECTIVES: dict[str, Callable[[], Objective]] = {
    "full softmax": FullSoftmax,
    "hierarchical softmax": HierarchicalSoftmax,
    "negative sampling": NegativeSampling,
}
SYSTEMS = ("ours", "gensim", "gensim in text order")
PAIRS = {"wordsim353": wordsim353, "simlex999": simlex999}
VECTORS = RUNS / "word2vec.safetensors"

CONFIGURATION: dict[str, Any] = {
    "training": {k: v for k, v in asdict(Training()).items() if k != "seed"},
    "num_negatives": 5,
    "power": 0.75,
    "seeds": [0, 1, 2, 3, 4],
    "models": [
        ["skip-gram", "negative sampling"],
        ["skip-gram", "hierarchical softmax"],
        ["CBOW", "negative sampling"],
        ["CBOW", "hierarchical softmax"],
    ],
    "bootstrap_repeats": 2000,
    "every": 1,
    "keep": ["skip-gram", "hierarchical softmax", "ours", 0],
}
SLICE: dict[str, Any] = {
    "training": {**CONFIGURATION["training"], "epochs": 1, "vector_size": 20},
    "seeds": [0],
    "models": [["skip-gram", "negative sampling"]],
    "bootstrap_repeats": 20,
    "every": 8,
    "keep": None,
}

Sentences = Sequence[Sequence[str]]


def words_only(sentences: Sentences) -> list[list[str]]:
    """Drop punctuation and numbers; sentences without a word disappear."""
    kept = (
        [word for word in sentence if word != NUMBER and any(map(str.isalpha, word))]
        for sentence in sentences
    )
    return [sentence for sentence in kept if sentence]


@functools.cache
def news_sentences() -> tuple[list[list[str]], list[list[str]]]:
    """Return the words of Lee's 300 background documents, and of the 50 others."""
    parts = lee().background, lee().documents
    background, others = ([s for text in part for s in split_sentences(text)] for part in parts)
    return words_only(background), words_only(others)


@functools.cache
def training_sentences() -> list[list[str]]:
    """Return the words that all models are trained on: Wikipedia's training part, then the news."""
    return words_only(wiki_sentences().train) + news_sentences()[0]


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train all models on one thread and judge them.

    Returns:
        ``num_words`` and ``num_tokens`` of vocabulary and text; ``places``, which pairs of each
        list have both words in the vocabulary; and ``models``, for each what ``_judge`` returns of
        every seed, and the difference to gensim in Spearman's correlation with its interval.
    """
    with one_thread():
        sentences = training_sentences()[:: configuration["every"]]
        words, _ = count_words(sentences, configuration["training"]["min_count"])
        num_tokens = sum(map(len, sentences))
        results: dict[str, Any] = {"num_tokens": num_tokens, "num_words": len(words), "models": []}
        for context, objective in configuration["models"]:
            row = _row(configuration, context, objective, sentences)
            results["places"] = row.pop("places")
            results["models"].append(row)
    return results


def _row(
    configuration: dict[str, Any], context: str, objective: str, sentences: Sentences
) -> dict[str, Any]:
    """Train one model with each seed: here, with gensim, and with gensim in text order."""
    row: dict[str, Any] = {"context": context, "objective": objective}
    for system in SYSTEMS:
        judged = []
        for seed in configuration["seeds"]:
            began = time.perf_counter()
            if system == "ours":
                model = build(configuration, context, objective, seed).fit(sentences)
                vectors = model.vectors_
            else:
                order = sentences if system == "gensim in text order" else shuffled(sentences, seed)
                vectors = _gensim(configuration, context, objective, seed, order)
            judged.append(_judge(vectors, time.perf_counter() - began))
            if configuration["keep"] == [context, objective, system, seed]:
                _keep(vectors)
        row[system] = {key: [one[key] for one in judged] for key in judged[0]}
    places = {name: list(vectors.score_pairs(load()).indices) for name, load in PAIRS.items()}
    repeats = configuration["bootstrap_repeats"]
    row["difference"] = {name: difference(row, name, places[name], repeats) for name in PAIRS}
    return {**row, "places": places}


def difference(
    row: dict[str, Any], name: str, places: Sequence[int], repeats: int
) -> dict[str, float]:
    """Return our mean Spearman correlation less gensim's, with its 95% interval."""
    ours, theirs = (np.stack([*map(unpack, row[s][name])]) for s in ("ours", "gensim"))
    low, high = paired_interval(human_scores(name, places), ours, theirs, repeats)
    ours, theirs = (row[system][f"{name} spearman"] for system in ("ours", "gensim"))
    numbers = {"mean": float(np.mean(ours) - np.mean(theirs)), "low": low, "high": high}
    return {key: round(number, 4) for key, number in numbers.items()}


def pack(cosines: np.ndarray) -> str:
    """Write cosines as ten-thousandths, which keeps the record small: 0.5, -0.1 -> "5000 -1000"."""
    return " ".join(str(round(number * 10_000)) for number in cosines.tolist())


def unpack(text: str) -> np.ndarray:
    """Read what ``pack`` wrote."""
    return np.array([int(number) / 10_000 for number in text.split()])


def human_scores(name: str, places: Sequence[int]) -> np.ndarray:
    """Return the human scores of some pairs of a list."""
    pairs = PAIRS[name]()
    return np.array([pairs[place].score for place in places])


def build(
    configuration: dict[str, Any], context: str, objective: str, seed: int, **changes: Any
) -> Word2Vec:
    """Return a model of ours that is not yet fitted; ``changes`` replace training settings."""
    kind = OBJECTIVES[objective]()
    if objective == "negative sampling":
        kind = NegativeSampling(configuration["num_negatives"], configuration["power"])
    training = Training(**{**configuration["training"], "seed": seed, **changes})
    return Word2Vec(CONTEXTS[context], kind, training)


def shuffled(sentences: Sentences, seed: int) -> Sentences:
    """Return the sentences in random order: gensim reads them as they come, ours never does."""
    order = np.random.default_rng(seed).permutation(len(sentences))
    return [sentences[place] for place in order]


def _gensim(
    configuration: dict[str, Any], context: str, objective: str, seed: int, sentences: Sentences
) -> WordVectors:
    """Train gensim's model with the same settings, on one thread."""
    training, negative = configuration["training"], objective == "negative sampling"
    model = gensim.models.Word2Vec(
        sentences,
        sg=int(context == "skip-gram"),
        hs=int(not negative),
        negative=configuration["num_negatives"] if negative else 0,
        ns_exponent=configuration["power"],
        alpha=training["learning_rate"],
        min_alpha=training["end_rate"],
        **{k: training[k] for k in ("vector_size", "window", "min_count", "sample", "epochs")},
        cbow_mean=1,
        workers=1,
        seed=seed + 1,  # gensim's seed 0 is a seed like any other, but its default is 1
    )
    return WordVectors(model.wv.index_to_key, model.wv.vectors)


def _judge(vectors: WordVectors, seconds: float) -> dict[str, Any]:
    """Return seconds, right and asked analogies, cosines and correlation with each list."""
    judged: dict[str, Any] = {
        "seconds": round(seconds, 1),
        "analogies": vectors.answer(analogies()),
    }
    for name, load in PAIRS.items():
        scores = vectors.score_pairs(load())
        cosines = scores.cosine.round(4)
        judged[name] = pack(cosines)
        judged[f"{name} spearman"] = round(spearman(scores.human, cosines), 4)
    return judged


def _keep(vectors: WordVectors) -> None:
    """Write the vectors that lessons look at: half precision, the words in the metadata."""
    RUNS.mkdir(parents=True, exist_ok=True)
    half = {"vectors": vectors.vectors.astype(np.float16)}
    save_file(half, VECTORS, metadata={"words": " ".join(vectors.words)})


def kept_vectors() -> WordVectors:
    """Return the vectors kept by the recorded run: the best of ours, seed 0."""
    with safe_open(VECTORS, framework="numpy") as file:
        words = file.metadata()["words"].split(" ")
        return WordVectors(words, file.get_tensor("vectors").astype(np.float32))
