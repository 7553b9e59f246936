"""What lesson 13 measures live: a first look, a toy, a search."""

from lessons.l13_sentence_vectors import corpora
from lessons.l13_sentence_vectors.experiments import sentence_vectors

from collections.abc import Mapping
from statistics import fmean
from typing import Any, NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import normalize

from bertlab.datasets import amazon, movie_reviews, nyt, tweets
from bertlab.datasets.splits import first_of_each
from bertlab.model.bert import BertModel
from bertlab.model.checkpoint import read_tensors
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors.whitening import mean_cosine

SOURCES = {
    "movie": movie_reviews,
    "product": amazon,
    "editorial": nyt,
    "tweet": tweets,
}


class Snippet(NamedTuple):
    """A text, and where it is from."""

    text: str
    source: str


def snippets(each: int = 80) -> list[Snippet]:
    """Return held-out snippets of four sources, as many of each."""
    found = []
    for source, load in SOURCES.items():
        texts = first_of_each((one.text for one in load().test), lambda text: text)
        long = [text for text in texts if 8 <= len(text.split()) <= 30]
        found += [Snippet(text, source) for text in long[:each]]
    return found


def stored_vectors() -> Float[Tensor, "N D"]:
    """Return the mean vectors of some sentences of training parts, by ``minilm-words``."""
    return read_tensors(sentence_vectors.KEPT)["fit/mean"].float()


def token_cosine(bert: BertModel, tokenizer: WordPieceTokenizer) -> float:
    """Return the mean cosine of the token vectors of some sentences, all pairs of tokens."""
    batch = tokenizer.batch(corpora.fitting_sentences(144)[:48], max_length=32)
    with torch.no_grad():
        states = bert.eval()(*batch).last_hidden_state
    return float(mean_cosine(states[batch.attention_mask.bool()]))


def nearest(
    query: Float[Tensor, " D"], vectors: Float[Tensor, "N D"], number: int = 3
) -> list[tuple[float, int]]:
    """Return cosine and place of the nearest vectors, the nearest first."""
    return best_of(normalize(vectors, dim=1) @ normalize(query, dim=0), number)


def best_of(cosines: Float[Tensor, " N"], number: int = 3) -> list[tuple[float, int]]:
    """Return the highest cosines and their places, the highest first."""
    best = cosines.topk(number)
    return list(zip(best.values.tolist(), best.indices.tolist(), strict=True))


def cosines_with_first(kinds: Mapping[str, Float[Tensor, "N D"]]) -> dict[str, list[float]]:
    """Return for each kind of vectors the cosines of the first one with all others."""
    found = {}
    for name, vectors in kinds.items():
        unit = normalize(vectors, dim=1)
        found[name] = (unit[1:] @ unit[0]).tolist()
    return found


def rows_of(runs: Mapping[str, Any], trained: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return one row for each way: what was recorded, and the means over seeds of what learned.

    Args:
        runs: ``ways`` of the record of ``sentence_vectors``.
        trained: Results of the record of ``simcse``.
    """
    rows = {name: dict(row) for name, row in runs.items()}
    for name, seeds in trained.items():
        row: dict[str, Any] = {"dims": 384, "seeds": len(seeds)}
        for measure in ("editorials", "paraphrases", "lee"):
            keys = seeds[0][measure].keys()
            row[measure] = {key: fmean(one[measure][key] for one in seeds) for key in keys}
        rows[f"minilm-words, {name}"] = row
    return rows


def value_of(row: Mapping[str, Any], measure: str) -> tuple[float, float, float]:
    """Return a row's value of a measure, with its interval."""
    found = row[measure]
    value = found["value"] if measure == "lee" else found["reciprocal"]
    return value, found["low"], found["high"]


class Shape(NamedTuple):
    """What makes a cloud of vectors uneven.

    Attributes:
        common: Proportion of the mean squared length that is the mean vector's.
        strongest: Proportion of the variance that lies along the three strongest axes.
        largest: Proportion of the squared mean vector that its largest number has.
    """

    common: float
    strongest: float
    largest: float


def shape_of(vectors: Float[Tensor, "N D"]) -> Shape:
    """Return what makes vectors uneven."""
    exact = vectors.double()
    mean = exact.mean(dim=0)
    variances = torch.linalg.eigvalsh(torch.cov(exact.T))
    common = mean.square().sum() / exact.square().sum(dim=1).mean()
    strongest = variances[-3:].sum() / variances.sum()
    largest = mean.square().max() / mean.square().sum()
    return Shape(common.item(), strongest.item(), largest.item())


def pair_cosines(vectors: Float[Tensor, "N D"]) -> Float[Tensor, " P"]:
    """Return the cosines of all pairs of different vectors, each pair once."""
    unit = normalize(vectors, dim=1)
    return (unit @ unit.T)[torch.ones(len(unit), len(unit)).triu(diagonal=1).bool()]


def even_vectors(number: int, size: int) -> Float[Tensor, "N D"]:
    """Return vectors whose directions are even: Gaussian numbers."""
    return torch.randn(number, size, generator=torch.Generator().manual_seed(0))


def guess_among(number: int) -> float:
    """Return the mean reciprocal rank of a random order: the mean of 1, 1/2, ... 1/number."""
    return sum(1 / rank for rank in range(1, number + 1)) / number
