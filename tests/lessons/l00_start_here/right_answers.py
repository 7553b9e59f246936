"""Right answers to the exercises of lesson 00, in other styles than the reference."""

import math

import numpy as np
import torch
from torch.nn import functional


def cosine_by_loop(a, b):
    dot = squares_of_a = squares_of_b = 0.0
    for x, y in zip(a.tolist(), b.tolist(), strict=True):
        dot += x * y
        squares_of_a += x**2
        squares_of_b += y**2
    return torch.tensor(dot / math.sqrt(squares_of_a * squares_of_b))


def cosine_of_unit_vectors(a, b):
    a = a / a.norm()
    b = b / b.norm()
    return (a * b).sum()


def cosine_by_numpy(a, b):
    a, b = a.numpy(), b.numpy()
    return torch.tensor(np.dot(a, b) / np.linalg.norm(a) / np.linalg.norm(b))


def cosine_by_einsum(a, b):
    lengths = torch.einsum("d,d->", a, a).sqrt() * torch.einsum("d,d->", b, b).sqrt()
    return torch.einsum("d,d->", a, b) / lengths


def cosine_by_functional(a, b):
    return functional.cosine_similarity(a, b, dim=0)


def cosine_of_a_batch_of_one(a, b):
    return functional.cosine_similarity(a[None], b[None]).squeeze()


def comparisons_by_loops(same, different):
    points = 0
    for a in same:
        for b in different:
            points += 1 if a > b else 0.5 if a == b else 0
    return points / len(same) / len(different)


def comparisons_by_broadcasting(same, different):
    ahead = torch.tensor(same)[:, None] - torch.tensor(different)
    return ((ahead > 0).double() + (ahead == 0) / 2).mean().item()


def comparisons_by_signs(same, different):
    signs = np.sign(np.subtract.outer(same, different))
    return float((signs.mean() + 1) / 2)


def comparisons_by_ranks(same, different):
    below = sum(sum(b < a for b in different) for a in same)
    above = sum(sum(b > a for b in different) for a in same)
    return 0.5 + (below - above) / (2 * len(same) * len(different))


RIGHT = {
    "cosine": (
        cosine_by_loop,
        cosine_of_unit_vectors,
        cosine_by_numpy,
        cosine_by_einsum,
        cosine_by_functional,
        cosine_of_a_batch_of_one,
    ),
    "right_comparisons": (
        comparisons_by_loops,
        comparisons_by_broadcasting,
        comparisons_by_signs,
        comparisons_by_ranks,
    ),
}
