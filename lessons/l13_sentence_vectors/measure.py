"""What lesson 13 measures live: a first look, a toy, groups of texts, a search."""

from lessons.l13_sentence_vectors import corpora
from lessons.l13_sentence_vectors.experiments import sentence_vectors

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

import torch
from jaxtyping import Float
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score
from torch import Tensor
from torch.nn.functional import normalize

from bertlab.datasets import amazon, movie_reviews, nyt, tweets
from bertlab.datasets.splits import first_of_each
from bertlab.model.bert import BertModel
from bertlab.model.checkpoint import read_tensors
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors.whitening import Whitening, mean_cosine

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


def grouped(
    vectors: Float[Tensor, "N D"], sources: Sequence[str], seeds: Sequence[int] = (0, 1, 2)
) -> list[float]:
    """Return how well k-means on unit vectors finds the sources, for each seed of its starts.

    0 is chance, 1 perfect (adjusted Rand index).
    """
    unit = normalize(vectors, dim=1).numpy()
    found = []
    for seed in seeds:
        means = KMeans(len(set(sources)), n_init=5, random_state=seed).fit(unit)
        found.append(float(adjusted_rand_score(sources, means.labels_)))
    return found


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


def evenness(
    anisotropy: Mapping[str, Mapping[str, float]],
    trained: Mapping[str, Any],
    sample: Float[Tensor, "N D"],
    rows: Mapping[str, Mapping[str, Any]],
) -> dict[str, tuple[float, float]]:
    """Return for each way the mean cosine of random pairs, and its score on editorials."""
    poolings = ("[CLS]", "mean", "max", "first-last")
    cosines = {f"minilm-words, {one}": anisotropy["minilm-words"][one] for one in poolings}
    cosines["minilm, mean"] = anisotropy["minilm"]["mean"]
    cosines["minilm-words, centered"] = mean_cosine(sample - sample.mean(dim=0))
    for dims in (380, 256, 128, 64, 32):
        after = Whitening(dims).fit(sample).transform(sample)
        cosines[f"minilm-words, whitened to {dims}"] = mean_cosine(after)
    for name, seeds in trained.items():
        mean = fmean(one["anisotropy"] for one in seeds)
        cosines[f"minilm-words, {name}"] = mean
    return {name: (value, value_of(rows[name], "editorials")[0]) for name, value in cosines.items()}


def fitted_on_few(
    sample: Float[Tensor, "N D"], sizes: Mapping[str, Mapping[str, Mapping[str, float]]]
) -> tuple[float, float]:
    """Return mean cosine and score of 380 whitened dimensions that were fitted on 600 sentences.

    Args:
        sample: Sentences; the mean cosine is that of those after the first 600.
        sizes: What was recorded, by number of sentences, dimensions and measure.
    """
    after = Whitening(380).fit(sample[:600]).transform(sample[600:])
    return mean_cosine(after), sizes["600"]["380"]["editorials"]


def weakest_variance(
    fitted: Float[Tensor, "N D"], new: Float[Tensor, "M D"], dims: int = 380, axes: int = 20
) -> float:
    """Return the variance of new vectors along the weakest whitened axes, which a good fit makes 1.

    Args:
        fitted: What the whitening is fitted on.
        new: Others.
        dims: Axes that are kept.
        axes: How many of the weakest ones are averaged.
    """
    after = Whitening(dims).fit(fitted).transform(new)
    return after[:, -axes:].var(dim=0).mean().item()


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
