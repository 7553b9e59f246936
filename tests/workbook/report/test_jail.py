"""The attack suite: nothing leaks, nothing is forged, nothing else is lost.

Where an attack could fail for another reason than the jail, the same attack without walls is the
control: there it has to succeed.
"""

import os
import socket
import time

import pytest

from tests.workbook.report import attacks
from workbook.report import jail
from workbook.report.command import grade_all
from workbook.report.jailed.seccomp import KNOWN, program

ROOT = jail.ROOT
needs_jail = pytest.mark.skipif(not jail.works(), reason="bubblewrap does not work here")
MASK = """
import torch
def causal_mask(attention_mask):
    T = attention_mask.shape[1]
    return torch.ones(T, T, dtype=torch.bool).tril() & (attention_mask == 1)[:, None, :]
"""


def graded(tmp_path, *cells, trusted=False):
    """Grade one notebook; return its results by exercise."""
    kept = tmp_path / f"kept{len(list(tmp_path.iterdir()))}.json"
    (one,) = grade_all([attacks.submission(*cells)], 1, trusted, kept)
    return {result.exercise: result for result in one.results}


@pytest.fixture(scope="module")
def listener():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@needs_jail
def test_nothing_leaks(tmp_path, listener):
    """All attacks at once, then each alone without walls, where it has to succeed."""
    other, book = tmp_path / "ada.ipynb", tmp_path / "grades.csv"
    for path in (other, book):
        path.write_text("secret")
    room = ROOT / "lessons" / "l05_attention" / "exercises" / "windows"
    tried = {
        "a reference": attacks.reads(room / "reference.py"),
        "misconceptions": attacks.reads(room / "misconceptions.py"),
        "the solutions": attacks.reads(ROOT / "notebooks" / "solutions" / "05_attention.ipynb"),
        "another student's notebook": attacks.reads(other),
        "the gradebook": attacks.reads(book),
        "a socket": attacks.connects(listener),
        "a place outside": attacks.writes(tmp_path / "eve.txt"),
        "a process": attacks.runs(),
    }
    result = graded(tmp_path, attacks.any_of(tried.values()))["windows"]
    assert result.status == "wrong" and "returns None" in result.feedback, result.feedback
    assert not (tmp_path / "eve.txt").exists()
    control = graded(tmp_path, attacks.any_of(tried.values(), wanted=len(tried) - 1), trusted=True)
    assert control["windows"].status == "solved", control["windows"].feedback
    assert (tmp_path / "eve.txt").exists()


@needs_jail
def test_answers_are_not_in_what_a_child_sees():
    with jail.stage("l05_attention") as root:
        names = {path.name for path in root.rglob("*")}
        text = "".join(path.read_text() for path in root.rglob("*.py"))
    assert not names & {"reference.py", "misconceptions.py", "lesson.py", "quiz.toml"}
    assert "def windows(" not in text and "MISCONCEPTIONS =" not in text


@needs_jail
def test_what_never_ends_or_takes_too_much_costs_the_others_nothing(tmp_path):
    began = time.monotonic()
    found = graded(
        tmp_path,
        MASK,
        attacks.RIGHT,
        "def windows(ids, size, step):\n    while True: pass",
        "import torch\ndef attention_head(query, key, value, attention_mask):\n"
        "    held = []\n    while True: held.append(torch.empty(25_000_000))",
        "import torch\ndef layer_normalization(x, gain, bias, eps=1e-12):\n"
        "    a = torch.rand(20_000, 20_000)\n    return a @ a",
        "import os\ndef encoder_layer(x, attention_mask, layer):\n    os._exit(0)",
    )
    assert found["causal_mask"].status == "solved"
    told = {name: (one.status, one.misconception) for name, one in found.items()}
    assert told["windows"] == ("stopped", "it takes too long")
    assert told["attention_head"] == ("stopped", "it takes too much memory")
    assert told["layer_normalization"][0] == "stopped"
    assert told["encoder_layer"] == ("stopped", "it ends Python or starts another process")
    assert time.monotonic() - began < 90


@needs_jail
def test_forks_floods_and_full_disks(tmp_path):
    before = len(os.listdir("/proc"))
    found = graded(
        tmp_path,
        MASK.replace("    T =", "    print('x' * 100, *range(10**6), sep='\\n')\n    T ="),
        "import os\ndef windows(ids, size, step):\n    while True: os.fork()",
        "def attention_head(query, key, value, attention_mask):\n"
        "    for number in range(10**6):\n"
        "        open(f'/tmp/{number}', 'wb').write(bytes(2**20))",
        "import os, signal\ndef layer_normalization(x, gain, bias, eps=1e-12):\n"
        "    os.killpg(0, signal.SIGKILL)",
        "import os, signal\ndef encoder_layer(x, attention_mask, layer):\n"
        "    os.kill(os.getppid(), signal.SIGKILL)\n    os.kill(-1, signal.SIGKILL)",
    )
    assert set(found) == {
        *("attention_head", "causal_mask", "layer_normalization", "encoder_layer", "windows")
    }
    solved = {name for name, one in found.items() if one.status == "solved"}
    assert solved <= {"causal_mask"}
    assert len(os.listdir("/proc")) < before + 50  # nothing lives on


@needs_jail
def test_nothing_is_forged(tmp_path):
    found = graded(
        tmp_path,
        attacks.FORGES,
        attacks.PATCHES,
        "class Yes:\n    __class__ = list\n    def __eq__(self, other): return True\n"
        "    def __len__(self): return 1\n    def __getitem__(self, i): return Yes()\n"
        "def windows(ids, size, step):\n    return Yes()",
        "import torch\nclass Tensor(torch.Tensor):\n    def __eq__(self, other): return True\n"
        "    def numpy(self): return b'right'\n"
        "def causal_mask(attention_mask):\n    return torch.ones(1).as_subclass(Tensor)",
    )
    assert [name for name, one in found.items() if one.status == "solved"] == []


@needs_jail
def test_code_outside_of_functions_is_not_run(tmp_path):
    marks = tmp_path / "marks"
    cells = [f"open({str(marks)!r}, 'w')\nraise SystemExit", MASK, "while True: pass"]
    found = graded(tmp_path, *cells, trusted=True)
    assert found["causal_mask"].status == "solved" and not marks.exists()


def test_without_bubblewrap_nothing_runs(tmp_path, monkeypatch, capsys):
    from workbook.report import command

    monkeypatch.setattr(jail, "works", lambda: False)
    (tmp_path / "in").mkdir()
    out = tmp_path / "out"
    assert command.main([str(tmp_path / "in"), "--out", str(out)]) == 2
    assert "--trust" in capsys.readouterr().err and not out.exists()


@pytest.mark.parametrize("machine", KNOWN)
def test_a_filter_is_whole(machine):
    code = program(KNOWN[machine])
    assert len(code) % 8 == 0
    steps = [code[place : place + 8] for place in range(0, len(code), 8)]
    for number, step in enumerate(steps):  # each jump leads into the filter
        if step[0] & 7 == 5:
            assert number + 1 + max(step[2], step[3]) < len(steps)
