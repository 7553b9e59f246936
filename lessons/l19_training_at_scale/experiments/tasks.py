"""Three tasks, one after the other, all at once, or more and more: what is forgotten (ERNIE 2.0).

Decided before the run. The encoder of today reads lower-case texts of 64 characters and learns to
fill in masked characters; to say of each word whether it began with a *capital*; and to say from
[CLS] whether the two halves of the text stand in their *order*. Each task has its own head, and no
embedding of the task, which ERNIE 2.0 has. 900 updates of 30 texts in three stages: *sequential*
(one task a stage), *joint* (10 texts of each in every update), *cumulative* (ERNIE 2.0: a stage
adds a task to those before, 30, 15 + 15, 10 + 10 + 10). After the warm-up the rate stays, or the
last stage would learn at a lower one. Three seeds.

What decides: held-out losses of all three tasks at the end.

Budget: 25 minutes of one core.
"""

from lessons.l19_training_at_scale.trials import SETTINGS, TINY, TODAY, MaskedTrial, run_all, scored

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab.model.modern import ModernForMaskedLM
from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.data import PretrainingBatch, PretrainingData
from bertlab.pretraining.maskers import Masker
from bertlab.pretraining.masking import Masked, Unit
from bertlab.pretraining.objectives import spread
from bertlab.text.offsets import piece_offsets
from bertlab.text.wordpiece import PREFIX, WordPieceTokenizer
from bertlab.training.loop import Objective
from workbook.experiments import Part
from workbook.records import RUNS

KEPT: Path = RUNS / "tasks.safetensors"
TASKS = ("masked", "capital", "order")

CONFIGURATION: dict[str, Any] = {
    **SETTINGS,
    "standard": {**SETTINGS["standard"], "model": TODAY, "way": "constant"},
    "runs": {
        "sequential": {"stages": [["masked"], ["capital"], ["order"]]},
        "joint": {"stages": [list(TASKS)]},
        "cumulative": {"stages": [["masked"], ["masked", "capital"], list(TASKS)]},
    },
    "training": {**SETTINGS["training"], "steps": 900, "batch_size": 30},
}
SLICE: dict[str, Any] = {
    **TINY,
    "runs": {"sequential": CONFIGURATION["runs"]["sequential"]},
}


class Capitals(Masker):
    """Hides nothing, and asks of each word whether it began with a capital."""

    def __call__(self, ids: Any, maskable: Any, units: Any, generator: Any) -> Masked:
        """Return the text, where its words begin, and the answers."""
        answers = [(unit.start, int(unit.kind == "capital")) for unit in units] or [(0, 0)]
        positions, targets = np.array(answers).T
        return Masked(ids, positions, targets)


