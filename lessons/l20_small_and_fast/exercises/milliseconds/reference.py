"""The reference of ``milliseconds``."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any


def milliseconds(
    work: Callable[[], Any], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Measure how long a call takes, after two calls that are not measured.

    Args:
        work: What is measured.
        repeats: How many calls are measured, at least 1.
        clock: Returns the time in seconds.

    Returns:
        The median, in milliseconds.
    """
    work()
    work()
    seconds = []
    for _ in range(repeats):
        before = clock()
        work()
        seconds.append(clock() - before)
    return 1000 * median(seconds)
