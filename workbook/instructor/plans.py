"""The plans through the series: read from ``plans.toml``, with minutes from the lessons."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from workbook.instructor.lesson import Lesson, Part
from workbook.instructor.sessions import Chosen, Row, Session, session

PLANS = Path(__file__).with_name("plans.toml")


def plans(lessons: dict[str, Lesson], file: Path = PLANS) -> str:
    """Return all plans, as Markdown.

    Args:
        lessons: By number.
        file: With a ``[[plan]]`` for each: ``title``, ``about`` and ``[[plan.session]]`` tables of
            ``title``, ``minutes``, ``lessons`` (each a number and the parts to take, as in
            ``["05", "1", "3"]``; without parts it is all that stay when what can go is left out)
            and perhaps ``also``, a table of ``text`` and ``minutes``.

    Raises:
        ValueError: If a session does not fit, or if it takes a part that is not there, or one
            without another that it needs.
    """
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return "\n".join(_plan(plan, lessons) for plan in table["plan"])


def _plan(plan: dict[str, Any], lessons: dict[str, Lesson]) -> str:
    """Return one plan. The sessions whose lessons are not there any more are left out."""
    lines = [f"### {plan['title']}", "", " ".join(plan["about"].split()), ""]
    lines += ["| when | what, with minutes | to talk | in all | homework |", 5 * "|---" + "|"]
    for entry in plan["session"]:
        there = [wanted for wanted in entry["lessons"] if wanted[0] in lessons]
        if entry["lessons"] and not there:
            continue
        content = [_chosen(lessons[number], names) for number, *names in there]
        also = entry.get("also", {"text": "", "minutes": 0})
        planned = session(entry["title"], entry["minutes"], content, also["minutes"])
        lines.append(_row(planned, also["text"]))
    return "\n".join(lines) + "\n"


def _chosen(lesson: Lesson, names: Sequence[str]) -> Chosen:
    """Return the parts of a lesson that are named; without names, all that stay."""
    if not names:
        return Chosen(lesson, lesson.core)
    known = {part.short: part for part in lesson.parts}
    if absent := [name for name in names if name not in known]:
        raise ValueError(f"plans.toml: {lesson.name} has no {absent}; there are: {list(known)}")
    parts = tuple(known[name] for name in names)
    taken = {part.heading for part in parts}
    for part in parts:
        if lost := [heading for heading in part.needs if heading not in taken]:
            raise ValueError(f"plans.toml: {lesson.name}, {part.heading!r} needs {lost}")
    return Chosen(lesson, parts)


def _row(planned: Session, also: str) -> str:
    """Return a session as a row of a table."""
    done = [f"{also}: {planned.besides}"] if also else []
    what = "<br>".join([*map(_content, planned.rows), *done])
    homework = "<br>".join(_homework(row) for row in planned.rows if row.homework)
    total = f" ({planned.homework} min)" if planned.homework else ""
    return (
        f"| {planned.title} | {what} | {planned.talk} | **{planned.minutes}** | {homework}{total} |"
    )


def _content(row: Row) -> str:
    lesson, parts = row.chosen.lesson, row.chosen.parts
    left_out = [part for part in lesson.parts if part not in parts]
    which = _names(parts) if len(left_out) > len(parts) else "all"
    which += f" but {_names(left_out)}" if which == "all" and left_out else ""
    solved = ", ".join(exercise.short for exercise in row.in_class)
    added = f"; exercise{'s' if len(row.in_class) > 1 else ''} {solved}" if solved else ""
    return f"**{lesson.name[:2]}** {which}{added}: {row.minutes}"


def _homework(row: Row) -> str:
    numbers = ", ".join(exercise.short for exercise in row.homework)
    plural = "s" if len(row.homework) > 1 else ""
    return f"{row.chosen.lesson.name[:2]}, exercise{plural} {numbers}"


def _names(parts: Sequence[Part]) -> str:
    """Return parts in short: their numbers, and the headings of those that have none."""
    numbers = [part.short for part in parts if part.short.isdigit()]
    others = [part.short for part in parts if not part.short.isdigit()]
    word = "part" if len(numbers) == 1 else "parts"
    return ", ".join([*([f"{word} {', '.join(numbers)}"] if numbers else []), *others])
