"""What of a lesson fits into a session: parts first, then exercises; the rest is homework."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbook.instructor.lesson import Lesson, Part
from workbook.instructor.minutes import Exercise

TALK = 0.1  # of a session: what is left to talk, at least


@dataclass(frozen=True)
class Chosen:
    """Some parts of a lesson, for one session."""

    lesson: Lesson
    parts: tuple[Part, ...]

    @property
    def look(self) -> int:
        """Minutes of the parts, without their exercises."""
        return sum(part.look for part in self.parts)

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """All exercises of the parts."""
        return tuple(exercise for part in self.parts for exercise in part.exercises)


@dataclass(frozen=True)
class Row:
    """A line of a session: some parts of a lesson, and what becomes of their exercises.

    Attributes:
        chosen: The parts.
        in_class: Exercises solved in class.
        homework: Exercises that are left for home.
    """

    chosen: Chosen
    in_class: tuple[Exercise, ...]
    homework: tuple[Exercise, ...]

    @property
    def minutes(self) -> int:
        """Minutes in class."""
        return self.chosen.look + sum(exercise.minutes for exercise in self.in_class)


@dataclass(frozen=True)
class Session:
    """A session: rows whose minutes and the time to talk add up to its length.

    Attributes:
        title: Such as ``"Week 5"``.
        minutes: Its length, without breaks.
        rows: What is taught.
        besides: Minutes of what is in no lesson.
    """

    title: str
    minutes: int
    rows: tuple[Row, ...]
    besides: int

    @property
    def talk(self) -> int:
        """The minutes that are left to talk."""
        return self.minutes - self.besides - sum(row.minutes for row in self.rows)

    @property
    def homework(self) -> int:
        """The minutes of homework."""
        return sum(exercise.minutes for row in self.rows for exercise in row.homework)


def session(title: str, minutes: int, content: Sequence[Chosen], besides: int = 0) -> Session:
    """Plan a session: all the parts, then exercises in their order as long as they fit.

    Args:
        title: Of the session.
        minutes: Its length.
        content: What is taught.
        besides: Minutes of what is in no lesson.

    Raises:
        ValueError: If the parts alone leave less than a tenth of the time to talk.
    """
    left = minutes - round(TALK * minutes) - besides
    left -= sum(chosen.look for chosen in content)
    if left < 0:
        names = ", ".join(chosen.lesson.name for chosen in content)
        raise ValueError(
            f"{title} ({names}) has {-left} minutes too many for {minutes} minutes: "
            "let more parts go, in teaching.toml of a lesson or in plans.toml"
        )
    rows = []
    for chosen in content:
        here: list[Exercise] = []
        home: list[Exercise] = []
        for exercise in chosen.exercises:
            fits = exercise.minutes <= left
            (here if fits else home).append(exercise)
            left -= exercise.minutes if fits else 0
        rows.append(Row(chosen, tuple(here), tuple(home)))
    return Session(title, minutes, tuple(rows), besides)
