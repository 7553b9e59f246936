"""The other doors: workflows, a container to develop in, and Binder name what is really there."""

import json
import os
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from workbook.setup.versions import satisfies

ROOT = Path(__file__).resolve().parents[3]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
WORKFLOWS = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in (ROOT / ".github/workflows").glob("*.yml")
}
JOBS = {name: job for workflow in WORKFLOWS.values() for name, job in workflow["jobs"].items()}
CONTAINER = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def targets(command: str) -> list[str]:
    """Return the targets that the calls of make in a shell command name."""
    calls = re.findall(r"\bmake ([a-z -]+)", command)
    return [word for call in calls for word in call.split() if not word.startswith("-")]


def commands() -> list[str]:
    steps = [step for job in JOBS.values() for step in job["steps"]]
    return [*(step["run"] for step in steps if "run" in step), CONTAINER["postCreateCommand"]]


def test_every_target_that_is_called_exists():
    called = [target for command in commands() for target in targets(command)]
    assert {"lint", "tests", "claims", "doctor", "env", "lab-env", "nightly"} <= set(called)
    assert [target for target in called if not re.search(f"^{target}:", MAKEFILE, re.M)] == []


def test_linux_runs_each_python_that_the_project_supports():
    matrix = JOBS["linux"]["strategy"]["matrix"]["python"]
    supported = [f"3.{n}" for n in range(20) if satisfies(f"3.{n}", PROJECT["requires-python"])]
    assert matrix == supported == ["3.11", "3.12", "3.13"]


def test_colab_is_tried_whenever_what_decides_a_lesson_changed():
    on = WORKFLOWS["colab"][True]  # what YAML 1.1 makes of the key "on"
    assert on["push"]["paths"] == on["pull_request"]["paths"]
    paths = {path.removesuffix("/**") for path in on["push"]["paths"]}
    assert {
        "bertlab",
        "workbook",
        "data",
        "constraints.txt",
        "lessons",
        "locks",
        "pyproject.toml",
        "tests/colab",
    } == paths
    assert targets(JOBS["colab"]["steps"][-1]["run"]) == ["colab"]


def test_each_job_has_a_limit_of_time():
    limits = {name: job["timeout-minutes"] for name, job in JOBS.items()}
    assert limits.pop("nightly") <= 360 and max(limits.values()) <= 60


@pytest.mark.parametrize("name", ["binder/postBuild", ".ci/run"])
def test_scripts_can_be_run_and_stop_at_the_first_error(name):
    script = ROOT / name
    assert os.access(script, os.X_OK)
    assert "set -euo pipefail" in script.read_text(encoding="utf-8")


def test_the_container_is_not_used_as_root():
    """JupyterLab does not start as root."""
    dockerfile = (ROOT / ".devcontainer/Dockerfile").read_text(encoding="utf-8")
    assert re.search(rf"useradd .*\b{CONTAINER['remoteUser']}$", dockerfile, re.MULTILINE)


def test_binder_installs_what_the_lessons_need():
    folder = ROOT / "binder"
    text = (folder / "requirements.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    option, path = lines[0].split()
    assert option == "--constraint" and (folder / path).resolve() == ROOT / "constraints.txt"
    assert lines[1] == "--editable .[lab]" and "lab" in PROJECT["optional-dependencies"]
    version = (folder / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")
    assert satisfies(version, PROJECT["requires-python"])
    base = (ROOT / ".devcontainer/Dockerfile").read_text(encoding="utf-8").splitlines()[0]
    assert satisfies(re.search(r"python:([\d.]+)", base)[1], PROJECT["requires-python"])
