"""The exercises of lesson 17; every slip is written here a second time, with other means."""

from itertools import permutations, takewhile
from math import exp

import numpy as np
import pytest
import torch

from lessons.l17_what_to_predict import exercises
from tests.exercise_checks import assert_named, check_exercise_module, loaded

ours = loaded(exercises)


def test_the_exercises_are_sound():
    check_exercise_module(ours)


# --- the best cue, from a table of all characters and pairs ---------------------------------------


def cue_by(key, times=lambda has, there: int(has and not there), order=sorted):
    """Return a function that counts every character in every pair, and takes the best by a key."""

    def best_cue(pairs):
        rows = []
        for one in order({letter for pair in pairs for text in pair for letter in text}):
            second = sum(times(b.count(one), a.count(one)) for a, b in pairs)
            first = sum(times(a.count(one), b.count(one)) for a, b in pairs)
            rows.append((one, second, first))
        values = [key(second, first) for _, second, first in rows]
        return rows[values.index(max(values))]

    return best_cue


def second_less_first(second, first):
    return second - first


def with_numbers_turned(pairs):
    one, second, first = cue_by(second_less_first)(pairs)
    return one, first, second


BEST_CUE = {
    "pairs in which both sentences have it count as well": cue_by(
        second_less_first, lambda has, there: int(has > 0)
    ),
    "every occurrence counts, not every pair": cue_by(
        second_less_first, lambda has, there: has if not there else 0
    ),
    "the proportion decides, not the difference": cue_by(
        lambda second, first: second / (second + first) if second else 0
    ),
    "the most frequent character of the second sentences is taken": cue_by(
        lambda second, first: second
    ),
    "the numbers have changed places": with_numbers_turned,
    "the best cue of the first sentence is returned": cue_by(lambda second, first: first - second),
    "the sign of the difference is lost": cue_by(
        lambda second, first: max(second - first, first - second)
    ),
    "of equally good characters the last one is taken": cue_by(
        second_less_first, order=lambda letters: sorted(letters)[::-1]
    ),
}


# --- whole pairs, from a table of all neighbors ---------------------------------------------------


def table(sentences, swapped):
    """Return for each two neighbors: both texts, whether they change, and their length."""
    rows = []
    for n, swap in enumerate(swapped):
        rows.append((sentences[n], sentences[n + 1], swap, len(sentences[n] + sentences[n + 1])))
    return rows


def chosen(rule, label=int, turn=True, every=1):
    """Return a function that keeps the pairs whose length and room go with a rule."""

    def whole_pairs(sentences, swapped, max_length):
        found = []
        for first, second, swap, length in table(sentences, swapped)[::every]:
            if rule(length, max_length):
                texts = (second, first) if swap and turn else (first, second)
                found.append((*texts, label(swap)))
        return found

    return whole_pairs


def cut_to_fit(sentences, swapped, max_length):
    found = []
    for first, second, swap, _ in table(sentences, swapped):
        room = max_length - 3 - len(first)
        short = [one for place, one in enumerate(second) if place < room]
        found.append((short, first, 1) if swap else (first, short, 0))
    return found


def next_flag(sentences, swapped, max_length):
    flags, found = iter(swapped), []
    for first, second, _, length in table(sentences, swapped):
        if length <= max_length - 3:
            found.append((second, first, 1) if next(flags) else (first, second, 0))
    return found


def while_they_fit(sentences, swapped, max_length):
    rows = table(sentences, swapped)
    fitting = takewhile(lambda row: row[3] + 3 <= max_length, rows)
    return [(b, a, 1) if swap else (a, b, 0) for a, b, swap, _ in fitting]


def carried_along(sentences, swapped, max_length):
    found, held = [], sentences[0] if sentences else None
    for place, swap in enumerate(swapped):
        coming = sentences[place + 1]
        if not fit(len(held + coming), max_length):
            held = coming
        elif swap:
            found.append((coming, held, 1))
        else:
            found.append((held, coming, 0))
            held = coming
    return found


def fit(length, most):
    return length <= most - 3


WHOLE_PAIRS = {
    "a pair that is too long is cut": cut_to_fit,
    "[CLS] and two [SEP] are forgotten": chosen(lambda length, most: most - length >= 0),
    "a pair that fits exactly is left out": chosen(lambda length, most: most - length > 3),
    "the labels are the wrong way round": chosen(fit, label=lambda swap: int(not swap)),
    "the label changes, and the sentences stay": chosen(fit, turn=False),
    "the sentences change, and the label stays": chosen(fit, label=lambda swap: 0),
    "every sentence is used once": chosen(fit, every=2),
    "pairs that are left out are not counted in swapped": next_flag,
    "the loop ends at the first pair that does not fit": while_they_fit,
    "sentences change places in the document": carried_along,
}


