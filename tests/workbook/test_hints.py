"""What a difference looks like, what the smallest input is, and two slips at once."""

import sys
from importlib import import_module

import numpy as np
import pytest
import torch

from tests.exercise_checks import checked, diagnosis
from workbook.exercises import Case, Exercise, Misconception, diagnose, exercise
from workbook.exercises.edits import build, source_of
from workbook.exercises.heuristics import pairs as together
from workbook.exercises.heuristics.pairs import both
from workbook.exercises.heuristics.positions import wrong_region
from workbook.exercises.heuristics.results import hint
from workbook.exercises.heuristics.smallest import cuts, is_finite, size_of

X = torch.tensor([[0.5, 2.0, 3.0], [4.0, 7.0, 0.25]], dtype=torch.float64)


def looks(mine, expected, arguments):
    """Say what is said of a case that fails alone."""
    found = hint([(mine, expected)], [arguments], 1e-6)
    region = wrong_region(mine, expected, arguments)
    if found:
        return found.name
    return region.words + ", all" * region.is_whole if region else ""


MASK = torch.tensor([[1, 1, 0], [1, 0, 0]])


def changed(where, by=1.0):
    return X + by * where


@pytest.mark.parametrize(
    ("mine", "words"),
    [
        (-X, "the sign is turned"),
        (1 - X, "it is 1 minus the right value"),
        (X.log(), "the logarithm is left to be undone"),
        (X.exp(), "exp is taken too many"),
        (X**2, "the square root is still to be taken"),
        (X.sqrt(), "a square root is taken too many"),
        (1 / X, "the fraction is upside down"),
        (X.floor(), "it is rounded down"),
        (X.ceil(), "it is rounded up"),
        (X + 0.75, "it is the right value plus 0.75"),
        (X / 3, "it is the right value divided by the size of axis 1 of `mask`, here 3"),
        (X * 2, "it is the right value times the size of axis 0 of `mask`, here 2"),
        (X * 1.7, "it is 1.7 times the right value"),
        (X * 0, "every value is 0"),
        (X / X.sum(1, keepdim=True) * 2, "along axis 1 all values are wrong by one factor"),
        (X / X.sum(0) * 2, "along axis 0 all values are wrong by one factor"),
        (X.flip(1), "the order is reversed along axis 1"),
        (X.roll(1, 1), "the values come one position too late along axis 1"),
        (X.roll(-1, 1), "the values come one position too early along axis 1"),
        (X.flatten()[[1, 0, 2, 3, 5, 4]].view(2, 3), "the right ones, in another order"),
        (X.T, "the axes 0 and 1 are exchanged"),
        (changed(MASK == 0), "positions where `mask` is 0, all"),
        (changed((MASK == 0) & (X > 1), 3.0), "positions where `mask` is 0"),
        (changed(torch.tensor([0, 0, 1]), X), "the last elements along axis 1, all"),
        (changed(torch.tensor([0, 1, 1]), X**2), "all but the first along axis 1, all"),
    ],
)
def test_a_pattern_is_named(mine, words):
    assert words in looks(mine, X, {"mask": MASK} if "mask" in words else {"other": X + 7})


def test_axes_in_another_order():
    table = torch.arange(24.0).view(2, 3, 4)
    assert "which permute(1, 2, 0) puts right" in looks(table.permute(2, 0, 1), table, {})


def test_ties_are_noticed():
    scores = np.array([3.0, 1.0, 3.0, 2.0, 5.0])
    expected, mine = np.array([1, 4, 2, 3, 0]), np.array([2, 4, 1, 3, 0])
    assert "in another order" in looks(mine, expected, {})
    mine = np.array([7, 4, 9, 3, 0])
    words = "positions where `scores` has a value more than once, all"
    assert looks(mine, expected, {"scores": scores}) == words


@pytest.mark.parametrize(
    ("mine", "expected"),
    [
        (X + torch.tensor([[0.1, 0.7, 0.2], [1.3, 0.4, 2.0]]), X),  # no rule to it
        (X, X),
        ("a", "b"),
        (None, X),
        (X[:, :1], X),
        ([1, [2]], [1, 2]),
        ({"a": 1}, {"b": 1}),
        ([], []),
        (True, False),
    ],
)
def test_where_there_is_no_pattern_nothing_is_said(mine, expected):
    assert looks(mine, expected, {"x": X + 9}) == ""


def test_parts_of_results_are_looked_at():
    assert looks((X, -X), (X, X), {}) == "the sign is turned"
    assert looks({"a": 1 - X}, {"a": X}, {}) == "it is 1 minus the right value"
    assert looks((X, changed(MASK == 0)), (X, X), {"mask": MASK}).startswith(
        "positions where `mask`"
    )


@pytest.mark.parametrize(
    ("failing", "words"),
    [
        ([(1 / 3, 2 / 3, 6), (1 / 7, 1 / 3, 7)], ""),  # 1 minus the first alone
        ([(0.6, 0.3, 9), (1.5, 0.75, 9)], "it is 2 times the right value"),
        ([(0.5, 0.25, 9)], ""),  # any number is some number times another
        ([(X * 2, X, 2), (X * 3, X, 3)], "it is the right value times the value of `k`, here 2"),
        ([(X / 2, X, 2), (X / 3, X, 3)], "it is the right value divided by the value of `k`, her"),
        (
            [(X * 2, X, 9), (X * 3, X, 9)],
            "all values are wrong by one factor, another",
        ),
        ([(1.2, 0.3, 9), (1.5, 0.75, 9), (7.0, 2.0, 9)], ""),
        ([(X.flip(1), X, 9), (X + 1, X, 9)], ""),
        ([((X, -X), (X, X), 9), ((-X, X), (X, X), 9)], ""),
    ],
)
def test_a_relation_holds_on_every_case_that_fails(failing, words):
    found = hint([each[:2] for each in failing], [{"k": k} for *_, k in failing], 1e-6)
    assert (words in found.name) if words else not found


def test_a_hint_needs_two_results_in_every_case():
    def answer(otherwise):
        return lambda x, scale=1.0: softmax(x, scale) + 1 if scale == 2 else otherwise(x)

    assert "In every case that fails: every value is one" in diagnosis(SOFTMAX, answer(softmax))
    assert "In every case" not in diagnosis(SOFTMAX, answer(lambda x: x[9]))


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


def test_an_input_that_is_cut_out_of_shape_obeys_no_limits():
    definition = Exercise(**{**vars(SOFTMAX), "allows": lambda x, scale: bool(x[3] == x[3])})
    verdict = checked(diagnose(definition, lambda x, scale=1.0: (x * scale).softmax(0)))
    assert len(verdict.example.case.args[0]) == 4


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
