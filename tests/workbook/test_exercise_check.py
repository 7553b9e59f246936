"""The check of exercises, on an exercise whose every number can be worked out by hand."""

import inspect
import random
import signal
import sys
import threading
import time
import types
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from tests.exercise_checks import (
    assert_named,
    check_exercise,
    check_exercise_module,
    diagnosis,
    solve,
)
from workbook.exercises import Case, Exercise, Misconception, diagnose, exercise, overview
from workbook.exercises.calls.restoring import restoring_state
from workbook.exercises.calls.time_limit import Limit, OutOfTime, WaitedTooLong, passed, within
from workbook.exercises.check import is_blank
from workbook.exercises.compare import difference
from workbook.exercises.differences import detail
from workbook.exercises.expected import expectation
from workbook.exercises.heuristics.results import hint
from workbook.exercises.values import describe_call


class Shares(NamedTuple):
    rows: Tensor
    total: Tensor


def reference(counts, smoothing=0.0):
    """Divide each row by its sum, after adding ``smoothing`` to every count."""
    smooth = counts + smoothing
    return Shares(smooth / smooth.sum(1, keepdim=True), smooth.sum())


def by_columns(counts, smoothing=0.0):
    smooth = counts + smoothing
    return Shares(smooth / smooth.sum(0, keepdim=True), smooth.sum())


def by_total(counts, smoothing=0.0):
    smooth = counts + smoothing
    return Shares(smooth / smooth.sum(), smooth.sum())


def unsmoothed(counts, smoothing=0.0):
    return Shares(counts / counts.sum(1, keepdim=True), counts.sum())


def breaks_when_smoothed(counts, smoothing=0.0):
    if smoothing:
        raise OverflowError
    return Shares(counts, counts.sum())


def cases():
    counts = torch.tensor([[1.0, 3.0], [2.0, 6.0], [5.0, 5.0]])
    return [Case((counts,)), Case((counts,), {"smoothing": 1.0})]


SLIPS = (
    Misconception("the columns sum to one", "Sum along a row: axis 1.", by_columns),
    Misconception("one sum serves all rows", "Every row has its own sum.", by_total),
    Misconception("the smoothing is forgotten", "Add it first.", unsmoothed),
    Misconception("nothing is divided", "Divide the counts.", breaks_when_smoothed),
)


def made(
    name: str,
    reference: Callable[..., Any],
    cases: Callable[[], Any],
    misconceptions: tuple[Misconception, ...],
    difficulty: int,
    minutes: int,
    **options: Any,
) -> Exercise:
    return Exercise(
        name=name,
        reference=reference,
        cases=cases,
        misconceptions=misconceptions,
        difficulty=difficulty,
        minutes=minutes,
        **options,
    )


ROWS = made("shares", reference, cases, SLIPS, difficulty=1, minutes=5, timeout=0.3)
STANDS_IN = "Until then the workbook's version stands in."


def variant(definition: Exercise = ROWS, **changes: Any) -> Exercise:
    names = inspect.signature(Exercise).parameters
    return Exercise(**({name: getattr(definition, name) for name in names} | changes))


def returning(function: Callable[[], Any], **changes: Any) -> Exercise:
    """An exercise without arguments whose reference returns a given thing."""
    wrong = [lambda i=i: ("wrong", i) for i in range(4)]
    slips = tuple(Misconception(f"slip {i}", "Advice.", wrong[i]) for i in range(4))
    return made("give", function, lambda: [Case(())], slips, 1, 1, **changes)


# --- what is not filled in -----------------------------------------------------------------------


def blank_dots(counts, smoothing=0.0):
    """Return the shares."""
    ...


def blank_pass(counts, smoothing=0.0):
    pass


def blank_docstring(counts, smoothing=0.0):
    """Return the shares."""


def blank_return_dots(counts: Tensor, smoothing: float = 0.0) -> Any:
    """Return the shares."""
    return ...


def blank_closure():
    seen = []

    def inner(counts, smoothing=0.0):
        """Return the shares."""
        ...

    def other():
        return seen

    return inner


BLANK = [blank_dots, blank_pass, blank_docstring, blank_return_dots, blank_closure()]


@pytest.mark.parametrize("function", BLANK, ids=lambda function: function.__name__)
def test_a_blank_body_lets_the_reference_stand_in(function, capsys):
    assert exercise(ROWS)(function) is reference
    first = capsys.readouterr().out.split("\n")[0]
    assert first == "shares: not filled in yet; the workbook's version stands in."


def test_a_body_is_not_blank():
    def names_its_input(counts):
        counts  # noqa: B018

    def returns_zero():
        return 0

    def calls():
        print()

    def keeps():
        local = ...  # noqa: F841

    def raises():
        raise LookupError

    for function in (names_its_input, returns_zero, calls, keeps, raises, reference, len):
        assert not is_blank(function), function


