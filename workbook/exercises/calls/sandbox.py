"""One call of a function that may do anything: loop forever, print, raise, change its inputs."""

import contextlib
import inspect
import io
import linecache
import traceback
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from workbook.exercises.calls.restoring import restoring_names, restoring_state, seed_all
from workbook.exercises.calls.time_limit import Limit, within
from workbook.exercises.compare import compared, difference
from workbook.exercises.definition import Case, Strict
from workbook.exercises.values import copy_value, gradients, shorten

MEGABYTES = 500  # by how much the process of a rehearsal may grow
MOST_PRINTED = 10_000  # characters of a call that are kept; the rest is counted and dropped


class Failure(NamedTuple):
    """An exception that ended a call, and the student's own line it came from (or ``""``)."""

    kind: type[BaseException]
    message: str
    line: str

    def in_words(self) -> str:
        """Return the kind and the message: ``an IndexError (list index out of range)``."""
        name = self.kind.__name__
        message = f" ({shorten(self.message, 80)})" if self.message else ""
        return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}{message}"


class Outcome(NamedTuple):
    """What a call left behind.

    Attributes:
        value: What it returned.
        failure: What it raised.
        changed: The argument that it changed in place, or ``""``.
        printed: The beginning of what it printed.
        touched: Names of others that it changed, such as ``torch.softmax``; they are put back.
    """

    value: Any = None
    failure: Failure | None = None
    changed: str = ""
    printed: str = ""
    touched: tuple[str, ...] = ()


class Stopped(NamedTuple):
    """Why a function did not come to its end.

    Attributes:
        reason: ``"time"`` (it computes too long), ``"wait"`` (it waits too long), ``"memory"``,
            ``"exit"`` (the process ended) or ``"fork"`` (another process was started).
        case: The number of the case, from 1.
        line: The student's own line, or ``""``.
    """

    reason: str
    case: int
    line: str = ""


def run(
    function: Callable[..., Any], case: Case, seed: int = 0, limit: Limit | None = None
) -> Outcome:
    """Call a function on copies of a case's arguments and catch what comes of it.

    Global state that the call changes (seeds, threads, the working folder, ...) is put back.

    Args:
        function: The student's function, a reference or a misconception.
        case: Its arguments; they stay as they are, whatever the function does.
        seed: Set for Python, NumPy and torch before the call.
        limit: Of time, or None.

    Returns:
        The outcome, which shares no memory with the arguments. A ``KeyboardInterrupt`` is no
        outcome: it passes.
    """
    args, kwargs = copy_value(case.args), copy_value(dict(case.kwargs))
    printed = Printed()
    value, failure = None, None

    def seeded() -> Any:
        seed_all(seed)  # last: what stands around the call may draw, too, as type checks do
        return copy_value(function(*args, **kwargs))

    with restoring_state():
        try:
            with restoring_names() as touched, _quiet(printed):
                value = within(limit, seeded)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a student may raise anything
            failure = _failure(error, function)
    changed = _changed(function, case, Case(args, kwargs))
    return Outcome(value, failure, changed, printed.text, tuple(touched))


class Printed(io.TextIOBase):
    """Takes what a call prints: its beginning is kept, and it cannot be closed.

    Attributes:
        text: The first ``MOST_PRINTED`` characters.
    """

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        """Keep a text, or as much of it as there is room for."""
        if len(self.text) < MOST_PRINTED:
            self.text += text[: MOST_PRINTED - len(self.text)]
        return len(text)

    def close(self) -> None:
        """Stay open: what comes later is to be kept, too."""


@contextlib.contextmanager
def _quiet(printed: Printed) -> Iterator[None]:
    """Keep prints, progress bars and warnings out of the answer."""
    with (
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(Printed()),
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
    return Failure(type(error), shorten(_message(error), 200), line)


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # a class of the student's, with a __str__ that raises
        return "its own text cannot be shown"


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
            if difference(new[name], old[name], tolerance=Strict(0.0)) is not None:
                return name
            if gradients(new[name]) != gradients(old[name]):
                return name
        except ValueError:  # a type that cannot be compared, such as a random generator
            continue
    return ""


def agree(mine: Outcome, theirs: Outcome, tolerance: float) -> bool:
    """Tell whether two calls came to the same: equal values, or errors of one type."""
    if mine.failure or theirs.failure:
        return bool(mine.failure and theirs.failure and mine.failure.kind is theirs.failure.kind)
    return compared(mine.value, theirs.value, tolerance) is None
