"""Does hiding a name teach a fact? Four ways to teach an encoder, in a world whose facts are known.

Decided before the run. Two layers of 128 and four heads, randomly initialized; the texts of
``world``; equal updates and texts, the same texts in the same order for the same seed. Ways: those
of ``ways.WAYS``; of ``both`` every other text has hidden words, the others may have an exchanged
name, so each kind of question has half of the texts. Three seeds: weights, texts, masks.

Pilot (seed 0, another world: 120 people, 40 of them unstated, eight wordings of a home; names that
did not fit could be cut). After 2,500 updates ``words`` stood at chance (verification 0.52),
``names`` at 0.57 of completion and 0.88 of verification. Hence fewer people, more wordings and more
updates here; that ``words`` learns with them was not seen before the run.

What decides: accuracy on people whose homes are stated, in wordings that no text had: of completion
(the right town among the 12 of as many words) and of verification (against one false town). All
are asked by scores of all towns; ``both`` twice, filling in and detecting. Beside it: the same of
who counts towns, or towns by trade; of people whose homes are not stated, where nobody can do
better than these; and by the number of words of the town's name.

Budget: 35 minutes of one core (pilot: 25 to 30 ms an update, 3 s a judge).
"""

from lessons.l21_knowledge.judge import Judge, detected, filled_in, summary
from lessons.l21_knowledge.ways import WAYS, Asking, Reader, ReaderObjective, sampler
from lessons.l21_knowledge.world import World, make_world, town_counts, trade_counts

import time
from pathlib import Path
from typing import Any

import torch

from bertlab.model.config import BertConfig
from bertlab.pretraining.trials import SIZES
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from workbook.experiments import Part, run_resumable
from workbook.records import RUNS

KEPT: Path = RUNS / "names.safetensors"
JUDGES: dict[str, dict[str, Judge]] = {  # of each kind of question
    "words": {"filled in": filled_in},
    "names": {"filled in": filled_in},
    "exchanged": {"detected": detected},
}

CONFIGURATION: dict[str, Any] = {
    "world": {"seed": 0, "people": 108, "unstated": 36, "texts": 6000},
    "ways": {way: list(kinds) for way, kinds in WAYS.items()},
    "seeds": [0, 1, 2],
    "size": SIZES["middle"],
    "initializer_range": 0.05,
    "training": {"steps": 5000, "batch_size": 32, "learning_rate": 2e-3, "warmup": 0.05},
    "log_every": 500,
    "keep": True,
}
SLICE: dict[str, Any] = {
    "world": {"seed": 0, "people": 108, "unstated": 36, "texts": 300},
    "ways": {"both": ["words", "exchanged"]},
    "seeds": [0],
    "size": SIZES["small"],
    "training": {"steps": 3, "batch_size": 4, "learning_rate": 2e-3, "warmup": 0.05},
    "log_every": 3,
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train a model in each way with each seed, and ask all for the homes of people.

    Returns:
        In ``counting`` the accuracies (see ``judge.summary``) of who counts ``towns``, or towns by
        ``trade``. In ``ways`` for each way a list over seeds: under ``judges`` the accuracies by
        what the model ``filled in``, ``detected``, or both; the ``history`` of the losses, and the
        ``minutes`` of one core. If ``keep``, scores are stored in ``KEPT``, (S, J, W, P, C) for
        each way.
    """
    world = make_world(**configuration["world"])
    counting = {"towns": town_counts(world), "trade": trade_counts(world)}
    asking = Asking(world)

    def learned(way: str, seed: int, settings: dict[str, Any]) -> Part:
        began = time.process_time()
        kinds = settings["kinds"]
        model, history = taught(settings, world, asking, kinds, seed)
        judges = {name: one for kind in kinds for name, one in JUDGES[kind].items()}
        scores = torch.stack([judge(model, asking, world) for judge in judges.values()]).half()
        found = zip(judges, scores.float().numpy(), strict=True)
        entries = {
            "judges": {name: summary(one, world) for name, one in found},
            "history": history,
            "minutes": round((time.process_time() - began) / 60, 2),
        }
        return entries, {"scores": scores}

    ways = run_resumable(configuration, "ways", learned, KEPT, own="kinds")
    return {"counting": {by: summary(one, world) for by, one in counting.items()}, "ways": ways}


def taught(
    settings: dict[str, Any], world: World, asking: Asking, kinds: list[str], seed: int
) -> tuple[Reader, list[dict[str, float]]]:
    """Return a model that learned from one way's kinds of questions, and its losses in nats."""
    config = BertConfig(
        **settings["size"],
        vocab_size=len(asking.tokenizer.vocabulary),
        max_positions=32,
        hidden_dropout=0.0,
        attention_dropout=0.0,
        initializer_range=settings["initializer_range"],
    )
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = Reader(config)
    training = TrainConfig(
        **settings["training"], seed=seed, log_every=settings["log_every"], precision="no"
    )
    draw = sampler(asking, world, kinds, seed, training.batch_size)
    history = train(ReaderObjective(model), draw, training)
    names = ("step", "words", "names")
    return model, [{name: round(line[name], 4) for name in names} for line in history]
