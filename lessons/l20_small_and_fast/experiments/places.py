"""Where a student can look: TinyBERT's four places one by one, and what the start is worth.

As ``students``, but with 2,000 training snippets for each seed (others for each), so that there is
more to gain; two layers. *Soft labels* are alone or with one place more; *random start* has soft
labels alone, and no layer of any model; *minilm's layers* has soft labels, and layers that never
saw a review. *200 true labels* has no teacher, and only as many snippets as somebody had the
patience to label, in as many updates. *A teacher of 200 labels* learned from the same 200 alone, in
as many updates, and then gives its layers and its soft labels for all 2,000.

What decides: test accuracy, paired over snippets.

Budget: 40 minutes of one core. What is done is kept in ``build/places``.
"""

from lessons.l20_small_and_fast.experiments.students import SOFT, TRAINING, TRUE, TWO, teach_all

from pathlib import Path
from typing import Any

from bertlab.training.provenance import PROJECT
from workbook.records import RUNS

KEPT: Path = RUNS / "places.safetensors"
STATE: Path = PROJECT / "build" / "places"

COPY: dict[str, Any] = {"start": "teacher", "layers": TWO}
FEW: dict[str, Any] = {
    "start": "minilm",
    "weights": TRUE,
    "texts": 200,
    "training": {"epochs": 18},
}
HIDDEN, ATTENTION = {"hidden states": 1.0}, {"attention": 1.0}
CONFIGURATION: dict[str, Any] = {
    "students": {
        "true labels": {**COPY, "weights": TRUE},
        "soft labels": {**COPY, "weights": SOFT},
        "and embeddings": {**COPY, "weights": {**SOFT, **HIDDEN}, "layer_map": {0: 0}},
        "and hidden states": {**COPY, "weights": {**SOFT, **HIDDEN}, "layer_map": {1: 3, 2: 6}},
        "and attention": {**COPY, "weights": {**SOFT, **ATTENTION}, "layer_map": {1: 3, 2: 6}},
        "all four": {
            **COPY,
            "weights": {**SOFT, **HIDDEN, **ATTENTION},
            "layer_map": {0: 0, 1: 3, 2: 6},
        },
        "random start": {"start": "random", "layers": TWO, "weights": SOFT},
        "minilm's layers": {"start": "minilm", "layers": TWO, "weights": SOFT},
        "200 true labels": {"layers": TWO, **FEW},
        "a teacher of 200 labels": {
            **COPY,
            "weights": SOFT,
            "teacher": {"layers": [0, 1, 2, 3, 4, 5], **FEW},
        },
    },
    "temperature": 2.0,
    "texts": 2000,
    "seeds": [0, 1, 2],
    "training": TRAINING,
    "keep": True,
}
SLICE: dict[str, Any] = {
    "students": {"random start": {"start": "random", "layers": [0], "weights": SOFT}},
    "temperature": 2.0,
    "texts": 8,
    "seeds": [0],
    "training": {"epochs": 1, "learning_rate": 1e-4, "batch_size": 8, "precision": "no"},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Teach every student; see ``students.teach_all``."""
    return teach_all(configuration, KEPT, STATE)
