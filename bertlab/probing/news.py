"""The news as a test bench: examples to go on with, and lines with names to find.

Models that went on from ``bert-mini-zh`` with different tasks are asked the same: see ``names`` and
``cloze``.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from bertlab.datasets import TaggedSentence, peoples_daily
from bertlab.finetuning.tagging import TaggedWords, news_words, split_long
from bertlab.pretraining.corpora import sentence_units
from bertlab.pretraining.data import PretrainingData
from bertlab.text.wordpiece import WordPieceTokenizer

NAME = "bert-mini-zh"
HELD_OUT_SEED = 1000  # of the masks of held-out text: the same for all models


class NamedLines(NamedTuple):
    """Lines to find names in, the long ones cut, so that nothing is lost.

    ``lines`` is for each text the number of the line it is from, 0, 1, 2 ...
    """

    texts: list[TaggedWords]
    lines: list[int]


@cache
def tokenizer() -> WordPieceTokenizer:
    """Return the tokenizer of all models."""
    return WordPieceTokenizer.from_folder(NAME)


def masked_news(part: str, max_length: int, seed: int, lines: int | None = None) -> PretrainingData:
    """Return examples of a part of the news, with words and names; lines of one sentence go.

    Args:
        part: ``"train"``, ``"validation"`` or ``"test"``.
        max_length: Longest example, specials included.
        seed: Decides order and masks.
        lines: How many lines to take, the first ones; None is all.
    """
    documents, units = _encoded(part, lines)
    return PretrainingData(
        documents, tokenizer(), max_length, seed, next_sentence=False, units=units
    )


@cache
def _encoded(part: str, lines: int | None) -> tuple[list, list]:
    taken: Sequence[TaggedSentence] = getattr(peoples_daily(), part)[:lines]
    found = [sentence_units(line, tokenizer()) for line in taken]
    return (
        [[ids for ids, _ in sentences] for sentences in found],
        [[units for _, units in sentences] for sentences in found],
    )


def named_lines(part: str, number: int | None, max_length: int) -> NamedLines:
    """Return lines with the tags of their names, drawn once and for all; None is all lines."""
    every = getattr(peoples_daily(), part)
    chosen = np.random.default_rng(0).permutation(len(every))[:number]
    texts, lines = list[TaggedWords](), list[int]()
    for line, index in enumerate(chosen):
        parts = split_long(news_words(every[index], tokenizer()), tokenizer(), max_length)
        texts += parts
        lines += [line] * len(parts)
    return NamedLines(texts, lines)
