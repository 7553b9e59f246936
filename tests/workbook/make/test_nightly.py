"""Slow checks: what a stamp covers, when it is stale, and what a release needs."""

import json
import sys

import pytest

from workbook.make import nightly
from workbook.make.nightly import CHECKS, Check, content_hash, is_release, stale, write_constraints


@pytest.fixture
def project(tmp_path, monkeypatch):
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "a.py").write_text("1")
    (tmp_path / "tests").mkdir()
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\n- a\n\n## 0.1.0\n")
    monkeypatch.setattr(nightly, "ROOT", tmp_path)
    monkeypatch.setattr(nightly, "STAMPS", tmp_path / "tests" / "stamps.json")
    monkeypatch.setattr(nightly, "content_hash", lambda names: content_hash(names, tmp_path))
    return tmp_path


def check(program: str, **options) -> Check:
    return Check("a check", [(sys.executable, "-c", program)], ("code",), **options)


def test_a_stamp_is_fresh_until_what_it_covers_changes(project):
    checks = {"good": check("")}
    assert stale(checks) == ["good"]
    assert nightly.run("good", checks["good"])
    assert stale(checks) == []
    for path, content in (("code/.hidden", "2"), ("elsewhere.py", "3"), ("code/b.py", None)):
        if content:
            (project / path).write_text(content)
            assert stale(checks) == []
    (project / "code" / "a.py").write_text("2")
    assert stale(checks) == ["good"]
    (entry,) = json.loads((project / "tests" / "stamps.json").read_text()).values()
    assert set(entry) == {"about", "covered", "commit", "minutes"}


def test_a_check_that_fails_or_cannot_run_leaves_no_stamp(project, capfd):
    assert not nightly.run("bad", check("raise SystemExit(3)"))
    assert not nightly.run("absent", check("", needs="no-such-program"))
    assert nightly.stamps() == {}
    said = capfd.readouterr().out
    assert "bad failed" in said and "left out: there is no no-such-program here" in said


def test_a_failure_keeps_the_stamp_of_what_was_good(project):
    assert nightly.run("one", check(""))
    (project / "code" / "a.py").write_text("2")
    assert not nightly.run("one", check("raise SystemExit(1)"))
    assert stale({"one": check("")}) == ["one"] and "one" in nightly.stamps()


def test_a_check_gets_its_environment(project):
    program = "import os; raise SystemExit(os.environ['BERTLAB_KILLS'] != '20')"
    assert nightly.run("kills", check(program, environment={"BERTLAB_KILLS": "20"}))


@pytest.mark.parametrize("released", [False, True])
def test_only_a_release_needs_fresh_stamps(project, monkeypatch, capsys, released):
    if released:
        (project / "CHANGELOG.md").write_text("# Changelog\n\n## 0.2.0\n\n- a\n")
    monkeypatch.setattr(sys, "argv", ["nightly", "--stale"])
    with pytest.raises(SystemExit) as caught:
        nightly.main()
    assert caught.value.code == ("a release needs them: make nightly" if released else None)
    said = capsys.readouterr().out
    assert all(f"not checked as it is now: {name}" in said for name in CHECKS)


def test_what_is_a_release():
    assert not is_release("# Changelog\n\n## Unreleased\n\n## 0.1.0\n")
    assert is_release("# Changelog\n\n## 0.1.0\n")
    assert not is_release("# Changelog\n")


def test_an_unknown_check_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["nightly", "killz"])
    with pytest.raises(SystemExit):
        nightly.main()
    assert "no check 'killz'; there are: kills" in capsys.readouterr().err


def test_what_is_covered_is_there():
    for one in CHECKS.values():
        assert all((nightly.ROOT / name).exists() for name in one.covers), one.about


@pytest.mark.parametrize(
    ("name", "expected"), [("oldest", ["torchx==1", "torch==2.6.0"]), ("newest", [])]
)
def test_constraints_of_other_versions(tmp_path, name, expected):
    (tmp_path / "constraints.txt").write_text("sympy==1\ntorch==2.13.0\ntorchx==1\n")
    (tmp_path / "pyproject.toml").write_text('dependencies = ["torch>=2.6", "numpy>=1"]\n')
    assert write_constraints(name, tmp_path).read_text().split() == expected
