"""Right answers to the exercises of lesson 15, in other styles than the reference's."""

import random
from collections import defaultdict

import numpy as np
import torch

# --- control labels -------------------------------------------------------------------------------


def control_labels_by_table(types, labels, seed):
    draw = random.Random(seed)
    table = {one: draw.choice(labels) for one in dict.fromkeys(types)}
    return [table[one] for one in types]


def control_labels_by_search(types, labels, seed):
    draw, found = random.Random(seed), []
    for place, one in enumerate(types):
        before = types.index(one)
        found.append(found[before] if before < place else draw.choice(labels))
    return found


def control_labels_by_function(types, labels, seed):
    draw = random.Random(seed)
    drawn = defaultdict(lambda: draw.choice(labels))
    return [drawn[one] for one in types]


# --- the strength of a cue ------------------------------------------------------------------------


def cue_strength_in_numpy(word, right, wrong):
    good = np.array([word in one for one in right])
    bad = np.array([word in one for one in wrong])
    usable = good ^ bad
    productivity = good[usable].mean() if usable.any() else 0.0
    return torch.tensor([productivity, usable.mean()]).float()


def cue_strength_by_lists(word, right, wrong):
    pairs = [({*a}, {*b}) for a, b in zip(right, wrong, strict=True)]
    usable = [a for a, b in pairs if word in a ^ b]
    hits = [a for a in usable if word in a]
    return torch.tensor([len(hits) / max(1, len(usable)), len(usable) / len(pairs)])


def cue_strength_by_counts(word, right, wrong):
    only_right = only_wrong = 0
    for a, b in zip(right, wrong, strict=True):
        if word in a and word not in b:
            only_right += 1
        if word in b and word not in a:
            only_wrong += 1
    total = only_right + only_wrong
    return torch.tensor([0.0 if total == 0 else only_right / total, total / len(wrong)])


# --- groups that are right as a whole -------------------------------------------------------------


def all_right_by_dict(right, group):
    whole = {}
    for one, name in zip(right.tolist(), group.tolist(), strict=True):
        whole[name] = whole.get(name, True) and one
    return torch.tensor(sum(whole.values()) / len(whole))


def all_right_by_wrong_ones(right, group):
    return 1 - torch.tensor(len(group[~right].unique()) / len(group.unique()))


def all_right_by_scatter(right, group):
    _, place = group.unique(return_inverse=True)
    lowest = torch.ones(int(place.max()) + 1)
    lowest = lowest.scatter_reduce(0, place, right.float(), "amin")
    return lowest.mean()


RIGHT = {
    "control_labels": (
        control_labels_by_table,
        control_labels_by_search,
        control_labels_by_function,
    ),
    "cue_strength": (cue_strength_in_numpy, cue_strength_by_lists, cue_strength_by_counts),
    "all_right": (all_right_by_dict, all_right_by_wrong_ones, all_right_by_scatter),
}
