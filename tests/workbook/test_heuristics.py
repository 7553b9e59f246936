"""Guesses: what was done to a right result, or to the arguments, and which special case fails."""

import math
from dataclasses import replace

import numpy as np
import pytest
import torch

from workbook.exercises import Case, Exercise, Misconception, diagnose
from workbook.exercises.calls.sandbox import Outcome
from workbook.exercises.definition import Strict
from workbook.exercises.diagnosis import two_misconceptions
from workbook.exercises.heuristics.results import relation_to_results, wrong_type
from workbook.exercises.heuristics.special import in_common, is_usual


def outcomes(*values):
    return [Outcome(value) for value in values]


def guess(change, *right):
    """Name what a change does to right results."""
    found = relation_to_results(outcomes(*map(change, right)), outcomes(*right), Strict(1e-6))
    return found.name if found else None


TABLES = (
    torch.tensor([[0.1, 0.2, 0.7], [0.5, 0.25, 0.25]]),
    torch.tensor([[0.3, 0.6, 0.1], [0.2, 0.1, 0.7], [0.1, 0.3, 0.6], [0.4, 0.35, 0.25]]),
)
LISTS = (["b", "a", "b", "c"], ["d", "c", "a", "a", "e"])
ROWS = ([[1, 2], [3, 4]], [[5], [6, 7, 8]])
NUMBERS = (0.25, 3.5, 1.5)
ROW = torch.tensor([1.0, 2])
PAIRS = ((torch.tensor([1, 2]), torch.tensor([0, 1])), (torch.tensor([3, 5]), torch.tensor([1, 7])))


@pytest.mark.parametrize(
    ("change", "right", "name"),
    [
        (lambda x: -x, TABLES, "the sign is turned"),
        (lambda x: 1 - x, TABLES, "it is 1 minus the right value"),
        (lambda x: x + 1, (3, 5, 9), "every value is one too large"),
        (lambda x: x - 1, (torch.tensor([3, 5, 9, 2]),), "every value is one too small"),
        (lambda x: x / math.log(2), NUMBERS, "the logarithm is taken to base 2"),
        (lambda x: x / math.log(10), NUMBERS, "the logarithm is taken to base 10"),
        (lambda x: x**2, NUMBERS, "the square root is still to be taken"),
        (math.sqrt, NUMBERS, "a square root is taken too many"),
        (math.log, NUMBERS, "the logarithm is left to be undone by exp"),
        (math.exp, NUMBERS, "exp is taken too many"),
        (lambda x: 1 / x, NUMBERS, "the fraction is upside down"),
        (lambda x: 100 * x, NUMBERS, "it is a percentage"),
        (lambda x: x.mean(0), TABLES, "the mean over axis 0 is taken of what is right"),
        (lambda x: x.sum(0), TABLES, "the sum over axis 0 is taken of what is right"),
        (lambda x: x / x.sum(0), TABLES, "the values are made to sum to 1 along axis 0"),
        (
            lambda x: x / x.amax(1, keepdim=True),
            TABLES,
            "the values are right up to a factor, they do not sum to 1 along axis 1",
        ),
        (lambda x: x.log() + 3, TABLES, "the softmax along axis 1 is missing"),
        (lambda x: x.softmax(1), TABLES, "a softmax is taken along axis 1 at the end"),
        (lambda x: x.flip(1), TABLES, "the order is reversed along axis 1"),
        (lambda x: x[:, 1:], TABLES, "the first one along axis 1 is missing"),
        (lambda x: x[:-1], TABLES, "the last one along axis 0 is missing"),
        (
            lambda x: torch.cat((x, x[:1]), 0),
            TABLES,
            "one too many stands along axis 0 at the end",
        ),
        (lambda x: x.T, TABLES, "the axes 0 and 1 are exchanged"),
        (lambda x: x[::-1], LISTS, "the order is reversed"),
        (lambda x: list(dict.fromkeys(x)), LISTS, "what occurs twice is kept once"),
        (lambda x: [*x, x[1]], ([3, 1, 2], [5, 4]), "some come more than once"),
        (sorted, LISTS, "they are sorted"),
        (lambda x: x[::-1], ([1, 2, 3], [4, 5, 7, 8]), "the order is reversed"),
        (lambda x: [x[1], x[2], x[0]], ([1, 2, 3], [4, 5, 7]), "they are not sorted"),
        (lambda x: x[:-1], LISTS, "the last one is missing"),
        (lambda x: x[1:], LISTS, "the first one is missing"),
        (lambda x: [*x, "z"], LISTS, "one too many stands at the end"),
        (lambda x: ["z", *x], LISTS, "one too many stands in front"),
        (lambda x: [y for row in x for y in row], ROWS, "the rows are joined to one list"),
        (lambda x: [x], ROWS, "a list lies in a list too many"),
        (lambda x: list(zip(*x, strict=True)), ([[1, 2], [3, 4]],), "pairs are returned"),
        (lambda x: x[0], LISTS, "only the first one is returned"),
        (lambda x: x[-1], LISTS, "only the last one is returned"),
        (lambda x: x[::-1], PAIRS, "the two parts of the result are exchanged"),
        (lambda x: x.tolist(), TABLES, "the values are right, but they come as a list, not as"),
        (lambda x: x.double(), TABLES, "the values are right, but their dtype is float64, not"),
        (lambda x: x.numpy(), TABLES, "the values are right, but they come as an array, not as"),
        (lambda x: x[None], TABLES, "the values are right, but the shape is (1, 2, 3), not (2,"),
        (torch.tensor, NUMBERS, "the values are right, but they come as a tensor, not as a float"),
        (tuple, LISTS, "the values are right, but they come as a tuple, not as a list"),
        (lambda x: [list(y) for y in x], ([(1, 2)],), "they come as a list, not as a tuple"),
        (lambda x: (x[0].double(), x[1]), PAIRS, "their dtype is float64, not int64"),
        (lambda x: x + 0.01 * x**2, TABLES, None),
        (lambda x: x**2 + 0.01, NUMBERS, None),
        (lambda x: "a", LISTS, None),
        (lambda x: None, LISTS, None),
    ],
)
def test_what_was_done_to_the_result_is_named(change, right, name):
    found = guess(change, *right)
    assert (found is None) if name is None else (found is not None and name in found), found


