"""The zip file that students upload: small, the same every time, and all that lessons need."""

import ast
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from workbook.make.lesson_source import sources
from workbook.make.notebooks import built
from workbook.setup.bundle import HELD, LEFT_OUT, build, members

ROOT = Path(__file__).resolve().parents[3]
LESSONS = sources(ROOT)
OURS = ("bertlab", "workbook", "lessons")
MOST_BYTES = 50_000_000
IMPORT_ALL = """
import importlib, json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
for name in json.loads(sys.argv[2]):
    module = importlib.import_module(name)
    assert Path(module.__file__).is_relative_to(sys.argv[1]), module.__file__
from workbook.records import recorded
from bertlab.model.pretrained import find_folder
print(len(recorded("sentiment")["results"]), find_folder("bert-mini-en"))
"""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    path = tmp_path_factory.mktemp("bundle") / "bert-workbook.zip"
    build(path)
    return path


def imported(source: str) -> set[str]:
    """Return the modules of ours that a lesson imports."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(OURS):
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith(OURS)}
    paths = {name: ROOT / name.replace(".", "/") for name in found}
    return {n for n, p in paths.items() if p.is_dir() or p.with_suffix(".py").is_file()}


def test_it_is_small_and_the_same_every_time(bundle, tmp_path):
    assert bundle.stat().st_size <= MOST_BYTES
    build(tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == bundle.read_bytes()
    assert list(tmp_path.iterdir()) == [tmp_path / "again.zip"]


def test_it_holds_nothing_that_is_for_contributors(bundle):
    tops = {name.split("/")[0] for name in zipfile.ZipFile(bundle).namelist()}
    files = {"LICENSE", "constraints.txt", "pyproject.toml"}
    assert tops == {*OURS, *files, "data"}
    assert not any(name.endswith("/lesson.py") or "/templates/" in name for name in members())
    assert not any(".." in name or "cache/" in name for name in members())


def test_each_name_that_is_held_or_left_out_exists():
    assert [name for name in (*HELD, *LEFT_OUT) if not (ROOT / name).exists()] == []


def test_lessons_import_from_it_alone(bundle, tmp_path):
    with zipfile.ZipFile(bundle) as archive:
        archive.extractall(tmp_path)
    modules = sorted(set().union(*(imported(path.read_text("utf-8")) for path in LESSONS)))
    assert {
        "workbook.basics",
        "lessons.l07_bert.exercises",
        "lessons.l12_explanations.experiments",
    } <= set(modules)
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    command = [sys.executable, "-P", "-c", IMPORT_ALL, str(tmp_path), json.dumps(modules)]
    answer = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=240
    )
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.split() == [
        answer.stdout.split()[0],
        f"{tmp_path}/data/checkpoints/bert-mini-en",
    ]


def test_the_doctor_works_in_it(bundle, tmp_path):
    with zipfile.ZipFile(bundle) as archive:
        archive.extractall(tmp_path)
    command = [sys.executable, "-m", "workbook", "doctor"]
    own = {k: v for k, v in os.environ.items() if not k.startswith(("BERTLAB", "PYTHONPATH"))}
    answer = subprocess.run(command, cwd=tmp_path, env=own, capture_output=True, text=True)
    assert answer.stderr == ""
    lines = answer.stdout.splitlines()
    assert len(lines) == 8 and "this machine's own" in lines[2]
    assert f"0 of 12 releases in {tmp_path}/data/cache" in answer.stdout


def read_by_notebooks(folder: Path) -> set[str]:
    """Return what notebooks read of ``data/`` when they were built, as their metadata says."""
    files = [path.read_text("utf-8") for path in built(folder)]
    metadata = [json.loads(text)["metadata"]["bertlab"] for text in files]
    return {name for one in metadata for name in one["reads"]}


def test_what_lessons_read_is_in_it():
    found = read_by_notebooks(ROOT / "notebooks")
    assert len(found) > 50
    assert found - set(members()) == set(), "workbook/setup/bundle.py leaves out what lessons read"


def test_what_a_lesson_reads_and_the_bundle_lacks_is_found(tmp_path):
    notebook = {"metadata": {"bertlab": {"reads": [LEFT_OUT[0], "data/runs/elmo.json"]}}}
    (tmp_path / "01_some.ipynb").write_text(json.dumps(notebook))
    assert read_by_notebooks(tmp_path) - set(members()) == {LEFT_OUT[0]}


def test_what_lessons_name_is_in_it():
    text = "".join(path.read_text("utf-8") for path in LESSONS)
    records = set(re.findall(r'recorded\("(\w+)"\)', text))
    folders = {path.name for path in (ROOT / "data" / "checkpoints").iterdir() if path.is_dir()}
    named = {name for name in folders if f'"{name}"' in text}
    held = members()
    assert len(records) > 15 and {"bert-mini-zh", "bert-mini-en"} <= named
    assert {f"data/runs/{name}.json" for name in records} <= set(held)
    for name in named:
        assert any(path.startswith(f"data/checkpoints/{name}/") for path in held), name
