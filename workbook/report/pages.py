"""The report and the slide, as HTML that asks nobody for anything."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from workbook.exercises.loading import sources_of
from workbook.fonts.pages import page_fonts
from workbook.report.notebook import BROKEN, MISSING, NAMED, OPEN, SOLVED, STOPPED, UNRUN, WRONG
from workbook.report.owners import ROOT, Owner
from workbook.report.submissions import Submission
from workbook.report.summary import ORDER, UNCLEAR, LessonSummary

WORDS = {
    SOLVED: "solved",
    NAMED: "named mistake",
    WRONG: "wrong, not named",
    STOPPED: "stopped",
    BROKEN: "its cell stops with an error",
    OPEN: "not filled in",
    UNRUN: "not run",
    MISSING: "not there",
    UNCLEAR: "files differ",
}
ON_SLIDE = 4  # misconceptions


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def section_of(room: str, exercise: str) -> str:
    """Return the heading of the part of a lesson in which an exercise stands."""
    heading = ""
    texts = [path.read_text(encoding="utf-8") for path in sources_of(ROOT / "lessons" / room)]
    for line in "\n".join(texts).splitlines():
        if found := re.match(r"# ## (.+)", line):
            heading = re.sub(r"[*$`]", "", found[1])
        if f"exercise(exercises.{exercise})" in line:
            return heading
    return ""


@cache
def title_of(room: str) -> str:
    """Return the title of a lesson, with its number."""
    text = (ROOT / "lessons" / room / "lesson.py").read_text(encoding="utf-8")
    found = re.search(r"^# # (.+)$", text, re.MULTILINE)
    return found[1] if found else room


def report(
    lessons: Sequence[LessonSummary],
    submissions: Sequence[Submission],
    names: Mapping[Owner, str],
) -> str:
    """Return the instructor's page.

    Args:
        lessons: What became of the exercises.
        submissions: All, for what could not be read of them, and what else is to be known.
        names: What each student is called.
    """
    given = {
        "lessons": [_lesson(lesson, names) for lesson in lessons],
        "unread": [one for one in submissions if one.problem],
        "noted": [one for one in submissions if one.notes and not one.problem],
        "names": names,
        "words": WORDS,
        "order": ORDER,
    }
    return _with_fonts(_templates().get_template("report.html").render(given))


def slide(lessons: Sequence[LessonSummary]) -> str:
    """Return the slide *What we got wrong this week*."""
    slides = [
        {"title": title_of(lesson.room), "frequent": most_frequent(lesson)} for lesson in lessons
    ]
    return _with_fonts(_templates().get_template("slide.html").render(lessons=slides))


def most_frequent(lesson: LessonSummary) -> list[dict[str, Any]]:
    """Return the misconceptions that most students of a lesson have."""
    found = [(exercise, group) for exercise in lesson.exercises for group in exercise.named]
    found.sort(key=lambda pair: -pair[1].students)
    return [
        {"exercise": exercise.name, "group": group, "tried": exercise.tried}
        for exercise, group in found[:ON_SLIDE]
    ]


def _lesson(lesson: LessonSummary, names: Mapping[Owner, str]) -> dict[str, Any]:
    return {
        "room": lesson.room,
        "title": title_of(lesson.room),
        "count": len(lesson.students),
        "exercises": [
            {"summary": one, "place": section_of(lesson.room, one.name)} for one in lesson.exercises
        ],
        "students": [(names[student], theirs) for student, theirs in lesson.students.items()],
        "questions": [(names[student], theirs) for student, theirs in lesson.questions.items()],
        "frequent": most_frequent(lesson),
    }


def _with_fonts(page: str) -> str:
    """Put the fonts that a page needs into it."""
    made = page_fonts(page)
    style = f"{made.css}\n:root {{ --sans: {made.sans}; --mono: {made.mono}; }}"
    return page.replace("/* fonts */", style, 1)
