"""Three tasks, one after the other, all at once, or more and more: what is forgotten (ERNIE 2.0).

Decided before the run. The encoder of today reads lower-case texts of 64 characters and learns to
fill in *masked* characters; to say of each word whether it began with a *capital*; and to say at
[CLS] whether the halves of the text stand in their *order*. Each task has its own head, and no
embedding of the task, which ERNIE 2.0 has. 1,500 updates of 30 texts: *sequential* (a stage of 500
for each task), *joint* (10 texts of each in every update), *cumulative* (ERNIE 2.0: a stage adds a
task to those before, with 30, 15 and 15, 10 and 10 and 10 texts). After the warm-up the rate stays,
or the last stage would learn at a lower one. Three seeds.

What decides: held-out losses of all three tasks at the end.

Budget: 35 minutes of one core (pilot: 0.12 s an update; after 300 of its own no task of order was
learned yet, hence 500 for each).
"""

from lessons.l19_training_at_scale.trials import SETTINGS, TINY, TODAY, MaskedTrial, run_all

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab.model.modern import ModernForMaskedLM
from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.maskers import Masker
from bertlab.pretraining.masking import Masked
from bertlab.pretraining.objectives import Answers, spread
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.text.wordpiece_training import character_vocabulary
from bertlab.training.loop import Objective
from workbook.records import RUNS

KEPT: Path = RUNS / "tasks.safetensors"
FILL, CAPITAL, ORDER = TASKS = ("masked", "capital", "order")

CONFIGURATION: dict[str, Any] = {
    **SETTINGS,
    "standard": {**SETTINGS["standard"], "model": TODAY, "way": "constant"},
    "runs": {
        "sequential": {"stages": [[FILL], [CAPITAL], [ORDER]]},
        "joint": {"stages": [[FILL, CAPITAL, ORDER]]},
        "cumulative": {"stages": [[FILL], [FILL, CAPITAL], [FILL, CAPITAL, ORDER]]},
    },
    "training": {**SETTINGS["training"], "steps": 1500, "batch_size": 30},
}
SLICE: dict[str, Any] = {**TINY, "runs": {"sequential": CONFIGURATION["runs"]["sequential"]}}


class TaskMasker(Masker):
    """Makes a text lower-case, and asks what its task asks.

    Args:
        tokenizer: One that knows capitals.
        task: One of ``TASKS``.
    """

    def __init__(self, tokenizer: WordPieceTokenizer, task: str) -> None:
        super().__init__(tokenizer)
        self.task, ids = task, tokenizer.ids
        self.lower = np.array([ids.get(piece.lower(), i) for piece, i in ids.items()])
        self.begins = np.array([piece.isalpha() for piece in ids])  # others have ##

    def __call__(self, ids: Any, maskable: Any, units: Any, generator: Any) -> Masked:
        """Return the text, and places with their answers."""
        small, starts = self.lower[ids], np.flatnonzero(self.begins[ids])
        if self.task == FILL:
            return super().__call__(small, maskable, units, generator)
        if self.task == CAPITAL:
            return Masked(small, starts, (small != ids)[starts].astype(int))
        middle = min(starts, key=lambda start: abs(start - len(ids) // 2), default=1)
        exchanged = int(generator.integers(2))
        if exchanged:
            small = np.concatenate([small[:1], small[middle:-1], small[1:middle], small[-1:]])
        return Masked(small, np.zeros(1, int), np.full(1, exchanged))


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
        width = model.config.hidden_size
        self.heads = nn.ModuleDict({task: nn.Linear(width, 2) for task in (CAPITAL, ORDER)})

    def logits(self, task: str, batch: PretrainingBatch) -> Float[Tensor, "M C"]:
        """Return the scores of the answers at the places that are asked about."""
        if task == FILL:
            return self.model.read(batch.positions, batch.input_ids, batch.attention_mask)
        hidden = self.model.model(batch.input_ids, batch.attention_mask)
        return self.heads[task](hidden.flatten(0, 1)[batch.positions])

    def counts(self, batch: TaskBatch) -> dict[str, int]:
        """Return the questions of each task."""
        return {task: len(batch.batch.targets) if task == batch.task else 0 for task in TASKS}

    def forward(self, batch: TaskBatch) -> dict[str, Tensor]:
        """Return the sum of each task's losses, in nats."""
        loss = cross_entropy(self.logits(*batch), batch.batch.targets, reduction="sum")
        return {task: loss if task == batch.task else loss.new_zeros(()) for task in TASKS}


class TaskTrial(MaskedTrial):
    """A trial of three tasks in stages."""

    def __init__(self, asked: dict[str, Any], seed: int) -> None:
        super().__init__(asked, seed, tokenizer=with_capitals())
        self.train, self.asked = (
            {task: data.masked_by(TaskMasker(with_capitals(), task)) for task in TASKS}
            for data in (self.train_data, self.held_out)
        )
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
        each = [names[i :: len(tasks)] for i in range(len(tasks))]
        return [
            TaskBatch(task, self.train[task].batch(n)) for task, n in zip(tasks, each, strict=True)
        ]

    @torch.no_grad()
    def answers(self) -> Answers:
        """Return the logits of all tasks on held-out text, and what is right."""
        names = spread(self.held_out, self.configuration["held_out"])
        batches = {task: data.batch(names) for task, data in self.asked.items()}
        return {task: (self.tasks.logits(task, b), b.targets) for task, b in batches.items()}

    def results(self) -> dict[str, Tensor]:
        """Return the losses of each task."""
        found = self.answers().items()
        return {task: cross_entropy(*one, reduction="none").half() for task, one in found}

    def scores(self) -> dict[str, float]:
        """Return the mean loss of each task on held-out text."""
        return {task: cross_entropy(*found).item() for task, found in self.answers().items()}


@cache
def with_capitals() -> WordPieceTokenizer:
    """Return a tokenizer of characters, large and small."""
    sentences = [sentence for document in corpus("wiki").train for sentence in document]
    vocabulary = character_vocabulary(sentences, min_count=20, lowercase=False)
    return WordPieceTokenizer(vocabulary, lowercase=False)


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train every kind; see ``trials.run_all``."""
    return run_all(configuration, KEPT, TaskTrial)
