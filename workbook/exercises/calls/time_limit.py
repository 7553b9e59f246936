"""A limit of time for one call, by an alarm where there is one, else by a thread that watches."""

import ctypes
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any


class OutOfTime(BaseException):
    """The time limit of a call is over."""


def within(seconds: float | None, call: Callable[[], Any]) -> Any:
    """Call, and raise ``OutOfTime`` in the call if it takes longer than ``seconds``.

    The limit stops Python code; a single long operation inside a library runs to its end first.
    """
    if seconds is None:
        return call()
    main = threading.current_thread() is threading.main_thread()
    start = _start_alarm if main and hasattr(signal, "setitimer") else _start_watchdog
    go, stop = start(seconds)
    try:
        try:
            go()  # in here: the limit may strike at once
            return call()
        finally:
            stop()
    finally:
        stop()  # again, in case that the limit struck inside the first one


Switches = tuple[Callable[[], None], Callable[[], None]]  # what begins, what ends


def _start_alarm(seconds: float) -> Switches:
    """Use the alarm signal; it repeats, in case that a bare ``except`` swallows it."""
    armed = [True]
    started = time.monotonic()

    def ring(number: int, frame: FrameType | None) -> None:
        if armed:
            raise OutOfTime

    previous = signal.signal(signal.SIGALRM, ring)
    remaining, interval = signal.getitimer(signal.ITIMER_REAL)

    def go() -> None:
        signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3), 0.1)

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


def _start_watchdog(seconds: float) -> Switches:
    """Use a thread that raises in the calling one, where there is no alarm signal."""
    target = ctypes.c_ulong(threading.get_ident())
    throw = ctypes.pythonapi.PyThreadState_SetAsyncExc
    done = threading.Event()

    def watch() -> None:
        wait = seconds
        while not done.wait(wait):
            throw(target, ctypes.py_object(OutOfTime))
            wait = 0.1

    watcher = threading.Thread(target=watch, daemon=True)

    def stop() -> None:
        done.set()
        if watcher.ident is not None:
            watcher.join()
        throw(target, None)  # takes back what was thrown and has not arrived yet

    return watcher.start, stop
