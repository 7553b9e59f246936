"""The jail: a process without network, files of others, references and misconceptions.

bubblewrap unshares all namespaces and shows the child a few folders, read-only: Python,
``bertlab``, the exercise machine without answers, and the questions of one lesson. A watchdog ends
it when it takes too long, too much memory, too many processes, or says too much; with the first
process of its namespace all others end.

Where bubblewrap does not work, ``trusted=True`` runs the same child without walls: its files, the
network and other students' work are then in reach of every submission.
"""

import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any, NamedTuple

from workbook.report.processes import children, family

ROOT = Path(__file__).resolve().parents[2]
MACHINE = (
    *("workbook/__init__.py", "workbook/report/__init__.py"),
    *(f"workbook/report/jailed/{name}.py" for name in ("__init__", "wire", "child", "seccomp")),
)
SECRET = ("reference.py", "misconceptions.py")
SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/alternatives")
MOST_SAID = 32 * 2**20  # bytes of all exercises of a notebook
MOST_PROCESSES, MOST_MEMORY = 100, 4 * 10**9  # of all processes of a jail
TMP_SIZE = 64 * 2**20
POLL = 0.05


class Said(NamedTuple):
    """What a jail said.

    Attributes:
        lines: Of JSON, as it wrote them.
        stopped: Why it was ended: ``"time"``, ``"memory"``, ``"fork"``, ``"output"``, or ``""``.
    """

    lines: list[bytes]
    stopped: str


@cache
def works() -> bool:
    """Tell whether bubblewrap can build a jail here."""
    if sys.platform != "linux" or shutil.which("bwrap") is None:
        return False
    try:
        command = [*_walls(), "--ro-bind", "/", "/", "true"]
        return subprocess.run(command, capture_output=True, timeout=20).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


@contextmanager
def stage(room: str, trusted: bool = False) -> Iterator[Path]:
    """Lay out what the children of a lesson may see: no answer is among it.

    Args:
        room: Such as ``"l05_attention"``.
        trusted: Whether they run without walls, so that the layout itself has to be whole.
    """
    with tempfile.TemporaryDirectory(prefix="report-") as folder:
        root = Path(folder)
        exercises = sorted((ROOT / "workbook" / "exercises").rglob("*.py"))
        questions = sorted((ROOT / "lessons" / room / "exercises").rglob("*.py"))
        for path in (*(ROOT / name for name in MACHINE), *exercises, *questions):
            if path.name not in SECRET:
                target = root / path.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
        for package in (root / "lessons", root / "lessons" / room):
            (package / "__init__.py").touch()
        if trusted:
            (root / "bertlab").symlink_to(ROOT / "bertlab")
        else:
            (root / "bertlab").mkdir()
        yield root


def _walls() -> list[str]:
    return [
        *("bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"),
        *("--hostname", "jail", "--proc", "/proc", "--dev", "/dev"),
    ]


def command(root: Path) -> list[str]:
    """Return the command that builds a jail around the child."""
    folders = [*SYSTEM, sys.prefix, sys.base_prefix, sysconfig.get_path("stdlib")]
    real = [str(Path(sys.executable).resolve().parent.parent)]
    seen = list(dict.fromkeys(f for f in (*folders, *real) if Path(f).exists()))
    binds = [part for folder in seen for part in ("--ro-bind", folder, folder)]
    return [
        *_walls(),
        *("--size", str(TMP_SIZE), "--tmpfs", "/tmp"),
        *binds,
        *("--ro-bind", str(root), "/stage", "--ro-bind", str(ROOT / "bertlab"), "/stage/bertlab"),
        *(
            "--chdir",
            "/tmp",
            *[part for pair in _environment("/stage").items() for part in ("--setenv", *pair)],
        ),
        *(sys.executable, "-s", "-B", "-m", "workbook.report.jailed.child"),
    ]


def _environment(stage: str) -> dict[str, str]:
    threads = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "MKL", "OPENBLAS")}
    return threads | {
        "PYTHONPATH": stage,
        "HOME": "/tmp",
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
    }


def visit(root: Path, job: dict[str, Any], seconds: float, trusted: bool = False) -> Said:
    """Do a job in a jail.

    Args:
        root: What ``stage`` laid out.
        job: What ``child`` takes.
        seconds: Until the jail is closed.
        trusted: Do without walls.
    """
    with tempfile.TemporaryDirectory(prefix="report-cwd-") as folder:
        if trusted:
            line = [sys.executable, "-s", "-B", "-m", "workbook.report.jailed.child"]
            environment, cwd = os.environ | _environment(str(root)) | {"HOME": folder}, folder
        else:
            line, environment, cwd = command(root), None, "/"
        process = subprocess.Popen(
            line,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            cwd=cwd,
            start_new_session=True,
        )
        return _watched(process, json.dumps(job).encode(), seconds)


def _watched(process: subprocess.Popen[bytes], job: bytes, seconds: float) -> Said:
    """Feed a process its job, and end it when it goes too far.

    No thread is started: one that appears while an answer is judged would count as that answer's.
    """
    said, left, stopped = bytearray(), memoryview(job), ""
    end, look = time.monotonic() + seconds, 0.0
    with selectors.DefaultSelector() as streams:
        for stream, event in ((process.stdin, EVENT_WRITE), (process.stdout, EVENT_READ)):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
            streams.register(stream, event)
        while process.poll() is None and not stopped:
            left, _ = _exchanged(streams, left, said)
            if time.monotonic() > look:
                stopped = _too_far(process.pid, len(said), end)
                look = time.monotonic() + POLL
        _close(process)
        while _exchanged(streams, left[:0], said)[1]:
            continue
    for stream in (process.stdin, process.stdout):
        with suppress(OSError):
            stream.close()  # type: ignore[union-attr]
    return Said(bytes(said).split(b"\n")[:-1], stopped)


def _exchanged(
    streams: selectors.BaseSelector, left: memoryview, said: bytearray
) -> tuple[memoryview, int]:
    """Write what is left of a job and read what is said; return what is left, and what was read."""
    read = 0
    for key, events in streams.select(POLL):
        try:
            if events & EVENT_WRITE:
                left = left[os.write(key.fd, left[: 2**16]) :] if left else left
                over = not left
            else:
                part = os.read(key.fd, 2**16)
                read, over = len(part), not part
                said += part if len(said) <= MOST_SAID else b""
        except BlockingIOError:
            continue
        except OSError:  # its reader is gone
            over = True
        if over:
            streams.unregister(key.fileobj)
            key.fileobj.close()  # type: ignore[union-attr]
    return left, read


def _too_far(pid: int, said: int, end: float) -> str:
    if time.monotonic() > end:
        return "time"
    if said > MOST_SAID:
        return "output"
    processes, memory = family(pid)
    if processes > MOST_PROCESSES:
        return "fork"
    return "memory" if memory > MOST_MEMORY else ""


def _close(process: subprocess.Popen[bytes]) -> None:
    """End a process with all its children: those of a jail end with their namespace."""
    for pid in (*children(process.pid), process.pid):
        for kill in (os.killpg, os.kill):
            try:
                kill(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue
    process.wait()