class Halves(Masker):
    """Exchanges the halves of every other text, and asks at [CLS] whether it did."""

    def __call__(self, ids: Any, maskable: Any, units: Any, generator: Any) -> Masked:
        """Return the text, cut where the word nearest to its middle begins, and the answer."""
        starts = [unit.start for unit in units]
        middle = min(starts, key=lambda start: abs(start - len(ids) // 2), default=1)
        exchanged = int(generator.integers(2))
        if exchanged:
            ids = np.concatenate([ids[:1], ids[middle:-1], ids[1:middle], ids[-1:]])
        return Masked(ids, np.zeros(1, int), np.full(1, exchanged))


class TaskBatch(NamedTuple):
    """Texts of one task."""

    task: str
    batch: PretrainingBatch

    def to(self, device: torch.device) -> "TaskBatch":
        """Return the batch on a device."""
        return TaskBatch(self.task, self.batch.to(device))


class ThreeTasks(Objective):
    """One encoder with three heads; the losses of all tasks are added up."""

    def __init__(self, model: ModernForMaskedLM) -> None:
        super().__init__()
        self.model = model
        self.heads = nn.ModuleDict({k: nn.Linear(model.config.hidden_size, 2) for k in TASKS[1:]})

    def logits(self, task: str, batch: PretrainingBatch) -> Float[Tensor, "M C"]:
        """Return the scores of the answers at the places that are asked about."""
        hidden = self.model.model(batch.input_ids, batch.attention_mask).flatten(0, 1)
        hidden = hidden[batch.positions]
        return (
            self.model.decoder(self.model.head(hidden))
            if task == TASKS[0]
            else self.heads[task](hidden)
        )

    def counts(self, batch: TaskBatch) -> dict[str, int]:
        """Return the questions of each task."""
        return {task: len(batch.batch.targets) if task == batch.task else 0 for task in TASKS}

    def forward(self, batch: TaskBatch) -> dict[str, Tensor]:
        """Return the sum of each task's losses, in nats."""
        logits = self.logits(*batch)
        loss = cross_entropy(logits, batch.batch.targets, reduction="sum")
        return {task: loss if task == batch.task else loss.new_zeros(()) for task in TASKS}


class TaskTrial(MaskedTrial):
    """A trial of three tasks in stages."""

    def __init__(self, asked: dict[str, Any], seed: int) -> None:
        super().__init__(asked, seed)
        texts, tokenizer = corpus("wiki"), self.train_data.tokenizer
        self.maskers = dict(
            zip(TASKS, (kind(tokenizer) for kind in (Masker, Capitals, Halves)), strict=True)
        )
        self.train_data = with_words(texts.train[: self.kind["documents"]], self.train_data)
        self.held_out = with_words(texts.validation, self.held_out)
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            self.tasks = ThreeTasks(self.model)

    def objective(self) -> Objective:
        """Return the losses of all tasks."""
        return self.tasks

    def draw(self, step: int, *_: int) -> list[Any]:
        """Return the texts of a step, the same number for each task of its stage."""
        settings, stages = self.configuration["training"], self.kind["stages"]
        names = self.train_data.order(step, settings["batch_size"])
        tasks = stages[step * len(stages) // settings["steps"]]
        return [
            TaskBatch(
                task, self.train_data.masked_by(self.maskers[task]).batch(names[i :: len(tasks)])
            )
            for i, task in enumerate(tasks)
        ]

    def scores(self) -> dict[str, float]:
        """Return the mean loss of each task on held-out text."""
        return {task: losses.double().mean().item() for task, losses in self.judged().items()}

    @torch.no_grad()
    def judged(self) -> dict[str, Tensor]:
        """Return the loss of every held-out question of each task."""
        names = spread(self.held_out, self.configuration["held_out"])
        found = {}
        for task, masker in self.maskers.items():
            batch = self.held_out.masked_by(masker).batch(names)
            logits = self.tasks.logits(task, batch)
            found[task] = cross_entropy(logits, batch.targets, reduction="none").half()
        return found


def with_words(documents: Sequence[Sequence[str]], data: PretrainingData) -> PretrainingData:
    """Return data of the same text that knows which words began with a capital."""
    tokenizer = data.tokenizer
    lines = [[sentence_words(sentence, tokenizer) for sentence in one] for one in documents]
    ids, units = ([[line[part] for line in one] for one in lines] for part in (0, 1))
    return PretrainingData(ids, tokenizer, data.max_length, data.seed, False, units=units)


def sentence_words(sentence: str, tokenizer: WordPieceTokenizer) -> tuple[list[int], list[Unit]]:
    """Return the ids of a sentence, and its words that begin with a letter."""
    pieces = piece_offsets(sentence, tokenizer)
    starts = [
        i
        for i, piece in enumerate(pieces)
        if sentence[piece.start].isalpha() and not tokenizer.vocabulary[piece.id].startswith(PREFIX)
    ]
    kinds = ["capital" if sentence[pieces[i].start].isupper() else "small" for i in starts]
    units = [Unit(i, i + 1, kind) for i, kind in zip(starts, kinds, strict=True)]
    return [piece.id for piece in pieces], units


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train every kind; see ``trials.run_all``."""
    return run_all(configuration, KEPT, learned)


def learned(name: str, seed: int, asked: dict[str, Any]) -> Part:
    """Learn the tasks in stages; then answer all of them."""
    trial = TaskTrial(asked, seed)
    return scored(trial.learn(), trial.judged())