# --- right ---------------------------------------------------------------------------------------


def test_a_right_function_is_returned_itself(capsys):
    def shares(counts, smoothing=0.0):
        """My own words."""
        print("this print stays inside")
        return (counts + smoothing) / (counts + smoothing).sum(1)[:, None], (
            counts + smoothing
        ).sum()

    assert exercise(ROWS)(shares) is shares
    assert (shares.__name__, shares.__doc__) == ("shares", "My own words.")
    assert capsys.readouterr().out == "shares: correct on all 2 cases.\n"


def test_results_with_gradients_are_compared():
    parameter = nn.Parameter(torch.tensor([2.0, 3.0]))
    definition = returning(lambda: torch.tensor([2.0, 3.0]))
    assert diagnose(definition, lambda: parameter * 1).text == "give: correct on its case."


def test_inputs_keep_asking_for_gradients():
    def slope(x):
        (gradient,) = torch.autograd.grad((x**2).sum(), x)
        return gradient

    leaf = torch.tensor([1.0, 3.0], requires_grad=True)
    slips = tuple(Misconception(f"slip {i}", "Advice.", lambda x, i=i: x * 0 - i) for i in range(4))
    definition = made("slope", slope, lambda: [Case((leaf,)), Case((leaf * 2,))], slips, 1, 1)
    assert diagnose(definition, lambda x: slope(x)).right
    assert solve(definition, case=1)[1].tolist() == [4.0, 12.0]


def test_another_name_is_mentioned(capsys):
    def parts(counts, smoothing=0.0):
        return reference(counts, smoothing)

    assert exercise(ROWS)(parts) is parts
    assert "The lesson goes on with shares" in capsys.readouterr().out


def test_only_functions_are_exercises():
    with pytest.raises(ValueError, match="above a function, got <class"):
        exercise(ROWS)(Shares)


# --- slips ---------------------------------------------------------------------------------------


def test_a_slip_is_named_with_its_advice_and_the_first_difference(capsys):
    def shares(counts, smoothing=0.0):
        columns = (counts + smoothing).T
        print("columns:", len(columns))
        return (columns.T / torch.stack([c.sum() for c in columns])), columns.sum()

    assert exercise(ROWS)(shares) is reference
    assert capsys.readouterr().out.split("\n") == [
        "shares: not yet. Your result matches a common slip: the columns sum to one.",
        "Sum along a row: axis 1.",
        "First difference at rows[0, 0]: yours 0.125, expected 0.25.",
        "It printed: columns: 2",
        STANDS_IN,
        "",
    ]


def test_a_slip_may_agree_with_the_reference_on_some_cases():
    def shares(counts, smoothing=0.0):
        return Shares(counts / (counts @ torch.ones(2, 1)), counts.sum())

    assert_named(ROWS, shares, "the smoothing is forgotten")
    # (1 + 1) / (4 + 2) = 0.3333 in the second case
    assert "rows[0, 0]: yours 0.25, expected 0.3333." in diagnosis(ROWS, shares)


def test_a_slip_is_named_where_it_breaks_down_in_another_way():
    def shares(counts, smoothing=0.0):
        return Shares(counts, counts.sum())  # no OverflowError when smoothed

    assert_named(ROWS, shares, "nothing is divided")


