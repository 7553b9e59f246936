"""``bert-mini-zh`` goes on with another task, and snapshots on the way are asked for names.

Start, lines, order, updates and judge are those of lesson 16's record ``what_to_mask``, so that its
``start`` and its ``plain`` are the points to compare with.
"""

from lessons.l17_what_to_predict.learning.operations import Work

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import torch
from torch import Tensor

from bertlab.finetuning.entities import entity_scores
from bertlab.finetuning.tagging import TaggedWords
from bertlab.model.detection import BertForTokenDetection
from bertlab.model.pretrained import PretrainedModel
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.data import PretrainingBatch, PretrainingData
from bertlab.pretraining.objectives import MaskedLMObjective
from bertlab.pretraining.replaced_tokens import ReplacedTokenObjective
from bertlab.probing.names import packed_names, predicted_names
from bertlab.probing.news import NAME, named_lines, tokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import Objective, train

GENERATOR = {"layers": 1, "weight": 50.0}  # and the weight of the detector's loss beside its own
WAYS = ("ELECTRA", "chosen places")  # to learn as a detector


class Snapshot(NamedTuple):
    """A model on its way.

    Attributes:
        model: What is asked for names.
        generator: What wrote for it, if anything did.
        work: What was read and computed so far.
        masked: What a masked language model would have read and computed with the same batches.
    """

    model: Any
    generator: Any
    work: Work
    masked: Work


def new_pair(num_layers: int, seed: int) -> tuple[BertForMaskedLM, BertForTokenDetection]:
    """Return a generator that knows nothing yet, and ``bert-mini-zh`` with a new detection head."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        detector = BertForTokenDetection.from_pretrained(NAME, new_heads=True)
        return BertForMaskedLM(replace(detector.config, num_layers=num_layers)), detector


def new_objective(way: str, config: TrainConfig, settings: Mapping[str, Any]) -> Objective:
    """Return what a model is trained for.

    Args:
        way: ``masked words``, ``ELECTRA`` or ``chosen places``.
        config: Of its training.
        settings: Of the generator: see ``GENERATOR``.

    Raises:
        ValueError: If it is no such way.
    """
    if way == "masked words":
        return MaskedLMObjective(BertForMaskedLM.from_pretrained(NAME))
    if way not in WAYS:
        raise ValueError(f"expected masked words, ELECTRA or chosen places, got {way!r}")
    generator, detector = new_pair(settings["layers"], config.seed)
    mask_id, everywhere = tokenizer().mask_id, way == "ELECTRA"
    return ReplacedTokenObjective(generator, detector, mask_id, settings["weight"], everywhere)


def work_of(way: str, batches: Sequence[PretrainingBatch]) -> Work:
    """Return what learning from some batches takes; see ``new_objective`` for the way."""
    work = Work()
    objective = new_objective(way, TrainConfig(steps=1), GENERATOR)
    for batch in batches:
        work.add(objective, batch)
    return work


def go_on(
    objective: Any,
    data: PretrainingData,
    config: TrainConfig,
    at: Sequence[int],
    keep: Callable[[int, Snapshot], None],
) -> None:
    """Train, and give away copies of the model after some numbers of updates; the last one ends it.

    The learning rate falls as if all steps were made: a snapshot before the end is on its way.

    Args:
        objective: What is trained.
        data: Its examples, in their order.
        config: ``log_every`` must meet all numbers of updates.
        at: After how many updates.
        keep: Called with their number and a copy.
    """
    work, masked, done = Work(), Work(), list[int]()
    detects = isinstance(objective, ReplacedTokenObjective)
    config_of = (objective.detector if detects else objective.model).config

    def draw(step: int, process: int, processes: int) -> list[PretrainingBatch]:
        batch = data.batch(data.order(step, config.batch_size))
        work.add(objective, batch)
        masked.add_words(config_of, batch)
        return [batch]

    def look(step: int) -> dict[str, float]:
        if step in at:
            kept = copy.deepcopy(objective).eval()
            model = kept.detector if detects else kept.model
            generator = kept.generator if detects else None
            keep(step, Snapshot(model, generator, copy.copy(work), copy.copy(masked)))
            done.append(step)
        return {}

    train(objective, draw, config, evaluate=look, stop=lambda _: len(done) == len(at))


def names_of(
    model: PretrainedModel, texts: Mapping[str, Sequence[TaggedWords]], seed: int, asked: Any
) -> tuple[dict[str, Any], Tensor]:
    """Return the scores of names that a model finds after fine-tuning, and the test names."""
    tags = predicted_names(model, texts, asked["names"], seed, asked["max_length"])
    entries: dict[str, Any] = {}
    for which, said in tags.items():
        scores = entity_scores([text.tags for text in texts[which]], said)
        entries[which] = {
            kind: {name: round(value, 4) for name, value in score._asdict().items()}
            for kind, score in scores.items()
        }
    return entries, packed_names(tags["test"]) if "test" in tags else torch.zeros(0)


def texts_of(configuration: Mapping[str, Any]) -> dict[str, list[TaggedWords]]:
    """Return the lines that names are learned from and looked for in."""
    length, numbers = configuration["max_length"], configuration["named_lines"]
    return {which: named_lines(which, n, length).texts for which, n in numbers.items()}
