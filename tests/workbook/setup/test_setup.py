"""Setting up: a toy project from a folder of wheels without a network, and what bad states get."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from workbook.setup import environment as setup_env
from workbook.setup import packages as setup_packages
from workbook.setup import run_pip as setup_pip
from workbook.setup import versions as setup_versions
from workbook.setup import wheelhouse as setup_wheelhouse
from workbook.setup.run_pip import (
    NO_NETWORK,
    NO_SPACE,
    NO_VERSIONS,
    OTHER_FILE,
    SetUpError,
    check_space,
    reason,
)

ROOT = Path(__file__).resolve().parents[3]
TOOLS = (
    *("__init__.py", "__main__.py", "setup/__init__.py", "setup/environment.py"),
    *("setup/packages.py", "setup/run_pip.py", "setup/versions.py"),
)
PROJECT = """
[build-system]
requires = ["setuptools>=70"]
build-backend = "setuptools.build_meta"

[project]
name = "toy"
version = "1.0"
requires-python = ">=3.11,<3.14"
dependencies = ["torch>=1.0,<2", "setuptools>=70", "small>=1.0"]

[project.optional-dependencies]
lab = ["extra-lab>=1.0"]
test = ["extra-test>=1.0"]

[tool.setuptools]
py-modules = ["toy"]
"""
HERE = f"{sys.version_info[0]}.{sys.version_info[1]}"


def pack_installed(name: str, folder: Path) -> str:
    """Write the wheel of a package that is installed here; return its version."""
    package = metadata.distribution(name)
    files = [file for file in package.files or () if not str(file).startswith("..")]
    files = [file for file in files if file.suffix != ".pyc" and file.name != "RECORD"]
    record = f"{name}-{package.version}.dist-info/RECORD"
    with zipfile.ZipFile(folder / f"{name}-{package.version}-py3-none-any.whl", "w") as wheel:
        for file in files:
            wheel.write(file.locate(), str(file))
        wheel.writestr(record, "".join(f"{path},,\n" for path in [*files, record]))
    return package.version


def pack_module(name: str, folder: Path, source: str = "VALUE = 1\n") -> None:
    """Write the wheel of a package with one module."""
    module = name.replace("-", "_")
    info = f"{module}-1.0.dist-info"
    files = {
        f"{module}.py": source,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(folder / f"{module}-1.0-py3-none-any.whl", "w") as wheel:
        for path, text in {**files, f"{info}/RECORD": record}.items():
            wheel.writestr(path, text)


def lock_line(pin: str, wheels: Path) -> str:
    """Return what a lock says of a package whose wheel is in a folder."""
    name, version = pin.replace("-", "_").split("==")
    content = (wheels / f"{name}-{version}-py3-none-any.whl").read_bytes()
    return f"{pin} \\\n    --hash=sha256:{hashlib.sha256(content).hexdigest()}\n"


@pytest.fixture(scope="module")
def toy(tmp_path_factory) -> Path:
    """A project with a space in its path, a wheelhouse, and the scripts that set up ours."""
    root = tmp_path_factory.mktemp("a home") / "toy book"
    wheels = root / "wheelhouse"
    wheels.mkdir(parents=True)
    (root / "workbook" / "setup").mkdir(parents=True)
    for name in TOOLS:
        shutil.copy(ROOT / "workbook" / name, root / "workbook" / name)
    (root / "pyproject.toml").write_text(PROJECT)
    (root / "toy.py").touch()
    pins = [f"{name}=={pack_installed(name, wheels)}" for name in ("pip", "setuptools")]
    for name in ("small", "extra-lab", "extra-test"):
        pack_module(name, wheels)
        pins.append(f"{name}==1.0")
    (root / "locks").mkdir()
    (root / "locks" / "lab.txt").write_text("".join(lock_line(pin, wheels) for pin in pins[:-1]))
    (root / "locks" / "test.txt").write_text(lock_line(pins[-1], wheels))
    pack_module("torch", wheels)
    (root / "constraints.txt").write_text("\n".join([*pins, "torch==1.0"]) + "\n")
    (wheels / "made-for.txt").write_text(setup_env.platform_line(HERE) + "\n")
    (wheels / "data").mkdir()
    (wheels / "data" / "archive-1.0.whl").write_bytes(b"data")
    return root


def set_up(root: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "workbook", "setup", *arguments]
    environment = {
        name: value for name, value in os.environ.items() if name not in ("VENV", "CONSTRAINTS")
    } | settings
    answer = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=root)
    assert "Traceback" not in answer.stderr
    return answer


def modules(root: Path, environment: str = ".venv") -> str:
    """Return which of the toy's packages its environment can import."""
    code = (
        "from importlib.util import find_spec as f\n"
        "print(*(n for n in ('small', 'extra_lab', 'extra_test', 'torch', 'toy') if f(n)))"
    )
    command = [root / environment / "bin" / "python", "-c", code]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=root.parent
    ).stdout.strip()


@pytest.fixture(scope="module")
def ready(toy) -> Path:
    answer = set_up(toy, "lab")
    assert answer.returncode == 0, answer.stderr
    assert "Installing the workbook into .venv from wheelhouse/ alone" in answer.stdout
    return toy


