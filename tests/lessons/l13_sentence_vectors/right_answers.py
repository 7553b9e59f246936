"""Right answers to the exercises of lesson 13, in other styles than the reference's."""

import math

import numpy as np
import torch
from sklearn.decomposition import PCA
from torch.nn.functional import cosine_similarity, log_softmax, normalize


def mean_by_loops(vectors):
    total, number = 0.0, len(vectors)
    for i in range(number):
        for j in range(number):
            if i != j:
                total += cosine_similarity(vectors[i], vectors[j], dim=0)
    return total / (number * (number - 1))


def mean_by_mask(vectors):
    unit = normalize(vectors, dim=-1)
    return (unit @ unit.T)[~torch.eye(len(unit), dtype=torch.bool)].mean()


def mean_by_the_sum(vectors):
    unit = normalize(vectors, dim=1)
    number = len(unit)
    return (unit.sum(dim=0).square().sum() - number) / (number * number - number)


def white_by_svd(fitted, queries, documents, dims):
    mean = fitted.mean(0)
    _, spread, directions = torch.linalg.svd(fitted - mean, full_matrices=False)
    matrix = directions[:dims].T @ torch.diag(1 / spread[:dims])
    left, right = (queries - mean) @ matrix, (documents - mean) @ matrix
    return cosine_similarity(left[:, None], right[None], dim=-1)


def white_by_scikit_learn(fitted, queries, documents, dims):
    pca = PCA(n_components=dims, whiten=True, svd_solver="full").fit(fitted.numpy())
    left, right = (torch.from_numpy(pca.transform(x.numpy())) for x in (queries, documents))
    return normalize(left, dim=1) @ normalize(right, dim=1).T


def white_by_numpy(fitted, queries, documents, dims):
    fitted, queries, documents = (np.asarray(x) for x in (fitted, queries, documents))
    values, vectors = np.linalg.eigh(np.cov(fitted, rowvar=False))
    best = np.argsort(-values)[:dims]
    matrix = vectors[:, best] * values[best] ** -0.5
    left, right = ((x - fitted.mean(axis=0)) @ matrix for x in (queries, documents))
    lengths = np.linalg.norm(left, axis=1)[:, None] * np.linalg.norm(right, axis=1)
    return torch.from_numpy(left @ right.T / lengths)


def contrast_by_loops(first, second, temperature):
    losses = []
    for i in range(len(first)):
        scores = [cosine_similarity(first[i], other, dim=0) / temperature for other in second]
        losses.append(math.log(sum(math.exp(score) for score in scores)) - scores[i])
    return sum(losses) / len(losses)


def contrast_by_log_softmax(first, second, temperature):
    scores = cosine_similarity(first[:, None], second[None], dim=2) / temperature
    return -log_softmax(scores, dim=1).diagonal().mean()


def contrast_by_logsumexp(first, second, temperature):
    first = first / first.norm(dim=1, keepdim=True)
    second = second / second.norm(dim=1, keepdim=True)
    scores = torch.einsum("id,jd->ij", first, second) / temperature
    return (scores.logsumexp(1) - torch.diag(scores)).mean()


RIGHT = {
    "mean_pair_cosine": [mean_by_loops, mean_by_mask, mean_by_the_sum],
    "whitened_cosines": [white_by_svd, white_by_scikit_learn, white_by_numpy],
    "contrast": [contrast_by_loops, contrast_by_log_softmax, contrast_by_logsumexp],
}
