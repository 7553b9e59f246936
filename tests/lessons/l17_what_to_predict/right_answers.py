"""Right answers to the exercises of lesson 17, in other styles than the reference's."""

from itertools import pairwise, permutations

import numpy as np
import torch

# --- best cue -------------------------------------------------------------------------------------


def best_cue_by_dictionary(pairs):
    counts = {}
    for first, second in pairs:
        for one in set(first + second):
            both = counts.setdefault(one, [0, 0])
            if one in second and one not in first:
                both[0] += 1
            if one in first and one not in second:
                both[1] += 1
    found = sorted(counts, key=lambda one: (counts[one][1] - counts[one][0], one))[0]
    return found, *counts[found]


def best_cue_by_loop(pairs):
    best = None
    for one in sorted(set("".join(a + b for a, b in pairs))):
        second = sum(one in b and one not in a for a, b in pairs)
        first = sum(one in a and one not in b for a, b in pairs)
        if best is None or second - first > best[1] - best[2]:
            best = (one, second, first)
    return best


def best_cue_by_numpy(pairs):
    letters = sorted({letter for pair in pairs for text in pair for letter in text})
    has = np.array([[[one in text for one in letters] for text in pair] for pair in pairs])
    second = (has[:, 1] & ~has[:, 0]).sum(axis=0)
    first = (has[:, 0] & ~has[:, 1]).sum(axis=0)
    n = int(np.argmax(second - first))
    return letters[n], int(second[n]), int(first[n])


# --- whole pairs ----------------------------------------------------------------------------------


def whole_pairs_by_zip(sentences, swapped, max_length):
    found = []
    for two, swap in zip(pairwise(sentences), swapped, strict=True):
        if 3 + sum(map(len, two)) <= max_length:
            found.append((*(two[::-1] if swap else two), int(swap)))
    return found


def whole_pairs_by_filter(sentences, swapped, max_length):
    room = max_length - 3
    fits = [n for n in range(1, len(sentences)) if len(sentences[n - 1] + sentences[n]) <= room]
    found = []
    for n in fits:
        first, second = sentences[n - 1], sentences[n]
        if swapped[n - 1]:
            first, second = second, first
        found.append((first, second, 1 if swapped[n - 1] else 0))
    return found


def whole_pairs_by_generator(sentences, swapped, max_length):
    def made():
        for n, swap in enumerate(swapped):
            a, b = sentences[n : n + 2]
            if len(a) + len(b) < max_length - 2:
                yield (b, a, 1) if swap else (a, b, 0)

    return list(made())


# --- replaced -------------------------------------------------------------------------------------


def replaced_by_scatter(ids, chosen, drawn):
    shown = ids.masked_scatter(chosen, drawn)
    return shown, ids.ne(shown).long()


def replaced_by_loop(ids, chosen, drawn):
    shown, labels, left = ids.clone(), torch.zeros_like(ids), list(drawn.tolist())
    for b in range(ids.shape[0]):
        for t in range(ids.shape[1]):
            if chosen[b, t]:
                shown[b, t] = left.pop(0)
                labels[b, t] = int(shown[b, t] != ids[b, t])
    return shown, labels


def replaced_at_places(ids, chosen, drawn):
    places = torch.nonzero(chosen.flatten())[:, 0]
    flat, labels = ids.flatten().clone(), torch.zeros(ids.numel(), dtype=torch.long)
    labels[places] = (flat[places] != drawn).long()
    flat[places] = drawn
    return flat.view_as(ids), labels.view_as(ids)


# --- the best order -------------------------------------------------------------------------------


def best_order_by_loop(scores):
    n, best, value = len(scores), None, float("-inf")
    for order in permutations(range(n)):
        total = sum(scores[order[k], order[k + 1]].item() for k in range(n - 1))
        if total > value:
            best, value = list(order), total
    return best


def best_order_by_numpy(scores):
    orders = np.array(list(permutations(range(len(scores)))))
    sums = scores.numpy()[orders[:, :-1], orders[:, 1:]].sum(axis=1)
    return orders[sums.argmax()].tolist()


def best_order_by_recursion(scores):
    table = scores.tolist()

    def finished(last, left):
        if not left:
            return 0.0, []
        tries = []
        for n in left:
            rest, order = finished(n, [m for m in left if m != n])
            tries.append((rest + (0.0 if last is None else table[last][n]), [n, *order]))
        most = max(value for value, _ in tries)
        return most, next(order for value, order in tries if value == most)

    return finished(None, list(range(len(table))))[1]


RIGHT = {
    "best_cue": (best_cue_by_dictionary, best_cue_by_loop, best_cue_by_numpy),
    "whole_pairs": (whole_pairs_by_zip, whole_pairs_by_filter, whole_pairs_by_generator),
    "replaced": (replaced_by_scatter, replaced_by_loop, replaced_at_places),
    "best_order": (best_order_by_loop, best_order_by_numpy, best_order_by_recursion),
}