def test_lessons_get_no_packages_of_the_tests(ready):
    assert modules(ready) == "small extra_lab torch toy"
    archive = ready / "data" / "cache" / "archives" / "archive-1.0.whl"
    assert archive.read_bytes() == b"data"
    again = set_up(ready, "lab", "--asked")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")


def test_an_interrupted_set_up_is_mended(ready):
    (packages,) = (ready / ".venv" / "lib").glob("python*/site-packages")
    (packages / "small-1.0.dist-info" / "RECORD").unlink()
    (packages / "small.py").unlink()
    (packages / "extra_lab.py").write_text("VALU")
    record = packages / "extra_lab-1.0.dist-info" / "RECORD"
    record.write_text(record.read_text().replace("extra_lab.py,,\n", "extra_lab.py,,10\n"))
    assert "extra_lab.py,,10" in record.read_text()
    (ready / ".venv" / setup_env.BUSY.name).touch()
    (ready / ".venv" / setup_env.STAMP.name).unlink()
    answer = set_up(ready, "lab")
    assert answer.returncode == 0, answer.stderr
    assert "left incomplete: extra_lab-1.0, small-1.0" in answer.stdout
    assert modules(ready) == "small extra_lab torch toy"
    assert not (ready / ".venv" / setup_env.BUSY.name).exists()


def test_a_wheel_with_another_hash_is_refused_and_named(ready):
    lock = ready / "locks" / "test.txt"
    text = lock.read_text()
    lock.write_text(re.sub(r"sha256:\w{4}", "sha256:0000", text))
    try:
        answer = set_up(ready, "test")
    finally:
        lock.write_text(text)
    assert answer.returncode != 0
    assert OTHER_FILE in answer.stderr
    assert re.search(r"extra-test==1.0 .*\n +Expected sha256 0000", answer.stderr)
    assert modules(ready) == "small extra_lab torch toy"


@pytest.mark.nightly
def test_versions_of_ones_own_come_without_hashes_and_a_line_says_so(ready):
    (ready / "newest.txt").touch()
    answer = set_up(ready, "lab", VENV=".venv-newest", CONSTRAINTS="newest.txt")
    assert answer.returncode == 0, answer.stderr
    assert "Versions are those of newest.txt, so no hash is compared" in answer.stdout
    assert modules(ready, ".venv-newest") == "small extra_lab torch toy"


def test_an_environment_that_does_not_start_is_made_again(ready):
    python = ready / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3")
    answer = set_up(ready, "lab")
    assert answer.returncode == 0, answer.stderr
    assert "does not start: making it again" in answer.stdout
    assert modules(ready) == "small extra_lab torch toy"


def test_a_source_archive_is_never_built(ready):
    wheel = ready / "wheelhouse" / "extra_test-1.0-py3-none-any.whl"
    hidden = wheel.with_suffix(".hidden")
    wheel.rename(hidden)
    (ready / "wheelhouse" / "extra_test-1.0.tar.gz").write_bytes(b"")
    try:
        answer = set_up(ready, "test")
        assert answer.returncode != 0
        assert NO_VERSIONS in answer.stderr
        assert modules(ready) == "small extra_lab torch toy"
    finally:
        (ready / "wheelhouse" / "extra_test-1.0.tar.gz").unlink()
        hidden.rename(wheel)
    assert set_up(ready, "test").returncode == 0  # the second run goes on
    assert modules(ready) == "small extra_lab extra_test torch toy"
    assert set_up(ready, "lab").stdout == ""  # the tests' environment serves the lessons


def test_a_wheelhouse_for_other_machines_is_named(ready):
    served = ready / "wheelhouse" / "made-for.txt"
    text = served.read_text()
    (ready / ".venv" / setup_env.STAMP.name).unlink()
    served.write_text("Plan9 sparc, Python 3.12\n")
    answer = set_up(ready, "lab")
    served.write_text(text)
    assert answer.returncode != 0
    assert "wheelhouse/ serves Plan9 sparc, Python 3.12; this is" in answer.stderr


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ("ERROR: Could not install: [Errno 28] No space left on device", NO_SPACE),
        ("WARNING: Retrying after NewConnectionError\nERROR: No matching distribution", NO_NETWORK),
        ("ERROR: No matching distribution found for torch==9", NO_VERSIONS),
        ("ERROR: ResolutionImpossible: for help visit", NO_VERSIONS),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", OTHER_FILE),
        ("ERROR: something else", None),
    ],
)
def test_the_reason_of_a_failure_is_a_sentence(messages, expected):
    assert reason(messages) == expected


def test_too_little_room_is_told_before_anything_is_written(tmp_path):
    check_space([tmp_path], 0.0)
    with pytest.raises(SetUpError, match=r"needs 1000000000.0 GB in .*, and \d+\.\d GB are free"):
        check_space([tmp_path / "not" / "there"], 1e9)
    assert list(tmp_path.iterdir()) == []


