"""The misconceptions about ``whitened_cosines``, each a wrong function with advice."""

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn.functional import normalize

from workbook.exercises import Misconception

Scaling = Callable[[Tensor], Tensor]


def _compared(queries: Tensor, documents: Tensor, matrix: Tensor) -> Tensor:
    return normalize(queries @ matrix, dim=1) @ normalize(documents @ matrix, dim=1).T


def _matrix(fitted: Tensor, dims: int, scaling: Scaling = torch.rsqrt) -> Tensor:
    values, directions = torch.linalg.eigh(torch.cov(fitted.T))
    return directions[:, -dims:] * scaling(values[-dims:])


def _with(scaling: Scaling) -> Callable[[Tensor, Tensor, Tensor, int], Tensor]:
    def wrong(fitted: Tensor, queries: Tensor, documents: Tensor, dims: int) -> Tensor:
        mean = fitted.mean(dim=0)
        return _compared(queries - mean, documents - mean, _matrix(fitted, dims, scaling))

    return wrong


def _smallest(fitted: Tensor, queries: Tensor, documents: Tensor, dims: int) -> Tensor:
    values, directions = torch.linalg.eigh(torch.cov(fitted.T))
    matrix = directions[:, :dims] / values[:dims].sqrt()
    mean = fitted.mean(dim=0)
    return _compared(queries - mean, documents - mean, matrix)


def _rows(fitted: Tensor, queries: Tensor, documents: Tensor, dims: int) -> Tensor:
    values, directions = torch.linalg.eigh(torch.cov(fitted.T))
    matrix = (directions / values.sqrt())[-dims:].T
    mean = fitted.mean(dim=0)
    return _compared(queries - mean, documents - mean, matrix)


def _uncentered(fitted: Tensor, queries: Tensor, documents: Tensor, dims: int) -> Tensor:
    values, directions = torch.linalg.eigh(fitted.T @ fitted / len(fitted))
    matrix = directions[:, -dims:] / values[-dims:].sqrt()
    return _compared(queries, documents, matrix)


def _own_means(fitted: Tensor, queries: Tensor, documents: Tensor, dims: int) -> Tensor:
    asked, found = queries - queries.mean(dim=0), documents - documents.mean(dim=0)
    return _compared(asked, found, _matrix(fitted, dims))


def _products(fitted: Tensor, queries: Tensor, documents: Tensor, dims: int) -> Tensor:
    mean, matrix = fitted.mean(dim=0), _matrix(fitted, dims)
    return (queries - mean) @ matrix @ ((documents - mean) @ matrix).T


def _one_sided(fitted: Tensor, queries: Tensor, documents: Tensor, dims: int) -> Tensor:
    mean, matrix = fitted.mean(dim=0), _matrix(fitted, dims)
    return _compared(queries, documents - mean, matrix)


MISCONCEPTIONS = (
    Misconception(
        "the vectors are not centered",
        "Subtract the mean of the fitted vectors from queries and documents: the common part is "
        "what makes all cosines large.",
        lambda fitted, queries, documents, dims: _compared(
            queries, documents, _matrix(fitted, dims)
        ),
        variants=(_one_sided,),
    ),
    Misconception(
        "the second moment takes the place of the covariance",
        "Subtract the mean before you compute the covariance; torch.cov does it.",
        _uncentered,
        variants=(
            lambda fitted, queries, documents, dims: _compared(
                queries - fitted.mean(dim=0),
                documents - fitted.mean(dim=0),
                torch.linalg.eigh(fitted.T @ fitted)[1][:, -dims:]
                / torch.linalg.eigh(fitted.T @ fitted)[0][-dims:].sqrt(),
            ),
        ),
    ),
    Misconception(
        "the directions are multiplied by the root of the eigenvalue",
        "Divide by the root: a direction in which the vectors vary much has to shrink.",
        _with(torch.sqrt),
    ),
    Misconception(
        "the directions are divided by the eigenvalue, not by its root",
        "An eigenvalue is a variance. Divide by the standard deviation, which is its root.",
        _with(torch.reciprocal),
    ),
    Misconception(
        "the directions keep their spread",
        "This is the rotation alone (PCA). Divide each direction by its standard deviation too.",
        _with(torch.ones_like),
    ),
    Misconception(
        "the smallest eigenvalues are kept",
        "eigh sorts from small to large: keep the last dims columns, where the vectors vary most.",
        _smallest,
    ),
    Misconception(
        "rows of the eigenvectors are kept, not columns",
        "The i-th eigenvector is eigenvectors[:, i]: keep columns.",
        _rows,
    ),
    Misconception(
        "queries and documents are centered by their own means",
        "Use the mean that was fitted. One query alone, centered by itself, would be 0.",
        _own_means,
    ),
    Misconception(
        "the whitening is fitted on the texts that are judged",
        "Mean and covariance are those of fitted alone. What is fitted on the test texts has seen "
        "the test.",
        lambda fitted, queries, documents, dims: _with(torch.rsqrt)(
            torch.cat([queries, documents]), queries, documents, dims
        ),
        variants=(
            lambda fitted, queries, documents, dims: _with(torch.rsqrt)(
                documents, queries, documents, dims
            ),
            lambda fitted, queries, documents, dims: _with(torch.rsqrt)(
                torch.cat([fitted, queries, documents]), queries, documents, dims
            ),
        ),
    ),
    Misconception(
        "dot products are returned, not cosines",
        "Divide the whitened vectors by their lengths before you multiply.",
        _products,
    ),
)
