"""Right answers to the exercises of lesson 12, as students may write them."""

import itertools
import math

import numpy as np
import torch

# --- weights --------------------------------------------------------------------------------------


def group_weights_by_binomials(num_players):
    return [1 / (num_players * math.comb(num_players - 1, size)) for size in range(num_players)]


def group_weights_by_orders(num_players):
    weights = []
    orders = list(itertools.permutations(range(num_players)))
    for size in range(num_players):
        before = set(range(1, size + 1))  # one group of players that are not player 0
        hits = [order for order in orders if set(order[: order.index(0)]) == before]
        weights.append(len(hits) / len(orders))
    return weights


def group_weights_step_by_step(num_players):
    weights = [1 / num_players]
    for size in range(1, num_players):
        weights.append(weights[-1] * size / (num_players - size))
    return weights


def group_weights_by_numpy(num_players):
    factorials = np.cumprod([1.0, *range(1, num_players + 1)])
    weights = factorials[:num_players] * factorials[:num_players][::-1] / factorials[num_players]
    return list(weights)


# --- one value ------------------------------------------------------------------------------------


def shapley_value_by_orders(worth, player, num_players):
    total, orders = 0, 0
    for order in itertools.permutations(range(num_players)):
        before = frozenset(order[: order.index(player)])
        total += worth[before.union([player])] - worth[before]
        orders += 1
    return total / orders


def shapley_value_by_the_groups_in_worth(worth, player, num_players):
    value = 0
    for group in worth:
        if player not in group:
            after = num_players - len(group) - 1
            weight = math.factorial(len(group)) * math.factorial(after)
            value += weight * (worth[group | {player}] - worth[group])
    return value / math.factorial(num_players)


def shapley_value_by_means_of_sizes(worth, player, num_players):
    others = set(range(num_players)) - {player}
    means = []
    for size in range(num_players):
        groups = [set(group) for group in itertools.combinations(others, size)]
        gains = [worth[frozenset(g | {player})] - worth[frozenset(g)] for g in groups]
        means.append(np.mean(gains))
    return np.mean(means)


def shapley_value_by_bits(worth, player, num_players):
    value = 0.0
    for number in range(1 << num_players):
        members = [p for p in range(num_players) if number & (1 << p)]
        others = [p for p in members if p != player]
        sign = 1 if player in members else -1
        weight = 1 / num_players / math.comb(num_players - 1, len(others))
        value += sign * weight * worth[frozenset(members)]
    return value


# --- groups of tokens -----------------------------------------------------------------------------


def show_group_by_places(input_ids, special_ids, present, mask_id):
    players = [i for i in range(len(input_ids)) if input_ids[i] not in special_ids]
    absent = [place for place, shown in zip(players, present, strict=True) if not shown]
    masked = input_ids.copy()
    for place in absent:
        masked[place] = mask_id
    return masked, [piece for i, piece in enumerate(input_ids) if i not in absent]


def show_group_by_numpy(input_ids, special_ids, present, mask_id):
    ids = np.array(input_ids)
    shown = np.array([piece in special_ids for piece in input_ids])
    shown[~shown] = present
    return np.where(shown, ids, mask_id).tolist(), ids[shown].tolist()


def show_group_by_counting(input_ids, special_ids, present, mask_id):
    masked, removed, number = [], [], 0
    for piece in input_ids:
        if piece in special_ids:
            masked.append(piece)
            removed.append(piece)
            continue
        if present[number]:
            masked.append(piece)
            removed.append(piece)
        else:
            masked.append(mask_id)
        number += 1
    return masked, removed


def show_group_by_popping(input_ids, special_ids, present, mask_id):
    left = present[::-1]
    kept = [True if piece in special_ids else left.pop() for piece in input_ids]
    pairs = list(zip(input_ids, kept, strict=True))
    return [p if k else mask_id for p, k in pairs], [p for p, k in pairs if k]


# --- deletion -------------------------------------------------------------------------------------


