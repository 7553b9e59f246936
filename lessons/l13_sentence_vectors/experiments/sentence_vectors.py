"""All ways to a sentence vector that need no further training of the encoder, judged alike.

Whitening and flow are fitted on sentences of training parts. The number of dimensions is chosen by
neighboring sentences of ``wiki``'s validation articles; the editorials and the paraphrases of the
test part are used once. Budget: 10 minutes of one core.
"""

from lessons.l13_sentence_vectors import corpora, reading
from lessons.l13_sentence_vectors.flow import Flow, fit_flow
from lessons.l13_sentence_vectors.judging import Change, Pairs, judged

import time
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from bertlab.datasets import lee
from bertlab.datasets.generated.paraphrases import paraphrases
from bertlab.model.checkpoint import write_tensors
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors.ranking import mean_reciprocal_rank, neighbor_ranks
from bertlab.vectors.whitening import Whitening, mean_cosine
from workbook.experiments import one_thread
from workbook.records import RUNS

KEPT = RUNS / "sentence_vectors.safetensors"

CONFIGURATION: dict[str, Any] = {
    "models": ["minilm-words", "minilm"],
    "fit": 6000,  # sentences
    "dims": [380, 256, 128, 64, 32],  # 380: of 384 directions, three hardly vary
    "flow": {"num_layers": 6, "hidden_size": 256, "steps": 600},
    "max_length": 64,
    "pairs": None,  # all
    "random_pairs": 1000,  # sentences whose mean cosine is measured
    "stored": 1200,  # vectors that the lesson fits on itself
    "keep": True,
}
SLICE: dict[str, Any] = {
    "fit": 420,
    "dims": [32],
    "flow": {"num_layers": 2, "hidden_size": 8, "steps": 2},
    "max_length": 12,
    "pairs": 12,
    "random_pairs": 40,
    "models": ["minilm-words"],
    "keep": False,
}
LEE_LENGTH = 256


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Judge all ways, on one thread.

    Returns:
        ``pairs``: how many. ``ways``: for each way, ``dims`` and its summaries by measure.
        ``anisotropy``: for each model the mean cosine of random pairs by layer, and by pooling.
        ``chosen``: for each model what each number of dimensions reaches on validation, and the
        best. ``flow``: the first and last loss. ``seconds`` for each step of the work.
    """
    with one_thread():
        return _run(configuration)


def _run(configuration: dict[str, Any]) -> dict[str, Any]:
    pairs = test_pairs(configuration["pairs"])
    results: dict[str, Any] = {name: {} for name in ("ways", "anisotropy", "chosen", "seconds")}
    results["pairs"] = {name: len(p.queries) for name, p in pairs.items()}
    kept: dict[str, Tensor] = {}
    ways = Ways(pairs, results["ways"], kept)
    ways.count_words()
    for name in configuration["models"]:
        _model(name, configuration, ways, results)
    if configuration["keep"]:
        write_tensors(KEPT, kept)
    return results


def test_pairs(number: int | None) -> dict[str, Pairs]:
    """Return the pairs to judge by: the first of each set, or all."""
    sets = {
        "editorials": corpora.editorial_neighbors(),
        "paraphrases": corpora.paraphrase_pairs(paraphrases().test),
    }
    return {name: Pairs(*(part[:number] for part in each)) for name, each in sets.items()}


class Ways:
    """Judges one way after the other, and keeps what it finds."""

    def __init__(
        self, pairs: Mapping[str, Pairs], found: dict[str, Any], kept: dict[str, Tensor]
    ) -> None:
        self.pairs, self.found, self.kept = pairs, found, kept

    def add(
        self,
        name: str,
        sets: Mapping[str, tuple[Tensor, Tensor]],
        documents: Tensor,
        change: Change = lambda vectors: vectors,
    ) -> None:
        """Judge a way and keep its ranks."""
        found, ranks = judged(sets, documents, self.pairs, change)
        self.found[name] = {"dims": change(documents).shape[1], **found}
        for which, each in ranks.items():
            self.kept[f"{which}/{name}"] = each.to(torch.int16)

    def count_words(self) -> None:
        """Judge TF-IDF."""
        sets = {}
        for name, one in self.pairs.items():
            vectors = reading.counted([*one.queries, *one.documents])
            sets[name] = (vectors[: len(one.queries)], vectors[len(one.queries) :])
        self.add("TF-IDF", sets, reading.counted(lee().documents))
        self.found["TF-IDF"]["dims"] = sets["editorials"][0].shape[1]


def _model(name: str, configuration: dict[str, Any], ways: Ways, results: dict[str, Any]) -> None:
    """Judge all ways that begin with the vectors of one encoder."""
    bert, tokenizer = reading.load(name), WordPieceTokenizer.from_folder("minilm")
    length, began = configuration["max_length"], time.perf_counter()

    def read(texts: list[str], longest: int = length) -> dict[str, Tensor]:
        return reading.read(bert, tokenizer, texts, longest)

    fit = read(list(corpora.fitting_sentences(configuration["fit"])))
    both = {key: (read(p.queries), read(p.documents)) for key, p in ways.pairs.items()}
    chosen_by = Pairs(*(part[: configuration["pairs"]] for part in corpora.wiki_neighbors()))
    validation = [read(texts)["mean"] for texts in (chosen_by.queries, chosen_by.documents)]
    documents = read(list(lee().documents), LEE_LENGTH)
    results["seconds"][f"{name}: reading"] = round(time.perf_counter() - began, 1)

    few = {key: vectors[: configuration["random_pairs"]] for key, vectors in fit.items()}
    results["anisotropy"][name] = {key: round(mean_cosine(v), 4) for key, v in few.items()}
    for pooling in reading.POOLINGS:
        sets = {key: (q[pooling], d[pooling]) for key, (q, d) in both.items()}
        ways.add(f"{name}, {pooling}", sets, documents[pooling])
    means = {key: (q["mean"], d["mean"]) for key, (q, d) in both.items()}
    center = fit["mean"].mean(dim=0)
    ways.add(f"{name}, centered", means, documents["mean"], lambda vectors: vectors - center)
    results["chosen"][name] = {}
    for dims in configuration["dims"]:
        white = Whitening(dims).fit(fit["mean"])
        ways.add(f"{name}, whitened to {dims}", means, documents["mean"], white.transform)
        results["chosen"][name][str(dims)] = _on_validation(validation, white.transform)
    results["chosen"][name]["mean"] = _on_validation(validation, lambda vectors: vectors)
    if name == "minilm-words":
        _more(configuration, ways, results, fit["mean"], means, documents["mean"])


def _more(
    configuration: dict[str, Any],
    ways: Ways,
    results: dict[str, Any],
    fit: Tensor,
    means: Mapping[str, tuple[Tensor, Tensor]],
    documents: Tensor,
) -> None:
    """Judge the flow, and keep what the lesson fits on."""
    settings = dict(configuration["flow"])
    steps, began = settings.pop("steps"), time.perf_counter()
    flow = Flow(fit.shape[1], **settings)
    losses = fit_flow(flow, fit, steps)
    results["flow"] = {"first": losses[0], "last": sum(losses[-20:]) / len(losses[-20:])}
    results["seconds"]["flow"] = round(time.perf_counter() - began, 1)
    with torch.no_grad():
        ways.add("minilm-words, flow", means, documents, lambda vectors: flow(vectors)[0])
    if configuration["keep"]:
        ways.kept["fit/mean"] = fit[: configuration["stored"]].half()


def _on_validation(vectors: list[Tensor], change: Change) -> float:
    ranks = neighbor_ranks(*(change(each) for each in vectors))
    return round(mean_reciprocal_rank(ranks), 4)
