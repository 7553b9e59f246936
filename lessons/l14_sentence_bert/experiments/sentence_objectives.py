"""One encoder, the same triples, five ways to learn from them; judged at two places.

All begin with ``minilm-words``, see each triple once, and train updates of low rank. The learning
rate was the better of two for every objective, on paraphrases of the validation part and with a
seed that is not recorded; the sentences that are judged by were used once. ``minilm`` (tuned
elsewhere, on a billion pairs), the start itself and TF-IDF stand beside. Budget: 25 minutes of one
core; 12 were used. The record has the minutes of a clock, on a machine that did other work as well.
"""

from lessons.l14_sentence_bert.encoders import SENTENCES, initial, with_updates
from lessons.l14_sentence_bert.objectives import Triples, train_on_triples
from lessons.l14_sentence_bert.triples import from_inference, neighbors, training_triples

from collections.abc import Callable
from typing import Any

import torch
from jaxtyping import Float
from sklearn.feature_extraction.text import TfidfVectorizer
from torch import Tensor
from torch.nn.functional import cosine_similarity

from bertlab.datasets.generated.inference_kinds import kind_pairs
from bertlab.datasets.generated.paraphrases import paraphrases
from bertlab.model.bert import BertModel
from bertlab.model.checkpoint import write_tensors
from bertlab.model.pretrained import CHECKPOINTS
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.changes import save_change
from bertlab.training.config import TrainConfig
from bertlab.vectors.ranking import hits_at_1, neighbor_ranks
from bertlab.vectors.text_vectors import text_vectors
from workbook.experiments import one_thread
from workbook.records import RUNS

KEPT = RUNS / "sentence_objectives.safetensors"

CONFIGURATION: dict[str, Any] = {
    "seeds": [0, 1, 2],
    "triples": {"kinds": 400, "others": 400},
    "rank": 8,
    "steps": 50,
    "batch_size": 16,
    "learning_rate": 3e-3,
    "objectives": [
        "classification",
        "regression",
        "triplet",
        "in-batch",
        "in-batch, no hard negatives",
    ],
    "judged": {"neighbors": None, "paraphrases": 600},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "seeds": [0],
    "triples": {"kinds": 8, "others": 8},
    "steps": 2,
    "batch_size": 8,
    "objectives": ["classification", "in-batch"],
    "judged": {"neighbors": 8, "paraphrases": 8},
    "keep": False,
}

Read = Callable[[list[str]], Float[Tensor, "N D"]]


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train with every objective and seed, on one thread.

    Returns:
        ``histories``: for each objective and seed, the loss after every ten steps; ``first``: for
        each way and seed, the proportion of ranks that are 1, of both searches. If ``keep``, what
        each way found is stored in ``KEPT`` (see ``judged``), and the updates of the first seed
        with the in-batch loss as a checkpoint.
    """
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    found: dict[str, Any] = {"histories": {}}
    kept: dict[str, list[dict[str, Tensor]]] = {}

    def read_with(bert: BertModel) -> Read:
        return lambda texts: text_vectors(bert, tokenizer, texts, max_length=128)

    with one_thread():
        data = Triples(training_triples(**configuration["triples"]), tokenizer)
        for name in configuration["objectives"]:
            found["histories"][name], kept[name] = [], []
            for seed in configuration["seeds"]:
                bert = initial()
                with_updates(bert, configuration["rank"], seed)
                config = TrainConfig(
                    steps=configuration["steps"],
                    batch_size=configuration["batch_size"],
                    learning_rate=configuration["learning_rate"],
                    seed=seed,
                )
                history = train_on_triples(bert, data, name, config)
                found["histories"][name].append([round(line["loss"], 4) for line in history])
                kept[name].append(judged(read_with(bert), configuration["judged"]))
                if configuration["keep"] and (name, seed) == ("in-batch", 0):
                    save_change(bert, CHECKPOINTS / SENTENCES)
        others: dict[str, Read] = {
            "untuned": read_with(initial()),
            "minilm": read_with(BertModel.from_pretrained("minilm")),
            "TF-IDF": counted,
        }
        for name, read in others.items():
            kept[name] = [judged(read, configuration["judged"])]
    if configuration["keep"]:
        write_tensors(
            KEPT,
            {
                f"{name}/{what}": torch.stack([one[what] for one in seeds])
                for name, seeds in kept.items()
                for what in seeds[0]
            },
        )
    found["first"] = {
        name: {
            what: [round(hits_at_1(one[what].long()), 4) for one in seeds]
            for what in ("neighbors", "paraphrases")
        }
        for name, seeds in kept.items()
    }
    return found


def counted(texts: list[str]) -> Float[Tensor, "N D"]:
    """Return the TF-IDF vectors of texts, with the vocabulary of these texts."""
    return torch.from_numpy(TfidfVectorizer().fit_transform(texts).toarray()).float()


def judged(read: Read, sizes: dict[str, int | None]) -> dict[str, Tensor]:
    """Let vectors find what belongs together.

    Returns:
        ``neighbors``: for each sentence, the rank of its neighbor among all others (first
        sentences of the pairs, then second ones); ``paraphrases``: for each first sentence of a
        test pair, the rank of its second among all second ones; ``kinds``: for each test triple
        of inference pairs, whether the premise that entails the hypothesis is nearer to it than
        the one that contradicts it.
    """
    rows = neighbors(sizes["neighbors"])
    near = read([*rows.first, *rows.second])
    partners = near.roll(len(rows.first), dims=0)
    # Each sentence is among the documents, with itself a cosine of 1: it comes first and is not
    # counted.
    ranks = neighbor_ranks(near, partners) - 1
    pairs = paraphrases(test=sizes["paraphrases"] or 600).test
    told = read([pair.first for pair in pairs] + [pair.second for pair in pairs])
    first, second = told.chunk(2)
    triples = from_inference(kind_pairs().test)
    anchors, positives, negatives = read([t[part] for part in range(3) for t in triples]).chunk(3)
    nearer = cosine_similarity(anchors, positives) > cosine_similarity(anchors, negatives)
    return {
        "neighbors": ranks.short(),
        "paraphrases": neighbor_ranks(first, second).short(),
        "kinds": nearer.to(torch.uint8),
    }
