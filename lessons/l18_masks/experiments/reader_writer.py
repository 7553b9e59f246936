"""A small encoder-decoder that pronounces, to look at its cross-attention.

Decided before the run: one layer each, 96 wide, 4,000 updates of 64 words, one seed. Its tensors
are stored in float16, and it is asked as it is stored: 1,000 test words, the likeliest phoneme each
time.

Budget: ten minutes of one core.
"""

from lessons.l18_masks.experiments.pronouncing import test_words
from lessons.l18_masks.learning import Learner, new_network, pronounced
from lessons.l18_masks.words import CLS, error_rates

import time
from pathlib import Path
from typing import Any

from bertlab.datasets import cmudict
from bertlab.model.checkpoint import read_tensors, write_tensors
from bertlab.model.encoder_decoder import EncoderDecoder
from bertlab.model.writing import DecoderWriter
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from workbook.experiments import one_thread
from workbook.records import RUNS

KEPT: Path = RUNS / "reader_writer.safetensors"
SIZE = {"hidden_size": 96, "num_layers": 1, "num_heads": 4, "intermediate_size": 384}

CONFIGURATION: dict[str, Any] = {
    "size": {**SIZE, "decoder_layers": 1},
    "words": None,
    "test": 1000,
    "training": {
        "steps": 4000,
        "batch_size": 64,
        "learning_rate": 2e-3,
        "betas": [0.9, 0.98],
        "precision": "no",
        "log_every": 4000,
        "seed": 0,
    },
    "keep": True,
}
SLICE: dict[str, Any] = {
    "words": 64,
    "test": 4,
    "training": {"steps": 2, "batch_size": 8, "learning_rate": 1e-3, "precision": "no"},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Teach the network, on one thread.

    Returns:
        ``minutes`` of one core, and ``phoneme`` and ``word errors``. If ``keep``, its tensors are
        stored in ``KEPT``.
    """
    with one_thread():
        began, config = time.process_time(), TrainConfig(**configuration["training"])
        known = cmudict().train[: configuration["words"]]
        learner = Learner("encoder-decoder", configuration["size"], known, config)
        train(learner.objective(), learner.draw, config)
        minutes = (time.process_time() - began) / 60
        network = learner.network
        if configuration["keep"]:
            tensors = network.state_dict()
            tensors.pop("decoder_embeddings.word.weight")  # the encoder's
            write_tensors(KEPT, {name: tensor.half() for name, tensor in tensors.items()})
            network = stored()
        words = test_words(configuration["test"])
        answers = pronounced(DecoderWriter(network, CLS), [word.spelling for word in words])
    return {"minutes": round(minutes, 1), **error_rates(answers, words)}


def stored() -> EncoderDecoder:
    """Return the network that was stored."""
    network = new_network(SIZE, seed=0, decoder_layers=1)
    tensors = {name: tensor.float() for name, tensor in read_tensors(KEPT).items()}
    tensors["decoder_embeddings.word.weight"] = tensors["embeddings.word.weight"]
    network.load_state_dict(tensors)
    return network.eval()
