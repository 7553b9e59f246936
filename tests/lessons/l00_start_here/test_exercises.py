"""Lesson 00's exercises: every slip, written again in loops, is caught and named."""

import math

import pytest
import torch

from lessons.l00_start_here import exercises
from tests.exercise_checks import assert_named, check_exercise, diagnosis, loaded

start = loaded(exercises)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def length(a):
    return torch.sqrt(dot(a, a))


def cosine(a, b):
    return dot(a, b) / length(a) / length(b)


SLIPS = {
    "the dot product is not divided by the lengths": lambda a, b: (a * b).sum(),
    "the dot product is divided by one length only": lambda a, b: dot(a, b) / length(b),
    "the brackets are missing, so the result is multiplied by the second length": lambda a, b: (
        dot(a, b) * length(b) / length(a)
    ),
    "the lengths are added": lambda a, b: dot(a, b) / (length(a) + length(b)),
    "the lengths are squared": lambda a, b: dot(a, b) / (a**2).sum() / (b**2).sum(),
    "the length is the sum of the absolute components, the L1 norm": lambda a, b: (
        dot(a, b) / (sum(map(abs, a)) * sum(map(abs, b)))
    ),
    "the sign is lost": lambda a, b: torch.sqrt(dot(a, b) ** 2) / length(a) / length(b),
    "the distance between the vectors is returned": lambda a, b: torch.dist(a, b),
    "the angle itself is returned": lambda a, b: torch.tensor(
        math.acos(max(-1.0, min(1.0, (dot(a, b) / length(a) / length(b)).item())))
    ),
    "the products of the components are not summed": lambda a, b: torch.stack(
        [x * y / length(a) / length(b) for x, y in zip(a, b, strict=True)]
    ),
    "a mean is taken where the formula has a sum": lambda a, b: cosine(a, b) / len(a),
    "the number of components stands for the length": lambda a, b: dot(a, b) / (len(a) * len(b)),
    "the sum of the components stands for the length": lambda a, b: dot(a, b) / sum(a) / sum(b),
    "the divisor is the length of the product, not the product of the lengths": lambda a, b: (
        torch.sign(dot(a, b))
    ),
    "a root too many: that of the product of the lengths is taken": lambda a, b: (
        dot(a, b) / (length(a) * length(b)) ** 0.5
    ),
    "the mean is subtracted from each vector, as for a correlation": lambda a, b: torch.corrcoef(
        torch.stack([a, b])
    )[0, 1],
    "the cosine distance is returned, 1 minus the cosine": lambda a, b: 1 - cosine(a, b),
    "the function cos is applied to the quotient": lambda a, b: torch.tensor(
        math.cos(cosine(a, b))
    ),
    "the result still has an axis": lambda a, b: torch.stack([cosine(a, b)]),
    "the cosine is moved to between 0 and 1": lambda a, b: cosine(a, b) / 2 + 0.5,
}

OTHER_FORMS = [
    ("the sign is lost", lambda a, b: cosine(a, b).clamp(min=0)),
    ("the sign is lost", lambda a, b: dot(a, b) ** 2 / dot(a, a) / dot(b, b)),
    (
        "the distance between the vectors is returned",
        lambda a, b: torch.dist(a / length(a), b / length(b)),
    ),
    ("the angle itself is returned", lambda a, b: torch.acos(cosine(a, b)) * 180 / math.pi),
    (
        "the products of the components are not summed",
        lambda a, b: a[:, None] * b / length(a) / length(b),
    ),
    ("a mean is taken where the formula has a sum", lambda a, b: cosine(a, b) * len(a)),
    (
        "the divisor is the length of the product, not the product of the lengths",
        lambda a, b: dot(a, b) / sum(x * x * y * y for x, y in zip(a, b, strict=True)) ** 0.5,
    ),
    ("the result still has an axis", lambda a, b: cosine(a, b)[None, None]),
]


@pytest.mark.parametrize("definition", start.EXERCISES, ids=lambda definition: definition.name)
def test_the_exercise_is_sound(definition):
    check_exercise(definition)


@pytest.mark.parametrize("name", SLIPS)
def test_every_slip_is_named(name):
    assert_named(start.cosine, SLIPS[name], name)


@pytest.mark.parametrize(("name", "wrong"), OTHER_FORMS)
def test_other_forms_of_a_slip_are_named(name, wrong):
    assert_named(start.cosine, wrong, name)


def test_the_list_is_complete():
    assert set(SLIPS) == {slip.name for slip in start.cosine.misconceptions}


def test_two_slips_at_once_are_recognized():
    def cosine(a, b):
        return sum(a * b) / sum(abs(a)) * sum(abs(b))

    answer = diagnosis(start.cosine, cosine)
    assert "*the brackets are missing, so" in answer
    assert "the L1 norm*" in answer


def test_the_other_length_without_brackets_is_the_same_slip():
    name = "the brackets are missing, so the result is multiplied by the second length"
    assert_named(start.cosine, lambda a, b: dot(a, b) * length(a) / length(b), name)


def outer(same, different):
    first, second = (torch.tensor(values).double() for values in (same, different))
    return first[:, None] - second


def wins(same, different):
    return (outer(same, different) > 0).sum().item()


def ties(same, different):
    return (outer(same, different) == 0).sum().item()


def share(same, different, tie):
    return (wins(same, different) + tie * ties(same, different)) / len(same) / len(different)


def by_place(same, different, tie):
    size = min(len(same), len(different))
    ahead = [same[i] - different[i] for i in range(size)]
    return sum(1 if d > 0 else tie if d == 0 else 0 for d in ahead) / size


OF_COMPARISONS = [
    (
        "each cosine of same is compared with one of different only",
        lambda same, different: by_place(same, different, 0.5),
    ),
    (
        "each cosine of same is compared with one of different only",
        lambda same, different: by_place(same, different, 0),
    ),
    ("a tie counts nothing", lambda same, different: share(same, different, 0)),
    ("a tie counts one", lambda same, different: share(same, different, 1)),
    (
        "the wrong comparisons are counted",
        lambda same, different: 1 - share(same, different, 0.5),
    ),
    (
        "the right comparisons are counted, and not divided by all",
        lambda same, different: wins(same, different) + ties(same, different) / 2,
    ),
    (
        "the right comparisons are counted, and not divided by all",
        lambda same, different: float(wins(same, different)),
    ),
    (
        "the count is divided by the length of one list",
        lambda same, different: share(same, different, 0.5) * len(different),
    ),
    (
        "the count is divided by the length of one list",
        lambda same, different: share(same, different, 0.5) * len(same),
    ),
    ("the result is a percentage", lambda same, different: share(same, different, 0.5) * 100),
    (
        "the means of the two lists are compared",
        lambda same, different: outer(same, different).mean().item(),
    ),
]


@pytest.mark.parametrize(("name", "wrong"), OF_COMPARISONS)
def test_slips_in_counting_are_named(name, wrong):
    assert_named(start.right_comparisons, wrong, name)


def test_the_list_of_slips_in_counting_is_complete():
    known = {slip.name for slip in start.right_comparisons.misconceptions}
    assert {name for name, _ in OF_COMPARISONS} == known


def test_right_comparisons_by_hand():
    count = start.right_comparisons.reference
    assert count([0.9, 0.7], [0.8, 0.7]) == 0.625  # as the lesson says
    assert count([1.0], [1.0]) == 0.5
    assert count([0.6], [0.7, 0.5]) == 0.5  # as a question of the quiz says
