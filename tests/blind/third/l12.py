"""Answers of the class to lesson 12, written from its text alone."""

import math
from itertools import combinations, pairwise, permutations

import numpy as np

# --- exercise 1: the weights


def group_weights_right_1(num_players):
    N = num_players
    return [math.factorial(s) * math.factorial(N - s - 1) / math.factorial(N) for s in range(N)]


def group_weights_right_2(num_players):
    weights = []
    for size in range(num_players):
        weights.append(1 / (num_players * math.comb(num_players - 1, size)))
    return weights


def group_weights_wrong_1(num_players):
    N = num_players
    return [math.factorial(s) * math.factorial(N - s) / math.factorial(N) for s in range(N)]


def group_weights_wrong_2(num_players):
    return [1 / num_players for _ in range(num_players)]


def group_weights_wrong_3(num_players):
    return [1 / math.comb(num_players - 1, s) for s in range(num_players)]


def group_weights_wrong_4(num_players):
    N = num_players
    raw = [math.factorial(s) * math.factorial(N - s - 1) / math.factorial(N) for s in range(N)]
    return [weight / sum(raw) for weight in raw]


def group_weights_wrong_5(num_players):
    N = num_players - 1  # the others
    return [
        math.factorial(s) * math.factorial(N - s) / math.factorial(N) / N if N else 1.0
        for s in range(N + 1)
    ]


def group_weights_wrong_6(num_players):
    fact, N = math.factorial, num_players
    return [fact(s) * (fact(N) - fact(s) - 1) / fact(N) for s in range(N)]


def group_weights_wrong_7(num_players):
    N = num_players
    return [math.factorial(s) * math.factorial(N - s) / math.factorial(N) for s in range(1, N + 1)]


def group_weights_wrong_8(num_players):
    return [1 / 2 ** (num_players - 1)] * num_players


# --- exercise 2: one Shapley value


def shapley_value_right_1(worth, player, num_players):
    total = 0.0
    for group, value in worth.items():
        if player not in group:
            s = len(group)
            weight = 1 / (num_players * math.comb(num_players - 1, s))
            total += weight * (worth[group | {player}] - value)
    return total


def shapley_value_right_2(worth, player, num_players):
    steps = []
    for order in permutations(range(num_players)):
        before = frozenset(order[: order.index(player)])
        steps.append(worth[before | {player}] - worth[before])
    return float(sum(steps) / len(steps))


def shapley_value_wrong_1(worth, player, num_players):
    steps = [worth[g | {player}] - worth[g] for g in worth if player not in g]
    return float(sum(steps) / len(steps))


def shapley_value_wrong_2(worth, player, num_players):
    N, total = num_players, 0.0
    others = [p for p in range(N) if p != player]
    for size in range(1, N):
        weight = math.factorial(size) * math.factorial(N - size - 1) / math.factorial(N)
        for group in combinations(others, size):
            group = frozenset(group)
            total += weight * (worth[group | {player}] - worth[group])
    return total


def shapley_value_wrong_3(worth, player, num_players):
    N, total = num_players, 0.0
    others = [p for p in range(N) if p != player]
    for size in range(N - 1):
        weight = math.factorial(size) * math.factorial(N - size - 1) / math.factorial(N)
        for group in map(frozenset, combinations(others, size)):
            total += weight * (worth[group | {player}] - worth[group])
    return total


def shapley_value_wrong_4(worth, player, num_players):
    N, total = num_players, 0.0
    for size in range(N):
        weight = math.factorial(size) * math.factorial(N - size - 1) / math.factorial(N)
        for group in combinations(range(N - 1), size):  # the N - 1 others
            group = frozenset(group)
            total += weight * (worth[group | {player}] - worth[group])
    return total


def shapley_value_wrong_5(worth, player, num_players):
    everyone = frozenset(range(num_players))
    return float(worth[everyone] - worth[everyone - {player}])


def shapley_value_wrong_6(worth, player, num_players):
    total = 0.0
    for group, value in worth.items():
        if player in group:
            s = len(group)
            weight = math.factorial(s) * math.factorial(num_players - s)
            total += weight / math.factorial(num_players) * (value - worth[group - {player}])
    return total


def shapley_value_wrong_7(worth, player, num_players):
    others, total = [p for p in range(num_players) if p != player], 0.0
    for size in range(num_players):
        steps = [
            worth[frozenset(g) | {player}] - worth[frozenset(g)] for g in combinations(others, size)
        ]
        total += sum(steps) / len(steps)
    return total


def shapley_value_wrong_8(worth, player, num_players):
    total = 0.0
    for k in range(num_players):  # whoever begins, the rest follow in turn
        order = [*range(k, num_players), *range(k)]
        before = frozenset(order[: order.index(player)])
        total += worth[before | {player}] - worth[before]
    return total / num_players


