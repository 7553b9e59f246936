"""The question: how long a call takes, by a clock that tells the same on every machine."""

from collections.abc import Sequence
from itertools import chain, repeat
from typing import Any, NamedTuple

from workbook.exercises import Case, Question

TICK = 1 / 1024  # seconds that a look at the clock takes


class Measured(NamedTuple):
    """What a function says of a work, and how often it called it."""

    milliseconds: Any
    calls: int


def tried(function: Any, seconds: Sequence[float], repeats: int) -> Measured:
    """Let a function measure a work that takes these times, and 50 seconds in later calls."""
    now, log, times = 100.0, [], chain(seconds, repeat(50.0))

    def work() -> None:
        nonlocal now
        log.append("work")
        now += next(times)

    def clock() -> float:
        nonlocal now
        log.append("clock")
        now += TICK
        return now

    answer = function(work, repeats, clock=clock)
    return Measured(answer if "clock" in log else "the clock was not read", log.count("work"))


def _cases() -> list[Case]:
    return [
        Case(([9.0, 8.0, 0.5, 0.25, 2.0], 3)),
        Case(([7.0, 4.0, 0.5, 3.0, 0.25, 1.0, 0.125], 5)),
        Case(([3.0, 5.0, 1.5, 0.25, 0.5, 4.0], 4)),  # an even number: between 0.5 and 1.5
        Case(([6.0, 3.5, 0.75, 0.25], 2)),
        Case(([2.0, 1.0, 0.5], 1)),
        Case(([0.5, 0.25, 2.0, 0.0, 4.0, 8.0, 1.0, 16.0], 6)),
    ]


QUESTION = Question(name="milliseconds", cases=_cases, difficulty=2, minutes=9, tried=tried)
