"""The slow checks that are commands: other Pythons, other versions, more kills, more inputs.

``pytest -m nightly`` runs them with all tests marked as slow; ``-k oldest`` chooses one.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.nightly
ROOT = Path(__file__).resolve().parents[2]
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
OF_TESTS = re.compile("BERTLAB_|HF_HUB_OFFLINE|PYTEST_")  # settings of this process alone


def run(*command: str, **settings: str) -> None:
    """Run a command in this folder, as a user would; it has to end well."""
    inherited = {name: value for name, value in os.environ.items() if not OF_TESTS.match(name)}
    done = subprocess.run(command, cwd=ROOT, env={**inherited, **settings})
    assert done.returncode == 0, " ".join(command)


def test_20_kills_of_everything_that_writes():
    tests = ("tests/hostile/test_kills.py", "tests/bertlab/training")
    run(*PYTEST, "-k=kill", *tests, BERTLAB_KILLS="20")


def test_5000_random_inputs_for_each_property():
    others = "--deselect=tests/hostile/test_kills.py"
    run(*PYTEST, "tests/hostile", others, BERTLAB_EXAMPLES="5000")


def test_all_mutants():
    run(sys.executable, "-W", "ignore", "-m", "tests.mutants")


def test_shapes_that_functions_of_lessons_declare():
    run(*PYTEST, "tests/lessons", "--jaxtyping-packages=bertlab,lessons,beartype.beartype")


def test_all_lessons_on_colab():
    run("make", "colab")


@pytest.mark.parametrize("version", ["3.12", "3.13"])
def test_make_test_with_another_python(version):
    python = f"python{version}"
    try:  # pyenv has a program for each Python, also where it does not start
        subprocess.run([python, "-c", ""], check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"there is no {python} here")
    run("make", "test", f"PYTHON={python}", f"VENV=build/venv-{version}")


@pytest.mark.parametrize("name", ["oldest", "newest"])
def test_claims_with_other_versions(name):
    """The oldest torch that is allowed, with a sympy of its own; the newest of everything."""
    lines: list[str] = []
    if name == "oldest":
        pinned = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
        project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        lines = [line for line in pinned if not line.startswith(("torch==", "sympy=="))]
        least = re.search(r'"torch>=(\d+\.\d+)"', project)[1]
        lines.append(f"torch=={least}.0")
    path = ROOT / "build" / f"{name}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    run("make", "claims", f"CONSTRAINTS=build/{name}.txt", f"VENV=build/venv-{name}")
