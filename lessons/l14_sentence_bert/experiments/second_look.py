"""A cross-encoder from the same start, the same triples and the same updates, as a re-ranker.

Each triple gives two pairs, read together: one that says the same and one that does not. The budget
is the one of ``sentence_objectives``: each triple once, 3 minutes of one core in all. It is judged
by the order that it gives to the ten candidates that the bi-encoder finds. A trial with a seed that
is not recorded, and another with all weights free, ended alike.
"""

from lessons.l14_sentence_bert.encoders import fresh_judge, sentence_encoder, with_updates
from lessons.l14_sentence_bert.triples import training_triples

from typing import Any

import torch
from torch import Tensor

from bertlab.datasets.generated.paraphrases import paraphrases
from bertlab.finetuning.classifier import ClassificationObjective
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.model.checkpoint import write_tensors
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.loop import train
from bertlab.vectors.search import cross_scores, nearest, reranked
from bertlab.vectors.text_vectors import text_vectors
from workbook.records import RUNS

KEPT = RUNS / "second_look.safetensors"

CONFIGURATION: dict[str, Any] = {
    "seeds": [0, 1, 2],
    "triples": {"kinds": 400, "others": 400},
    "rank": 8,
    "batch_size": 16,
    "learning_rate": 3e-3,
    "epochs": 1,
    "queries": 100,
    "candidates": 10,
    "keep": True,
}
SLICE: dict[str, Any] = {
    "seeds": [0],
    "triples": {"kinds": 4, "others": 4},
    "batch_size": 8,
    "queries": 6,
    "candidates": 3,
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train with every seed, on one thread, and order what the bi-encoder found.

    Returns:
        ``losses``: for each seed the loss, in nats, after every ten updates; ``found``: the
        proportion of queries whose partner is among the candidates, and ``first`` where it comes
        first, before and (for each seed) after the second look. If ``keep``, the candidates and
        the order after each look are stored in ``KEPT``.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        tokenizer = WordPieceTokenizer.from_folder("minilm")
        pairs = paraphrases().test
        queries = [pair.first for pair in pairs[: configuration["queries"]]]
        documents = [pair.second for pair in pairs]
        bert = sentence_encoder()
        asked, told = (text_vectors(bert, tokenizer, texts) for texts in (queries, documents))
        candidates = nearest(asked, told, configuration["candidates"]).places
        found: dict[str, Any] = {"losses": [], "first": {"one look": first_of(candidates)}}
        found["found"] = proportion((candidates == partner(candidates)).any(dim=1))
        orders = []
        for seed in configuration["seeds"]:
            model = fresh_judge(seed)
            with_updates(model, configuration["rank"], seed)
            data = as_pairs(configuration["triples"], tokenizer)
            config = data.config(
                configuration["epochs"],
                configuration["batch_size"],
                learning_rate=configuration["learning_rate"],
                seed=seed,
                log_every=10,
            )
            history = train(ClassificationObjective(model), data.drawer(config), config)
            found["losses"].append([round(line["loss"], 4) for line in history])

            def score(rows: Any, model: Any = model) -> Tensor:
                return cross_scores(model, tokenizer, rows)

            orders.append(reranked(queries, documents, candidates, score))
    finally:
        torch.set_num_threads(threads)
    found["first"]["two looks"] = [first_of(order) for order in orders]
    if configuration["keep"]:
        kept = {"candidates": candidates.short(), "orders": torch.stack(orders).short()}
        write_tensors(KEPT, kept)
    return found


def as_pairs(triples: dict[str, int], tokenizer: WordPieceTokenizer) -> LabelledTexts:
    """Return each triple as two pairs: label 1 says the same, label 0 does not."""
    rows = training_triples(**triples)
    first = [row.anchor for row in rows] * 2
    second = [row.positive for row in rows] + [row.negative for row in rows]
    labels = [1] * len(rows) + [0] * len(rows)
    return LabelledTexts(first, labels, tokenizer, 2, 64, second)


def partner(places: Tensor) -> Tensor:
    """Return the place of each query's partner, (Q, 1): that of the query itself."""
    return torch.arange(len(places))[:, None]


def first_of(places: Tensor) -> float:
    """Return how often the partner comes first."""
    return proportion((places[:, :1] == partner(places)).any(dim=1))


def proportion(right: Tensor) -> float:
    """Return the proportion that is true."""
    return round(right.double().mean().item(), 4)
