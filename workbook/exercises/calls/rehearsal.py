"""A first run in a process of its own: what never ends, or takes all memory, ends there.

Only Linux has it (``fork``, and a limit of memory that holds). Elsewhere a call is stopped by the
time limit alone, which cannot interrupt one long operation inside a library, and memory is not
limited.
"""

import inspect
import json
import os
import resource
import select
import signal
import time
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import torch

from workbook.exercises.calls.sandbox import MEGABYTES, Failure, Stopped, run
from workbook.exercises.calls.time_limit import Limit, OutOfTime, WaitedTooLong, passed
from workbook.exercises.definition import Case

GRACE = 0.5  # seconds of CPU time after the limit until the process is killed


def rehearse(
    function: Callable[..., Any], cases: Sequence[Case], seconds: float, megabytes: int = MEGABYTES
) -> Stopped | None:
    """Run a function on cases in a child process with one thread and a limit of memory.

    Args:
        function: The student's function.
        cases: What it is called with, one after the other.
        seconds: Limit of CPU time for all of them together; ten times as long by the wall clock.
        megabytes: By how much the process may grow (10^6 bytes).

    Returns:
        What ended it too soon; None if it came to its end, whatever it returned or raised.
    """
    if "optim" in getattr(getattr(inspect.unwrap(function), "__code__", None), "co_names", ()):
        import_module("torch._dynamo")  # the first optimizer does: for seconds, in each child

    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # fork beside threads: it only computes
        child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            _perform(writing, function, cases, seconds, megabytes)
        finally:
            os._exit(0)
    os.close(writing)
    try:
        said, over = _listen(reading, child, seconds + GRACE)
    finally:
        os.close(reading)
        end_all(child)
    last: dict[str, Any] = {"case": 1}
    for line in said.splitlines():
        last = json.loads(line)
    if "done" in last:
        return None
    return Stopped(last.get("stopped") or over or "exit", last["case"], last.get("line", ""))


def _listen(reading: int, child: int, seconds: float) -> tuple[str, str]:
    """Return what the child says until it ends, and what is over if it does not end by itself."""
    said, begun = b"", time.monotonic()
    over = None
    while over is None:
        if select.select([reading], [], [], 0.1)[0]:
            part = os.read(reading, 65_536)
            said += part
            if not part or said.endswith(b'"end": true}\n'):
                return said.decode(), ""
        elif os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return said.decode(), ""  # what it started may live on, with the pipe open
        over = passed(seconds, _cpu_seconds(child), time.monotonic() - begun)
    return said.decode(), _WHY[over]


_WHY = {OutOfTime: "time", WaitedTooLong: "wait"}


def _cpu_seconds(process: int) -> float:
    """Return the CPU time of all threads of a process."""
    return time.clock_gettime((~process << 3) | 2)  # the clock's id, as Linux defines it


def end_all(child: int) -> None:
    """Kill the child and whatever it started."""
    for kill in (os.killpg, os.kill):
        try:
            kill(child, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue
    os.waitpid(child, 0)


def _perform(
    writing: int,
    function: Callable[..., Any],
    cases: Sequence[Case],
    seconds: float,
    megabytes: int,
) -> None:
    """Be the child: run the cases, and say before each which it is."""

    def say(**entry: Any) -> None:
        os.write(writing, f"{json.dumps(entry)}\n".encode())

    os.setpgid(0, 0)
    torch.set_num_threads(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    limit = address_space() + megabytes * 10**6
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    time_limit = Limit(seconds)
    for number, case in enumerate(cases, start=1):
        say(case=number)
        outcome = run(function, case, number - 1, time_limit)
        reason = _reason(outcome.failure)
        if reason:
            line = outcome.failure.line if outcome.failure else ""
            say(case=number, stopped=reason, line=line, end=True)
            return
    say(case=len(cases), done=True, end=True)


def _reason(failure: Failure | None) -> str:
    """Return why a call must not be made again in the student's own process, or ``""``."""
    try:
        if os.waitpid(-1, os.WNOHANG) is not None:
            return "fork"
    except ChildProcessError:  # the good case: it has no children
        pass
    if failure is None:
        return ""
    if issubclass(failure.kind, OutOfTime):
        return _WHY[failure.kind]
    return "memory" if no_memory(failure) else ""


def no_memory(failure: Failure) -> bool:
    """Tell whether a call failed because the process may not grow further."""
    return issubclass(failure.kind, MemoryError) or "allocate memory" in failure.message


def address_space() -> int:
    """Return the bytes of address space that this process has now."""
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[0]) * resource.getpagesize()
