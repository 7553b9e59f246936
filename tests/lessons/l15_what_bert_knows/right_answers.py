"""Right answers to the exercises of lesson 15, in other styles than the reference's."""

import random
import re
from collections import defaultdict

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


# --- the cue in the other warrant -----------------------------------------------------------------


def mirrored_by_branches(right, wrong, wordings):
    both = [right, wrong]
    for place in range(2):
        for plain, negated in wordings:
            if negated in both[place]:
                both[place] = both[place].replace(negated, plain)
                break
            if plain in both[place]:
                both[place] = both[place].replace(plain, negated)
                break
    return both


def mirrored_by_split(right, wrong, wordings):
    def reworded(warrant):
        for pair in wordings:
            for old, new in (pair, pair[::-1]):
                before, found, after = warrant.partition(old)
                if found:
                    return before + new + after
        return warrant

    return [reworded(right), reworded(wrong)]


def mirrored_by_pattern(right, wrong, wordings):
    other = dict(wordings) | {negated: plain for plain, negated in wordings}
    pattern = "|".join(map(re.escape, other))
    return [re.sub(pattern, lambda hit: other[hit.group()], one) for one in (right, wrong)]


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
    "mirrored": (mirrored_by_branches, mirrored_by_split, mirrored_by_pattern),
    "all_right": (all_right_by_dict, all_right_by_wrong_ones, all_right_by_scatter),
}
