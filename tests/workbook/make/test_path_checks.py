"""Each check of a path finds the fault that is planted, and none in the sample."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from tests.workbook.make import path_checks as checks
from tests.workbook.make.conftest import PATH
from workbook.make import clock
from workbook.make.lesson_source import FOLDED, tags

ROOM = PATH.parent


@pytest.fixture
def path(built_path):
    return nbformat.read(built_path / "91_path.ipynb", as_version=4)


@pytest.fixture
def more(built_path):
    return nbformat.read(built_path / "more" / "91_path_more.ipynb", as_version=4)


def shows(html: str, source: str = "x", **metadata) -> nbformat.NotebookNode:
    output = new_output("display_data", data={"text/html": html, "text/plain": ""})
    return new_code_cell(source, outputs=[output], metadata=metadata)


def place_of(notebook, word: str) -> int:
    return next(n for n, cell in enumerate(notebook.cells) if word in cell.source)


def test_the_sample_has_no_faults_but_its_size(path, more):
    for check in (checks.noise, checks.leaks, checks.parts):
        assert check(path) == []
    assert checks.noise(more) + checks.leaks(more) + checks.sections(more) == []
    assert checks.numbers(path, more, 91) == []
    assert checks.shape(path, ROOM) == ["6 typed lines, at least 40"]


@pytest.mark.parametrize(
    ("cell", "fault"),
    [
        (new_code_cell('show(figure, alt="a line")'), "alt="),
        (new_code_cell('check("it holds", True)'), "check("),
        (new_code_cell("x = [1]  # fmt: skip"), "# fmt"),
        (new_code_cell("x = 1", metadata=FOLDED), "a fold without an output"),
        (shows("<p>Claim holds: it does</p>"), "shows 'Claim holds'"),
        (shows("f: the workbook's version stands in."), "shows 'version stands in'"),
        (new_code_cell(f"x = '{'1' * 90}'"), "a line of 96 columns"),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_noise_is_found(path, cell, fault):
    path.cells.append(cell)
    (found,) = checks.noise(path)
    assert fault in found


def test_aligned_text_is_found(path):
    text = new_output("stream", name="stdout", text="one    1\nthree  3\n")
    path.cells.append(new_code_cell("x", outputs=[text]))
    assert checks.noise(path) == [f"cell {len(path.cells)}: aligned text, no table"]


@pytest.mark.parametrize(
    ("word", "shift", "cell", "fault"),
    [
        ("predict(", 0, new_markdown_cell("It is 24.0, twice as much."), "24.0 stands open"),
        ("predict(", 0, shows('<img alt="A bar of 24.0.">'), "24.0 stands open"),
        ("predict(", 0, new_markdown_cell("So it is *twice as large*."), "twice as large stands"),
        ("predict(", 1, new_markdown_cell("Now you know."), "'Now you know.', not a heading"),
        ("predict(", 1, shows("<p>24.0</p>"), "not a heading"),
    ],
)
def test_leaks_are_found(path, word, shift, cell, fault):
    path.cells.insert(place_of(path, word) + shift, cell)
    assert any(fault in found for found in checks.leaks(path))


def test_numbers_out_of_order_and_figures_that_nobody_calls_are_found(path, more):
    label = '<strong class="bertlab-number">{}.</strong>'
    path.cells.append(shows(label.format("Figure 91.3")))
    assert checks.numbers(path, more, 91) == [
        "Figure 91.3 stands where Figure 91.2 should",
        "Figure 91.3 is not called",
    ]
    path.cells[-1] = shows(label.format("Table 91.1"))
    assert "Table 91.1 stands where Table 91.3 should" in checks.numbers(path, more, 91)
    path.cells[-1] = new_markdown_cell("See Table 91.7.")
    assert checks.numbers(path, more, 91) == ["Table 91.7 is not there"]


def test_a_path_that_is_too_long_is_found(path):
    path.cells.append(new_markdown_cell("word " * 15_000))
    found = checks.shape(path, ROOM)
    assert any(line.endswith("words, at most 2800") for line in found)
    assert any(line.endswith("minutes, at most 120") for line in found)
    assert any(line.startswith("the first cell should say: **Time** ") for line in found)
    path.cells[-1:] = [new_code_cell("x = 1")] * 30
    assert any(line.endswith("open code cells, at most 25") for line in checks.shape(path, ROOM))


def test_the_clock_counts_what_is_open(path):
    before = clock.clock_of(path.cells, ROOM)
    path.cells += [
        new_markdown_cell("two words <details><summary>Hint</summary>none of these</details>"),
        shows("<style>p { color: red }</style><p>one</p>", metadata=None),
        new_code_cell("a = 1\n\n# a comment\nb = 2", metadata=FOLDED),
        new_code_cell("quiz()", metadata=FOLDED),
    ]
    counted = clock.clock_of(path.cells, ROOM)
    assert (counted.words - before.words, counted.given - before.given) == (3, 1)
    assert counted.quizzes == 1
    assert clock.Clock(words=120, typed=10, given=4, quizzes=1).minutes == 25


def test_what_a_path_lacks_is_found(path):
    texts = [cell for cell in path.cells if "bertlab-solution" in cell.source]
    texts[0].source = "### Exercise 1"
    path.cells = [cell for cell in path.cells if not {"headline"} & set(tags(cell))]
    path.cells += [new_code_cell("yours(exercises)"), new_code_cell("quiz(2, 3)")]
    found = "\n".join(checks.parts(path))
    assert "no solution below the text of" in found and "no cell has the tag headline" in found
    assert "2 cells with yours(...), expected 1" in found and "the quiz is asked in pie" in found
    path.cells = [cell for cell in path.cells if "sitting" not in tags(cell)]
    with pytest.raises(ValueError, match="expected one cell with the tag 'sitting', got 0"):
        checks.shape(path, ROOM)


def test_too_many_further_experiments_are_found(more):
    more.cells += [new_markdown_cell(f"## Experiment {n}") for n in range(6)]
    assert checks.sections(more) == ["7 sections, at most 6"]