def test_a_slip_that_shows_only_by_an_error_needs_that_error():
    def wrong(n):
        return 10 // n if n else [][0]

    slips = (Misconception("zero is no number", "It is.", wrong), *returning(int).misconceptions)
    slips = slips[:1] + tuple(
        Misconception(slip.name, slip.advice, lambda n, i=i: -i - n)
        for i, slip in enumerate(slips[1:])
    )
    definition = made(
        "divide", lambda n: 10 // n if n else 0, lambda: [Case((3,)), Case((0,))], slips, 1, 1
    )

    def same_error(n):
        return [10 // n][0] if n else ()[0]

    def other_error(n):
        return 10 // n

    assert_named(definition, same_error, "zero is no number")
    assert "raises ZeroDivisionError in line" in diagnosis(definition, other_error)


def test_a_variant_of_a_slip_has_its_name():
    def in_percent(counts, smoothing=0.0):
        return Shares(100 * by_columns(counts, smoothing).rows, (counts + smoothing).sum())

    first = Misconception(SLIPS[0].name, SLIPS[0].advice, by_columns, (in_percent,))
    definition = variant(misconceptions=(first, *SLIPS[1:]))
    assert_named(definition, in_percent, first.name)


# --- wrong in a way that has no name -------------------------------------------------------------


def test_an_unknown_mistake_is_located():
    def shares(counts, smoothing=0.0):
        rows = reference(counts, smoothing).rows.clone()
        print("row sums\n", 3)
        rows[2, 1] += smoothing / 4
        return rows, (counts + smoothing).sum()

    assert diagnosis(ROWS, shares).split("\n") == [
        "shares: not yet. 1 of 2 cases agrees.",
        "First difference at rows[2, 1]: yours 0.75, expected 0.5.",
        "Only the last elements along axis 0 differ, and not all.",
        "Case 2 was called with counts (3, 2) float32 [[1.0, 3.0], [2.0, 6.0], [5.0, 5.0]], "
        "smoothing 1.0.",
        "The smallest input that fails: counts = tensor([[1.0, 3.0], [2.0, 6.0], [5.0, 5.0]]), "
        "smoothing = 1.0. Yours is (tensor([[0.333333, 0.666667], [0.3, 0.7], [0.5, 0.75]]), "
        "tensor(28.0)), expected is (rows=tensor([[0.333333, 0.666667], [0.3, 0.7], [0.5, 0.5]]), "
        "total=tensor(28.0)).",
        "It printed: row sums / 3",
        "To play with it: `failure = shares.last_failure`.",
        STANDS_IN,
    ]


def rows_answer(change: Callable[[Tensor], Any]) -> str:
    def shares(counts, smoothing=0.0):
        right = reference(counts, smoothing)
        return Shares(change(right.rows), right.total)

    return diagnosis(ROWS, shares)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda r: 3 * r,
            "In every case that fails: the values are right up to a factor",
        ),
        (
            lambda r: r.T,
            "rows: yours (2, 3), expected (3, 2).\nIn every case that fails: the axes 0 and 1 are",
        ),
        (lambda r: r.T + 1, "The sizes are right, in another order"),
        (lambda r: r[:, None], "the shape is (3, 1, 2), not (3, 2).\nOnly axes of size 1 differ"),
        (
            lambda r: r[:2],
            "yours (2, 2), expected (3, 2).\nIn every case that fails: the last one",
        ),
        (lambda r: r.long(), "Wrong dtype at rows: yours int64, expected float32."),
        (lambda r: r.numpy(), "yours is array (3, 2) float32, expected tensor (3, 2) float32."),
        (lambda r: r / 0 * 0, "rows[0, 0]: yours nan, expected 0.25.\n6 of 6 elements are NaN"),
        (lambda r: r.tolist(), "Wrong type at rows: yours is list of 3, expected tensor"),
    ],
)
def test_the_kind_of_difference_is_said(change, words):
    assert words in rows_answer(change)


