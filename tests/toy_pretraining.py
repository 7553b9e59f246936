"""What the tests of pre-training share: a toy language, a tiny model, and ways to train it."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import torch

from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.data import PretrainingBatch, PretrainingData
from bertlab.pretraining.objectives import PretrainingObjective
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from bertlab.training.config import TrainConfig

NUM_SPECIALS = len(SPECIALS)
SPAN = 60  # ids of each numbered document
SHORT_DOCUMENTS = [  # ids in sentences, of eight different words
    [[5, 6, 7, 8], [9, 10], [11, 12, 5]],
    [[8, 8, 7], [6, 5, 9, 9, 10]],
    [[12, 11], [10, 9, 8, 7]],
]


def toy_tokenizer(num_words: int) -> WordPieceTokenizer:
    """Specials, then words without meaning."""
    return WordPieceTokenizer((*SPECIALS, *(f"w{number}" for number in range(num_words))))


def numbered_documents(count: int, seed: int = 0) -> list[list[list[int]]]:
    """Documents whose tokens count up, each in a range of its own: an id says where it stood."""
    generator = np.random.default_rng(seed)
    documents = []
    for number in range(count):
        first = NUM_SPECIALS + number * SPAN
        cuts = np.sort(generator.choice(np.arange(1, SPAN), 13, replace=False))
        ids = range(first, first + SPAN)
        edges = [0, *cuts.tolist(), SPAN]
        documents.append([list(ids[a:b]) for a, b in pairwise(edges)])
    return documents


def document_of(ids: Sequence[int]) -> int:
    """Return the numbered document that a text is from; its tokens must follow each other."""
    assert list(ids) == list(range(ids[0], ids[0] + len(ids)))
    (number,) = {(token - NUM_SPECIALS) // SPAN for token in ids}
    return number


def random_documents(count: int, num_words: int = 30, seed: int = 0) -> list[list[list[int]]]:
    """Documents of 2 to 6 sentences of 1 to 7 random words."""
    generator = np.random.default_rng(seed)
    return [
        [
            generator.integers(NUM_SPECIALS, NUM_SPECIALS + num_words, size).tolist()
            for size in generator.integers(1, 8, generator.integers(2, 7))
        ]
        for _ in range(count)
    ]


def tiny_config(dropout: float = 0.0, vocab_size: int = 35) -> BertConfig:
    """A BERT that makes an update in milliseconds."""
    return BertConfig(
        vocab_size=vocab_size,
        hidden_size=12,
        num_layers=2,
        num_heads=3,
        intermediate_size=20,
        max_positions=17,
        hidden_dropout=dropout,
        attention_dropout=dropout,
    )


def toy_data(**options: object) -> PretrainingData:
    """Masked pairs of random words."""
    return PretrainingData(
        random_documents(24), toy_tokenizer(30), **{"max_length": 17, "seed": 5, **options}
    )


def toy_objective(
    dropout: float = 0.0, next_sentence: bool = True, dtype: torch.dtype = torch.float32
) -> PretrainingObjective:
    """A tiny model with weights of ordinary size: in fresh ones mistakes hide."""
    with torch.random.fork_rng():
        torch.manual_seed(7)
        model = BertForPreTraining(tiny_config(dropout)).to(dtype)
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(0.1 * torch.randn(parameter.shape).to(dtype))
    return PretrainingObjective(model.eval(), next_sentence)


def toy_training(steps: int, **options: object) -> TrainConfig:
    """Settings for a handful of examples a step."""
    defaults = {"batch_size": 7, "learning_rate": 1e-2, "log_every": 1, "save_every": 3}
    return TrainConfig(steps=steps, **{**defaults, **options})


def drawing(
    data: PretrainingData, config: TrainConfig
) -> Callable[[int, int, int], list[PretrainingBatch]]:
    """Draw a process's share of a step, in micro-batches."""

    def draw(step: int, process: int, processes: int) -> list[PretrainingBatch]:
        names = data.order(step, config.batch_size)[process::processes]
        size = config.micro_batch_size or len(names)
        return [data.batch(names[i : i + size]) for i in range(0, len(names), size)]

    return draw
