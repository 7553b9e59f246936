"""Exercises are found by the names of their functions, with what they need and nothing else."""

import pytest

from workbook.report.code import answers_in, imported_rooms

HEAD = "@exercise(exercises.double)\n"


def found(*cells, name="double"):
    return answers_in(cells, [name, "other"])[name]


def run(answer):
    names = {}
    for piece in answer.pieces:
        exec(piece, names)
    return names[answer.name]


def test_an_answer_without_its_check():
    answer = found(
        "import torch", f"{HEAD}def double(x):\n    '''Double.'''\n    # Ada\n    return 2 * x"
    )
    assert answer.pieces == ('def double(x):\n    """Double."""\n    return 2 * x',)
    assert answer.code == "def double(x):\n    return 2 * x"
    assert not answer.is_open and answer.copies == 1
    assert [parameter.name for parameter in answer.parameters] == ["x"]


@pytest.mark.parametrize("body", ["...", "pass", "'''Double.'''", "'''Double.'''\n    ..."])
def test_an_empty_body_is_open(body):
    assert found(f"{HEAD}def double(x):\n    {body}").is_open


def test_helpers_imports_and_values_come_along_and_nothing_else():
    cells = [
        "import os\nimport math as m\nfrom math import sqrt, pi\nos.remove('x')\nprint('hi')",
        "FACTOR = 2 * pi\ndata = load_everything()\nother = 3",
        "def helper(x):\n    return deeper(x) * FACTOR\n\nclass Unused: ...",
        f"{HEAD}def double(x):\n    return helper(x) + m.pi",
        "def deeper(x):\n    return sqrt(x)",
        "train_for_hours()\nfor i in range(10**9): pass",
    ]
    answer = found(*cells)
    code = "\n".join(answer.pieces)
    assert "FACTOR = 2 * pi" in code and "def deeper" in code and "import math as m" in code
    for absent in ("os", "load_everything", "other", "Unused", "train", "print"):
        assert absent not in code
    assert run(answer)(4.0) == pytest.approx(2 * 2 * 3.14159265 + 3.14159265)


def test_the_last_copy_counts_and_is_counted():
    answer = found("def double(x): return x", "def double(x): return 2 * x")
    assert run(answer)(2) == 4 and answer.copies == 2


def test_an_empty_copy_does_not_hide_an_answer():
    answer = found("def double(x): return 2 * x", f"{HEAD}def double(x): ...")
    assert run(answer)(2) == 4 and answer.copies == 1


@pytest.mark.parametrize(
    "cell",
    [
        "%matplotlib inline\n!pip install x\ndef double(x): return 2 * x",
        "double?\ndef double(x):\n    return 2 * x",
        "def broken(:\n    x\n\ndef double(x):\n    return 2 * x",
        "def double(x):\n    return 2 * x\n\nprint('unfinished",
    ],
)
def test_magics_and_broken_lines_do_not_hide_an_answer(cell):
    assert run(found(cell))(3) == 6


def test_other_decorators_stay():
    answer = found(f"from functools import cache\n{HEAD}@cache\ndef double(x): return 2 * x")
    assert "@cache" in answer.pieces[-1] and "exercise" not in answer.pieces[-1]


def test_parameters_are_read_and_not_computed():
    answer = found("def double(a, /, b, *rest, c=1e-12, d=boom(), **more): return 2")
    kinds = {parameter.name: parameter.kind.name for parameter in answer.parameters}
    assert kinds == {
        "a": "POSITIONAL_ONLY",
        "b": "POSITIONAL_OR_KEYWORD",
        "rest": "VAR_POSITIONAL",
        "c": "KEYWORD_ONLY",
        "d": "KEYWORD_ONLY",
        "more": "VAR_KEYWORD",
    }
    assert [p.default for p in answer.parameters if p.name in "cd"] == [1e-12, "boom()"]


def test_a_function_inside_another_is_none():
    assert answers_in(["def outer():\n    def double(x): return x"], ["double"]) == {}


def test_deep_code_is_no_reason_to_stop():
    deep = "(" * 5000 + "1" + ")" * 5000
    assert run(found(f"x = {deep}", "def double(x): return 2 * x"))(1) == 2


def test_rooms_are_read_off_imports():
    cells = ["from lessons.l05_attention import exercises", "from lessons.l05_attention.x import y"]
    assert imported_rooms(cells) == ["l05_attention"]
