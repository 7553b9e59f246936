"""The exercises on sentence vectors; every slip is written here a second time, with NumPy."""

import math

import numpy as np
import pytest
import torch

from lessons.l13_sentence_vectors import exercises
from tests.exercise_checks import assert_named, check_exercise_module, loaded

ours = loaded(exercises)


def test_the_exercises_are_sound():
    check_exercise_module(ours)


# --- the mean cosine: pair by pair ----------------------------------------------------------------


def pairs_of(
    left=lambda rows: rows,
    measure=None,
    pairs=lambda n: [(i, j) for i in range(n) for j in range(n) if i != j],
    count=None,
    sign=lambda value: value,
):
    def cosine(a, b):
        return float(a @ b / math.sqrt(float(a @ a) * float(b @ b)))

    def mean_pair_cosine(vectors):
        rows = left(vectors.numpy())
        chosen = pairs(len(rows))
        values = [sign((measure or cosine)(rows[i], rows[j])) for i, j in chosen]
        number = count(len(rows)) if count else len(chosen)
        return torch.tensor(math.fsum(values) / number, dtype=torch.float64)

    return mean_pair_cosine


def with_the_mean(vectors):
    rows = vectors.numpy()
    mean = rows.mean(axis=0)
    lengths = np.sqrt((rows**2).sum(axis=1) * (mean**2).sum())
    return torch.tensor((rows @ mean / lengths).mean())


MEAN_SLIPS = {
    "each vector is compared with itself as well": pairs_of(
        pairs=lambda n: [(i, j) for i in range(n) for j in range(n)]
    ),
    "the diagonal is left out of the sum, but counted": pairs_of(count=lambda n: n * n),
    "each pair is added once, but counted twice": pairs_of(
        pairs=lambda n: [(i, j) for i in range(n) for j in range(i)],
        count=lambda n: n * (n - 1),
    ),
    "dot products are averaged, not cosines": pairs_of(measure=lambda a, b: float(a @ b)),
    "the columns are divided by their lengths, not the vectors": pairs_of(
        left=lambda rows: rows / np.sqrt((rows**2).sum(axis=0)),
        measure=lambda a, b: float(a @ b),
    ),
    "the dimensions are compared, not the vectors": pairs_of(left=lambda rows: rows.T.copy()),
    "the vectors are centered first": pairs_of(left=lambda rows: rows - rows.mean(axis=0)),
    "each vector is compared with the mean vector": with_the_mean,
    "signs are lost": pairs_of(sign=abs),
    "only neighboring rows are compared": pairs_of(
        pairs=lambda n: [(i, i + 1) for i in range(n - 1)]
    ),
}


def test_all_mean_slips_are_here():
    assert MEAN_SLIPS.keys() == {m.name for m in ours.mean_pair_cosine.misconceptions}


@pytest.mark.parametrize("name", MEAN_SLIPS)
def test_mean_slips_are_named(name):
    assert_named(ours.mean_pair_cosine, MEAN_SLIPS[name], name)


# --- whitening: by a singular value decomposition -------------------------------------------------


def by_svd(
    center_fit=True,
    center_texts="fitted",
    power=-1.0,
    keep=lambda u, s, k: (u[:, :k], s[:k]),
    fit=lambda fitted, queries, documents: fitted,
    unit=True,
):
    def whitened_cosines(fitted, queries, documents, dims):
        fitted, queries, documents = (x.numpy() for x in (fitted, queries, documents))
        known = fit(fitted, queries, documents)
        mean = known.mean(axis=0)
        rows = known - mean if center_fit else known
        _, spread, directions = np.linalg.svd(rows, full_matrices=True)
        spread = np.pad(spread, (0, max(0, rows.shape[1] - len(spread))))
        spread = spread / math.sqrt(len(rows) - 1)
        chosen, deviations = keep(directions.T, spread, dims)
        matrix = chosen * deviations**power
        if center_texts == "fitted":
            queries, documents = queries - mean, documents - mean
        if center_texts == "own":
            queries, documents = queries - queries.mean(axis=0), documents - documents.mean(axis=0)
        asked, found = queries @ matrix, documents @ matrix
        if unit:
            asked = asked / np.maximum(np.sqrt((asked**2).sum(axis=1, keepdims=True)), 1e-12)
            found = found / np.maximum(np.sqrt((found**2).sum(axis=1, keepdims=True)), 1e-12)
        return torch.from_numpy(asked @ found.T)

    return whitened_cosines


def rows_for_columns(fitted, queries, documents, dims):
    covariance = np.cov(fitted.numpy(), rowvar=False)
    values, vectors = np.linalg.eigh(covariance)
    matrix = (vectors @ np.diag(values**-0.5))[len(values) - dims :, :].T
    mean = fitted.numpy().mean(axis=0)
    return compared(queries.numpy() - mean, documents.numpy() - mean, matrix)


