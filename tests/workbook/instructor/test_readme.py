"""The README's table of lessons: what each room says it builds, and the minutes it takes."""

import pytest

from workbook.instructor import readme


def room(root, name, words):
    folder = root / "lessons" / name
    folder.mkdir(parents=True)
    (folder / "lesson.py").write_text("# **Time** 45 minutes.")
    (folder / "__init__.py").write_text(words)


def test_the_readme_lists_the_rooms_that_are_there(tmp_path):
    room(tmp_path, "l02_two", '"""Lesson 02: Two, after one.\n\nYou build: a second thing.\n"""\n')
    room(tmp_path, "l01_one", '"""Lesson 01: One.\n\nYou build: a thing.\n\n- ``a``: b.\n"""\n')
    text = f"# Title\n{readme.START}\nold\n{readme.END}\nrest\n"
    new = readme.with_table(text, tmp_path)
    assert new.splitlines()[4:6] == [
        "| 01 | [One](notebooks/01_one.ipynb) | a thing | 45 |",
        "| 02 | [Two, after one](notebooks/02_two.ipynb) | a second thing | 45 |",
    ]
    assert "old" not in new and new.endswith(f"{readme.END}\nrest\n")
    assert readme.with_table(new, tmp_path) == new


@pytest.mark.parametrize("words", ["", '"""Lesson 1: One."""', '"""Lesson 01: One."""'])
def test_a_room_that_does_not_say_what_is_built_is_named(words, tmp_path):
    room(tmp_path, "l01_one", words)
    with pytest.raises(ValueError, match="expected a docstring"):
        readme.table(tmp_path)


@pytest.mark.parametrize("text", ["", readme.START, readme.END + readme.START])
def test_a_readme_without_the_marks_is_refused(text, tmp_path):
    with pytest.raises(ValueError, match="expected '<!-- lessons"):
        readme.with_table(text, tmp_path)


def test_a_lesson_that_states_no_time_is_named(tmp_path):
    room(tmp_path, "l01_one", '"""Lesson 01: One.\n\nYou build: a thing.\n"""\n')
    (tmp_path / "lessons" / "l01_one" / "lesson.py").write_text("# Time flies")
    with pytest.raises(ValueError, match=r"l01_one/lesson.py: expected '.*Time.* N minutes'"):
        readme.table(tmp_path)
