"""The exercises of lesson 14; every slip is written here a second time, with other means."""

import math

import numpy as np
import pytest
import torch

from lessons.l14_sentence_bert import exercises
from tests.exercise_checks import assert_named, check_exercise_module, loaded

ours = loaded(exercises)


def test_the_exercises_are_sound():
    check_exercise_module(ours)


# --- (u, v, |u - v|), row by row ------------------------------------------------------------------


def rows(*blocks):
    """Join what each function makes of a pair of rows."""

    def pair_features(u, v):
        result = []
        for a, b in zip(u.tolist(), v.tolist(), strict=True):
            pairs = list(zip(a, b, strict=True))
            result.append([number for block in blocks for number in block(pairs)])
        return torch.tensor(result, dtype=u.dtype)

    return pair_features


def firsts(pairs):
    return [a for a, _ in pairs]


def seconds(pairs):
    return [b for _, b in pairs]


def sizes(pairs):
    return [max(a, b) - min(a, b) for a, b in pairs]


def below(u, v):
    return torch.from_numpy(np.vstack([u.numpy(), v.numpy(), np.abs(u.numpy() - v.numpy())]))


PAIR_FEATURES = {
    "the difference keeps its sign": rows(
        firsts, seconds, lambda pairs: [-b + a for a, b in pairs]
    ),
    "the product stands in place of the difference": rows(
        firsts, seconds, lambda pairs: [math.prod(pair) for pair in pairs]
    ),
    "the blocks are joined along the batch": below,
    "the difference is squared": rows(
        firsts, seconds, lambda pairs: [a * a - 2 * a * b + b * b for a, b in pairs]
    ),
    "the difference is one number for each pair": rows(
        firsts, seconds, lambda pairs: [math.dist(firsts(pairs), seconds(pairs))]
    ),
    "the vectors themselves are left out": rows(sizes),
    "the difference is left out": rows(firsts, seconds),
    "the blocks stand in another order": rows(sizes, firsts, seconds),
    "the blocks are stacked on a new axis": lambda u, v: torch.from_numpy(
        np.stack([u.numpy(), v.numpy(), np.abs(v.numpy() - u.numpy())], axis=1)
    ),
}


def dot(a, b):
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


# --- the triplet loss, one triple after the other -------------------------------------------------


def triples(cost, gather=lambda costs: math.fsum(costs) / len(costs)):
    """Return the loss that has a cost for each triple of lists, and gathers the costs."""

    def triplet_loss(anchors, positives, negatives, margin=1.0):
        lists = (each.tolist() for each in (anchors, positives, negatives))
        costs = [cost(a, p, n, margin) for a, p, n in zip(*lists, strict=True)]
        return torch.tensor(gather(costs), dtype=anchors.dtype)

    return triplet_loss


def gap(a, p, n):
    return math.dist(a, p) - math.dist(a, n)


def square(a, b):
    return math.fsum((x - y) ** 2 for x, y in zip(a, b, strict=True))


def manhattan(a, b):
    return math.fsum(abs(x - y) for x, y in zip(a, b, strict=True))


def cosine(a, b):
    return dot(a, b) / math.hypot(*a) / math.hypot(*b) if any(a) and any(b) else 0.0


def by_component(a, p, n, margin):
    costs = [max(0.0, abs(x - y) - abs(x - z) + margin) for x, y, z in zip(a, p, n, strict=True)]
    return math.fsum(costs) / len(costs)


def mean_then_cut(costs):
    return max(0.0, math.fsum(costs) / len(costs))


TRIPLET_LOSS = {
    "positive and negative have changed places": triples(
        lambda a, p, n, margin: max(0.0, gap(a, n, p) + margin)
    ),
    "the margin stands outside the maximum": triples(
        lambda a, p, n, margin: max(0.0, gap(a, p, n)) + margin
    ),
    "the triples are added up": triples(
        lambda a, p, n, margin: max(0.0, gap(a, p, n) + margin), math.fsum
    ),
    "a similarity is taken for a distance": triples(
        lambda a, p, n, margin: max(0.0, cosine(a, p) - cosine(a, n) + margin)
    ),
    "the distances are squared": triples(
        lambda a, p, n, margin: max(0.0, square(a, p) - square(a, n) + margin)
    ),
    "the mean is taken before the maximum": triples(
        lambda a, p, n, margin: gap(a, p, n) + margin, mean_then_cut
    ),
    "the margin is subtracted": triples(lambda a, p, n, margin: max(0.0, gap(a, p, n) - margin)),
    "nothing is cut at 0": triples(lambda a, p, n, margin: gap(a, p, n) + margin),
    "the margin is always 1": triples(lambda a, p, n, margin: max(0.0, gap(a, p, n) + 1)),
    "the margin is left out": triples(lambda a, p, n, margin: max(0.0, gap(a, p, n))),
    "each component is compared by itself": triples(by_component),
    "the sizes of the components are added up": triples(
        lambda a, p, n, margin: max(0.0, manhattan(a, p) - manhattan(a, n) + margin)
    ),
    "a loss for each triple is returned": triples(
        lambda a, p, n, margin: max(0.0, gap(a, p, n) + margin), list
    ),
}


