"""Docstrings of packages and the README name the modules there are, in the order of imports."""

import ast
import re
from pathlib import Path

import pytest

from workbook.make.rooms import imported

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ("bertlab", "workbook", "benchmarks")
OF_EVERY_LESSON = {"lesson", "exercises", "experiments"}  # CONTRIBUTING.md says what they are
PACKAGES = [
    file.parent.relative_to(ROOT).as_posix()
    for layer in LAYERS
    for file in sorted((ROOT / layer).rglob("__init__.py"))
]
LESSONS = sorted(file.parent.name for file in (ROOT / "lessons").glob("l*/__init__.py"))


def docstring(package: str) -> str:
    return ast.get_docstring(ast.parse((ROOT / package / "__init__.py").read_text("utf-8"))) or ""


def named(text: str) -> set[str]:
    """Return the words of all code in a docstring."""
    return set(re.findall(r"\w+", " ".join(re.findall(r"``(.+?)``", text))))


def inside(package: str) -> set[str]:
    """Return the names of a package's modules and packages."""
    folder = ROOT / package
    modules = {file.stem for file in folder.glob("*.py")} - {"__init__", "__main__"}
    return modules | {file.parent.name for file in folder.glob("*/__init__.py")}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_names_each_of_its_modules(package):
    assert inside(package) - named(docstring(package)) == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_a_list_of_modules_names_none_that_is_gone(package):
    rows = re.findall(r"^- (``\w+``(?:, ``\w+``)*):", docstring(package), re.MULTILINE)
    assert named(" ".join(rows)) - inside(package) == set()


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_names_each_of_its_modules(lesson):
    package = f"lessons/{lesson}"
    missing = inside(package) - OF_EVERY_LESSON - named(docstring(package))
    assert missing == set(), f"name them in the docstring of {package}/__init__.py"


@pytest.mark.parametrize("layer", ["bertlab", "workbook"])
def test_the_readme_names_each_package_in_the_order_of_the_table(layer):
    table = re.findall(r"^``(\w+)``  ", docstring(layer), re.MULTILINE)
    packages = [name for name in table if (ROOT / layer / name).is_dir()]
    (row,) = re.findall(rf"^\| `{layer}/` \|.*", (ROOT / "README.md").read_text("utf-8"), re.M)
    found = re.findall(r"`(\w+)`", row)
    assert [name for name in found if name in inside(layer)] == packages
    assert {file.parent.name for file in (ROOT / layer).glob("*/__init__.py")} == set(packages)


@pytest.mark.parametrize("layer", ["bertlab", "workbook"])
def test_imports_go_up_in_the_table_of_a_layer(layer):
    table = re.findall(r"^``(\w+)``  ", docstring(layer), re.MULTILINE)
    wrong = []
    for number, name in enumerate(table):
        files = [ROOT / layer / f"{name}.py", *(ROOT / layer / name).rglob("*.py")]
        for file in (file for file in files if file.exists()):
            used = {
                module.split(".")[1]
                for module in imported(file.read_text("utf-8"))
                if module.startswith(f"{layer}.")
            }
            wrong += [f"{file.name}: {below}" for below in table[number + 1 :] if below in used]
    assert wrong == []
