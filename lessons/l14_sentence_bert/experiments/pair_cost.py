"""What a pass costs: one text alone, a pair together, and the comparison of two vectors.

The comparison is one of many in a product of two matrices, where each vector is used again and
again. A search for one question reads each vector once, and costs more for each: ``search_cost`` of
lesson 13 measures that one. Time is that of the processor, of one core, the least of several
repeats: so other work on the machine disturbs little. Weights are those of ``minilm``; which ones
does not matter.
"""

from lessons.l14_sentence_bert.triples import neighbors

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from sklearn.feature_extraction.text import TfidfVectorizer

from bertlab.kernels import prepacked
from bertlab.model.bert import BertModel
from workbook.experiments import one_thread

CONFIGURATION: dict[str, Any] = {
    "tokens": {"text": 16, "pair": 31},  # the pair shares one [CLS]
    "batch_size": 64,
    "vectors": 2000,
    "repeats": 7,
    "seed": 0,
}
SLICE: dict[str, Any] = {"batch_size": 2, "vectors": 20, "repeats": 1}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Measure, on one thread.

    Returns:
        ``milliseconds`` of the processor for one ``text``, one ``pair``, one text whose words are
        ``counted`` (TF-IDF), and one ``comparison`` of two vectors.
    """
    generator = torch.Generator().manual_seed(configuration["seed"])
    model = BertModel.from_pretrained("minilm").eval()
    size, number, repeats = (configuration[n] for n in ("batch_size", "vectors", "repeats"))
    found = {}
    with one_thread(), torch.inference_mode(), prepacked(model):
        for name, tokens in configuration["tokens"].items():
            ids = torch.randint(1000, 30000, (size, tokens), generator=generator)
            found[name] = _least(partial(model, ids), repeats) / size
        texts = neighbors(configuration["vectors"]).first
        found["counted"] = _least(partial(TfidfVectorizer().fit_transform, texts), repeats)
        found["counted"] /= len(texts)
        vectors = torch.randn(number, model.config.hidden_size, generator=generator)
        found["comparison"] = _least(lambda: vectors @ vectors.T, repeats) / number**2
    return {"milliseconds": {name: float(f"{1000 * each:.3g}") for name, each in found.items()}}


def _least(step: Callable[[], object], repeats: int) -> float:
    """Return the fewest seconds of the processor that a step takes."""
    times = []
    for _ in range(repeats + 1):
        began = time.process_time()
        step()
        times.append(time.process_time() - began)
    return min(times[1:])
