"""One network under three masks, against one mask, a wrong mask and an encoder-decoder.

Decided before the run. All have 1.8 million parameters (the encoder-decoder is narrower, since
its layers hold more), the same words in the same batches, the same learning rate, 1,200 updates of
64 words, three seeds. ``one network`` pronounces in two of four updates, continues in one and fills
in in one; so it is asked to pronounce half as often as ``answers alone``. In ``leak`` the letters
may look at the phonemes; in ``causal`` they look to the left alone, as in a GPT. ``half`` is
``answers alone`` with half of the updates, as many as ``one network`` has of this task; these two
were added when readers had asked for them, with the same test words. In a pilot (training words,
another seed) the first 1,000 of 8,000 updates gave 19% phoneme errors, so a difference of some
points would show.

``look-up`` learns nothing: it says of a word what the most similar word of the training part says
(groups of one to four letters, weighted by rarity; cosine).

What decides: the phoneme error rate on 2,000 test words, each network writing by itself, the
likeliest phoneme each time. Beside it the loss on these words, where each phoneme is asked after
the right ones before it; a leak shows there. ``minutes`` are of one core.

Budget: two hours of one core. What is done is kept in ``build/pronouncing``.
"""

from lessons.l18_masks.learning import Learner, pronounced
from lessons.l18_masks.words import LONGEST, PAD, error_rates, evenly, ids_of, pair_of

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.neighbors import NearestNeighbors
from torch import Tensor

from bertlab.datasets import SpokenWord, cmudict
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from workbook.experiments import Part, run_resumable
from workbook.records import RUNS

KEPT: Path = RUNS / "pronouncing.safetensors"
BERT = {"hidden_size": 192, "num_layers": 4, "num_heads": 6, "intermediate_size": 768}
BOTH = {"hidden_size": 180, "num_layers": 2, "num_heads": 6, "intermediate_size": 720}

CONFIGURATION: dict[str, Any] = {
    "kinds": {
        "one network": BERT,
        "answers alone": BERT,
        "encoder-decoder": {**BOTH, "decoder_layers": 2},
        "leak": BERT,
        "causal": BERT,
        "half": {**BERT, "steps": 600},
        "look-up": {},
    },
    "seeds": [0, 1, 2],
    "words": None,  # to learn from: all of the training part
    "test": 2000,
    "training": {
        "steps": 1200,
        "batch_size": 64,
        "learning_rate": 1.5e-3,
        "betas": [0.9, 0.98],
        "precision": "no",
    },
    "keep": True,
}
SLICE: dict[str, Any] = {
    "kinds": {
        "answers alone": {**BERT, "num_layers": 1},
        "encoder-decoder": {**BOTH, "num_layers": 1, "decoder_layers": 1},
        "look-up": {},
    },
    "seeds": [0],
    "words": 64,
    "test": 4,
    "training": {"steps": 2, "batch_size": 8, "learning_rate": 1e-3, "precision": "no"},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Teach every kind with every seed, on one thread, and let it pronounce test words.

    Returns:
        For each kind a list over seeds: ``parameters``, ``minutes``, the ``loss`` on test words in
        nats a phoneme (not of the list), and ``phoneme`` and ``word errors``. If ``keep``, what
        each wrote is stored in ``KEPT``, (seeds, words, 16).
    """
    return run_resumable(configuration, "kinds", learned, KEPT, own="size")


def learned(kind: str, seed: int, asked: dict[str, Any]) -> Part:
    """Teach one network, or make the list, and return what it says of test words."""
    words, train_words = test_words(asked["test"]), cmudict().train[: asked["words"]]
    began, entries = time.process_time(), dict[str, Any]()
    if kind == "look-up":
        answers = looked_up(train_words, words)
    else:
        size = dict(asked["size"])
        steps = size.pop("steps", asked["training"]["steps"])
        training = {**asked["training"], "steps": steps, "log_every": steps}
        config = TrainConfig(**training, seed=seed)
        learner = Learner(kind, size, train_words, config)
        train(learner.objective(), learner.draw, config)
        parameters = sum(parameter.numel() for parameter in learner.network.parameters())
        minutes = (time.process_time() - began) / 60
        loss = told_before(learner, words)
        entries = {"parameters": parameters, "minutes": round(minutes, 1), "loss": round(loss, 4)}
        answers = pronounced(learner.writer(), [word.spelling for word in words])
    return entries | error_rates(answers, words), {"": as_tensor(answers)}


def groups_of_letters(texts: Sequence[str]) -> TfidfVectorizer:
    """Return what counts groups of one to four letters, weighted by their rarity in some texts."""
    return TfidfVectorizer(analyzer="char_wb", ngram_range=(1, 4), sublinear_tf=True).fit(texts)


def looked_up(known: Sequence[SpokenWord], words: Sequence[SpokenWord]) -> list[list[str]]:
    """Return for each word how the most similar of the known ones is said."""
    known_texts, texts = ([word.spelling for word in some] for some in (known, words))
    groups = groups_of_letters(known_texts)
    nearest = NearestNeighbors(n_neighbors=1, metric="cosine").fit(groups.transform(known_texts))
    found = nearest.kneighbors(groups.transform(texts))[1][:, 0]
    return [list(known[index].pronunciations[0]) for index in found]


def test_words(number: int) -> list[SpokenWord]:
    """Return some test words, evenly spread over the alphabet."""
    return evenly(cmudict().test, number)


@torch.no_grad()
def told_before(learner: Learner, words: list[SpokenWord]) -> float:
    """Return the loss a phoneme, if each is asked after the right ones before it."""
    objective, total, count = learner.objective(), 0.0, 0
    for start in range(0, len(words), 200):
        batch = learner.batch([pair_of(word, 0) for word in words[start : start + 200]], "answer")
        total += objective(batch)["tokens"].item()
        count += objective.counts(batch)["tokens"]
    return total / count


def as_tensor(answers: list[list[str]]) -> Tensor:
    """Return answers as ids, (words, 16), filled up with padding."""
    kept = torch.full((len(answers), LONGEST), PAD, dtype=torch.uint8)
    for row, answer in enumerate(answers):
        kept[row, : len(answer)] = torch.tensor([ids_of()[one] for one in answer])
    return kept
