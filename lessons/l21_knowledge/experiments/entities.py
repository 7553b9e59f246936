"""Can a vector tell what no text says? Entity vectors of a graph, joined to names in texts.

Two layers of 128, randomly initialized, learn to fill in hidden names in the texts of the invented
world (``ways``, way *names*); between the layers the vector of an entity joins its name
(``entities``). The graph has all homes, also of 36 people whose home no text states.

Seven kinds, each with seeds 0, 1, 2 (weights, masks, vectors). Four were decided before: *no
vectors*; *TransE*, its vectors enter, and the entity of each name is to be told (ERNIE's denoising
task); *random*, the same with random vectors, as long; *texts' graph*, the same with TransE's
vectors of a graph without the homes that no text states. Three came after these had been seen:
*TransE*, *random* and *texts' graph* with *no words*, the vector in place of the name's words.

Pilot (seed 0, vectors of length 1): *TransE* completed 27% of the homes that no text states, and
92% of the others, so it learned the texts by heart. Hence vectors are longer in the run, and when
this changed nothing, the words of names were left out.

What decides: completion (the right town among the 12 of as many words, in wordings that no text
had) for the 36 people, *TransE* less *random* and less *texts' graph*, and the same without words,
paired over people. Beside it the other people, who counts, and the town that is nearest to person +
home in the vectors.

Budget: 20 minutes of one core. What is done is kept in ``build/entities``.
"""

from lessons.l21_knowledge.entities import (
    EntityObjective,
    EntityReader,
    graph_of,
    nearest_towns,
    trans_e,
)
from lessons.l21_knowledge.judge import completed, filled_in, summary
from lessons.l21_knowledge.ways import Asking, sampler
from lessons.l21_knowledge.world import World, make_world, town_counts, trade_counts

from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import normalize

from bertlab.model.config import BertConfig
from bertlab.pretraining.trials import SIZES
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from workbook.experiments import Part, run_resumable
from workbook.records import RUNS

KEPT: Path = RUNS / "entities.safetensors"
GRAPHS = WHOLE, TEXTS = "whole graph", "texts' graph"
TRANS_E, RANDOM, ALONE = "TransE", "random", ", no words"
CONFIGURATION: dict[str, Any] = {
    "world": {"seed": 0, "people": 108, "unstated": 36, "texts": 6000},
    "kinds": {
        "no vectors": {"vectors": RANDOM, "enter": False, "align": False},
        TRANS_E: {"vectors": WHOLE, "enter": True, "align": True},
        RANDOM: {"vectors": RANDOM, "enter": True, "align": True},
        TEXTS: {"vectors": TEXTS, "enter": True, "align": True},
        f"{TRANS_E}{ALONE}": {"vectors": WHOLE, "enter": True, "align": True, "words": False},
        f"{RANDOM}{ALONE}": {"vectors": RANDOM, "enter": True, "align": True, "words": False},
        f"{TEXTS}{ALONE}": {"vectors": TEXTS, "enter": True, "align": True, "words": False},
    },
    "seeds": [0, 1, 2],
    "size": SIZES["middle"],
    "initializer_range": 0.05,
    "training": {"steps": 1000, "batch_size": 32, "learning_rate": 2e-3, "warmup": 0.05},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "world": {"seed": 0, "people": 108, "unstated": 36, "texts": 300},
    "kinds": {TRANS_E: {"vectors": WHOLE, "enter": True, "align": True}},
    "seeds": [0],
    "size": SIZES["small"],
    "training": {"steps": 3, "batch_size": 4, "learning_rate": 2e-3, "warmup": 0.05},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train a model of each kind with each seed, and ask all for the homes of people.

    Returns:
        Proportions of completed homes (``judge.summary``): in ``counting`` of who counts ``towns``,
        or towns by ``trade``; in ``kinds`` for each kind a list over seeds of those of the
        ``model``, and of its ``vectors`` by themselves. If ``keep``, whose homes the models have
        right is stored in ``KEPT``, (S, W, P) for each kind.
    """
    world = make_world(**configuration["world"])
    counting = {"towns": town_counts(world), "trade": trade_counts(world)}

    def learned(kind: str, seed: int, settings: dict[str, Any]) -> Part:
        model, nearest = taught(settings, world, seed)
        scores = filled_in(model, Asking(world), world).numpy()
        entries = {
            "model": summary(completed(scores, world), world),
            "vectors": summary(completed(nearest.numpy(), world), world),
        }
        return entries, {"right": torch.from_numpy(completed(scores, world))}

    kinds = run_resumable(configuration, "kinds", learned, KEPT, own="kind")
    counted = {by: summary(completed(one, world), world) for by, one in counting.items()}
    return {"counting": counted, "kinds": kinds}


def taught(
    settings: dict[str, Any], world: World, seed: int
) -> tuple[EntityReader, Float[Tensor, "P C"]]:
    """Return a model of a kind, and the scores of towns by its vectors alone."""
    asking, own, graph = Asking(world), settings["kind"], graph_of(world)
    vectors, relations = trans_e(graph_of(world, own["vectors"] != TEXTS), seed)
    if own["vectors"] == RANDOM:
        generator = torch.Generator().manual_seed(seed)
        vectors = normalize(torch.randn(vectors.shape, generator=generator))
    config = BertConfig(
        **settings["size"],
        vocab_size=len(asking.tokenizer.vocabulary),
        max_positions=32,
        hidden_dropout=0.0,
        attention_dropout=0.0,
        initializer_range=settings["initializer_range"],
    )
    flags = {name: own[name] for name in ("enter", "words") if name in own}
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = EntityReader(config, vectors, graph, asking, **flags)
    training = TrainConfig(**settings["training"], seed=seed, precision="no")
    draw = sampler(asking, world, "names", seed, training.batch_size)
    train(EntityObjective(model, own["align"]), draw, training)
    return model.eval(), nearest_towns(vectors, relations, world)
