"""The report, the slide and each student's feedback, as HTML that asks nobody for anything."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bertlab.datasets.fonts.pages import page_fonts, view_fonts
from bertlab.files import write_atomically
from workbook.report.formats import file_name
from workbook.report.points import Points
from workbook.report.summary import ORDER, LessonSummary

HERE, ROOT = Path(__file__).parent, Path(__file__).resolve().parents[2]
WORDS = {
    "solved": "solved",
    "named": "a known slip",
    "wrong": "wrong, not named",
    "stopped": "stopped",
    "broken": "cannot be called",
    "open": "not filled in",
    "missing": "not there",
}
ON_SLIDE = 4  # misconceptions


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def place_of(room: str, exercise: str) -> str:
    """Return the heading of the part of a lesson in which an exercise stands."""
    heading = ""
    text = (ROOT / "lessons" / room / "lesson.py").read_text(encoding="utf-8")
    for line in text.splitlines():
        if found := re.match(r"# ## (.+)", line):
            heading = re.sub(r"[*$`]", "", found[1])
        if re.match(rf"def {exercise}\(", line):
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
    unread: Sequence[tuple[str, str]],
    notes: Sequence[tuple[str, str]],
    names: dict[str, str],
    trusted: bool,
) -> str:
    """Return the instructor's page.

    Args:
        lessons: What became of the exercises.
        unread: Files that could not be read, and why.
        notes: What else is to be known of submissions.
        names: What each student is called on the page.
        trusted: Whether the code ran without walls.
    """
    given = {
        "lessons": [_lesson(lesson, names) for lesson in lessons],
        "unread": unread,
        "notes": notes,
        "trusted": trusted,
        "words": WORDS,
        "order": ORDER,
    }
    return _with_fonts(_templates().get_template("report.html").render(given), page_fonts)


def slide(lessons: Sequence[LessonSummary]) -> str:
    """Return the slide *What we got wrong this week*."""
    slides = [
        {"title": title_of(lesson.room), "slips": most_frequent(lesson)} for lesson in lessons
    ]
    page = _templates().get_template("slide.html").render(lessons=slides)
    return _with_fonts(page, page_fonts)


def most_frequent(lesson: LessonSummary, most: int = ON_SLIDE) -> list[dict[str, Any]]:
    """Return the misconceptions that most students of a lesson have."""
    found = [(exercise, slip) for exercise in lesson.exercises for slip in exercise.slips]
    found.sort(key=lambda pair: -pair[1].students)
    return [
        {"exercise": exercise.name, "slip": slip, "tried": exercise.tried}
        for exercise, slip in found[:most]
    ]


def write_feedback(folder: Path, lessons: Sequence[LessonSummary], points: Points) -> None:
    """Write a page for each student: what each exercise said, and nobody else's work."""
    template = _templates().get_template("feedback.html")
    pages: dict[str, list[dict[str, Any]]] = {}
    for lesson in lessons:
        for student, one in lesson.students.items():
            entry = {
                "title": title_of(lesson.room),
                "results": [
                    {
                        "result": result,
                        "place": place_of(lesson.room, result.exercise),
                        "points": points.reached(lesson.room[1:3], result),
                        "most": points.most(lesson.room[1:3], result.exercise),
                    }
                    for result in one.results
                ],
            }
            pages.setdefault(student, []).append(entry)
    made = {
        student: template.render(student=student, lessons=found, words=WORDS)
        for student, found in pages.items()
    }
    letters = "".join(sorted(set("".join(made.values()))))
    folder.mkdir(parents=True, exist_ok=True)
    for student, page in made.items():
        text = _with_fonts(page, view_fonts, letters)
        write_atomically(folder / f"{file_name(student)}.html", text.encode())


def _lesson(lesson: LessonSummary, names: dict[str, str]) -> dict[str, Any]:
    return {
        "room": lesson.room,
        "title": title_of(lesson.room),
        "count": len(lesson.students),
        "exercises": [
            {
                "summary": exercise,
                "place": place_of(lesson.room, exercise.name),
                "slips": exercise.slips,
                "unnamed": exercise.unnamed,
            }
            for exercise in lesson.exercises
        ],
        "students": [
            {"name": names[student], "results": one.results}
            for student, one in lesson.students.items()
        ],
        "frequent": most_frequent(lesson),
    }


def _with_fonts(page: str, fonts: Any, letters: str = "") -> str:
    """Put the fonts that a page needs into it."""
    made = fonts(letters or page)
    style = f"{made.css}\n:root {{ --sans: {made.sans}; --mono: {made.mono}; }}"
    return page.replace("/* fonts */", style, 1)
