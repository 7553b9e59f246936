"""A category beside the text: an embedding of where a snippet is from joins the text's vector.

Snippets of four collections, as many of each; is the rating above 0? The vectors of ``minilm`` are
frozen, which makes it cheap: only a linear head and the embedding learn. Each kind joins something
else to the vector: nothing, three meta features, the category, both; and, as a control, a category
drawn at random, in training and in validation. All are scored on validation. Budget: 5 minutes of
one core, nearly all of it for the vectors.
"""

from lessons.l09_finetuning.experiments.snippet_sources import SOURCES

from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab.datasets import sentiment_lexicon
from bertlab.finetuning.sentiment import sample, text_features
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors import text_vectors
from workbook.kept_logits import accuracy, halved, keep_logits
from workbook.records import RUNS, one_thread

KEPT = RUNS / "category_embedding.safetensors"

CONFIGURATION: dict[str, Any] = {
    "texts": 1200,  # of each source, to learn from
    "held_out": 380,  # of each source
    "seeds": [0, 1, 2],
    "max_length": 64,
    "kinds": {  # features?, category?
        "text alone": [False, None],
        "features": [True, None],
        "category": [False, "true"],
        "features and category": [True, "true"],
        "random category": [False, "random"],
    },
    "category_size": 8,
    "training": {"epochs": 10, "batch_size": 32, "learning_rate": 3e-3},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "texts": 16,
    "held_out": 8,
    "seeds": [0],
    "training": {"epochs": 1, "batch_size": 16, "learning_rate": 3e-3},
    "keep": False,
}


class Part(NamedTuple):
    """Texts as vectors, with what is known besides, and labels.

    Attributes:
        vectors: (N, D), of the frozen encoder.
        features: (N, 3), as ``text_features`` returns them.
        categories: (N,), the number of the collection.
        labels: (N,), 1 where the rating is above 0.
    """

    vectors: Float[Tensor, "N D"]
    features: Float[Tensor, "N 3"]
    categories: Int[Tensor, " N"]
    labels: Int[Tensor, " N"]


class JoinedHead(nn.Module):
    """A linear head over a text's vector, numbers known of it, and the embedding of a category.

    Args:
        text_size: D.
        num_features: E.
        num_categories: Rows of the embedding.
        category_size: Columns of the embedding.
    """

    def __init__(
        self, text_size: int, num_features: int, num_categories: int, category_size: int
    ) -> None:
        super().__init__()
        self.category = nn.Embedding(num_categories, category_size)
        self.head = nn.Linear(text_size + num_features + category_size, 2)

    def forward(
        self,
        vectors: Float[Tensor, "B D"],
        features: Float[Tensor, "B E"],
        categories: Int[Tensor, " B"],
    ) -> Float[Tensor, "B 2"]:
        """Return logits."""
        joined = torch.cat([vectors, features, self.category(categories)], dim=1)
        return self.head(joined)


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train each kind with each seed, on one thread.

    Returns:
        ``favorable``: the proportion of favorable training texts in each collection. ``kinds``:
        for each, the accuracies on validation, by seed. If ``keep``, the logits are stored.
    """
    with one_thread():
        train, held_out = (read(configuration, part) for part in ("train", "validation"))
        logits = {
            name: [
                halved(trained(configuration, train, held_out, kind[0], kind[1], seed))
                for seed in configuration["seeds"]
            ]
            for name, kind in configuration["kinds"].items()
        }
    if configuration["keep"]:
        keep_logits(KEPT, logits)
    labels = held_out.labels.tolist()
    favorable = {
        name: round(train.labels[train.categories == number].double().mean().item(), 4)
        for number, name in enumerate(SOURCES)
    }
    kinds = {
        name: [round(accuracy(one, labels), 4) for one in runs] for name, runs in logits.items()
    }
    return {"favorable": favorable, "kinds": kinds}


def rated(configuration: dict[str, Any], part: str) -> list[Any]:
    """Return the snippets of a part, as many of each collection, one collection after another."""
    number = configuration["texts" if part == "train" else "held_out"]
    return [one for load in SOURCES.values() for one in sample(getattr(load(), part), number)]


def read(configuration: dict[str, Any], part: str) -> Part:
    """Return the snippets of a part as the heads take them."""
    texts = rated(configuration, part)
    bert, tokenizer = BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")
    vectors = text_vectors(
        bert, tokenizer, [r.text for r in texts], max_length=configuration["max_length"]
    )
    return Part(
        vectors,
        torch.from_numpy(text_features(texts, sentiment_lexicon())),
        torch.arange(len(SOURCES)).repeat_interleave(len(texts) // len(SOURCES)),
        torch.tensor([r.label for r in texts]),
    )


def trained(
    configuration: dict[str, Any],
    train: Part,
    held_out: Part,
    with_features: bool,
    category: str | None,
    seed: int,
) -> Float[Tensor, "N 2"]:
    """Train a head of one kind; return its logits of the held-out texts."""
    generator = torch.Generator().manual_seed(seed)
    train, held_out = (
        joined(part, with_features, category, generator) for part in (train, held_out)
    )
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        size = train.vectors.shape[1]
        model = JoinedHead(size, 3, len(SOURCES), configuration["category_size"])
    training = configuration["training"]
    optimizer = torch.optim.AdamW(model.parameters(), lr=training["learning_rate"])
    order = np.random.default_rng(seed)
    for _ in range(training["epochs"]):
        for places in torch.from_numpy(order.permutation(len(train.labels))).split(
            training["batch_size"]
        ):
            logits = model(*(tensor[places] for tensor in train[:3]))
            cross_entropy(logits, train.labels[places]).backward()
            optimizer.step()
            optimizer.zero_grad()
    with torch.no_grad():
        return model(*held_out[:3])


def joined(part: Part, with_features: bool, category: str | None, generator: Any) -> Part:
    """Return a part whose features or categories tell nothing, unless they are asked for."""
    features = part.features if with_features else torch.zeros_like(part.features)
    categories = part.categories
    if category is None:
        categories = torch.zeros_like(categories)
    elif category == "random":
        categories = torch.randint(len(SOURCES), categories.shape, generator=generator)
    return part._replace(features=features, categories=categories)
