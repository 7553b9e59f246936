"""What the softmax over the vocabulary costs: one training step, measured as the vocabulary grows.

Operations are counted in the lesson; here are the seconds, which depend on the machine.
"""

import time
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.before.nnlm.model import WindowNetwork
from workbook.records import one_thread

CONFIGURATION: dict[str, Any] = {
    "sizes": {"context_size": 4, "embedding_size": 32, "hidden_size": 64},
    "vocabulary_sizes": [1000, 2000, 4000, 8000, 16000, 32000],
    "batch_size": 256,
    "repeats": 15,
}
SLICE: dict[str, Any] = {"vocabulary_sizes": [1000, 2000], "repeats": 1}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Measure on one thread.

    Returns:
        Milliseconds (the fastest of several) for each vocabulary size: ``step`` is forwards and
        backwards through the whole network, ``without_softmax`` ends at the tanh layer.
    """
    with one_thread():
        times: dict[str, list[float]] = {"step": [], "without_softmax": []}
        for vocabulary_size in configuration["vocabulary_sizes"]:
            for name, loss in _losses(configuration, vocabulary_size).items():
                times[name].append(_fastest(loss, configuration["repeats"]))
    return times


def _losses(configuration: dict[str, Any], vocabulary_size: int) -> dict[str, Callable[[], Tensor]]:
    network = WindowNetwork(vocabulary_size, **configuration["sizes"])
    shape = (configuration["batch_size"], configuration["sizes"]["context_size"])
    windows = torch.randint(vocabulary_size, shape)
    targets = torch.randint(vocabulary_size, shape[:1])
    return {
        "step": lambda: cross_entropy(network(windows), targets),
        "without_softmax": lambda: torch.tanh(network.hidden(network.features(windows))).sum(),
    }


def _fastest(loss: Callable[[], Tensor], repeats: int) -> float:
    found = []
    for _ in range(repeats):
        began = time.perf_counter()
        loss().backward()
        found.append(1000 * (time.perf_counter() - began))
    return round(min(found), 3)
