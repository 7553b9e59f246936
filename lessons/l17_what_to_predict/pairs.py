"""Pairs of whole sentences: the next one, a stranger, or the two in the wrong order."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.corpora import corpus, split_chinese
from bertlab.pretraining.data import STRANGERS, Pair, PretrainingData
from bertlab.text.wordpiece import Encoded, WordPieceTokenizer
from bertlab.training.changes import read_change

NAME = "bert-mini-zh"
SOURCES = ("peoples_daily", "book_reviews_zh")
TASKS = ("NSP", "SOP")
TRIES = 20_000  # draws of strangers until none is thought to fit
ALL_PAIRS = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))  # of the sentences of a stretch


class Document(NamedTuple):
    """A paragraph of the news or a review: its sentences, and the collection it is from."""

    sentences: tuple[str, ...]
    source: str


class Asked(NamedTuple):
    """What a model is asked about: a sentence, the next one, and one of another document.

    ``document`` is its number among the documents of its part.
    """

    first: str
    second: str
    stranger: str
    document: int
    source: str


class Stretch(NamedTuple):
    """Three sentences that follow each other, and the number of their document."""

    sentences: tuple[str, str, str]
    document: int
    source: str


@cache
def tokenizer() -> WordPieceTokenizer:
    """Return the tokenizer of all models."""
    return WordPieceTokenizer.from_folder(NAME)


@cache
def documents(part: str, most: int | None = None) -> tuple[Document, ...]:
    """Return the documents of a part that have two sentences or more.

    Args:
        part: ``"train"``, ``"validation"`` or ``"test"``.
        most: How many of each collection, the first ones; None is all.
    """
    found = []
    for source in SOURCES:
        kept = [tuple(lines) for lines in _texts(source, part) if len(lines) > 1][:most]
        found += [Document(sentences, source) for sentences in kept]
    return tuple(found)


def _texts(source: str, part: str) -> Sequence[Sequence[str]]:
    if part != "test":
        return getattr(corpus(source), part)
    from bertlab import datasets

    return [split_chinese(one.text) for one in getattr(datasets, source)().test]


@dataclass(frozen=True)
class _Ids:
    """The ids of documents, and which sentences go together into an input."""

    rows: tuple[tuple[list[int], ...], ...]
    max_length: int

    @classmethod
    def of(cls, found: Sequence[Document], max_length: int) -> "_Ids":
        pieces = tokenizer()
        rows = tuple(tuple(pieces.text_ids(s) for s in one.sentences) for one in found)
        return cls(rows, max_length)

    def fit(self, first: tuple[int, int], second: tuple[int, int]) -> bool:
        """Tell whether two sentences, each (document, number), fit with [CLS] and two [SEP]."""
        lengths = [len(self.rows[d][n]) for d, n in (first, second)]
        return min(lengths) > 0 and sum(lengths) + 3 <= self.max_length


class WholePairs(PretrainingData):
    """Pairs of neighboring whole sentences, masked, for one of the two tasks.

    Nothing is ever cut: a pair that does not fit is left out. In a batch each pair stands twice:
    as it was written, and spoiled. ``NSP`` puts a sentence of another document of the same
    collection, of similar length, in the place of the second; ``SOP`` changes the order. (An epoch
    of odd number names the spoiled pairs of the one before.)

    Args:
        found: Documents.
        task: ``"NSP"`` or ``"SOP"``.
        max_length: Longest input, specials included.
        seed: Decides every choice.

    Raises:
        ValueError: If there is no such task.
    """

    def __init__(
        self, found: Sequence[Document], task: str, max_length: int = 48, seed: int = 0
    ) -> None:
        if task not in TASKS:
            raise ValueError(f"expected a task among {', '.join(TASKS)}, got {task!r}")
        ids = _Ids.of(found, max_length)
        super().__init__(ids.rows, tokenizer(), max_length, seed, sources=[d.source for d in found])
        self.task = task
        self.chunks = [
            (place, n, n + 2)
            for place, sentences in enumerate(self.documents)
            for n in range(len(sentences) - 1)
            if len(sentences[n]) + len(sentences[n + 1]) + 3 <= max_length
        ]
        lengths = [sum(map(len, self.documents[d][a:b])) for d, a, b in self.chunks]
        self._lengths = np.array(lengths)

    def order(self, step: int, batch_size: int) -> list[tuple[int, int]]:
        """Name the examples of a training step: half as many pairs, each in both ways."""
        pairs = super().order(step, batch_size // 2)
        return [(2 * epoch + way, place) for epoch, place in pairs for way in (0, 1)]

    def pair(self, epoch: int, place: int) -> Pair:
        """Return the pair of an example, with its label."""
        document, start, _ = self.chunks[place]
        first, second = self.documents[document][start : start + 2]
        if epoch % 2 == 0:
            return Pair(first, second, True)
        if self.task == "SOP":
            return Pair(second, first, False)
        generator = self._generator("pair", epoch, place)
        room = self.max_length - 3 - len(first)
        for _ in range(TRIES):
            other = self._stranger(document, len(second), generator)
            if len(other) <= room:
                return Pair(first, other, False)
        raise ValueError(f"expected a stranger of at most {room} tokens, got none in {TRIES} draws")

    def _segment(self, document: int, length: int, generator: np.random.Generator) -> list[int]:
        """Return one whole sentence of another document of the same collection."""
        fellows, other = self._fellows[document], document
        while other == document:
            other = fellows[int(generator.integers(len(fellows)))]
        return self.documents[other][int(generator.integers(len(self.documents[other])))]


@cache
def asked(
    part: str, max_length: int = 48, most: int | None = None, seed: int = 1000
) -> list[Asked]:
    """Return pairs of a part that fit, each with a stranger, the same for all models.

    Args:
        part: All pairs of ``"train"``, and one of each document of ``"validation"`` or ``"test"``.
        max_length: Longest input: no sentence is cut.
        most: Documents of each collection; None is all.
        seed: Draws the pair of a document, and strangers: eight for each pair, of which the nearest
            in length is taken.
    """
    found, generator = documents(part, most), np.random.default_rng(seed)
    ids = _Ids.of(found, max_length)
    fellows = {s: [n for n, one in enumerate(found) if one.source == s] for s in SOURCES}
    pairs = []
    for document, one in enumerate(found):
        places = range(len(one.sentences) - 1)
        fitting = [n for n in places if ids.fit((document, n), (document, n + 1))]
        if part != "train" and fitting:
            fitting = [fitting[int(generator.integers(len(fitting)))]]
        for n in fitting:
            wanted = len(ids.rows[document][n + 1])
            drawn = _stranger(ids, (document, n), wanted, fellows[one.source], generator)
            if drawn is None:
                continue
            stranger = found[drawn[0]].sentences[drawn[1]]
            first, second = one.sentences[n : n + 2]
            pairs.append(Asked(first, second, stranger, document, one.source))
    return pairs


def _stranger(
    ids: _Ids,
    first: tuple[int, int],
    wanted: int,
    fellows: Sequence[int],
    generator: np.random.Generator,
) -> tuple[int, int] | None:
    """Draw a sentence of another document, near a length, that fits beside the first, if any."""
    drawn: list[tuple[int, int]] = []
    for _ in range(TRIES):
        if len(drawn) == STRANGERS:
            break
        other = fellows[int(generator.integers(len(fellows)))]
        line = int(generator.integers(len(ids.rows[other])))
        if other != first[0] and ids.fit(first, (other, line)):
            drawn.append((other, line))
    return min(drawn, key=lambda one: abs(len(ids.rows[one[0]][one[1]]) - wanted), default=None)


def stretches(part: str, max_length: int = 48, most: int | None = None) -> list[Stretch]:
    """Return the first three neighboring sentences of each document of which any two fit."""
    found = documents(part, most)
    ids, taken = _Ids.of(found, max_length), []
    for document, one in enumerate(found):
        for n in range(len(one.sentences) - 2):
            if all(ids.fit((document, n + a), (document, n + b)) for a, b in ALL_PAIRS):
                first, second, third = one.sentences[n : n + 3]
                taken.append(Stretch((first, second, third), document, one.source))
                break
    return taken


def ordering_model() -> BertForPreTraining:
    """Return the model that learned which of two sentences came first."""
    return read_change(BertForPreTraining.from_pretrained(NAME), "zh-sentence-order").eval()


@torch.no_grad()
def pair_scores(
    model: BertForPreTraining, pairs: Sequence[tuple[str, str]], size: int = 64
) -> Float[Tensor, " N"]:
    """Return for each pair the log odds that the second sentence follows the first.

    Args:
        model: With a head for pairs.
        pairs: Sentences.
        size: Pairs in a batch, those of similar length together.
    """
    pieces = tokenizer()
    encoded: list[Encoded] = [pieces.encode(a, b) for a, b in pairs]
    order = sorted(range(len(pairs)), key=lambda n: len(encoded[n].input_ids))
    scores = torch.zeros(len(pairs))
    for begin in range(0, len(order), size):
        places = order[begin : begin + size]
        batch = pieces.pad([encoded[n] for n in places])
        logits = model.next_sentence(model.bert.summarize(*batch))
        scores[places] = logits[:, 0] - logits[:, 1]
    return scores
