"""Answers of the class to lesson 14, written from its text alone."""

import torch
from torch.nn.functional import normalize

# Exercise 1: pair_features


def pair_features_wrong_1(u, v):
    return torch.cat([u, v, (u - v).abs()])


def pair_features_wrong_2(u, v):
    return torch.cat([u, v, u - v], dim=1)


def pair_features_wrong_3(u, v):
    return torch.cat([u, v, (u - v) ** 2], dim=1)


def pair_features_wrong_4(u, v):
    return torch.cat([u, (u - v).abs(), v], dim=1)


def pair_features_wrong_5(u, v):
    return torch.stack([u, v, (u - v).abs()], dim=1)


def pair_features_wrong_6(u, v):
    return torch.stack([u, v, (u - v).abs()], dim=2).flatten(1)


def pair_features_wrong_7(u, v):
    return torch.cat([u, v, (u - v).norm(dim=1, keepdim=True)], dim=1)


def pair_features_right_1(u, v):
    return torch.cat([u, v, (u - v).abs()], dim=1)


def pair_features_right_2(u, v):
    apart = torch.maximum(u, v) - torch.minimum(u, v)
    return torch.stack([u, v, apart], dim=1).flatten(1)


# Exercise 2: triplet_loss


def triplet_loss_wrong_1(anchors, positives, negatives, margin=1.0):
    near = ((anchors - positives) ** 2).sum(dim=1)
    far = ((anchors - negatives) ** 2).sum(dim=1)
    return (near - far + margin).clamp(min=0).mean()


def triplet_loss_wrong_2(anchors, positives, negatives, margin=1.0):
    near = (anchors - positives).norm(dim=1)
    far = (anchors - negatives).norm(dim=1)
    return (near - far + margin).mean().clamp(min=0)


def triplet_loss_wrong_3(anchors, positives, negatives, margin=1.0):
    near = (anchors - positives).norm(dim=1)
    far = (anchors - negatives).norm(dim=1)
    return (far - near + margin).clamp(min=0).mean()


def triplet_loss_wrong_4(anchors, positives, negatives, margin=1.0):
    near = (anchors - positives).norm(dim=1)
    far = (anchors - negatives).norm(dim=1)
    costs = (near - far + margin).clamp(min=0)
    return costs.sum() / (costs > 0).sum().clamp(min=1)


def triplet_loss_wrong_5(anchors, positives, negatives, margin=1.0):
    near = (anchors - positives).norm(dim=1)
    far = (anchors - negatives).norm(dim=1)
    return ((near - far).clamp(min=0) + margin).mean()


def triplet_loss_wrong_6(anchors, positives, negatives, margin=1.0):
    near = (anchors - positives).norm(dim=1)
    far = (anchors - negatives).norm(dim=1)
    return (near - far + margin).clamp(min=0).sum()


def triplet_loss_wrong_7(anchors, positives, negatives, margin=1.0):
    near = (anchors - positives).norm(dim=0)
    far = (anchors - negatives).norm(dim=0)
    return (near - far + margin).clamp(min=0).mean()


def triplet_loss_right_1(anchors, positives, negatives, margin=1.0):
    near = (anchors - positives).norm(dim=1)
    far = (anchors - negatives).norm(dim=1)
    return (near - far + margin).clamp(min=0).mean()


def triplet_loss_right_2(anchors, positives, negatives, margin=1.0):
    costs = []
    for a, p, n in zip(anchors, positives, negatives, strict=True):
        near = ((a - p) ** 2).sum().sqrt()
        far = ((a - n) ** 2).sum().sqrt()
        costs.append(torch.relu(near + margin - far))
    return torch.stack(costs).mean()


# Exercise 3: nearest_others


def nearest_others_wrong_1(vectors, k):
    scores = vectors @ vectors.T
    own = torch.eye(len(vectors), dtype=torch.bool)
    return scores.masked_fill(own, float("-inf")).topk(k, dim=1).indices


def nearest_others_wrong_2(vectors, k):
    unit = normalize(vectors, dim=1)
    return (unit @ unit.T).topk(k, dim=1).indices


def nearest_others_wrong_3(vectors, k):
    unit = normalize(vectors, dim=1)
    cosines = unit @ unit.T
    return cosines.masked_fill(cosines > 0.99999, float("-inf")).topk(k, dim=1).indices


def nearest_others_wrong_4(vectors, k):
    unit = normalize(vectors, dim=1)
    cosines = unit @ unit.T
    cosines.fill_diagonal_(0)
    return cosines.topk(k, dim=1).indices


def nearest_others_wrong_5(vectors, k):
    unit = normalize(vectors, dim=1)
    cosines = (unit @ unit.T).fill_diagonal_(float("inf"))
    return cosines.argsort(dim=1)[:, :k]


def nearest_others_wrong_6(vectors, k):
    distances = torch.cdist(vectors, vectors).fill_diagonal_(float("inf"))
    return distances.topk(k, dim=1, largest=False).indices


def nearest_others_wrong_7(vectors, k):
    unit = normalize(vectors, dim=1)
    cosines = (unit @ unit.T).fill_diagonal_(float("-inf"))
    return cosines.argsort(dim=1)[:, -k:]


