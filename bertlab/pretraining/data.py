"""Pre-training examples: documents become pairs of sentences, and pairs become masked batches.

Every example is drawn with a generator seeded by (seed, epoch, index), so it is the same whichever
process draws it, in whatever order, before or after an interruption.
"""

import copy
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Int
from torch import Tensor

from bertlab.pretraining.maskers import Masker
from bertlab.pretraining.masking import Masked, Unit, units_of_used_sentences
from bertlab.text.documents import Document, check_ids, cut_into_chunks, join
from bertlab.text.truncation import truncate
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.batches import similar_batches

STRANGERS = 8  # draws of which the one nearest in length is taken
IS_NEXT, NOT_NEXT = 0, 1  # the columns of the next-sentence logits, as published models have them


class Pair(NamedTuple):
    """Two segments of text as ids, and whether the second followed the first."""

    first: list[int]
    second: list[int]
    is_next: bool


class PretrainingBatch(NamedTuple):
    """Masked pairs as the model takes them, padded to the longest.

    Attributes:
        input_ids: (B, T).
        token_type_ids: (B, T), 1 for the second text.
        attention_mask: (B, T), 0 for padding.
        positions: (M,), chosen positions, counted through the batch row by row: b * T + t.
        targets: (M,), the pieces that stood there.
        next_labels: (B,), 0 where the second text followed the first, else 1.
    """

    input_ids: Int[Tensor, "B T"]
    token_type_ids: Int[Tensor, "B T"]
    attention_mask: Int[Tensor, "B T"]
    positions: Int[Tensor, " M"]
    targets: Int[Tensor, " M"]
    next_labels: Int[Tensor, " B"]

    def to(self, device: torch.device | str) -> "PretrainingBatch":
        """Move all tensors to a device."""
        return PretrainingBatch(*(tensor.to(device) for tensor in self))


