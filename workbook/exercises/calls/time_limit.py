"""A limit of time for calls: seconds of computing, which no other program can use up.

What a call computes is CPU time of its thread, so a busy machine stops nobody. A call that waits
computes next to nothing: it is ended by the wall clock, after ``PATIENCE`` times as many seconds.
An alarm looks at both clocks where there is one, elsewhere a thread that watches.
"""

import ctypes
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

PATIENCE = 10  # seconds by the wall clock for each second of CPU time
TICK = 0.02  # seconds between two looks at the clocks


class OutOfTime(BaseException):
    """The CPU time of a call is used up."""


class WaitedTooLong(OutOfTime):
    """A call did not end, though it hardly computed anything."""


class Limit:
    """A limit that begins now, for one call or several; for the thread that makes it.

    Args:
        seconds: Of CPU time.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._clock = _cpu_clock()
        self._begun = self._clock(), time.monotonic()

    def passed(self) -> type[OutOfTime] | None:
        """Return what is over, if anything is."""
        return passed(
            self._seconds, self._clock() - self._begun[0], time.monotonic() - self._begun[1]
        )


def passed(seconds: float, cpu: float, wall: float) -> type[OutOfTime] | None:
    """Return what is over of a limit, if anything is.

    Args:
        seconds: Of CPU time.
        cpu: How many were used.
        wall: How many went by. On a busy machine these are many more, so they count only for what
            hardly computes: one second in a hundred.
    """
    if cpu >= seconds:
        return OutOfTime
    waits = wall >= PATIENCE * seconds and cpu < wall / PATIENCE**2
    return WaitedTooLong if waits else None


def _cpu_clock() -> Callable[[], float]:
    """Return a clock of this thread's CPU time that other threads can read, or the process's."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    clock = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(clock)


def within(limit: Limit | None, call: Callable[[], Any]) -> Any:
    """Call, and raise ``OutOfTime`` in the call if a limit passes meanwhile.

    The limit stops Python code; a single long operation inside a library runs to its end first.
    """
    if limit is None:
        return call()
    main = threading.current_thread() is threading.main_thread()
    start = _start_alarm if main and hasattr(signal, "setitimer") else _start_watchdog
    go, stop = start(limit)
    try:
        try:
            go()  # in here: the limit may strike at once
            return call()
        finally:
            stop()
    finally:
        stop()  # again, in case that the limit struck inside the first one


Switches = tuple[Callable[[], None], Callable[[], None]]  # what begins, what ends


def _start_alarm(limit: Limit) -> Switches:
    """Use the alarm signal; it repeats, in case that a bare ``except`` swallows what it raises."""
    armed = [True]
    started = time.monotonic()

    def ring(number: int, frame: FrameType | None) -> None:
        if armed and (over := limit.passed()):
            raise over

    previous = signal.signal(signal.SIGALRM, ring)
    remaining, interval = signal.getitimer(signal.ITIMER_REAL)

    def go() -> None:
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def stop() -> None:
        if not armed:
            return
        armed.clear()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous or signal.SIG_DFL)
        if remaining:  # somebody else's alarm goes on
            left = max(remaining - (time.monotonic() - started), 1e-3)
            signal.setitimer(signal.ITIMER_REAL, left, interval)

    return go, stop


def _start_watchdog(limit: Limit) -> Switches:
    """Use a thread that raises in the calling one, where there is no alarm signal."""
    target = ctypes.c_ulong(threading.get_ident())
    throw = ctypes.pythonapi.PyThreadState_SetAsyncExc
    done = threading.Event()

    def watch() -> None:
        while not done.wait(TICK):
            if over := limit.passed():
                throw(target, ctypes.py_object(over))

    watcher = threading.Thread(target=watch, daemon=True)

    def stop() -> None:
        done.set()
        if watcher.ident is not None:
            watcher.join()
        throw(target, None)  # takes back what was thrown and has not arrived yet

    return watcher.start, stop