def test_one_number_may_be_an_accident():
    assert guess(lambda x: -x, 0.3) is None
    assert guess(lambda x: -x, 0.3, 0.4) == "the sign is turned"


def test_one_case_speaks_against_a_guess():
    mine = outcomes(-TABLES[0], TABLES[1] + 0.1)
    assert relation_to_results(mine, outcomes(*TABLES), 1e-6) is None


def scaled(rows, mask, factor, shift=0):
    """Scale the rows whose mask is 1, and shift all."""
    return rows * mask[:, None] * factor + shift


def _cases():
    rows = torch.tensor([[1.0, -2.0], [3.0, 5.0], [-7.0, 2.0]])
    mask = torch.tensor([1, 0, 1])
    yield Case((rows, mask, 2))
    yield Case((rows[:2], mask[:2], 3), {"shift": 1})
    yield Case((rows[1:], mask[1:], 5), {"shift": 2})


def _exercise(reference=scaled, cases=_cases):
    slips = tuple(
        Misconception(f"a slip of number {n}", "Look again.", lambda *a, n=n, **k: torch.tensor(n))
        for n in range(4)
    )
    return Exercise(
        name=reference.__name__,
        reference=reference,
        cases=lambda: list(cases()),
        misconceptions=slips,
        difficulty=1,
        minutes=1,
    )


SCALED = _exercise()


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        (lambda r, m, f, s: scaled(r, m, f), "`shift` is not used, your results are those for"),
        (lambda r, m, f, s: scaled(r, m, 3, s), "`factor` is not used, your results are those for"),
        (lambda r, m, f, s: scaled(r, m, f + 1, s), "`factor` is taken one too large"),
        (lambda r, m, f, s: scaled(r, m, f - 1, s), "`factor` is taken one too small"),
        (lambda r, m, f, s: r * f + s, "`mask` plays no part, your results are those for ones"),
        (lambda r, m, f, s: scaled(r, 1 - m, f, s), "`mask` is read the wrong way round"),
        (lambda r, m, f, s: scaled(r, m, s, f), "`factor` and `shift` are exchanged"),
        (lambda r, m, f, s: scaled(r, m, f, f), "`factor` stands where `shift` belongs"),
        (lambda r, m, f, s: scaled(r, m, f, s * s), ""),
    ],
)
def test_what_was_done_to_the_arguments_is_named(wrong, name):
    def answer(rows, mask, factor, shift=0):
        return wrong(rows, mask, factor, shift)

    verdict = diagnose(SCALED, answer, apart=False)
    assert not verdict.right
    assert (name in verdict.misconception) if name else not verdict.misconception, verdict.text


def words_after(words, position, skip=()):
    """Return the words after a position, without some."""
    return [word for word in words[position + 1 :] if word not in skip]


def _word_cases():
    yield Case((["a", "b", "c", "d"], 1), {"skip": ["c"]})
    yield Case((["b", "e", "a"], 0), {"skip": ["z"]})
    yield Case((["e", "c", "b", "e"], 1), {"skip": ["d"]})


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        (lambda w, p, s: words_after(w[:-1], p, s), "the last one is missing"),
        (lambda w, p, s: words_after(w[::-1], p, s), "`words` is read from its end"),
        (lambda w, p, s: words_after(w[1:], p, s), "the first one of `words` is left out"),
    ],
)
def test_lists_that_are_not_read_whole_are_named(wrong, name):
    def words_(words, position, skip=()):
        return wrong(words, position, skip)

    verdict = diagnose(_exercise(words_after, _word_cases), words_, apart=False)
    assert verdict.misconception in (name, "`position` is taken one too large"), verdict.text


