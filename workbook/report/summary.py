"""What the class has understood: counted from the results of all submissions."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from workbook.report.notebook import (
    BROKEN,
    MISSING,
    NAMED,
    OPEN,
    SOLVED,
    STOPPED,
    UNRUN,
    WRONG,
    Record,
)
from workbook.report.owners import Owner
from workbook.report.results import exercises_of
from workbook.report.submissions import Submission

UNCLEAR = "unclear"  # a student's files do not agree
ORDER = SOLVED, NAMED, WRONG, STOPPED, BROKEN, OPEN, UNRUN, MISSING, UNCLEAR
TRIED = SOLVED, NAMED, WRONG, STOPPED, BROKEN


class Group(NamedTuple):
    """Answers with the same mistake.

    Attributes:
        name: Of the misconception, or what else they have in common; ``""`` for what has no name.
        advice: What to say about it, or ``""``.
        students: How many students have it.
        example: The shortest of the answers.
        words: What its writer read.
    """

    name: str
    advice: str
    students: int
    example: str
    words: str


@dataclass
class ExerciseSummary:
    """What became of one exercise.

    Attributes:
        name: Of the exercise.
        counts: Students by status.
        named: Misconceptions of the workbook, the most frequent first.
        other: What else was named: guesses of the check, limits, errors.
        unnamed: Wrong answers that match nothing, grouped by what they do.
    """

    name: str
    counts: Counter[str]
    named: list[Group]
    other: list[Group]
    unnamed: list[Group]

    @property
    def tried(self) -> int:
        """How many students wrote something."""
        return sum(self.counts[status] for status in TRIED)


@dataclass
class LessonSummary:
    """What became of the exercises of one lesson.

    Attributes:
        room: Of the lesson.
        exercises: In its order.
        students: Each with their results.
        questions: Students with several notebooks that do not say the same.
    """

    room: str
    exercises: list[ExerciseSummary] = field(default_factory=list)
    students: dict[Owner, list[Record]] = field(default_factory=dict)
    questions: dict[Owner, list[Submission]] = field(default_factory=dict)


def summaries(submissions: Iterable[Submission]) -> list[LessonSummary]:
    """Count what became of each exercise, lesson by lesson."""
    by_room: dict[str, dict[Owner, list[Submission]]] = defaultdict(lambda: defaultdict(list))
    for one in submissions:
        if not one.problem:
            by_room[one.room][one.student].append(one)
    return [_lesson(room, students) for room, students in sorted(by_room.items())]


def _lesson(room: str, students: dict[Owner, list[Submission]]) -> LessonSummary:
    lesson = LessonSummary(room)
    for student, theirs in sorted(students.items()):
        results = [_agreed(of_one) for of_one in zip(*(one.results for one in theirs), strict=True)]
        lesson.students[student] = results
        if any(result.status == UNCLEAR for result in results):
            lesson.questions[student] = theirs
    for index, (name, definition) in enumerate(exercises_of(room).items()):
        results = [theirs[index] for theirs in lesson.students.values()]
        advice = {slip.name: slip.advice for slip in definition.misconceptions}
        lesson.exercises.append(_exercise(name, results, advice))
    return lesson


def _agreed(results: Sequence[Record]) -> Record:
    """Return a student's result of an exercise; ``UNCLEAR`` if several notebooks differ."""
    if len({(one.status, one.misconception, one.digest) for one in results}) == 1:
        return results[-1]
    return Record(*results[0][:2], UNCLEAR)


def _exercise(name: str, results: Sequence[Record], advice: dict[str, str]) -> ExerciseSummary:
    groups: dict[str, list[Record]] = defaultdict(list)
    unnamed: dict[str, list[Record]] = defaultdict(list)
    for number, result in enumerate(results):
        if result.status == STOPPED:
            groups[result.misconception or "stopped by a limit of time or memory"].append(result)
        elif result.misconception:
            groups[result.misconception].append(result)
        elif result.status == WRONG:
            unnamed[result.digest or str(number)].append(result)
    found = [_group(label, members, advice) for label, members in groups.items()]
    return ExerciseSummary(
        name,
        Counter(result.status for result in results),
        named=_ordered(group for group in found if group.advice),
        other=_ordered(group for group in found if not group.advice),
        unnamed=_ordered(_group("", members, {}) for members in unnamed.values()),
    )


def _group(name: str, members: Sequence[Record], advice: dict[str, str]) -> Group:
    shortest = min(members, key=lambda result: (len(result.code), result.code))
    return Group(name, _advice(name, advice), len(members), shortest.code, shortest.words)


def _advice(name: str, advice: dict[str, str]) -> str:
    """Return the workbook's advice on a misconception, or on two at once: ``*a* and *b*``."""
    if pair := re.fullmatch(r"\*(.+)\* and \*(.+)\*", name):
        return " ".join(advice[one] for one in pair.groups() if one in advice)
    return advice.get(name, "")


def _ordered(groups: Iterable[Group]) -> list[Group]:
    return sorted(groups, key=lambda group: (-group.students, group.name, group.example))
