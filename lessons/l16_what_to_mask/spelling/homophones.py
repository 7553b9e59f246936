"""Characters that sound alike, and sentences in which some were taken for others.

Whoever types pinyin types a syllable and chooses a character, so a slip is a homophone, and mostly
a frequent one. Errors are drawn in the same way: among the characters that share a syllable with
the right one, each as often as the newspaper has it. If all were drawn alike, most errors would be
rare characters, and counting would find them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
import torch
from jaxtyping import Bool
from torch import Tensor

from bertlab.datasets.chinese import Pronunciation
from bertlab.text.wordpiece import WordPieceTokenizer

PROPORTION = 0.1  # of the characters with a homophone: so many errors has a sentence that has any
FEWEST = 2  # words in which a reading must stand, if the character has no line that says so


class Homophones:
    """For each character of a vocabulary those that sound alike.

    Args:
        pronunciations: Characters and words with their syllables. A word tells how its characters
            sound; a reading that only one word has may be a slip, and does not count.
        tokenizer: Its characters are those that may be drawn.
        texts: Where characters are counted. One that never occurs is nobody's homophone.

    Attributes:
        frequency: (V,) how often each piece occurs in the texts.
        alike: (V, V) true where two different characters share a syllable and the second occurs.

    Raises:
        ValueError: If no two characters of the vocabulary sound alike.
    """

    def __init__(
        self,
        pronunciations: Iterable[Pronunciation],
        tokenizer: WordPieceTokenizer,
        texts: Iterable[str],
    ) -> None:
        counts: Counter[int] = Counter()
        for text in texts:
            counts.update(tokenizer.text_ids(text))
        size = len(tokenizer.vocabulary)
        self.frequency = np.array([counts[i] for i in range(size)], dtype=float)
        self.alike = np.zeros((size, size), dtype=bool)
        for characters in _by_syllable(pronunciations).values():
            ids = [tokenizer.ids[one] for one in characters if one in tokenizer.ids]
            self.alike[np.ix_(ids, ids)] = True
        np.fill_diagonal(self.alike, False)
        self.alike &= self.frequency > 0
        if not self.alike.any():
            raise ValueError(f"expected characters that sound alike among {size} pieces, got none")
        self.has_any: Bool[np.ndarray, " V"] = np.asarray(self.alike.any(axis=1))

    def of(self, piece: int) -> np.ndarray:
        """Return the ids of a character's homophones, the most frequent first."""
        ids = np.flatnonzero(self.alike[piece])
        return ids[np.argsort(-self.frequency[ids], kind="stable")]

    def choices(self) -> Bool[Tensor, "V V"]:
        """Return for each piece what may replace it: its homophones and itself."""
        return torch.from_numpy(self.alike | np.eye(len(self.alike), dtype=bool))

    def spoil(
        self, ids: Sequence[int], generator: np.random.Generator, by_frequency: bool = True
    ) -> list[int]:
        """Replace a tenth of the characters that have homophones by one of them, at least one.

        Args:
            ids: The pieces of a sentence.
            generator: Source of the choices.
            by_frequency: Whether frequent homophones are drawn more often; false draws all alike.

        Raises:
            ValueError: If no character has a homophone.
        """
        spoiled = np.array(ids)
        positions = np.flatnonzero(self.has_any[spoiled])
        if not len(positions):
            raise ValueError(
                f"expected a character with a homophone among {len(spoiled)}, got none"
            )
        number = max(1, round(PROPORTION * len(positions)))
        for position in generator.choice(positions, number, replace=False):
            others = self.of(int(spoiled[position]))
            weights = self.frequency[others] if by_frequency else np.ones(len(others))
            spoiled[position] = generator.choice(others, p=weights / weights.sum())
        return spoiled.tolist()


def _by_syllable(pronunciations: Iterable[Pronunciation]) -> dict[str, set[str]]:
    """Return the characters of each syllable."""
    found: dict[tuple[str, str], int] = Counter()
    for text, syllables in pronunciations:
        for character, syllable in zip(text, syllables, strict=True):
            found[character, syllable] += FEWEST if len(text) == 1 else 1
    groups: dict[str, set[str]] = defaultdict(set)
    for (character, syllable), times in found.items():
        if times >= FEWEST:
            groups[syllable].add(character)
    return groups