def compared(queries, documents, matrix):
    asked, found = queries @ matrix, documents @ matrix
    lengths = np.outer(np.linalg.norm(asked, axis=1), np.linalg.norm(found, axis=1))
    return torch.from_numpy(asked @ found.T / lengths)


WHITE_SLIPS = {
    "the vectors are not centered": by_svd(center_texts="no"),
    "the second moment takes the place of the covariance": by_svd(
        center_fit=False, center_texts="no"
    ),
    "the directions are multiplied by the root of the eigenvalue": by_svd(power=1.0),
    "the directions are divided by the eigenvalue, not by its root": by_svd(power=-2.0),
    "the directions keep their spread": by_svd(power=0.0),
    "the smallest eigenvalues are kept": by_svd(
        keep=lambda u, s, k: (u[:, len(s) - k :], s[len(s) - k :])
    ),
    "rows of the eigenvectors are kept, not columns": rows_for_columns,
    "queries and documents are centered by their own means": by_svd(center_texts="own"),
    "the whitening is fitted on the texts that are judged": by_svd(
        fit=lambda fitted, queries, documents: np.concatenate([queries, documents])
    ),
    "dot products are returned, not cosines": by_svd(unit=False),
}


def test_the_reference_is_what_a_singular_value_decomposition_gives():
    for case in ours.whitened_cosines.cases():
        expected = ours.whitened_cosines.reference(*case.args)
        torch.testing.assert_close(by_svd()(*case.args), expected)


def test_all_whitening_slips_are_here():
    assert WHITE_SLIPS.keys() == {m.name for m in ours.whitened_cosines.misconceptions}


@pytest.mark.parametrize("name", WHITE_SLIPS)
def test_whitening_slips_are_named(name):
    assert_named(ours.whitened_cosines, WHITE_SLIPS[name], name)


# --- the in-batch loss: sentence by sentence ------------------------------------------------------


def by_loop(
    score=lambda cosine, temperature: cosine / temperature,
    cosine=lambda a, b: float(a @ b) / math.sqrt(float(a @ a) * float(b @ b)),
    others=lambda i, n: range(n),
    swap=False,
    candidates=lambda first, second: second,
    squash=lambda scores: scores,
    finish=lambda losses: sum(losses) / len(losses),
    scale=lambda rows: rows,
):
    def contrast(first, second, temperature):
        first, second = scale(first.numpy()), scale(second.numpy())
        if swap:
            first, second = second, first
        found, losses = candidates(first, second), []
        for i in range(len(first)):
            scores = squash([score(cosine(first[i], one), temperature) for one in found])
            total = math.fsum(math.exp(scores[j]) for j in others(i, len(scores)))
            losses.append(math.log(total) - scores[i])
        return torch.tensor(finish(losses), dtype=torch.float64)

    return contrast


def softmax(scores):
    total = math.fsum(math.exp(one) for one in scores)
    return [math.exp(one) / total for one in scores]


def no_others(first, second, temperature):
    values = []
    for a, b in zip(first.numpy(), second.numpy(), strict=True):
        values.append(1 - float(a @ b) / math.sqrt(float(a @ a) * float(b @ b)))
    return torch.tensor(np.mean(values) / temperature)


CONTRAST_SLIPS = {
    "the right one is left out of the denominator": by_loop(
        others=lambda i, n: [j for j in range(n) if j != i]
    ),
    "the temperature is missing": by_loop(score=lambda cosine, temperature: cosine),
    "the cosines are multiplied by the temperature": by_loop(
        score=lambda cosine, temperature: cosine * temperature
    ),
    "the vectors are not divided by their lengths": by_loop(cosine=lambda a, b: float(a @ b)),
    "the columns are divided by their lengths, not the vectors": by_loop(
        scale=lambda rows: rows / np.sqrt((rows**2).sum(axis=0)),
        cosine=lambda a, b: float(a @ b),
    ),
    "each second vector looks for its first": by_loop(swap=True),
    "the first vectors are compared with each other": by_loop(
        candidates=lambda first, second: first
    ),
    "the loss is added up over the batch": by_loop(finish=sum),
    "the softmax is taken twice": by_loop(squash=softmax),
    "the logarithm of the probability is returned without its minus": by_loop(
        finish=lambda losses: -sum(losses) / len(losses)
    ),
    "the others of the batch have no part in it": no_others,
}


def test_all_contrast_slips_are_here():
    assert CONTRAST_SLIPS.keys() == {m.name for m in ours.contrast.misconceptions}


@pytest.mark.parametrize("name", CONTRAST_SLIPS)
def test_contrast_slips_are_named(name):
    assert_named(ours.contrast, CONTRAST_SLIPS[name], name)
