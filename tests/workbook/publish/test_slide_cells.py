"""What slides show of a cell's code: all that teaches, and nothing of the workbook's machine."""

import pytest

from workbook.publish.slide_cells import predicted_names, teaching_code

CASES = {
    "nothing else": ("quiz(1, 2)", ""),
    "after code": ("x = 1\n\nclaim('a', x)\ncheck('b', x)", "x = 1"),
    "over several lines": ("x = 1\nclaim(\n    'a',\n    x,\n)\nprint(x)", "x = 1\nprint(x)"),
    "with its comment": ("x = 1\n# it holds\nclaim('a', x)", "x = 1"),
    "in a loop of its own": ("for x in (1, 2):\n    claim('a', x)", ""),
    "in a loop that does more": (
        "for x in (1, 2):\n    print(x)\n    claim('a', x)",
        "for x in (1, 2):\n    print(x)\n    claim('a', x)",
    ),
    "with its words": ("y = f()\nalt = 'A line.'\nshow(plot(y), alt=alt)", "y = f()"),
    "with words that code uses too": ("a = 'x'\nshow(a)\nprint(a)", "a = 'x'\nprint(a)"),
    "with words that nobody uses here": ("a = 'x'\nquiz(1)", "a = 'x'"),
    "with its controls": ("k = {'n': slide(1, 9)}\nexplore(draw, **k)", ""),
    "with what it measures": ("d = (a - b).max()\nclaim('a', d < 1)", "d = (a - b).max()"),
    "an open question": ("a = 1\nask('why')", "a = 1"),
    "on a line of code": ("x = 1; claim('a', x)", "x = 1; claim('a', x)"),
    "a method of that name": ("figure.show()", "figure.show()"),
    "a function of that name": ("def show():\n    ...", "def show():\n    ..."),
    "an exercise": (
        '@exercise(exercises.f)\ndef f(x):\n    """Return."""\n    ...',
        'def f(x):\n    """Return."""\n    ...',
    ),
    "another decorator": ("@cache\ndef f():\n    ...", "@cache\ndef f():\n    ..."),
    "two empty lines": ("a = 1\n\n\ndef f():\n    ...", "a = 1\n\ndef f():\n    ..."),
    "magics": ("%time x\n!ls \\\n -l\nquiz(1)\ny = 2", "%time x\n!ls \\\n -l\ny = 2"),
    "an operator first": ("y = (x\n    != 2)\nquiz(1)", "y = (x\n    != 2)"),
    "other line ends": ("x = 1\r\nquiz(1)\r\ny = '\u2028\x0c'", "x = 1\ny = '\u2028\x0c'"),
    "no code": ("x = (\nquiz(1)", "x = (\nquiz(1)"),
}


@pytest.mark.parametrize("case", CASES)
def test_teaching_code(case):
    source, expected = CASES[case]
    assert teaching_code(source) == expected


def test_predictions_of_a_cell():
    source = "x = 1\npredict('a', draw)\npredict(name)\nquiz(1)\npredict('b')"
    assert predicted_names(source) == ["a", "b"]
    assert predicted_names("%time x\npredict('c')") == ["c"]
