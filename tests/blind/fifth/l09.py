"""Answers of the class to lesson 9, written from its text alone."""

import numpy as np

# Exercise 2: paired_interval


def paired_interval_wrong_1(right_a, right_b, draws):
    a = np.asarray(right_a, dtype=float)[draws].mean(axis=1)
    b = np.asarray(right_b, dtype=float)[draws[::-1]].mean(axis=1)
    low, high = np.percentile(100 * (b - a), [2.5, 97.5])
    return float(low), float(high)


def paired_interval_wrong_2(right_a, right_b, draws):
    low_a, high_a = np.percentile(100 * right_a[draws].mean(axis=1), [2.5, 97.5])
    low_b, high_b = np.percentile(100 * right_b[draws].mean(axis=1), [2.5, 97.5])
    return float(low_b - high_a), float(high_b - low_a)


def paired_interval_wrong_3(right_a, right_b, draws):
    gains = 100 * (right_a[draws].mean(axis=1) - right_b[draws].mean(axis=1))
    low, high = np.percentile(gains, [2.5, 97.5])
    return float(low), float(high)


def paired_interval_wrong_4(right_a, right_b, draws):
    gains = 100 * (right_b[draws].mean(axis=1) - right_a[draws].mean(axis=1))
    low, high = np.percentile(gains, [5, 95])
    return float(low), float(high)


def paired_interval_wrong_5(right_a, right_b, draws):
    gains = right_b[draws].mean(axis=1) - right_a[draws].mean(axis=1)
    low, high = np.percentile(gains, [2.5, 97.5])
    return float(low), float(high)


def paired_interval_wrong_6(right_a, right_b, draws):
    values = np.asarray(right_b, dtype=float) - np.asarray(right_a, dtype=float)
    results = 100 * values[draws].mean(axis=0)
    low, high = np.percentile(results, [2.5, 97.5])
    return float(low), float(high)


def paired_interval_wrong_7(right_a, right_b, draws):
    a, b = right_a[draws].mean(axis=1), right_b[draws].mean(axis=1)
    low, high = np.percentile(100 * (b - a) / np.maximum(a, 1e-9), [2.5, 97.5])
    return float(low), float(high)


def paired_interval_right_1(right_a, right_b, draws):
    values = np.asarray(right_b, dtype=float) - np.asarray(right_a, dtype=float)
    results = 100 * values[draws].mean(axis=1)
    low, high = np.percentile(results, [2.5, 97.5])
    return float(low), float(high)


def paired_interval_right_2(right_a, right_b, draws):
    gains = []
    for numbers in draws:
        gains.append(100 * (np.mean(right_b[numbers]) - np.mean(right_a[numbers])))
    return float(np.quantile(gains, 0.025)), float(np.quantile(gains, 0.975))


WRONG = {
    "paired_interval": [
        (paired_interval_wrong_1, "draws other texts for B than for A"),
        (paired_interval_wrong_2, "makes an interval for each model, and subtracts the ends"),
        (paired_interval_wrong_3, "takes the gain of A over B"),
        (paired_interval_wrong_4, "cuts off 5% at each end"),
        (paired_interval_wrong_5, "returns proportions instead of points"),
        (paired_interval_wrong_6, "averages over the draws instead of the texts of a draw"),
        (paired_interval_wrong_7, "takes the gain in percent of A's score"),
    ],
}
RIGHT = {
    "paired_interval": [paired_interval_right_1, paired_interval_right_2],
}
