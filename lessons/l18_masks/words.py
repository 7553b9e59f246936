"""Words as sequences: [CLS], letters, [SEP], phonemes, [SEP]; and how far an answer is off."""

from collections.abc import Sequence
from functools import cache
from string import ascii_lowercase
from typing import Any

import numpy as np

from bertlab.datasets import SpokenWord, cmudict

SPECIALS = ("[PAD]", "[CLS]", "[SEP]", "[MASK]")
PAD, CLS, SEP, MASK = range(4)
LONGEST = 16  # phonemes that are written at most
Pair = tuple[list[int], list[int]]


@cache
def vocabulary() -> tuple[str, ...]:
    """Return all tokens by id: 4 specials, 26 letters, 39 phonemes."""
    heard = {phoneme for word in cmudict().train for way in word.pronunciations for phoneme in way}
    return (*SPECIALS, *ascii_lowercase, *sorted(heard))


@cache
def ids_of() -> dict[str, int]:
    """Return the id of each token."""
    return {token: number for number, token in enumerate(vocabulary())}


def spelled(spelling: str) -> list[int]:
    """Return the first part: [CLS], the letters, [SEP].

    Raises:
        ValueError: If there is another sign than a to z, or none.
    """
    if not spelling or not set(spelling) <= set(ascii_lowercase):
        raise ValueError(f"expected a word of the letters a to z, got {spelling!r}")
    return [CLS, *(ids_of()[letter] for letter in spelling), SEP]


def said(phonemes: Sequence[str]) -> list[int]:
    """Return the second part: the phonemes, [SEP]."""
    return [*(ids_of()[phoneme] for phoneme in phonemes), SEP]


def tokens(ids: Sequence[int]) -> list[str]:
    """Return the tokens of some ids."""
    return [vocabulary()[number] for number in ids]


def evenly(words: Sequence[Any], number: int) -> list[Any]:
    """Return some of the words, evenly spread over the alphabet."""
    return [words[i * len(words) // number] for i in range(number)]


def pair_of(word: SpokenWord, way: int) -> Pair:
    """Return both parts of a word, said in one of its ways."""
    return spelled(word.spelling), said(word.pronunciations[way % len(word.pronunciations)])


class WordBatches:
    """Batches of words of similar length, in an order that a seed decides.

    Args:
        words: To learn from.
        size: Words in a batch.
        seed: Of the order, and of the pronunciation where there are several.
    """

    def __init__(self, words: Sequence[SpokenWord], size: int, seed: int) -> None:
        self.words, self.size, self.seed = words, min(size, len(words)), seed
        self.epoch, self.order = -1, list[np.ndarray]()

    def __call__(self, step: int) -> list[Pair]:
        """Return the pairs of a step; the same for the same step."""
        epoch, number = divmod(step, len(self.words) // self.size)
        generator = np.random.default_rng([self.seed, epoch])
        if epoch != self.epoch:
            self.epoch, self.order = epoch, self._ordered(generator)
        way = int(np.random.default_rng([self.seed, epoch, number]).integers(12))
        return [pair_of(self.words[index], way) for index in self.order[number]]

    def _ordered(self, generator: np.random.Generator) -> list[np.ndarray]:
        shuffled = generator.permutation(len(self.words))
        lengths = np.array([len(self.words[index].spelling) for index in shuffled])
        batches: list[np.ndarray] = []
        for start in range(0, len(shuffled), 16 * self.size):  # sorted a few batches at a time
            part = slice(start, start + 16 * self.size)
            ordered = shuffled[part][np.argsort(lengths[part], kind="stable")]
            full = len(ordered) // self.size * self.size
            batches.extend(ordered[:full].reshape(-1, self.size))
        return [batches[index] for index in generator.permutation(len(batches))]


def phoneme_errors(answer: Sequence[str], word: SpokenWord) -> tuple[int, int]:
    """Return how many phonemes are wrong, missing or too many, and how many there are.

    Both are those of the pronunciation that is nearest to the answer.
    """
    from nltk import edit_distance  # takes seconds, and the path needs none

    found = [(edit_distance(list(answer), list(way)), len(way)) for way in word.pronunciations]
    return min(found)


def error_rates(answers: Sequence[Sequence[str]], words: Sequence[SpokenWord]) -> dict[str, float]:
    """Return the rates of ``phoneme`` and of ``word errors``, to four digits.

    Raises:
        ValueError: If there is not one answer for each word.
    """
    if len(answers) != len(words) or not words:
        raise ValueError(f"expected an answer to each word, got {len(answers)} to {len(words)}")
    pairs = zip(answers, words, strict=True)
    wrong, length = np.array([phoneme_errors(*pair) for pair in pairs]).T
    rates = {"phoneme errors": wrong.sum() / length.sum(), "word errors": (wrong > 0).mean()}
    return {name: round(float(rate), 4) for name, rate in rates.items()}