@pytest.mark.parametrize(
    ("actual", "expected", "words"),
    [
        ((n for n in (1, 2)), [1, 2], "yours is generator, expected list of 2.|use list(...)"),
        ((1, 2), [1, 2], "yours is tuple of 2, expected list of 2.|Use list(...)"),
        ([1, 2, 3], [1, 2], "Wrong length: yours 3, expected 2."),
        ([1, 5, 2], [1, 2], "Wrong length|First difference at result[1]: yours 5, expected 2."),
        ([1, 5, 7], [1, 2, 3], "result[1]: yours 5, expected 2.|Only all but the first differ."),
        ((1,), Shares(1, 2), "Wrong length: yours 1, expected 2 (rows, total)."),
        (torch.ones(2), Shares(1, 2), "yours is tensor (2,) float32, expected tuple of 2 (rows, t"),
        (
            torch.tensor([0.5]),
            0.5,
            "yours is tensor (1,) float32, expected float 0.5.|with .item()",
        ),
        (torch.tensor(True), 1, "Wrong type: yours is bool True, expected int 1."),
        (torch.tensor([1]), torch.tensor([1.0]), "Wrong dtype: yours int64, expected float32."),
        (2.0, 2, "Wrong type: yours is float 2.0, expected int 2."),
        (1, True, "Wrong type: yours is int 1, expected bool True."),
        (True, 1, "Wrong type: yours is bool True, expected int 1."),
        ("0.5", 0.5, "Wrong type: yours is str '0.5', expected float 0.5."),
        (0.5, 0.25, "First difference: yours 0.5, expected 0.25."),
        (0.1234567, 0.1234599, "First difference: yours 0.1234567, expected 0.1234599."),
        ("the cat", "the dog", "First difference: yours 'the cat', expected 'the dog'."),
        ({"a": 1}, {"a": 1, "b": 2}, "Wrong keys: missing are 'b'."),
        ({"a": 1, "c": 2}, {"a": 1, "b": 2}, "missing are 'b'; too many are 'c'."),
        ({"a": [1.0]}, {"a": [2.0]}, "First difference at result['a'][0]: yours 1, expected 2."),
        ({1, 2}, {2, 3}, "Wrong elements: missing are 3; too many are 1."),
        (..., [1], "yours is ellipsis, expected list of 1."),
        (lambda: 1, 1, "yours is function, expected int 1."),
        (torch.tensor([True, False]), torch.tensor([True, True]), "result[1]: yours False"),
        (torch.ones(2, 1), torch.ones(1, 2).bfloat16(), "yours (2, 1), expected (1, 2)."),
        (np.array(["a", "b"]), np.array(["a", "c"]), "result[1]: yours 'b', expected 'c'."),
        (nn.Linear(2, 1), nn.Linear(2, 3), "result['_parameters']['weight']: yours (1, 2)"),
        (torch.eye(2).to_sparse(), 2 * torch.eye(2), "First difference at result[0, 0]: yours 1, "),
        (1j, 2j, "yours 0+1j, expected 0+2j."),
    ],
)
def test_results_of_all_types_are_compared(actual, expected, words):
    text = diagnosis(returning(lambda: expected), lambda: actual)
    for part in words.split("|"):
        assert part in text


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (float("nan"), float("nan")),
        (torch.tensor([float("nan"), float("inf")]), torch.tensor([float("nan"), float("inf")])),
        (1, 1.0),
        (np.float64(0.5), 0.5),
        (np.int64(3), 3),
        (np.bool_(True), True),
        ((1, 2), Shares(1, 2)),
        (Shares(1, 2), (1, 2)),
        ({"b": 2, "a": 1}, {"a": 1, "b": 2}),
        (torch.ones(2).bfloat16(), torch.ones(2).bfloat16()),
        (1e6 + 0.5, 1e6),  # the tolerance is relative above 1
        (None, None),
        (0.5, torch.tensor(0.5)),
        (torch.tensor(0.5), 0.5),
        (np.float64(0.5), torch.tensor(0.5)),
        (torch.tensor([1, 2], dtype=torch.int32), torch.tensor([1, 2])),
        (np.array([1, 2], dtype=np.uint8), np.array([1, 2])),
        (torch.tensor([0.5]).double(), torch.tensor([0.5])),
        (torch.tensor([0.1]), torch.tensor([0.1], dtype=torch.float64)),
        (np.array([], dtype=float), np.array([], dtype=float)),
    ],
)
def test_equal_results(actual, expected):
    assert difference(actual, expected, tolerance=1e-6) is None


@pytest.mark.parametrize(
    ("actual", "expected", "words"),
    [
        (0.5, torch.tensor(0.5), "Wrong type: yours is float 0.5, expected tensor () float32."),
        (torch.tensor(0.5), 0.5, "Wrong type: yours is tensor () float32, expected float 0.5."),
        (torch.ones(2).double(), torch.ones(2), "Wrong dtype: yours float64, expected float32."),
        (torch.ones(2).int(), torch.ones(2).long(), "Wrong dtype: yours int32, expected int64."),
    ],
)
def test_where_the_text_names_a_type_it_is_asked_for(actual, expected, words):
    definition = returning(lambda: expected, exact_types=True)
    assert words in diagnosis(definition, lambda: actual)
    assert diagnose(returning(lambda: expected), lambda: actual).right


def test_the_tolerance_has_two_sides():
    assert difference(1.0 + 0.9e-6, 1.0, 1e-6) is None
    assert difference(1.0 + 1.1e-6, 1.0, 1e-6) is not None
    assert difference(float("inf"), 1.0, 1e-6) is not None
    assert difference(1.0, float("inf"), 1e-6) is not None


def test_a_name_that_torch_wraps_itself_is_not_held_against_the_student(monkeypatch):
    """The first optimizer of a session does this, when it imports torch's compiler."""
    monkeypatch.setattr(torch, "manual_seed", torch.manual_seed)  # put back after the test

    def shares(counts, smoothing=0.0):
        torch.manual_seed = torch._disable_dynamo(torch.manual_seed)
        return reference(counts, smoothing)

    assert diagnose(ROWS, shares, apart=False).right


def test_a_tiny_difference_is_no_factor():
    found = difference(torch.tensor([1.0, 2.0, 3.0 + 1e-5]), torch.tensor([1.0, 2.0, 3.0]), 1e-6)
    assert found is not None
    assert detail(found) == "1 of 3 elements differ, at most by 1e-05."


def test_the_largest_numbers_are_compared_without_a_warning():
    hidden = torch.finfo(torch.float64).min  # what masked_fill leaves in scores
    huge = torch.tensor([hidden, 0.1], dtype=torch.float64)
    found = difference(huge, torch.tensor([0.5, 0.2], dtype=torch.float64), 1e-6)
    assert "2 of 2 elements differ" in detail(found)


