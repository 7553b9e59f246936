"""Colab: the first cell, run with the real pip against stand-ins of all that Colab has.

The stand-ins hold the name and version of each package and nothing else; what pip may add comes
from tiny wheels with the requirements of the packages installed here. So the resolver that decides
is pip's own, and no network and no gigabytes are needed. `make colab` does it with real packages.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from bertlab.edition import EDITION
from workbook.make.bootstrap_cell import bootstrap_cell
from workbook.setup import here as setup_here
from workbook.setup.bundle import members
from workbook.setup.colab import listed
from workbook.setup.versions import canonical

ROOT = Path(__file__).resolve().parents[3]
ADDED = {
    *("bertviz", "boto3", "botocore", "gensim"),
    *("jaxtyping", "jmespath", "s3transfer", "wadler-lindig"),
}


def write_info(folder: Path, name: str, version: str, requires: list[str]) -> None:
    """Write what pip reads of a package: its METADATA."""
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    lines += [f"Requires-Dist: {line}" for line in requires]
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text("\n".join(lines) + "\n")


def write_wheel(folder: Path, name: str, requires: list[str] | None = None) -> None:
    """Write a wheel without content for a package that is installed here."""
    version = metadata.version(name)
    requires = metadata.requires(name) or [] if requires is None else requires
    stem = f"{name.replace('-', '_')}-{version}"
    info = folder / f"{stem}.dist-info"
    write_info(info, name, version, requires)
    (info / "WHEEL").write_text("Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    (info / "RECORD").write_text("")
    with zipfile.ZipFile(folder / f"{stem}-py3-none-any.whl", "w") as wheel:
        for file in info.iterdir():
            wheel.write(file, f"{info.name}/{file.name}")


class Runtime:
    """A machine like Colab's: its packages by name and version, real pip, and no ``bertlab``."""

    def __init__(self, folder: Path, changes: dict[str, str] | None = None):
        self.content = folder / "content"
        self.packages = folder / "packages"
        self.wheels = folder / "wheels"
        for made in (self.content, self.packages, self.wheels):
            made.mkdir()
        for name, version in {**listed(), **(changes or {})}.items():
            info = self.packages / f"{name.replace('-', '_')}-{version}.dist-info"
            write_info(info, name, version, [])
        (self.packages / "pip").symlink_to(Path(importlib.util.find_spec("pip").origin).parent)
        for name in ADDED:
            write_wheel(self.wheels, name)
        self.python = folder / "environment" / "bin" / "python"
        command = [sys.executable, "-m", "venv", "--without-pip", self.python.parent.parent]
        subprocess.run(command, check=True)

    def bring_project(self, address: str = "bert-workbook") -> None:
        """Put those files of the project where the cell finds them that it touches."""
        for name in members():
            if name.startswith(
                ("workbook/setup/", "pyproject", "constraints", "data/requirements")
            ):
                target = self.content / address / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, target)
        package = "def ready(edition): print('edition', edition)\n"
        (self.content / address / "workbook" / "__init__.py").write_text(package)

    def run(self, cell: str | None = None) -> subprocess.CompletedProcess:
        """Run the cell in a new process."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.packages),
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
            "PIP_CONFIG_FILE": os.devnull,
        }
        command = [self.python, "-c", cell or bootstrap_cell("")]
        return subprocess.run(
            command, cwd=self.content, env=environment, capture_output=True, text=True
        )

    def added(self) -> set[str]:
        """Return what was installed."""
        paths = self.python.parent.parent.glob("lib/*/site-packages/*.dist-info")
        return {canonical(path.name.split("-")[0]) for path in paths}


@pytest.fixture
def runtime(tmp_path):
    made = Runtime(tmp_path)
    made.bring_project()
    return made


def test_the_list_is_whole():
    versions = listed()
    expected = {"ipython": "7.34.0", "ipywidgets": "7.7.1", "torch": "2.11.0", "numpy": "2.1.3"}
    assert {name: versions[name] for name in expected} == expected
    assert len(versions) == 630
    assert versions.keys() & ADDED == set()


def test_nothing_that_colab_has_is_too_old_or_changed(runtime):
    answer = runtime.run()
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.splitlines()[0].startswith("Adding jaxtyping>=")
    assert answer.stdout.splitlines()[1:] == [f"edition {EDITION}"]
    assert runtime.added() == ADDED


def test_a_second_time_there_is_nothing_to_add(runtime):
    assert runtime.run().returncode == 0
    assert runtime.run().stdout == f"edition {EDITION}\n"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"ipywidgets": "7.6.0"}, "ipywidgets>=7.7.1 (here: 7.6.0)"),
        ({"numpy": "1.26.4"}, "numpy>=2.0 (here: 1.26.4)"),
        ({"torch": "2.5.1"}, "torch>=2.6 (here: 2.5.1)"),
    ],
)
def test_what_is_too_old_is_named_and_nothing_is_changed(tmp_path, changes, words):
    runtime = Runtime(tmp_path, changes)
    runtime.bring_project()
    answer = runtime.run()
    assert answer.returncode == 1
    assert answer.stdout == ""
    assert answer.stderr.startswith(f"The lessons need {words}. Nothing was changed. In Colab,")
    assert runtime.added() == set()


@pytest.mark.parametrize(
    ("name", "requires"), [("jaxtyping", ["numpy>=99"]), ("boto3", ["botocore", "urllib3<2"])]
)
def test_a_requirement_that_would_change_something_stops_the_cell(runtime, name, requires):
    write_wheel(runtime.wheels / "other", name, requires)
    (wheel,) = (runtime.wheels / "other").glob("*.whl")
    shutil.move(wheel, runtime.wheels / wheel.name)
    answer = runtime.run()
    assert answer.returncode == 1
    assert "would change the version of something here. Nothing was changed." in answer.stderr
    assert "Traceback" not in answer.stderr
    assert runtime.added() == set()


def test_where_the_tested_version_does_not_fit_another_is_taken(runtime):
    constraints = runtime.content / "bert-workbook" / "constraints.txt"
    pinned = f"gensim=={metadata.version('gensim')}"
    assert pinned in constraints.read_text()
    constraints.write_text(constraints.read_text().replace(pinned, "gensim==4.4.99"))
    assert runtime.run().returncode == 0
    assert runtime.added() == ADDED


def test_without_a_network_it_says_so(runtime):
    shutil.rmtree(runtime.wheels)
    answer = runtime.run()
    assert answer.returncode == 1
    assert "Is the network on?" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_odd_version_numbers_are_no_constraints():
    present = {"numpy": "2.1.3", "torch": "2.11.0+cu128", "python-apt": "0.1.43ubuntu1"}
    assert setup_here.pins(present) == ["numpy==2.1.3", "torch==2.11.0+cu128"]


def test_what_the_installed_packages_need_is_there_or_added():
    """By another way than pip's: each requirement of what is added, at its installed version."""
    present = {**listed(), **{name: metadata.version(name) for name in ADDED}}
    for name in ADDED:
        for line in metadata.requires(name) or []:
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                version = present[canonical(requirement.name)]
                assert version in requirement.specifier, (name, line, version)


def test_a_folder_that_cannot_be_written_keeps_data_elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BERTLAB_CACHE", "noted, so that it is as before afterwards")
    monkeypatch.delenv("BERTLAB_CACHE")
    setup_here.choose_cache()
    assert "BERTLAB_CACHE" not in os.environ
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    setup_here.choose_cache()
    assert os.environ["BERTLAB_CACHE"] == str(tmp_path / "bert-workbook-cache")
    monkeypatch.setenv("BERTLAB_CACHE", "/chosen")
    setup_here.choose_cache()
    assert os.environ["BERTLAB_CACHE"] == "/chosen"
