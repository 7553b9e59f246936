"""Does the second text follow from the first? Generated pairs, and what reads only a part of them.

``minilm``, fine-tuned on pairs of kinds (``bertlab.datasets.generated.inference_kinds``), beside
regressions that do not read the pair as a pair. Rate, batch size and epochs come from a trial on
validation with a seed that is not recorded; the test pairs are scored once, at the end. Budget: 8
minutes of one core.
"""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from bertlab.datasets.generated.inference_kinds import kind_pairs
from bertlab.datasets.generated.inference_pairs import (
    LABELS,
    InferencePair,
    InferencePairs,
    baseline_accuracies,
)
from bertlab.finetuning.classifier import fine_tune, logits_of
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.loop import Line
from workbook.experiments import Part, one_thread, run_variants
from workbook.recorded_answers import accuracy
from workbook.records import RUNS

KEPT = RUNS / "task_pairs.safetensors"

CONFIGURATION: dict[str, Any] = {
    "kinds": {"train": 1200, "validation": 192, "test": 480},
    "seeds": [0, 1, 2],
    "max_length": 64,
    "training": {"epochs": 3, "batch_size": 16, "learning_rate": 2e-4, "warmup": 0.1},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "kinds": {"train": 48, "validation": 48, "test": 96},
    "seeds": [0],
    "training": {"epochs": 1, "batch_size": 24, "learning_rate": 2e-4, "warmup": 0.1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train with every seed, on one thread.

    Returns:
        In ``baselines`` the accuracy on test of the most frequent label, and of three regressions;
        in ``models`` for each seed the ``history`` on validation, the accuracy on ``test``, and
        that on each family's and each label's pairs, ``families`` and ``labels``. If ``keep``, the
        logits of the test pairs are stored in ``KEPT``.
    """
    pairs = kind_pairs(**configuration["kinds"])
    data = [as_data(part, configuration["max_length"]) for part in pairs]

    def part(name: str, seed: int) -> Part:
        model = fresh_model(seed)
        config = data[0].config(**configuration["training"], seed=seed)
        history = fine_tune(model, data[0], data[1], config)
        logits = logits_of(model, data[2]).half()
        return {"history": kept_lines(history), **shares(logits, pairs.test)}, {"logits": logits}

    runs = run_variants(["kinds"], configuration["seeds"], part)
    if configuration["keep"]:
        runs.keep(KEPT, "{variant}")
    with one_thread():
        return {"baselines": baselines(pairs), "models": runs.entries["kinds"]}


def baselines(pairs: InferencePairs) -> dict[str, float]:
    """Return the accuracy on test of the most frequent label, and of three regressions."""
    labels = [pair.label for pair in pairs.test]
    most = max(labels.count(label) for label in range(len(LABELS))) / len(labels)
    return {"majority": most, **baseline_accuracies(pairs.train, pairs.test)}


def as_data(part: Sequence[InferencePair], max_length: int) -> LabelledTexts:
    """Return pairs as a model reads them: premise and hypothesis."""
    tokenizer, labels = WordPieceTokenizer.from_folder("minilm"), [pair.label for pair in part]
    texts, seconds = [pair.premise for pair in part], [pair.hypothesis for pair in part]
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
    """Return the share of pairs with the right label, of all, of each family and each label."""
    labels = [pair.label for pair in pairs]
    places: dict[str, dict[str, list[int]]] = {"families": {}, "labels": {}}
    for place, pair in enumerate(pairs):
        places["families"].setdefault(pair.family, []).append(place)
        places["labels"].setdefault(LABELS[pair.label], []).append(place)
    return {
        "test": round(accuracy(logits, labels), 4),
        **{
            by: {
                name: round(accuracy(logits[here], [labels[i] for i in here]), 4)
                for name, here in sorted(groups.items())
            }
            for by, groups in places.items()
        },
    }