@pytest.mark.parametrize(
    ("factor", "words"),
    [
        (0.0, "every value is 0"),
        (1e-320, "it is 1e-320 times the right value"),
        (0.5, "it is the right value divided by the value of `k`, here 2"),
    ],
)
def test_a_factor_may_be_0_or_next_to_it(factor, words):
    expected = np.array([20.0, -1.5, 7.0])
    assert hint([(factor * expected, expected)], [{"k": 2}], 1e-6).name == words


def test_a_result_that_cannot_be_compared_is_the_authors_mistake():
    with pytest.raises(ValueError, match="type function cannot be compared"):
        diagnose(returning(lambda: len.__call__ and (lambda: 1)), lambda: 2)


def test_a_call_shows_the_numbers_of_small_tables():
    small, large = torch.tensor([[0.123456, -2.0]]), torch.zeros(13)
    arguments = {"query": small, "mask": np.array([True, False]), "key": large, "scale": 0.5}
    words = "query (1, 2) float32 [[0.1235, -2.0]], mask (2,) bool [True, False]"
    assert describe_call(arguments) == f"{words}, key (13,) float32, scale 0.5"
    shapes = "query (1, 2) float32, mask (2,) bool, key (13,) float32, scale 0.5"
    assert describe_call(arguments, width=80) == shapes  # no argument is cut off for numbers
    assert describe_call(arguments, width=30) == "query (1, 2) float32, mask ..."


# --- what breaks ---------------------------------------------------------------------------------


def test_an_exception_is_located():
    def shares(counts, smoothing=0.0):
        print("about to multiply")
        return counts @ counts

    number = inspect.getsourcelines(shares)[1] + 2
    answer = diagnosis(ROWS, shares).split("\n")
    assert answer[0] == (
        "shares: not yet. Your function raises RuntimeError "
        f"in line {number}: `return counts @ counts`."
    )
    assert answer[1].startswith("The message: ")
    assert answer[2:] == [
        "Case 1 was called with counts (3, 2) float32 [[1.0, 3.0], [2.0, 6.0], [5.0, 5.0]].",
        "The smallest input that fails: counts = tensor([[1.0], [2.0]]). Yours is a RuntimeError "
        "(mat1 and mat2 shapes cannot be multiplied (2x1 and 2x1)), expected is (rows=tensor([["
        "1.0], [1.0]]), total=tensor(3.0)).",
        "It printed: about to multiply",
        "To play with it: `failure = shares.last_failure`.",
        STANDS_IN,
    ]


def test_an_error_in_a_helper_of_the_student_is_located_there():
    def helper(counts):
        return counts.nothing

    def shares(counts, smoothing=0.0):
        return helper(counts)

    assert ": `return counts.nothing`." in diagnosis(ROWS, shares)


def test_an_error_inside_a_library_is_located_in_the_students_line():
    def shares(counts, smoothing=0.0):
        return nn.functional.layer_norm(counts, (7,))

    assert "`return nn.functional.layer_norm(counts, (7,))`" in diagnosis(ROWS, shares)


def test_other_ends():
    def leaves(counts, smoothing=0.0):
        sys.exit("bye")

    def forgets(counts, smoothing=0.0):
        reference(counts, smoothing)

    def recurs(counts, smoothing=0.0):
        return recurs(counts, smoothing)

    def interrupts(counts, smoothing=0.0):
        raise KeyboardInterrupt

    assert "raises SystemExit" in diagnosis(ROWS, leaves)
    assert "Your function returns None: is a return missing?" in diagnosis(ROWS, forgets)
    assert "raises RecursionError" in diagnosis(ROWS, recurs)
    assert "call itself without end?" in diagnosis(ROWS, recurs)
    assert "ends Python itself, in case 1 of 2" in diagnosis(ROWS, interrupts)
    with pytest.raises(KeyboardInterrupt):
        diagnose(ROWS, interrupts, apart=False)


def test_an_expected_error():
    def refuse(n):
        if n < 0:
            raise ValueError
        return n

    slips = tuple(
        Misconception(f"slip {i}", "Advice.", lambda n, i=i: n + i + 1.0) for i in range(4)
    )
    definition = made("refuse", refuse, lambda: [Case((2,)), Case((-1,))], slips, 1, 1)

    def too_kind(n):
        return n

    def another(n):
        return n if n >= 0 else {}["n"]

    assert diagnose(definition, refuse).right
    assert "A ValueError should be raised here, yours returns int -1." in diagnosis(
        definition, too_kind
    )
    assert "raises KeyError" in diagnosis(definition, another)


