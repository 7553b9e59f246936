"""Plans: every row adds up, nothing is taught without what it needs, and what is too long stops."""

import re
import tomllib
from pathlib import Path

import pytest

from workbook.instructor.lesson import Lesson, Part, read_lesson
from workbook.instructor.minutes import Exercise
from workbook.instructor.plans import PLANS, plans
from workbook.instructor.sessions import Chosen, session
from workbook.make.lesson_source import sources

ROOT = Path(__file__).resolve().parents[3]
PARTS = (
    Part("1. One", 10, (Exercise(1, "a", 5), Exercise(2, "b", 20)), (), 0, False),
    Part("2. Two", 10, (Exercise(3, "c", 5),), ("1. One",), 0, False),
    Part("Myth check", 5, (), (), 0, True),
)
LESSON = Lesson("01_one", "01. One", "65 minutes", (), PARTS, (), {}, ())
PLAN = """\
[[plan]]
title = "T"
about = "A"
[[plan.session]]
title = "Week 1"
minutes = 40
lessons = [["01"{parts}]]
"""


def planned(tmp_path, parts="", lessons=None):
    (tmp_path / "plans.toml").write_text(PLAN.format(parts=parts))
    return plans({"01": LESSON} if lessons is None else lessons, tmp_path / "plans.toml")


def test_minutes_of_each_session_add_up():
    lessons = {lesson.name[:2]: lesson for lesson in map(read_lesson, sources(ROOT))}
    text = plans(lessons)
    rows = [line.split(" | ") for line in text.splitlines() if "**" in line]
    plan_rows = [
        one for plan in tomllib.loads(PLANS.read_text("utf-8"))["plan"] for one in plan["session"]
    ]
    kept = [
        one for one in plan_rows if "also" in one or {row[0] for row in one["lessons"]} & {*lessons}
    ]
    assert len(rows) == len(kept) > 13
    for row in rows:
        taught = [int(found) for found in re.findall(r": (\d+)(?=<br>|$)", row[1])]
        talk, total = int(row[2]), int(row[3].strip("*"))
        assert sum(taught) + talk == total, row
        assert talk >= 0.1 * total, row
    assert all(f"**{number}** " in text for number in lessons)


def test_parts_first_then_exercises_that_fit_and_the_rest_is_homework():
    made = session("Week 1", 40, [Chosen(LESSON, LESSON.core)])
    (row,) = made.rows
    assert [each.number for each in row.in_class] == [1, 3]
    assert [each.number for each in row.homework] == [2]
    assert (row.minutes, made.talk, made.homework) == (30, 10, 20)


def test_what_is_done_besides_counts():
    assert session("Week 2", 90, [], besides=80).talk == 10
    with pytest.raises(ValueError, match=r"Week 1 \(01_one\) has 2 minutes too many for 40"):
        session("Week 1", 40, [Chosen(LESSON, LESSON.core)], besides=18)


@pytest.mark.parametrize(
    ("parts", "row"),
    [
        (
            "",
            "all but Myth check; exercises 1, 3: 30 | 10 | **40** | 01, exercise 2 (20 min) |",
        ),
        (', "1"', "**01** part 1; exercises 1, 2: 35 | 5 | **40** |"),
        (', "1", "2", "Myth check"', "**01** all; exercises 1, 3: 35 | 5 | **40** |"),
    ],
)
def test_a_row_says_what_is_taught(parts, row, tmp_path):
    assert row in planned(tmp_path, parts)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (', "7"', r"01_one has no \['7'\]; there are: \['1', '2', 'Myth check'\]"),
        (', "2"', r"01_one, '2. Two' needs \['1. One'\]"),
    ],
)
def test_a_part_that_is_not_there_or_lacks_another_is_named(parts, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        planned(tmp_path, parts)


def test_a_session_of_lessons_that_are_gone_is_left_out(tmp_path):
    assert "Week 1" not in planned(tmp_path, lessons={})