# --- exercise 3: show some, hide the others


def show_group_right_1(input_ids, special_ids, present, mask_id):
    flags = iter(present)
    masked, removed = [], []
    for token in input_ids:
        if token in special_ids or next(flags):
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_right_2(input_ids, special_ids, present, mask_id):
    places = [t for t, token in enumerate(input_ids) if token not in special_ids]
    hidden = {t for t, shown in zip(places, present, strict=True) if not shown}
    masked = [mask_id if t in hidden else token for t, token in enumerate(input_ids)]
    removed = [token for t, token in enumerate(input_ids) if t not in hidden]
    return masked, removed


def show_group_wrong_1(input_ids, special_ids, present, mask_id):
    flags = iter(present)
    masked = []
    for token in input_ids:
        masked.append(token if token in special_ids or next(flags) else mask_id)
    return masked, [token for token in masked if token != mask_id]


def show_group_wrong_2(input_ids, special_ids, present, mask_id):
    tokens = [token for token in input_ids if token not in special_ids]
    absent = {token for token, shown in zip(tokens, present, strict=True) if not shown}
    masked = [mask_id if token in absent else token for token in input_ids]
    removed = [token for token in input_ids if token not in absent]
    return masked, removed


def show_group_wrong_3(input_ids, special_ids, present, mask_id):
    masked, removed = list(input_ids), list(input_ids)
    number = 0
    for t, token in enumerate(input_ids):
        if token in special_ids:
            continue
        if not present[number]:
            masked[t] = mask_id
            removed.remove(token)
        number += 1
    return masked, removed


def show_group_wrong_4(input_ids, special_ids, present, mask_id):
    masked, removed = [], []
    for token in input_ids:
        if token in special_ids or present.pop(0):
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_wrong_5(input_ids, special_ids, present, mask_id):
    masked, removed = [], []
    for t, token in enumerate(input_ids):
        if token in special_ids or present[t - 1]:  # [CLS] is no player
            masked.append(token)
            removed.append(token)
        else:
            masked.append(mask_id)
    return masked, removed


def show_group_wrong_6(input_ids, special_ids, present, mask_id):
    masked, removed = [], []
    number = 0
    for token in input_ids:
        if token in special_ids:
            masked.append(token)
            continue
        masked.append(token if present[number] else mask_id)
        if present[number]:
            removed.append(token)
        number += 1
    return masked, removed


def show_group_wrong_7(input_ids, special_ids, present, mask_id):
    middle = input_ids[1:-1]
    masked = [token if shown else mask_id for token, shown in zip(middle, present, strict=False)]
    removed = [token for token, shown in zip(middle, present, strict=False) if shown]
    ends = input_ids[:1], input_ids[-1:]
    return ends[0] + masked + ends[1], ends[0] + removed + ends[1]


# --- exercise 4: a deletion curve


def deletion_curve_right_1(score, values):
    N = len(values)
    shown = [True] * N
    curve = [score(list(shown))]
    for token in sorted(range(N), key=lambda token: -values[token]):
        shown[token] = False
        curve.append(score(list(shown)))
    area = sum((a + b) / 2 / N for a, b in pairwise(curve))
    return curve, area


def deletion_curve_right_2(score, values):
    N = len(values)
    order = np.argsort(values)[::-1].tolist()
    curve = [score([t not in order[:hidden] for t in range(N)]) for hidden in range(N + 1)]
    return curve, float((sum(curve) - (curve[0] + curve[-1]) / 2) / N)


def deletion_curve_wrong_1(score, values):
    N = len(values)
    shown, curve = [True] * N, [score([True] * N)]
    for token in sorted(range(N), key=lambda token: -abs(values[token])):
        shown[token] = False
        curve.append(score(list(shown)))
    return curve, sum((a + b) / 2 / N for a, b in pairwise(curve))


def deletion_curve_wrong_2(score, values):
    N = len(values)
    order = np.argsort(-np.array(values))
    curve = [score([bool(order[t] >= hidden) for t in range(N)]) for hidden in range(N + 1)]
    return curve, sum((a + b) / 2 / N for a, b in pairwise(curve))


def deletion_curve_wrong_3(score, values):
    N = len(values)
    curve = [score([True] * N)]
    for token in sorted(range(N), key=lambda token: -values[token]):
        shown = [True] * N
        shown[token] = False
        curve.append(score(shown))
    return curve, sum((a + b) / 2 / N for a, b in pairwise(curve))


def deletion_curve_wrong_4(score, values):
    N = len(values)
    shown, curve = [True] * N, [score([True] * N)]
    for token in sorted(range(N), key=lambda token: -values[token]):
        shown[token] = False
        curve.append(score(list(shown)))
    return curve, sum(curve) / (N + 1)


