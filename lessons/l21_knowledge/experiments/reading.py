"""Can a model learn to read the branches of K-BERT's tree?

``minilm-words`` fills *the beagle is a kind of [MASK].* with one of 16 kinds; a fact, such as *is a
breed of hunting dog*, hangs on the noun as a branch (``lessons.l21_knowledge.kinds``).

Decided before the run. Two ways to learn, each with seeds 0, 1, 2: from 48 known nouns with their
right facts (``real``), and from the same facts of *invented* names, drawn anew for each text, where
only the fact can tell. 150 updates of 16 texts. Then both are asked for all 64 nouns, 16 of which
are new, in three wordings, with facts behind the real nouns: none, right, and wrong ones (of a noun
of another kind). Who reads is right with right facts and wrong with wrong ones; who has learned
nouns by heart is right with both.

What decides: the proportion of new nouns whose kind is right with right facts, less with wrong
ones, in each seed. Pilot with seed 0: *invented* 1.00 and 0.00.

Budget: 10 minutes of one core (pilot: 0.3 to 0.5 s an update); the run, beside others, took 22.
"""

from lessons.l21_knowledge.exercises.hang.reference import hang
from lessons.l21_knowledge.exercises.soft_positions.reference import soft_positions
from lessons.l21_knowledge.exercises.visible.reference import visible
from lessons.l21_knowledge.kinds import NOUNS, Parts, kinds_of, learn, model, true_kinds, words_of
from lessons.l21_knowledge.nouns import NONE, RIGHT, WRONG, facts_of

from pathlib import Path
from typing import Any

import torch

from bertlab.datasets.generated.inference_kinds import KNOWN, NEW
from workbook.experiments import Part, run_resumable
from workbook.records import RUNS

KEPT: Path = RUNS / "reading.safetensors"
WAYS = (NONE, RIGHT, WRONG)
PARTS = Parts(hang, soft_positions, visible)
CONFIGURATION: dict[str, Any] = {
    "runs": {"real": {"invent": False}, "invented": {"invent": True}},
    "seeds": [0, 1, 2],
    "steps": 150,
    "keep": True,
}
SLICE: dict[str, Any] = {
    "runs": {"invented": {"invent": True}},
    "seeds": [0],
    "steps": 2,
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Teach every kind of model with every seed, and ask each for all nouns.

    Returns:
        For each kind a list over seeds: the ``losses`` in nats, and in ``right`` for each way of
        reading the proportion of known and of new nouns whose kind is right. If ``keep``, the
        kinds that models said are stored in ``KEPT``, (S, ways, 64 nouns, 3 wordings).
    """

    def learned(kind: str, seed: int, settings: dict[str, Any]) -> Part:
        one, steps = model(), settings["steps"]
        facts = words_of(facts_of(RIGHT))
        losses = learn(one, facts, PARTS, settings["run"]["invent"], seed, steps=steps)
        nouns = [*NOUNS[KNOWN], *NOUNS[NEW]]
        kinds = torch.stack([kinds_of(one, nouns, words_of(facts_of(way)), PARTS) for way in WAYS])
        entries = {
            "losses": [round(loss, 4) for loss in losses],
            "right": {way: accuracies(own) for way, own in zip(WAYS, kinds, strict=True)},
        }
        return entries, {"": kinds.to(torch.int8)}

    return run_resumable(configuration, "runs", learned, KEPT, own="run")


def accuracies(kinds: torch.Tensor) -> dict[str, float]:
    """Return the proportion of right kinds, of known and of new nouns, from (64, W) indices."""
    parts = kinds.split([len(NOUNS[KNOWN]), len(NOUNS[NEW])])
    return {
        name: round((own == true_kinds(NOUNS[name])[:, None]).float().mean().item(), 4)
        for name, own in zip((KNOWN, NEW), parts, strict=True)
    }
