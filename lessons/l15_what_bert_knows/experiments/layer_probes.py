"""Linear probes of every layer of ``bert-mini-zh``, for five questions, with three controls.

A probe is asked on lines of the test part, which neither it nor the pre-training has seen. The
penalty of the probes was fixed in a pilot with one seed, before the test lines of this run were
drawn. Budget: 15 minutes of one core.
"""

from lessons.l15_what_bert_knows.characters import TASKS, Characters, draw_characters
from lessons.l15_what_bert_knows.controls import control_labels, usual_label_right
from lessons.l15_what_bert_knows.layers import layer_vectors, randomly_initialized

from functools import partial
from pathlib import Path
from typing import Any

import torch

from bertlab.datasets import peoples_daily
from bertlab.model.bert import BertModel
from bertlab.probing.probe import probe_right
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.experiments import Part, run_variants
from workbook.records import RUNS

KEPT: Path = RUNS / "layer_probes.safetensors"
NAME = "bert-mini-zh"
WAYS = ("trained", "random", "control")

CONFIGURATION: dict[str, Any] = {
    "tasks": list(TASKS),
    "seeds": [0, 1, 2],
    "lines": {"train": 600, "test": 300},
    "per_line": 8,
    "per_line_of_names": 4,
    "penalty": 0.03,
    "keep": True,
}
SLICE: dict[str, Any] = {
    "tasks": ["word boundary"],
    "seeds": [0],
    "lines": {"train": 8, "test": 4},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Probe every layer with every seed, on one thread.

    Returns:
        For each task and way, ``"trained"`` (the encoder), ``"random"`` (the same encoder with
        randomly initialized weights) and ``"control"`` (the trained one, asked for control
        labels), and each seed, the proportion of characters that the probe has right, layer by
        layer; ``"usual"`` is the label that a character has most often. If ``keep``, what was right
        and the line of each character are stored in ``KEPT``.
    """
    tasks, seeds = configuration["tasks"], configuration["seeds"]
    runs = run_variants(tasks, seeds, partial(_probed, configuration))
    if configuration["keep"]:
        runs.keep(KEPT, "{variant}/{name}/{seed}")
    return runs.by_seed()


def drawn(task: str, seed: int, configuration: dict[str, Any]) -> tuple[Characters, Characters]:
    """Return the characters that a probe learns from, and those that it is asked."""
    tokenizer, news = WordPieceTokenizer.from_folder(NAME), peoples_daily()
    names = task == "kind of name"
    per_line = configuration["per_line_of_names" if names else "per_line"]
    lines = configuration["lines"]
    return (
        draw_characters(task, news.train, tokenizer, lines["train"], per_line, seed),
        draw_characters(task, news.test, tokenizer, lines["test"], per_line, seed),
    )


def _probed(configuration: dict[str, Any], task: str, seed: int) -> Part:
    """Return proportions for each way, and what is right: (L, M), or (M,) without layers."""
    train, test = drawn(task, seed, configuration)
    tokenizer = WordPieceTokenizer.from_folder(NAME)
    labels = control_labels(train.characters + test.characters, train.labels, seed)
    controls = labels[: len(train.labels)], labels[len(train.labels) :]
    trained = BertModel.from_pretrained(NAME)
    models = {"trained": trained, "random": randomly_initialized(trained, seed)}
    vectors = {
        name: [
            layer_vectors(model, tokenizer, part.texts, part.lines, part.places)
            for part in (train, test)
        ]
        for name, model in models.items()
    }
    plans = {
        "trained": (vectors["trained"], (train.labels, test.labels)),
        "random": (vectors["random"], (train.labels, test.labels)),
        "control": (vectors["trained"], controls),
    }
    right = {
        way: torch.stack(
            [
                probe_right(seen, known, asked, wanted, configuration["penalty"])
                for seen, asked in zip(*both, strict=True)
            ]
        )
        for way, (both, (known, wanted)) in plans.items()
    }
    right["usual"] = usual_label_right(train.characters, train.labels, test.characters, test.labels)
    means = {way: one.double().mean(dim=-1).flatten().tolist() for way, one in right.items()}
    kept = {way: one.to(torch.uint8) for way, one in right.items()}
    kept["lines"] = torch.tensor(test.lines, dtype=torch.int16)
    return {way: [round(one, 4) for one in mean] for way, mean in means.items()}, kept
