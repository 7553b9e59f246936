"""Small students of ``minilm-movies``: what they begin with, and what they learn from.

Decided before the run. Two epochs of the 8,492 training snippets for each student, three seeds:
order of the batches, dropout, and the weights of a new head. *Start* and *lesson* are crossed as
far as they make sense: with the layers of the fine-tuned teacher or with those of ``minilm``, which
never saw a review; from the teacher's soft labels, from true labels, or from soft labels, hidden
states and attention together (TinyBERT). Two epochs and the rate are those of a pilot with one
seed, on validation. Test snippets are read once, by each student when it is done.

What decides: test accuracy, paired over snippets.

Budget: 90 minutes of one core. What is done is kept in ``build/students``, with the students.
"""

import time
from pathlib import Path
from typing import Any

import torch

from bertlab.compression import Distillation, copy_layers
from bertlab.datasets import movie_reviews
from bertlab.finetuning.classifier import logits_of
from bertlab.finetuning.sentiment import LABELS, as_data, movie_classifier, sample
from bertlab.model.checkpoint import read_tensors, write_tensors
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.loop import train
from bertlab.training.provenance import PROJECT
from workbook.experiments import Part, resumable_part, run_variants
from workbook.recorded_answers import accuracy
from workbook.records import RUNS

KEPT: Path = RUNS / "students.safetensors"
STATE: Path = PROJECT / "build" / "students"

SOFT = {"soft labels": 1.0}
TRUE = {"labels": 1.0}
ALL = {"soft labels": 1.0, "hidden states": 1.0, "attention": 1.0}
THREE, TWO = [0, 2, 4], [0, 3]
TRAINING: dict[str, Any] = {"epochs": 2, "learning_rate": 1e-4, "precision": "bf16"}
CONFIGURATION: dict[str, Any] = {
    "students": {
        "3 layers, soft labels": {"start": "teacher", "layers": THREE, "weights": SOFT},
        "2 layers, soft labels": {"start": "teacher", "layers": TWO, "weights": SOFT},
        "3 layers, true labels": {"start": "teacher", "layers": THREE, "weights": TRUE},
        "2 layers, true labels": {"start": "teacher", "layers": TWO, "weights": TRUE},
        "3 layers, no teacher": {"start": "minilm", "layers": THREE, "weights": TRUE},
        "2 layers, no teacher": {"start": "minilm", "layers": TWO, "weights": TRUE},
        "2 layers, all": {
            "start": "teacher",
            "layers": TWO,
            "weights": ALL,
            "layer_map": {1: 3, 2: 6},
        },
    },
    "temperature": 2.0,
    "texts": None,  # all
    "seeds": [0, 1, 2],
    "training": TRAINING,
    "keep": True,
}
SLICE: dict[str, Any] = {
    "students": {
        "1 layer, all": {
            "start": "teacher",
            "layers": [0],
            "weights": ALL,
            "layer_map": {0: 0, 1: 6},
        },
        "1 layer, no teacher": {"start": "minilm", "layers": [0], "weights": TRUE},
    },
    "temperature": 2.0,
    "texts": 16,
    "seeds": [0],
    "training": {"epochs": 1, "learning_rate": 1e-4, "batch_size": 8, "precision": "no"},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Teach every student; if ``keep``, store its logits in ``KEPT`` and itself in ``STATE``."""
    return teach_all(configuration, KEPT, STATE)


def teach_all(configuration: dict[str, Any], kept: Path, state: Path) -> dict[str, Any]:
    """Teach every kind of student with every seed.

    Args:
        configuration: As ``CONFIGURATION``.
        kept: Where logits of test snippets are stored, the teacher's too, if ``keep``.
        state: Folder of what is done, if ``keep``.

    Returns:
        For each student and each seed the accuracy on ``validation`` (``before`` it learned, and
        after) and on ``test``, and ``minutes`` of one core; the same scores of the ``teacher``.
    """
    reviews, number = movie_reviews(), configuration["texts"]
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    some = min(number or len(reviews.validation), len(reviews.validation))
    held_out = as_data(sample(reviews.validation, some), tokenizer)
    asked = as_data(reviews.test[:number], tokenizer)
    teacher = movie_classifier()

    def scores(model: BertForSequenceClassification) -> Part:
        logits = logits_of(model, asked).half()
        found = {
            "validation": round(accuracy(logits_of(model, held_out), held_out.labels), 4),
            "test": round(accuracy(logits, asked.labels), 4),
        }
        return found, {"logits": logits}

    def teach(name: str, seed: int) -> Part:
        kind, own = configuration["students"][name], teacher
        if "teacher" in kind:
            own, *_ = learn(kind["teacher"], teacher, seed)
        student, before, minutes = learn(kind, own, seed)
        if configuration["keep"]:
            student.save_pretrained(state / f"{name}-{seed}")
        found, tensors = scores(student)
        return {"before": round(before, 4), **found, "minutes": round(minutes, 1)}, tensors

    def learn(
        kind: dict[str, Any], own: BertForSequenceClassification, seed: int
    ) -> tuple[BertForSequenceClassification, float, float]:
        """Return a student, its validation accuracy before it learned, and minutes."""
        data = as_data(sample(reviews.train, kind.get("texts", number), seed), tokenizer)
        student = begin(own, kind["start"], kind["layers"], seed)
        before = accuracy(logits_of(student, held_out), held_out.labels)
        training = {**configuration["training"], **kind.get("training", {})}
        config = data.config(**training, seed=seed)
        layer_map = {int(i): j for i, j in kind.get("layer_map", {}).items()}
        temperature = configuration["temperature"]
        objective = Distillation(student, own, kind["weights"], layer_map, temperature)
        began = time.process_time()
        train(objective, data.batch_sampler(config), config)
        return student, before, (time.process_time() - began) / 60

    def part(name: str, seed: int) -> Part:
        settings = {k: v for k, v in configuration.items() if k not in ("students", "seeds")}
        settings |= {"kind": configuration["students"][name], "seed": seed}
        path = state / f"{name}-{seed}.json"
        return resumable_part(path, settings, configuration["keep"], lambda: teach(name, seed))

    runs = run_variants(configuration["students"], configuration["seeds"], part)
    found, logits = scores(teacher)
    if configuration["keep"]:
        runs.keep(kept, "{variant}")
        write_tensors(kept, {**read_tensors(kept), "teacher": logits["logits"][None]})
    return {"students": runs.by_seed(), "teacher": found}


def begin(
    teacher: BertForSequenceClassification, start: str, layers: list[int], seed: int
) -> BertForSequenceClassification:
    """Return a student that has learned nothing yet.

    Args:
        teacher: Whose layers it gets.
        start: ``teacher``; ``minilm``, whose head is new; or ``random``, where all is new.
        layers: Which layers it gets.
        seed: Of what is new.
    """
    if start == "teacher":
        return copy_layers(teacher, layers)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        if start == "random":
            return copy_layers(BertForSequenceClassification(teacher.config, LABELS), layers)
        plain = BertForSequenceClassification.from_pretrained(
            "minilm", new_heads=True, labels=LABELS
        )
    return copy_layers(plain, layers)
