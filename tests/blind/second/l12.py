"""Answers of the class to lesson 12, written from its text alone."""

from itertools import combinations
from math import comb, factorial

import numpy as np

# ---------------------------------------------------------------- group_weights


def group_weights_wrong_1(num_players):
    N = num_players
    return [factorial(s) * factorial(N - s) / factorial(N) for s in range(N)]


def group_weights_wrong_2(num_players):
    N = num_players
    return [factorial(s) * factorial(N - s - 1) / factorial(N) for s in range(N - 1)]


def group_weights_wrong_3(num_players):
    return [1 / comb(num_players - 1, size) for size in range(num_players)]


def group_weights_wrong_4(num_players):
    weights = []
    for size in range(num_players):
        one = factorial(size) * factorial(num_players - size - 1) / factorial(num_players)
        weights.append(one * comb(num_players - 1, size))
    return weights


def group_weights_wrong_5(num_players):
    N = num_players
    return [factorial(s) * factorial(N - s - 1) // factorial(N) for s in range(N)]


def group_weights_wrong_6(num_players):
    return [1 / 2 ** (num_players - 1)] * num_players


def group_weights_right_1(num_players):
    N = num_players
    return [factorial(s) * factorial(N - s - 1) / factorial(N) for s in range(N)]


def group_weights_right_2(num_players):
    weights = []
    for size in range(num_players):
        weights.append(1 / (num_players * comb(num_players - 1, size)))
    return weights


# ---------------------------------------------------------------- shapley_value


def shapley_value_wrong_1(worth, player, num_players):
    others = [p for p in range(num_players) if p != player]
    gains = []
    for size in range(num_players):
        for group in combinations(others, size):
            gains.append(worth[frozenset(group) | {player}] - worth[frozenset(group)])
    return sum(gains) / len(gains)


def shapley_value_wrong_2(worth, player, num_players):
    N, total = num_players, 0.0
    others = [p for p in range(N) if p != player]
    for size in range(1, N):
        weight = factorial(size) * factorial(N - size - 1) / factorial(N)
        for group in combinations(others, size):
            total += weight * (worth[frozenset(group) | {player}] - worth[frozenset(group)])
    return total


def shapley_value_wrong_3(worth, player, num_players):
    N, total = num_players, 0.0
    others = [p for p in range(N) if p != player]
    for size in range(len(others)):
        weight = factorial(size) * factorial(N - size - 1) / factorial(N)
        for group in combinations(others, size):
            total += weight * (worth[frozenset(group) | {player}] - worth[frozenset(group)])
    return total


def shapley_value_wrong_4(worth, player, num_players):
    N, total = num_players, 0.0
    others = [p for p in range(N) if p != player]
    for size in range(N):
        weight = factorial(size) * factorial(N - size - 1) / factorial(N)
        for group in combinations(others, size):
            before = worth[frozenset(group)] if group else 0.0
            total += weight * (worth[frozenset((*group, player))] - before)
    return total


def shapley_value_wrong_5(worth, player, num_players):
    everyone = frozenset(range(num_players))
    return float(worth[everyone] - worth[everyone - {player}])


def shapley_value_wrong_6(worth, player, num_players):
    others = [p for p in range(num_players) if p != player]
    total = 0.0
    for size in range(num_players):
        groups = [frozenset(group) for group in combinations(others, size)]
        total += np.mean([worth[group | {player}] - worth[group] for group in groups])
    return float(total)


def shapley_value_right_1(worth, player, num_players):
    N, total = num_players, 0.0
    others = [p for p in range(N) if p != player]
    for size in range(N):
        weight = factorial(size) * factorial(N - size - 1) / factorial(N)
        for group in combinations(others, size):
            total += weight * (worth[frozenset(group) | {player}] - worth[frozenset(group)])
    return total


def shapley_value_right_2(worth, player, num_players):
    total = 0.0
    for group, value in worth.items():
        if player in group:
            behind = num_players - len(group)
            share = factorial(len(group) - 1) * factorial(behind) / factorial(num_players)
            total += share * (value - worth[group - {player}])
    return float(total)


# ------------------------------------------------------------------- show_group


def show_group_wrong_1(input_ids, special_ids, present, mask_id):
    masked, removed = [], []
    for token in input_ids:
        if token in special_ids or present.pop(0):
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_wrong_2(input_ids, special_ids, present, mask_id):
    masked, removed = [], []
    for i, token in enumerate(input_ids):
        if token in special_ids or present[i - 1]:  # [CLS] has no truth value
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_wrong_3(input_ids, special_ids, present, mask_id):
    values = iter(present)
    masked = []
    for token in input_ids:
        shown = token in special_ids or next(values)
        masked.append(token if shown else mask_id)
    removed = [token for token in masked if token != mask_id]
    return masked, removed


def show_group_wrong_4(input_ids, special_ids, present, mask_id):
    players = [token for token in input_ids if token not in special_ids]
    masked, removed = [], []
    for token in input_ids:
        if token in special_ids or present[players.index(token)]:
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_wrong_5(input_ids, special_ids, present, mask_id):
    masked, removed = input_ids, []
    values = iter(present)
    for place, token in enumerate(input_ids):
        if token in special_ids or next(values):
            removed.append(token)
        else:
            masked[place] = mask_id
    return masked, removed


def show_group_wrong_6(input_ids, special_ids, present, mask_id):
    values = iter(present)
    masked, removed = [], []
    for token in input_ids:
        if token in special_ids:
            masked.append(token)
        elif next(values):
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_right_1(input_ids, special_ids, present, mask_id):
    values = iter(present)
    masked, removed = [], []
    for token in input_ids:
        if token in special_ids or next(values):
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_right_2(input_ids, special_ids, present, mask_id):
    places = [i for i, token in enumerate(input_ids) if token not in special_ids]
    hidden = {i for i, shown in zip(places, present, strict=True) if not shown}
    masked = [mask_id if i in hidden else token for i, token in enumerate(input_ids)]
    return masked, [token for i, token in enumerate(input_ids) if i not in hidden]


# --------------------------------------------------------------- deletion_curve


def deletion_curve_wrong_1(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: -abs(values[token]))
    present = [True] * N
    curve = [score(list(present))]
    for token in order:
        present[token] = False
        curve.append(score(list(present)))
    return curve, sum((a + b) / 2 for a, b in zip(curve, curve[1:], strict=False)) / N


def deletion_curve_wrong_2(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: -values[token])
    present = [True] * N
    curve = [score(list(present))]
    for token in order:
        present[token] = False
        curve.append(score(list(present)))
    return curve, sum(curve) / len(curve)


def deletion_curve_wrong_3(score, values):
    N = len(values)
    order = np.argsort(values)[::-1]
    curve = []
    for hidden in range(N + 1):
        gone = set(order[:hidden].tolist())
        curve.append(score([token not in gone for token in range(N)]))
    return curve, float(np.trapezoid(curve))


def deletion_curve_wrong_4(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: -values[token])
    curve = [score([True] * N)]
    for gone in order:
        curve.append(score([token != gone for token in range(N)]))
    return curve, sum((a + b) / 2 for a, b in zip(curve, curve[1:], strict=False)) / N


def deletion_curve_wrong_5(score, values):
    N = len(values)
    rank = sorted(range(N), key=lambda token: -values[token])
    curve = [score([rank[token] >= hidden for token in range(N)]) for hidden in range(N + 1)]
    return curve, sum((curve[i] + curve[i + 1]) / (2 * N) for i in range(N))


def deletion_curve_wrong_6(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: values[token])
    present = [True] * N
    curve = [score(list(present))]
    for token in order:
        present[token] = False
        curve.append(score(list(present)))
    return curve, sum((a + b) / 2 for a, b in zip(curve, curve[1:], strict=False)) / N


def deletion_curve_right_1(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: -values[token])
    present = [True] * N
    curve = [score(list(present))]
    for token in order:
        present[token] = False
        curve.append(score(list(present)))
    return curve, sum((a + b) / 2 for a, b in zip(curve, curve[1:], strict=False)) / N


def deletion_curve_right_2(score, values):
    N = len(values)
    limits = [float("inf"), *sorted(values, reverse=True)]
    curve = [score([value < limit for value in values]) for limit in limits]
    area = (sum(curve) - (curve[0] + curve[-1]) / 2) / N
    return curve, area


WRONG = {
    "group_weights": [
        (group_weights_wrong_1, "forgets the -1: the player himself among those behind"),
        (group_weights_wrong_2, "leaves out the group of all others"),
        (group_weights_wrong_3, "the share among groups of one size, not yet divided by N"),
        (group_weights_wrong_4, "the weight of all groups of a size together"),
        (group_weights_wrong_5, "integer division"),
        (group_weights_wrong_6, "the same weight for each group"),
    ],
    "shapley_value": [
        (shapley_value_wrong_1, "a plain mean over all groups"),
        (shapley_value_wrong_2, "leaves out the empty group"),
        (shapley_value_wrong_3, "leaves out the group of all others"),
        (shapley_value_wrong_4, "takes the empty group to be worth 0"),
        (shapley_value_wrong_5, "takes the player away from the whole, and stops there"),
        (shapley_value_wrong_6, "adds up the means of the sizes, and forgets to divide by N"),
    ],
    "show_group": [
        (show_group_wrong_1, "pops from the given list"),
        (show_group_wrong_2, "takes it that only the first token is a special one"),
        (show_group_wrong_3, "takes all masks out, also those that were in the text"),
        (show_group_wrong_4, "looks a token up by its id, which may come twice"),
        (show_group_wrong_5, "writes the masks into the given list"),
        (show_group_wrong_6, "leaves the special ones out of the second list"),
    ],
    "deletion_curve": [
        (deletion_curve_wrong_1, "ranks by size without sign"),
        (deletion_curve_wrong_2, "the mean of the scores for the area"),
        (deletion_curve_wrong_3, "trapezoids of width 1"),
        (deletion_curve_wrong_4, "hides one token at a time, and shows it again"),
        (deletion_curve_wrong_5, "takes the order of the tokens for their ranks"),
        (deletion_curve_wrong_6, "hides the smallest value first"),
    ],
}
RIGHT = {
    "group_weights": [group_weights_right_1, group_weights_right_2],
    "shapley_value": [shapley_value_right_1, shapley_value_right_2],
    "show_group": [show_group_right_1, show_group_right_2],
    "deletion_curve": [deletion_curve_right_1, deletion_curve_right_2],
}
