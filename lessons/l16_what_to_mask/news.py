"""The news for maskers: examples with their words and names, and lines with names to find."""

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


class HalfWord(NamedTuple):
    """A line, cut into pieces, and a word of two characters in it that begins at ``start``."""

    ids: list[int]
    start: int


def half_words(number: int, max_length: int, seed: int = 0) -> list[HalfWord]:
    """Return words of two characters, each drawn from another test line.

    Args:
        number: Of words.
        max_length: Longest sentence, without specials.
        seed: Draws the lines, and a word of each.

    Raises:
        ValueError: If there are fewer lines.
    """
    generator, lines = np.random.default_rng(seed), peoples_daily().test
    found: list[HalfWord] = []
    for place in generator.permutation(len(lines)):
        for ids, units in sentence_units(lines[place], tokenizer())[:1]:
            pairs = [unit for unit in units if unit.kind == "word" and unit.end - unit.start == 2]
            if pairs and len(ids) <= max_length:
                found.append(HalfWord(ids, pairs[generator.integers(len(pairs))].start))
        if len(found) == number:
            return found
    raise ValueError(f"expected {number} lines with a word of two characters, got {len(found)}")


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
    for line, place in enumerate(chosen):
        parts = split_long(news_words(every[place], tokenizer()), tokenizer(), max_length)
        texts += parts
        lines += [line] * len(parts)
    return NamedLines(texts, lines)
