"""Does the second text follow from the first? Generated pairs, and what reads only a part of them.

``minilm``, fine-tuned on generated inference pairs, beside the same model that sees the hypothesis
alone, and three ways that cannot read the pair as a pair. Rate, batch size and epochs were chosen
on validation with a seed that is not recorded; the test pairs are scored once, at the end. Budget:
10 minutes of one core.
"""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from bertlab.experiments import RUNS
from bertlab.finetuning import fine_tune, logits_of
from bertlab.inference_pairs import (
    LABELS,
    InferencePair,
    InferencePairs,
    baseline_accuracies,
    inference_pairs,
)
from bertlab.kept_logits import accuracy, halved, keep_logits
from bertlab.labelled_texts import LabelledTexts
from bertlab.tasks import BertForSequenceClassification
from bertlab.training import Line
from bertlab.wordpiece import WordPieceTokenizer

KEPT = RUNS / "task_pairs.safetensors"
READS = ("both texts", "hypothesis only")

CONFIGURATION: dict[str, Any] = {
    "families": ["place", "negation", "modality"],
    "pairs": {"train": 1800, "validation": 180, "test": 540},
    "seeds": [0, 1, 2],
    "max_length": 64,
    "training": {"epochs": 3, "batch_size": 16, "learning_rate": 3e-4, "warmup": 0.1},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "pairs": {"train": 36, "validation": 18, "test": 18},
    "seeds": [0],
    "training": {"epochs": 1, "batch_size": 18, "learning_rate": 3e-4, "warmup": 0.1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train with every seed, on one thread.

    Returns:
        ``baselines``: the accuracy on test of the most frequent label, and of two regressions. In
        ``models`` for what a model reads (``READS``) and each seed the ``history`` on validation,
        the accuracy on ``test``, and that on each family's pairs in ``families``. If ``keep``, the
        logits of the test pairs are stored in ``KEPT``.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        pairs = all_pairs(configuration)
        labels = [pair.label for pair in pairs.test]
        most = max(labels.count(label) for label in range(len(LABELS))) / len(labels)
        found: dict[str, Any] = {
            "baselines": {"majority": most, **baseline_accuracies(pairs.train, pairs.test)},
            "models": {reads: [] for reads in READS},
        }
        logits: dict[str, list[Tensor]] = {reads: [] for reads in READS}
        for reads in READS:
            parts = [as_data(part, reads, configuration["max_length"]) for part in pairs]
            for seed in configuration["seeds"]:
                model = fresh_model(seed)
                config = parts[0].config(**configuration["training"], seed=seed)
                history = fine_tune(model, parts[0], parts[1], config)
                logits[reads].append(halved(logits_of(model, parts[2])))
                scores = {"history": kept_lines(history), **shares(logits[reads][-1], pairs.test)}
                found["models"][reads].append(scores)
    finally:
        torch.set_num_threads(threads)
    if configuration["keep"]:
        keep_logits(KEPT, logits)
    return found


def all_pairs(configuration: dict[str, Any]) -> InferencePairs:
    """Return the pairs of an experiment."""
    return inference_pairs(tuple(configuration["families"]), **configuration["pairs"])


def as_data(part: Sequence[InferencePair], reads: str, max_length: int) -> LabelledTexts:
    """Return pairs as one of ``READS`` gets them.

    Raises:
        ValueError: If there is no such way of reading.
    """
    if reads not in READS:
        raise ValueError(f"expected one of {', '.join(READS)}; got {reads!r}")
    hypotheses = [pair.hypothesis for pair in part]
    texts, seconds = (
        ([pair.premise for pair in part], hypotheses) if reads == READS[0] else (hypotheses, None)
    )
    tokenizer, labels = WordPieceTokenizer.from_folder("minilm"), [pair.label for pair in part]
    return LabelledTexts(texts, labels, tokenizer, len(LABELS), max_length, seconds)


def fresh_model(seed: int) -> BertForSequenceClassification:
    """Return ``minilm`` with a head of fresh weights for three labels."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return BertForSequenceClassification.from_pretrained(
            "minilm", new_heads=True, labels=LABELS
        )


def kept_lines(history: Sequence[Line]) -> list[Line]:
    """Return what a record keeps of each epoch."""
    names = ("step", "loss", "validation_accuracy", "validation_loss", "seconds")
    return [{name: round(line[name], 4) for name in names} for line in history]


def shares(logits: Tensor, pairs: Sequence[InferencePair]) -> dict[str, Any]:
    """Return the share of pairs with the right label, of all and of each family."""
    labels = [pair.label for pair in pairs]
    families = list(dict.fromkeys(pair.family for pair in pairs))
    places = {name: [i for i, pair in enumerate(pairs) if pair.family == name] for name in families}
    return {
        "test": round(accuracy(logits, labels), 4),
        "families": {
            name: round(accuracy(logits[here], [labels[i] for i in here]), 4)
            for name, here in sorted(places.items())
        },
    }
