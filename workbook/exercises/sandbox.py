"""One call of a function that may do anything: loop forever, print, raise, change its inputs."""

import contextlib
import ctypes
import inspect
import io
import linecache
import random
import signal
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, NamedTuple

import numpy as np
import torch

from workbook.exercises.compare import difference
from workbook.exercises.definition import Case
from workbook.exercises.values import copy_value, gradients, shorten


class OutOfTime(BaseException):
    """The time limit of a call is over."""


class Failure(NamedTuple):
    """An exception that ended a call, and the student's own line it came from (or ``""``)."""

    kind: type[BaseException]
    message: str
    line: str


class Outcome(NamedTuple):
    """What a call left behind: a value or a failure, the argument it changed, what it printed."""

    value: Any = None
    failure: Failure | None = None
    changed: str = ""
    printed: str = ""


def run(
    function: Callable[..., Any], case: Case, seed: int = 0, seconds: float | None = None
) -> Outcome:
    """Call a function on copies of a case's arguments and catch what comes of it.

    Args:
        function: The student's function, a reference or a misconception.
        case: Its arguments; they stay as they are, whatever the function does.
        seed: Set for Python, NumPy and torch before the call.
        seconds: Time limit, or None.

    Returns:
        The outcome, which shares no memory with the arguments. A ``KeyboardInterrupt`` is no
        outcome: it passes.
    """
    args, kwargs = copy_value(case.args), copy_value(dict(case.kwargs))
    printed = io.StringIO()
    value, failure = None, None
    seed_all(seed)
    try:
        with _quiet(printed):
            value = within(seconds, lambda: copy_value(function(*args, **kwargs)))
    except (Exception, SystemExit, OutOfTime) as error:
        failure = _failure(error, function)
    changed = _changed(function, case, Case(args, kwargs))
    return Outcome(value, failure, changed, printed.getvalue())


@contextlib.contextmanager
def _quiet(printed: io.StringIO) -> Iterator[None]:
    """Keep prints, progress bars and warnings out of the answer."""
    with (
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(io.StringIO()),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield


def _failure(error: BaseException, function: Callable[..., Any]) -> Failure:
    """Keep the last line of the traceback that is in the function's own file."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    steps = [
        step
        for step in traceback.walk_tb(error.__traceback__)
        if code is not None and step[0].f_code.co_filename == code.co_filename
    ]
    line = ""
    if steps:
        number = steps[-1][1]
        source = linecache.getline(code.co_filename, number).strip() if code else ""
        line = f"line {number}" + (f": `{shorten(source)}`" if source else "")
    return Failure(type(error), shorten(str(error), 200), line)


def _changed(function: Callable[..., Any], before: Case, after: Case) -> str:
    """Name the first argument that a call has changed in place, or ``""``."""
    try:
        signature = inspect.signature(function)
        old = signature.bind(*before.args, **before.kwargs).arguments
        new = signature.bind(*after.args, **after.kwargs).arguments
    except (TypeError, ValueError):  # no signature, or one that does not fit: the call has failed
        return ""
    for name in old:
        try:
            if difference(new[name], old[name], tolerance=0.0) is not None:
                return name
            if gradients(new[name]) != gradients(old[name]):
                return name
        except ValueError:  # a type that cannot be compared, such as a random generator
            continue
    return ""


def seed_all(seed: int) -> None:
    """Seed Python, NumPy and torch's CPU generator (a GPU's would lose its place)."""
    random.seed(seed)
    np.random.seed(seed)
    torch.default_generator.manual_seed(seed)


@contextlib.contextmanager
def random_states_kept() -> Iterator[None]:
    """Put the global random states back afterwards: a check must not change what follows it."""
    states = random.getstate(), np.random.get_state(), torch.get_rng_state()
    try:
        yield
    finally:
        random.setstate(states[0])
        np.random.set_state(states[1])
        torch.set_rng_state(states[2])


def within(seconds: float | None, call: Callable[[], Any]) -> Any:
    """Call, and raise ``OutOfTime`` in the call if it takes longer than ``seconds``.

    The limit stops Python code; a single long operation inside a library runs to its end first.
    """
    if seconds is None:
        return call()
    main = threading.current_thread() is threading.main_thread()
    start = _start_alarm if main and hasattr(signal, "setitimer") else _start_watchdog
    stop = start(seconds)
    try:
        try:
            return call()
        finally:
            stop()
    finally:
        stop()  # again, in case that the limit struck inside the first one


def _start_alarm(seconds: float) -> Callable[[], None]:
    """Use the alarm signal; it repeats, in case that a bare ``except`` swallows it."""
    armed = [True]
    started = time.monotonic()

    def ring(number: int, frame: FrameType | None) -> None:
        if armed:
            raise OutOfTime

    previous = signal.signal(signal.SIGALRM, ring)
    remaining, interval = signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3), 0.1)

    def stop() -> None:
        if not armed:
            return
        armed.clear()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous or signal.SIG_DFL)
        if remaining:  # somebody else's alarm goes on
            left = max(remaining - (time.monotonic() - started), 1e-3)
            signal.setitimer(signal.ITIMER_REAL, left, interval)

    return stop


def _start_watchdog(seconds: float) -> Callable[[], None]:
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
    watcher.start()

    def stop() -> None:
        done.set()
        watcher.join()
        throw(target, None)  # takes back what was thrown and has not arrived yet

    return stop
