"""What a difference looks like, what the smallest input is, and two slips at once."""

import sys
from importlib import import_module

import numpy as np
import pytest
import torch

from tests.exercise_checks import checked, diagnosis
from workbook.exercises import Case, Exercise, Misconception, diagnose, exercise
from workbook.exercises.edits import build, source_of
from workbook.exercises.guesses import pairs as together
from workbook.exercises.guesses.pairs import both
from workbook.exercises.guesses.patterns import Pair, pattern, places, relations
from workbook.exercises.guesses.smallest import cuts, is_finite, size_of

X = torch.tensor([[0.5, 2.0, 3.0], [4.0, 7.0, 0.25]], dtype=torch.float64)


def looks(mine, expected, arguments):
    """Say what is said of a case that fails alone."""
    return next(relations(mine, expected, arguments), "") or places(mine, expected, arguments)


MASK = torch.tensor([[1, 1, 0], [1, 0, 0]])


def changed(where, by=1.0):
    return X + by * where


@pytest.mark.parametrize(
    ("mine", "words"),
    [
        (-X, "Yours is the negative of the expected value."),
        (1 - X, "1 minus the expected value"),
        (X.log(), "the logarithm of the expected value"),
        (X.exp(), "e to the power of"),
        (X**2, "the square of"),
        (X.sqrt(), "the square root of"),
        (1 / X, "1 divided by"),
        (X.floor(), "rounded down"),
        (X + 0.75, "the expected value plus 0.75 everywhere"),
        (X / 3, "0.3333 times the expected value everywhere: divided by 3, the size of axis 1 of"),
        (X * 2, "2 times the expected value everywhere: times 2, the size of axis 0 of `mask`?"),
        (X * 1.7, "1.7 times the expected value everywhere."),
        (X / X.sum(1, keepdim=True), "Along axis 1 yours is the expected value times one factor"),
        (X / X.sum(0), "Along axis 0 yours is the expected value times one factor"),
        (X.flip(1), "in reverse order along axis 1"),
        (X.roll(1, 1), "one place too late along axis 1"),
        (X.roll(-1, 1), "one place too early along axis 1"),
        (X.flatten()[[1, 0, 2, 3, 5, 4]].view(2, 3), "the right ones, in another order"),
        (changed(MASK == 0), "Only places where `mask` is 0 differ."),
        (changed((MASK == 0) & (X > 1), 3.0), "Only places where `mask` is 0 differ, and not all."),
        (changed(torch.tensor([0, 0, 1]), X), "Only the last elements along axis 1 differ."),
        (changed(torch.tensor([0, 1, 1]), X**2), "Only all but the first along axis 1 differ."),
    ],
)
def test_a_pattern_is_named(mine, words):
    mask = {"mask": MASK} if "mask" in words else {"other": torch.zeros(2, 3) + 7}
    if "size of axis 1" in words:
        mask = {"mask": MASK}
    assert words in looks(mine, X, mask)


def test_square_tables_may_be_transposed():
    table = torch.arange(9.0).reshape(3, 3)
    assert "axes 0 and 1 exchanged" in looks(table.T, table, {})


def test_ties_are_noticed():
    scores = np.array([3.0, 1.0, 3.0, 2.0, 5.0])
    expected, mine = np.array([1, 4, 2, 3, 0]), np.array([2, 4, 1, 3, 0])
    assert looks(mine, expected, {}) == "Your values are the right ones, in another order."
    mine = np.array([7, 4, 9, 3, 0])
    words = "Only places where `scores` has a value more than once differ."
    assert looks(mine, expected, {"scores": scores}) == words


@pytest.mark.parametrize(
    ("mine", "expected"),
    [
        (X + torch.tensor([[0.1, 0.7, 0.2], [1.3, 0.4, 2.0]]), X),  # no rule to it
        (X, X),
        ("a", "b"),
        (None, X),
        (X[:1], X),
        ([1, [2]], [1, 2]),
        ({"a": 1}, {"b": 1}),
        ([], []),
        (True, False),
    ],
)
def test_where_there_is_no_pattern_nothing_is_said(mine, expected):
    assert looks(mine, expected, {"x": X + 9}) == ""


def test_parts_of_results_are_looked_at():
    assert "the negative" in looks((X, -X), (X, X), {})
    assert "1 minus" in looks({"a": 0.25}, {"a": 0.75}, {})


def pairs(*values):
    return [Pair(mine, right, {"k": k}) for mine, right, k in values]


@pytest.mark.parametrize(
    ("failing", "words"),
    [
        (pairs((1 / 3, 2 / 3, 6), (1 / 7, 1 / 3, 7)), ""),  # 1 minus the first alone
        (pairs((0.6, 0.3, 9), (1.5, 0.75, 9)), "Yours is 2 times the expected value."),
        (pairs((0.5, 0.25, 9)), ""),  # any number is some number times another
        (
            pairs((X * 2, X, 2), (X * 3, X, 3)),
            "2 times the expected value everywhere: times 2, the",
        ),
        (pairs((X * 2, X, 9), (X * 3, X, 9)), ""),
        (pairs((X.flip(1), X, 9), (X + 1, X, 9)), ""),
        (pairs((changed(torch.tensor([0, 0, 1]), X), X, 9), (-X, X, 9)), "Only the last elements"),
    ],
)
def test_a_relation_holds_on_every_case_that_fails(failing, words):
    found = pattern(failing)
    assert (words in found) if words else not found