def test_another_python_than_the_one_asked_for_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(setup_env, "version_of", lambda python: "3.12")
    monkeypatch.setattr(setup_env.sys, "version_info", (3, 13, 0))
    with pytest.raises(SetUpError, match=r"is Python 3.12, and you asked for 3.13.\nTo replace"):
        setup_env.prepare(asked=True)
    setup_env.prepare(asked=False)
    monkeypatch.setattr(setup_env, "version_of", lambda python: "3.14")
    with pytest.raises(SetUpError, match=f"rm -rf {setup_env.NAME}, then make PYTHON="):
        setup_env.prepare(asked=False)


def test_an_unsupported_python_is_told_which_others_are_here(monkeypatch):
    monkeypatch.setattr(setup_versions, "starts", lambda name: "3.12" in name)
    with pytest.raises(SetUpError, match=r"Use another one: make PYTHON=python3.12 \.\.\."):
        setup_versions.check_python((3, 14))


def test_a_python_that_pyenv_only_names_does_not_start(tmp_path):
    shim = tmp_path / "python3.13"
    shim.write_text("#!/bin/sh\necho 'command not found' >&2\nexit 127\n")
    shim.chmod(0o755)
    assert not setup_versions.starts(str(shim))
    assert setup_versions.starts(sys.executable) and not setup_versions.starts("no-such-python")


@pytest.fixture
def calls(monkeypatch) -> list[list[str]]:
    """What pip is told instead of being run."""
    told: list[list[str]] = []
    for module in (setup_packages, setup_wheelhouse):
        monkeypatch.setattr(module, "run_pip", lambda python, *arguments: told.append([*arguments]))
    return told


@pytest.fixture
def venv(tmp_path) -> Path:
    (tmp_path / "pyvenv.cfg").write_text("include-system-site-packages = false\n")
    return tmp_path


def test_all_is_compared_with_a_hash_but_torch_and_the_project(calls, venv):
    setup_packages.install_locked(venv, ("lab", "test"))
    setup_packages.install_project(venv)
    *hashed, torch, project = calls
    assert hashed and all({"--require-hashes", "--no-deps"} <= set(call) for call in hashed)
    assert (torch[-1], project[-1]) == ("torch", str(ROOT))
    assert "--no-deps" in project
    installed = setup_versions.lock_lines((venv / "locked.txt").read_text())
    assert installed == setup_versions.locked(("lab", "test"))


def test_a_torch_from_outside_is_not_installed_and_jupyter_comes_inside(calls, venv, monkeypatch):
    (venv / "pyvenv.cfg").write_text("include-system-site-packages = true\n")
    monkeypatch.setattr(setup_packages, "installed_torch", lambda python: "2.11.0+cu128")
    setup_packages.install_locked(venv, ("lab",))
    assert all("--require-hashes" in call for call in calls)
    assert [call for call in calls if "--ignore-installed" in call] == [calls[1]]
    (venv / "own.txt").write_text("torch==2.13.0\njupyterlab==4.6.6\n")
    setup_packages.install_resolved(venv, ("lab",), venv / "own.txt")
    assert calls[-2][-1] == "jupyterlab==4.6.6"
    assert "torch==2.11.0+cu128\n" in (venv / "constraints.txt").read_text()


def test_nothing_is_installed_from_source(calls, venv):
    """The project alone is built here, with the setuptools that came by its hash."""
    (venv / "own.txt").touch()
    setup_packages.install_locked(venv, ("lab",))
    setup_packages.install_resolved(venv, ("lab",), venv / "own.txt")
    setup_packages.install_project(venv)
    assert all(call[call.index("--only-binary") + 1] == ":all:" for call in calls)
    assert [call[-1] for call in calls if "--no-build-isolation" in call] == [str(ROOT)]


def test_a_wheelhouse_gets_what_lessons_need_by_hash_and_torch(calls, tmp_path, monkeypatch):
    monkeypatch.setattr(setup_wheelhouse, "WHEELHOUSE", tmp_path)
    monkeypatch.setattr(setup_wheelhouse, "RELEASES", ())
    setup_wheelhouse.fill()
    locked, torch = calls
    assert "--require-hashes" in locked and locked[-1].endswith("lab.txt")
    assert torch[-1] == "torch" and torch[-2].endswith("constraints.txt")


FAILING = """#!/bin/sh
echo 'WARNING: noise' >&2
echo 'Collecting noise'
echo 'The conflict is caused by:'
echo '    a 1.0 depends on b==2'
echo 'To fix this you could try'
echo 'ERROR: ResolutionImpossible' >&2
echo '    more of it' >&2
echo 'noise' >&2
exit 1
"""


def test_pip_passes_on_its_errors_and_what_conflicts_and_nothing_else(tmp_path, capfd):
    python = tmp_path / "python"
    python.write_text(FAILING)
    python.chmod(0o755)
    with pytest.raises(SetUpError, match=re.escape(NO_VERSIONS[:40])):
        setup_pip.run_pip(python, "install", "x")
    shown = capfd.readouterr()
    assert "ERROR: ResolutionImpossible\n    more of it\n" in shown.err
    assert "caused by:\n    a 1.0 depends on b==2\n" in shown.err
    assert "noise" not in shown.err + shown.out and "To fix" not in shown.err