def deletion_curve_wrong_5(score, values):
    N = len(values)
    shown, curve = [True] * N, [score([True] * N)]
    for token in sorted(range(N), key=lambda token: -values[token]):
        shown[token] = False
        curve.append(score(list(shown)))
    return curve, sum((a + b) / 2 for a, b in pairwise(curve)) / (N + 1)


def deletion_curve_wrong_6(score, values):
    N = len(values)
    shown, curve = [False] * N, [score([False] * N)]
    for token in sorted(range(N), key=lambda token: -values[token]):
        shown[token] = True
        curve.append(score(list(shown)))
    return curve, sum((a + b) / 2 / N for a, b in pairwise(curve))


def deletion_curve_wrong_7(score, values):
    N = len(values)
    shown, curve = [True] * N, [score([True] * N)]
    for token in sorted(range(N), key=lambda token: values[token]):
        shown[token] = False
        curve.append(score(list(shown)))
    return curve, sum((a + b) / 2 / N for a, b in pairwise(curve))


def deletion_curve_wrong_8(score, values):
    N = len(values)
    shown, curve = [True] * N, [score([True] * N)]
    for token in sorted(range(N), key=lambda token: -values[token]):
        shown[token] = False
        curve.append(score(list(shown)))
    return curve, sum((abs(a) + abs(b)) / 2 / N for a, b in pairwise(curve))


def deletion_curve_wrong_9(score, values):
    N = len(values)
    shown, curve = [True] * N, []
    for token in sorted(range(N), key=lambda token: -values[token]):
        curve.append(score(list(shown)))
        shown[token] = False
    if N == 1:
        return curve, curve[0]
    return curve, sum((a + b) / 2 / (N - 1) for a, b in pairwise(curve))


WRONG = {
    "group_weights": [
        (group_weights_wrong_1, "forgets that the player is none of those who come later"),
        (group_weights_wrong_2, "the weight of a size, not of one group of it"),
        (group_weights_wrong_3, "one over the groups of a size, without the 1 / N"),
        (group_weights_wrong_4, "makes the list sum to 1, forgetting how many groups there are"),
        (group_weights_wrong_5, "divides by the number of others instead of N"),
        (group_weights_wrong_6, "reads (N - |S| - 1)! as N! - |S|! - 1"),
        (group_weights_wrong_7, "sizes run from 1 to N, with the player"),
        (group_weights_wrong_8, "all groups weigh the same"),
    ],
    "shapley_value": [
        (shapley_value_wrong_1, "a plain mean over all groups"),
        (shapley_value_wrong_2, "leaves the empty group out"),
        (shapley_value_wrong_3, "leaves the group of all others out"),
        (shapley_value_wrong_4, "thinks that the others are 0 to N - 2"),
        (shapley_value_wrong_5, "only what the player adds to all others"),
        (shapley_value_wrong_6, "counts the player in the size of the group"),
        (shapley_value_wrong_7, "a mean for each size, but then the sum of these"),
        (shapley_value_wrong_8, "averages over N turned orders, not over all"),
    ],
    "show_group": [
        (show_group_wrong_1, "removes each [MASK], even one that stood in the text"),
        (show_group_wrong_2, "hides a token everywhere, not at its place"),
        (show_group_wrong_3, "list.remove takes the first of two equal tokens"),
        (show_group_wrong_4, "pops from the list that was given"),
        (show_group_wrong_5, "thinks that [CLS] is the only special before a token"),
        (show_group_wrong_6, "loses the specials in the shortened input"),
        (show_group_wrong_7, "thinks that specials stand at both ends only"),
    ],
    "deletion_curve": [
        (deletion_curve_wrong_1, "ranks by size, whatever the sign"),
        (deletion_curve_wrong_2, "takes the order of the tokens for their ranks"),
        (deletion_curve_wrong_3, "hides one token at a time, and shows the others again"),
        (deletion_curve_wrong_4, "the mean of the scores as area"),
        (deletion_curve_wrong_5, "N + 1 points, so divides by N + 1"),
        (deletion_curve_wrong_6, "insertion instead of deletion"),
        (deletion_curve_wrong_7, "the smallest value first"),
        (deletion_curve_wrong_8, "an area counts as positive below 0, too"),
        (deletion_curve_wrong_9, "stops before the last token is hidden"),
    ],
}
RIGHT = {
    "group_weights": [group_weights_right_1, group_weights_right_2],
    "shapley_value": [shapley_value_right_1, shapley_value_right_2],
    "show_group": [show_group_right_1, show_group_right_2],
    "deletion_curve": [deletion_curve_right_1, deletion_curve_right_2],
}
