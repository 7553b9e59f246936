"""Words of two characters in the news, half of which a model may see."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Bool
from torch import Tensor

from bertlab.datasets import peoples_daily
from bertlab.pretraining.corpora import sentence_units
from bertlab.probing.news import tokenizer


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


def listed(words: Sequence[HalfWord]) -> Bool[Tensor, " N"]:
    """Return which first halves a list of words tells from the second ones.

    The list answers with the word of two characters that ends so and is the most frequent in the
    training lines.
    """
    seen = Counter(word for line in peoples_daily().train for word in line.words if len(word) == 2)
    firsts: dict[str, str] = {}
    for word, _ in seen.most_common():
        firsts.setdefault(word[1], word[0])
    pieces = tokenizer().vocabulary
    halves = [[pieces[one] for one in word.ids[word.start :][:2]] for word in words]
    return torch.tensor([firsts.get(second) == first for first, second in halves])
