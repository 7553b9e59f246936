"""Open questions: shown without their rubric, and refused if they are not whole."""

import pytest

from workbook.questions.open_question import open_questions_of
from workbook.questions.open_question_file import read_open_questions

WHOLE = """\
["when to count"]
part = "9"
minutes = 5
ask = "Would *you* count <here>?"
weak = "First level."
fair = "Second level."
good = "Third level."
"""


@pytest.fixture
def ask(tmp_path, monkeypatch):
    package = tmp_path / "asking"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "open_questions.toml").write_text(WHOLE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return open_questions_of("asking")


def test_a_question_is_shown_without_its_rubric(ask):
    shown = ask("when to count")
    page = shown._repr_html_()
    assert "Would <em>you</em> count &lt;here&gt;?" in page and "(5 minutes)" in page
    assert repr(shown).startswith("Open question (5 minutes): Would *you* count <here>?")
    assert "level" not in page and "level" not in repr(shown)


def test_a_name_that_is_not_there_is_answered(ask):
    with pytest.raises(ValueError, match="'when to cuont'; did you mean 'when to count'"):
        ask("when to cuont")
    with pytest.raises(ValueError, match=r"'xyz'; there are \['when to count'\]"):
        ask("xyz")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('part = "9"\n', "", "expected .*'part'"),
        ('part = "9"', "part = 9", "a non-empty 'part', got 9"),
        ("minutes = 5", "minutes = 31", "expected 2 to 30 minutes, got 31"),
        ("minutes = 5", "minutes = true", "a non-empty 'minutes', got True"),
        ("Third level.", "Second level.", "three different levels"),
        ("Third level.", " ", "a non-empty 'good'"),
        ("[", "[[", "not well-formed TOML"),
    ],
)
def test_what_is_not_whole_is_refused(old, new, message, tmp_path):
    file = tmp_path / "open_questions.toml"
    file.write_text(WHOLE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read_open_questions(file)


def test_a_lesson_without_the_file_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"no open_questions\.toml in"):
        read_open_questions(tmp_path / "open_questions.toml")
