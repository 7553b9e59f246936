"""What the tests do when the process of a test ends: a second try, and an end in any case."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
QUICK = "def test_a(): pass\ndef test_b(): pass\n"
ENDS = """import os
from pathlib import Path

def test_first():
    pass

def test_ends():
    if {condition}:
        Path("ended").touch()
        os._exit(3)
"""


def run(folder: Path, condition: str) -> str:
    """Run three files of tests in two processes; a test of the last file ends its own."""
    for name in ("test_q.py", "test_r.py"):
        (folder / name).write_text(QUICK)
    (folder / "test_z.py").write_text(ENDS.format(condition=condition))
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = nightly\n")
    options = ["-n2", "--dist=loadfile", "--no-loadscope-reorder", "--max-worker-restart=3"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-p", "tests.hangs", *options],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=240,
    )
    return ran.stdout


def test_the_last_file_is_finished_by_another_process(tmp_path):
    out = run(tmp_path, 'not Path("ended").exists()')
    assert "CRASHED once, and was started again: test_z.py::test_ends" in out
    assert "6 passed, 1 crashed" in out


def test_a_test_that_always_ends_its_process_is_a_failure_and_the_last(tmp_path):
    out = run(tmp_path, "True")
    assert "FAILED test_z.py::test_ends" in out
    assert "1 failed, 5 passed, 1 crashed" in out
