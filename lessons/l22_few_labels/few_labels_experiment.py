"""Favorable or not, from 0, 16, 64 and 2,000 labels: a cloze, vectors, or a new head?

Decided before the run. All but *sentence vectors* begin as ``minilm-words``. 50 updates of 16 texts
for every model that learns from 16 or 64 labels, 250 (two epochs) from 2,000; 1e-4 for weights
(lesson 9's rate), the same for all ways; 1e-2 for vectors of slots. VAT and pseudo-labels read 500
reviews without their labels. A draw decides labelled and unlabelled reviews, new weights, order and
dropout: five draws of 16 and 64, two of 2,000. Nothing is chosen by test reviews: *pattern* is the
first of five patterns, fixed beforehand; the other four are there for their spread, and as voters
of *pseudo-labels*. A pilot with a draw that is not recorded, on 300 validation reviews, was for
times and for mistakes.

What decides: accuracy on 600 test reviews, which each model scores once; differences between ways
are paired over draws and reviews.

Budget: 60 minutes of one core. What is done is kept in ``build``.
"""

from lessons.l22_few_labels.task import Settings, draw
from lessons.l22_few_labels.ways import PATTERNS, WAYS

import time
from pathlib import Path
from typing import Any

from bertlab.datasets import movie_reviews
from bertlab.finetuning.sentiment import sample
from workbook.experiments import Part, run_resumable
from workbook.recorded_answers import accuracy
from workbook.records import RUNS


def runs_of(*ways: str) -> dict[str, dict[str, Any]]:
    """Return the runs of some ways with the first pattern."""
    return {way: {"way": way} for way in ways}


def other_patterns(way: str) -> dict[str, dict[str, Any]]:
    """Return the runs of a way with the other patterns, by their number from 2."""
    return {f"{way} {i + 1}": {"way": way, "pattern": i} for i in range(1, len(PATTERNS))}


ZERO = ("zero-shot", "calibrated", "at the median")
LABELLED = runs_of("sentence vectors", "classifier", "pattern", "vectors", "vectors and all")
# Pseudo-labels come after all patterns: what these learned is still there.
FEW = {**LABELLED, **other_patterns("pattern"), **runs_of("pseudo-labels", "VAT")}
GROUPS: dict[str, dict[str, Any]] = {
    "0": {
        "labels": 0,
        "steps": 0,
        "seeds": [0],
        "runs": runs_of(*ZERO) | {k: v for way in ZERO for k, v in other_patterns(way).items()},
    },
    "16": {"labels": 16, "steps": 50, "seeds": [0, 1, 2, 3, 4], "runs": FEW},
    "64": {"labels": 64, "steps": 50, "seeds": [0, 1, 2, 3, 4], "runs": FEW},
    "2000": {"labels": 2000, "steps": 250, "seeds": [0, 1], "runs": LABELLED},
}
CONFIGURATION: dict[str, Any] = {
    "groups": GROUPS,
    "settings": Settings()._asdict(),
    "unlabelled": 500,
    "test": 600,
    "keep": True,
}
TINY = {"labels": 2, "steps": 1, "seeds": [0]}
SLICE: dict[str, Any] = {
    "groups": {
        "0": {**TINY, "labels": 0, "runs": runs_of(*ZERO)},
        "16": {**TINY, "runs": runs_of("classifier", "pattern", "vectors", "VAT")},
    },
    "settings": {**Settings()._asdict(), "batch_size": 2, "max_length": 24, "precision": "no"},
    "unlabelled": 4,
    "test": 6,
    "keep": False,
}


def kept(group: str) -> Path:
    """Return the file with the scores of a group, (S, N, C) for each run."""
    return RUNS / f"few_labels_{group}.safetensors"


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Learn in every way from every number of labels, on one thread.

    Returns:
        For each group and each of its runs a list over draws: the ``accuracy`` on test reviews, and
        ``minutes`` of one core. If ``keep``, the scores are stored: see ``kept``.
    """
    shared = {name: configuration[name] for name in ("settings", "unlabelled", "test", "keep")}
    return {
        name: run_resumable({**shared, **group}, "runs", learned, kept(name), own="run")
        for name, group in configuration["groups"].items()
    }


def learned(name: str, seed: int, asked: dict[str, Any]) -> Part:
    """Return what one way learned from one draw."""
    reviews, own = movie_reviews(), asked["run"]
    task = draw(reviews.train, asked["labels"], asked["unlabelled"], seed)
    test = sample(reviews.test, asked["test"])
    options = {"steps": asked["steps"], "pattern": own.get("pattern", 0)}
    settings = Settings(**{**asked["settings"], **options})
    began = time.process_time()
    scores = WAYS[own["way"]](task, settings, seed)([one.text for one in test]).half()
    entries = {
        "accuracy": round(accuracy(scores, [one.label for one in test]), 4),
        "minutes": round((time.process_time() - began) / 60, 2),
    }
    return entries, {"": scores}
