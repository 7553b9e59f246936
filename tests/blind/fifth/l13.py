"""Answers of the class to lesson 13, written from its text alone."""

import torch
from torch.nn.functional import cosine_similarity, cross_entropy, normalize

# Exercise 1: mean_pair_cosine


def mean_pair_cosine_wrong_1(vectors):
    unit = normalize(vectors, dim=1)
    return (unit @ unit.T).mean()


def mean_pair_cosine_wrong_2(vectors):
    N = len(vectors)
    dots = vectors @ vectors.T
    return (dots.sum() - dots.diagonal().sum()) / (N * (N - 1))


def mean_pair_cosine_wrong_3(vectors):
    unit = vectors / vectors.norm(dim=1, keepdim=True)
    cosines = unit @ unit.T
    cosines.fill_diagonal_(0)
    return cosines.mean()


def mean_pair_cosine_wrong_4(vectors):
    N = len(vectors)
    unit = vectors / vectors.norm(dim=1, keepdim=True)
    return (unit @ unit.T).triu(diagonal=1).sum() / (N * (N - 1))


def mean_pair_cosine_wrong_5(vectors):
    N = len(vectors)
    unit = vectors / vectors.norm(dim=0)
    cosines = unit @ unit.T
    return cosines[~torch.eye(N, dtype=torch.bool)].mean()


def mean_pair_cosine_wrong_6(vectors):
    N = len(vectors)
    unit = normalize(vectors - vectors.mean(dim=0), dim=1)
    return ((unit @ unit.T).sum() - N) / (N * (N - 1))


def mean_pair_cosine_wrong_7(vectors):
    return cosine_similarity(vectors[:-1], vectors[1:], dim=1).mean()


def mean_pair_cosine_right_1(vectors):
    N = len(vectors)
    unit = vectors / vectors.norm(dim=1, keepdim=True)
    cosines = unit @ unit.T
    return (cosines.sum() - cosines.diagonal().sum()) / (N * (N - 1))


def mean_pair_cosine_right_2(vectors):
    unit = normalize(vectors, dim=1)
    rows, columns = torch.triu_indices(len(vectors), len(vectors), offset=1)
    return (unit @ unit.T)[rows, columns].mean()


# Exercise 2: whitened_cosines


def whitened_cosines_wrong_1(fitted, queries, documents, dims):
    mean = fitted.mean(dim=0)
    values, U = torch.linalg.eigh(torch.cov(fitted.T))
    matrix = U[:, :dims] / values[:dims].sqrt()
    q = normalize((queries - mean) @ matrix, dim=1)
    d = normalize((documents - mean) @ matrix, dim=1)
    return q @ d.T


def whitened_cosines_wrong_2(fitted, queries, documents, dims):
    mean = fitted.mean(dim=0)
    values, U = torch.linalg.eigh(torch.cov(fitted.T))
    matrix = U[:, -dims:] / values[-dims:]
    q = normalize((queries - mean) @ matrix, dim=1)
    d = normalize((documents - mean) @ matrix, dim=1)
    return q @ d.T


def whitened_cosines_wrong_3(fitted, queries, documents, dims):
    mean = fitted.mean(dim=0)
    values, U = torch.linalg.eigh(torch.cov(fitted.T))
    matrix = U[-dims:].T / values[-dims:].sqrt()
    q = normalize((queries - mean) @ matrix, dim=1)
    d = normalize((documents - mean) @ matrix, dim=1)
    return q @ d.T


def whitened_cosines_wrong_4(fitted, queries, documents, dims):
    values, U = torch.linalg.eigh(torch.cov(fitted.T))
    matrix = U[:, -dims:] / values[-dims:].sqrt()
    q = normalize(queries @ matrix, dim=1)
    d = normalize(documents @ matrix, dim=1)
    return q @ d.T


def whitened_cosines_wrong_5(fitted, queries, documents, dims):
    mean = fitted.mean(dim=0)
    _, U = torch.linalg.eigh(torch.cov(fitted.T))
    q = normalize((queries - mean) @ U[:, -dims:], dim=1)
    d = normalize((documents - mean) @ U[:, -dims:], dim=1)
    return q @ d.T


def whitened_cosines_wrong_6(fitted, queries, documents, dims):
    values, U = torch.linalg.eigh(torch.cov(fitted.T))
    matrix = U[:, -dims:] / values[-dims:].sqrt()
    q = normalize((queries - queries.mean(dim=0)) @ matrix, dim=1)
    d = normalize((documents - documents.mean(dim=0)) @ matrix, dim=1)
    return q @ d.T


def whitened_cosines_wrong_7(fitted, queries, documents, dims):
    mean = fitted.mean(dim=0)
    values, U = torch.linalg.eigh(torch.cov(fitted.T))
    matrix = U[:, -dims:] / values[-dims:].sqrt()
    return ((queries - mean) @ matrix) @ ((documents - mean) @ matrix).T


