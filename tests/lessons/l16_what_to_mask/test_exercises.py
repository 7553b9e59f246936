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


# --- lengths of spans, step by step ---------------------------------------------------------------


def steps(end, longest):
    """Return the probability of each length, and of what is longer."""
    shares, still = [], 1.0
    for _ in range(longest):
        shares.append(still * end)
        still -= shares[-1]
    return shares, still


def cut(p, longest):
    shares, still = steps(p, longest)
    return torch.tensor([*shares[:-1], shares[-1] + still])


def shared(p, longest):
    shares, still = steps(p, longest)
    return torch.tensor([share + still / longest for share in shares])


def other_way(p, longest):
    shares, still = steps(1 - p, longest)
    return torch.tensor(shares) / (1 - still)


SPAN_LENGTHS = {
    "spans that are too long are cut": cut,
    "spans that are too long are lost": lambda p, longest: torch.tensor(steps(p, longest)[0]),
    "p is taken for the probability that another word is added": other_way,
    "what is too long is shared equally among all lengths": shared,
    "all lengths are equally probable": lambda p, longest: torch.ones(longest).softmax(dim=0),
    "the probability of at least so many words is returned": lambda p, longest: torch.tensor(
        [1 - sum(steps(p, longest)[0][:n]) for n in range(longest)]
    ),
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

SLIPS = {"hide_words": HIDE_WORDS, "span_lengths": SPAN_LENGTHS, "soft_mask": SOFT_MASK}


@pytest.mark.parametrize("name", SLIPS)
def test_no_misconception_is_forgotten(name):
    assert set(SLIPS[name]) == {slip.name for slip in getattr(ours, name).misconceptions}


@pytest.mark.parametrize(
    ("name", "slip"), [(name, slip) for name, slips in SLIPS.items() for slip in slips]
)
def test_every_misconception_is_named(name, slip):
    assert_named(getattr(ours, name), SLIPS[name][slip], slip)