def share(counts, word):
    """Return a word's share, 0.0 if there is none."""
    return counts.get(word, 0) / sum(counts.values()) if counts else 0.0


def _share_cases():
    yield Case(({"a": 1, "b": 3}, "a"))
    yield Case(({"a": 2, "b": 3}, "b"))
    yield Case(({}, "a"))
    yield Case(({"c": 2, "b": 5}, "a"))


def test_a_special_case_that_breaks_down_is_named():
    def broken(counts, word):
        return counts.get(word, 0) / sum(counts.values())

    verdict = diagnose(_exercise(share, _share_cases), broken, apart=False)
    expected = "a special case, where `counts` is empty, ends in ZeroDivisionError"
    assert verdict.misconception == expected
    assert "What does the text ask for with counts {}" in verdict.text

    def often_broken(counts, word):
        return counts[word] / sum(counts.values())

    assert not diagnose(_exercise(share, _share_cases), often_broken, apart=False).misconception


def test_what_sets_wrong_cases_apart_is_said():
    def smoothed(counts, word):
        return counts.get(word, 0) / sum(counts.values()) if counts else 1.0

    text = diagnose(_exercise(share, _share_cases), smoothed, apart=False).text
    assert "3 of 4 cases agree, all but those where `counts` is empty." in text


@pytest.mark.parametrize(
    ("values", "wrong", "words"),
    [
        ([[1, 2], [], [3]], {1}, "is empty"),
        ([[1, 2], [4], [3, 1], [2], [5, 6]], {1, 3}, "has one element"),
        ([[1, 2], [4], [3, 1]], {1}, ""),  # it may be an accident
        ([["a", "b"], ["b", "b"], ["c"], ["d", "d"]], {1, 3}, "has something twice"),
        ([[[1], [2]], [[1], []], [[3]]], {1}, "has an empty element"),
        ([3, 0, 2], {1}, "is 0"),
        ([3, 1, 2, 1, 4], {1, 3}, "is 1"),
        ([3, -4, 2], {1}, "is negative"),
        ([3, None, 2], {1}, "is None"),
        ([np.array([1, 2]), torch.tensor([0, 1, 2]), torch.tensor([3, 1, 5])], {1}, "has a 0"),
        (
            [torch.tensor([1.0, 2]), torch.tensor([-1.0, 1, 2]), torch.tensor([3.0, 1])],
            {1},
            "has a n",
        ),
        ([ROW, ROW.double(), ROW, ROW.double()], {1, 3}, "has the dtype float64"),
        ([ROW, ROW.double(), ROW], {1}, ""),
        ([3, 4, 5], {1}, ""),
        ([[1, 2], [], [3]], {0, 1, 2}, ""),
        ([[1, 2], [], [3]], {1, 2}, ""),
        ([[1, 2], [], [3]], set(), ""),
    ],
)
def test_properties_of_the_wrong_cases(values, wrong, words):
    calls = [{"x": value, "y": 1} for value in values]
    found = in_common(calls, [index not in wrong for index in range(len(values))])
    assert (found == "") if not words else found.startswith(f"`x` {words}")


def test_a_wrong_type_beside_a_slip_is_the_second_slip():
    slip = Misconception(
        "the factor is squared", "Once.", lambda r, m, f, shift=0: scaled(r, m, f * f)
    )
    others = SCALED.misconceptions[:3]
    definition = _exercise()
    definition = type(definition)(**{**vars(definition), "misconceptions": (slip, *others)})
    definition = replace(definition, exact_types=True)
    wrong = outcomes(*(slip.wrong(*c.args).double() for c in _cases()))
    found = two_misconceptions(definition, wrong)
    assert [slip.name for slip in found] == [
        "the factor is squared",
        "the values are right, but their dtype is float64, not float32",
    ]
    assert wrong_type(outcomes(1.5), outcomes(1.5), 1e-6) is None


def test_a_smaller_input_is_of_the_usual_kind():
    mask, words = torch.tensor([[1, 1, 0], [1, 0, 0]]), ["a", "b"]
    calls = [{"mask": mask, "words": words}, {"mask": mask[:1], "words": []}]
    assert is_usual(calls, {"mask": mask[:, :1], "words": []})
    assert not is_usual(calls, {"mask": mask[:, 1:], "words": words})  # a row of padding
    assert not is_usual(calls[:1], {"mask": mask, "words": []})
    assert not is_usual(calls, {"mask": mask, "words": [[]]})
    assert is_usual(
        [*calls, {"mask": mask * 0, "words": words}], {"mask": mask[:, 2:], "words": []}
    )
