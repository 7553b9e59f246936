"""The question: published names become the student's."""

from lessons.l05_attention.live import RENAMES

import torch

from workbook.exercises import Case, Question

NAMES = (
    "embeddings.word_embeddings.weight",
    "embeddings.LayerNorm.bias",
    "encoder.layer.3.attention.self.key.weight",
    "encoder.layer.3.attention.output.dense.weight",
    "encoder.layer.3.attention.output.LayerNorm.bias",
    "encoder.layer.3.output.dense.weight",
    "encoder.layer.3.output.LayerNorm.weight",
)


def _cases() -> list[Case]:
    tensors = {name: torch.full((2, 3), float(n)) for n, name in enumerate(NAMES)}
    some = {name: tensors[name] for name in NAMES[4:7]}
    made_up = {"a.bc.bias": torch.ones(2), "bc.a": torch.zeros(4)}
    layers = {f"encoder.layer.{n}.output.dense.bias": torch.full((2,), n + 0.5) for n in range(12)}
    return [
        Case((tensors, RENAMES)),
        Case((some, dict(sorted(RENAMES.items(), key=lambda row: len(row[0]))))),
        Case((layers, RENAMES)),
        Case((made_up, {"b": "x", "a.": "y.", "bc": "z"})),
    ]


QUESTION = Question(name="translate", cases=_cases, difficulty=3, minutes=9)
