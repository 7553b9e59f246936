"""Skip-gram with negative sampling beside gensim: words per second, and agreement with people."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from benchmarks.oracles import library
from benchmarks.results import Row, compare, pair
from benchmarks.timing import Spread, check_close, check_equal, interleaved
from bertlab.before.ngrams.corpus import wiki_sentences
from bertlab.before.word2vec.examples import noise_distribution
from bertlab.before.word2vec.model import Training, Word2Vec
from bertlab.before.word2vec.objectives import NegativeSampling
from bertlab.before.word2vec.word_vectors import WordVectors
from bertlab.datasets import wordsim353
from lessons.l03_word2vec.rank_correlation import spearman
from workbook.records import one_thread

CONFIGURATION: dict[str, Any] = {
    "training": {"vector_size": 100, "window": 5, "min_count": 5, "epochs": 1, "batch_size": 256},
    "num_negatives": 5,
    "every": 8,  # of the sentences every so manieth is timed
    "judged_epochs": 5,  # over all sentences, once on each side, for Spearman's correlation
    "judged_every": 1,
    "repetitions": 7,
    "tolerance": 1e-6,
    "seed": 0,
}
SLICE: dict[str, Any] = {
    "training": {**CONFIGURATION["training"], "vector_size": 8},
    "every": 200,
    "judged_epochs": 1,
    "judged_every": 20,
    "repetitions": 1,
}
BESIDE = "gensim, one worker"
Sentences = Sequence[Sequence[str]]


def run(configuration: dict[str, Any]) -> list[Row]:
    """Compare speed on some of the text, and correlation with WordSim-353 on all of it."""
    everything = wiki_sentences().train
    sentences = everything[:: configuration["every"]]
    with one_thread():
        ours, theirs = fit_ours(sentences, configuration), fit_gensim(sentences, configuration)
        check_vocabulary(ours, theirs, configuration["tolerance"])
        works = {
            "ours": lambda: fit_ours(sentences, configuration),
            "theirs": lambda: fit_gensim(sentences, configuration),
        }
        times = interleaved(works, configuration["repetitions"])
        num_words = sum(map(len, sentences)) * configuration["training"]["epochs"]
        speeds = [num_words / float(np.median(times[name])) for name in ("ours", "theirs")]
        note = (
            f"{speeds[0]:,.0f} words a second, gensim {speeds[1]:,.0f}; gensim steps after each "
            "example in compiled code, ours gathers, multiplies and scatters the rows of a batch "
            "by a dozen calls of torch"
        )
        rows = [compare("skip-gram, negative sampling", BESIDE, *pair(times), note=note)]
        longer = {"epochs": configuration["judged_epochs"]}
        judged = everything[:: configuration["judged_every"]]
        models = {
            "ours": fit_ours(judged, configuration, **longer).vectors_,
            "gensim": gensim_vectors(fit_gensim(judged, configuration, **longer)),
        }
    return [*rows, *(correlation(name, vectors) for name, vectors in models.items())]


def fit_ours(sentences: Sentences, configuration: dict[str, Any], **changes: Any) -> Word2Vec:
    """Train our model."""
    settings = {**configuration["training"], **changes, "seed": configuration["seed"]}
    objective = NegativeSampling(configuration["num_negatives"])
    return Word2Vec(objective=objective, training=Training(**settings)).fit(sentences)


def fit_gensim(sentences: Sentences, configuration: dict[str, Any], **changes: Any) -> Any:
    """Train gensim's model with the same settings."""
    settings = {**configuration["training"], **changes}
    defaults = Training()
    return library("gensim.models").Word2Vec(
        sentences,
        sg=1,
        negative=configuration["num_negatives"],
        sample=defaults.sample,
        alpha=defaults.learning_rate,
        min_alpha=defaults.end_rate,
        workers=1,
        seed=configuration["seed"] + 1,
        **{name: settings[name] for name in ("vector_size", "window", "min_count", "epochs")},
    )


def check_vocabulary(ours: Word2Vec, theirs: Any, tolerance: float) -> None:
    """Check what chance does not decide: words, their counts, and the distribution of noise."""
    names = theirs.wv.index_to_key
    counts = {name: int(theirs.wv.get_vecattr(name, "count")) for name in names}
    mine = dict(zip(ours.words_, ours.counts_.tolist(), strict=True))
    check_equal("words and counts", sorted(mine.items()), sorted(counts.items()))
    noise = noise_distribution(torch.tensor([counts[name] for name in names])).cumsum(0)
    table = torch.from_numpy(theirs.cum_table / theirs.cum_table[-1])
    check_close("the distribution of noise", noise, table, tolerance)


def gensim_vectors(model: Any) -> WordVectors:
    """Return gensim's words and vectors."""
    return WordVectors(model.wv.index_to_key, model.wv.vectors)


def correlation(name: str, vectors: WordVectors) -> Row:
    """Return Spearman's correlation of the cosines with people's ratings, as a row."""
    scores = vectors.score_pairs(wordsim353())
    value = spearman(scores.human, scores.cosine)
    note = f"one seed, {len(scores.places)} of 353 pairs known; seeds differ by some hundredths"
    return Row(f"skip-gram of {name}", "WordSim-353", "Spearman", Spread(*[value] * 4), note=note)