def whitened_cosines_right_1(fitted, queries, documents, dims):
    mean = fitted.mean(dim=0)
    values, U = torch.linalg.eigh(torch.cov(fitted.T))
    matrix = U[:, -dims:] / values[-dims:].sqrt()
    q = normalize((queries - mean) @ matrix, dim=1)
    d = normalize((documents - mean) @ matrix, dim=1)
    return q @ d.T


def whitened_cosines_right_2(fitted, queries, documents, dims):
    exact = fitted.double()
    mean = exact.mean(dim=0)
    # The right singular vectors of the centered rows, largest first, are the eigenvectors.
    _, spread, directions = torch.linalg.svd(exact - mean, full_matrices=False)
    matrix = directions[:dims].T / (spread[:dims] / (len(fitted) - 1) ** 0.5)

    def whiten(vectors):
        out = (vectors.double() - mean) @ matrix
        return out / out.norm(dim=1, keepdim=True)

    return (whiten(queries) @ whiten(documents).T).to(queries.dtype)


# Exercise 3: contrast


def contrast_wrong_1(first, second, temperature):
    scores = normalize(first, dim=1) @ normalize(second, dim=1).T * temperature
    return cross_entropy(scores, torch.arange(len(first)))


def contrast_wrong_2(first, second, temperature):
    scores = first @ second.T / temperature
    return cross_entropy(scores, torch.arange(len(first)))


def contrast_wrong_3(first, second, temperature):
    scores = normalize(first, dim=1) @ normalize(second, dim=1).T / temperature
    return -scores.log_softmax(dim=0).diagonal().mean()


def contrast_wrong_4(first, second, temperature):
    scores = normalize(first, dim=1) @ normalize(second, dim=1).T / temperature
    return -scores.log_softmax(dim=1).diagonal().sum()


def contrast_wrong_5(first, second, temperature):
    scores = normalize(first, dim=1) @ normalize(second, dim=1).T / temperature
    own = torch.eye(len(first), dtype=torch.bool)
    others = scores.masked_fill(own, float("-inf")).logsumexp(dim=1)
    return (others - scores.diagonal()).mean()


def contrast_wrong_6(first, second, temperature):
    scores = normalize(first, dim=1) @ normalize(second, dim=1).T / temperature
    return cross_entropy(scores.softmax(dim=1), torch.arange(len(first)))


def contrast_wrong_7(first, second, temperature):
    scores = normalize(first, dim=1) @ normalize(second, dim=1).T / temperature
    return -scores.softmax(dim=1).diagonal().mean().log()


def contrast_right_1(first, second, temperature):
    scores = normalize(first, dim=1) @ normalize(second, dim=1).T / temperature
    return cross_entropy(scores, torch.arange(len(first), device=first.device))


def contrast_right_2(first, second, temperature):
    scores = cosine_similarity(first[:, None], second[None, :], dim=-1) / temperature
    return (scores.logsumexp(dim=1) - scores.diagonal()).mean()


WRONG = {
    "mean_pair_cosine": [
        (mean_pair_cosine_wrong_1, "counts each vector with itself"),
        (mean_pair_cosine_wrong_2, "takes dot products without dividing by the lengths"),
        (mean_pair_cosine_wrong_3, "sets the diagonal to 0, and still divides by N * N"),
        (mean_pair_cosine_wrong_4, "adds each pair once, and divides as if it were twice"),
        (mean_pair_cosine_wrong_5, "divides by the lengths of the columns"),
        (mean_pair_cosine_wrong_6, "subtracts the mean vector first"),
        (mean_pair_cosine_wrong_7, "compares each row with the next one only"),
    ],
    "whitened_cosines": [
        (whitened_cosines_wrong_1, "takes the largest eigenvalue to be the first"),
        (whitened_cosines_wrong_2, "divides by the eigenvalue, without the root"),
        (whitened_cosines_wrong_3, "takes the eigenvectors to be rows"),
        (whitened_cosines_wrong_4, "does not subtract the mean"),
        (whitened_cosines_wrong_5, "turns to the directions, and forgets to divide"),
        (whitened_cosines_wrong_6, "centers queries and documents by their own means"),
        (whitened_cosines_wrong_7, "takes dot products after whitening instead of cosines"),
    ],
    "contrast": [
        (contrast_wrong_1, "multiplies by the temperature"),
        (contrast_wrong_2, "takes dot products instead of cosines"),
        (contrast_wrong_3, "lets each second reading find the first: softmax over columns"),
        (contrast_wrong_4, "returns the sum over the batch"),
        (contrast_wrong_5, "leaves the right one out of the denominator"),
        (contrast_wrong_6, "gives probabilities to cross_entropy, so softmax is done twice"),
        (contrast_wrong_7, "takes the logarithm of the mean probability"),
    ],
}
RIGHT = {
    "mean_pair_cosine": [mean_pair_cosine_right_1, mean_pair_cosine_right_2],
    "whitened_cosines": [whitened_cosines_right_1, whitened_cosines_right_2],
    "contrast": [contrast_right_1, contrast_right_2],
}
