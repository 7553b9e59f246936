"""Two libraries, each in a process of its own: what one leaves running does not slow the other.

A *side* is a function of a module in ``benchmarks.measures``: it makes a configuration ready and
returns works by name, each with what it comes to, so that both sides can be seen to do the same.
Processes are told by lines of JSON what to do, one at a time: the others sleep.
"""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, NamedTuple, cast

from safetensors.torch import load_file, save_file
from torch import Tensor

from benchmarks.agreement import check_close
from bertlab.timing import Work, in_turns, sample

PAUSE = 0.3  # seconds before each sample: threads of the side before may still spin


class Job(NamedTuple):
    """A work, and a function that returns what it comes to."""

    work: Work
    result: Callable[[], Tensor]


Jobs = dict[str, Job]


class Here:
    """A side in this process, for tests.

    Args:
        jobs: What it does, by name.
    """

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs
        self.results: dict[str, Tensor] = {}

    def seconds(self, name: str, calls: int) -> float:
        """Return the seconds of one call, as a mean of several."""
        return sample(self.jobs[name].work, calls)

    def result(self, name: str) -> Tensor:
        """Return what a job came to when it was asked first: works may change what they work on."""
        if name not in self.results:
            self.results[name] = self.jobs[name].result().detach().clone()
        return self.results[name]


class Apart:
    """A side in a process of its own.

    Args:
        module: That has the side's function in its ``SIDES``.
        side: The name of it.
        configuration: What it is called with.
        folder: Where results are laid down for us.

    Raises:
        ValueError: If the process ends before it is ready.
    """

    def __init__(self, module: str, side: str, configuration: Any, folder: Path) -> None:
        self.side, self.folder = side, folder
        command = [sys.executable, "-m", "benchmarks.sides", module, side]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.orders = cast(IO[str], self.process.stdin)
        self.answers = cast(IO[str], self.process.stdout)
        self.ask(configuration)

    def ask(self, order: Any) -> Any:
        """Give an order and wait for the answer.

        Raises:
            ValueError: If the process has ended; what it said is above.
        """
        try:
            print(json.dumps(order), file=self.orders, flush=True)
            line = self.answers.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            self.end()
            raise ValueError(f"the side {self.side!r} has ended; its last words are above")
        return json.loads(line)

    def seconds(self, name: str, calls: int) -> float:
        """Return the seconds of one call, as a mean of several."""
        time.sleep(PAUSE)
        if calls > 1:  # what is short is timed awake: after a pause, threads and caches are not
            self.ask({"do": name, "calls": calls})
        return self.ask({"do": name, "calls": calls})

    def result(self, name: str) -> Tensor:
        """Return what a job comes to."""
        path = self.folder / "result.safetensors"
        self.ask({"do": name, "save": str(path)})
        return load_file(path)["result"]

    def end(self) -> None:
        """Let the process end."""
        with contextlib.suppress(BrokenPipeError):  # it had something left to be told
            self.orders.close()
        self.process.wait(timeout=30)
        self.answers.close()


Side = Here | Apart


@contextmanager
def opened(module: str, sides: Sequence[str], configuration: Any) -> Iterator[dict[str, Side]]:
    """Make sides ready, each in a process of its own, or here if the configuration says so.

    Args:
        module: The full name of the module that has the sides' functions in its ``SIDES``.
        sides: Their names.
        configuration: What they are called with; ``"apart": False`` keeps them in this process.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        found: dict[str, Side] = {}
        for side in sides:
            if configuration["apart"]:
                apart = Apart(module, side, configuration, folder)
                stack.callback(apart.end)
                found[side] = apart
            else:
                found[side] = Here(import_module(module).SIDES[side](configuration))
        yield found


def times(
    sides: Mapping[str, Side], name: str, repetitions: int, tolerance: float | None = None
) -> dict[str, list[float]]:
    """Time a job on all sides in turns.

    Args:
        sides: Where it is done, by name; the first is ours.
        name: Of the job.
        repetitions: Samples of each.
        tolerance: By how much results may differ from ours; None asks for no results.

    Raises:
        ValueError: If they differ by more.
    """
    if tolerance is not None:
        first, *others = sides
        expected = sides[first].result(name)
        for other in others:
            what = f"{name}, {first} and {other}"
            check_close(what, expected, sides[other].result(name), tolerance)
    samplers = {side: _sampler(where, name) for side, where in sides.items()}
    return in_turns(samplers, repetitions)


def _sampler(side: Side, name: str) -> Callable[[int], float]:
    return lambda calls: side.seconds(name, calls)


def serve(module: str, side: str) -> None:
    """Serve one side: read an order from each line of standard input, and answer it with a line."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is no answer
    configuration = json.loads(sys.stdin.readline())
    here = Here(import_module(module).SIDES[side](configuration))
    print("true", file=answers, flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        answer: float | bool = True
        if "save" in order:
            save_file({"result": here.result(order["do"]).contiguous()}, order["save"])
        else:
            answer = here.seconds(order["do"], order["calls"])
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    serve(*sys.argv[1:])
