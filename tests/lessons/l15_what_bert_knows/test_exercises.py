"""The exercises of lesson 15; every slip is written here a second time, with other means."""

import random
from collections import defaultdict

import numpy as np
import pytest
import torch

from lessons.l15_what_bert_knows import exercises
from tests.exercise_checks import assert_named, check_exercise_module, loaded

ours = loaded(exercises)


def test_the_exercises_are_sound():
    check_exercise_module(ours)


# --- control labels, from a table of types --------------------------------------------------------


def table(order, pool):
    """Return the labels of a table that is drawn in an order of the types, from a pool."""

    def control_labels(types, labels, seed):
        draw = random.Random(seed)
        names = order(types)
        chosen = dict(zip(names, [draw.choice(pool(labels)) for _ in names], strict=True))
        return list(map(chosen.__getitem__, types))

    return control_labels


def firsts(types):
    return [one for place, one in enumerate(types) if one not in types[:place]]


def grouped(types, labels):
    found = defaultdict(list)
    for place in range(len(types)):
        found[types[place]].append(labels[place])
    return found


def shuffled(types, labels, seed):
    return random.Random(seed).sample(labels, k=len(types))


def last_draw(types, labels, seed):
    draw = random.Random(seed)
    every = [draw.choice(labels) for _ in types]
    last = {one: place for place, one in enumerate(types)}
    return [every[last[one]] for one in types]


def usual(types, labels, seed):
    found = grouped(types, labels)
    return [max(found[one], key=found[one].count) for one in types]


CONTROL_LABELS = {
    "each token gets a label of its own": lambda types, labels, seed: [
        draw.choice(labels) for draw in [random.Random(seed)] for _ in types
    ],
    "all kinds of labels are equally frequent": table(firsts, lambda labels: sorted({*labels})),
    "the real labels are shuffled": shuffled,
    "a type keeps its first real label": lambda types, labels, seed: [
        labels[types.index(one)] for one in types
    ],
    "a type gets its most frequent real label": usual,
    "a label is drawn for each token, and the last one counts": last_draw,
    "the types are drawn in order of the alphabet": table(
        lambda types: sorted({*types}), lambda labels: labels
    ),
    "the generator starts again for every type": lambda types, labels, seed: list(
        map(lambda _: random.Random(seed).choice(labels), types)
    ),
}


# --- the strength of a cue, from two rows of truth values -----------------------------------------


def truths(word, right, wrong):
    """Return where the word stands in right answers and in wrong ones."""
    return (np.array([one.count(word) > 0 for one in side], dtype=bool) for side in (right, wrong))


def share(part, whole):
    return float(part) / float(whole) if whole else 0.0


def strength(productivity, coverage):
    def cue_strength(word, right, wrong):
        good, bad = truths(word, right, wrong)
        return torch.tensor([productivity(good, bad), coverage(good, bad)])

    return cue_strength


def usual_productivity(good, bad):
    return share((good & ~bad).sum(), (good ^ bad).sum())


def usual_coverage(good, bad):
    return float((good ^ bad).mean())


def repeats(word, right, wrong):
    numbers = [sum(one.count(word) for one in side) for side in (right, wrong)]
    return torch.tensor([share(numbers[0], sum(numbers)), share(sum(numbers), len(right))])


def only_single(word, right, wrong):
    joined = [(good + bad).count(word) == 1 for good, bad in zip(right, wrong, strict=True)]
    of_right = sum(one and word in good for one, good in zip(joined, right, strict=True))
    return torch.tensor([share(of_right, sum(joined)), share(sum(joined), len(right))])


def letters(word, right, wrong):
    good, bad = (
        np.array([any(word in each for each in one) for one in side]) for side in (right, wrong)
    )
    return torch.tensor([usual_productivity(good, bad), usual_coverage(good, bad)])


CUE_STRENGTH = {
    "questions in which both answers have the word are counted": strength(
        lambda good, bad: share(good.sum(), (good | bad).sum()),
        lambda good, bad: float((good | bad).mean()),
    ),
    "productivity is taken of all questions": strength(
        lambda good, bad: float((good > bad).mean()), usual_coverage
    ),
    "coverage counts only where the cue is right": strength(
        usual_productivity, lambda good, bad: float((good > bad).mean())
    ),
    "right and wrong answers have changed places": strength(
        lambda good, bad: share((bad & ~good).sum(), (good ^ bad).sum()), usual_coverage
    ),
    "the two numbers have changed places": strength(usual_coverage, usual_productivity),
    "every repeat of the word counts": repeats,
    "an answer that has the word twice is left out": only_single,
    "parts of other words count": letters,
    "the number of questions is returned in place of coverage": strength(
        usual_productivity, lambda good, bad: float((good ^ bad).sum())
    ),
}


# --- groups that are right as a whole, by sets ----------------------------------------------------


def sets(right, group):
    """Return the answers of each group, as lists of truth values."""
    found = defaultdict(list)
    for one, name in zip(right.tolist(), group.tolist(), strict=True):
        found[name].append(one)
    return found


def judged(judge):
    def all_right(right, group):
        values = [float(judge(answers)) for answers in sets(right, group).values()]
        return torch.tensor(sum(values) / len(values))

    return all_right


def by_place(right, group):
    rows = right.tolist()
    pairs = list(zip(rows[::2], rows[1::2], strict=False))
    return torch.tensor(sum(a and b for a, b in pairs) / len(pairs) if pairs else float("nan"))


def by_largest(right, group):
    whole = sum(all(answers) for answers in sets(right, group).values())
    return torch.tensor(whole / (max(group.tolist()) + 1))


def by_rows(right, group):
    found = sets(right, group)
    return torch.tensor([float(all(found[name])) for name in group.tolist()]).mean()


ALL_RIGHT = {
    "the groups are forgotten": lambda right, group: torch.tensor(
        right.tolist().count(True) / len(group)
    ),
    "one right answer is enough for a group": judged(any),
    "half of the answers are enough for a group": judged(
        lambda answers: 2 * sum(answers) >= len(answers)
    ),
    "the mean of each group is taken": judged(lambda answers: sum(answers) / len(answers)),
    "neighbors are taken for groups of two": by_place,
    "the numbers of the groups are taken for their count": by_largest,
    "large groups count more": by_rows,
    "the groups are counted, without a division": lambda right, group: torch.tensor(
        float(sum(map(all, sets(right, group).values())))
    ),
}

SLIPS = {
    "control_labels": CONTROL_LABELS,
    "cue_strength": CUE_STRENGTH,
    "all_right": ALL_RIGHT,
}


@pytest.mark.parametrize("name", SLIPS)
def test_no_misconception_is_forgotten(name):
    assert set(SLIPS[name]) == {slip.name for slip in getattr(ours, name).misconceptions}


@pytest.mark.parametrize(
    ("name", "slip"), [(name, slip) for name, slips in SLIPS.items() for slip in slips]
)
def test_every_misconception_is_named(name, slip):
    assert_named(getattr(ours, name), SLIPS[name][slip], slip)
