"""What the class has understood: counted from the results of all submissions."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from workbook.exercises.definition import Exercise
from workbook.report.collect import Submission
from workbook.report.grade import (
    BROKEN,
    MISSING,
    NAMED,
    OPEN,
    SOLVED,
    STOPPED,
    WRONG,
    Result,
    exercises_of,
)

ORDER = SOLVED, NAMED, WRONG, STOPPED, BROKEN, OPEN, MISSING


class Graded(NamedTuple):
    """A submission with what became of its exercises."""

    submission: Submission
    results: list[Result]


class Slip(NamedTuple):
    """A misconception as the class has it.

    Attributes:
        name: Of the misconception.
        advice: What to say about it.
        students: How many students have it.
        example: One answer, without names and comments.
        feedback: What its writer reads.
    """

    name: str
    advice: str
    students: int
    example: str
    feedback: str


@dataclass
class ExerciseSummary:
    """What became of one exercise.

    Attributes:
        name: Of the exercise.
        counts: Students by status.
        slips: Named misconceptions, the most frequent first.
        unnamed: Wrong answers that match nothing, grouped by what they do.
    """

    name: str
    counts: Counter[str]
    slips: list[Slip] = field(default_factory=list)
    unnamed: list[Slip] = field(default_factory=list)

    @property
    def tried(self) -> int:
        """How many students wrote something."""
        return sum(self.counts[status] for status in (SOLVED, NAMED, WRONG, STOPPED, BROKEN))


@dataclass
class LessonSummary:
    """What became of the exercises of one lesson.

    Attributes:
        room: Of the lesson.
        exercises: In its order.
        students: Each with their results, by name; of two notebooks the last one counts.
    """

    room: str
    exercises: list[ExerciseSummary]
    students: dict[str, Graded]


def summaries(graded: Sequence[Graded]) -> list[LessonSummary]:
    """Count what became of each exercise, lesson by lesson."""
    by_room: dict[str, dict[str, Graded]] = defaultdict(dict)
    for one in graded:
        if one.submission.room and not one.submission.problem:
            _put(by_room[one.submission.room], one)
    return [
        LessonSummary(room, _exercises(room, students), dict(sorted(students.items())))
        for room, students in sorted(by_room.items())
    ]


def _put(students: dict[str, Graded], one: Graded) -> None:
    """Keep a submission; of two, the last one, with a note."""
    name = one.submission.student
    if name in students:
        before = students[name].submission.source
        one.submission.notes.append(f"there is another one, {before}; this one counts")
    students[name] = one


def _exercises(room: str, students: dict[str, Graded]) -> list[ExerciseSummary]:
    found = []
    for name, definition in exercises_of(room).items():
        results = [
            result for one in students.values() for result in one.results if result.exercise == name
        ]
        counts = Counter(result.status for result in results)
        summary = ExerciseSummary(name, counts)
        summary.slips = _slips(definition, results)
        summary.unnamed = _groups(results)
        found.append(summary)
    return found


def _slips(definition: Exercise, results: Sequence[Result]) -> list[Slip]:
    advice = {slip.name: slip.advice for slip in definition.misconceptions}
    groups: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        if result.status in (NAMED, STOPPED):
            groups[result.misconception].append(result)
    return _counted(groups, advice)


def _groups(results: Sequence[Result]) -> list[Slip]:
    groups: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        if result.status == WRONG:
            groups[result.behavior].append(result)
    return _counted(groups, {})


def _counted(groups: dict[str, list[Result]], advice: dict[str, str]) -> list[Slip]:
    found = []
    for name, members in groups.items():
        shortest = min(members, key=lambda result: (len(result.code), result.code))
        words = advice.get(name) or _advice_in(shortest.feedback)
        found.append(Slip(name, words, len(members), shortest.code, shortest.feedback))
    return sorted(found, key=lambda slip: (-slip.students, slip.name))


def _advice_in(feedback: str) -> str:
    """Return the second line of an answer, where the advice stands."""
    lines = feedback.split("\n")
    return lines[1] if len(lines) > 1 else ""
