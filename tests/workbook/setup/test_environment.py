import re
import socket
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from workbook.setup import environment as setup_env
from workbook.setup import versions as setup_versions
from workbook.setup.run_pip import SetUpError

ROOT = Path(__file__).resolve().parents[3]


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def requirements() -> list[Requirement]:
    """Return what set-up installs: all but the extra ``onnx``."""
    extras = project()["optional-dependencies"]
    lines = [line for name in setup_env.LEVELS["test"] for line in extras[name]]
    return [Requirement(line) for line in [*project()["dependencies"], *lines]]


def pins(file: str = "constraints.txt") -> dict[str, str]:
    text = (ROOT / file).read_text(encoding="utf-8")
    rows = [line.split("==") for line in setup_versions.constraint_lines(text, None)]
    return {canonicalize_name(name): version for name, version in rows}


def unpinned(wanted: list[Requirement], pinned: dict[str, str]) -> list[str]:
    """Return what is wrong with the pins of the project's own requirements."""
    found = []
    for requirement in wanted:
        pin = pinned.get(canonicalize_name(requirement.name))
        if pin is None:
            found.append(f"{requirement.name} is not pinned")
        elif pin not in requirement.specifier:
            found.append(f"{requirement.name}=={pin} is not in {requirement.specifier}")
    return found


def test_each_requirement_is_pinned_within_its_range():
    assert unpinned(requirements(), pins()) == []


def test_what_set_up_leaves_out_is_pinned_where_benchmarks_find_it():
    wanted = [Requirement(line) for line in project()["optional-dependencies"]["onnx"]]
    assert {one.name for one in wanted} == {"onnx", "onnxruntime", "onnxscript"}
    assert unpinned(wanted, pins("benchmarks/peers.txt")) == []


def test_a_missing_pin_and_a_pin_out_of_range_are_found():
    wanted = [Requirement("torch>=2.6"), Requirement("shap>=0.51"), Requirement("PyYAML>=6")]
    found = unpinned(wanted, {"torch": "2.5.1", "pyyaml": "6.0.3"})
    assert found == ["torch==2.5.1 is not in >=2.6", "shap is not pinned"]


def test_conda_installs_the_same():
    recipe = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    lines = [line for line in recipe["dependencies"] if isinstance(line, str)]
    (pip_lines,) = [line["pip"] for line in recipe["dependencies"] if isinstance(line, dict)]
    (python,) = [line.removeprefix("python") for line in lines if line.startswith("python")]
    assert SpecifierSet(python) == SpecifierSet(project()["requires-python"])
    assert pip_lines == ["--constraint constraints.txt", "--editable .[lab,test]"]
    assert (
        set(setup_env.LEVELS["test"])
        == {"lab", "test"}
        == set(project()["optional-dependencies"]) - {"onnx"}
    )


@pytest.mark.parametrize(
    ("version", "specifier", "expected"),
    [
        ("2.13.0+cpu", ">=2.6", True),
        ("2.6", ">=2.6.0", True),
        ("2.5.1", ">=2.6", False),
        ("4.10", ">=4.4,<5", True),
        ("5.0.0", ">=4.4,<5", False),
        ("3.11", ">=3.11,<3.14", True),
        ("3.14", ">=3.11,<3.14", False),
        ("0", ">=0.1", False),
        ("1.0", "", True),
    ],
)
def test_versions_are_compared_by_number(version, specifier, expected):
    assert setup_versions.satisfies(version, specifier) is expected
    assert (version.split("+")[0] in SpecifierSet(specifier)) is expected


def test_other_operators_are_refused():
    with pytest.raises(ValueError, match="expected clauses such as"):
        setup_versions.satisfies("1.0", "~=1.0")


def test_our_own_ranges_can_be_read():
    wanted = setup_versions.dependencies()
    assert list(wanted) == [Requirement(line).name for line in project()["dependencies"]]
    assert all(setup_versions.satisfies("999", specifier) for specifier in wanted.values())


def test_a_torch_that_is_there_is_kept():
    text = "# comment\nnumpy==2.0\n\ntorch==2.13.0\ntorchvision==1.0\n"
    kept = setup_versions.constraint_lines(text, "2.11.0+cu128")
    assert kept == ["numpy==2.0", "torchvision==1.0", "torch==2.11.0+cu128"]
    assert "torch==2.13.0" in setup_versions.constraint_lines(text, None)


def test_an_unsupported_python_gets_a_message():
    setup_versions.check_python((3, 12))
    for version in [(3, 10), (3, 14), (2, 7)]:
        with pytest.raises(SetUpError, match=re.escape(project()["requires-python"])):
            setup_versions.check_python(version)


def test_set_up_is_repeated_only_after_a_change(tmp_path, monkeypatch):
    environment = tmp_path / ".venv"
    (environment / "bin").mkdir(parents=True)
    (environment / "bin" / "python").touch()
    (environment / "pyvenv.cfg").write_text("version = 3.11.7\n")
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).write_text("first\n")
    monkeypatch.setattr(setup_env, "ROOT", tmp_path)
    monkeypatch.setattr(setup_env, "VENV", environment)
    monkeypatch.setattr(setup_env, "PYTHON", environment / "bin" / "python")
    monkeypatch.setattr(setup_env, "STAMP", environment / "stamp")
    monkeypatch.setattr(setup_env, "CONSTRAINTS", tmp_path / "constraints.txt")
    monkeypatch.setattr(setup_env, "LOCKS", tmp_path)
    (tmp_path / "lab.txt").write_text("first\n")
    assert not setup_env.is_current("lab")
    for changed in ("pyproject.toml", "constraints.txt", "lab.txt", ".venv/pyvenv.cfg"):
        setup_env.STAMP.write_text(f"test {setup_env.fingerprint()}\n")
        assert setup_env.is_current("lab") and setup_env.is_current("test")
        (tmp_path / changed).write_text("second\n")
        assert not setup_env.is_current("lab")
    setup_env.STAMP.write_text(f"lab {setup_env.fingerprint()}\n")
    assert setup_env.is_current("lab") and not setup_env.is_current("test")
    (environment / "bin" / "python").unlink()
    assert not setup_env.is_current("lab")


def test_the_network_is_out_of_reach():
    with pytest.raises(OSError, match="tests run without the network"):
        socket.create_connection(("example.org", 80), timeout=1)
    with socket.socket() as plain, pytest.raises(OSError, match="without the network"):
        plain.connect(("192.0.2.1", 80))
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), timeout=5).close()


def test_make_names_its_targets_and_ci_runs_the_test_target():
    listing = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    missing = [name for name in phony.split()[1:] if f"make {name}" not in listing]
    assert missing == []
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").rstrip().endswith("exec make test")
