"""Texts to pre-train on: documents of sentences, from the training splits only."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate, groupby

from bertlab import datasets
from bertlab.pretraining.masking import Unit
from bertlab.text.offsets import piece_offsets
from bertlab.text.wordpiece import WordPieceTokenizer

# A Chinese sentence ends with its mark or marks, and with the quotation marks that close behind.
_MARKS, _CLOSING = "。！？!?；", "”’』」）)"
_CHINESE_END = re.compile(
    rf"(?<=[{_MARKS}])(?![{_MARKS}{_CLOSING}])"
    rf"|(?:(?<=[{_MARKS}][{_CLOSING}])|(?<=[{_MARKS}][{_CLOSING}]{{2}}))(?![，、{_MARKS}{_CLOSING}])"
)
# An English one ends where a space and then a capital, a digit or a quotation mark follow.
_BEGINNING = r"(?=[\"'“‘(]?[A-Z0-9])"
_ENGLISH_END = re.compile(rf"(?<=[.!?])\s+{_BEGINNING}|(?<=[.!?][\"'”’)])\s+{_BEGINNING}")


@dataclass(frozen=True)
class Corpus:
    """Documents, each a list of sentences: to train on, and held out to watch progress."""

    train: tuple[list[str], ...]
    validation: tuple[list[str], ...]


def split_chinese(text: str) -> list[str]:
    """Split a Chinese text into sentences, which keep their marks: 你好。再见！ has two."""
    return [part.strip() for part in _CHINESE_END.split(text) if part.strip()]


def sentence_units(
    line: datasets.TaggedSentence, tokenizer: WordPieceTokenizer
) -> list[tuple[list[int], list[Unit]]]:
    """Return the sentences of a segmented line: the ids of each, and its words and names.

    A piece belongs to the unit it begins in. A unit that lies in two sentences is cut.
    """
    ends = accumulate(len(word) for word in line.words)
    spans = [("word", end - len(word), end) for word, end in zip(line.words, ends, strict=True)]
    spans += [("name", start, end) for start, end, _ in line.entities()]
    found, offset = [], 0
    for sentence in split_chinese(line.text):
        offset = line.text.index(sentence, offset)
        pieces = piece_offsets(sentence, tokenizer)
        starts = [offset + piece.start for piece in pieces]
        units = [
            Unit(bisect_left(starts, start), bisect_left(starts, end), kind)
            for kind, start, end in spans
        ]
        inside = [unit for unit in units if unit.start < unit.end]  # in this sentence
        found.append(([piece.id for piece in pieces], inside))
        offset += len(sentence)
    return found


def split_english(text: str) -> list[str]:
    """Split an English text into sentences at full stops; abbreviations before capitals are cut."""
    return [part.strip() for part in _ENGLISH_END.split(text) if part.strip()]


def _wiki() -> Corpus:
    def split(documents: Iterable[datasets.Document]) -> tuple[list[str], ...]:
        return tuple(
            [s for paragraph in document.paragraphs for s in split_english(paragraph)]
            for document in documents
        )

    return Corpus(split(datasets.wiki().train), split(datasets.wiki().validation))


def _shakespeare() -> Corpus:
    # A play's blocks are speeches: they are its sentences.
    plays = datasets.shakespeare()
    return Corpus(
        tuple(list(play.paragraphs) for play in plays.train),
        tuple(list(play.paragraphs) for play in plays.validation),
    )


def _peoples_daily() -> Corpus:
    news = datasets.peoples_daily()
    return Corpus(
        tuple(split_chinese(line.text) for line in news.train),
        tuple(split_chinese(line.text) for line in news.validation),
    )


def _book_reviews_zh() -> Corpus:
    reviews = datasets.book_reviews_zh()
    return Corpus(
        tuple(split_chinese(review.text) for review in reviews.train),
        tuple(split_chinese(review.text) for review in reviews.validation),
    )


def _reviews(ratings: datasets.Ratings) -> Corpus:
    # Sentences of one review or article follow each other.
    def documents(texts: Iterable[datasets.RatedText]) -> tuple[list[str], ...]:
        together = groupby(texts, key=lambda text: text.source)
        return tuple([text.text for text in document] for _, document in together)

    return Corpus(documents(ratings.train), documents(ratings.validation))


CORPORA: dict[str, Callable[[], Corpus]] = {
    "wiki": _wiki,
    "shakespeare": _shakespeare,
    "peoples_daily": _peoples_daily,
    "book_reviews_zh": _book_reviews_zh,
    "amazon": lambda: _reviews(datasets.amazon()),
    "nyt": lambda: _reviews(datasets.nyt()),
}


def corpus(name: str) -> Corpus:
    """Return the documents of a data set.

    Raises:
        ValueError: If there is none of that name.
    """
    if name not in CORPORA:
        raise ValueError(f"expected a name among {', '.join(CORPORA)}, got {name!r}")
    return CORPORA[name]()