def test_the_parameters_are_compared():
    answer = [
        "shares: not yet. The parameters are not those of the exercise.",
        "Expected (counts, smoothing=0.0), yours (counts).",
        STANDS_IN,
    ]
    assert diagnosis(ROWS, lambda counts: counts).split("\n") == answer
    wrong = [
        lambda count, smoothing=0.0: reference(count, smoothing),
        lambda smoothing, counts=0.0: reference(smoothing, counts),
        lambda counts, smoothing=1e-5: reference(counts, smoothing),
        lambda counts, smoothing: reference(counts, smoothing),
        lambda counts, smoothing=0.0, *, axis: reference(counts, smoothing),
        lambda counts, /, smoothing=0.0: reference(counts, smoothing),
    ]
    for function in wrong:
        assert "Expected (counts, smoothing=0.0), yours (" in diagnosis(ROWS, function)
    assert diagnose(ROWS, lambda counts, smoothing=0.0, axis=1: reference(counts, smoothing)).right


def test_changed_inputs_are_named():
    def shares(counts, smoothing=0.0):
        counts += smoothing
        return counts / counts.sum(1, keepdim=True), counts.sum()

    answer = diagnosis(ROWS, shares)
    assert "The result is right, but your function changes its input `counts` in place." in answer
    assert torch.equal(expectation(ROWS)[0][1].args[0][0], torch.tensor([1.0, 3.0]))

    def also_wrong(counts, smoothing=0.0):
        counts += 1
        return counts, counts.sum()

    assert "It changes `counts` in place." in diagnosis(ROWS, also_wrong)


def test_changes_inside_containers_and_modules_are_seen():
    def first(things):
        return float(things["layer"].weight[0, 0]) + things["list"][0]

    def case():
        torch.manual_seed(0)
        return [Case(({"layer": nn.Linear(2, 3), "list": [4]},))]

    slips = tuple(Misconception(f"slip {i}", "Advice.", lambda things, i=i: i) for i in range(4))
    definition = made("first", first, case, slips, 1, 1)

    def appends(things):
        things["list"].append(1)
        return first(things)

    def trains(things):
        result = first(things)
        things["layer"].weight.data.mul_(2)
        return result

    assert diagnose(definition, first).right
    assert "changes its input `things`" in diagnosis(definition, appends)
    assert "changes its input `things`" in diagnosis(definition, trains)


def test_gradients_left_on_an_input_are_seen():
    def total(tensors):
        return sum(tensor.sum() for tensor in tensors["all"])

    slips = tuple(Misconception(f"slip {i}", "Advice.", lambda tensors, i=i: i) for i in range(4))
    definition = made("total", total, lambda: [Case(({"all": [torch.ones(2)]},))], slips, 1, 1)

    def wants(tensors):
        return sum(tensor.requires_grad_().sum() for tensor in tensors["all"])

    def holds(tensors):
        for tensor in tensors["all"]:
            tensor.requires_grad_().sum().backward()
            tensor.requires_grad_(False)
        return total(tensors)

    assert diagnose(definition, total).right
    assert "changes its input `tensors`" in diagnosis(definition, wants)
    assert "changes its input `tensors`" in diagnosis(definition, holds)


# --- time ----------------------------------------------------------------------------------------


def endless(counts, smoothing=0.0):
    while True:
        try:
            pass
        except Exception:
            continue


def swallowing(counts, smoothing=0.0):
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            time.sleep(0.05)
        except:  # noqa: E722
            if time.monotonic() > end - 19.5:
                raise


def sleeping(counts, smoothing=0.0):
    time.sleep(20)


