"""Every dependency installs from a wheel; the only test that asks the network, skipped without."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from workbook.setup import environment as setup_env
from workbook.setup import versions as setup_versions
from workbook.setup.run_pip import NO_NETWORK, reason

ROOT = Path(__file__).resolve().parents[3]


def test_every_dependency_has_a_wheel_for_this_python(tmp_path):
    """The whole set is resolved as set-up does it, as if nothing were installed."""
    wanted = [name + range_ for name, range_ in setup_versions.dependencies().items()]
    wanted += [line for extra in setup_env.LEVELS["test"] for line in setup_versions.extra(extra)]
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed"]
    command += ["--disable-pip-version-check", "--only-binary", ":all:"]
    command += ["--constraint", str(ROOT / "constraints.txt"), "--report", str(tmp_path / "report")]
    answer = subprocess.run([*command, *wanted], capture_output=True, text=True)
    if answer.returncode and reason(answer.stderr) == NO_NETWORK:
        pytest.skip("no package index can be reached")
    assert answer.returncode == 0, answer.stderr[-2000:]
    found = json.loads((tmp_path / "report").read_text(encoding="utf-8"))["install"]
    files = [entry["download_info"]["url"] for entry in found]
    assert [file for file in files if not file.endswith(".whl")] == []
    assert len(files) > len(wanted)
