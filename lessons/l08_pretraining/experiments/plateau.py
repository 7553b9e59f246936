"""The unigram plateau: how many tokens a small BERT reads before it begins to use its context.

Two lengths of sequence learn from the same text, with the same number of tokens in an update and in
all, over three seeds. Sizes, learning rate and tokens were chosen in a trial run for each length,
with seeds that are not recorded, and so was the budget: about 5 minutes of one core, for 6 runs of
a million tokens at 25,000 to 35,000 a second.
"""

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

from bertlab.pretraining.config import PretrainConfig
from bertlab.pretraining.corpora import Corpus, corpus
from bertlab.pretraining.data import PretrainingData
from bertlab.pretraining.run import Pretraining

CONFIGURATION: dict[str, Any] = {
    "corpus": "peoples_daily",
    "documents": None,  # all
    "held_out_documents": 400,
    "vocab_size": 2000,
    "batch_sizes": {"32": 47, "128": 14},  # by length: about 1,500 tokens in an update, for both
    "seeds": [1, 2, 3],
    "steps": 667,  # a million tokens
    "logged": 25,
    "held_out": 256,
    "model": {
        "hidden_size": 64,
        "num_layers": 2,
        "num_heads": 4,
        "intermediate_size": 256,
        "hidden_dropout": 0.0,
        "attention_dropout": 0.0,
        "initializer_range": 0.05,
    },
    "training": {"learning_rate": 4e-3, "warmup": 0.1},
}
SLICE: dict[str, Any] = {
    "documents": 600,
    "held_out_documents": 60,
    "seeds": [1],
    "steps": 8,
    "logged": 2,
    "held_out": 32,
}
MARGIN = 0.3  # nats: a run has left the plateau when its held-out loss is this far below it


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train every length with every seed.

    Returns:
        For each length a list: for each seed what ``follow`` returns.
    """
    return {
        length: [follow(prepare(configuration, length, seed)) for seed in configuration["seeds"]]
        for length in configuration["batch_sizes"]
    }


def prepare(configuration: Mapping[str, Any], length: str, seed: int) -> Pretraining:
    """Return a run that has not begun: model, data and settings.

    Args:
        configuration: As ``CONFIGURATION``.
        length: Longest sequence, as text: a key of the configuration's ``batch_sizes``.
        seed: Of weights, pairs and masks.
    """
    name, steps = configuration["corpus"], configuration["steps"]
    whole = corpus(name)
    text = Corpus(
        whole.train[: configuration["documents"]],
        whole.validation[: configuration["held_out_documents"]],
    )
    training = {
        **configuration["training"],
        "steps": steps,
        "batch_size": configuration["batch_sizes"][length],
        "log_every": max(1, steps // configuration["logged"]),
        "seed": seed,
    }
    config = PretrainConfig(
        name="plateau",
        corpora=[name],
        tokenizer="characters",
        vocab_size=configuration["vocab_size"],
        model=configuration["model"],
        training=training,
        max_length=int(length),
        short_length=int(length),
        held_out=configuration["held_out"],
    )
    return Pretraining(config, {name: text})


def follow(prepared: Pretraining) -> dict[str, Any]:
    """Train a run.

    Returns:
        ``tokens`` read and held-out loss, ``validation``, in nats, at each logged step; and
        ``unigram``, the mean surprise at the same held-out targets of one who only knows how
        frequent pieces are in the training text.
    """
    history = prepared.run()
    per_update = prepared.tokens_about() / history[-1]["step"]
    counts = target_counts(prepared.train_data)
    asked = target_counts(prepared.validation_data, prepared.config.held_out)
    vocab_size = len(prepared.tokenizer.vocabulary)
    return {
        "tokens": [round(line["step"] * per_update) for line in history],
        "validation": [line["validation_masked_lm"] for line in history],
        "unigram": round(unigram_surprise(counts, asked, vocab_size), 4),
    }


def unigram_surprise(counts: Counter[int], asked: Counter[int], vocab_size: int) -> float:
    """Return the mean surprise at some targets under the frequencies of others.

    It is, but for chance, the lowest loss of a model that answers the same at every place.

    Args:
        counts: How often each piece was a target in the training text.
        asked: How often it is one in another text. Each piece is given one count more than it has
            in the first, so that none is impossible.
        vocab_size: Pieces there are.

    Returns:
        The cross-entropy in nats.
    """
    total = counts.total() + vocab_size
    surprise = sum(n * -math.log((counts[piece] + 1) / total) for piece, n in asked.items())
    return surprise / asked.total()


def target_counts(data: PretrainingData, num_examples: int | None = None) -> Counter[int]:
    """Count the pieces that are asked for in the first epoch.

    Args:
        data: The examples.
        num_examples: Some of them only: those that ``held_out_scores`` scores.
    """
    number = len(data) if num_examples is None else min(num_examples, len(data))
    counts: Counter[int] = Counter()
    for place in (i * len(data) // number for i in range(number)):
        counts.update(data.example(0, place)[0].targets.tolist())
    return counts


def left_at(found: Mapping[str, Any]) -> int | float:
    """Return the tokens a run had read when it left the plateau; infinity if it never did."""
    pairs = zip(found["tokens"], found["validation"], strict=True)
    return next((tokens for tokens, loss in pairs if loss < found["unigram"] - MARGIN), math.inf)
