"""The order of a corpus: documents, sentences shuffled over all of them, and sorted by likeness.

Decided before the run. The encoder of today without its window, 2,000 word pieces, texts of 128
pieces: three or four sentences (with characters it would be one). All sentences of the training
articles, three times: as they stand; shuffled; and each followed by the sentence most alike that
has not been used (cosine of TF-IDF vectors). Sentences keep their number in each document; 2,800
updates of 16; three seeds. In a pilot of 1,500 updates with one seed the loss began to fall after
750 updates (*documents*) and after 500 (*shuffled*), and that alone made 0.2 nats: so the runs are
longer, and their curves are kept.

What decides: loss at 15% of the pieces of held-out articles, which stand in their own order.

Budget: 50 minutes of one core (pilot: 0.10 s an update).
"""

from lessons.l19_training_at_scale.trials import SETTINGS, TINY, TODAY, MaskedTrial, run_all

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from bertlab.pretraining.corpora import Corpus, corpus
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.text.wordpiece_training import train_wordpiece
from workbook.records import RUNS

KEPT: Path = RUNS / "order.safetensors"
ORDERS = ("documents", "shuffled", "alike")

CONFIGURATION: dict[str, Any] = {
    **SETTINGS,
    "standard": {**SETTINGS["standard"], "model": {**TODAY, "global_every": 1}},
    "runs": {order: {"order": order} for order in ORDERS},
    "max_length": 128,
    "pieces": 2000,
    "training": {**SETTINGS["training"], "steps": 2800, "batch_size": 16},
}
SLICE: dict[str, Any] = {
    **TINY,
    "runs": {"alike": {"order": "alike"}},
    "pieces": 400,
}


class OrderTrial(MaskedTrial):
    """A trial with sentences in another order."""

    def __init__(self, asked: dict[str, Any], seed: int) -> None:
        train = reordered(asked["kind"]["order"], asked["standard"]["documents"])
        texts = Corpus(train, corpus("wiki").validation)
        super().__init__(asked, seed, texts=texts, tokenizer=pieces(asked["pieces"]))


@cache
def pieces(number: int) -> WordPieceTokenizer:
    """Return a tokenizer of so many pieces of the training articles."""
    sentences = [sentence for document in corpus("wiki").train for sentence in document]
    return WordPieceTokenizer(train_wordpiece(sentences, number))


@cache
def reordered(order: str, number: int | None = None) -> tuple[list[str], ...]:
    """Return the training articles, or some, with their sentences in another order.

    Args:
        order: One of ``ORDERS``. The documents keep their numbers of sentences.
        number: How many articles; None is all.
    """
    documents = corpus("wiki").train[:number]
    sentences = [sentence for document in documents for sentence in document]
    places = np.arange(len(sentences))
    if order == "shuffled":
        places = np.random.default_rng(0).permutation(places)
    elif order == "alike":
        places = neighbors(sentences)
    ends = np.cumsum([len(document) for document in documents])[:-1]
    return tuple([sentences[i] for i in part] for part in np.split(places, ends))


def neighbors(sentences: list[str]) -> np.ndarray:
    """Return a walk from sentence to sentence, always to the most alike that is left."""
    vectors = TfidfVectorizer().fit_transform(sentences)  # of norm 1
    left, walk = np.ones(len(sentences), dtype=bool), [0]
    left[0] = False
    while left.any():
        likeness = (vectors @ vectors[walk[-1]].T).toarray().ravel()
        walk.append(int(np.where(left, likeness, -1.0).argmax()))
        left[walk[-1]] = False
    return np.array(walk)


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train with every order; see ``trials.run_all``."""
    return run_all(configuration, KEPT, OrderTrial)
