"""Where a result comes from: the commit, marked if code has changed, and the machine, nameless."""

import os
import platform
import subprocess

import pytest
import torch

from bertlab.training import provenance


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project of one commit."""
    monkeypatch.setattr(provenance, "PROJECT", tmp_path)
    (tmp_path / "bertlab").mkdir()
    (tmp_path / "bertlab" / "code.py").write_text("one = 1\n")
    settings = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
    for arguments in (["init", "-q"], ["add", "."], [*settings, "commit", "-qm", "begin"]):
        subprocess.run(["git", "-C", tmp_path, *arguments], check=True)
    return tmp_path


def test_commit_of_unchanged_code(project):
    head = subprocess.run(
        ["git", "-C", project, "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout
    assert provenance.commit() == head[:12]
    subprocess.run(["git", "-C", project, "tag", "v1"], check=True)
    assert provenance.commit() == head[:12], "a tag is no revision of its own"
    (project / "notes.txt").write_text("not code")
    assert provenance.commit() == head[:12]


@pytest.mark.parametrize("name", ["code.py", "new.py"])
@pytest.mark.parametrize("floor", ["bertlab", "workbook", "lessons"])
def test_changed_and_new_code_is_marked(project, floor, name):
    before = provenance.commit()
    (project / floor).mkdir(exist_ok=True)
    (project / floor / name).write_text("two = 2\n")
    assert provenance.commit() == f"{before}-dirty"


def test_no_repository_and_no_git(tmp_path, monkeypatch):
    monkeypatch.setattr(provenance, "PROJECT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert provenance.commit() == "unknown"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert provenance.commit() == "unknown"


def test_hardware():
    found = provenance.hardware()
    assert found["cpu_cores"] == os.cpu_count()
    assert found["threads"] == torch.get_num_threads()
    assert found["python"] == platform.python_version()
    assert torch.__version__.startswith(found["torch"])
    assert platform.node() not in map(str, found.values())
