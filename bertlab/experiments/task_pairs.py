"""Does the second text follow from the first? Generated pairs, and what reads only a part of them.

``minilm``, fine-tuned on pairs of kinds (``bertlab.inference_kinds``), beside the same model that
sees the hypothesis alone, and regressions that do not read the pair as a pair. Rate, batch size and
epochs were chosen on validation with a seed that is not recorded; the test pairs are scored once,
at the end. One more run, as a counter-example: the pairs of ``bertlab.inference_pairs``, whose
labels only the order of the words decides. Budget: 12 minutes of one core.
"""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from bertlab.experiments import RUNS
from bertlab.finetuning import fine_tune, logits_of
from bertlab.inference_kinds import kind_pairs
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
    "kinds": {"train": 1200, "validation": 192, "test": 480},
    "order": {
        "families": ["place", "negation", "modality"],
        "train": 1206,
        "validation": 90,
        "test": 270,
    },
    "models": {  # which pairs it learns from, what it reads of them, and its seeds
        "both texts": {"pairs": "kinds", "reads": "both texts", "seeds": [0, 1, 2]},
        "hypothesis only": {"pairs": "kinds", "reads": "hypothesis only", "seeds": [0, 1, 2]},
        "pairs of word order": {"pairs": "order", "reads": "both texts", "seeds": [0]},
    },
    "max_length": 64,
    "training": {"epochs": 3, "batch_size": 16, "learning_rate": 2e-4, "warmup": 0.1},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "kinds": {"train": 48, "validation": 48, "test": 96},
    "order": {**CONFIGURATION["order"], "train": 18, "validation": 9, "test": 9},
    "models": {
        "hypothesis only": {"pairs": "kinds", "reads": "hypothesis only", "seeds": [0]},
        "pairs of word order": {"pairs": "order", "reads": "both texts", "seeds": [0]},
    },
    "training": {"epochs": 1, "batch_size": 24, "learning_rate": 2e-4, "warmup": 0.1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train with every seed, on one thread.

    Returns:
        ``baselines``: for each set of pairs the accuracy on test of the most frequent label, and of
        three regressions. In ``models`` for each model and seed the ``history`` on validation, the
        accuracy on ``test``, and that on each family's pairs in ``families``. If ``keep``, the
        logits of the test pairs are stored in ``KEPT``.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        pairs = all_pairs(configuration)
        found: dict[str, Any] = {
            "baselines": {name: baselines(parts) for name, parts in pairs.items()},
            "models": {},
        }
        logits: dict[str, list[Tensor]] = {}
        for name, kind in configuration["models"].items():
            here = pairs[kind["pairs"]]
            parts = [as_data(part, kind["reads"], configuration["max_length"]) for part in here]
            found["models"][name], logits[name] = [], []
            for seed in kind["seeds"]:
                model = fresh_model(seed)
                config = parts[0].config(**configuration["training"], seed=seed)
                history = fine_tune(model, parts[0], parts[1], config)
                logits[name].append(halved(logits_of(model, parts[2])))
                scores = {"history": kept_lines(history), **shares(logits[name][-1], here.test)}
                found["models"][name].append(scores)
    finally:
        torch.set_num_threads(threads)
    if configuration["keep"]:
        keep_logits(KEPT, logits)
    return found


def all_pairs(configuration: dict[str, Any]) -> dict[str, InferencePairs]:
    """Return the pairs of an experiment: those of kinds, and those of word order."""
    order = {**configuration["order"], "families": tuple(configuration["order"]["families"])}
    return {"kinds": kind_pairs(**configuration["kinds"]), "order": inference_pairs(**order)}


def baselines(pairs: InferencePairs) -> dict[str, float]:
    """Return the accuracy on test of the most frequent label, and of three regressions."""
    labels = [pair.label for pair in pairs.test]
    most = max(labels.count(label) for label in range(len(LABELS))) / len(labels)
    return {"majority": most, **baseline_accuracies(pairs.train, pairs.test)}


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
