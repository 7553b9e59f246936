"""The plateau, and the way down: small BERTs that read English letters.

Three seeds, trained by the references of the lesson's exercises. Every 50 updates they are asked
about the same held-out positions, and the answers are scored by what the model sees there. The
weights of seed 0 shortly before the loss falls are kept: there the student's own loop goes on.
Sizes and rate are those of the experiment ``ablation``. Budget, fixed before: half an hour of one
core. (Chinese characters were tried with one seed: after 1,750 updates they were still on their
plateau.)
"""

from lessons.l08_pretraining import exercises, live

from collections.abc import Callable
from functools import partial
from statistics import fmean
from typing import Any, NamedTuple

import torch
from torch import Tensor

from bertlab.model.tasks import BertForPreTraining
from bertlab.training.optimization import parameter_groups
from workbook.exercises import load
from workbook.experiments import Part, run_variants

CONFIGURATION: dict[str, Any] = {
    "seeds": [0, 1, 2],
    "steps": 1000,
    "planned": 1600,  # updates of the schedule
    "highest": 2e-3,
    "every": 50,
    "held_out": 12,  # batches
    "counted": 100,  # for the frequencies
    "stored": {"en": 400},  # updates
    "keep": True,
}
SLICE: dict[str, Any] = {
    "seeds": [0],
    "steps": 4,
    "every": 2,
    "held_out": 1,
    "counted": 2,
    "stored": {"en": 2},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train all models, on one thread.

    Returns:
        For each language ``unigram``, the loss of the frequencies alone, and a list over seeds of a
        list over updates for each of these: ``step``; ``training``, the mean of both losses
        together since the last line; ``held_out``, the loss of words, and ``hidden``, ``exchanged``
        and ``kept``, of which it is a mean; ``right``, the proportion of hidden words. If ``keep``,
        the stored weights are in ``live.KEPT``.
    """
    runs = run_variants(
        configuration["stored"], configuration["seeds"], partial(_part, configuration)
    )
    if configuration["keep"]:
        runs.keep(live.KEPT, "{variant}.{seed}.{name}")
    return runs.by_seed()


def _reference(name: str) -> Any:
    return load(getattr(exercises, name)).reference


def batches(language: live.Language) -> live.Batches:
    """Return what makes batches of a language by the references of the exercises."""
    return live.batches(language, _reference("sentence_pair"), _reference("choose_and_mask"))


class Plan(NamedTuple):
    """How long and how fast a model learns: ``planned`` updates, of which ``steps`` are made."""

    steps: int
    planned: int
    warmup: int
    highest: float


def pretrain(
    model: BertForPreTraining,
    batch_of: live.Batches,
    seed: int,
    plan: Plan,
    after: Callable[[int, float], None] = lambda step, loss: None,
) -> None:
    """Train a model as the path does, by the references of the exercises.

    Args:
        model: It is changed.
        batch_of: Makes the batch of a seed and a step.
        seed: Of the batches.
        plan: How long and how fast.
        after: Called after each update with the number of updates made, and the loss.
    """
    optimizer = torch.optim.AdamW(parameter_groups(model, weight_decay=0.01), eps=1e-6)
    update = _reference("update")
    for step in range(plan.steps):
        rise = (step + 1) / plan.warmup
        fall = (plan.planned - step) / (plan.planned - plan.warmup)
        rate = plan.highest * min(rise, fall)
        after(step + 1, update(model, optimizer, batch_of(seed, step), rate))


def _part(configuration: dict[str, Any], name: str, seed: int) -> Part:
    """Return what one model's curve is, and, of seed 0, its weights when they are stored."""
    language = live.english()
    model, batch_of = live.new_model(language, seed), batches(language)
    held_out = batches(language._replace(documents=language.held_out))
    asked = [held_out(0, step) for step in range(configuration["held_out"])]
    learned = [batch_of(1000, step) for step in range(configuration["counted"])]
    unigram = live.unigram_entropy(language, learned, asked)
    stored: dict[str, Tensor] = {}
    curves: dict[str, list[float]] = {}
    losses: list[float] = []

    def after(step: int, loss: float) -> None:
        losses.append(loss)
        if step % configuration["every"] == 0:
            line = {"step": step, "training": fmean(losses), **_line(model, asked, language)}
            for key, value in line.items():
                curves.setdefault(key, []).append(round(value, 4))
            losses.clear()
        if seed == 0 and step == configuration["stored"][name]:
            stored.update({key: tensor.half() for key, tensor in model.state_dict().items()})

    planned = configuration["planned"]
    plan = Plan(configuration["steps"], planned, planned // 20, configuration["highest"])
    pretrain(model, batch_of, seed, plan, after)
    return {**curves, "unigram": round(unigram, 4)}, stored


def _line(
    model: BertForPreTraining, asked: list[live.Batch], language: live.Language
) -> dict[str, float]:
    """Return how a model answers: losses of words, all and by corruption, and guesses right."""
    found, mask_id = live.answers(model, asked), language.tokenizer.mask_id
    means = _reference("by_corruption")(found.shown, found.answers, mask_id, found.surprisals)
    right = found.right[found.shown == mask_id].double().mean()
    names = "held_out", "hidden", "exchanged", "kept", "right"
    return dict(zip(names, map(float, (found.surprisals.mean(), *means, right)), strict=True))
