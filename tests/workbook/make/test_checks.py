"""Each check passes the sample lesson, and finds a fault that is planted in it."""

import pytest
from nbformat.v4 import new_code_cell, new_output

from tests.workbook.make import checks


def cell_with(notebook, text):
    """Return the first cell whose source holds a text."""
    return next(cell for cell in notebook.cells if text in cell.source)


def plant(notebook, text, **data):
    """Give the first cell whose source holds a text one more output."""
    metadata = data.pop("metadata", {})
    output = new_output("display_data", data=data, metadata=metadata)
    cell_with(notebook, text).outputs.append(output)


ALL = [
    checks.executed,
    checks.ignored_outputs,
    checks.size,
    checks.predictions,
    checks.opening,
    checks.parts,
    checks.exercises,
    checks.slides,
    checks.outputs,
]


@pytest.mark.parametrize("check", ALL, ids=lambda check: check.__name__)
def test_the_sample_passes(check, lesson):
    assert check(lesson) == []


@pytest.mark.parametrize("count", [None, 7])
def test_a_cell_out_of_order_is_found(count, lesson):
    cell_with(lesson, "print(2 + 2)").execution_count = count
    assert checks.executed(lesson) == [f"cell 7: execution count {count}, not 4"]


def test_an_error_is_found(lesson):
    error = new_output("error", ename="ValueError", evalue="", traceback=[])
    cell_with(lesson, "print(2 + 2)").outputs.append(error)
    assert checks.executed(lesson) == ["cell 7: shows an error"]


def test_too_many_ignored_outputs_are_found(lesson):
    cell_with(lesson, "print(2 + 2)").metadata["tags"] = ["nbval-ignore-output"]
    first, second = checks.ignored_outputs(lesson)
    assert first == "2 of 13 outputs are ignored, at most 1 may be"
    assert second == "cell 7: ignored, but the next code cell states no claim"


def test_one_in_twenty_outputs_may_be_ignored(lesson):
    lesson.cells += [new_code_cell("1") for _ in range(27)]
    ignored, claim = cell_with(lesson, "measured ="), cell_with(lesson, "the measured number")
    lesson.cells += [ignored, claim] * 1
    assert len(checks.code_cells(lesson)) == 42
    assert checks.ignored_outputs(lesson) == []
    lesson.cells += [ignored, claim] * 1
    assert checks.ignored_outputs(lesson) == ["3 of 44 outputs are ignored, at most 2 may be"]


def test_an_ignored_output_without_a_claim_is_found(lesson):
    lesson.cells.remove(cell_with(lesson, "the measured number"))
    assert "states no claim" in checks.ignored_outputs(lesson)[0]
    lesson.cells = lesson.cells[:10]
    assert "states no claim" in checks.ignored_outputs(lesson)[0]


def test_ignoring_by_a_comment_is_found(lesson):
    cell_with(lesson, "print(2 + 2)").source = "# NBVAL_SKIP\nprint(2 + 2)"
    assert "use the tag" in checks.ignored_outputs(lesson)[0]


def test_long_code_is_found(lesson):
    cell_with(lesson, "print(2 + 2)").source = "\n".join(["1"] * 26)
    assert checks.size(lesson) == ["cell 7: 26 lines of code, at most 25"]
    for _, cell in checks.code_cells(lesson):
        cell.source = "\n".join(["1"] * 9)
    assert checks.size(lesson) == ["the median open code cell has 9 lines, at most 8"]


def test_a_question_that_nobody_sees_is_found(lesson):
    asks = cell_with(lesson, "print(2 + 2)")
    asks.source = 'predict(\n    "a sum",\n    reveal,\n)'
    assert checks.predictions(lesson) == []
    asks.source += "\nprint(2)"
    assert checks.predictions(lesson) == [
        "cell 7: a question is not shown, because more follows it"
    ]


def test_too_few_and_too_many_cells_are_found(lesson):
    cells = lesson.cells
    read = [cell for cell in cells if not checks.is_folded(cell)]
    lesson.cells = [*read[:11], *(cell for cell in cells if checks.is_folded(cell))]
    assert checks.size(lesson) == ["11 open cells, expected 12 to 45"]
    lesson.cells = cells * 3
    assert checks.size(lesson) == [f"{3 * (len(read) - 1)} open cells, expected 12 to 45"]


@pytest.mark.parametrize(
    ("lost", "name"),
    [
        ("# 90. ", "a title such as '# 07. BERT'"),
        ("Objectives", "objectives"),
        ("5 minutes", "the time"),
        ("1 of 5", "the difficulty"),
        ("Prerequisites", "prerequisites"),
    ],
)
def test_an_incomplete_first_cell_is_found(lost, name, lesson):
    text = lesson.cells[0].source.replace("You see", "We see")
    lesson.cells[0].source = text.replace(lost, "")
    assert checks.opening(lesson) == [f"the first cell lacks {name}"]


