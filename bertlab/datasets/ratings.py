"""Short English texts with a mean human valence (Hutto and Gilbert 2014)."""

import html
import io
import re
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from bertlab.datasets.fetching.archive import read
from bertlab.datasets.splits import first_of_each, split
from bertlab.files import lines_of

_COLLECTION = "additional_resources/hutto_ICWSM_2014.tar.gz"
_LEXICON = "vaderSentiment/vader_lexicon.txt"
# The first under which, in all four sets, validation and test get 9 to 11% of the texts each, and
# their proportion of label 1 is within 3 points of the whole set's.
_SEED = 243


class RatedText(NamedTuple):
    """A text and how it was rated.

    Attributes:
        text: As published, HTML entities decoded.
        valence: Mean of about 20 ratings (15 to 29), from -4 (extremely negative) to 4.
        label: 1 if ``valence > 0``, else 0; so the few texts rated exactly 0 count as negative.
        source: The review or article it is a sentence of; empty where the collection is silent.
    """

    text: str
    valence: float
    label: int
    source: str = ""


@dataclass(frozen=True)
class Ratings:
    """Rated texts in three parts that share no text, and no review where that is known."""

    train: tuple[RatedText, ...]
    validation: tuple[RatedText, ...]
    test: tuple[RatedText, ...]


class _Row(NamedTuple):
    identifier: str
    rated: RatedText


@cache
def movie_reviews() -> Ratings:
    """Return 10,603 snippets of movie reviews; the source does not say which share a review."""
    return _ratings("movie_reviews", "movieReviewSnippets", _wording)


@cache
def amazon() -> Ratings:
    """Return 3,697 sentences of product reviews; those of one review stay in one part."""
    return _ratings("amazon", "amazonReviewSnippets", _source)


@cache
def nyt() -> Ratings:
    """Return 5,118 sentences of newspaper editorials; those of one article stay in one part."""
    return _ratings("nyt", "nytEditorialSnippets", _source)


@cache
def tweets() -> Ratings:
    """Return 4,140 tweets; variants in case and punctuation of one tweet stay in one part."""
    return _ratings("tweets", "tweets", _wording)


@cache
def sentiment_lexicon() -> dict[str, float]:
    """Return 7,506 words and emoticons with the mean of ten people's ratings, from -4 to 4."""
    lines = lines_of(read("movie_reviews", _LEXICON).decode())
    rows = [line.split("\t") for line in lines if line]
    return {word: float(mean) for word, mean, *_ in rows}


def _wording(row: _Row) -> str:
    """Return the letters and digits, so that ``Yay!`` and ``YAY.`` go to the same part."""
    return re.sub(r"[\W_]+", " ", row.rated.text).strip() or row.rated.text


def _source(row: _Row) -> str:
    """Return the review or article that ``review_sentence`` identifiers begin with."""
    return row.identifier.partition("_")[0]


def _ratings(loader: str, file: str, key: Callable[[_Row], str]) -> Ratings:
    rows = first_of_each(_rows(loader, file), lambda row: row.rated.text)
    if key is _source:
        rows = [_Row(row.identifier, row.rated._replace(source=_source(row))) for row in rows]
    parts = split(rows, key, _SEED)
    return Ratings(*(tuple(row.rated for row in part) for part in parts))


def _rows(loader: str, file: str) -> list[_Row]:
    """Read one tab-separated file of the archive inside the archive."""
    rows = []
    for line in _collection(loader)[file].split("\r\n"):
        if line:
            identifier, valence, text = line.split("\t")
            mean = float(valence)
            text = html.unescape(html.unescape(text))  # some were escaped twice: &amp;#38;
            rows.append(_Row(identifier, RatedText(text, mean, int(mean > 0))))
    return rows


@cache
def _collection(loader: str) -> dict[str, str]:
    files = {}
    with tarfile.open(fileobj=io.BytesIO(read(loader, _COLLECTION)), mode="r:gz") as archive:
        for entry in archive:
            name, found, _ = entry.name.rpartition("/")[2].partition("_GroundTruth.txt")
            content = archive.extractfile(entry) if found and entry.isreg() else None
            if content:
                files[name] = content.read().decode("utf-8")
    return files
