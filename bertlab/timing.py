"""Timing: ways to do the same, timed in turns.

A machine is not equally fast all the time. So the ways take turns, A B, B A, A B ..., and each turn
gives a ratio of two times that stand side by side; what is quoted is the median of the ratios.
"""

import gc
import math
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

Work = Callable[[], object]
Sampler = Callable[[int], float]  # a number of calls -> seconds of one, as a mean of them
REPETITIONS = 7  # the fewest whose median is quoted
SHORTEST = 0.05  # seconds of a sample: shorter works are called several times in a row


class Spread(NamedTuple):
    """The least, the median, and the quartiles around it."""

    minimum: float
    low: float
    median: float
    high: float


def interleaved(
    works: Mapping[str, Work],
    repetitions: int = REPETITIONS,
    shortest: float = SHORTEST,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, list[float]]:
    """Time several functions in turns; every second round in reverse order.

    Args:
        works: What is timed, by name. Each is called once before, to warm up, and once more to see
            how many calls make a sample of it.
        repetitions: Samples of each.
        shortest: A sample should take at least so many seconds.
        clock: Returns the time in seconds.

    Returns:
        Seconds per call, for each work one number per round.

    Raises:
        ValueError: If there is no work, or less than one repetition.
    """
    samplers = {name: partial(sample, work, clock=clock) for name, work in works.items()}
    return in_turns(samplers, repetitions, shortest)


def in_turns(
    samplers: Mapping[str, Sampler], repetitions: int, shortest: float = SHORTEST
) -> dict[str, list[float]]:
    """Take samples in turns, as ``interleaved`` does, wherever they come from.

    Args:
        samplers: By name: functions from a number of calls to the seconds of one.
        repetitions: Samples of each.
        shortest: A sample should take at least so many seconds.

    Raises:
        ValueError: If there is no sampler, or less than one repetition.
    """
    if not samplers or repetitions < 1:
        raise ValueError(
            f"expected works and repetitions >= 1, got {len(samplers)} works and {repetitions}"
        )
    for take in samplers.values():
        take(1)
    calls = {
        name: max(1, math.ceil(shortest / max(take(1), 1e-9))) for name, take in samplers.items()
    }
    samples: dict[str, list[float]] = {name: [] for name in samplers}
    gc.collect()
    for number in range(repetitions):
        names = list(samplers) if number % 2 == 0 else list(samplers)[::-1]
        for name in names:
            samples[name].append(samplers[name](calls[name]))
    return samples


def sample(work: Work, calls: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the seconds of one call, as a mean of several."""
    began = clock()
    for _ in range(calls):
        work()
    return (clock() - began) / calls


def spread(values: Sequence[float]) -> Spread:
    """Return the least value, the quartiles and the median.

    Raises:
        ValueError: If there are no values.
    """
    if not len(values):
        raise ValueError("expected at least one value, got none")
    low, median, high = np.quantile(values, (0.25, 0.5, 0.75))
    return Spread(float(min(values)), float(low), float(median), float(high))


def ratios(numerators: Sequence[float], denominators: Sequence[float]) -> list[float]:
    """Divide the times of one work by those of another, round by round."""
    return [a / b for a, b in zip(numerators, denominators, strict=True)]
