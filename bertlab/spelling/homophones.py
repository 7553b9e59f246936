"""Characters that sound alike, and sentences in which some were taken for others.

Whoever types pinyin types a syllable and chooses a character, so a slip is a homophone, and mostly
a frequent one. Errors are drawn in the same way: among the characters that share a syllable with
the right one, each as often as the newspaper has it. If all were drawn alike, most errors would be
rare characters, and counting would find them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from bertlab.datasets.chinese import Pronunciation
from bertlab.text.wordpiece import Encoded, WordPieceTokenizer
from bertlab.training.batches import DrawnData

SHARE = 0.1  # of the characters with a homophone: so many errors has a sentence that has any
IGNORED = -100  # the label of specials and padding; cross_entropy passes over it
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
        self.has_any: Bool[np.ndarray, " V"] = self.alike.any(axis=1)

    def of(self, piece: int) -> np.ndarray:
        """Return the ids of a character's homophones, the most frequent first."""
        ids = np.flatnonzero(self.alike[piece])
        return ids[np.argsort(-self.frequency[ids], kind="stable")]

    def choices(self) -> Bool[Tensor, "V V"]:
        """Return for each piece what may stand in its place: its homophones and itself."""
        return torch.from_numpy(self.alike | np.eye(len(self.alike), dtype=bool))

    def spoil(
        self, ids: Sequence[int], generator: np.random.Generator, by_frequency: bool = True
    ) -> list[int]:
        """Put homophones in the place of a tenth of the characters that have any, at least of one.

        Args:
            ids: The pieces of a sentence.
            generator: Source of the choices.
            by_frequency: Whether frequent homophones are drawn more often; false draws all alike.

        Raises:
            ValueError: If no character has a homophone.
        """
        spoiled = np.array(ids)
        places = np.flatnonzero(self.has_any[spoiled])
        if not len(places):
            raise ValueError(
                f"expected a character with a homophone among {len(spoiled)}, got none"
            )
        number = max(1, round(SHARE * len(places)))
        for place in generator.choice(places, number, replace=False):
            others = self.of(int(spoiled[place]))
            weights = self.frequency[others] if by_frequency else np.ones(len(others))
            spoiled[place] = generator.choice(others, p=weights / weights.sum())
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


class SpellingBatch(NamedTuple):
    """Sentences with errors as the model takes them; each tensor is (B, T), padded to the longest.

    Attributes:
        input_ids: What is written.
        token_type_ids: All 0.
        attention_mask: 1 for pieces, 0 for padding.
        right_ids: What should be written, ``IGNORED`` at specials and padding.
    """

    input_ids: Int[Tensor, "B T"]
    token_type_ids: Int[Tensor, "B T"]
    attention_mask: Int[Tensor, "B T"]
    right_ids: Int[Tensor, "B T"]

    def to(self, device: torch.device | str) -> "SpellingBatch":
        """Move all tensors to a device."""
        return SpellingBatch(*(tensor.to(device) for tensor in self))

    @property
    def is_wrong(self) -> Float[Tensor, "B T"]:
        """1 where another character should be written, else 0."""
        return ((self.right_ids != IGNORED) & (self.right_ids != self.input_ids)).float()


class SpellingData(DrawnData):
    """Sentences of which every second one, by chance, has errors.

    Args:
        sentences: The right sentences; each must have a character with a homophone.
        homophones: Where errors are drawn from.
        tokenizer: Cuts the sentences.
        seed: Of all errors. The same sentence at another place gets other ones.
        by_frequency: See ``Homophones.spoil``.

    Attributes:
        right: For each sentence the ids that should be written, without specials.
        shown: And those that are written.
        lengths: Pieces of each, specials included.

    Raises:
        ValueError: If there are no sentences, or one of them cannot be spoiled.
    """

    def __init__(
        self,
        sentences: Sequence[str],
        homophones: Homophones,
        tokenizer: WordPieceTokenizer,
        seed: int,
        by_frequency: bool = True,
    ) -> None:
        if not sentences:
            raise ValueError("expected at least one sentence, got none")
        self.tokenizer = tokenizer
        self.right = [tokenizer.text_ids(sentence) for sentence in sentences]
        order = np.random.default_rng([seed]).permutation(len(sentences))
        self.shown = list(self.right)
        for place in order[: len(sentences) // 2]:
            generator = np.random.default_rng([seed, place])
            self.shown[place] = homophones.spoil(self.right[place], generator, by_frequency)
        self.lengths = np.array([len(ids) + 2 for ids in self.right])

    def batch(self, places: Sequence[int] | np.ndarray) -> SpellingBatch:
        """Return the sentences at some places, padded to the longest."""
        start, end = self.tokenizer.cls_id, self.tokenizer.sep_id
        rows = [[start, *self.shown[place], end] for place in places]
        padded = self.tokenizer.pad([Encoded(row, [0] * len(row)) for row in rows])
        right = torch.full_like(padded.input_ids, IGNORED)
        for row, place in enumerate(places):
            right[row, 1 : 1 + len(self.right[place])] = torch.tensor(self.right[place])
        return SpellingBatch(*padded, right)
