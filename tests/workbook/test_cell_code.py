"""Code of cells: plain Python as it is, magics line for line, and no code at all."""

import ast

import pytest

from workbook.cell_code import python_lines, statements_of, tree_of


@pytest.mark.parametrize(
    ("source", "last"),
    [
        ("x = (a\n    != b)\ny = 1", 3),
        ("x = (7\n    % 2)\ny = 1", 3),
        ("%time f()\ny = 1", 2),
        ("!pip install \\\n  x\n\n%cd a\ny = 1", 5),
        ("x = !ls \\\n -l\ny = 1", 3),
        ("if x:\n    !ls\n    %cd a\ny = 1", 4),
        ("torch.nn?\ny = 1", 2),
        ("\n%%time\ny = 1", 3),
        ("%matplotlib inline\r\nx = '\u2028\x85'\r\ny = 1", 3),
        ("%matplotlib inline\rx = '\x0c'\ry = 1", 3),
    ],
)
def test_a_statement_keeps_its_line(source, last):
    statement = statements_of(source)[-1]
    assert ast.unparse(statement) == "y = 1" and statement.lineno == last
    assert python_lines(source)[last - 1] == "y = 1"
    assert "".join(python_lines(source)) == source


def test_a_block_keeps_what_stands_in_it():
    (block,) = statements_of("if x:\n    !ls\n    y = 1")
    assert len(block.body) == 2


@pytest.mark.parametrize("source", ["x = (", "a\x00b", "'\ud800'", "%time x\n  y", "(" * 5000])
def test_what_is_no_code_is_refused(source):
    with pytest.raises(SyntaxError):
        tree_of(source)
    assert statements_of(source) == []


def test_cells_of_other_languages_have_no_statements():
    assert statements_of("%%bash\nx=1") == [] == statements_of("")
