"""The exercises of lesson 16; every slip is written here a second time, with other means."""

import itertools

import numpy as np
import pytest
import torch

from lessons.l16_what_to_mask import exercises
from tests.exercise_checks import assert_named, check_exercise_module, loaded

ours = loaded(exercises)


def test_the_exercises_are_sound():
    check_exercise_module(ours)


# --- whole words, from a list of lengths ----------------------------------------------------------


def chosen(words, order, fits, after=None):
    """Return the words that are taken, by a rule that knows the number taken and a length."""
    taken, total = [], 0
    for index in order:
        length = words[index][1] - words[index][0]
        if fits(total, length):
            taken.append(words[index])
            total += length
        elif after == "stop":
            break
    return taken


def places(taken, more=0):
    return [place for start, end in taken for place in range(start, end + more)]


HIDE_WORDS = {
    "it stops at the first word that does not fit": lambda words, order, number: sorted(
        places(chosen(words, order, lambda total, length: total + length <= number, "stop"))
    ),
    "the last word is cut, so that the number is exact": lambda words, order, number: sorted(
        itertools.islice(places([words[index] for index in order]), number)
    ),
    "the last word goes beyond the number": lambda words, order, number: sorted(
        places(chosen(words, order, lambda total, length: number > total, "stop"))
    ),
    "words are counted in place of characters": lambda words, order, number: sorted(
        places([words[order[n]] for n in range(min(number, len(order)))])
    ),
    "the words are visited in the order of the text": lambda words, order, number: places(
        chosen(words, sorted(order), lambda total, length: length <= number - total)
    ),
    "only the first character of a word is hidden": lambda words, order, number: sorted(
        min(words[index]) for index in order[:number]
    ),
    "the end is taken for a place of the word": lambda words, order, number: sorted(
        places(longer(words, order, number), more=1)
    ),
    "the places are returned in the order of choice": lambda words, order, number: places(
        chosen(words, order, lambda total, length: length <= number - total)
    ),
    "a word that fits exactly is passed over": lambda words, order, number: sorted(
        places(chosen(words, order, lambda total, length: length < number - total))
    ),
}


def longer(words, order, number):
    taken, left = [], number
    for index in order:
        if words[index][1] - words[index][0] < left:
            taken.append(words[index])
            left -= words[index][1] - words[index][0] + 1
    return taken


# --- an interval over lines and seeds, from counts of what is drawn -------------------------------


def weights(numbers, size, often=lambda counts: counts):
    """Return in each row how much of a drawing each seed or line is."""
    counts = np.stack([often(np.bincount(row, minlength=size)) for row in numbers.numpy()])
    return counts / counts.sum(axis=1, keepdims=True)


def leads(scores, seeds, lines, often=lambda counts: counts):
    """Return the mean score of each drawing."""
    S, N = scores.shape
    of_seeds, of_lines = weights(seeds, S, often), weights(lines, N, often)
    return ((of_seeds @ scores.numpy()) * of_lines).sum(axis=1)


def middle(values, percent=95):
    low, high = np.percentile(values, [50 - percent / 2, 50 + percent / 2])
    return float(low), float(high)


def interval(change=lambda first, second, seeds, lines: (first, second, seeds, lines), percent=95):
    """Return a function that does it right with what a slip makes of its inputs."""

    def seed_interval(first, second, seeds, lines):
        first, second, seeds, lines = change(first, second, seeds, lines)
        return middle(leads(first, seeds, lines) - leads(second, seeds, lines), percent)

    return seed_interval


def each_alone(first, second, seeds, lines):
    (a, b), (c, d) = (middle(leads(scores, seeds, lines)) for scores in (first, second))
    return a - d, b - c


def drawn_for_each(first, second, seeds, lines):
    shifted = [torch.from_numpy(np.roll(one.numpy(), 1, axis=0)) for one in (seeds, lines)]
    return middle(leads(first, seeds, lines) - leads(second, *shifted))


def best_of(scores, seeds, lines):
    of_lines = weights(lines, scores.shape[1]) @ scores.numpy().T  # (R, S)
    return np.array([row[some].max() for row, some in zip(of_lines, seeds.numpy(), strict=True)])


def only_once(first, second, seeds, lines):
    return middle(leads(first - second, seeds, lines, lambda counts: counts > 0))


def outermost(first, second, seeds, lines):
    ordered = sorted(leads(first - second, seeds, lines).tolist())
    return ordered[0], ordered[-1]


def of_the_mean(first, second, seeds, lines):
    found = leads(first - second, seeds, lines)
    half = 1.96 * float(np.std(found, ddof=1)) / np.sqrt(len(found))
    return float(found.mean() - half), float(found.mean() + half)


def all_of(numbers):
    return torch.from_numpy(np.tile(np.arange(numbers.shape[1]), (len(numbers), 1)))


SEED_INTERVAL = {
    "only the lines are drawn": interval(lambda a, b, seeds, lines: (a, b, all_of(seeds), lines)),
    "only the seeds are drawn": interval(lambda a, b, seeds, lines: (a, b, seeds, all_of(lines))),
    "each masker gets an interval of its own": each_alone,
    "the two maskers get different drawings": drawn_for_each,
    "the lead is that of the second masker": interval(lambda a, b, *drawn: (b, a, *drawn)),
    "the best seeds are compared": lambda first, second, seeds, lines: middle(
        best_of(first, seeds, lines) - best_of(second, seeds, lines)
    ),
    "what is drawn twice counts once": only_once,
    "the lowest and the highest drawing are the ends": outermost,
    "the middle 90% are taken": interval(percent=90),
    "the spread of the drawings is divided by the root of their number": of_the_mean,
}


# --- the soft mask, row by row --------------------------------------------------------------------


def rows(rule):
    """Return a function that mixes row by row, by a rule for (word, mask, p)."""

    def soft_mask(words, mask, wrong):
        each = zip(words.numpy(), wrong.tolist(), strict=True)
        return torch.from_numpy(np.stack([rule(word, mask.numpy(), p) for word, p in each])).float()

    return soft_mask


def most_suspicious(words, mask, wrong):
    changed = words.clone()
    changed[int(np.argmax(wrong.numpy()))] = mask
    return changed


def one_for_all(words, mask, wrong):
    mean = float(wrong.sum()) / len(wrong)
    return torch.lerp(words, mask.expand_as(words), mean)


SOFT_MASK = {
    "the word and [MASK] have changed places": rows(
        lambda word, mask, p: p * word + (1 - p) * mask
    ),
    "a threshold decides": rows(lambda word, mask, p: mask if p > 0.5 else word),
    "[MASK] is added, and the word stays as it is": rows(lambda word, mask, p: word + p * mask),
    "the word fades, and nothing comes in its place": rows(lambda word, mask, p: word - p * word),
    "only the most suspicious place is hidden": most_suspicious,
    "all places share one probability": one_for_all,
    "a sigmoid is taken once more": rows(
        lambda word, mask, p: word + (mask - word) / (1 + np.exp(-p))
    ),
}

SLIPS = {"hide_words": HIDE_WORDS, "seed_interval": SEED_INTERVAL, "soft_mask": SOFT_MASK}


@pytest.mark.parametrize("name", SLIPS)
def test_no_misconception_is_forgotten(name):
    assert set(SLIPS[name]) == {slip.name for slip in getattr(ours, name).misconceptions}


@pytest.mark.parametrize(
    ("name", "slip"), [(name, slip) for name, slips in SLIPS.items() for slip in slips]
)
def test_every_misconception_is_named(name, slip):
    assert_named(getattr(ours, name), SLIPS[name][slip], slip)
