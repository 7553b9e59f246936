"""The network of the lesson: fills in, continues and pronounces, taught until it is of use.

Decided before the run: ``one network`` of ``pronouncing``, one seed, 8,000 updates of 64 words
(five times through the training part, half of it to pronounce). A curve on 500 validation words;
all test words once, at the end. It becomes the checkpoint ``spoken-words``, in float16, and is
asked as it is stored. Added after the run: its numbers are rounded to 5 binary digits after the
point, which a zip file keeps in a third less; the curve is that of the network before.

Budget: an hour of one core. What is done is kept in ``build/spoken_words``.
"""

from lessons.l18_masks.experiments.pronouncing import BERT, as_tensor, test_words, told_before
from lessons.l18_masks.learning import Learner, pronounced
from lessons.l18_masks.words import error_rates, evenly

import time
from pathlib import Path
from typing import Any

import torch
from torch import nn

from bertlab.datasets import cmudict
from bertlab.model import BertForMaskedLM
from bertlab.model.checkpoint import write_tensors
from bertlab.model.pretrained import CHECKPOINTS
from bertlab.model.writing import PrefixWriter
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from bertlab.training.provenance import PROJECT
from workbook.experiments import one_thread
from workbook.records import RUNS

KEPT: Path = RUNS / "spoken_words.safetensors"
FOLDER: Path = CHECKPOINTS / "spoken-words"
STATE: Path = PROJECT / "build" / "spoken_words"

CONFIGURATION: dict[str, Any] = {
    "size": BERT,
    "words": None,
    "validation": 500,
    "test": None,
    "training": {
        "steps": 8000,
        "batch_size": 64,
        "learning_rate": 1.5e-3,
        "betas": [0.9, 0.98],
        "precision": "no",
        "log_every": 500,
        "save_every": 250,
        "seed": 0,
    },
    "keep": True,
}
SLICE: dict[str, Any] = {
    "size": {**BERT, "num_layers": 1},
    "words": 64,
    "validation": 2,
    "test": 4,
    "training": {"steps": 2, "batch_size": 8, "learning_rate": 1e-3, "precision": "no"},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Teach the network, on one thread.

    Returns:
        The ``curve`` (the mean loss of the update, and the error rates on validation words),
        ``minutes`` of one core, and the ``loss``, ``phoneme`` and ``word errors`` on test words. If
        ``keep``, the checkpoint is written, and what it says of test words stored in ``KEPT``.
    """
    with one_thread():
        return _run(configuration)


def _run(configuration: dict[str, Any]) -> dict[str, Any]:
    config = TrainConfig(**configuration["training"])
    words = cmudict().train[: configuration["words"]]
    learner = Learner("one network", configuration["size"], words, config)
    few = evenly(cmudict().validation, configuration["validation"])

    def evaluate(step: int) -> dict[str, float]:
        return error_rates(pronounced(learner.writer(), [word.spelling for word in few]), few)

    began = time.process_time()
    folder = STATE if configuration["keep"] else None
    history = train(learner.objective(), learner.draw, config, folder, evaluate)
    minutes = (time.process_time() - began) / 60
    if configuration["keep"]:
        shorten(learner.network)
        learner.network.save_pretrained(FOLDER, torch.float16)
        learner.network = BertForMaskedLM.from_pretrained(FOLDER)
    asked = test_words(configuration["test"] or len(cmudict().test))
    answers = pronounced(PrefixWriter(learner.network), [word.spelling for word in asked])
    if configuration["keep"]:
        write_tensors(KEPT, {"answers": as_tensor(answers)})
    names = ("step", "loss", "phoneme errors", "word errors")
    return {
        "curve": [{name: round(line[name], 4) for name in names} for line in history],
        "minutes": round(minutes, 1),
        "loss": round(told_before(learner, asked), 4),
        **error_rates(answers, asked),
    }


@torch.no_grad()
def shorten(model: nn.Module, digits: int = 5) -> None:
    """Round all weights to so many binary digits after the point, in place.

    With five digits a weight changes by 1.6% at most.
    """
    for weight in model.parameters():
        mantissa, exponent = torch.frexp(weight)  # 0.5 <= |mantissa| < 1
        steps = 2 ** (digits + 1)
        weight.copy_(torch.ldexp((mantissa * steps).round() / steps, exponent))
