"""What runs in the jail: cases from a seed, the student's code, and values out.

Nothing here knows a right answer. Each exercise is tried in a process of its own, so that one that
ends it, or never ends, costs the others nothing. Read from standard input: a job, as JSON. Written
to what was standard output: a line of JSON for each exercise.
"""

import json
import os
import resource
import select
import sys
import time
from importlib import import_module
from typing import Any

import torch

from workbook.exercises.calls.kept_state import seed_all, state_kept
from workbook.exercises.calls.rehearsal import address_space, end_all, no_memory
from workbook.exercises.calls.sandbox import Outcome, run
from workbook.exercises.calls.time_limit import Limit, OutOfTime
from workbook.exercises.definition import Question
from workbook.report.jailed.seccomp import forbid_processes
from workbook.report.jailed.wire import Room, pack

START = 10.0  # seconds for a student's imports and definitions
GRACE = 0.5
CASE = b'{"case": 0}'
MEGABYTES = 1_000  # by how much the process of an exercise may grow
MOST_LINE = 24 * 2**20  # bytes of one exercise's line
FILE_SIZE = 16 * 2**20
PROCESSES = 64  # and threads, of a user who is not root


def main() -> None:
    """Do a job."""
    job = json.loads(sys.stdin.buffer.read())
    out = os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    torch.set_num_threads(1)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
    for wanted in job["exercises"]:
        _write(out, _tried(wanted) + b"\n")


def _write(out: int, data: bytes) -> None:
    while data:
        data = data[os.write(out, data[: 2**16]) :]


def _tried(wanted: dict[str, Any]) -> bytes:
    """Try one exercise in a child, and return what it said, with why it was stopped."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            os.setpgid(0, 0)
            _perform(writing, wanted)
        finally:
            os._exit(0)
    os.close(writing)
    said, in_time = _listen(reading, wanted["timeout"] + GRACE)
    os.close(reading)
    end_all(child)
    lines = said.split(b"\n")
    entries = [json.loads(line) for line in lines[:-1] if _is_json(line)]
    found = {"name": wanted["name"], "said": entries, "in_time": in_time}
    return json.dumps(found).encode()


def _is_json(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _listen(reading: int, seconds: float) -> tuple[bytes, bool]:
    """Return what the process of an exercise says, and whether it came to its own end.

    Args:
        reading: Where it speaks.
        seconds: From its first case on; until then it has ``START``.
    """
    said, end, begun = b"", time.monotonic() + START, False
    while (left := end - time.monotonic()) > 0 and len(said) < MOST_LINE:
        if not begun and CASE in said:
            begun, end = True, time.monotonic() + seconds
        if select.select([reading], [], [], left)[0]:
            part = os.read(reading, 2**16)
            if not part:
                return said, True
            said += part
            if said.endswith(b'"done": true}\n'):
                return said, True
    return said, False


def _perform(writing: int, wanted: dict[str, Any]) -> None:
    """Be the child of one exercise: make the cases, then let the student's code in."""

    def say(**entry: Any) -> None:
        _write(writing, json.dumps(entry).encode() + b"\n")

    question: Question = import_module(wanted["question"]).QUESTION
    with state_kept():
        seed_all(0)
        cases = question.checked_cases()
    limit = address_space() + MEGABYTES * 10**6
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_NPROC, (PROCESSES, PROCESSES))
    forbid_processes()
    function = _defined(wanted, say)
    if function is None:
        return
    limit = Limit(question.timeout)
    room = Room()
    for number, case in enumerate(cases):
        say(case=number)
        outcome = run(function, case, number, limit)
        sent = _sent(outcome, room)
        say(case=number, outcome=sent)
        if sent["memory"] or (outcome.failure and issubclass(outcome.failure.kind, OutOfTime)):
            break
    say(done=True)


def _defined(wanted: dict[str, Any], say: Any) -> Any:
    """Execute the student's code, piece by piece, and return the function; None if there is none.

    What a piece raises is no reason to stop: the function may not need it.
    """
    names: dict[str, Any] = {"__name__": "notebook", "exercise": lambda given: lambda made: made}
    errors = []
    for piece in wanted["pieces"]:
        try:
            exec(compile(piece, "<notebook>", "exec"), names)
        except BaseException as error:
            errors.append(f"{type(error).__name__}: {str(error)[:200]}")
    function = names.get(wanted["name"])
    if not callable(function):
        say(undefined=errors[-1] if errors else "nothing of this name can be called")
        return None
    return function


def _sent(outcome: Outcome, room: Room) -> dict[str, Any]:
    failure = outcome.failure
    return {
        "value": pack(outcome.value, room),
        "failure": [failure.kind.__name__, failure.message, failure.line] if failure else None,
        "changed": outcome.changed,
        "printed": outcome.printed[:500],
        "touched": list(outcome.touched)[:10],
        "memory": bool(failure and no_memory(failure)),
    }


if __name__ == "__main__":
    main()
