"""Answers of the class to lesson 12, written from its text alone."""

import math
from itertools import combinations

import numpy as np

# Exercise 1: group_weights


def group_weights_wrong_1(num_players):
    N = num_players
    return [float(math.factorial(s) * math.factorial(N - s - 1)) for s in range(N)]


def group_weights_wrong_2(num_players):
    N = num_players
    return [
        math.factorial(s) * math.factorial(N - s) / math.factorial(N) for s in range(num_players)
    ]


def group_weights_wrong_3(num_players):
    return [1 / num_players for _ in range(num_players)]


def group_weights_wrong_4(num_players):
    weights = []
    for size in range(num_players):
        orders = math.factorial(size) * math.factorial(num_players - size - 1)
        weights.append(float(orders // math.factorial(num_players)))
    return weights


def group_weights_wrong_5(num_players):
    return [1 / math.comb(num_players - 1, size) for size in range(num_players)]


def group_weights_wrong_6(num_players):
    all_orders, weights = math.factorial(num_players), []
    for size in range(num_players - 1):
        orders = math.factorial(size) * math.factorial(num_players - size - 1)
        weights.append(orders / all_orders)
    return weights


def group_weights_wrong_7(num_players):
    N = num_players + 1  # the others and the player in question
    return [
        math.factorial(s) * math.factorial(N - s - 1) / math.factorial(N)
        for s in range(num_players)
    ]


def group_weights_wrong_8(num_players):
    N = num_players
    return [math.factorial(s) * math.factorial(N - s) / math.factorial(N) for s in range(1, N + 1)]


def group_weights_wrong_9(num_players):
    return [1 / 2 ** (num_players - 1)] * num_players


def group_weights_right_1(num_players):
    all_orders, weights = math.factorial(num_players), []
    for size in range(num_players):
        orders = math.factorial(size) * math.factorial(num_players - size - 1)
        weights.append(orders / all_orders)
    return weights


def group_weights_right_2(num_players):
    return [1 / (num_players * math.comb(num_players - 1, s)) for s in range(num_players)]


# Exercise 2: shapley_value


def _weight(size, num_players):
    return (
        math.factorial(size) * math.factorial(num_players - size - 1) / math.factorial(num_players)
    )


def shapley_value_wrong_1(worth, player, num_players):
    others = [p for p in range(num_players) if p != player]
    steps = []
    for size in range(num_players):
        for group in combinations(others, size):
            steps.append(worth[frozenset(group) | {player}] - worth[frozenset(group)])
    return sum(steps) / len(steps)


def shapley_value_wrong_2(worth, player, num_players):
    others = [p for p in range(num_players) if p != player]
    value = 0.0
    for size in range(num_players - 1):
        for group in map(frozenset, combinations(others, size)):
            value += _weight(size, num_players) * (worth[group | {player}] - worth[group])
    return value


def shapley_value_wrong_3(worth, player, num_players):
    others = [p for p in range(num_players) if p != player]
    value = 0.0
    for size in range(1, num_players):
        for group in map(frozenset, combinations(others, size)):
            value += _weight(size, num_players) * (worth[group | {player}] - worth[group])
    return value


def shapley_value_wrong_4(worth, player, num_players):
    value = 0.0
    for size in range(num_players):
        groups = [frozenset(group) for group in combinations(range(num_players), size)]
        steps = [worth[group | {player}] - worth[group] for group in groups]
        value += sum(steps) / len(steps) / num_players
    return value


def shapley_value_wrong_5(worth, player, num_players):
    everyone = frozenset(range(num_players))
    return worth[everyone] - worth[everyone - {player}]


def shapley_value_wrong_6(worth, player, num_players):
    others = [p for p in range(num_players) if p != player]
    value, empty = 0.0, frozenset()
    for size in range(num_players):
        for group in map(frozenset, combinations(others, size)):
            value += _weight(size, num_players) * (worth[group | {player}] - worth[empty])
    return value


def shapley_value_wrong_7(worth, player, num_players):
    value = 0.0
    for group in worth:
        if player not in group:
            before = worth[group] if group else 0.0
            value += _weight(len(group), num_players) * (worth[group | {player}] - before)
    return value


def shapley_value_wrong_8(worth, player, num_players):
    value = 0.0
    for group, score in worth.items():
        if player in group:
            weight = math.factorial(len(group)) * math.factorial(num_players - len(group))
            value += weight / math.factorial(num_players) * (score - worth[group - {player}])
    return value


def shapley_value_wrong_9(worth, player, num_players):
    others = [p for p in range(num_players) if p != player]
    value = 0.0
    for size in range(num_players):
        for group in map(frozenset, combinations(others, size)):
            value += _weight(size, num_players) * (worth[group] - worth[group | {player}])
    return value


def shapley_value_wrong_10(worth, player, num_players):
    before = frozenset(range(player))
    return worth[before | {player}] - worth[before]


def shapley_value_wrong_11(worth, player, num_players):
    others = [p for p in range(num_players) if p != player]
    value = 0.0
    for size in range(num_players):
        for group in map(frozenset, combinations(others, size)):
            value += (worth[group | {player}] - worth[group]) / num_players
    return value


def shapley_value_right_1(worth, player, num_players):
    others = [p for p in range(num_players) if p != player]
    value = 0.0
    for size in range(num_players):
        for group in map(frozenset, combinations(others, size)):
            value += _weight(size, num_players) * (worth[group | {player}] - worth[group])
    return value


def shapley_value_right_2(worth, player, num_players):
    sums, counts = [0.0] * num_players, [0] * num_players
    for group, score in worth.items():
        if player in group:
            continue
        sums[len(group)] += worth[group | frozenset([player])] - score
        counts[len(group)] += 1
    return sum(total / count for total, count in zip(sums, counts, strict=True)) / num_players


# Exercise 3: show_group


def show_group_wrong_1(input_ids, special_ids, present, mask_id):
    masked, removed = [], []
    for token, here in zip(input_ids, present, strict=False):
        if token in special_ids or here:
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_wrong_2(input_ids, special_ids, present, mask_id):
    masked, removed, upcoming = [], [], iter(present)
    for token in input_ids:
        if token in special_ids:
            masked.append(token)
        elif next(upcoming):
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_wrong_3(input_ids, special_ids, present, mask_id):
    masked, removed = [], []
    for i, token in enumerate(input_ids):
        if token in special_ids or present[i - 1]:
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_wrong_4(input_ids, special_ids, present, mask_id):
    upcoming = iter(present)
    masked = [token if token in special_ids or next(upcoming) else mask_id for token in input_ids]
    return masked, [token for token in masked if token != mask_id]


def show_group_wrong_5(input_ids, special_ids, present, mask_id):
    players = [token for token in input_ids if token not in special_ids]
    shown = dict(zip(players, present, strict=True))
    masked = [t if t in special_ids or shown[t] else mask_id for t in input_ids]
    removed = [t for t in input_ids if t in special_ids or shown[t]]
    return masked, removed


def show_group_wrong_6(input_ids, special_ids, present, mask_id):
    players = [token for token in input_ids if token not in special_ids]
    pairs = list(zip(players, present, strict=True))
    first, last = input_ids[0], input_ids[-1]
    masked = [first, *(token if here else mask_id for token, here in pairs), last]
    removed = [first, *(token for token, here in pairs if here), last]
    return masked, removed


def show_group_wrong_7(input_ids, special_ids, present, mask_id):
    masked, removed, upcoming = [], [], iter(present)
    for token in input_ids:
        if token not in special_ids and next(upcoming):
            masked.append(mask_id)
        else:
            masked.append(token)
            removed.append(token)
    return masked, removed


def show_group_wrong_8(input_ids, special_ids, present, mask_id):
    masked, removed, upcoming = [], [], iter(present)
    for token in input_ids:
        if token in special_ids or next(upcoming):
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return removed, masked


def show_group_wrong_9(input_ids, special_ids, present, mask_id):
    masked, removed, upcoming = [], [], iter(present)
    for token in input_ids:
        if token in special_ids or token == mask_id or next(upcoming):
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_right_1(input_ids, special_ids, present, mask_id):
    masked, removed, upcoming = [], [], iter(present)
    for token in input_ids:
        if token in special_ids or next(upcoming):
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_right_2(input_ids, special_ids, present, mask_id):
    places = [i for i, token in enumerate(input_ids) if token not in special_ids]
    hidden = {i for i, here in zip(places, present, strict=True) if not here}
    masked = [mask_id if i in hidden else token for i, token in enumerate(input_ids)]
    removed = [token for i, token in enumerate(input_ids) if i not in hidden]
    return masked, removed


# Exercise 4: deletion_curve


def _trapezoids(scores):
    width = 1 / (len(scores) - 1)
    return sum((a + b) / 2 * width for a, b in zip(scores[:-1], scores[1:], strict=True))


def deletion_curve_wrong_1(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: values[token])
    present = [True] * N
    scores = [score(present)]
    for token in order:
        present[token] = False
        scores.append(score(list(present)))
    return scores, _trapezoids(scores)


def deletion_curve_wrong_2(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: -abs(values[token]))
    scores = []
    for number in range(N + 1):
        hidden = set(order[:number])
        scores.append(score([token not in hidden for token in range(N)]))
    return scores, _trapezoids(scores)


def deletion_curve_wrong_3(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: -values[token])
    scores = [score([True] * N)]
    for token in order:
        present = [True] * N
        present[token] = False
        scores.append(score(present))
    return scores, _trapezoids(scores)


def deletion_curve_wrong_4(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: -values[token])
    present = [False] * N
    scores = [score(list(present))]
    for token in order:
        present[token] = True
        scores.append(score(list(present)))
    return scores, _trapezoids(scores)


def deletion_curve_wrong_5(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: -values[token])
    present = [True] * N
    scores = [score(list(present))]
    for token in order:
        present[token] = False
        scores.append(score(list(present)))
    return scores, sum(scores) / len(scores)


def deletion_curve_wrong_6(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: -values[token])
    present = [True] * N
    scores = [score(list(present))]
    for token in order:
        present[token] = False
        scores.append(score(list(present)))
    return scores, sum((scores[i] + scores[i + 1]) / 2 for i in range(N))


def deletion_curve_wrong_7(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: -values[token])
    present, scores = [True] * N, []
    for token in order:
        scores.append(score(list(present)))
        present[token] = False
    area = sum((scores[i] + scores[i + 1]) / 2 / N for i in range(N - 1))
    return scores, area


def deletion_curve_wrong_8(score, values):
    N = len(values)
    order = np.argsort(values)[::-1]
    present = [True] * N
    scores = [score(list(present))]
    for token in order:
        present[token] = False
        scores.append(score(list(present)))
    return scores, sum(scores[:-1]) / N


def deletion_curve_wrong_9(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: -values[token])
    present = [True] * N
    scores = [score(list(present))]
    for token in order:
        present[token] = False
        scores.append(score(list(present)))
    area = sum((scores[i] + scores[i + 1]) / 2 / (N + 1) for i in range(N))
    return scores, area


def deletion_curve_wrong_10(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: -values[token])
    scores = []
    for number in range(N + 1):
        hidden = order[:number]
        scores.append(score([token in hidden for token in range(N)]))
    return scores, _trapezoids(scores)


def deletion_curve_wrong_11(score, values):
    N = len(values)
    ranks = np.argsort(-np.array(values))
    scores = []
    for number in range(N + 1):
        scores.append(score([bool(rank >= number) for rank in ranks]))
    return scores, _trapezoids(scores)


def deletion_curve_wrong_12(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: -values[token])
    present, scores = [True] * N, []
    for token in order:
        present[token] = False
        scores.append(score(list(present)))
    area = sum((scores[i] + scores[i + 1]) / 2 / N for i in range(N - 1))
    return scores, area


def deletion_curve_right_1(score, values):
    N = len(values)
    order = sorted(range(N), key=lambda token: -values[token])
    present = [True] * N
    scores = [score(list(present))]
    for token in order:
        present[token] = False
        scores.append(score(list(present)))
    return scores, sum((scores[i] + scores[i + 1]) / 2 / N for i in range(N))


def deletion_curve_right_2(score, values):
    scores = []
    bounds = [float("inf"), *sorted(values, reverse=True)]
    for bound in bounds:
        scores.append(score([value < bound for value in values]))
    area = (sum(scores) - (scores[0] + scores[-1]) / 2) / len(values)
    return scores, area


WRONG = {
    "group_weights": [
        (group_weights_wrong_1, "counts orders, and forgets to divide by N!"),
        (group_weights_wrong_2, "forgets that the player is none of those who come later"),
        (group_weights_wrong_3, "gives the weight of all groups of a size together"),
        (group_weights_wrong_4, "divides integers, and rounds down to 0"),
        (group_weights_wrong_5, "averages over groups of a size, and forgets the 1 / N"),
        (group_weights_wrong_6, "stops at size N - 2"),
        (group_weights_wrong_7, "takes num_players for the number of the others"),
        (group_weights_wrong_8, "counts sizes from 1 to N"),
        (group_weights_wrong_9, "gives all groups the same weight"),
    ],
    "shapley_value": [
        (shapley_value_wrong_1, "takes the plain mean over all groups"),
        (shapley_value_wrong_2, "stops at size N - 2, without the group of all others"),
        (shapley_value_wrong_3, "begins at size 1, without the empty group"),
        (shapley_value_wrong_4, "averages for each size over groups that have the player, too"),
        (shapley_value_wrong_5, "takes the player away from the whole text only"),
        (shapley_value_wrong_6, "subtracts the worth of nobody instead of the group's"),
        (shapley_value_wrong_7, "takes the empty group to be worth 0"),
        (shapley_value_wrong_8, "takes the size with the player, so the weights are one off"),
        (shapley_value_wrong_9, "subtracts the wrong way round"),
        (shapley_value_wrong_10, "looks at one order only, that of the numbers"),
        (shapley_value_wrong_11, "weighs each group by 1 / N instead of each size"),
    ],
    "show_group": [
        (show_group_wrong_1, "spends a truth value at special tokens, too"),
        (show_group_wrong_2, "leaves special tokens out of the shorter list"),
        (show_group_wrong_3, "takes [CLS] for the only special token before the end"),
        (show_group_wrong_4, "removes every [MASK], even one that is in the text and present"),
        (show_group_wrong_5, "looks truth values up by id, so equal tokens share one"),
        (show_group_wrong_6, "keeps the first and the last special token only"),
        (show_group_wrong_7, "hides those present, and shows those absent"),
        (show_group_wrong_8, "returns the two lists in the wrong order"),
        (
            show_group_wrong_9,
            "takes a [MASK] of the text for a special token without a truth value",
        ),
    ],
    "deletion_curve": [
        (deletion_curve_wrong_1, "hides the smallest value first"),
        (deletion_curve_wrong_2, "orders by absolute value"),
        (deletion_curve_wrong_3, "hides one token at a time and shows it again"),
        (deletion_curve_wrong_4, "shows one token after the other: insertion"),
        (deletion_curve_wrong_5, "takes the mean of the scores as the area"),
        (deletion_curve_wrong_6, "takes trapezoids of width 1"),
        (deletion_curve_wrong_7, "leaves out the score with all tokens hidden"),
        (deletion_curve_wrong_8, "takes rectangles instead of trapezoids"),
        (deletion_curve_wrong_9, "takes 1 / (N + 1) as the width"),
        (deletion_curve_wrong_10, "takes True for hidden"),
        (deletion_curve_wrong_11, "takes the order of the tokens for their ranks"),
        (deletion_curve_wrong_12, "leaves out the score with nothing hidden"),
    ],
}
RIGHT = {
    "group_weights": [group_weights_right_1, group_weights_right_2],
    "shapley_value": [shapley_value_right_1, shapley_value_right_2],
    "show_group": [show_group_right_1, show_group_right_2],
    "deletion_curve": [deletion_curve_right_1, deletion_curve_right_2],
}
