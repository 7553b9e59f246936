"""The report on this machine: what it finds, and the one command that it names."""

import pytest

from workbook.setup import doctor
from workbook.setup.doctor import Line

ASKED = {
    "versions": {"torch": "2.13.0+cpu", "numpy": "1.0", "jupyterlab": "4.6.6", "ipykernel": "7"},
    "device": "cpu",
    "threads": 2,
    "fetched": ["gensim"],
    "missing": ["snownlp"],
    "cache": "/there",
}


@pytest.fixture(scope="module")
def asked() -> dict:
    """What the interpreter says, asked once: it imports torch for that."""
    return doctor.ask_packages()


def test_it_takes_seven_lines_and_one_command(asked, monkeypatch, capsys):
    monkeypatch.setattr(doctor, "ask_packages", lambda: asked)
    monkeypatch.setattr("sys.argv", ["doctor"])
    doctor.main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 8
    assert [line[2:].split()[0] for line in lines[:-1]] == [
        *("workbook", "system", "Python", "torch", "packages", "data", "disk"),
    ]
    assert lines[-1] == "All is there." or lines[-1].startswith("To mend it, run: make ")


def test_the_first_remedy_is_named(monkeypatch, capsys):
    lines = [Line("a", "good"), Line("b", "bad", "make b"), Line("c", "worse", "make c")]
    monkeypatch.setattr(doctor, "report", lambda: lines)
    monkeypatch.setattr("sys.argv", ["doctor"])
    doctor.main()
    assert capsys.readouterr().out.splitlines() == [
        "  a         good",
        "! b         bad",
        "! c         worse",
        "To mend it, run: make b",
    ]


def test_what_the_interpreter_says_of_itself_is_read(asked):
    assert asked["device"] in ("cpu", "cuda", "mps")
    assert asked["versions"]["numpy"]
    assert asked["fetched"] and asked["cache"]
    assert [look(asked).remedy for look in (doctor.torch, doctor.data)] == ["", ""]


def test_packages_that_differ_are_named():
    line = doctor.versions(ASKED)
    assert "numpy 1.0 (2." in line.found and "torch" not in line.found
    assert line.remedy == "make lab-env"
    assert doctor.versions({}).found == "none yet"
    assert doctor.versions({"versions": {"torch": "2.13.0+cu130"}}).remedy == ""


@pytest.mark.parametrize(
    ("look", "asked", "found", "remedy"),
    [
        (doctor.torch, {}, "missing", "make lab-env"),
        (doctor.torch, ASKED, "2.13.0+cpu on cpu, 2 threads", ""),
        (doctor.torch, {**ASKED, "torch_error": "OSError: x"}, "it fails: OSError", "make lab-env"),
        (doctor.data, {}, "unknown", "make lab-env"),
        (doctor.data, ASKED, "1 of 2 releases in /there; lessons fetch the others when", ""),
    ],
)
def test_what_is_missing_gets_a_command(look, asked, found, remedy):
    line = look(asked)
    assert found in line.found
    assert line.remedy == remedy


def test_the_state_of_the_environment_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr(doctor, "PYTHON", tmp_path / "python")
    monkeypatch.setattr(doctor, "VENV", tmp_path / "none")
    assert doctor.python().remedy == "make lab"
    assert "is not there yet" in doctor.python().found
    monkeypatch.setattr(doctor, "VENV", tmp_path)
    assert "does not start" in doctor.python().found
    monkeypatch.setattr(doctor, "version_of", lambda python: "3.12")
    monkeypatch.setattr(doctor, "is_current", lambda level: False)
    monkeypatch.setattr(doctor, "is_installed", lambda level: False)
    unfinished = f"3.12 in {doctor.NAME}, out of date or not finished"
    assert doctor.python() == Line("Python", unfinished, "make lab-env")
    monkeypatch.setattr(doctor, "is_current", lambda level: level == "lab")
    assert doctor.python() == Line("Python", f"3.12 in {doctor.NAME}, set up for lab")


def test_a_full_disk_is_told_before_anything_is_there(monkeypatch, tmp_path):
    monkeypatch.setattr(doctor, "VENV", tmp_path / "none")
    monkeypatch.setattr(doctor, "NAME", "none")
    monkeypatch.setattr(doctor, "GIGABYTES", 1e9)
    assert doctor.disk().remedy.startswith("make room")
    monkeypatch.setattr(doctor, "GIGABYTES", 0.0)
    assert doctor.disk().remedy == ""


def test_in_colab_nothing_is_to_be_made_and_other_versions_are_right(monkeypatch):
    monkeypatch.setattr(doctor, "HOSTED", True)
    monkeypatch.setattr(doctor, "SET_UP", "the first cell of the notebook")
    lines = [doctor.python(), doctor.versions(ASKED)]
    assert [line.remedy for line in lines] == ["", ""]
    assert "numpy 1.0 (2." in lines[1].found
    assert doctor.torch({}).remedy == "the first cell of the notebook"
