"""What a student trains in the lesson, with several seeds, and gensim with the same settings.

The notebook trains once, with seed 0. How far two trainings differ that have only another seed
stands here: the pairs of both lists are judged as in ``word2vec``. gensim has the same settings
but for the rate: it steps pair by pair, and the sentences come in the order of the text.
"""

from lessons.l03_word2vec.company import draw_pairs
from lessons.l03_word2vec.exercises.skip_gram_pairs.reference import skip_gram_pairs
from lessons.l03_word2vec.experiments.word2vec import PAIRS, Sentences, pack, training_sentences
from lessons.l03_word2vec.tasks import step

from types import SimpleNamespace
from typing import Any

import gensim.models
import torch

from bertlab.predecessors.word2vec.examples import (
    count_words,
    encode,
    keep_probability,
    noise_distribution,
)
from bertlab.predecessors.word2vec.word_vectors import WordVectors
from workbook.experiments import one_thread

CONFIGURATION: dict[str, Any] = {
    "seeds": [0, 1, 2, 3, 4],
    "vector_size": 50,
    "window": 5,
    "min_count": 10,
    "sample": 1e-4,
    "num_negatives": 5,
    "epochs": 3,
    "batch_size": 512,
    "learning_rate": 0.2,
    "gensim_rate": 0.1,
    "every": 1,
}
SLICE: dict[str, Any] = {"seeds": [0], "vector_size": 8, "epochs": 1, "every": 8}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train with each seed, on one thread.

    Returns:
        ``places``: which pairs of each list have both words in the vocabulary; for ``yours`` and
        ``gensim`` and each list the packed cosines of these pairs, an entry a seed.
    """
    results: dict[str, Any] = {}
    with one_thread():
        sentences = training_sentences()[:: configuration["every"]]
        for name, train in (("yours", train_yours), ("gensim", _train_gensim)):
            sets = [train(configuration, sentences, seed) for seed in configuration["seeds"]]
            judged = {key: [one.score_pairs(load()) for one in sets] for key, load in PAIRS.items()}
            results[name] = {
                key: [pack(scores.cosine) for scores in found] for key, found in judged.items()
            }
            results["places"] = {key: list(found[0].indices) for key, found in judged.items()}
    return results


def train_yours(configuration: dict[str, Any], sentences: Sentences, seed: int) -> WordVectors:
    """Train as the lesson's ``train`` does, draw by draw, with the workbook's functions."""
    torch.manual_seed(seed)
    words, counts = count_words(sentences, configuration["min_count"])
    text = encode(sentences, {word: index for index, word in enumerate(words)})
    stays = keep_probability(counts, configuration["sample"])
    size, epochs = configuration["vector_size"], configuration["epochs"]
    model = SimpleNamespace(
        noise=noise_distribution(counts, 0.75),
        inputs=(torch.rand(len(counts), size).double() - 0.5) / size,
        outputs=torch.zeros(len(counts), size).double(),
    )
    for epoch in range(epochs):
        centers, others = draw_pairs(text, stays, skip_gram_pairs)
        for start in range(0, len(centers), configuration["batch_size"]):
            rate = configuration["learning_rate"] * (1 - (epoch + start / len(centers)) / epochs)
            batch = slice(start, start + configuration["batch_size"])
            step(model, centers[batch], others[batch], rate)
    return WordVectors(words, model.inputs.numpy())


def _train_gensim(configuration: dict[str, Any], sentences: Sentences, seed: int) -> WordVectors:
    """Train as the lesson's cell does; seed 0 here is its seed 1, gensim's default."""
    same = ("vector_size", "window", "min_count", "sample", "epochs")
    model = gensim.models.Word2Vec(
        sentences,
        sg=1,
        hs=0,
        negative=configuration["num_negatives"],
        alpha=configuration["gensim_rate"],
        workers=1,
        seed=seed + 1,
        **{key: configuration[key] for key in same},
    )
    return WordVectors(model.wv.index_to_key, model.wv.vectors)