def computing(seconds):
    """Use up CPU time of this thread."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


LATE = "was stopped after 0.3 seconds of computing, in case 1 of 2."
WAITS = "did not end within 3 seconds, in case 1 of 2."


@pytest.mark.parametrize(
    ("function", "words", "where"),
    [
        (endless, LATE, "It was busy in line "),
        (swallowing, WAITS, "It computed little and waited in line "),
        (sleeping, WAITS, "It computed little and waited in line "),
    ],
)
def test_an_endless_function_is_stopped(function, words, where, alarm):
    verdict = diagnose(ROWS, function)
    first, second, _ = verdict.text.split("\n")
    assert first == f"shares: not yet. Your function {words}"
    assert second.startswith(where)
    assert verdict.record == ("stopped", None, None)
    assert signal.getsignal(signal.SIGALRM) is alarm
    assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] < 600, "somebody else's alarm goes on"


@pytest.fixture
def alarm():
    """Set an alarm of somebody else."""

    def ring(number, frame):
        raise AssertionError("ten minutes are over")

    previous = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 600)
    yield ring
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, previous)


def test_what_computed_a_little_and_then_waits_for_ever_is_stopped_too():
    assert passed(1.0, cpu=0.05, wall=9.9) is None
    assert passed(1.0, cpu=0.05, wall=10.1) is WaitedTooLong
    assert passed(1.0, cpu=0.5, wall=49) is None
    assert passed(1.0, cpu=0.5, wall=51) is WaitedTooLong
    assert passed(1.0, cpu=1.0, wall=1.0) is OutOfTime


def test_the_limit_is_for_all_cases_together():
    def shares(counts, smoothing=0.0):
        computing(0.2)
        return reference(counts, smoothing)

    assert "stopped after 0.3 seconds of computing, in case 2 of 2" in diagnosis(ROWS, shares)


def test_a_busy_machine_stops_nobody():
    def shares(counts, smoothing=0.0):
        time.sleep(0.4)  # what a call waits while others compute
        return reference(counts, smoothing)

    assert diagnose(ROWS, shares).right


def test_an_endless_function_is_stopped_outside_the_main_thread():
    answers = []

    def work():
        for function in (endless, swallowing, reference):
            answers.append(diagnosis(ROWS, function))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(timeout=10)
    assert ["not yet. Your function" in answer for answer in answers] == [True, True, False]


def test_time_that_is_not_used_up_leaves_no_alarm():
    assert within(Limit(0.05), lambda: 7) == 7
    computing(0.1)
    with pytest.raises(OutOfTime):
        within(Limit(0.05), lambda: computing(2))
    computing(0.15)  # nor does the repeated one ring later


def test_without_an_alarm_of_others_none_is_left_running():
    handler = signal.signal(signal.SIGALRM, signal.SIG_IGN)
    outer = signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        within(Limit(5.0), lambda: 7)
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    finally:
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, *outer)


# --- what a check must not leave behind ----------------------------------------------------------


def test_randomness_is_the_same_for_both_and_put_back():
    def draw(n):
        return [random.random(), float(np.random.rand(n)[0]), float(torch.rand(n)[0])]

    slips = tuple(
        Misconception(f"slip {i}", "Advice.", lambda n, i=i: [0.0, 0.0, float(i)]) for i in range(4)
    )
    definition = made("draw", draw, lambda: [Case((2,)), Case((3,))], slips, 1, 1)
    random.seed(5), np.random.seed(5), torch.manual_seed(5)
    untouched = draw(2)
    random.seed(5), np.random.seed(5), torch.manual_seed(5)
    assert diagnose(definition, lambda n: draw(n)).right
    assert not diagnose(definition, lambda n: [0.0, 0.0, 9.0]).right
    assert draw(2)[1:] == untouched[1:]  # beartype draws from `random` in tests, so this apart:
    random.seed(5)
    with restoring_state():
        random.random()
    assert random.random() == untouched[0]


def test_a_generator_among_the_arguments_starts_afresh_each_time():
    def draw(generator):
        return float(torch.rand((), generator=generator))

    slips = tuple(
        Misconception(f"slip {i}", "Advice.", lambda generator, i=i: -float(i)) for i in range(4)
    )
    definition = made(
        "draw", draw, lambda: [Case((torch.Generator().manual_seed(1),))], slips, 1, 1
    )
    for _ in range(2):
        assert diagnose(definition, lambda generator: draw(generator)).right


def test_a_recursive_function_finds_itself_and_the_name_is_put_back():
    names = {"tensor": torch.tensor}
    exec("def factorial(n):\n    return 1 if n < 2 else n * factorial(n - 1)\n", names)
    factorial = names.pop("factorial")
    slips = tuple(Misconception(f"slip {i}", "Advice.", lambda n, i=i: -i) for i in range(4))

    def product(n):
        return int(np.prod(range(1, n + 1)))

    definition = made("factorial", product, lambda: [Case((5,))], slips, 1, 1)
    assert diagnose(definition, factorial).right
    assert "factorial" not in names
    names["factorial"] = before = lambda n: 0
    assert diagnose(definition, factorial).right
    assert names["factorial"] is before


def test_warnings_and_standard_error_stay_inside(capsys):
    def shares(counts, smoothing=0.0):
        np.log(np.zeros(2))
        print("careful", file=sys.stderr)
        return reference(counts, smoothing)

    assert diagnose(ROWS, shares).right
    assert capsys.readouterr() == ("", "")


def test_a_returned_input_is_safe_from_later_changes():
    kept = []

    def shares(counts, smoothing=0.0):
        right = reference(counts, smoothing)
        for old in kept:
            old.rows.zero_()
        kept.append(right)
        return right

    assert diagnose(ROWS, shares).right


def test_reference_and_slips_run_once_per_exercise():
    calls = []

    def counted(wrong):
        def called(counts, smoothing=0.0):
            calls.append(wrong.__name__)
            return wrong(counts, smoothing)

        return called

    slips = tuple(Misconception(s.name, s.advice, counted(s.wrong)) for s in SLIPS)
    definition = variant(reference=counted(reference), misconceptions=slips)
    for _ in range(3):
        assert diagnose(definition, by_total).misconception
        assert diagnose(definition, reference).right
    assert sorted(set(calls)) == sorted(calls[::2]), "each runs once on each of two cases"


# --- definitions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"misconceptions": SLIPS[:3]}, "at least 4 misconceptions, got 3"),
        ({"misconceptions": SLIPS + SLIPS[:1]}, "different names"),
        ({"difficulty": 6}, "difficulty from 1 to 5, got 6"),
        ({"minutes": 0}, "minutes >= 1"),
        ({"name": "two words"}, "named like a function, got 'two words'"),
    ],
)
def test_definitions_are_validated(changes, words):
    with pytest.raises(ValueError, match=words):
        variant(**changes)


def test_misconceptions_and_cases_are_validated():
    with pytest.raises(ValueError, match="needs a line of advice, got ''"):
        Misconception("a slip", "", reference)
    with pytest.raises(ValueError, match="without a full stop"):
        Misconception("a slip.", "Advice.", reference)
    with pytest.raises(ValueError, match="at least one case"):
        diagnose(variant(cases=lambda: []), reference)
    with pytest.raises(ValueError, match=r"cases like Case\(\(a, b\)\)"):
        diagnose(variant(cases=lambda: [Case([1])]), reference)


def module_of(*definitions: Exercise) -> types.ModuleType:
    module = types.ModuleType("lesson")
    module.EXERCISES = definitions  # type: ignore[attr-defined]
    for definition in definitions:
        setattr(module, definition.name, definition)
    return module


def test_the_instructors_page():
    slip = Misconception("a | b", "Use one of them.", unsmoothed)
    page = overview([variant(misconceptions=(*SLIPS[:2], slip, SLIPS[3]))])
    assert "| `shares` | 1 of 5 | 5 | 4 |" in page
    assert "\n### `shares`\n\nDivide each row by its sum, after" in page
    assert "\n| the columns sum to one | Sum along a row: axis 1. |\n| one sum" in page
    assert "| a \\| b | Use one of them. |" in page


# --- the helpers of the other modules' tests can fail --------------------------------------------


def test_a_sound_exercise_passes_its_check():
    check_exercise(ROWS)
    more = [variant(name=name) for name in ("one", "two", "three")]
    check_exercise_module(module_of(*more))
    assert solve(ROWS)[1].total == 22


def faulty(*more: Misconception, **changes: Any) -> Exercise:
    return variant(misconceptions=(*SLIPS, *more), **changes)


def same_as(function):
    return lambda counts, smoothing=0.0: function(counts, smoothing)


@pytest.mark.parametrize(
    ("definition", "words"),
    [
        (faulty(cases=lambda: cases()[:1]), "equals the reference on every case"),
        (faulty(Misconception("again", "No.", same_as(by_total))), "cannot be told from"),
        (faulty(Misconception("right", "No.", same_as(reference))), "'right' equals the reference"),
        (faulty(Misconception("broken", "No.", lambda: 1)), "raises on every case"),
        (faulty(Misconception("loud", "No! No.", same_as(unsmoothed))), "no exclamation marks"),
        (faulty(cases=lambda: [Case((c.args[0][:2],), c.kwargs) for c in cases()]), "square"),
    ],
)
def test_an_unsound_exercise_fails_its_check(definition, words):
    with pytest.raises(AssertionError, match=words):
        check_exercise(definition)


def test_axes_of_one_size_fail_the_check():
    from jaxtyping import Float

    def annotated(a: Float[Tensor, "B T"], b: Float[Tensor, " D"] | None = None) -> Tensor:
        """Add everything up."""
        return a.sum() + (0 if b is None else b.sum())

    slips = tuple(
        Misconception(f"slip {i}", "Advice.", lambda a, b=None, i=i: a.sum() * 0 - i)
        for i in range(4)
    )

    def sized(size):
        return lambda: [Case((torch.ones(2, 3), torch.ones(size)))]

    check_exercise(made("total", annotated, sized(4), slips, 1, 1))
    check_exercise(made("total", annotated, sized(1), slips, 1, 1))
    with pytest.raises(AssertionError, match="axes of case 0 share a size"):
        check_exercise(made("total", annotated, sized(3), slips, 1, 1))


def test_a_module_without_its_exercises_by_name_fails_the_check():
    module = module_of(*(variant(name=name) for name in ("one", "two", "three")))
    del module.two  # type: ignore[attr-defined]
    with pytest.raises(AssertionError, match="should be the exercise of that name"):
        check_exercise_module(module)


def test_a_slip_by_another_name_fails_the_helper():
    with pytest.raises(AssertionError, match="expected 'one sum serves all rows'"):
        assert_named(ROWS, by_columns, "one sum serves all rows")
