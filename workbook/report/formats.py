"""The gradebooks that other programs read: nbgrader, Canvas, Gradescope, and plain CSV."""

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bertlab.files import write_atomically
from workbook.report.grade import SOLVED, Result
from workbook.report.points import Points
from workbook.report.summary import Graded, LessonSummary

NBGRADER = (
    *("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email"),
    *("raw_score", "late_submission_penalty", "score", "max_score"),
)
EXERCISES = "lesson", "student", "exercise", "status", "misconception", "attempts"
FORMULA = "=", "+", "-", "@", "\t", "\r", "\n"


def safe(cell: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula."""
    if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULA):
        return f"'{cell}"
    return cell


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write a table in which no cell is a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow([safe(cell) for cell in row])
    write_atomically(path, text.getvalue().encode())


def write_gradebooks(folder: Path, lessons: Sequence[LessonSummary], points: Points) -> None:
    """Write ``grades.csv``, ``exercises.csv``, ``canvas.csv`` and ``results/STUDENT.json``."""
    write_csv(folder / "grades.csv", NBGRADER, _nbgrader(lessons, points))
    write_csv(folder / "exercises.csv", EXERCISES, _exercises(lessons))
    write_csv(folder / "canvas.csv", *_canvas(lessons, points))
    _gradescope(folder / "results", lessons, points)


def _totals(lesson: LessonSummary, one: Graded, points: Points) -> tuple[float, float]:
    number = lesson.room[1:3]
    reached = sum(points.reached(number, result) for result in one.results)
    return reached, sum(points.most(number, result.exercise) for result in one.results)


def _nbgrader(lessons: Sequence[LessonSummary], points: Points) -> Iterable[Sequence[Any]]:
    for lesson in lessons:
        for student, one in lesson.students.items():
            reached, most = _totals(lesson, one, points)
            name = lesson.room[1:]
            yield name, "", "", student, "", "", "", reached, 0.0, reached, most


def _exercises(lessons: Sequence[LessonSummary]) -> Iterable[Sequence[Any]]:
    for lesson in lessons:
        for student, one in lesson.students.items():
            for result in one.results:
                attempts = one.submission.attempts.get(result.exercise, "")
                yield (
                    *(lesson.room[1:3], student, result.exercise, result.status),
                    *(result.misconception, attempts),
                )


def _canvas(
    lessons: Sequence[LessonSummary], points: Points
) -> tuple[list[str], list[Sequence[Any]]]:
    """Return Canvas's columns; students are found by their name alone, so look before importing."""
    students = sorted({student for lesson in lessons for student in lesson.students})
    header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    header += [f"BERT workbook {lesson.room[1:3]}" for lesson in lessons]
    possible: list[Any] = ["    Points Possible", "", "", "", ""]
    rows: list[Sequence[Any]] = []
    for lesson in lessons:
        some = next(iter(lesson.students.values()))
        possible.append(_totals(lesson, some, points)[1])
    for student in students:
        row: list[Any] = [student, "", "", "", ""]
        for lesson in lessons:
            one = lesson.students.get(student)
            row.append(_totals(lesson, one, points)[0] if one else "")
        rows.append(row)
    return header, [possible, *rows]


def _gradescope(folder: Path, lessons: Sequence[LessonSummary], points: Points) -> None:
    """Write a file for each student, in the format of Gradescope's autograder."""
    tests: dict[str, list[dict[str, Any]]] = {}
    for lesson in lessons:
        number = lesson.room[1:3]
        for student, one in lesson.students.items():
            for place, result in enumerate(one.results, start=1):
                test = _test(f"{number}.{place}", number, result, points)
                tests.setdefault(student, []).append(test)
    folder.mkdir(parents=True, exist_ok=True)
    for student, found in tests.items():
        content = {
            "score": sum(test["score"] for test in found),
            "output": "Checked by the BERT workbook.",
            "output_format": "text",
            "visibility": "visible",
            "extra_data": {
                "misconceptions": {
                    test["name"]: test["extra_data"]["misconception"]
                    for test in found
                    if test["extra_data"]["misconception"]
                }
            },
            "tests": found,
        }
        text = json.dumps(content, indent=1, ensure_ascii=False)
        write_atomically(folder / f"{file_name(student)}.json", text.encode())


def _test(place: str, number: str, result: Result, points: Points) -> dict[str, Any]:
    return {
        "name": f"{number} {result.exercise}",
        "number": place,
        "score": points.reached(number, result),
        "max_score": points.most(number, result.exercise),
        "status": "passed" if result.status == SOLVED else "failed",
        "output": result.feedback,
        "output_format": "text",
        "tags": [result.misconception] if result.misconception else [],
        "visibility": "visible",
        "extra_data": {"misconception": result.misconception, "status": result.status},
    }


def file_name(student: str) -> str:
    """Return a name for a student's file that leads nowhere else and is no other student's.

    Letters, digits and a few signs stay; everything else becomes its number.
    """
    plain = "".join(c if c.isalnum() or c in "-_. " else f"%{ord(c):x}" for c in student)
    plain = plain.strip(" .")[:100] or "student"
    return plain if plain == student else f"{plain}~{_digest(student)}"


def _digest(text: str) -> str:

    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