def deletion_curve_by_trapezoid(score, values):
    present = np.ones(len(values), dtype=bool)
    scores = [score(present.tolist())]
    for token in np.argsort(values)[::-1]:
        present[token] = False
        scores.append(score(present.tolist()))
    return scores, np.trapezoid(scores, np.linspace(0, 1, len(values) + 1))


def deletion_curve_by_thresholds(score, values):
    scores = [score([True] * len(values))]
    for limit in sorted(values, reverse=True):
        scores.append(score([value < limit for value in values]))
    area = (sum(scores) - scores[0] / 2 - scores[-1] / 2) / len(values)
    return scores, area


def deletion_curve_by_popping(score, values):
    shown, left, scores = [True] * len(values), dict(enumerate(values)), []
    while True:
        scores.append(score(list(shown)))
        if not left:
            break
        best = max(left, key=left.get)
        del left[best]
        shown[best] = False
    width, area = 1 / len(values), 0
    for number in range(len(values)):
        area += width * (scores[number] + scores[number + 1]) / 2
    return scores, area


def deletion_curve_by_pairs(score, values):
    order = [token for _, token in sorted(zip(values, range(len(values)), strict=True))][::-1]
    hidden = [set(order[:number]) for number in range(len(values) + 1)]
    scores = [score([token not in gone for token in range(len(values))]) for gone in hidden]
    middles = (np.array(scores[1:]) + np.array(scores[:-1])) / 2
    return list(np.array(scores)), middles.mean()


# --- integrated gradients -------------------------------------------------------------------------


def integrated_gradients_all_at_once(slopes_at, word_vectors, mask_vectors, num_steps):
    fractions = [(step + 0.5) / num_steps for step in range(num_steps)]
    points = [mask_vectors + f * (word_vectors - mask_vectors) for f in fractions]
    mean_slope = torch.stack([slopes_at(point) for point in points]).mean(dim=0)
    return (mean_slope * (word_vectors - mask_vectors)).sum(dim=1)


def integrated_gradients_piece_by_piece(slopes_at, word_vectors, mask_vectors, num_steps):
    piece = (word_vectors - mask_vectors) / num_steps
    point, values = mask_vectors + piece / 2, 0
    for _ in range(num_steps):
        values = values + (slopes_at(point) * piece).sum(-1)
        point = point + piece
    return values


def integrated_gradients_backwards(slopes_at, word_vectors, mask_vectors, num_steps):
    way = word_vectors - mask_vectors
    total = sum(
        slopes_at(word_vectors - (k - 0.5) / num_steps * way) for k in range(1, num_steps + 1)
    )
    return torch.einsum("td,td->t", total, way) / num_steps


def integrated_gradients_token_by_token(slopes_at, word_vectors, mask_vectors, num_steps):
    fractions = np.linspace(0, 1, num_steps + 1)[1:] - 1 / (2 * num_steps)
    slopes = [slopes_at(mask_vectors * (1 - f) + word_vectors * f) for f in fractions]
    values = []
    for token in range(len(word_vectors)):
        mean = sum(slope[token] for slope in slopes) / num_steps
        values.append(mean @ (word_vectors[token] - mask_vectors[token]))
    return torch.stack(values)


RIGHT = {
    "group_weights": (
        group_weights_by_binomials,
        group_weights_by_orders,
        group_weights_step_by_step,
        group_weights_by_numpy,
    ),
    "shapley_value": (
        shapley_value_by_orders,
        shapley_value_by_the_groups_in_worth,
        shapley_value_by_means_of_sizes,
        shapley_value_by_bits,
    ),
    "show_group": (
        show_group_by_places,
        show_group_by_numpy,
        show_group_by_counting,
        show_group_by_popping,
    ),
    "deletion_curve": (
        deletion_curve_by_trapezoid,
        deletion_curve_by_thresholds,
        deletion_curve_by_popping,
        deletion_curve_by_pairs,
    ),
    "integrated_gradients": (
        integrated_gradients_all_at_once,
        integrated_gradients_piece_by_piece,
        integrated_gradients_backwards,
        integrated_gradients_token_by_token,
    ),
}