# --- replaced, with numpy -------------------------------------------------------------------------


def filled(ids, chosen, drawn):
    shown = ids.numpy().copy()
    np.place(shown, chosen.numpy(), drawn.numpy()) if len(drawn) else None
    return shown


def both(shown, labels):
    return torch.from_numpy(shown), torch.from_numpy(labels).long()


def column_by_column(ids, chosen, drawn):
    shown, left = ids.clone(), drawn.tolist()
    for t in range(ids.shape[1]):
        for b in range(ids.shape[0]):
            if chosen[b, t]:
                shown[b, t] = left.pop(0)
    return shown, torch.ne(shown, ids).long()


def labels_of(ids, chosen, drawn):
    return (filled(ids, chosen, drawn) != ids.numpy()).astype(np.int64)


REPLACED = {
    "a right guess counts as replaced": lambda ids, chosen, drawn: both(
        filled(ids, chosen, drawn), chosen.numpy().astype(np.int64)
    ),
    "the labels are the wrong way round": lambda ids, chosen, drawn: both(
        filled(ids, chosen, drawn), 1 - labels_of(ids, chosen, drawn)
    ),
    "the detector reads [MASK]": lambda ids, chosen, drawn: both(
        np.where(chosen.numpy(), 3, ids.numpy()), labels_of(ids, chosen, drawn)
    ),
    "the detector reads the text as it was": lambda ids, chosen, drawn: both(
        ids.numpy(), labels_of(ids, chosen, drawn)
    ),
    "only the chosen places get a label": lambda ids, chosen, drawn: both(
        filled(ids, chosen, drawn), labels_of(ids, chosen, drawn)[chosen.numpy()]
    ),
    "what was drawn is written column by column": column_by_column,
    "the label is the token that stood there": lambda ids, chosen, drawn: both(
        filled(ids, chosen, drawn), labels_of(ids, chosen, drawn) * ids.numpy()
    ),
}


# --- the best order, with a list of values --------------------------------------------------------


def argmax_of(value):
    """Return a function that takes the first order of the largest value."""

    def best_order(scores):
        table, best = scores.tolist(), None
        for order in permutations(range(len(table))):
            found = value(table, order)
            if best is None or found > best[0]:
                best = found, list(order)
        return best[1]

    return best_order


def step_by_step(scores):
    order, table = [0], scores.clone()
    while len(order) < len(scores):
        table[:, order] = -torch.inf
        order.append(int(table[order[-1]].argmax()))
    return order


def by_row_sums(scores):
    outside = scores.masked_fill(torch.eye(len(scores), dtype=torch.bool), 0).sum(dim=1)
    return torch.argsort(-outside, stable=True).tolist()


def steps(order):
    return [(order[n - 1], order[n]) for n in range(1, len(order))]


BEST_ORDER = {
    "each step takes the sentence that follows best, beginning with the first": step_by_step,
    "rows and columns have changed places": argmax_of(
        lambda table, order: sum(table[b][a] for a, b in steps(order))
    ),
    "the worst order is returned": argmax_of(
        lambda table, order: sum(-table[a][b] for a, b in steps(order))
    ),
    "all pairs count, not the neighbors alone": argmax_of(
        lambda table, order: sum(
            table[order[i]][order[j]] for j in range(len(order)) for i in range(j)
        )
    ),
    "the order closes a ring": argmax_of(
        lambda table, order: sum(table[a][b] for a, b in steps(order)) + table[order[-1]][order[0]]
    ),
    "sentences are sorted by the sum of their scores": by_row_sums,
    "the first sentence of the list stays the first": argmax_of(
        lambda table, order: sum(table[a][b] for a, b in steps(order)) - 1e6 * (order[0] != 0)
    ),
    "log odds are made into probabilities before they are added": argmax_of(
        lambda table, order: sum(1 / (1 + exp(-table[a][b])) for a, b in steps(order))
    ),
    "the best single pair decides": argmax_of(
        lambda table, order: max([table[a][b] for a, b in steps(order)], default=0)
    ),
}

SLIPS = {
    "best_cue": BEST_CUE,
    "whole_pairs": WHOLE_PAIRS,
    "replaced": REPLACED,
    "best_order": BEST_ORDER,
}


@pytest.mark.parametrize("name", SLIPS)
def test_no_misconception_is_forgotten(name):
    assert set(SLIPS[name]) == {slip.name for slip in getattr(ours, name).misconceptions}


@pytest.mark.parametrize(
    ("name", "slip"), [(name, slip) for name, slips in SLIPS.items() for slip in slips]
)
def test_every_misconception_is_named(name, slip):
    assert_named(getattr(ours, name), SLIPS[name][slip], slip)