# --- the smallest input


def softmax(x, scale=1.0):
    return (x * scale).softmax(-1)


SLIPS = tuple(
    Misconception(f"slip {i}", "Advice.", lambda x, scale=1.0, i=i: x + 100.0 + i) for i in range(4)
)
SOFTMAX = Exercise(
    name="softmax",
    cases=lambda: [Case((torch.randn(4, 5),), {"scale": 2.0}), Case((torch.randn(3, 7),))],
    difficulty=1,
    minutes=1,
    reference=softmax,
    misconceptions=SLIPS,
)


def test_the_smallest_input_is_written_out_and_kept(capsys):
    @exercise(SOFTMAX)
    def softmax(x, scale=1.0):
        return (x * scale).softmax(0)

    text = capsys.readouterr().out
    assert "The smallest input that fails: x = tensor([[" in text
    assert "To play with it: `failure = softmax.last_failure`." in text
    failure = softmax.last_failure
    assert failure.args[0].shape == (1, 2)
    assert torch.equal(failure.function(*failure.args, **failure.kwargs), failure.yours)
    assert not torch.equal(failure.yours, failure.expected)
    assert "args and kwargs: 0 (1, 2) float32" in repr(failure)

    @exercise(SOFTMAX)
    def softmax(x, scale=1.0):
        return (x * scale).softmax(1)

    assert softmax.last_failure is None


def test_axes_of_one_size_are_cut_together():
    case = Case((torch.ones(3, 5), torch.ones(5, 2)), {"names": ["a", "b", "c"]})
    shapes = {
        (*cut.args[0].shape, *cut.args[1].shape, len(cut.kwargs["names"])) for cut in cuts(case)
    }
    assert (1, 5, 5, 2, 1) in shapes and (3, 2, 2, 2, 3) in shapes
    assert all(a[1] == a[2] and a[0] == a[4] for a in shapes)


def test_sizes_and_finiteness():
    assert size_of([torch.ones(2, 3), "ab", {"k": [1]}]) == 1 + 6 + 2 + 1 + 2
    assert is_finite([1.0, torch.ones(2), {"a": (np.ones(2), None)}])
    assert not is_finite([1.0, {"a": torch.tensor([float("nan")])}])


def test_inputs_that_the_reference_refuses_are_no_examples():
    def positive(x):
        if len(x) < 3:
            raise ValueError
        return x.sum()

    definition = Exercise(
        **{**vars(SOFTMAX), "cases": lambda: [Case((torch.ones(6),))], "reference": positive}
    )
    verdict = checked(diagnose(definition, lambda x: x.sum() + 1.0))
    assert verdict.example.case.args[0].shape == (3,)


def test_a_smaller_input_obeys_the_limits_of_the_text():
    definition = Exercise(**{**vars(SOFTMAX), "allows": lambda x, scale: len(x) > 2})
    verdict = checked(diagnose(definition, lambda x, scale=1.0: (x * scale).softmax(0)))
    assert len(verdict.example.case.args[0]) == 3


def test_a_function_that_hangs_on_a_smaller_input_is_not_tried_again():
    calls = []

    def hangs(x, scale=1.0):
        calls.append(len(x))
        while len(x) < 3:
            pass
        return x.softmax(0)

    assert checked(diagnose(SOFTMAX, hangs, apart=False)).example.case.args[0].shape[0] >= 3
    assert sum(size < 3 for size in calls) == 1


# --- two slips at once


@pytest.fixture
def paired(tmp_path, monkeypatch):
    """An exercise whose misconceptions are edits of its reference."""
    path = tmp_path / "a_mean.py"
    path.write_text("def mean(x):\n    return x.sum() / len(x)\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "a_mean", raising=False)
    reference = import_module("a_mean").mean
    edits = {
        "squares are added": ("x.sum()", "(x**2).sum()"),
        "one is counted too many": ("len(x)", "(len(x) + 1)"),
        "the sign is lost": ("return x", "return -x"),
        "nothing is divided": (" / len(x)", ""),
    }
    return Exercise(
        name="mean",
        cases=lambda: [Case((torch.tensor([1.0, 5.0, 4.5]),)), Case((torch.tensor([2.0, 7.0]),))],
        difficulty=1,
        minutes=1,
        reference=reference,
        misconceptions=tuple(
            Misconception(name, "A.", build(source_of(reference), "mean", edit), edits=(edit,))
            for name, edit in edits.items()
        ),
    )


def test_two_slips_at_once_are_asked_about(paired):
    def mean(x):
        return (x * x).sum() / (len(x) + 1)

    answer = diagnosis(paired, mean)
    assert "two slips at once: *squares are added* and *one is counted too many*?" in answer
    assert "slips at once" not in diagnosis(paired, lambda x: x.sum() + 3)


def test_edits_that_overlap_do_not_go_together(paired):
    first, second, third, fourth = (slip.edits[0] for slip in paired.misconceptions)
    assert both(paired, first, second)(torch.tensor([2.0, 3.0])) == 13 / 3
    assert both(paired, second, fourth) is both(paired, fourth, second) is None
    assert both(paired, first, third) is both(paired, third, first) is None


def test_pairs_are_as_many_as_can_be_made_and_at_most_so_many(paired, monkeypatch):
    assert len(list(together.pairs(paired))) == 4
    monkeypatch.setattr(together, "MOST", 3)
    assert len(list(together.pairs(paired))) == 3
