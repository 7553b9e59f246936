"""The exercises of lesson 15; every slip is written here a second time, with other means."""

import random
import re
from collections import defaultdict

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


# --- the cue in the other warrant, by a table of phrases ------------------------------------------


def by_table(*tables):
    """Return a function that looks up the phrases of each warrant in a table of its own."""

    def mirrored(right, wrong, wordings):
        found = []
        for warrant, table in zip((right, wrong), tables, strict=True):
            rows = sorted(table(wordings).items(), key=lambda row: -len(row[0]))
            pattern = "|".join(re.escape(old) for old, _ in rows) or "^$"
            found.append(re.sub(pattern, lambda hit, rows=rows: dict(rows)[hit[0]], warrant))
        return found

    return mirrored


def positive(wordings):
    return {negated: plain for plain, negated in wordings}


def negative(wordings):
    return dict(wordings)


def to_and_fro(wordings):
    return positive(wordings) | negative(wordings)


def keep(wordings):
    return {}


def bare(wordings):
    """Put *not* before a word or take it away."""
    words = [
        word.split(" ", 1)[-1] if word[:4] == "not " else word for pair in wordings for word in pair
    ]
    return {f"not {word}": word for word in words} | {word: f"not {word}" for word in words}


def opposites(wordings):
    pairs = [(plain, negated[4:]) for plain, negated in wordings]
    return dict(pairs) | {b: a for a, b in pairs}


def backwards(function):
    return lambda right, wrong, wordings: function(right, wrong, wordings)[::-1]


MIRRORED = {
    "the two warrants change places": backwards(by_table(keep, keep)),
    "*not* is moved, and the word behind it stays": by_table(bare, bare),
    "the word is exchanged, and *not* stays where it is": by_table(opposites, opposites),
    "only the right warrant is reworded": by_table(to_and_fro, keep),
    "only the wrong warrant is reworded": by_table(keep, to_and_fro),
    "no warrant has *not* any more": by_table(positive, positive),
    "both warrants have *not*": by_table(negative, negative),
    "nothing is changed": by_table(keep, keep),
    "the warrants are reworded, and then change places": backwards(
        by_table(to_and_fro, to_and_fro)
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
    "mirrored": MIRRORED,
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
