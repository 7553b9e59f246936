"""What is read of a lesson: minutes, predictions, what can go; and what is refused."""

import nbformat.v4 as v4
import pytest

from workbook.instructor.lesson import read_lesson
from workbook.instructor.lesson_page import lesson_page
from workbook.instructor.minutes import Exercise, exercises_in, minutes_to_look
from workbook.instructor.predictions import claims_of, prediction_questions, predictions
from workbook.make.added_cells import report_cell

HEAD = """\
# %% [markdown]
# # 01. Title
#
# At the end you can
#
# - add numbers;
# - say why.
#
# **Time** 10 minutes.

# %% tags=["bootstrap"]
# (generated)

# %% [markdown]
# ## 1. One
# **Predict first**: how many are there, and why are they so few?

# %%
x = 1
claim("there is one", x == 1)

# %% [markdown]
# ## 2. Two

# %%
y = x + 1

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* ask twice.

# %% [markdown]
# ## Further reading
# Words that take no time.
"""
QUIZ = "title = 'T'\n" + 5 * (
    "[[question]]\ntext = 'q'\n"
    "choice = [{text = 'a', feedback = 'f', correct = true}, {text = 'b', feedback = 'f'},"
    " {text = 'c', feedback = 'f'}]\n"
)
OPEN = '["why"]\npart = "2"\nminutes = 4\nask = "Why two?"\nweak = "w"\nfair = "f"\ngood = "g"\n'


def markdown(text, slide="slide"):
    return v4.new_markdown_cell(text, metadata={"slideshow": {"slide_type": slide}})


@pytest.fixture
def room(tmp_path):
    folder = tmp_path / "lessons" / "l01_title"
    folder.mkdir(parents=True)
    (folder / "lesson.py").write_text(HEAD, encoding="utf-8")
    (folder / "quiz.toml").write_text(QUIZ, encoding="utf-8")
    return folder


def test_minutes_without_exercises():
    text = "### Exercise 1: x\nDifficulty 1 of 5, about 7 minutes."
    cells = [
        markdown("word " * (300 - len(text.split()))),
        v4.new_code_cell("1"),
        markdown(text),
        markdown("note " * 999, "notes"),
        v4.new_code_cell("import all", metadata={"tags": ["setup"]}),
        report_cell("07_bert"),
    ]
    assert minutes_to_look(cells, 5) == 2 + 1
    assert exercises_in(cells) == (Exercise(1, "x", 7),)


@pytest.mark.parametrize(
    ("source", "minutes"),
    [
        ("quiz(1, 2)", 2),
        ("quiz()", 5),
        ("x = 1\nquiz(3)", 2),
        ('ask("why")', 1),  # in the time to talk; no part takes less than a minute
        ('predict("size", draw)', 2),
        ("# @title Code for the output below\ndraw()", 1),
    ],
)
def test_minutes_of_a_cell(source, minutes):
    assert minutes_to_look([v4.new_code_cell(source)], quiz_size=5) == minutes


@pytest.mark.parametrize(
    "text",
    [
        "### Find the bug\nAbout 7 minutes. A friend",
        "### Find the bug\nDifficulty 2 of 5, about 7 minutes. A friend",
        "### Find the bug\n\nA friend. About 7 minutes.",
    ],
)
def test_a_task_without_a_grade_takes_its_minutes_too(text):
    assert exercises_in([markdown(text)]) == (Exercise(None, "Find the bug", 7),)
    assert exercises_in([markdown(text)])[0].short == "*Find the bug*"
    assert Exercise(3, "a", 5).short == "3"


def test_a_heading_without_minutes_is_no_task():
    assert (
        exercises_in([markdown("### What is new\nIt takes about 7 steps.\n\nabout 3 minutes")])
        == ()
    )


