"""Answers of the class to lesson 12, written from its text alone."""

from itertools import combinations, permutations
from math import comb, factorial

import numpy as np

# --- group_weights


def group_weights_wrong_1(num_players):
    return [1 / num_players for _ in range(num_players)]


def group_weights_wrong_2(num_players):
    n = num_players
    return [factorial(s) * factorial(n - s) / factorial(n) for s in range(n)]


def group_weights_wrong_3(num_players):
    n = num_players
    return [factorial(s) * factorial(n - s - 1) / factorial(n) for s in range(1, n)]


def group_weights_wrong_4(num_players):
    return [1 / 2 ** (num_players - 1)] * num_players


def group_weights_wrong_5(num_players):
    n = num_players
    return [factorial(s) * factorial(n - s - 1) / factorial(n - 1) for s in range(n)]


def group_weights_wrong_6(num_players):
    n = num_players
    return [float(factorial(s) * factorial(n - s - 1) // factorial(n)) for s in range(n)]


def group_weights_wrong_7(num_players):
    n = num_players
    return [1 / (n * comb(n, s)) for s in range(n)]


def group_weights_right_1(num_players):
    return [1 / (num_players * comb(num_players - 1, s)) for s in range(num_players)]


def group_weights_right_2(num_players):
    weights = [1 / num_players]
    for size in range(1, num_players):
        weights.append(weights[-1] * size / (num_players - size))
    return weights


# --- shapley_value


def shapley_value_wrong_1(worth, player, num_players):
    everyone = frozenset(range(num_players))
    return float(worth[everyone] - worth[everyone - {player}])


def shapley_value_wrong_2(worth, player, num_players):
    gains = [worth[g | {player}] - worth[g] for g in worth if player not in g]
    return float(sum(gains) / len(gains))


def shapley_value_wrong_3(worth, player, num_players):
    n, value = num_players, 0.0
    others = [p for p in range(n) if p != player]
    for size in range(n - 1):
        weight = factorial(size) * factorial(n - size - 1) / factorial(n)
        for group in map(frozenset, combinations(others, size)):
            value += weight * (worth[group | {player}] - worth[group])
    return value


def shapley_value_wrong_4(worth, player, num_players):
    n, value = num_players, 0.0
    others = [p for p in range(n) if p != player]
    for size in range(1, n):
        weight = factorial(size) * factorial(n - size - 1) / factorial(n)
        for group in map(frozenset, combinations(others, size)):
            value += weight * (worth[group | {player}] - worth[group])
    return value


def shapley_value_wrong_5(worth, player, num_players):
    n, value = num_players, 0.0
    others = [p for p in range(n) if p != player]
    for size in range(n):
        weight = factorial(size) * factorial(n - size - 1) / factorial(n)
        for group in map(frozenset, combinations(others, size)):
            value += weight * (worth[group] - worth[group | {player}])
    return value


def shapley_value_wrong_6(worth, player, num_players):
    n, value = num_players, 0.0
    others = [p for p in range(n) if p != player]
    for size in range(n):
        weight = factorial(size) * factorial(n - size - 1) / factorial(n)
        for group in map(frozenset, combinations(others, size)):
            value += weight * worth[group | {player}]
    return value


def shapley_value_wrong_7(worth, player, num_players):
    order, value = range(num_players), 0.0
    for shift in order:
        turned = [*order[shift:], *order[:shift]]
        before = frozenset(turned[: turned.index(player)])
        value += worth[before | {player}] - worth[before]
    return value / num_players


def shapley_value_wrong_8(worth, player, num_players):
    empty = worth[frozenset()]
    n, value = num_players, 0.0
    others = [p for p in range(n) if p != player]
    for size in range(n):
        weight = factorial(size) * factorial(n - size - 1) / factorial(n)
        for group in map(frozenset, combinations(others, size)):
            value += weight * (worth[group | {player}] - empty)
    return value


def shapley_value_right_1(worth, player, num_players):
    sums, counts = [0.0] * num_players, [0] * num_players
    for group, value in worth.items():
        if player not in group:
            sums[len(group)] += worth[group | {player}] - value
            counts[len(group)] += 1
    return sum(s / c for s, c in zip(sums, counts, strict=True)) / num_players


def shapley_value_right_2(worth, player, num_players):
    if num_players > 7:
        return shapley_value_right_1(worth, player, num_players)
    total = 0.0
    for order in permutations(range(num_players)):
        before = frozenset(order[: order.index(player)])
        total += worth[before | {player}] - worth[before]
    return total / factorial(num_players)


# --- show_group


def show_group_wrong_1(input_ids, special_ids, present, mask_id):
    masked = [input_ids[0]]
    removed = [input_ids[0]]
    for token, shown in zip(input_ids[1:-1], present, strict=False):
        masked.append(token if shown else mask_id)
        if shown:
            removed.append(token)
    return [*masked, input_ids[-1]], [*removed, input_ids[-1]]


def show_group_wrong_2(input_ids, special_ids, present, mask_id):
    left, masked = iter(present), []
    for token in input_ids:
        masked.append(token if token in special_ids or next(left) else mask_id)
    return masked, [token for token in masked if token != mask_id]


def show_group_wrong_3(input_ids, special_ids, present, mask_id):
    masked, removed = [], []
    for token in input_ids:
        if token in special_ids:
            masked.append(token)
            removed.append(token)
        elif present.pop(0):
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_wrong_4(input_ids, special_ids, present, mask_id):
    words = [token for token in input_ids if token not in special_ids]
    absent = {token for token, shown in zip(words, present, strict=True) if not shown}
    masked = [mask_id if token in absent else token for token in input_ids]
    return masked, [token for token in input_ids if token not in absent]


def show_group_wrong_5(input_ids, special_ids, present, mask_id):
    left, masked, removed = iter(present), [], []
    for token in input_ids:
        if token in special_ids:
            masked.append(token)
        elif next(left):
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_wrong_6(input_ids, special_ids, present, mask_id):
    left, masked, removed = iter(present), [], []
    for token in input_ids:
        absent = token not in special_ids and next(left)
        masked.append(mask_id if absent else token)
        if not absent:
            removed.append(token)
    return masked, removed


def show_group_wrong_7(input_ids, special_ids, present, mask_id):
    left, masked, removed = iter(present), [], []
    for token in input_ids:
        shown = next(left, True)
        if shown or token in special_ids:
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_right_1(input_ids, special_ids, present, mask_id):
    places = [i for i, token in enumerate(input_ids) if token not in special_ids]
    absent = {i for i, shown in zip(places, present, strict=True) if not shown}
    masked = list(input_ids)
    for i in absent:
        masked[i] = mask_id
    return masked, [token for i, token in enumerate(input_ids) if i not in absent]


# --- deletion_curve


def trapezoids(points):
    n = len(points) - 1
    return sum((points[i] + points[i + 1]) / 2 / n for i in range(n))


def deletion_curve_wrong_1(score, values):
    shown = [True] * len(values)
    points = [score(list(shown))]
    for token in sorted(range(len(values)), key=lambda token: values[token]):
        shown[token] = False
        points.append(score(list(shown)))
    return points, trapezoids(points)


def deletion_curve_wrong_2(score, values):
    shown = [True] * len(values)
    points = [score(list(shown))]
    for token in sorted(range(len(values)), key=lambda token: -abs(values[token])):
        shown[token] = False
        points.append(score(list(shown)))
    return points, trapezoids(points)


def deletion_curve_wrong_3(score, values):
    shown = [True] * len(values)
    points = [score(list(shown))]
    for token in sorted(range(len(values)), key=lambda token: -values[token]):
        shown[token] = False
        points.append(score(list(shown)))
    return points, sum(points) / len(points)


def deletion_curve_wrong_4(score, values):
    points = [score([True] * len(values))]
    for token in sorted(range(len(values)), key=lambda token: -values[token]):
        shown = [True] * len(values)
        shown[token] = False
        points.append(score(shown))
    return points, trapezoids(points)


def deletion_curve_wrong_5(score, values):
    shown = [True] * len(values)
    points = [score(list(shown))]
    for token in sorted(range(len(values)), key=lambda token: -values[token]):
        shown[token] = False
        points.append(score(list(shown)))
    return points, float(np.trapezoid(points))


def deletion_curve_wrong_6(score, values):
    shown = [False] * len(values)
    points = [score(list(shown))]
    for token in sorted(range(len(values)), key=lambda token: -values[token]):
        shown[token] = True
        points.append(score(list(shown)))
    return points, trapezoids(points)


def deletion_curve_wrong_7(score, values):
    shown = [True] * len(values)
    points = []
    for token in sorted(range(len(values)), key=lambda token: -values[token]):
        points.append(score(list(shown)))
        shown[token] = False
    return points, trapezoids(points) if len(points) > 1 else 0.0


def deletion_curve_wrong_8(score, values):
    shown = [True] * len(values)
    points = [score(list(shown))]
    for token in sorted(range(len(values)), key=lambda token: -values[token]):
        shown[token] = False
        points.append(score(list(shown)))
    return points, sum(points[:-1]) / len(values)


def deletion_curve_wrong_9(score, values):
    ranks = np.argsort(-np.array(values))
    points = [score([True] * len(values))]
    for hidden in range(1, len(values) + 1):
        points.append(score([bool(rank >= hidden) for rank in ranks]))
    return points, trapezoids(points)


def deletion_curve_right_1(score, values):
    points = [score([True] * len(values))]
    for bound in sorted(values, reverse=True):
        points.append(score([value < bound for value in values]))
    return points, (sum(points) - (points[0] + points[-1]) / 2) / len(values)


def deletion_curve_right_2(score, values):
    shown = [True] * len(values)
    points = [score(list(shown))]
    for token in np.argsort(values)[::-1]:
        shown[token] = False
        points.append(score(list(shown)))
    return points, float(np.trapezoid(points, np.linspace(0, 1, len(points))))


WRONG = {
    "group_weights": [
        (group_weights_wrong_1, "weight of a size, not of one group of it"),
        (group_weights_wrong_2, "(N - s)! instead of (N - s - 1)!"),
        (group_weights_wrong_3, "leaves out the empty group"),
        (group_weights_wrong_4, "all groups alike"),
        (group_weights_wrong_5, "divides by (N - 1)!"),
        (group_weights_wrong_6, "integer division"),
        (group_weights_wrong_7, "counts groups of all N players, the one in question included"),
    ],
    "shapley_value": [
        (shapley_value_wrong_1, "what is lost if the player leaves the whole"),
        (shapley_value_wrong_2, "all groups weigh the same"),
        (shapley_value_wrong_3, "leaves out the group of all others"),
        (shapley_value_wrong_4, "leaves out the empty group"),
        (shapley_value_wrong_5, "without minus with"),
        (shapley_value_wrong_6, "does not subtract the worth without"),
        (shapley_value_wrong_7, "averages over turned orders instead of all"),
        (shapley_value_wrong_8, "subtracts the empty group's worth each time"),
    ],
    "show_group": [
        (show_group_wrong_1, "specials stand at both ends alone"),
        (show_group_wrong_2, "removes by mask id, also a [MASK] of the input"),
        (show_group_wrong_3, "pop empties the list present"),
        (show_group_wrong_4, "hides by id: a repeated token shares one fate"),
        (show_group_wrong_5, "specials are missing in the second list"),
        (show_group_wrong_6, "masks what is present"),
        (show_group_wrong_7, "takes a truth value at special tokens, too"),
    ],
    "deletion_curve": [
        (deletion_curve_wrong_1, "smallest value first"),
        (deletion_curve_wrong_2, "largest size first, sign left out"),
        (deletion_curve_wrong_3, "area as the mean of the points"),
        (deletion_curve_wrong_4, "hides one token at a time, shows it again"),
        (deletion_curve_wrong_5, "trapezoids of width 1"),
        (deletion_curve_wrong_6, "insertion instead of deletion"),
        (deletion_curve_wrong_7, "stops before the last token is hidden: N points"),
        (deletion_curve_wrong_8, "rectangles of the left ends"),
        (deletion_curve_wrong_9, "takes the order of argsort for ranks"),
    ],
}
RIGHT = {
    "group_weights": [group_weights_right_1, group_weights_right_2],
    "shapley_value": [shapley_value_right_1, shapley_value_right_2],
    "show_group": [show_group_right_1],
    "deletion_curve": [deletion_curve_right_1, deletion_curve_right_2],
}