def nearest_others_right_1(vectors, k):
    unit = vectors / vectors.norm(dim=1, keepdim=True)
    own = torch.eye(len(vectors), dtype=torch.bool, device=vectors.device)
    return (unit @ unit.T).masked_fill(own, float("-inf")).topk(k, dim=1).indices


def nearest_others_right_2(vectors, k):
    unit = normalize(vectors, dim=1)
    rows = []
    for place in range(len(vectors)):
        cosines = (unit @ unit[place]).tolist()
        others = [other for other in range(len(vectors)) if other != place]
        rows.append(sorted(others, key=cosines.__getitem__, reverse=True)[:k])
    return torch.tensor(rows)


# Exercise 4: max_sim


def max_sim_wrong_1(query, documents, mask):
    cosines = torch.einsum("qd,ntd->nqt", query, documents)
    return (cosines * mask[:, None, :]).amax(dim=2).sum(dim=1)


def max_sim_wrong_2(query, documents, mask):
    cosines = torch.einsum("qd,ntd->nqt", query, documents)
    return cosines.masked_fill(mask[:, None, :] == 1, -1.0).amax(dim=2).sum(dim=1)


def max_sim_wrong_3(query, documents, mask):
    return torch.einsum("qd,ntd->nqt", query, documents).amax(dim=2).sum(dim=1)


def max_sim_wrong_4(query, documents, mask):
    cosines = torch.einsum("qd,ntd->nqt", query, documents)
    return cosines.masked_fill(mask[:, None, :] == 0, float("-inf")).amax(dim=2).mean(dim=1)


def max_sim_wrong_5(query, documents, mask):
    cosines = torch.einsum("qd,ntd->nqt", query, documents)
    return (cosines.amax(dim=1) * mask).sum(dim=1)


def max_sim_wrong_6(query, documents, mask):
    scores = []
    for document, length in zip(documents, mask.sum(dim=1).tolist(), strict=True):
        scores.append((query @ document[: int(length)].T).amax(dim=1).sum())
    return torch.stack(scores)


def max_sim_wrong_7(query, documents, mask):
    cosines = torch.einsum("qd,ntd->nqt", query, documents)
    return cosines.sum(dim=1).masked_fill(mask == 0, float("-inf")).amax(dim=1)


def max_sim_right_1(query, documents, mask):
    cosines = torch.einsum("qd,ntd->nqt", query, documents)
    cosines = cosines.masked_fill(mask[:, None, :] == 0, float("-inf"))
    return cosines.amax(dim=2).sum(dim=1)


def max_sim_right_2(query, documents, mask):
    scores = []
    for document, real in zip(documents, mask.bool(), strict=True):
        scores.append((document[real] @ query.T).max(dim=0).values.sum())
    return torch.stack(scores)


WRONG = {
    "pair_features": [
        (pair_features_wrong_1, "joins along the batch"),
        (pair_features_wrong_2, "forgets the absolute value"),
        (pair_features_wrong_3, "squares the difference"),
        (pair_features_wrong_4, "puts the difference between u and v"),
        (pair_features_wrong_5, "stacks the blocks on an axis of their own"),
        (pair_features_wrong_6, "mixes the blocks component by component"),
        (pair_features_wrong_7, "takes the length of the difference, one number"),
    ],
    "triplet_loss": [
        (triplet_loss_wrong_1, "takes squared distances"),
        (triplet_loss_wrong_2, "cuts at 0 after the mean, so good triples pay for bad ones"),
        (triplet_loss_wrong_3, "exchanges positive and negative"),
        (triplet_loss_wrong_4, "takes the mean over those that cost something"),
        (triplet_loss_wrong_5, "adds the margin after cutting at 0"),
        (triplet_loss_wrong_6, "returns the sum over the triples"),
        (triplet_loss_wrong_7, "takes the lengths of columns"),
    ],
    "nearest_others": [
        (nearest_others_wrong_1, "takes dot products instead of cosines"),
        (nearest_others_wrong_2, "lets a text find itself"),
        (nearest_others_wrong_3, "excludes every cosine of 1, and duplicates with it"),
        (nearest_others_wrong_4, "sets the diagonal to 0, which beats negative cosines"),
        (nearest_others_wrong_5, "takes the smallest cosines"),
        (nearest_others_wrong_6, "takes the Euclidean distance"),
        (nearest_others_wrong_7, "returns the best one last"),
    ],
    "max_sim": [
        (max_sim_wrong_1, "gives padding a 0, which beats negative cosines"),
        (max_sim_wrong_2, "hides the tokens, and shows padding"),
        (max_sim_wrong_3, "does not use the mask"),
        (max_sim_wrong_4, "takes the mean over the tokens of the query"),
        (max_sim_wrong_5, "lets each token of the document look for one of the query"),
        (max_sim_wrong_6, "takes the first tokens, as if padding were always on the right"),
        (max_sim_wrong_7, "adds first, and takes the best token for the whole query"),
    ],
}
RIGHT = {
    "pair_features": [pair_features_right_1, pair_features_right_2],
    "triplet_loss": [triplet_loss_right_1, triplet_loss_right_2],
    "nearest_others": [nearest_others_right_1, nearest_others_right_2],
    "max_sim": [max_sim_right_1, max_sim_right_2],
}
