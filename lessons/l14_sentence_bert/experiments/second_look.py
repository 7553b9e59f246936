"""A cross-encoder, fine-tuned with all its layers, as a re-ranker.

It begins where the bi-encoder began. Each training paraphrase gives, in every epoch, two pairs that
are read together: one that says the same, and one with a newly drawn hard negative. The embeddings
stay, so that words that no training pair holds keep their places among the others.

The way was chosen on paraphrases of the validation part, with a seed that is not recorded. The
first try, low-rank updates on the 800 triples of ``sentence_objectives``, each seen once, never
left the loss of guessing. In a pilot with more pairs, more updates and free layers the second look
helped on validation, after 240 of 720 updates; so 240 became the budget, 6 minutes of one core for
a seed. On the test part it then did not help.
"""

from lessons.l14_sentence_bert.encoders import fresh_judge, sentence_encoder
from lessons.l14_sentence_bert.triples import hard_pairs

from typing import Any

import torch
from torch import Tensor

from bertlab.datasets.generated.paraphrases import paraphrases
from bertlab.finetuning.classifier import ClassificationObjective
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.model.checkpoint import write_tensors
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from bertlab.vectors.search import cross_scores, nearest, reranked
from bertlab.vectors.text_vectors import text_vectors
from workbook.records import RUNS, one_thread

KEPT = RUNS / "second_look.safetensors"
LONGEST = 40  # tokens of a pair

CONFIGURATION: dict[str, Any] = {
    "seeds": [0, 1, 2],
    "pairs": 2880,
    "steps": 240,
    "batch_size": 32,
    "learning_rate": 1e-4,
    "queries": 150,
    "candidates": 10,
    "keep": True,
}
SLICE: dict[str, Any] = {
    "seeds": [0],
    "pairs": 40,
    "steps": 2,
    "batch_size": 4,
    "learning_rate": 1e-4,
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
    with one_thread():
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
            model, losses = trained(configuration, tokenizer, seed)
            found["losses"].append(losses)

            def score(rows: Any, model: Any = model) -> Tensor:
                return cross_scores(model, tokenizer, rows, max_length=LONGEST)

            orders.append(reranked(queries, documents, candidates, score))
    found["first"]["two looks"] = [first_of(order) for order in orders]
    if configuration["keep"]:
        kept = {"candidates": candidates.short(), "orders": torch.stack(orders).short()}
        write_tensors(KEPT, kept)
    return found


def trained(
    configuration: dict[str, Any], tokenizer: WordPieceTokenizer, seed: int
) -> tuple[BertForSequenceClassification, list[float]]:
    """Return a cross-encoder that has learned, and its losses."""
    model = fresh_judge(seed)
    model.bert.embeddings.requires_grad_(False)
    config = TrainConfig(
        steps=configuration["steps"],
        batch_size=configuration["batch_size"],
        learning_rate=configuration["learning_rate"],
        seed=seed,
        log_every=1 if configuration["steps"] < 10 else 10,
    )
    shown = config.steps * config.batch_size
    rows = hard_pairs(paraphrases(train=configuration["pairs"]).train, shown // 2, seed)
    data = LabelledTexts(rows.first, rows.labels, tokenizer, 2, LONGEST, rows.second)
    history = train(ClassificationObjective(model), data.drawer(config), config)
    return model, [round(line["loss"], 4) for line in history]


def partner(places: Tensor) -> Tensor:
    """Return the place of each query's partner, (Q, 1): that of the query itself."""
    return torch.arange(len(places))[:, None]


def first_of(places: Tensor) -> float:
    """Return how often the partner comes first."""
    return proportion((places[:, :1] == partner(places)).any(dim=1))


def proportion(right: Tensor) -> float:
    """Return the proportion that is true."""
    return round(right.double().mean().item(), 4)
