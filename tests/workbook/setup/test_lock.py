"""The lock: what it holds for this machine, what it must not hold, and how it is written."""

import re
import stat
from collections.abc import Iterable, Mapping
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from workbook.setup import lock
from workbook.setup.environment import LEVELS, PINNED
from workbook.setup.versions import LOCKS, constraint_lines, lock_lines, locked, requirements

LINE = re.compile(
    r"# .*|[a-z0-9-]+==[\w.]+( ; [\w .<>=!'()]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?"
)
ADDRESS = "https://example.org"  # none may stand in a lock
HASH = "    --hash=sha256:" + "0" * 64


def needed(wanted: Iterable[str]) -> set[str]:
    """Return the names of all installed packages that the requirements need, at any depth."""
    names: set[str] = set()
    queue = [(canonicalize_name(r.name), frozenset(r.extras)) for r in map(Requirement, wanted)]
    done = set()
    while queue:
        name, extras = queue.pop()
        if (name, extras) in done or (lock.BY_VERSION.fullmatch(name) and name != "torch"):
            continue
        done.add((name, extras))
        try:
            lines = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        names.add(name)
        for requirement in map(Requirement, lines):
            marker = requirement.marker
            if marker is None or any(marker.evaluate({"extra": e}) for e in ("", *extras)):
                queue.append((canonicalize_name(requirement.name), frozenset(requirement.extras)))
    return names


def condition(lines: str) -> Requirement:
    return Requirement(lines.splitlines()[0].removesuffix(" \\"))


def unlocked(names: Iterable[str], packages: Mapping[str, str]) -> set[str]:
    """Return the packages that pip would not install from the lock on this machine."""
    markers = {name: condition(lines).marker for name, lines in packages.items()}
    here = {name for name, marker in markers.items() if marker is None or marker.evaluate()}
    return set(names) - here - {"torch"}


def disagreement(packages: Mapping[str, str], constraints: str) -> set[str]:
    """Return the packages whose version is in one of the two only."""
    rows = [line.split("==") for line in constraint_lines(constraints, None)]
    pinned = {f"{canonicalize_name(name)}=={version}" for name, version in rows}
    held = {lines.split()[0] for lines in packages.values()}
    return {line for line in pinned ^ held if not line.startswith("torch==")}


def faults(text: str) -> list[str]:
    """Return the lines of a lock that are neither a package nor a hash, and packages without."""
    odd = [line for line in text.splitlines() if not LINE.fullmatch(line)]
    return odd + [name for name, lines in lock_lines(text).items() if "--hash" not in lines]


@pytest.mark.parametrize("level", LEVELS)
def test_whatever_the_requirements_need_is_locked(level):
    extras = LEVELS[level]
    assert unlocked(needed(requirements(extras)), locked(extras)) == set()


def test_what_a_requirement_needs_is_followed_to_the_end():
    assert {"jupyterlab", "jupyter-server", "pyzmq"} <= needed(["jupyterlab"])
    assert {"torch", "sympy", "mpmath"} <= needed(["torch"])
    assert "six" not in needed(["numpy"])


def test_a_package_that_the_lock_lacks_or_skips_here_is_found():
    packages = locked(["lab"])
    del packages["mpmath"]
    packages["sympy"] = packages["sympy"].replace(" \\", " ; sys_platform == 'plan9' \\", 1)
    assert unlocked(needed(["torch", "numpy"]), packages) == {"mpmath", "sympy"}


def test_the_lock_has_the_versions_of_the_constraints():
    text = PINNED.read_text(encoding="utf-8")
    assert disagreement(locked(LEVELS["test"]), text) == set()
    other = text.replace("numpy==", "numpy==9").replace("shap==", "# ")
    found = {line.split("==")[0] for line in disagreement(locked(LEVELS["test"]), other)}
    assert found == {"numpy", "shap"}


@pytest.mark.parametrize("name", LEVELS["test"])
def test_every_package_has_hashes_and_no_place_is_named(name):
    assert faults((LOCKS / f"{name}.txt").read_text(encoding="utf-8")) == []


def test_a_place_and_a_missing_hash_are_found():
    planted = [
        f"--index-url {ADDRESS}/simple",
        "a @ file:///home/someone/a.whl \\",
        f"    # from {ADDRESS}",
        "a>=1 \\",
    ]
    assert faults("\n".join([*planted, "good==1.0 \\", HASH, "bare==1.0 \\", ""])) == [
        *planted,
        "bare",
    ]


def test_no_package_is_in_the_lock_of_tests_as_it_is_in_that_of_lessons():
    assert set(locked(["lab"]).items()) & set(locked(["test"]).items()) == set()


# --- writing it -----------------------------------------------------------------------------------

SHARED = "python_full_version < '3.14' and sys_platform != 'plan9'"
SMALL = "".join(
    f"{line} \\\n{HASH}\n"
    for line in (
        "appnope==1.0 ; sys_platform == 'darwin'",
        f"numpy==2.0 ; {SHARED}",
        "nvidia-cublas==13.1 ; sys_platform == 'linux'",
        f"torch==2.13.0 ; {SHARED}",
    )
)


@pytest.fixture
def answers(tmp_path, monkeypatch):
    """Put a stand-in for uv on the path, which prints what it is given and tells its arguments."""
    program = tmp_path / "uv"
    program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\ncat {tmp_path}/answer\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "constraints.txt").write_text("# comment\nnumpy==1.0\n")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr("sys.argv", ["lock"])
    monkeypatch.setattr(lock, "PINNED", tmp_path / "constraints.txt")
    monkeypatch.setattr(lock, "LOCKS", tmp_path / "locks")
    return tmp_path / "answer"


def test_torch_and_what_it_brings_have_a_version_and_no_hash(answers, capsys):
    answers.write_text(SMALL)
    lock.main()
    text = (answers.parent / "locks" / "lab.txt").read_text()
    assert faults(text) == []
    assert list(lock_lines(text)) == ["appnope", "numpy"]
    assert f"numpy==2.0 \\\n{HASH}\n" in text and "appnope==1.0 ; sys_platform" in text
    assert lock_lines((answers.parent / "locks" / "test.txt").read_text()) == {}
    versions = lock.PINNED.read_text().splitlines()
    assert versions == ["# comment", "appnope==1.0", "numpy==2.0", "torch==2.13.0"]
    assert capsys.readouterr().out == "locks/: 2 packages for lessons, 0 more for tests\n"
    asked = (answers.parent / "asked").read_text()
    assert asked.count("--generate-hashes") == 2 and "--extra=lab --extra=test\n" in asked


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("", "uv found no set of packages for constraints.txt"),
        (SMALL + SMALL.replace("numpy==2.0", "numpy==1.0"), "Two versions of appnope, numpy"),
    ],
)
def test_nothing_is_written_without_one_version_of_each_package(answers, answer, expected):
    answers.write_text(answer)
    with pytest.raises(SystemExit, match=expected):
        lock.main()
    assert lock.PINNED.read_text() == "# comment\nnumpy==1.0\n"
    assert not lock.LOCKS.exists()


def test_it_says_where_uv_comes_from(answers, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match="pipx install uv"):
        lock.main()
