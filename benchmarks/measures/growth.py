"""How cost grows with size: the exponent of a power law, fitted to times and to operations.

Cost = constant * size ** exponent is a straight line in logarithms, so the exponent is a slope. 1
means that twice the size costs twice as much.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import torch

from benchmarks.measures.encoder import count_operations
from benchmarks.results import Row
from benchmarks.timing import Work, interleaved, spread
from bertlab.before.ngrams.corpus import wiki_sentences
from bertlab.before.word2vec.model import Training, Word2Vec
from bertlab.datasets import wiki
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.text.wordpiece import WordPieceTokenizer

CONFIGURATION: dict[str, Any] = {
    "preset": "minilm",
    "tokens": [16, 32, 64, 128, 256, 512],  # T of one text
    "parts": [32, 16, 8, 4],  # word2vec reads so manieth of the sentences
    "training": {"epochs": 1},
    "characters": [1_000, 10_000, 100_000, 1_000_000],
    "checkpoint": "minilm",
    "repetitions": 7,
    "seed": 0,
}
SLICE: dict[str, Any] = {
    "preset": "mini",
    "tokens": [4, 8],
    "parts": [400, 200],
    "training": {"epochs": 1, "vector_size": 4},
    "characters": [1_000, 2_000],
    "repetitions": 1,
}


def run(configuration: dict[str, Any]) -> list[Row]:
    """Fit the exponents of a forward pass, of word2vec and of encoding."""
    return [
        *forward(configuration),
        word2vec(configuration),
        encode(configuration),
    ]


def exponent(sizes: Sequence[int | float], costs: Sequence[int | float] | np.ndarray) -> float:
    """Return the slope of the least-squares line through the logarithms."""
    return float(np.polyfit(np.log(sizes), np.log(costs), 1)[0])


def fit(work: str, beside: str, works: Mapping[int, Work], repetitions: int) -> Row:
    """Time works in turns and fit an exponent to each round.

    Args:
        work: What is done.
        beside: Name of the size.
        works: By size.
        repetitions: Rounds.
    """
    times = interleaved({str(size): work for size, work in works.items()}, repetitions)
    sizes = list(works)
    rounds = np.array([*times.values()]).T  # (rounds, sizes)
    medians = np.median(rounds, axis=0)
    steps = [
        f"{exponent(ends, costs):.2f} from {ends[0]:,} to {ends[1]:,}"
        for ends, costs in zip(pairwise(sizes), pairwise(medians), strict=True)
    ]
    note = "step by step: " + ", ".join(steps)
    figure = spread([exponent(sizes, costs) for costs in rounds])
    return Row(work, beside, "exponent", figure, ours=spread(rounds[:, -1].tolist()), note=note)


def forward(configuration: dict[str, Any]) -> list[Row]:
    """Fit seconds and counted operations against the number of tokens."""
    torch.manual_seed(configuration["seed"])
    model = BertModel(BertConfig.preset(configuration["preset"])).eval()
    texts = {T: torch.randint(1, model.config.vocab_size, (1, T)) for T in configuration["tokens"]}
    with torch.inference_mode():
        works: dict[int, Work] = {T: partial(model, ids) for T, ids in texts.items()}
        seconds = fit("encoder forward, one text", "tokens", works, configuration["repetitions"])
        operations = [count_operations(model, ids) for ids in texts.values()]
    counted = spread([exponent(list(texts), operations)])
    note = "counted, not timed: attention's share grows, so the exponent goes from 1 towards 2"
    return [seconds, Row("the same, operations", "tokens", "exponent", counted, note=note)]


def word2vec(configuration: dict[str, Any]) -> Row:
    """Fit seconds of a pass against the words of the text; its vocabulary grows with it."""
    everything, works = wiki_sentences().train, dict[int, Work]()
    for part in configuration["parts"]:
        sentences = everything[::part]
        training = Training(**configuration["training"], seed=configuration["seed"])
        model = Word2Vec(training=training)
        works[sum(map(len, sentences))] = partial(model.fit, sentences)
    return fit("word2vec, one pass", "words", works, configuration["repetitions"])


def encode(configuration: dict[str, Any]) -> Row:
    """Fit seconds against the characters of one text."""
    tokenizer = WordPieceTokenizer.from_folder(configuration["checkpoint"])
    text = "\n".join(paragraph for document in wiki().train for paragraph in document.paragraphs)
    sizes = configuration["characters"]
    works: dict[int, Work] = {size: partial(tokenizer.encode, text[:size]) for size in sizes}
    return fit("WordPiece, one text", "characters", works, configuration["repetitions"])