def test_two_exercises_of_one_cell():
    text = "### Exercise 1: a\nabout 3 minutes\n\n### Exercise 2: b\n\nlong\nabout 4 minutes"
    assert exercises_in([markdown(text)]) == (Exercise(1, "a", 3), Exercise(2, "b", 4))


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("## A\n**Predict first**: how\nmany?", ["How many?"]),
        (
            "A pair was seen twice. How often will it be seen\nagain? **Predict first**: twice?",
            ["A pair was seen twice. How often will it be seen again? Twice?"],
        ),
        (
            "First. Take the last one. **Predict first**: which of the two is larger, and by how "
            "much?\n\nMore.",
            ["Take the last one. Which of the two is larger, and by how much?"],
        ),
        ("Nothing is asked.", []),
    ],
)
def test_a_question_brings_what_it_is_about(text, asked):
    assert prediction_questions(text) == asked


def test_claims_of_a_cell_in_their_order():
    source = 'if x:\n    claim("one", 1)\nclaim("two", claim)\nclaim(f"{x}", 3)\nother("three")'
    assert claims_of(source) == ["one", "two"]


def test_predictions_with_choices_come_from_the_file(tmp_path):
    (tmp_path / "predictions.toml").write_text(
        '["size"]\nask = "How large?"\nchoices = ["1", "8"]\nanswer = "8"\nbecause = "It grows."\n'
    )
    (asked,) = predictions({"1. One": [v4.new_code_cell('predict("size", draw)')]}, tmp_path)
    assert (asked.ask, asked.choices, asked.answer) == ("How large?", ("1", "8"), "8")
    assert (asked.part, asked.because) == ("1. One", "It grows.")
    with pytest.raises(ValueError, match=r"no prediction of \w+ 'other'; there are \['size'\]"):
        predictions({"1. One": [v4.new_code_cell('predict("other")')]}, tmp_path)


def test_a_lesson_and_its_page(room):
    (room / "open_questions.toml").write_text(OPEN)
    (room / "teaching.toml").write_text('can_go = ["2"]')
    lesson = read_lesson(room / "lesson.py")
    assert lesson.outcomes == ("add numbers", "say why") and lesson.stated == "10 minutes"
    assert [part.heading for part in lesson.parts] == ["Opening", "1. One", "2. Two"]
    assert [part.can_go for part in lesson.parts] == [False, False, True]
    assert lesson.parts[2].needs == ("1. One",)
    assert lesson.minutes == 5 and lesson.talk == 1 and lesson.solving == 0
    assert lesson.time == "5 minutes"
    page = lesson_page(lesson)
    for words in (
        "- add numbers\n",
        "| 2. Two | 1 |  | 1 | yes |",
        "`make deck LESSON=01 WITHOUT=2`",
        "- Ask twice. *(2. Two)*",
        "| 1 | How many are there, and why are they so few? | there is one |",
        "**Why** (after part 2, 4 minutes). Why two?",
        "- *Good*: g",
    ):
        assert words in page


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('can_go = ["1"]', "a part that stays '2. Two' needs '1. One'"),
        ('can_go = ["7"]', "no part '7'; there are: '1. One'"),
        ("can_go = 3", "expected a list 'can_go'"),
        ('drop = ["2"]', "expected a list 'can_go'"),
    ],
)
def test_what_cannot_go_is_refused(text, message, room):
    (room / "teaching.toml").write_text(text)
    with pytest.raises(ValueError, match=r"l01_title/teaching.toml: .*" + message):
        read_lesson(room / "lesson.py")


def test_an_open_question_of_no_part_is_refused(room):
    (room / "open_questions.toml").write_text(OPEN.replace('"2"', '"9"'))
    with pytest.raises(ValueError, match=r"open_questions.toml, 'why': no part '9'"):
        read_lesson(room / "lesson.py")


def test_a_lesson_without_a_time_is_refused(room):
    (room / "lesson.py").write_text(HEAD.replace("**Time** 10 minutes.", ""), encoding="utf-8")
    with pytest.raises(ValueError, match=r"01_title: expected '.*Time.* N minutes'"):
        read_lesson(room / "lesson.py")
