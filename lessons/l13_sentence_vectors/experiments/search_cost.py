"""What a sentence costs to read, and a search among many vectors of several lengths."""

from lessons.l13_sentence_vectors import reading
from lessons.l13_sentence_vectors.corpora import fitting_sentences

import time
from collections.abc import Callable
from typing import Any

import torch
from torch.nn.functional import normalize

from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors.text_vectors import text_vectors
from bertlab.vectors.whitening import Whitening
from workbook.experiments import one_thread

CONFIGURATION: dict[str, Any] = {
    "dims": [384, 256, 128, 64, 32],
    "documents": 100_000,
    "sentences": 256,
    "repeats": 9,
    "seed": 0,
}
SLICE: dict[str, Any] = {"documents": 500, "sentences": 8, "repeats": 1, "dims": [384, 32]}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Measure the processor's time on one thread; of several repetitions the fastest counts.

    Returns:
        Milliseconds: ``read`` for a sentence (in batches of 64), ``tf-idf`` for a sentence,
        ``whiten`` for a vector, to 64 dimensions, and ``search`` for a query, by dimensions.
    """
    repeats = configuration["repeats"]
    with one_thread():
        texts = list(fitting_sentences(configuration["sentences"]))
        bert, tokenizer = reading.load("minilm-words"), WordPieceTokenizer.from_folder("minilm")
        number = len(texts)
        read = best(lambda: text_vectors(bert, tokenizer, texts), min(3, repeats)) / number
        counted = best(lambda: reading.counted(texts), repeats) / number
        generator = torch.Generator().manual_seed(configuration["seed"])
        vectors = torch.randn(2000, 384, generator=generator)
        white = Whitening(64).fit(vectors)
        search = {
            str(dims): round(_search(configuration["documents"], dims, generator, repeats), 3)
            for dims in configuration["dims"]
        }
        whiten = best(lambda: white.transform(vectors), repeats) / len(vectors)
    times = {"read": read, "tf-idf": counted, "whiten": whiten}
    return {name: round(value, 4) for name, value in times.items()} | {"search": search}


def _search(documents: int, dims: int, generator: torch.Generator, repeats: int) -> float:
    vectors = normalize(torch.randn(documents, dims, generator=generator), dim=1)
    return best(lambda: (vectors @ vectors[0]).topk(10), 3 * repeats)


def best(work: Callable[[], Any], repeats: int) -> float:
    """Return the milliseconds of the fastest of some repetitions, after one that does not count."""
    times = []
    for _ in range(repeats + 1):
        began = time.process_time()
        work()
        times.append(1000 * (time.process_time() - began))
    return min(times[1:])