def test_a_lesson_without_set_up_is_found(lesson):
    lesson.cells[1].metadata["tags"] = []
    lesson.cells[2].source = "import torch"
    assert [line[:15] for line in checks.opening(lesson)] == ["the second cell", "the third cell "]


@pytest.mark.parametrize(
    ("lost", "name"),
    [
        ("| English | 中文 | meaning |", "terms in both languages"),
        ("## Recap", "recap"),
        ("## Further reading", "further reading"),
        ('quiz("the sample")', "quiz"),
        ("explore(powers", "widget"),
    ],
)
def test_a_missing_part_is_found(lost, name, lesson):
    cell = cell_with(lesson, lost)
    cell.source = cell.source.replace(lost, f"as in {lost}")
    assert checks.parts(lesson) == [f"no {name}"]


def test_too_few_exercises_are_found(lesson):
    for _ in range(2):
        lesson.cells.remove(cell_with(lesson, "@exercise("))
    assert checks.exercises(lesson)[0] == "1 exercises, at least 2 expected"


@pytest.mark.parametrize(
    ("lost", "name"),
    [
        ("Exercise 2", "the heading '### Exercise 2: ...'"),
        ("1 of 5", "the difficulty"),
        ("minute", "the minutes"),
        ("<details>", "a hint in <details>"),
    ],
)
def test_an_incomplete_exercise_is_found(lost, name, lesson):
    cell = cell_with(lesson, "### Exercise 2")
    cell.source = cell.source.replace(lost, "some")
    assert checks.exercises(lesson) == [f"exercise 2 lacks {name} in the cell before it"]


def test_an_exercise_that_is_given_away_is_found(lesson):
    cell_with(lesson, "@exercise(tripling)").outputs[0].text = "thrice: correct on all 2 cases.\n"
    (line,) = checks.exercises(lesson)
    assert line.startswith("exercise 2 is given away")


def test_slide_faults_are_found(lesson):
    lesson.cells[0].metadata["slideshow"] = {"slide_type": "-"}
    lesson.cells[4].metadata["slideshow"] = {"slide_type": "silde"}
    found = checks.slides(lesson)
    assert found == ["cell 5: slide type 'silde'", "the first cell begins no slide"]


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("see /home/ada/x.py", "a folder of one machine"),
        ("C:\\Users\\ada", "a folder of one machine"),
        ("/usr/lib/python3/site-packages/torch", "a folder of one machine"),
        ('<script src="https://example.org/d3.js"></script>', "needs another machine"),
        ("<script src=//example.org/d3.js></script>", "needs another machine"),
        ('<link rel="stylesheet" href="https://example.org/a.css">', "needs another machine"),
        ("<style>@import 'a.css'</style>", "needs another machine"),
        ("p {background: url(https://example.org/a.png)}", "needs another machine"),
        ('<img src="data:image/png;base64,AA">', "without a text alternative"),
        ('<img alt="" src="data:image/png;base64,AA">', "without a text alternative"),
    ],
)
def test_faulty_html_is_found(html, words, lesson):
    plant(lesson, "print(2 + 2)", **{"text/html": html})
    assert [words in line for line in checks.outputs(lesson)] == [True]


def test_harmless_html_passes(lesson):
    html = (
        '<a href="https://example.org/paper">paper</a> and/or'
        '<img alt="A line." src="data:image/png;base64,A+/tmp/x">'
    )
    plant(lesson, "print(2 + 2)", **{"text/html": html})
    assert checks.outputs(lesson) == []


@pytest.mark.parametrize("alt", [{}, {"image/png": {"alt": " "}}])
def test_a_figure_without_words_is_found(alt, lesson):
    plant(lesson, "print(2 + 2)", **{"image/png": "AA", "metadata": alt})
    assert checks.outputs(lesson) == ["cell 7: a figure without a text alternative; use show()"]


def test_a_warning_is_found(lesson):
    warning = new_output("stream", name="stderr", text="UserWarning: old\n")
    cell_with(lesson, "print(2 + 2)").outputs.append(warning)
    assert checks.outputs(lesson) == ["cell 7: writes to stderr (UserWarning: old)"]


@pytest.mark.parametrize("text", ["explore(powers", 'quiz("the sample")'])
def test_a_control_that_is_blank_without_a_kernel_is_found(text, lesson):
    cell_with(lesson, text).outputs = [new_output("display_data", data={"text/plain": "VBox()"})]
    assert [line[8:] for line in checks.outputs(lesson)] == [
        " shows nothing on a page without a kernel"
    ]


def test_a_large_file_is_found():
    assert checks.file_size(9_999_999) == []
    assert checks.file_size(12_000_000) == ["12.0 MB, at most 10"]


def test_an_unsolved_exercise_is_found(solutions, lesson):
    assert checks.solved(solutions) == []
    blank = cell_with(lesson, "@exercise(doubling)").outputs[0].text.strip()
    exercise = cell_with(solutions, "@exercise(doubling)")
    exercise.outputs[0].text = blank
    assert checks.solved(solutions) == [f"cell 6: not solved ({blank})"]
