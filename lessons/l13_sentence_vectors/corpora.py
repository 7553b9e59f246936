"""The sentences of this lesson: to fit on, to choose by, and to judge by."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from bertlab.datasets import amazon, movie_reviews, nyt, wiki
from bertlab.datasets.generated.paraphrases import Paraphrase
from bertlab.datasets.splits import first_of_each
from bertlab.datasets.wikipedia import Document

FEWEST_WORDS = 6
_END = re.compile(r'(?<=[.!?])["”’)\]]*\s+(?=["“(\[]?[A-Z0-9])')


class Pairs(NamedTuple):
    """Texts that belong together: the first of each pair asks for the second.

    Attributes:
        queries: N texts.
        documents: The text that belongs to query i is at i.
        groups: What was sampled: an article, or an event.
    """

    queries: list[str]
    documents: list[str]
    groups: list[str]


@cache
def fitting_sentences(number: int, seed: int = 0) -> tuple[str, ...]:
    """Return sentences without labels, drawn from training parts.

    They are of ``wiki``, ``movie_reviews`` and ``amazon``; none is of ``nyt``.

    Raises:
        ValueError: If there are not as many.
    """
    found = [sentence for document in wiki().train for sentence in sentences_of(document)]
    for ratings in (movie_reviews(), amazon()):
        found += [one.text for one in ratings.train]
    kept = first_of_each((text for text in found if _is_long(text)), lambda text: text)
    if number > len(kept):
        raise ValueError(f"expected at most {len(kept)} sentences, got {number}")
    order = np.random.default_rng(seed).permutation(len(kept))
    return tuple(kept[i] for i in order[:number])


def sentences_of(document: Document) -> list[str]:
    """Return the sentences of an article, in order."""
    return [text for paragraph in document.paragraphs for text in _END.split(paragraph)]


@cache
def editorial_neighbors() -> Pairs:
    """Return neighboring sentences of editorials (all parts of ``nyt``), to judge by."""
    texts = [one for part in (nyt().train, nyt().validation, nyt().test) for one in part]
    return _pairs((one.text, one.source) for one in texts)


@cache
def wiki_neighbors() -> Pairs:
    """Return neighboring sentences of the validation articles of ``wiki``, to choose by."""
    return _pairs(
        (text, f"{document.title} {number}")
        for document in wiki().validation
        for number, paragraph in enumerate(document.paragraphs)
        for text in _END.split(paragraph)
    )


def _pairs(texts: Iterator[tuple[str, str]]) -> Pairs:
    """Pair each sentence with the next one of its group; a sentence is in one pair at most."""
    pairs, before, seen = Pairs([], [], []), ("", ""), set[str]()
    for text, group in texts:
        if not _is_long(text) or text in seen:
            before = ("", "")
            continue
        if before[0] and before[1] == group:
            pairs.queries.append(before[0])
            pairs.documents.append(text)
            pairs.groups.append(group)
            seen |= {before[0], text}
            before = ("", "")
        else:
            before = (text, group)
    return pairs


def paraphrase_pairs(part: Sequence[Paraphrase]) -> Pairs:
    """Return generated paraphrases; the unit of their intervals is the event."""
    return Pairs(
        [pair.first for pair in part],
        [pair.second for pair in part],
        [str(pair.event) for pair in part],
    )


def _is_long(text: str) -> bool:
    return len(text.split()) >= FEWEST_WORDS
