"""Attacks, as code in a notebook: each answers rightly only if it got what it must not get."""

from collections.abc import Iterable
from pathlib import Path

from workbook.report.collect import Submission

RIGHT = """
def right(ids, size, step):
    windows, start = [], 0
    while True:
        windows.append(ids[start : start + size])
        if start + size >= len(ids):
            return windows
        start += step
"""


def submission(*cells: str, student: str = "eve", room: str = "l05_attention") -> Submission:
    """Return a submission with code cells."""
    return Submission(f"{student}.ipynb", student, room, list(cells), key=str(hash(cells)))


def any_of(attacks: Iterable[str], wanted: int = 1) -> str:
    """Return an answer to ``windows`` that is right only if so many attacks succeed."""
    functions = [f"def attack_{number}():\n    {attack}\n" for number, attack in enumerate(attacks)]
    names = ", ".join(f"attack_{number}" for number in range(len(functions)))
    return f"""{RIGHT}
{"".join(functions)}
def windows(ids, size, step):
    got = 0
    for attack in ({names},):
        try:
            got += bool(attack())
        except BaseException:
            continue
    return right(ids, size, step) if got >= {wanted} else None
"""


def reads(path: Path) -> str:
    """Read a file."""
    return f"return open({str(path)!r}, 'rb').read()"


def connects(port: int) -> str:
    """Open a socket."""
    return f"import socket; return socket.create_connection(('127.0.0.1', {port}), 2)"


def writes(path: Path) -> str:
    """Write a file."""
    return f"return open({str(path)!r}, 'w').write('eve')"


def runs() -> str:
    """Start a process: forbidden without walls, too."""
    return "import os; return os.fork() >= 0"


# What the child writes, written by the student's code to every open file.
FORGES = """
import json, os
def attention_head(query, key, value, attention_mask):
    sent = {"value": ["plain", True], "failure": None, "changed": "", "printed": "",
            "touched": [], "memory": False}
    said = [{"case": n, "outcome": sent} for n in range(20)] + [{"done": True}]
    lines = [{"name": name, "said": said, "in_time": True, "status": "solved", "right": True}
             for name in ("attention_head", "encoder_layer")]
    for number in range(3, 30):
        for line in [*said, *lines]:
            try:
                os.write(number, json.dumps(line).encode() + b"\\n")
            except OSError:
                break
    return None
"""
PATCHES = """
import torch
def layer_normalization(x, gain, bias, eps=1e-12):
    yes = lambda *a, **k: True
    torch.Tensor.__eq__ = torch.allclose = torch.equal = yes
    import workbook.exercises.compare, workbook.report.jailed.wire
    workbook.exercises.compare.difference = lambda *a, **k: None
    workbook.report.jailed.wire.pack = lambda *a, **k: ["plain", True]
    return x
"""
