"""Every claim and every check of every lesson can fail: values are found under which it does."""

import ast
import functools
import importlib.util
from pathlib import Path
from typing import Any

import pytest

from tests.falsifier import KNOWN, counterexample
from workbook.exercises.loading import sources_of
from workbook.make import lesson_source

SOURCES = lesson_source.sources(Path(__file__).resolve().parents[2])
STATED = ("claim", "check")  # shown to the reader, or silent


@functools.cache
def claims(source: Path) -> dict[str, str]:
    """Return what each claim or check of a lesson says and the expression that decides it."""
    found = {}
    cells = [c for each in sources_of(source.parent) for c in lesson_source.read_source(each)]
    for cell in cells:
        if cell.cell_type != "code":
            continue
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in STATED:
                text, decides = node.args
                words = text.value if isinstance(text, ast.Constant) else ast.unparse(text)
                found[words] = ast.unparse(decides)
    return found


@functools.cache
def by_hand(source: Path) -> dict[str, dict[str, Any]]:
    """Return the counterexamples to claims of a lesson that the search does not break."""
    name = f"tests.lessons.{source.parent.name}.counterexamples"
    if importlib.util.find_spec(name) is None:
        return {}
    return importlib.import_module(name).COUNTEREXAMPLES


@pytest.mark.parametrize("source", SOURCES, ids=lesson_source.name_of)
def test_counterexamples_by_hand_are_to_claims_of_the_lesson(source):
    assert by_hand(source).keys() <= claims(source).keys()


CASES = [(source, words) for source in SOURCES for words in claims(source)]


@pytest.mark.parametrize(
    ("source", "words"), CASES, ids=lambda x: lesson_source.name_of(x) if isinstance(x, Path) else x
)
def test_a_claim_can_fail(source, words):
    expression = claims(source)[words]
    if words in by_hand(source):
        assert not eval(expression, {**KNOWN, **by_hand(source)[words]})
        return
    assert counterexample(expression), (
        f"no values found under which each condition of {expression!r} fails: can it? If so, write "
        f"them into COUNTEREXAMPLES in tests/lessons/{source.parent.name}/counterexamples.py"
    )


@pytest.mark.parametrize(
    "expression",
    [
        "len(words) >= 0",
        "abs(gap) >= 0",
        "gap == gap",
        "min(rows) <= max(rows)",
        "yours > 0.3 or yours <= 0.3",
        "yours > 0.3 and len(words) >= 0",
        "2 + 2 == 4",
        "all(value == value for value in [low, high])",
    ],
)
def test_what_cannot_fail_is_not_broken(expression):
    assert counterexample(expression) is None


@pytest.mark.parametrize(
    "expression",
    [
        "gap < 1e-6",
        "0.5 < found['BERT'].low < 0.7",
        "(ours - theirs).abs().max() < 1e-6",
        "names == ['of', 'in'] and not missing",
        "sorted(rows, key=lambda row: -row.mean)[0].name == 'BERT'",
    ],
)
def test_each_condition_is_broken_by_values_of_its_names(expression):
    found = counterexample(expression)
    assert found is not None
    assert len(found) == expression.count("<") + expression.count("==") + expression.count("not ")
