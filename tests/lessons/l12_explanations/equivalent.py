"""Mutants of the references that are right as well, and the inputs on which they have to be."""

from itertools import combinations

import torch

EQUIVALENT = {
    "deletion_curve": {
        "Without tokens there is no range to divide by their number: not legal.": [
            "deletion_curve: every input -> assert len(values) != 0"
        ],
        "No two values are equal, says the exercise.": [
            "deletion_curve: sorted(range(N), key=lambda token: -values[token]) -> "
            "sorted(list(range(N))[::-1], key=lambda token: -values[token])"
        ],
    },
    "integrated_gradients": {
        "The vectors are (T, D): their last axis is axis 1.": ["integrated_gradients: -1 -> 1"],
        "One row is broadcast against all the others, so that the result is the same.": [
            "integrated_gradients: every input -> mask_vectors = mask_vectors.squeeze(0)",
            "integrated_gradients: every input -> word_vectors = word_vectors.squeeze(0)",
        ],
    },
    "shapley_value": {
        "One player makes two groups, with and without: fewer worths are not legal.": [
            "shapley_value: every input -> assert len(worth) != 0",
            "shapley_value: every input -> assert len(worth) != 1",
        ],
        "A group that holds the player already gains nothing by adding the player.": [
            "_others: for other in range(num_players) if other != player -> "
            "for other in range(num_players)",
            "_others: player -> num_players",
            "shapley_value: player -> num_players",
        ],
        "Of N - 1 others there is no group of N.": [
            "_others: range(num_players) -> range(num_players + 1) (2)"
        ],
    },
    "show_group": {
        "[CLS] and [SEP] are always there: fewer pieces are not legal.": [
            "show_group: every input -> assert len(input_ids) != 0",
            "show_group: every input -> assert len(input_ids) != 1",
        ],
    },
}


def _deletion_curve(generator):
    number = int(generator.integers(1, 7))
    weights = generator.standard_normal(number)

    def score(present):
        total = float(weights @ present)
        return total + float(present[0] and present[-1])

    return score, generator.permutation(number).astype(float).tolist()


def _integrated_gradients(generator):
    size, tokens, steps = generator.integers(1, 5, 3).tolist()
    words, masks, weights = torch.from_numpy(generator.standard_normal((3, tokens, size)))
    return (lambda vectors: weights * vectors**2), words, masks, steps


def _shapley_value(generator):
    number = int(generator.integers(1, 6))
    groups = [g for size in range(number + 1) for g in combinations(range(number), size)]
    worth = {frozenset(group): float(generator.standard_normal()) for group in groups}
    return worth, int(generator.integers(number)), number


def _show_group(generator):
    ids = [101, *generator.choice([7, 8, 9, 102, 103], generator.integers(0, 8)).tolist(), 102]
    players = sum(piece not in (0, 101, 102) for piece in ids)
    return ids, {0, 101, 102}, (generator.random(players) < 0.5).tolist(), 103


INPUTS = {
    "deletion_curve": _deletion_curve,
    "integrated_gradients": _integrated_gradients,
    "shapley_value": _shapley_value,
    "show_group": _show_group,
}
