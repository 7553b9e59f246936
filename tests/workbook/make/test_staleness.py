"""A notebook is stale if what its lesson runs or reads has changed, and not otherwise."""

from pathlib import Path

import pytest

from workbook.make.staleness import closure, lesson_hash

ROOT = Path(__file__).resolve().parents[3]
FILES = {
    "bertlab/__init__.py": '"""A package."""\n',
    "bertlab/model/__init__.py": "",
    "bertlab/model/bert.py": '"""B."""\ndef size():\n    """Tell."""\n    return 3  # here\n',
    "bertlab/model/other.py": "import bertlab.model.lazy\n",
    "bertlab/model/lazy.py": "x = 1\n",
    "bertlab/unused.py": "x = 1\n",
    "workbook/__init__.py": "from workbook import figures\n",
    "workbook/figures.py": "x = 1\n",
    "workbook/lesson.mplstyle": "font.size: 10\n",
    "lessons/__init__.py": "",
    "lessons/l01_a/__init__.py": "",
    "lessons/l01_a/lesson.py": "import workbook\nfrom lessons.l01_a import room\n",
    "lessons/l01_a/room.py": "def f():\n    from bertlab.model import bert, other\n",
    "lessons/l01_a/quiz.toml": "a = 1\n",
    "lessons/l01_a/TEACHING.md": "made\n",
    "lessons/l02_b/lesson.py": "x = 1\n",
    "data/runs/a.json": "{}",
    "data/runs/b.json": "{}",
    "constraints.txt": "torch==2\n",
}


@pytest.fixture
def project(tmp_path):
    tmp_path /= ".hidden"  # where the project lies does not count
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def hash_in(project):
    return lesson_hash(project, project / "lessons/l01_a", ["data/runs/a.json"])


@pytest.mark.parametrize(
    ("name", "old", "new", "counts"),
    [
        ("bertlab/model/bert.py", "3", "4", True),
        ("bertlab/model/bert.py", "# here", "# there", False),
        ("bertlab/model/bert.py", '"""Tell."""', '"""Tell it."""', False),
        ("bertlab/model/lazy.py", "1", "2", True),
        ("bertlab/model/__init__.py", "", "x = 1\n", True),
        ("bertlab/unused.py", "1", "2", False),
        ("workbook/figures.py", "1", "2", True),
        ("workbook/lesson.mplstyle", "10", "11", True),
        ("lessons/l01_a/lesson.py", "workbook", "workbook.figures", True),
        ("lessons/l01_a/quiz.toml", "1", "2", True),
        ("lessons/l01_a/TEACHING.md", "made", "made again", False),
        ("lessons/l02_b/lesson.py", "1", "2", False),
        ("data/runs/a.json", "{}", "[]", True),
        ("data/runs/b.json", "{}", "[]", False),
        ("constraints.txt", "2", "3", True),
    ],
)
def test_what_counts(name, old, new, counts, project):
    before = hash_in(project)
    text = FILES[name].replace(old, new) if old else new
    assert text != FILES[name]
    (project / name).write_text(text)
    assert (hash_in(project) != before) is counts


@pytest.mark.parametrize("name", ["data/runs/a.json", "bertlab/model/lazy.py", "constraints.txt"])
def test_what_is_gone_counts(name, project):
    before = hash_in(project)
    (project / name).unlink()
    assert hash_in(project) != before


def test_a_lesson_needs_far_less_than_the_whole():
    (lesson,) = ROOT.glob("lessons/l01_*/lesson.py")
    names = {path.relative_to(ROOT).as_posix() for path in closure(ROOT, [lesson])}
    assert {"workbook/exercises/loading.py", "bertlab/predecessors/ngrams/corpus.py"} <= names
    assert not any(name.startswith(("bertlab/finetuning", "lessons/l02")) for name in names)


def test_the_sources_of_a_path_count_by_their_cells_and_imports(project):
    room = project / "lessons/l01_a"
    (room / "more.py").write_text("import bertlab.unused\n")
    before = hash_in(project)
    for name in ("lesson.py", "more.py"):  # cells are hashed with the notebook that has them
        (room / name).write_text(f"{(room / name).read_text()}x = 3\n")
    assert hash_in(project) == before
    (project / "bertlab/unused.py").write_text("x = 2\n")
    assert hash_in(project) != before