# --- the nearest other texts, by sorting ----------------------------------------------------------


def by_sorting(score, keep=lambda i, j: True, reverse=True, finish=lambda order, k: order[:k]):
    """Return a search that sorts the texts j of each text i by a score."""

    def nearest_others(vectors, k):
        listed = vectors.tolist()
        result = []
        for i, a in enumerate(listed):
            scores = {j: score(i, j, a, b) for j, b in enumerate(listed) if keep(i, j)}
            result.append(finish(sorted(scores, key=scores.get, reverse=reverse), k))
        return torch.tensor(result)

    return nearest_others


def angle(i, j, a, b):
    return cosine(a, b)


def other(i, j):
    return i != j


def renumbered(vectors, k):
    found = by_sorting(angle, other)(vectors, k).tolist()
    return torch.tensor([[j - (j > i) for j in row] for i, row in enumerate(found)])


def values(vectors, k):
    found, listed = by_sorting(angle, other)(vectors, k).tolist(), vectors.tolist()
    return torch.tensor(
        [[cosine(listed[i], listed[j]) for j in row] for i, row in enumerate(found)],
        dtype=vectors.dtype,
    )


NEAREST_OTHERS = {
    "each text finds itself": by_sorting(lambda i, j, a, b: round(cosine(a, b), 9)),
    "the first one found is dropped, whoever it is": by_sorting(
        lambda i, j, a, b: round(cosine(a, b), 9), finish=lambda order, k: order[1 : k + 1]
    ),
    "dot products are compared": by_sorting(lambda i, j, a, b: dot(a, b), other),
    "the farthest texts are returned": by_sorting(angle, other, reverse=False),
    "the cosines are returned, not the places": values,
    "the diagonal is set to 0": by_sorting(lambda i, j, a, b: cosine(a, b) if i != j else 0.0),
    "the worst of the k comes first": by_sorting(
        angle, other, finish=lambda order, k: order[k - 1 :: -1]
    ),
    "places are counted without the text itself": renumbered,
    "texts and answers have changed places": lambda vectors, k: by_sorting(angle, other)(
        vectors, k
    ).permute(1, 0),
}


# --- MaxSim, one token after the other ------------------------------------------------------------


def tokens(match, gather=sum, keep=lambda shown: shown):
    """Return a score that gathers, over the query's tokens, what the kept tokens match."""

    def max_sim(query, documents, mask):
        scores = []
        for document, shown in zip(documents.tolist(), mask.tolist(), strict=True):
            kept = [token for token, one in zip(document, shown, strict=True) if keep(one)]
            scores.append(gather([match([dot(q, t) for t in kept]) for q in query.tolist()]))
        return torch.tensor(scores, dtype=query.dtype)

    return max_sim


def best_of_all(query, documents, mask):
    return sum(tokens(max)(query, documents, mask))


def over_the_query(query, documents, mask):
    scores = []
    for document, shown in zip(documents.tolist(), mask.tolist(), strict=True):
        kept = [token for token, one in zip(document, shown, strict=True) if one]
        scores.append(sum(max(dot(q, t) for q in query.tolist()) for t in kept))
    return torch.tensor(scores, dtype=query.dtype)


def padding_is_zero(query, documents, mask):
    return tokens(max, keep=lambda shown: True)(query, documents * mask[:, :, None], mask)


def inverted(query, documents, mask):
    def largest(values):
        return max(values, default=-math.inf)

    return tokens(largest, keep=lambda shown: not shown)(query, documents, mask)


MAX_SIM = {
    "padding is matched as well": tokens(max, keep=lambda shown: True),
    "the cosines of padding are set to 0": padding_is_zero,
    "the mean over the document's tokens is taken": tokens(
        lambda values: math.fsum(values) / len(values)
    ),
    "the maximum is taken over the query's tokens": over_the_query,
    "the matches are averaged, not added": tokens(
        max, lambda values: math.fsum(values) / len(values)
    ),
    "only the best pair of tokens counts": tokens(max, max),
    "the matches of all documents are added up": best_of_all,
    "the matches are not added up": tokens(max, list),
    "the mask is inverted": inverted,
}

SLIPS = {
    "pair_features": PAIR_FEATURES,
    "triplet_loss": TRIPLET_LOSS,
    "nearest_others": NEAREST_OTHERS,
    "max_sim": MAX_SIM,
}


@pytest.mark.parametrize("name", SLIPS)
def test_no_misconception_is_forgotten(name):
    assert set(SLIPS[name]) == {slip.name for slip in getattr(ours, name).misconceptions}


@pytest.mark.parametrize(
    ("name", "slip"), [(name, slip) for name, slips in SLIPS.items() for slip in slips]
)
def test_every_misconception_is_named(name, slip):
    assert_named(getattr(ours, name), SLIPS[name][slip], slip)
