"""A test that hangs ends, is named with where it hung, and gets one more try in a new process."""

import faulthandler
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

SECONDS = 600  # the longest test takes one minute here, and two on a busy machine
STACKS = Path("build/failures/stacks")  # one file a process: the test, then where its threads were
INNERMOST = 8  # calls that the summary shows

crashed: dict[str, list[str]] = {}
running: set[str] = set()


def stacks_of(test: str) -> list[str]:
    """Return where a test was when it hung: the innermost calls of the main thread."""
    for file in STACKS.glob("*.txt"):
        name, *lines = file.read_text(errors="replace").splitlines() or [""]
        if name == test:
            begins = [at for at, line in enumerate(lines, 1) if "recent call first" in line]
            return lines[max(begins, default=0) :][:INNERMOST]  # the main thread comes last
    return []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[object]:
    """End the process of a test that takes too long, also where C code hangs."""
    if item.get_closest_marker("nightly"):
        return (yield)
    STACKS.mkdir(parents=True, exist_ok=True)
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    with (STACKS / f"{worker}.txt").open("w") as file:
        print(item.nodeid, file=file, flush=True)
        faulthandler.dump_traceback_later(SECONDS, exit=True, file=file)
        try:
            return (yield)
        finally:
            faulthandler.cancel_dump_traceback_later()


class FileScheduling(LoadFileScheduling):
    """Files of tests for workers: also for one that takes the place of another that went down.

    xdist gives it all files of the other again, the first of them with no test left to run, so it
    would wait for ever when no other worker is there. It also waits with one test, until it has
    the next one.
    """

    def _reschedule(self, node: WorkerController) -> None:
        for file in [file for file, tests in self.workqueue.items() if all(tests.values())]:
            del self.workqueue[file]
        super()._reschedule(node)
        if self.workqueue and self._pending_of(self.assigned_work[node]) == 1:
            super()._reschedule(node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> FileScheduling:
    return FileScheduling(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(
    crashitem: str, report: pytest.TestReport, sched: LoadFileScheduling
) -> None:
    """A test whose process ended (it hung, or a library aborted) gets one more try.

    xdist starts a test again that was running in a worker that went down; the first time, that
    alone is no failure. The summary names it. The second time, it is one, and the last try.
    """
    if crashitem not in crashed:
        crashed[crashitem] = stacks_of(crashitem)
        report.outcome = "crashed"  # type: ignore[assignment]
        return
    for tests in sched.workqueue.values():
        if crashitem in tests:
            tests[crashitem] = True


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    return ("crashed", "C", "CRASHED") if report.outcome == "crashed" else None


def pytest_runtest_logstart(nodeid: str) -> None:
    running.add(nodeid)


def pytest_runtest_logfinish(nodeid: str) -> None:
    running.discard(nodeid)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for name, stack in sorted(crashed.items()):
        for line in (f"CRASHED once, and was started again: {name}", *stack):
            terminalreporter.write_line(line, yellow=True)
    for name in sorted(running):
        terminalreporter.write_line(f"RUNNING: {name}", yellow=True)


def pytest_configure(config: pytest.Config) -> None:
    """Say what runs when somebody ends the tests: the last lines of a log are the ones read."""
    if hasattr(config, "workerinput"):
        return

    def end(number: int, frame: FrameType | None) -> None:
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        if reporter:
            pytest_terminal_summary(reporter)
            reporter.flush()
        os._exit(128 + number)

    signal.signal(signal.SIGTERM, end)
