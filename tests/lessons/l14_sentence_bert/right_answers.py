"""Right answers to the exercises of lesson 14, in other styles than the reference's."""

import numpy as np
import torch
from torch.nn import functional

# --- (u, v, |u - v|) ------------------------------------------------------------------------------


def pair_features_in_numpy(u, v):
    return torch.from_numpy(np.hstack([u.numpy(), v.numpy(), np.abs(v.numpy() - u.numpy())]))


def pair_features_by_stacking(u, v):
    return torch.stack([u, v, torch.maximum(u, v) - torch.minimum(u, v)], dim=1).flatten(1)


def pair_features_row_by_row(u, v):
    return torch.stack([torch.cat([a, b, abs(a - b)]) for a, b in zip(u, v, strict=True)])


# --- the triplet loss -----------------------------------------------------------------------------


def triplet_loss_by_functional(anchors, positives, negatives, margin=1.0):
    near = functional.pairwise_distance(anchors, positives, eps=0.0)
    far = functional.pairwise_distance(anchors, negatives, eps=0.0)
    return functional.relu(near - far + margin).mean()


def triplet_loss_by_loops(anchors, positives, negatives, margin=1.0):
    total = 0.0
    for a, p, n in zip(anchors, positives, negatives, strict=True):
        missing = torch.dist(a, p) + margin - torch.dist(a, n)
        total = total + max(missing, torch.zeros_like(missing))
    return total / len(anchors)


def triplet_loss_by_squares(anchors, positives, negatives, margin=1.0):
    near, far = ((anchors - x).square().sum(-1).sqrt() for x in (positives, negatives))
    missing = margin + near - far
    return torch.where(missing > 0, missing, 0.0).sum() / missing.numel()


# --- the nearest others ---------------------------------------------------------------------------


def nearest_others_by_fill(vectors, k):
    cosines = functional.cosine_similarity(vectors[:, None], vectors[None], dim=-1)
    cosines.fill_diagonal_(-2)
    return cosines.argsort(dim=1, descending=True)[:, :k]


def nearest_others_by_loops(vectors, k):
    unit = [v / v.norm() for v in vectors]
    rows = []
    for i, v in enumerate(unit):
        others = [j for j in range(len(unit)) if j != i]
        others.sort(key=lambda j: -(v @ unit[j]).item())
        rows.append(others[:k])
    return torch.tensor(rows)


def nearest_others_in_numpy(vectors, k):
    unit = vectors.numpy() / np.linalg.norm(vectors.numpy(), axis=1, keepdims=True)
    cosines = unit @ unit.T - 9 * np.eye(len(unit))
    return torch.from_numpy(np.argsort(-cosines, axis=1)[:, :k].copy())


# --- MaxSim ---------------------------------------------------------------------------------------


def max_sim_by_loops(query, documents, mask):
    scores = []
    for document, shown in zip(documents, mask, strict=True):
        tokens = document[shown == 1]
        scores.append(sum(max(q @ t for t in tokens) for q in query))
    return torch.stack(scores)


def max_sim_by_products(query, documents, mask):
    cosines = documents @ query.T  # (N, T, Q)
    cosines = torch.where(mask.bool().unsqueeze(-1), cosines, -9.0)
    return cosines.max(dim=1).values.sum(dim=-1)


def max_sim_by_bias(query, documents, mask):
    bias = (mask - 1).to(query.dtype) * 1e6
    cosines = torch.matmul(query, documents.transpose(1, 2)) + bias[:, None]
    return cosines.amax(-1).sum(-1)


RIGHT = {
    "pair_features": (
        pair_features_in_numpy,
        pair_features_by_stacking,
        pair_features_row_by_row,
    ),
    "triplet_loss": (
        triplet_loss_by_functional,
        triplet_loss_by_loops,
        triplet_loss_by_squares,
    ),
    "nearest_others": (
        nearest_others_by_fill,
        nearest_others_by_loops,
        nearest_others_in_numpy,
    ),
    "max_sim": (max_sim_by_loops, max_sim_by_products, max_sim_by_bias),
}