class PretrainingData:
    """Draws masked pairs from documents, for ever: epoch after epoch.

    Args:
        documents: Sentences of ids; documents of one sentence cannot be split and are left out.
        tokenizer: Names the specials.
        max_length: Longest sequence, specials included.
        seed: Decides every choice.
        next_sentence: Whether half of the second texts come from another document. If not, an
            example is one segment of text, [CLS] text [SEP].
        sources: For each document the name of its collection: a text is paired with strangers of
            its own collection, or the collection would give them away.
        dynamic: Whether pairs and masks are drawn anew in each epoch, or always as in the first.
        masker: Which tokens are hidden; None is BERT's ``Masker``.
        units: For each sentence of each document its words and names, counted from its first token,
            for maskers that look at them.

    Raises:
        ValueError: If there are fewer than two documents to draw pairs from, an id is not in the
            vocabulary, nothing fits into ``max_length``, or units do not go with the documents or
            come with pairs, which they are not carried through.
    """

    def __init__(
        self,
        documents: Sequence[Document],
        tokenizer: WordPieceTokenizer,
        max_length: int = 128,
        seed: int = 0,
        next_sentence: bool = True,
        dynamic: bool = True,
        sources: Sequence[str] | None = None,
        masker: Masker | None = None,
        units: Sequence[Sequence[Sequence[Unit]]] | None = None,
    ) -> None:
        if max_length < 5:
            raise ValueError(f"max_length must be at least 5 (three specials), got {max_length}")
        sources = ["text"] * len(documents) if sources is None else sources
        if units is not None and next_sentence:
            raise ValueError("expected next_sentence=False where units are given, got True")
        self._units = None if units is None else units_of_used_sentences(documents, units)
        self.documents: list[list[list[int]]] = []
        self._fellows: list[list[int]] = []  # for each document those of its collection
        collections: dict[str, list[int]] = {}
        for document, source in zip(documents, sources, strict=True):
            sentences = [list(sentence) for sentence in document if len(sentence)]
            if len(sentences) >= 2:
                collections.setdefault(source, []).append(len(self.documents))
                self._fellows.append(collections[source])
                self.documents.append(sentences)
        counts = {source: len(found) for source, found in collections.items()}
        if not counts or min(counts.values()) < 2:
            raise ValueError(
                "expected, in each collection, two documents or more of two sentences or more, "
                f"got {counts or 0} among {len(documents)}"
            )
        check_ids(self.documents, len(tokenizer.vocabulary))
        self.tokenizer, self.max_length, self.seed = tokenizer, max_length, seed
        self.next_sentence, self.dynamic = next_sentence, dynamic
        self.chunks = [
            (index, start, end)
            for index, document in enumerate(self.documents)
            for start, end in cut_into_chunks(document, max_length - 3)
        ]
        self._lengths = np.array(
            [len(join(self.documents[d][start:end])) for d, start, end in self.chunks]
        )
        self._specials = [tokenizer.pad_id, tokenizer.cls_id, tokenizer.sep_id, tokenizer.mask_id]
        self.masker = Masker(tokenizer) if masker is None else masker

    def __len__(self) -> int:
        """How many examples an epoch has."""
        return len(self.chunks)

    def masked_by(self, masker: Masker) -> "PretrainingData":
        """Return the same examples in the same order, with tokens hidden in another way."""
        other = copy.copy(self)
        other.masker = masker
        return other

    def pair(self, epoch: int, index: int) -> Pair:
        """Return the pair of an example: a segment split in two, or half of it and a stranger."""
        generator = self._generator("pair", epoch, index)
        document, start, end = self.chunks[index]
        sentences = self.documents[document][start:end]
        if not self.next_sentence:
            return Pair(join(sentences), [], True)
        split = int(generator.integers(1, len(sentences)))
        first, second = join(sentences[:split]), join(sentences[split:])
        if generator.random() < 0.5:
            return Pair(first, second, True)
        return Pair(first, self._stranger(document, len(second), generator), False)

    def _generator(self, purpose: str, epoch: int, index: int) -> np.random.Generator:
        stream = ("order", "pair", "mask").index(purpose)
        return np.random.default_rng([self.seed, stream, epoch, index])

    def _stranger(self, document: int, length: int, generator: np.random.Generator) -> list[int]:
        """Return sentences of another document, nearly as long as the text they stand in for.

        Whole sentences seldom fit, and the difference in length would give the pair away. So the
        nearest of several draws is taken.
        """
        found = (self._segment(document, length, generator) for _ in range(STRANGERS))
        return min(found, key=lambda text: abs(len(text) - length))

    def _segment(self, document: int, length: int, generator: np.random.Generator) -> list[int]:
        """Return about so many tokens, in whole sentences, from anywhere in another document."""
        fellows = self._fellows[document]
        other = document
        while other == document:
            other = fellows[int(generator.integers(len(fellows)))]
        sentences = self.documents[other]
        start = int(generator.integers(len(sentences)))
        end = start + 1
        while end < len(sentences) and len(join(sentences[start:end])) < length:
            end += 1
        longer, shorter = join(sentences[start:end]), join(sentences[start : end - 1])
        too_long = len(longer) - length > length - len(shorter)
        return shorter if shorter and too_long else longer

    def example(self, epoch: int, index: int) -> tuple[Masked, list[int], bool]:
        """Return a masked sequence with its token types, and whether the second text is next."""
        epoch = epoch if self.dynamic else 0
        pair = self.pair(epoch, index)
        cls, sep = [self.tokenizer.cls_id], [self.tokenizer.sep_id]
        if self.next_sentence:
            kept, second = truncate(pair.first, pair.second, self.max_length)
            first = pair.first[-len(kept) :]  # its beginning goes, or the second would not follow
            ids = cls + first + sep + (second or []) + sep
            types = [0] * (len(first) + 2) + [1] * (len(ids) - len(first) - 2)
        else:
            ids = cls + truncate(pair.first, None, self.max_length)[0] + sep
            types = [0] * len(ids)
        array = np.array(ids)
        maskable = ~np.isin(array, self._specials)
        generator = self._generator("mask", epoch, index)
        masked = self.masker(array, maskable, self.units(index), generator)
        return masked, types, pair.is_next

    def units(self, index: int) -> list[Unit]:
        """Return the units of an example, counted from its [CLS]; one at the end may be cut."""
        if self._units is None:
            return []
        document, start, end = self.chunks[index]
        found, offset = list[Unit](), 1
        for sentence in range(start, end):
            units = self._units[document][sentence]
            found += [Unit(offset + first, offset + last, kind) for first, last, kind in units]
            offset += len(self.documents[document][sentence])
        room = self.max_length - 1
        return [Unit(u.start, min(u.end, room), u.kind) for u in found if u.start < room]

    def batch(self, examples: Sequence[tuple[int, int]]) -> PretrainingBatch:
        """Return some examples, each named by (epoch, index), as one batch."""
        drawn = [self.example(epoch, index) for epoch, index in examples]
        longest = max(len(types) for _, types, _ in drawn)
        shape = (len(drawn), longest)
        input_ids = np.full(shape, self.tokenizer.pad_id)
        token_types, visible = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        positions = []
        for row, (masked, types, _) in enumerate(drawn):
            length = len(types)
            input_ids[row, :length], token_types[row, :length] = masked.input_ids, types
            visible[row, :length] = 1
            positions.append(row * longest + masked.positions)
        targets = np.concatenate([masked.targets for masked, _, _ in drawn])
        labels = np.array([IS_NEXT if is_next else NOT_NEXT for _, _, is_next in drawn])
        arrays = (input_ids, token_types, visible, np.concatenate(positions), targets, labels)
        return PretrainingBatch(*(torch.from_numpy(array) for array in arrays))

    def order(self, step: int, batch_size: int) -> list[tuple[int, int]]:
        """Name the examples of a training step: each epoch goes through all in a new order."""
        numbers = range(step * batch_size, (step + 1) * batch_size)
        named = [divmod(number, len(self)) for number in numbers]
        return [(epoch, int(self._epoch(epoch, batch_size)[index])) for epoch, index in named]

    @lru_cache(maxsize=2)  # noqa: B019  (a data set lives as long as its run)
    def _epoch(self, epoch: int, batch_size: int) -> np.ndarray:
        """Return all indices in a random order in which batches hold texts of similar length."""
        generator = self._generator("order", epoch, 0)
        shuffled = generator.permutation(len(self))
        return np.concatenate(similar_batches(shuffled, self._lengths, batch_size, generator))
