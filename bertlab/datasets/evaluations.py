"""Human judgements that word and document vectors are compared with."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from bertlab.datasets.fetching.archive import read, read_all
from bertlab.files import lines_of

_FOLDER = "gensim/test/test_data"


@dataclass(frozen=True, eq=False)
class Lee:
    """News documents, some of them with the similarity that people saw between them.

    Attributes:
        background: 300 documents without ratings, to train on.
        documents: 50 other documents.
        similarities: ``(50, 50)``, symmetric, read-only: the mean rating of each pair of
            ``documents`` divided by its maximum, so 0.2 is the lowest and 1 the highest.
    """

    background: tuple[str, ...]
    documents: tuple[str, ...]
    similarities: np.ndarray


@dataclass(frozen=True)
class WordPair:
    """Two words and how alike people find them: 0 not at all, 10 the same."""

    first: str
    second: str
    score: float


@dataclass(frozen=True)
class Analogy:
    """``a`` is to ``b`` as ``c`` is to ``d``; ``section`` names the relation."""

    section: str
    a: str
    b: str
    c: str
    d: str


@cache
def lee() -> Lee:
    """Return the news documents of Lee, Pincombe and Welsh (2005) with their similarity ratings."""
    names = ("lee_background.cor", "lee.cor", "similarities0-1.txt")
    background, documents, table = read_all("lee", [f"{_FOLDER}/{name}" for name in names])
    upper = np.array([line.split() for line in lines_of(table.decode("ascii"))], dtype=float)
    similarities = upper + upper.T - np.diag(np.diag(upper))  # the file leaves the lower half 0
    similarities.setflags(write=False)
    return Lee(
        tuple(lines_of(background.decode("ascii"))),
        tuple(lines_of(documents.decode("latin-1"))),
        similarities,
    )


@cache
def wordsim353() -> tuple[WordPair, ...]:
    """Return the 353 word pairs of WordSim-353 (Finkelstein et al. 2002): relatedness.

    Related words count as close even if they are not alike, such as coffee and cup.
    """
    return _word_pairs("wordsim353", "wordsim353.tsv")


@cache
def simlex999() -> tuple[WordPair, ...]:
    """Return the 999 word pairs of SimLex-999 (Hill, Reichart and Korhonen 2015): similarity.

    Only likeness counts: coffee and cup are far apart.
    """
    return _word_pairs("simlex999", "simlex999.txt")


@cache
def analogies() -> tuple[Analogy, ...]:
    """Return the 19,544 analogy questions of Mikolov et al. (2013), in 14 sections."""
    questions, section = [], ""
    for line in lines_of(read("analogies", f"{_FOLDER}/questions-words.txt").decode("ascii")):
        if line.startswith(":"):
            section = line[1:].strip()
        else:
            questions.append(Analogy(section, *line.split()))
    return tuple(questions)


def _word_pairs(loader: str, name: str) -> tuple[WordPair, ...]:
    lines = lines_of(read(loader, f"{_FOLDER}/{name}").decode("ascii"))
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return tuple(WordPair(first, second, float(score)) for first, second, score in rows)
