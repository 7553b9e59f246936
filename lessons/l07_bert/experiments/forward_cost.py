"""What one forward pass costs as the text grows: operations counted, seconds and bytes measured."""

import statistics
import time
from typing import Any

import torch
from torch.utils.flop_counter import FlopCounterMode

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from workbook.records import threads

CONFIGURATION: dict[str, Any] = {
    "preset": "minilm",
    "tokens": [16, 32, 64, 128, 256, 384, 512],
    "repeats": 9,
    "threads": 2,
    "seed": 0,
}
SLICE: dict[str, Any] = {"tokens": [16, 64], "repeats": 1}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Measure one text of each length.

    Weights are random: they change neither operations nor bytes.

    Returns:
        A list for each quantity, in the order of ``tokens``: ``operations`` (a multiplication and
        an addition count as two), ``milliseconds`` (median), ``weight_megabytes`` (all attention
        weights of all layers, in float32).
    """
    torch.manual_seed(configuration["seed"])
    model = BertModel(BertConfig.preset(configuration["preset"])).eval()
    results: dict[str, Any] = {"operations": [], "milliseconds": [], "weight_megabytes": []}
    with threads(configuration["threads"]), torch.inference_mode():
        for tokens in configuration["tokens"]:
            ids = torch.randint(1, model.config.vocab_size, (1, tokens))
            with FlopCounterMode(display=False) as counter:
                seen = model.inspect(ids)
            weights = sum(layer.weights.numel() for layer in seen.layers)
            results["operations"].append(counter.get_total_flops())
            results["weight_megabytes"].append(weights * 4 / 1e6)
            results["milliseconds"].append(_median_time(model, ids, configuration["repeats"]))
    return results


def _median_time(model: BertModel, ids: torch.Tensor, repeats: int) -> float:
    """Milliseconds of a forward pass, after three that do not count."""
    times = []
    for _ in range(repeats + 3):
        began = time.perf_counter()
        model(ids)
        times.append(1000 * (time.perf_counter() - began))
    return round(statistics.median(times[3:]), 2)
