"""Parts: whose names a part uses, and what may be left out."""

import nbformat.v4 as v4
import pytest

from workbook.make.lesson_source import name_of, read_source, sources
from workbook.make.notebooks import ROOT
from workbook.make.parts import OPENING, chosen, missing, names_of, needs, parts_of


def text(source):
    return v4.new_markdown_cell(source)


def code(source, *tags):
    return v4.new_code_cell(source, metadata={"tags": list(tags)})


LESSON = [
    text("# 05. T"),
    code("import torch\nbegin()", "setup"),
    text("## 1. One"),
    code("x = torch.ones(3)\ndef double(v):\n    return 2 * v"),
    text("### inside"),
    code("y = double(x)"),
    text("## 2. Two"),
    code("z = [double(v) for v in y]"),
    text("## 3. Three"),
    code("x = torch.zeros(2)"),
    code("print(x)"),
    code("z = 1 + y", "solution"),
    text("## Recap"),
]


@pytest.mark.parametrize(
    ("source", "defined", "used"),
    [
        ("x = 1", {"x"}, set()),
        ("x = x + 1", {"x"}, {"x"}),
        ("x += 1", {"x"}, {"x"}),
        ("print(a.b, c[d])", set(), {"print", "a", "c", "d"}),
        ("def f(u, v=w):\n    t = u + g\n    return t", {"f"}, {"w", "g"}),
        ("total = sum(row[k] for row in rows)", {"total"}, {"sum", "rows", "k"}),
        (
            "for i, row in enumerate(rows):\n    last = row",
            {"i", "row", "last"},
            {"enumerate", "rows"},
        ),
        ("import a.b as c, d\nfrom e import f", {"c", "d", "f"}, set()),
        ("with opened(p) as file:\n    file.read()", {"file"}, {"opened", "p"}),
        ("class A(B):\n    c = d", {"A"}, {"B", "d"}),
        ("f = lambda v: v + w", {"f"}, {"w"}),
        ("y = 2\nx = y", {"x", "y"}, set()),
        ("a, b = pair", {"a", "b"}, {"pair"}),
        ("row['x'] = 3", set(), {"row"}),
        ("model.eval()\nmodel = 3", {"model"}, {"model"}),
        ("%%time\nz = y", {"z"}, {"y"}),
        ("z = (y\n    != 2)", {"z"}, {"y"}),
        ("z = !ls\n%matplotlib inline", {"z"}, {"get_ipython"}),
        ("%%bash\nz = y", set(), set()),
        ("z = (y", set(), set()),
        ("def f(v, v):\n    return w\nz = y", {"z"}, {"y"}),
        ("'\ud800'\nz = y", set(), set()),
    ],
)
def test_names_that_a_cell_defines_and_uses(source, defined, used):
    assert names_of(source) == (defined, used)


def test_parts_and_what_they_need():
    parts = parts_of(LESSON)
    assert list(parts) == [OPENING, "1. One", "2. Two", "3. Three", "Recap"]
    expected = {OPENING: [], "1. One": [], "2. Two": ["1. One"], "3. Three": [], "Recap": []}
    assert needs(parts) == expected


def test_what_is_missing_without_a_part():
    parts = parts_of(LESSON)
    assert missing(parts, ["1. One"]) == ["'2. Two' needs '1. One'"]
    assert missing(parts, ["1. One", "2. Two"]) == []
    assert missing(parts, ["2. Two"]) == []


def test_parts_are_chosen_by_number_or_heading():
    parts = parts_of(LESSON)
    assert chosen(parts, ["2", "Recap"]) == ["2. Two", "Recap"]
    assert chosen(parts, ["Rec"]) == ["Recap"]
    for wrong in ("4", OPENING, "two", ""):
        with pytest.raises(ValueError, match=r"there are: '1\. One', '2\. Two'"):
            chosen(parts, [wrong])


@pytest.mark.parametrize("source", sources(ROOT), ids=name_of)
def test_a_part_that_nobody_needs_can_be_left_out(source):
    """Each name that is used is there: in what stays, in set-up, or in Python itself."""
    parts = parts_of(read_source(source))
    wanted = needs(parts)
    for part in wanted:
        earlier = list(parts)[: list(parts).index(part)]
        assert all(name in earlier for name in wanted[part])
